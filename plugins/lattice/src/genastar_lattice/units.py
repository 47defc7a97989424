"""Units: the whole numbers, or floats, that a problem counts in, and lengths in them."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from attrs import frozen

from genastar import Comparable, Limits


@frozen
class Units:
    """What a problem counts in. A domain's own adds the prices of its steps."""

    slack: ClassVar[float] = 1e-5
    """How far whole prices are off the lengths that they stand for, as a share."""

    whole: bool
    unit: float
    """The price of a straight step between places of cost 1."""

    def limit(self, length: float) -> float:
        """Return a limit on the length as one on the price."""
        return ceil(length * self.unit * (1 + self.slack)) if self.whole else length * self.unit

    def bound(self, cost: Comparable) -> Comparable | None:
        """Return the same for `genastar.Domain.limit`: of any number, ``None`` if it bounds nothing."""
        return Limits(cost=cost).in_units(self.limit).cost
