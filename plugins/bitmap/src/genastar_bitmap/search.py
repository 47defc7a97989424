"""The problem: steps from pixel to pixel.

The open steps of a pixel do not change during a search. Therefore `genastar_lattice.directions` applies the rules once to the
whole
image, with one byte for each pixel and one bit for each direction; hooks need not know the rules.

**The estimate.** Let a straight step cost c and a diagonal one k, with c <= k <= 2c: 5 and 7, or 1 and sqrt(2). For a goal that
is d columns and e rows away, with d >= e (otherwise exchange them), the estimate is the octile distance

    h = c (d - e) + k e = c d + (k - c) e.

It is *admissible*: a path of t diagonal steps, u steps along rows and v along columns covers u + t >= d columns and
v + t >= e rows, and it costs

    c (u + v) + k t = c (u + t) + (k - c) (v + t) + (2c - k) v >= c d + (k - c) e = h.

It is *consistent*: a straight step changes d or e by one, hence h by at most max(c, k - c) = c, its own cost; a diagonal step
changes both, hence h by at most c + (k - c) = k. With 4 directions there are straight steps only, and k = 2c makes
h = c (d + e), the Manhattan distance. Walls and corner rules only remove steps. For the nearest pixel of a rectangle, d and e
change by no more than the position does, so the same holds for it, and for the minimum of several estimates. In floats it
holds up to rounding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_lattice.directions import Area, OpenDirections

Pixel = tuple[int, int]
"""A position: x (column, from the left) and y (row, from the top)."""

C = TypeVar("C", int, float)
"""The type of costs."""

STRAIGHT: Final = ((4, 1, 0), (16, 0, 1), (64, -1, 0), (1, 0, -1))
"""Bit, dx and dy of each straight step."""

DIAGONAL: Final = ((8, 1, 1), (32, -1, 1), (128, -1, -1), (2, 1, -1))
"""Bit, dx and dy of each diagonal step."""


@frozen(eq=False)
class PixelProblem(AStar[Pixel, Cost[C]]):
    """A problem from pixel to pixel, to any of the goals.

    The goals are covered by rectangles, so that a large goal area costs no more than a single pixel.
    """

    open_directions: OpenDirections
    """The open directions of each pixel, shape (height, width)."""
    goal: Area
    """The first rectangle of goals; a single pixel for one goal."""
    more_goals: NDArray[np.int64]
    """The other rectangles of goals, shape (n, 4)."""
    straight: C
    """The cost of a straight step."""
    diagonal: C
    """The cost of a diagonal step, or of two straight steps if there are no diagonal ones."""

    def add_neighbours(self, node: Node[Pixel, Cost[C]], open_list: OpenList[Pixel, Cost[C]]) -> None:
        x, y = node.position
        open_directions = int(self.open_directions[y, x])
        travelled = node.cost.travelled + self.straight
        for bit, dx, dy in STRAIGHT:
            if open_directions & bit:
                open_list.relax((x + dx, y + dy), travelled)
        travelled = node.cost.travelled + self.diagonal
        for bit, dx, dy in DIAGONAL:
            if open_directions & bit:
                open_list.relax((x + dx, y + dy), travelled)

    def is_destination(self, position: Pixel) -> bool:
        x, y = position
        left, top, right, bottom = self.goal
        if left <= x <= right and top <= y <= bottom:
            return True
        for i in range(len(self.more_goals)):
            if self.more_goals[i, 0] <= x <= self.more_goals[i, 2] and self.more_goals[i, 1] <= y <= self.more_goals[i, 3]:
                return True
        return False

    def estimate(self, position: Pixel) -> C:
        x, y = position
        left, top, right, bottom = self.goal
        least = self.estimate_without_walls(max(left - x, x - right, 0), max(top - y, y - bottom, 0))
        for i in range(len(self.more_goals)):
            dx = max(int(self.more_goals[i, 0]) - x, x - int(self.more_goals[i, 2]), 0)
            dy = max(int(self.more_goals[i, 1]) - y, y - int(self.more_goals[i, 3]), 0)
            least = min(least, self.estimate_without_walls(dx, dy))
        return least

    def estimate_without_walls(self, dx: int, dy: int) -> C:
        """Return the cost of the cheapest path without walls (octile or Manhattan distance; see the module)."""
        return self.straight * abs(dx - dy) + self.diagonal * min(dx, dy)

    def reverse(self, start: Pixel) -> tuple[PixelProblem[C], Pixel]:
        """Return the reversed problem; see `genastar.algorithms.Reversible`. Each step can be reversed.

        Raises:
            BadInput: there are several goals.
        """
        left, top, right, bottom = self.goal
        if len(self.more_goals) or (left, top) != (right, bottom):
            raise BadInput("the algorithm 'both-ways' needs one goal; give one, or use astar")
        return evolve(self, goal=(*start, *start)), (left, top)

    def index(self, position: Pixel) -> int:
        """Return the number of a pixel, row by row: the state space is dense."""
        x, y = position
        width: int = self.open_directions.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """Return the number of pixels."""
        return int(self.open_directions.size)


def cover_with_areas(pixels: Iterable[Pixel]) -> list[Area]:
    """Return rectangles that cover exactly these pixels: runs within rows, joined with equal runs in adjacent rows."""
    runs: dict[int, list[tuple[int, int]]] = {}
    for x, y in sorted(set(pixels), key=lambda pixel: (pixel[1], pixel[0])):
        row = runs.setdefault(y, [])
        if row and row[-1][1] == x - 1:
            row[-1] = (row[-1][0], x)
        else:
            row.append((x, x))
    areas: list[Area] = []
    growing: dict[tuple[int, int], tuple[int, int]] = {}
    for y, row in runs.items():
        for run in row:
            top, bottom = growing.get(run, (y, y - 1))
            if bottom < y - 1:
                areas.append((run[0], top, run[1], bottom))
                top = y
            growing[run] = (top, y)
    areas += [(left, top, right, bottom) for (left, right), (top, bottom) in growing.items()]
    return areas
