"""The problems that every contestant solves through the same Python callbacks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import isqrt
from typing import Protocol, TypeVar

from attrs import field, frozen

P = TypeVar("P")
"""The type of a position."""

STRAIGHT, DIAGONAL = 408, 577
"""577/408 is √2 to 1.5e-6: exact integer costs."""


class Problem(Protocol[P]):
    """What a search needs to know, for any contestant."""

    @property
    def start(self) -> P:
        """The position at which a search begins."""

    @property
    def goal(self) -> P:
        """The position that it looks for."""

    def neighbours(self, position: P) -> Iterator[tuple[P, int]]:
        """Return the neighbours, with the costs of the steps to them."""

    def step(self, position: P, neighbour: P) -> int:
        """Return the cost of a step to a neighbour."""

    def estimate(self, position: P) -> int:
        """Return the admissible estimate of the remaining cost."""


Cell = tuple[int, int]

OFFSETS = [(dx, dy, DIAGONAL if dx and dy else STRAIGHT) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


@frozen(eq=False)
class Grid:
    """An 8-connected square grid with corners that may be cut; from the upper left to the lower right."""

    size: int
    free: list[list[bool]] = field(repr=False)
    start: Cell
    goal: Cell

    @classmethod
    def random(cls, size: int, blocked: float, seed: int) -> Grid:
        """Return a grid of which this share is blocked."""
        draw = random.Random(seed)
        free = [[draw.random() >= blocked for _ in range(size)] for _ in range(size)]
        free[0][0] = free[-1][-1] = True
        return cls(size, free, (0, 0), (size - 1, size - 1))

    def neighbours(self, position: Cell) -> Iterator[tuple[Cell, int]]:
        x, y = position
        size, free = self.size, self.free
        for dx, dy, cost in OFFSETS:
            nx, ny = x + dx, y + dy
            if 0 <= nx < size and 0 <= ny < size and free[ny][nx]:
                yield (nx, ny), cost

    def step(self, position: Cell, neighbour: Cell) -> int:
        return DIAGONAL if position[0] != neighbour[0] and position[1] != neighbour[1] else STRAIGHT

    def estimate(self, position: Cell) -> int:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)


Tiles = tuple[int, ...]


@frozen(eq=False)
class Puzzle:
    """A sliding-tile puzzle, 0 being the gap, estimated by the Manhattan distances of the tiles."""

    width: int
    start: Tiles
    goal: Tiles
    distance: list[list[int]] = field(repr=False)
    """By tile and place: how far the tile is from where it belongs."""
    places: list[list[int]] = field(repr=False)
    """By place of the gap: where it may go."""

    @classmethod
    def of(cls, start: Tiles, goal: Tiles) -> Puzzle:
        """Return the puzzle with as many tiles as the start has."""
        width = isqrt(len(start))
        spots = [divmod(place, width) for place in range(len(start))]

        def apart(one: int, other: int) -> int:
            return abs(spots[one][0] - spots[other][0]) + abs(spots[one][1] - spots[other][1])

        belongs = {tile: place for place, tile in enumerate(goal)}
        distance = [[apart(belongs[tile], place) if tile else 0 for place in range(len(goal))] for tile in range(len(goal))]
        places = [[other for other in range(len(goal)) if apart(place, other) == 1] for place in range(len(goal))]
        return cls(width, start, goal, distance, places)

    def neighbours(self, position: Tiles) -> Iterator[tuple[Tiles, int]]:
        gap = position.index(0)
        for place in self.places[gap]:
            moved = list(position)
            moved[gap], moved[place] = moved[place], 0
            yield tuple(moved), 1

    def step(self, position: Tiles, neighbour: Tiles) -> int:
        return 1

    def estimate(self, position: Tiles) -> int:
        return sum([self.distance[tile][place] for place, tile in enumerate(position)])
