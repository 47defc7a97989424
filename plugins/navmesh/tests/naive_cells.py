"""The shortest path through free cells, by a visibility graph in whole numbers.

It shares no code with the search or with shapely.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf

Place = tuple[int, int]

STEPS = 8
"""Places along the side of a cell."""


def turn(a: Place, b: Place, c: Place) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class Cells:
    """Rows of cells, true where they are free. Places are in `STEPS` of a cell."""

    def __init__(self, rows) -> None:
        self.rows = rows
        height, width = len(rows), len(rows[0])
        around = [(x, y) for y in range(-1, height + 1) for x in range(-1, width + 1)]
        self.blocked = [(x * STEPS, y * STEPS) for x, y in around if not self.is_free(x, y)]
        self.touching: list[Place] = []
        self.corners: list[Place] = []
        for y in range(height + 1):
            for x in range(width + 1):
                four = [self.is_free(x - 1, y - 1), self.is_free(x, y - 1), self.is_free(x, y), self.is_free(x - 1, y)]
                if sum(four) == 3:
                    self.corners.append((x * STEPS, y * STEPS))
                elif sum(four) == 2 and four[0] == four[2]:
                    self.touching.append((x * STEPS, y * STEPS))
        self.seen = {a: [b for b in self.corners if b != a and self.sees(a, b)] for a in self.corners}

    def is_free(self, x: int, y: int) -> bool:
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) and bool(self.rows[y][x])

    def sees(self, a: Place, b: Place) -> bool:
        """Whether the line between two places leads through no obstacle, nor between two that touch."""
        (low_x, high_x), (low_y, high_y) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        for x, y in self.blocked:
            if high_x > x and low_x < x + STEPS and high_y > y and low_y < y + STEPS:
                sides = [turn(a, b, (x + right, y + up)) for right in (0, STEPS) for up in (0, STEPS)]
                if min(sides) < 0 < max(sides):
                    return False
        for at in self.touching:
            if turn(a, b, at) == 0 and at not in (a, b) and low_x <= at[0] <= high_x and low_y <= at[1] <= high_y:
                return False
        return not self.is_between(a, b)

    def is_between(self, a: Place, b: Place) -> bool:
        """Whether the line leads along a side between two obstacles."""
        for axis in (0, 1):
            if a[axis] == b[axis] and a != b and a[axis] % STEPS == 0:
                line, (low, high) = a[axis] // STEPS, sorted((a[1 - axis], b[1 - axis]))
                for step in range(low // STEPS, -(-high // STEPS)):
                    beside = ((line - 1, step), (line, step)) if axis == 0 else ((step, line - 1), (step, line))
                    if not any(self.is_free(*cell) for cell in beside):
                        return True
        return False

    def shortest(self, start: Place, goal: Place) -> float:
        """The length of the shortest path, in steps; infinite if there is none."""
        if self.sees(start, goal):
            return dist(start, goal)
        lengths = {corner: dist(start, corner) for corner in self.corners if self.sees(start, corner)}
        last = {corner: dist(corner, goal) for corner in self.corners if self.sees(corner, goal)}
        done: set[Place] = set()
        while rest := lengths.keys() - done:
            here = min(rest, key=lengths.__getitem__)
            done.add(here)
            for there in self.seen[here]:
                lengths[there] = min(lengths.get(there, inf), lengths[here] + dist(here, there))
        return min((length + last[corner] for corner, length in lengths.items() if corner in last), default=inf)


def outlines(rows) -> list[list[tuple[int, int, int, int]]]:
    """Rectangles that cover the free cells: rows of cells beside each other, which meet in T-junctions."""
    found = []
    for y, row in enumerate(rows):
        ends = [-1, *(x for x, free in enumerate(row) if not free), len(row)]
        found += [(low + 1, y, high, y + 1) for low, high in pairwise(ends) if high - low > 1]
    return found
