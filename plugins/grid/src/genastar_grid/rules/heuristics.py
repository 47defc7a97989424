"""Heuristics: estimates from the columns d and rows e between a cell and its goal.

Let a *straight* step cost c and a diagonal one k. Two diagonal steps may be cheaper than two straight ones, and two straight
steps cheaper than a diagonal one. So define c' = min(c, k), the least cost of one column, and k' = min(k, 2c), the least cost
of one column and one row. Then c' <= k' <= 2c', and for d >= e

    octile = c' (d - e) + k' e

is admissible and consistent. A straight step changes d or e by one, and the estimate by at most max(c', k' - c') = c' <= c. A
diagonal step changes both, and the estimate by at most k' <= k. Walls and corner rules only remove steps, dearer cells only
raise costs, and turns only add to them: both properties remain.
`Manhattan` is the octile distance without diagonal steps, and overestimates where there are any. Chebyshev's distance, c' d,
is `OctileDistance` with k' = c'; it is smaller than octile. The estimate 0 is `OctileDistance` with zeros.
`genastar_lattice.heuristics.Euclidean` is c' times the length of the straight line; where k' >= sqrt(2) c' it is smaller than
octile.
"""

from __future__ import annotations

from math import floor
from typing import Generic, Protocol, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)
H = TypeVar("H", covariant=True)


class GridHeuristic(Protocol[H]):
    """A formula for the remaining cost."""

    def estimate_steps(self, dx: int, dy: int) -> H:
        """Return the estimate for so many columns and rows, both at least 0, in prices of the problem."""


class OwnHeuristic(Protocol):
    """A user's own heuristic for `Grid.with_heuristic`: a frozen attrs class of numbers and arrays, so that it compiles."""

    def estimate_steps(self, dx: int, dy: int) -> float:
        """Return the estimate for so many columns and rows, both at least 0, in straight steps between cells of cost 1."""


@frozen
class OwnInPrices:
    """A user's own heuristic, in prices."""

    own: OwnHeuristic
    unit: float

    def estimate_steps(self, dx: int, dy: int) -> float:
        """Return the estimate; see `OwnHeuristic`."""
        return self.unit * self.own.estimate_steps(dx, dy)


@frozen
class WholeOwnInPrices:
    """A user's own heuristic, in prices, rounded down."""

    own: OwnHeuristic
    unit: float

    def estimate_steps(self, dx: int, dy: int) -> int:
        """Return the estimate; see `OwnHeuristic`."""
        return floor(self.unit * self.own.estimate_steps(dx, dy))


@frozen
class OctileDistance(Generic[C]):
    """The octile distance: the cost of the cheapest path on an empty grid."""

    straight: C
    diagonal: C

    def estimate_steps(self, dx: int, dy: int) -> C:
        """Return the estimate; see the module."""
        return self.straight * abs(dx - dy) + self.diagonal * min(dx, dy)


@frozen
class Manhattan(Generic[C]):
    """The Manhattan distance: columns plus rows."""

    straight: C

    def estimate_steps(self, dx: int, dy: int) -> C:
        """Return the estimate; see the module."""
        return self.straight * (dx + dy)


@frozen
class Knights(Generic[C]):
    """A bound for knight's moves: each covers at most two columns (or rows), and at most three of both together."""

    price: C

    def estimate_steps(self, dx: int, dy: int) -> C:
        """Return the estimate; see the module."""
        return self.price * max((max(dx, dy) + 1) // 2, (dx + dy + 2) // 3)
