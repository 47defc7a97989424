"""The problems: from hex to hex, minimising points or turns.

**Cells.** A hex is searched as one whole number, ``line << shift | place``. Its line is r and its place 2q + r, both counted
from the rim of the map: "doubled" coordinates, in which adjacent hexes of a line are two places apart and those of the next
line are between them. (Or q and 2r + q, if that needs fewer cells; then r and q swap roles below.) So the six neighbours of
every hex, in any layout, are at the same six distances; the distance between two hexes needs no division; and half the cell,
rounded down, numbers the hexes of a line without gaps.

**Prices.** The cost of a step does not change during a search. Terrain, rivers and walls are combined beforehand into one price
for each cell and direction; 0 means no step. A negative price crosses the rim of a map that wraps around: the step pays its
absolute value, and ``beyond`` has the cell on the other side.

**The estimate.** h is the distance to the nearest goal times the lowest price on the map. It is *admissible*: a path of n steps
leads no farther than n hexes, and each step costs at least the lowest price. It is *consistent*: a step changes the distance by
at most one, hence h by at most the lowest price, which is at most the price of the step. The minimum of several such estimates
is consistent too. On a map that wraps around, a path corresponds to a path in the plane tiled with copies of the map, from the
start to a copy of a goal; so the minimum over the copies is the distance. The nearest copy is adjacent to the map (`World`
lists these), because two hexes of one map are closer to each other along each axis than the length of the map.
"""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.values.cost import Comparable
from genastar_hexmap.searches.turns import TurnCost

HexCell = int
"""The number of a hex in problems."""

V = TypeVar("V", bound=Comparable)

_ALONG: Final = (1, 1, 0, -1, -1, 0)
_OVER: Final = (0, -1, -1, 0, 1, 1)
"""The six steps in the axial coordinates of cells: ``place = 2 * along + over``."""


@frozen(eq=False)
class HexProblem(AStar[HexCell, V]):
    """The base class of both problems: the map, the goals, and the distances to them."""

    prices: NDArray[np.int32]
    """The price of each step, indexed by half the cell, shape (cells, 6), in the order of `DIRECTIONS`; see the module."""
    beyond: NDArray[np.int32]
    """The cell for each cell of the rim, indexed by half the cell, shape (cells,); empty without wrap-around."""
    shift: int
    """Bits of the place in a cell."""
    least: int
    """The lowest price of any step; 0 without a goal."""
    goal: HexCell
    """The first goal, -1 for none."""
    others: NDArray[np.int64]
    """The other goals, shape (n,)."""
    copies: NDArray[np.int64]
    """Displacements to the adjacent copies of the map, in places and lines, shape (n, 2)."""

    def is_destination(self, position: HexCell) -> bool:
        if position == self.goal:
            return True
        for i in range(len(self.others)):  # noqa: SIM110  # machine code has no generators
            if self.others[i] == position:
                return True
        return False

    def estimate_left(self, position: HexCell) -> int:
        """Return the estimate of the remaining price; see the module."""
        nearest = self.measure_apart(position, self.goal)
        for i in range(len(self.others)):
            nearest = min(nearest, self.measure_apart(position, int(self.others[i])))
        return nearest * self.least

    def measure_apart(self, position: HexCell, goal: HexCell) -> int:
        """Return the distance from a cell to the nearest copy of a goal."""
        places = (1 << self.shift) - 1
        along, across = (goal & places) - (position & places), (goal >> self.shift) - (position >> self.shift)
        nearest = max(abs(across), (abs(along) + abs(across)) >> 1)
        for i in range(len(self.copies)):
            to, over = abs(along + int(self.copies[i, 0])), abs(across + int(self.copies[i, 1]))
            nearest = min(nearest, max(over, (to + over) >> 1))
        return nearest

    def wrap_rim_cell(self, cell: HexCell) -> HexCell:
        """Return the cell on the map for a cell of the rim."""
        return int(self.beyond[cell >> 1])

    def index(self, position: HexCell) -> int:
        """Return the number of a cell, which is dense."""
        return position >> 1

    @property
    def size(self) -> int:
        """Return the number of cells, including those outside of the map."""
        return len(self.prices)


