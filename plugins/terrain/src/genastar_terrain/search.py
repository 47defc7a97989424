"""The problems: from cell to cell of a raster. A state is the number of a cell, row by row."""

from __future__ import annotations

from math import hypot, inf

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_lattice.goals import NumberedGoals
from genastar_terrain.frame import Bound
from genastar_terrain.rules.grounds import Ground

Ints = NDArray[np.int64]

Box = tuple[int, int, int, int]
"""The least and greatest column, and the least and greatest row."""


@frozen(eq=False)
class Goals(NumberedGoals):
    """The goals of a search, and the box around them."""

    box: Box
    """The smallest box around the goals."""


@frozen(eq=False)
class TerrainProblem(AStar[int, Cost[float]]):
    """The cheapest path between cells, over steps whose costs are computed when they are taken."""

    consistent = True

    width: int
    height: int
    goals: Goals
    across: Ints
    """The columns of each step."""
    along: Ints
    """The rows of each step."""
    lengths: NDArray[np.float64] = field(repr=False)
    """The length in metres of each step from each row, shape (height, steps)."""
    ground: Ground
    bound: Bound

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        y = node.position // self.width
        x = node.position - y * self.width
        travelled = node.cost.travelled
        for step in range(len(self.across)):
            to_x, to_y = x + int(self.across[step]), y + int(self.along[step])
            if 0 <= to_x < self.width and 0 <= to_y < self.height:
                price = self.ground.price(x, y, to_x, to_y, float(self.lengths[y, step]))
                if price < inf:  # NaN is not
                    open_list.relax(to_y * self.width + to_x, travelled + price)

    def is_destination(self, position: int) -> bool:
        return self.goals.include(position)

    def estimate(self, position: int) -> float:
        return self.estimate_box(position, self.bound)

    def estimate_box(self, position: int, bound: Bound) -> float:
        """Return the least cost from a cell to the box around the goals."""
        y = position // self.width
        x = position - y * self.width
        left, right, top, bottom = self.goals.box
        return bound.measure(max(left - x, x - right, 0), max(top - y, y - bottom, 0))

    def reverse(self, start: int) -> tuple[TerrainProblem, int]:
        """Return the problem from the goal to the start, over steps in reverse.

        Raises:
            BadInput: there are several goals.
        """
        if self.goals.one < 0:
            raise BadInput("an algorithm that searches from both ends needs one goal; give one, or use astar")
        return evolve(self, ground=self.ground.reverse_steps(), goals=make_goals([start], self.width)), self.goals.one


@frozen(eq=False)
class IndexedTerrainProblem(TerrainProblem):
    """A `TerrainProblem` with states by index, for rasters whose tables fit into memory."""

    def index(self, position: int) -> int:
        """Return the number itself."""
        return position

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return self.width * self.height


@frozen(eq=False)
class LinedTerrainProblem(IndexedTerrainProblem):
    """A `TerrainProblem` with straight lines at any angle, for rasters on a plane."""

    columns: tuple[float, float]
    """The metres of a step by a column, as x and y."""
    rows: tuple[float, float]
    """The metres of a step by a row, as x and y."""
    line_bound: Bound

    def sight(self, one: int, other: int) -> bool:
        """Return whether the straight line between two cells is open."""
        return self.line_cost(one, other) < inf

    def line_cost(self, one: int, other: int) -> float:
        """Return the cost of the straight line between two cells; NaN if it is closed."""
        y, to_y = one // self.width, other // self.width
        x, to_x = one - y * self.width, other - to_y * self.width
        if one == other:
            return 0.0
        dx, dy = to_x - x, to_y - y
        length = hypot(dx * self.columns[0] + dy * self.rows[0], dx * self.columns[1] + dy * self.rows[1])
        return self.ground.price(x, y, to_x, to_y, length)

    def line_estimate(self, position: int) -> float:
        """Return the least cost of straight lines to the box around the goals."""
        return self.estimate_box(position, self.line_bound)


def make_goals(numbers: list[int], width: int) -> Goals:
    """Return the goals with these numbers of cells, on a raster of this width."""
    goals = np.unique(np.array(numbers, np.int64))
    rows, columns = np.divmod(goals, width)
    box = (int(columns.min()), int(columns.max()), int(rows.min()), int(rows.max()))
    return Goals(int(goals[0]) if len(goals) == 1 else -1, goals, box)
