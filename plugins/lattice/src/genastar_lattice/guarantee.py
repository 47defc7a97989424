"""Guarantees: whether an answer is optimal, and the reasons if not."""

from __future__ import annotations

from attrs import frozen


@frozen
class Guarantee:
    """A statement of whether the options of a world guarantee a shortest path."""

    why: tuple[str, ...]
    """Each setting that loses the optimum, with the reason; empty if none does."""

    @property
    def optimal(self) -> bool:
        """Return whether the estimate is known to be admissible and consistent, so that A*'s path is the shortest."""
        return not self.why