@frozen(eq=False)
class March(HexProblem[Cost[int]]):
    """The problem that minimises points."""

    back: bool = False
    """Whether each step is taken in reverse."""

    def add_neighbours(self, node: Node[HexCell, Cost[int]], open_list: OpenList[HexCell, Cost[int]]) -> None:
        cell, travelled, row = node.position, node.cost.travelled, 1 << self.shift
        for direction, step in enumerate((2, 1 - row, -1 - row, -2, row - 1, row + 1)):
            price, to = int(self.prices[cell >> 1, direction]), cell + step
            if price < 0:
                to, price = self.wrap_rim_cell(to), -price
            if price:
                if self.back:  # the reverse step exists too, at another price
                    price = abs(int(self.prices[to >> 1, (direction + 3) % 6]))
                open_list.relax(to, travelled + price)

    def estimate(self, position: HexCell) -> int:
        return self.estimate_left(position)

    def sight(self, one: HexCell, other: HexCell) -> bool:
        """Return whether the straight line between the middles of two hexes is open; see `price_line`."""
        return self.price_line(one, other) >= 0

    def line_cost(self, one: HexCell, other: HexCell) -> int:
        """Return the price of the straight line, the sum of its steps; if it is not open, that of its open steps or less."""
        paid = self.price_line(one, other)
        return paid if paid >= 0 else -1 - paid

    def price_line(self, one: HexCell, other: HexCell) -> int:
        """Return the price of the straight line between the middles of two hexes; if it is not open, -1 less a lower bound.

        The line pays for each hex that it enters, at the price of the step. Where it passes exactly through a corner, it leaves
        a hex by two sides at once, and where it goes on along the side between two hexes, it enters both: then both must be
        open, and the dearer counts. No line leads across a joined edge of the map. All of this is exact, in whole numbers: with
        n the step through a side, a line from the origin to d leaves the hex c by that side at (1 + 2 c.n) / (2 d.n).
        """
        row, places = 1 << self.shift, (1 << self.shift) - 1
        to_q, to_r = self.measure_across(one, other, places)
        here, q, r, paid = one, 0, 0, 0
        while here != other:
            # The side by which the line leaves first, and the next one if it leaves by both.
            best, second, top, bottom = -1, -1, 0, 1
            for side in range(6):
                dq, dr = _ALONG[side], _OVER[side]
                speed = 2 * (to_q * dq + to_r * dr) + to_q * dr + to_r * dq
                if speed <= 0:
                    continue
                reach = 1 + 2 * (q * dq + r * dr) + q * dr + r * dq
                if best < 0 or reach * bottom < top * speed:
                    best, second, top, bottom = side, -1, reach, speed
                elif reach * bottom == top * speed:
                    second = side
            steps = (2, 1 - row, -1 - row, -2, row - 1, row + 1)
            price = self.step_price(here, best)
            if second >= 0:
                other_price = self.step_price(here, second)
                speed = 2 * (to_q * _ALONG[second] + to_r * _OVER[second]) + to_q * _OVER[second] + to_r * _ALONG[second]
                if speed == bottom:  # along the side between two hexes, to the hex at its end
                    onward = self.step_price(here + steps[best], second) if price else 0
                    other_onward = self.step_price(here + steps[second], best) if other_price else 0
                    if onward == 0 or other_onward == 0:
                        return -1 - paid
                    paid += max(price + onward, other_price + other_onward)
                    here += steps[best] + steps[second]
                    q, r = q + _ALONG[best] + _ALONG[second], r + _OVER[best] + _OVER[second]
                    continue
                if price == 0 or other_price == 0:
                    return -1 - paid
                if speed > bottom:
                    best, price = second, other_price
            if price == 0:
                return -1 - paid
            paid += price
            here += steps[best]
            q, r = q + _ALONG[best], r + _OVER[best]
        return paid

    def measure_across(self, one: HexCell, other: HexCell, places: int) -> tuple[int, int]:
        """Return the displacement between two cells in the axial coordinates of cells."""
        line = (other >> self.shift) - (one >> self.shift)
        return ((other & places) - (one & places) - line) >> 1, line

    def step_price(self, cell: HexCell, direction: int) -> int:
        """Return the price of a step on the map; 0 if there is none."""
        price = int(self.prices[cell >> 1, direction])
        if price <= 0:
            return 0  # a wall, or the other side of a map that wraps around
        if self.back:
            row = 1 << self.shift
            to = cell + (2, 1 - row, -1 - row, -2, row - 1, row + 1)[direction]
            return abs(int(self.prices[to >> 1, (direction + 3) % 6]))
        return price

    def reverse(self, start: HexCell) -> tuple[March, HexCell]:
        """Return the reversed problem; see `genastar.algorithms.Reversible`.

        Raises:
            BadInput: there are several goals, or none.
        """
        if self.goal < 0 or len(self.others):
            raise BadInput("the algorithm 'both-ways' needs one goal; give one, or use astar")
        return evolve(self, goal=start, back=not self.back), self.goal


@frozen(eq=False)
class TurnMarch(HexProblem[TurnCost]):
    """The problem that minimises turns, and then the points spent in the last turn; see `turns`."""

    moves: int
    """Prices that can be paid in each turn."""

    def add_neighbours(self, node: Node[HexCell, TurnCost], open_list: OpenList[HexCell, TurnCost]) -> None:
        cell, row = node.position, 1 << self.shift
        for direction, step in enumerate((2, 1 - row, -1 - row, -2, row - 1, row + 1)):
            price, to = int(self.prices[cell >> 1, direction]), cell + step
            if price < 0:
                to, price = self.wrap_rim_cell(to), -price
            if 0 < price <= self.moves:
                open_list.insert(to, node.cost.add_step(price, self.estimate_left(to), self.moves))
