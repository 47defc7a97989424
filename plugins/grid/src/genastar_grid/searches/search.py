"""The problems: from cell to cell, over the open directions of each cell, which `ways` prepares.

**Prices.** Steps are counted in whole numbers where that can be: 408 for a straight step and 577 for a diagonal one, whose
quotient is the square root of two to one part in 660,000 (a convergent of its continued fraction). Whole numbers have an
exact order, so that no rounding makes a way look cheaper than its equal, and they fit a bucket queue. The length that a
person sees is computed from the counts of steps on the path, not from these.

**Parts.** What a step costs beside its length (`grounds`), what lies beyond an edge (`edges`) and what is left (`heuristics`)
are values that the problem is made of, and that compile into it.
"""

from __future__ import annotations

from typing import Final, Generic, Self, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_grid.rules.bias import Bias
from genastar_grid.rules.edges import Edges
from genastar_grid.rules.heuristics import Heuristic
from genastar_lattice.grounds import Ground
from genastar_lattice.ways import Ways

Cell = tuple[int, int]
"""A position: x (column, from the left) and y (row, from the top)."""

Area = tuple[int, int, int, int]
"""A rectangle of cells: left, top, right, bottom; all four belong to it."""

C = TypeVar("C", int, float)
"""What steps are counted in."""

STRAIGHT: Final = ((1, 0, -1), (4, 1, 0), (16, 0, 1), (64, -1, 0))
"""Bit, dx and dy of each straight step."""

DIAGONAL: Final = ((2, 1, -1), (8, 1, 1), (32, -1, 1), (128, -1, -1))
"""Bit, dx and dy of each diagonal step."""


@frozen(eq=False)
class Goals(Generic[C]):
    """Where a search ends, and how far that is."""

    area: Area
    """The least rectangle that holds all goals. It is one cell where there is one goal."""
    mask: NDArray[np.bool_]
    """Which of its cells are goals, shape (height, width) of the area."""
    heuristic: Heuristic[C]
    edges: Edges
    bias: Bias
    is_sure: bool
    """Whether the estimate is known to be admissible and consistent."""

    def include(self, position: Cell) -> bool:
        """Whether this cell is a goal."""
        x, y = position
        left, top, right, bottom = self.area
        return left <= x <= right and top <= y <= bottom and bool(self.mask[y - top, x - left])

    def left(self, position: Cell) -> C:
        """The estimate, to the nearest cell of the rectangle: no goal is nearer, and it changes with a step as to one goal."""
        x, y = position
        left, top, right, bottom = self.area
        dx, dy = self.edges.apart(left - x, x - right, top - y, y - bottom)
        return self.heuristic.left(dx, dy) + self.bias.at(x, y)


class ToGoals(AStar[Cell, Cost[C]], Generic[C]):
    """What all searches from cell to cell have in common."""

    goals: Goals[C]

    @property
    def admissible(self) -> bool:  # type: ignore[override]  # as the options of this one are
        return self.goals.is_sure

    consistent = admissible

    def is_destination(self, position: Cell) -> bool:
        return self.goals.include(position)

    def estimate(self, position: Cell) -> C:
        return self.goals.left(position)


@frozen(eq=False)
class Dense(ToGoals[C], Generic[C]):
    """What the searches of a grid with edges have in common."""

    ways: Ways
    """The open directions of each cell, shape (height, width)."""
    goals: Goals[C]

    def index(self, position: Cell) -> int:
        """The number of a cell, in the order of reading: the state space is dense."""
        x, y = position
        width: int = self.ways.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """How many cells there are."""
        return int(self.ways.size)


@frozen(eq=False)
class Stepwise(Dense[C], Generic[C]):
    """One step at a time, in both directions at the same price: a problem that can be turned round."""

    ground: Ground[Cell, C]

    def reverse(self, start: Cell) -> tuple[Self, Cell]:
        """Return the way back, to this start, and the goal that it begins at; see `genastar.algorithms.Reversible`.

        Raises:
            BadInput: there are several goals.
        """
        left, top, right, bottom = self.goals.area
        if (left, top) != (right, bottom):
            raise BadInput("the algorithm 'both-ways' takes one goal, and there are several; give one, or use astar")
        goals = evolve(self.goals, area=(*start, *start))
        return evolve(self, goals=goals, ground=self.ground.backwards()), (left, top)


@frozen(eq=False)
class Walk(Stepwise[C]):
    """Steps to eight neighbours, or to those of them that the rules leave."""

    straight: C
    """The price of a straight step."""
    diagonal: C
    """The price of a diagonal step."""

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        ways = int(self.ways[y, x])
        travelled = node.cost.travelled
        for bit, dx, dy in STRAIGHT:
            if ways & bit:
                to = self.goals.edges.cell(x + dx, y + dy)
                open_list.relax(to, travelled + self.straight * self.ground.factor(node.position, to))
        for bit, dx, dy in DIAGONAL:
            if ways & bit:
                to = self.goals.edges.cell(x + dx, y + dy)
                open_list.relax(to, travelled + self.diagonal * self.ground.factor(node.position, to))


@frozen(eq=False)
class Stencil(Stepwise[C]):
    """Moves of any kind: bit d of a cell's open directions is move d."""

    moves: NDArray[np.int64]
    """Columns and rows of each move, shape (n, 2)."""
    prices: NDArray[np.int64] | NDArray[np.float64]
    """The price of each move, shape (n,)."""

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        ways = int(self.ways[y, x])
        for number in range(len(self.moves)):
            if ways >> number & 1:
                to = self.goals.edges.cell(x + int(self.moves[number, 0]), y + int(self.moves[number, 1]))
                price = self.prices[number] * self.ground.factor(node.position, to)
                open_list.relax(to, node.cost.travelled + price)
