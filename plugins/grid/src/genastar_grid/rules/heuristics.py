"""What is left, from the columns d and rows e between a cell and its goal.

A *straight* step costs c and a diagonal one k; an estimate takes c' = min(c, k) and k' = min(k, 2c), what a column and what a
column with a row cost at the least: two diagonal steps may be cheaper than two straight ones, and two straight ones than a
diagonal one. Then c' <= k' <= 2c', and with d >= e

    octile = c' (d - e) + k' e

is admissible and consistent: a straight step changes d or e by one, and so the estimate by at most max(c', k' - c') = c' <=
c; a diagonal one changes both, and so the estimate by at most k' <= k. Walls and rules for corners take steps away and add
none; a cell that costs more than the cheapest makes its steps dearer; a turn adds to them. So both properties stay.
`Manhattan` is the octile distance without diagonal steps, and so too large with them. Chebyshev's distance, c' d, is `Octile`
with k' = c', and smaller than octile; no estimate is `Octile` with zeros. `genastar_lattice.heuristics.Euclidean` is c' times
the length of the straight line where k' >= sqrt(2) c', and smaller than octile there.
"""

from __future__ import annotations

from math import floor
from typing import Generic, Protocol, TypeVar

from attrs import frozen

C = TypeVar("C", int, float)
H = TypeVar("H", covariant=True)


class Heuristic(Protocol[H]):
    """What an estimate is made of."""

    def left(self, dx: int, dy: int) -> H:
        """What is left over so many columns and rows, both at least 0, in the prices of the problem."""


class Lengths(Protocol):
    """A user's own estimate, for `Grid.guided_by`: a frozen attrs class of numbers and arrays, so that it compiles."""

    def left(self, dx: int, dy: int) -> float:
        """What is left over so many columns and rows, both at least 0, in straight steps between cells of cost 1."""


@frozen
class Own:
    """A user's own."""

    own: Lengths
    unit: float

    def left(self, dx: int, dy: int) -> float:
        """See `Lengths`."""
        return self.unit * self.own.left(dx, dy)


@frozen
class WholeOwn:
    """A user's own, rounded down."""

    own: Lengths
    unit: float

    def left(self, dx: int, dy: int) -> int:
        """See `Lengths`."""
        return floor(self.unit * self.own.left(dx, dy))


@frozen
class Octile(Generic[C]):
    """The diagonal shortcut: the cheapest way on an empty grid."""

    straight: C
    diagonal: C

    def left(self, dx: int, dy: int) -> C:
        """See the module."""
        return self.straight * abs(dx - dy) + self.diagonal * min(dx, dy)


@frozen
class Manhattan(Generic[C]):
    """Columns and rows."""

    straight: C

    def left(self, dx: int, dy: int) -> C:
        """See the module."""
        return self.straight * (dx + dy)


@frozen
class Knights(Generic[C]):
    """Knight's moves: each covers two columns (or rows) at most, and three of both together."""

    price: C

    def left(self, dx: int, dy: int) -> C:
        """See the module."""
        return self.price * max((max(dx, dy) + 1) // 2, (dx + dy + 2) // 3)
