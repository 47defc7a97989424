"""Heuristics for two and three axes: estimates from the columns, rows and layers to the goal.

Where a step costs at least its length, the straight line is admissible and consistent. In whole numbers it is rounded down and
stays consistent, because steps are whole numbers: h(a) <= c + h(b) gives floor(h(a)) <= c + floor(h(b)). `EuclideanSquared`
omits the square root: it is neither admissible nor consistent, and makes the search greedy. Each domain states its guarantee.
"""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import Generic, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)


@frozen
class Euclidean:
    """The length of the straight line."""

    straight: float

    def estimate_steps(self, dx: int, dy: int, dz: int = 0) -> float:
        """Return the estimate; see the module."""
        return self.straight * sqrt(dx * dx + dy * dy + dz * dz)


@frozen
class WholeEuclidean:
    """The length of the straight line, rounded down."""

    straight: float

    def estimate_steps(self, dx: int, dy: int, dz: int = 0) -> int:
        """Return the estimate; see the module."""
        return floor(self.straight * sqrt(dx * dx + dy * dy + dz * dz))


@frozen
class WholeLine:
    """The length of the straight line, rounded up: the price of a line, not a bound.

    Prices that are rounded up keep the triangle inequality: a line never costs more than two lines that lead to its end.
    """

    straight: float

    def estimate_steps(self, dx: int, dy: int, dz: int = 0) -> int:
        """Return the price."""
        return ceil(self.straight * sqrt(dx * dx + dy * dy + dz * dz))


@frozen
class EuclideanSquared(Generic[C]):
    """The square of the length of the straight line."""

    straight: C

    def estimate_steps(self, dx: int, dy: int, dz: int = 0) -> C:
        """Return the estimate; see the module."""
        return self.straight * (dx * dx + dy * dy + dz * dz)
