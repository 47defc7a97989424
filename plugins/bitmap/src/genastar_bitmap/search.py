"""The problem: steps from pixel to pixel.

Which steps may be taken from a pixel does not change while a search runs, so the rules are looked at once for the whole image,
in `genastar_lattice.ways`: one byte a pixel, one bit a direction. The hooks know no rule.

**The estimate.** Let a straight step cost c and a diagonal one k, with c <= k <= 2c: 5 and 7, or 1 and sqrt(2). To a goal that
lies d columns and e rows away (say d >= e; otherwise swap them) the estimate is the octile distance

    h = c (d - e) + k e = c d + (k - c) e.

It is *admissible*: a way of t diagonal steps, u steps along rows and v along columns bridges u + t >= d columns and v + t >= e
rows, and it costs

    c (u + v) + k t = c (u + t) + (k - c) (v + t) + (2c - k) v >= c d + (k - c) e = h.

It is *consistent*: a straight step changes d or e by one, hence h by at most max(c, k - c) = c, its own cost; a diagonal step
changes both, hence h by at most c + (k - c) = k. With 4 directions there are straight steps only, and k = 2c makes
h = c (d + e), Manhattan's distance. Walls and the rules for corners take steps away and add none. To the nearest pixel of a
rectangle, d and e change by no more than the position does, so all this holds for it too; and it holds for the least of several
estimates. In floats it holds up to rounding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_lattice.ways import Area, Ways

Pixel = tuple[int, int]
"""A position: x (column, from the left) and y (row, from the top)."""

C = TypeVar("C", int, float)
"""What steps are counted in."""

STRAIGHT: Final = ((4, 1, 0), (16, 0, 1), (64, -1, 0), (1, 0, -1))
"""Bit, dx and dy of each straight step."""

DIAGONAL: Final = ((8, 1, 1), (32, -1, 1), (128, -1, -1), (2, 1, -1))
"""Bit, dx and dy of each diagonal step."""


@frozen(eq=False)
class Walk(AStar[Pixel, Cost[C]]):
    """The way from pixel to pixel to any of the goals.

    The goals are covered by rectangles, so that a large goal costs no more than a small one.
    """

    ways: Ways
    """The directions that are open from each pixel, shape (height, width)."""
    goal: Area
    """The rectangle of goals; it is one pixel where there is one goal."""
    more_goals: NDArray[np.int64]
    """The other rectangles of goals, shape (n, 4)."""
    straight: C
    """The cost of a straight step."""
    diagonal: C
    """The cost of a diagonal step, or of the two straight ones in its place."""

    def add_neighbours(self, node: Node[Pixel, Cost[C]], open_list: OpenList[Pixel, Cost[C]]) -> None:
        x, y = node.position
        ways = int(self.ways[y, x])
        travelled = node.cost.travelled + self.straight
        for bit, dx, dy in STRAIGHT:
            if ways & bit:
                open_list.relax((x + dx, y + dy), travelled)
        travelled = node.cost.travelled + self.diagonal
        for bit, dx, dy in DIAGONAL:
            if ways & bit:
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
        least = self.without_walls(max(left - x, x - right, 0), max(top - y, y - bottom, 0))
        for i in range(len(self.more_goals)):
            dx = max(int(self.more_goals[i, 0]) - x, x - int(self.more_goals[i, 2]), 0)
            dy = max(int(self.more_goals[i, 1]) - y, y - int(self.more_goals[i, 3]), 0)
            least = min(least, self.without_walls(dx, dy))
        return least

    def without_walls(self, dx: int, dy: int) -> C:
        """The cost of the cheapest way over so many columns and rows (octile, or Manhattan; see above)."""
        return self.straight * abs(dx - dy) + self.diagonal * min(dx, dy)

    def reverse(self, start: Pixel) -> tuple[Walk[C], Pixel]:
        """Return the same question from its goal; see `genastar.algorithms.Reversible`. Each step can be taken back.

        Raises:
            BadInput: there are several goals.
        """
        left, top, right, bottom = self.goal
        if len(self.more_goals) or (left, top) != (right, bottom):
            raise BadInput("a search from both ends needs one goal; give one, or use astar")
        return evolve(self, goal=(*start, *start)), (left, top)

    def index(self, position: Pixel) -> int:
        """The number of a pixel, in the order of reading: the state space is dense."""
        x, y = position
        width: int = self.ways.shape[1]
        return y * width + x

    @property
    def size(self) -> int:
        """How many pixels there are."""
        return int(self.ways.size)


def areas_of(pixels: Iterable[Pixel]) -> list[Area]:
    """Rectangles that cover these pixels and no others: runs within rows, joined where equal runs lie below one another."""
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
