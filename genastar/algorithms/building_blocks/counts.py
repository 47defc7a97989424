"""The counts of several searches, added up, for algorithms that consist of several."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve

from genastar.values.cost import V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Result


@define
class Counts:
    """The sums over all searches so far, and what the limits of a request leave for the next search."""

    limits: Limits
    """The limits of the request, which are for all searches together."""
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    peak_open: int = 0
    """The greatest of all searches."""
    seconds: float = 0.0

    def add(self, result: Result[Any, Any]) -> None:
        """Add the counts of a search, without its seconds."""
        self.expanded += result.expanded
        self.generated += result.generated
        self.reopened += result.reopened
        self.peak_open = max(self.peak_open, result.peak_open)

    @property
    def left(self) -> Limits:
        """Return the limits for the next search."""
        most, seconds = self.limits.expansions, self.limits.seconds
        return evolve(
            self.limits,
            expansions=None if most is None else max(0, most - self.expanded),
            seconds=None if seconds is None else max(0.0, seconds - self.seconds),
        )

    @property
    def sums(self) -> dict[str, Any]:
        """Return the sums by the names of the fields of a result."""
        return {name: getattr(self, name) for name in ("expanded", "generated", "reopened", "peak_open", "seconds")}

    def add_to_result(self, result: Result[K, V]) -> Result[K, V]:
        """Return a result with the sums over all searches."""
        return evolve(result, **self.sums)
