"""The problems: from hex to hex, by the points that it costs, or by turns.

**Cells.** A hex is searched as one whole number, ``line << shift | place``. Its line is r, and its place 2q + r, both counted
from the rim of the map: "doubled" coordinates, in which two hexes side by side are two places apart and those of the next
line lie between. (Or q and 2r + q, if that needs fewer cells; r and q may change places in all that follows.) So the six
neighbours of every hex, whatever the layout, lie at the same six distances, the distance between two hexes needs no division,
and half the number, rounded down, numbers the hexes without gaps inside a line.

**Prices.** What a step costs does not change while a search runs: terrain, rivers and walls are written into one price for each
cell and direction beforehand; 0 is no step. A negative price leads across the rim of a map that wraps around: its amount is
paid, and ``beyond`` has the cell that the rim stands for.

**The estimate.** h is the distance to the nearest goal times the lowest price anywhere on the map. It is *admissible*: a way
of n steps leads no farther than n hexes, and each step costs at least the lowest price. It is *consistent*: a step changes
the distance by at most one, hence h by at most the lowest price, which is at most its own. The least of several such
estimates is consistent, too. On a map that wraps around, a way corresponds to one on the plane that the copies of the map
fill, from the start to one of the copies of a goal; so the least over the copies is the distance there. The nearest copy is
among those next to the map (`World` lists them), because two hexes of one map are nearer to each other, along each of its
axes, than the map is long.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.cost import Comparable
from genastar_hexmap.turns import TurnCost

Cell = int
"""A hex as the problems number it."""

V = TypeVar("V", bound=Comparable)


@frozen(eq=False)
class Hexes(AStar[Cell, V]):
    """What both problems share: the map, the goals, and how far they are."""

    prices: NDArray[np.int32]
    """What each step costs, by half a cell's number, shape (cells, 6), in the order of `DIRECTIONS`: see above."""
    beyond: NDArray[np.int32]
    """The cell that each cell of the rim stands for, by half its number, shape (cells,); empty where nothing wraps around."""
    shift: int
    """The bits of the place in a cell's number."""
    least: int
    """The lowest price of any step; 0 if there is no goal."""
    goal: Cell
    """-1 if there is none."""
    others: NDArray[np.int64]
    """The other goals, shape (n,)."""
    copies: NDArray[np.int64]
    """How far the copies of the map lie that are next to it, in places and lines, shape (n, 2)."""

    def is_destination(self, position: Cell) -> bool:
        if position == self.goal:
            return True
        for i in range(len(self.others)):  # noqa: SIM110  # machine code has no generators
            if self.others[i] == position:
                return True
        return False

    def left(self, position: Cell) -> int:
        """The points that are left to pay, at the least: see above."""
        nearest = self.apart(position, self.goal)
        for i in range(len(self.others)):
            nearest = min(nearest, self.apart(position, int(self.others[i])))
        return nearest * self.least

    def apart(self, position: Cell, goal: Cell) -> int:
        """The distance from a cell to a goal or to a copy of it."""
        places = (1 << self.shift) - 1
        along, across = (goal & places) - (position & places), (goal >> self.shift) - (position >> self.shift)
        nearest = max(abs(across), (abs(along) + abs(across)) >> 1)
        for i in range(len(self.copies)):
            to, over = abs(along + int(self.copies[i, 0])), abs(across + int(self.copies[i, 1]))
            nearest = min(nearest, max(over, (to + over) >> 1))
        return nearest

    def far_side(self, cell: Cell) -> Cell:
        """The cell that a cell of the rim stands for."""
        return int(self.beyond[cell >> 1])

    def index(self, position: Cell) -> int:
        """The number of a cell among those that can be: the state space is dense."""
        return position >> 1

    @property
    def size(self) -> int:
        """How many cells there are, those outside of the map included."""
        return len(self.prices)


@frozen(eq=False)
class March(Hexes[Cost[int]]):
    """The way that costs the fewest points."""

    back: bool = False
    """Whether each step is walked from its end to its beginning."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        cell, travelled, row = node.position, node.cost.travelled, 1 << self.shift
        for direction, step in enumerate((2, 1 - row, -1 - row, -2, row - 1, row + 1)):
            price, to = int(self.prices[cell >> 1, direction]), cell + step
            if price < 0:
                to, price = self.far_side(to), -price
            if price:
                if self.back:  # who can leave here for there, can come here from there, for another price
                    price = abs(int(self.prices[to >> 1, (direction + 3) % 6]))
                open_list.relax(to, travelled + price)

    def estimate(self, position: Cell) -> int:
        return self.left(position)

    def reverse(self, start: Cell) -> tuple[March, Cell]:
        """Return the same question from its goal; see `genastar.algorithms.Reversible`.

        Raises:
            BadInput: there are several goals, or none.
        """
        if self.goal < 0 or len(self.others):
            raise BadInput("a search from both ends needs one goal; give one, or use astar")
        return evolve(self, goal=start, back=not self.back), self.goal


@frozen(eq=False)
class TurnMarch(Hexes[TurnCost]):
    """The way that takes the fewest turns, and of those the one that spends the fewest points in the last. See `turns`."""

    moves: int
    """Points that may be spent in each turn."""

    def add_neighbours(self, node: Node[Cell, TurnCost], open_list: OpenList[Cell, TurnCost]) -> None:
        cell, row = node.position, 1 << self.shift
        for direction, step in enumerate((2, 1 - row, -1 - row, -2, row - 1, row + 1)):
            price, to = int(self.prices[cell >> 1, direction]), cell + step
            if price < 0:
                to, price = self.far_side(to), -price
            if 0 < price <= self.moves:
                open_list.insert(to, node.cost.after(price, self.left(to), self.moves))
