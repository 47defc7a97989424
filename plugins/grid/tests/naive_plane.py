"""Shortest paths in the plane between blocked squares, by a visibility graph in whole numbers. No code is shared with Anya."""

from __future__ import annotations

from itertools import combinations
from math import dist, inf

import numpy as np


class Plane:
    """Blocked squares of a grid and its frame. Coordinates count half cells; cell (x, y) covers 2x - 1 to 2x + 1, and so on."""

    def __init__(self, free: np.ndarray, passes: bool) -> None:
        walls = ~np.pad(np.asarray(free, bool), 1)
        self.walls = np.argwhere(walls)[:, ::-1] * 2 - 2
        height, width = free.shape
        pinched, self.corners = [], []
        for y in range(height + 1):
            for x in range(width + 1):
                around = walls[y : y + 2, x : x + 2]
                point = 2 * x - 1, 2 * y - 1
                if around.sum() == 1 or (passes and self.is_gap(around)):
                    self.corners.append(point)
                if not passes and self.is_gap(around):
                    pinched.append(point)
        self.pinched = np.array(pinched, int).reshape(-1, 2)
        self.is_wall = walls

    @staticmethod
    def is_gap(around: np.ndarray) -> bool:
        """Whether of four cells two are blocked that touch only at the vertex."""
        return bool(around.sum() == 2 and around[0, 0] == around[1, 1])

    def is_open(self, one, other) -> bool:
        """Whether the line crosses no wall, passes no gap and does not run between two walls."""
        (x, y), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
        low, high = np.minimum(one, other), np.maximum(one, other)
        near = self.walls[((self.walls + 1 > low) & (self.walls - 1 < high)).all(axis=1)]
        sides = [np.sign(dx * (near[:, 1] + b - y) - dy * (near[:, 0] + a - x)) for a in (-1, 1) for b in (-1, 1)]
        if len(near) and (np.stack(sides).min(axis=0) * np.stack(sides).max(axis=0) < 0).any():
            return False
        gaps = self.pinched - one
        along = gaps @ (dx, dy)
        if ((gaps[:, 0] * dy == gaps[:, 1] * dx) & (along > 0) & (along < dx * dx + dy * dy)).any():
            return False
        if dy == 0 and y % 2:
            columns = range((low[0] + 2) // 2, (high[0] + 2) // 2 + 1)
            return all(
                not self.is_wall[(y + 1) // 2 : (y + 1) // 2 + 2, column].all() for column in columns if 2 * column - 1 > low[0]
            )
        if dx == 0 and x % 2:
            rows = range((low[1] + 2) // 2, (high[1] + 2) // 2 + 1)
            return all(not self.is_wall[row, (x + 1) // 2 : (x + 1) // 2 + 2].all() for row in rows if 2 * row - 1 > low[1])
        return True

    def shortest(self, start, goals) -> float:
        """The length, in cells, of the shortest path from a point to the nearest of several."""
        points = list(dict.fromkeys([start, *goals, *self.corners]))
        seen = {point: [] for point in points}
        for one, other in combinations(points, 2):
            if self.is_open(one, other):
                seen[one].append(other)
                seen[other].append(one)
        lengths, done = {start: 0.0}, set()
        while lengths.keys() - done:
            here = min(lengths.keys() - done, key=lengths.__getitem__)
            done.add(here)
            for there in seen[here]:
                lengths[there] = min(lengths.get(there, inf), lengths[here] + dist(here, there) / 2)
        return min((lengths.get(goal, inf) for goal in goals), default=inf)
