"""What is left over so many columns, rows and layers, at a price for each straight step: formulas for two axes and for three.

Where a step costs its length or more, the straight line is admissible and consistent. In whole numbers it is rounded down,
which keeps it consistent because steps are whole numbers: h(a) <= c + h(b) gives floor(h(a)) <= c + floor(h(b)).
`EuclideanSquared` leaves out the square root: it is neither, and greedy. A domain proves what it promises where it chooses.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import Generic, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)


@frozen
class Euclidean:
    """The straight line."""

    straight: float

    def left(self, dx: int, dy: int, dz: int = 0) -> float:
        """See the module."""
        return self.straight * sqrt(dx * dx + dy * dy + dz * dz)


@frozen
class WholeEuclidean:
    """The straight line, rounded down."""

    straight: float

    def left(self, dx: int, dy: int, dz: int = 0) -> int:
        """See the module."""
        return floor(self.straight * sqrt(dx * dx + dy * dy + dz * dz))


@frozen
class EuclideanSquared(Generic[C]):
    """The square of the straight line."""

    straight: C

    def left(self, dx: int, dy: int, dz: int = 0) -> C:
        """See the module."""
        return self.straight * (dx * dx + dy * dy + dz * dz)
