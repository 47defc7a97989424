"""The search problem: the neighbours of a cell, and the heuristic.

The estimate is the number of steps to the nearest goal without walls and mud (Manhattan distance). It is admissible: each step
costs at least 1 and brings a goal at most 1 nearer. For the same reason it is consistent.
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
    """Steps to the four sides. A step costs as much as the cell that it enters."""

    costs: NDArray[np.int64]
    """The cost of entering each cell, shape (height, width); 0 is a wall."""
    goals: NDArray[np.int64]
    """Goals as rows of x, y, shape (n, 2), n at least 1."""

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
        """Return the number of steps to a goal, given by its number, without walls."""
        x, y = position
        return abs(int(self.goals[goal, 0]) - x) + abs(int(self.goals[goal, 1]) - y)

    def index(self, position: Cell) -> int:
        """Return the number of a cell, row by row; with it, the compiled engine needs no hash table."""
        x, y = position
        width: int = self.costs.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return int(self.costs.size)
