"""Several goals: an estimate closer to the true cost than the distance to the rectangle around all of them.

The goals are grouped into a few rectangles; the estimate is the least distance to any of these. No goal is nearer than its
rectangle, so the estimate is admissible. The minimum of consistent estimates is consistent, because each changes in a step by
no more than the step costs.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_grid.rules.heuristics import GridHeuristic
from genastar_grid.steps.step_problems import Cell, GridGoals

C = TypeVar("C", int, float)

MOST_AREAS: Final = 8
"""Largest number of rectangles; every opened position computes the estimate to all of them."""

LEAST_GAP: Final = 4
"""Least number of columns or rows without a goal that separates two rectangles."""

Cells = NDArray[np.int64]
"""Cells, shape (n, 2), as rows of x, y."""


@frozen(eq=False)
class Scattered(GridGoals[C], Generic[C]):
    """Goals that are far apart."""

    areas: NDArray[np.int64]
    """Left, top, right and bottom of each rectangle, shape (n, 4)."""

    def estimate_nearest(self, position: Cell, heuristic: GridHeuristic[C]) -> C:
        """Return the estimate of a heuristic to the nearest rectangle."""
        nearest = self.estimate_to(position, 0, heuristic)
        for number in range(1, len(self.areas)):
            nearest = min(nearest, self.estimate_to(position, number, heuristic))
        return nearest

    def estimate_to(self, position: Cell, number: int, heuristic: GridHeuristic[C]) -> C:
        """Return the estimate to one rectangle."""
        x, y = position
        areas = self.areas
        dx, dy = self.edges.measure_gap(
            int(areas[number, 0]) - x, x - int(areas[number, 2]), int(areas[number, 1]) - y, y - int(areas[number, 3])
        )
        return heuristic.estimate_steps(dx, dy)


def cover_with_areas(cells: Cells) -> NDArray[np.int64]:
    """Return rectangles that contain these cells, at most `MOST_AREAS`, separated at the widest gaps."""
    groups = [cells]
    while len(groups) < MOST_AREAS:
        gap, number, axis, at = max(
            (_find_widest_gap(group, axis)[0], number, axis, _find_widest_gap(group, axis)[1])
            for number, group in enumerate(groups)
            for axis in (0, 1)
        )
        if gap <= LEAST_GAP:
            break
        group = groups.pop(number)
        groups += [group[group[:, axis] <= at], group[group[:, axis] > at]]
    return np.array([[*group.min(axis=0), *group.max(axis=0)] for group in groups], np.int64)


def _find_widest_gap(cells: Cells, axis: int) -> tuple[int, int]:
    """Return the width of the widest gap along an axis, and the coordinate before it."""
    places = np.unique(cells[:, axis])
    if len(places) == 1:
        return 0, int(places[0])
    widest = int(np.diff(places).argmax())
    return int(places[widest + 1] - places[widest]), int(places[widest])
