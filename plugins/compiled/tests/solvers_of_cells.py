"""Solvers whose positions are cells, one for each kind of open list, cost and hook."""

from __future__ import annotations

import math

import numpy as np
from attrs import field, frozen

from genastar import AStar, Cost, Node, OpenList

Cell = tuple[int, int]
STEPS = ((1, 0, 408), (0, 1, 408), (-1, 0, 408), (0, -1, 408), (1, 1, 577), (-1, 1, 577), (1, -1, 577), (-1, -1, 577))


def random_walls(seed: int, size: int = 24, share: float = 0.3) -> np.ndarray:
    free = np.random.default_rng(seed).random((size, size)) >= share
    free[1, 1] = free[size - 2, size - 2] = True
    free[0] = free[-1] = free[:, 0] = free[:, -1] = False
    return free


def octile(dx: int, dy: int) -> int:
    """A helper at module level, called from hooks."""
    return 408 * max(dx, dy) + 169 * min(dx, dy)


@frozen
class Grid(AStar[Cell, Cost[int]]):
    """Dense, small integer costs: the packed layout."""

    free: np.ndarray
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, cost in STEPS:
            if self.free[y + dy, x + dx] and self.free[y, x + dx] and self.free[y + dy, x]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + cost)

    def estimate(self, position: Cell) -> int:
        return octile(abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1]))

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def index(self, position: Cell) -> int:
        return position[1] * self.width + position[0]

    @property
    def width(self) -> int:
        return self.free.shape[1]

    @property
    def size(self) -> int:
        return self.free.size


@frozen
class Misled(Grid):
    """Inherits its hooks; admissible, not consistent, so that reopening happens."""

    def estimate(self, position: Cell) -> int:
        true = octile(abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1]))
        return true if (position[0] * 7 + position[1] * 3) % 5 < 2 else 0


@frozen
class Muddy(Grid):
    """Calls what it overrides, and has class constants."""

    MUD = 7

    def estimate(self, position: Cell) -> int:
        return super().estimate(position) + 0 * self.MUD

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        if sum(node.position) % self.MUD:
            super().add_neighbours(node, open_list)


@frozen
class Uphill(Grid):
    """Sees more to go, and calls what it overrides with a generator expression beside it."""

    def estimate(self, position: Cell) -> int:
        return super().estimate(position) // 2 + max(0 for _ in range(2))


@frozen
class Toll(Grid):
    """Another class beside it."""

    def estimate(self, position: Cell) -> int:
        return super().estimate(position) // 3


@frozen
class UphillToll(Uphill, Toll):
    """Inherits from classes side by side: ``super()`` in the first leads to the second."""


@frozen
class TollUphill(Toll, Uphill):
    """The same in the other order."""

    def estimate(self, position: Cell) -> int:
        return super().estimate(position) - 1 if position[0] % 2 else super().estimate(position)


HEIGHTS = tuple(tuple((x * y + 3 * x) % 9 + 1 for x in range(20)) for y in range(20))
SIGNS = tuple("".join("#" if height == 9 else "." for height in row) for row in HEIGHTS)


@frozen
class Terraced(AStar[Cell, int]):
    """Tuples with many items, in fields and in the module."""

    heights: tuple[tuple[int, ...], ...]
    tolls: tuple[int, ...]
    goal: Cell

    def add_neighbours(self, node: Node[Cell, int], open_list: OpenList[Cell, int]) -> None:
        x, y = node.position
        for dx, dy, _ in STEPS:
            if SIGNS[y + dy - 1][x + dx - 1] == "." and (x * y) % 50 in self.tolls:
                climb = abs(HEIGHTS[y][x] - self.heights[y + dy - 1][x + dx - 1])
                open_list.insert((x + dx, y + dy), node.cost + climb + self.tolls[20 * y + x - 21] + len(self.heights[0]))

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen
class Sparse(AStar[Cell, Cost[int]]):
    """No index: a hash table."""

    free: np.ndarray
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, cost in STEPS:
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + cost)

    def estimate(self, position: Cell) -> int:
        return octile(abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1]))

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen
class Euclid(Grid):
    """Float costs."""

    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        x, y = node.position
        for dx, dy, _ in STEPS:
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + math.sqrt(dx * dx + dy * dy))

    def estimate(self, position):  # type: ignore[no-untyped-def, override]
        return math.hypot(position[0] - self.goal[0], position[1] - self.goal[1])


@frozen
class Unguided(AStar[Cell, Cost[int]]):
    """The default estimate."""

    free: np.ndarray
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, cost in STEPS[:4]:
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + cost)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen
class NoUTurn(AStar[Cell, Cost[int]]):
    """Asks the node where it came from."""

    free: np.ndarray
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        parent = node.parent
        for dx, dy, cost in STEPS[:4]:
            to = (x + dx, y + dy)
            if parent is not None and to == parent:
                continue
            if self.free[y + dy, x + dx]:
                open_list.relax(to, node.cost.travelled + cost)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen
class Steep(Grid):
    """Costs too far apart for the bucket queue, and beyond 32 bits."""

    factor: int = field(default=10**9)

    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        x, y = node.position
        for dx, dy, cost in STEPS:
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + cost * self.factor)

    def estimate(self, position):  # type: ignore[no-untyped-def, override]
        return 0


@frozen
class Turning(Grid):
    """Asks for a part of where it came from, and what is known of a neighbour."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        came = 0
        if node.parent is not None:
            came = x - node.parent[0]
        for dx, dy, cost in STEPS:
            to = (x + dx, y + dy)
            if not self.free[y + dy, x + dx]:
                continue
            seen = open_list.known(to)
            if seen is None or seen.cost.travelled > node.cost.travelled:
                open_list.relax(to, node.cost.travelled + cost + (came != dx))


@frozen
class SparseTurning(Sparse):
    """The same of a hash table."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, cost in STEPS:
            to = (x + dx, y + dy)
            seen = open_list.known(to)
            if self.free[y + dy, x + dx] and (seen is None or seen.parent is not None):
                open_list.relax(to, node.cost.travelled + cost)
