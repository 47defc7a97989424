"""The search: what lies next to what, and what is left.

The estimate is the number of steps to the nearest goal if there were neither walls nor mud (Manhattan's distance). It is
admissible: no step costs less than 1, and each brings a goal nearer by 1 at the most. For the same reason it is consistent.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_template.read import Cell

STEPS: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


@frozen(eq=False)
class TemplateProblem(AStar[Cell, Cost[int]]):
    """Steps to the four sides. A step costs what the cell that it enters costs."""

    costs: NDArray[np.int64]
    """What it costs to enter each cell, shape (height, width); 0 is a wall."""
    goals: NDArray[np.int64]
    """Rows of x, y, shape (n, 2), n at least 1."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        height, width = self.costs.shape
        for dx, dy in STEPS:
            x, y = node.position[0] + dx, node.position[1] + dy
            if 0 <= x < width and 0 <= y < height and self.costs[y, x] > 0:
                open_list.relax((x, y), node.cost.travelled + int(self.costs[y, x]))

    def is_destination(self, position: Cell) -> bool:
        return self.estimate(position) == 0

    def estimate(self, position: Cell) -> int:
        least = self.distance(position, 0)
        for goal in range(1, len(self.goals)):
            least = min(least, self.distance(position, goal))
        return least

    def distance(self, position: Cell, goal: int) -> int:
        """Steps to a goal, by its number, if there were no walls."""
        x, y = position
        return abs(int(self.goals[goal, 0]) - x) + abs(int(self.goals[goal, 1]) - y)

    def index(self, position: Cell) -> int:
        """The number of a cell, in the order of reading: it spares the compiled engine a hash table."""
        x, y = position
        width: int = self.costs.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """How many cells there are."""
        return int(self.costs.size)
