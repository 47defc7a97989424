"""What an answer is worth: whether it is the optimum, and why not."""

from __future__ import annotations

from attrs import frozen


@frozen
class Guarantee:
    """What the options of a world promise of a path's length."""

    why: tuple[str, ...]
    """Each setting that loses the optimum, with the reason; empty if none does."""

    @property
    def optimal(self) -> bool:
        """Whether the estimate is known to be admissible and consistent, so that A*'s path is the shortest."""
        return not self.why
