"""Units: the numbers that a problem counts in, and their conversion from lengths."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from attrs import frozen

from genastar import Comparable, Limits


@frozen
class Units:
    """The unit of a problem. A domain's subclass adds the prices of its steps."""

    slack: ClassVar[float] = 1e-5
    """Largest relative error of whole prices."""

    whole: bool
    unit: float
    """Price of a straight step between places of cost 1."""

    def limit(self, length: float) -> float:
        """Return the limit on the price for a limit on the length."""
        return ceil(length * self.unit * (1 + self.slack)) if self.whole else length * self.unit

    def convert_bound(self, cost: Comparable) -> Comparable | None:
        """Return the limit for `genastar.Domain.limit`; ``None`` if the argument sets no bound."""
        return Limits(cost=cost).convert_cost(self.limit).cost
