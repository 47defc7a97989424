"""What the searches of a class have taken."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import define

COMPARE_AFTER: Final = 0.1
"""Seconds of machine code before its pace is compared with that of the interpreter."""

Pace: TypeAlias = tuple[int, float]
"""Some expansions and their seconds."""


@define
class History:
    """The seconds and expansions of the searches of a class."""

    spent: float = 0.0
    """Seconds of its interpreted searches."""
    expanded: int = 0
    """Expansions of these."""
    worked: float = 0.0
    """Seconds of the processor that these took. Where other programs run too, only these can be compared."""
    next_look: float = 0.0
    """The time of the next check for machine code. A check takes as long as a small search."""
    checked: float = 0.0
    """Seconds of the last check."""
    refused: float | None = None
    """Seconds of interpreted searches after which a class that cannot be compiled, or is slower so, is tried again."""
    has_kept_up: bool = False
    """Whether a search has ended in machine code that was as fast as the interpreter."""
    swift_seconds: float = 0.0
    """Seconds of machine code since the last comparison."""
    swift_expanded: int = 0
    """Expansions of these."""

    def add_time(self, seconds: float, expanded: int = 0, worked: float = 0.0) -> None:
        """Add the seconds, the expansions and the seconds of the processor of an interpreted search."""
        self.spent += seconds
        self.expanded += expanded
        self.worked += worked

    def is_slower(self, expanded: int, seconds: float, pace: Pace | None = None) -> bool:
        """Add a stretch of machine code; return whether those since the last comparison were slower than the interpreter.

        Without a pace of the same search they are compared with that of the class's searches so far.
        """
        self.swift_expanded += expanded
        self.swift_seconds += seconds
        if self.swift_seconds < COMPARE_AFTER:
            return False
        to_beat, within = pace or (self.expanded, self.worked)
        slower = self.swift_expanded * within < to_beat * self.swift_seconds
        self.swift_expanded, self.swift_seconds = 0, 0.0
        return slower
