"""Several goals: an estimate that is nearer to the truth than the rectangle around all of them.

The goals are put into a few rectangles, and the estimate is the least of those to each. No goal lies nearer than the rectangle
that it is in, so it is admissible; and the least of consistent estimates is consistent, since each changes with a step by no
more than the step costs.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_grid.searches.search import Cell, Goals

C = TypeVar("C", int, float)

MOST_AREAS: Final = 8
"""Rectangles: each position that is opened asks for the estimate to all of them."""

LEAST_GAP: Final = 4
"""Columns or rows without a goal that make two rectangles of one."""

Cells = NDArray[np.int64]
"""Shape (n, 2), as rows of x, y."""


@frozen(eq=False)
class Scattered(Goals[C], Generic[C]):
    """Goals that lie apart."""

    areas: NDArray[np.int64]
    """Left, top, right and bottom of each rectangle, shape (n, 4)."""

    def left(self, position: Cell) -> C:
        """The estimate, to the nearest of the rectangles."""
        nearest = self.to(position, 0)
        for number in range(1, len(self.areas)):
            nearest = min(nearest, self.to(position, number))
        return nearest + self.bias.at(position[0], position[1])

    def to(self, position: Cell, number: int) -> C:
        """The estimate to a rectangle."""
        x, y = position
        areas = self.areas
        dx, dy = self.edges.apart(
            int(areas[number, 0]) - x, x - int(areas[number, 2]), int(areas[number, 1]) - y, y - int(areas[number, 3])
        )
        return self.heuristic.left(dx, dy)


def areas_of(cells: Cells) -> NDArray[np.int64]:
    """Rectangles that hold these cells, `MOST_AREAS` at most: the widest gaps divide them."""
    groups = [cells]
    while len(groups) < MOST_AREAS:
        gap, number, axis, at = max(
            (_widest_gap(group, axis)[0], number, axis, _widest_gap(group, axis)[1])
            for number, group in enumerate(groups)
            for axis in (0, 1)
        )
        if gap <= LEAST_GAP:
            break
        group = groups.pop(number)
        groups += [group[group[:, axis] <= at], group[group[:, axis] > at]]
    return np.array([[*group.min(axis=0), *group.max(axis=0)] for group in groups], np.int64)


def _widest_gap(cells: Cells, axis: int) -> tuple[int, int]:
    """How wide it is, and what lies before it, along an axis."""
    places = np.unique(cells[:, axis])
    if len(places) == 1:
        return 0, int(places[0])
    widest = int(np.diff(places).argmax())
    return int(places[widest + 1] - places[widest]), int(places[widest])
