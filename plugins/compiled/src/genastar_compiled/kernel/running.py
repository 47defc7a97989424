"""The searches that run machine code, which it may ask in the middle of a hook whether to go on."""

from __future__ import annotations

from typing import Final, Protocol

from genastar_compiled.failures.refusal import Refusal


class Interrupted(Refusal):
    """A search must end in the middle of a hook."""


class Interruptible(Protocol):
    """A search that machine code asks."""

    interrupt: BaseException | None
    """What the handler of a signal raised, such as KeyboardInterrupt."""

    def is_over(self) -> bool:
        """Return whether the search was cancelled, or its time is over."""


RUNNING: Final[dict[int, Interruptible]] = {}
"""The search of each thread that runs machine code."""
