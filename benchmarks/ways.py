"""The ways in which people write a grid, beside the yardstick: ten classes for one problem, in which no corner is cut.

The maps are those of MovingAI, in the folder that the environment variable GENASTAR_DATA names. Every path is compared with the
published length. A figure is the time of a class divided by that of the yardstick in the same round, as a median over rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import sqrt
from typing import Any, Generic, Self

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from benchmarks.compiled import ROUNDS, Run, check
from benchmarks.compiled_maps import NAMES, Cell, Map, Scenario, folder, read
from benchmarks.compiled_peers import CONTESTANTS, YARDSTICK, Contestant, Rules, Search, solver
from benchmarks.compiled_solvers import DIAGONAL, STRAIGHT, Plain, World
from benchmarks.measure import print_table
from genastar import AStar, Cost, Node, OpenList, Workspace
from genastar.values.cost import V

MOVES = (
    (-1, -1, DIAGONAL), (0, -1, STRAIGHT), (1, -1, DIAGONAL), (-1, 0, STRAIGHT),
    (1, 0, STRAIGHT), (-1, 1, DIAGONAL), (0, 1, STRAIGHT), (1, 1, DIAGONAL),
)  # fmt: skip
"""Offsets of the eight neighbours, with the cost of a step."""


def run() -> None:
    if folder() is None:
        print("skipped: GENASTAR_DATA does not name the folder of the maps\n")
        return
    times: dict[str, list[str]] = {name: [] for name in WAYS}
    for name in NAMES:
        for way, ratio in race(read(name)).items():
            times[way].append(f"{ratio:.2f}")
    print_table(["times the yardstick", *NAMES], [(way, *ratios) for way, ratios in times.items()])


def race(world: Map) -> dict[str, float]:
    """Return the time of each way on a map, divided by the yardstick's."""
    contestants = {YARDSTICK: CONTESTANTS[YARDSTICK], **WAYS}
    runs = {name: Run(each, each.make(world), world.scenarios, []) for name, each in contestants.items()}
    check(runs)
    for _ in range(ROUNDS):
        for each in runs.values():
            each.ask()
    return {name: runs[name].times(runs[YARDSTICK]) for name in WAYS}


@frozen(eq=False)
class Octile(World[V], Generic[V]):
    """The estimate, as most people write it."""

    def estimate(self, position: Cell) -> Any:
        dx = abs(position[0] - self.goal[0])
        dy = abs(position[1] - self.goal[1])
        return STRAIGHT * (dx + dy) + (DIAGONAL - 2 * STRAIGHT) * min(dx, dy)


@frozen(eq=False)
class Table(Octile[Cost[int]]):
    """A table of offsets and costs in the module."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, step in MOVES:
            if self.free[y + dy, x + dx] and self.free[y, x + dx] and self.free[y + dy, x]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + step)


@frozen(eq=False)
class Bounded(Octile[Cost[int]]):
    """Tests of the borders, and an if for diagonals."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        height, width = self.free.shape
        for dx in range(-1, 2):
            for dy in range(-1, 2):
                if dx == 0 and dy == 0:
                    continue
                nx, ny = x + dx, y + dy
                if nx < 0 or ny < 0 or nx >= width or ny >= height:
                    continue
                if not self.free[ny][nx]:
                    continue
                if dx != 0 and dy != 0:
                    if not self.free[y][nx] or not self.free[ny][x]:
                        continue
                    step = DIAGONAL
                else:
                    step = STRAIGHT
                open_list.relax((nx, ny), node.cost.travelled + step)


@frozen(eq=False)
class Helper(Octile[Cost[int]]):
    """A method that tests a cell, and two loops: straight steps, then diagonal ones."""

    def is_free(self, x: int, y: int) -> bool:
        return 0 <= y < self.free.shape[0] and 0 <= x < self.free.shape[1] and bool(self.free[y, x])

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if self.is_free(x + dx, y + dy):
                open_list.relax((x + dx, y + dy), node.cost.travelled + STRAIGHT)
        for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            if self.is_free(x + dx, y + dy) and self.is_free(x + dx, y) and self.is_free(x, y + dy):
                open_list.relax((x + dx, y + dy), node.cost.travelled + DIAGONAL)


@frozen(eq=False)
class Generator(Octile[Cost[int]]):
    """A generator of neighbours, and `itertools.product`."""

    def neighbours(self, x: int, y: int) -> Iterator[tuple[Cell, int]]:
        for dx, dy in product((-1, 0, 1), repeat=2):
            if (dx, dy) != (0, 0) and self.free[y + dy, x + dx] and self.free[y, x + dx] and self.free[y + dy, x]:
                yield (x + dx, y + dy), DIAGONAL if dx and dy else STRAIGHT

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        for neighbour, step in self.neighbours(*node.position):
            open_list.relax(neighbour, node.cost.travelled + step)


@frozen
class Place:
    """A position with names."""

    x: int
    y: int


@frozen(eq=False)
class Named(AStar[Place, Cost[int]]):
    """Positions of a class, and a loop over a table."""

    free: NDArray[np.bool_] = field(repr=False)
    goal: Place

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        here = node.position
        for dx, dy, step in MOVES:
            there = Place(here.x + dx, here.y + dy)
            if self.free[there.y, there.x] and self.free[here.y, there.x] and self.free[there.y, here.x]:
                open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: Place) -> bool:
        return position == self.goal

    def estimate(self, position: Place) -> int:
        dx, dy = abs(position.x - self.goal.x), abs(position.y - self.goal.y)
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

    def index(self, position: Place) -> int:
        return position.y * int(self.free.shape[1]) + position.x

    @property
    def size(self) -> int:
        return self.free.size


def search_by_name(world: Map) -> Search:
    workspace = Workspace()

    def search(asked: Scenario) -> list[Cell]:
        problem = Named(world.free, Place(*asked.goal))
        result = problem.search(Place(*asked.start), engine="compiled", workspace=workspace)
        return [(place.x, place.y) for place in result.path]

    return search


@frozen(eq=False)
class Numbered(AStar[int, Cost[int]]):
    """Numbers of cells, taken apart by `divmod`."""

    free: NDArray[np.bool_] = field(repr=False)
    """By cell."""
    width: int
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        y, x = divmod(node.position, self.width)
        for dx, dy, step in MOVES:
            there = (y + dy) * self.width + x + dx
            if self.free[there] and self.free[y * self.width + x + dx] and self.free[(y + dy) * self.width + x]:
                open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> int:
        y, x = divmod(position, self.width)
        goal_y, goal_x = divmod(self.goal, self.width)
        dx, dy = abs(x - goal_x), abs(y - goal_y)
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.free.size


def numbered(world: Map) -> Search:
    workspace, free, width = Workspace(), world.free.ravel(), world.width

    def search(asked: Scenario) -> list[Cell]:
        (x, y), (goal_x, goal_y) = asked.start, asked.goal
        result = Numbered(free, width, goal_y * width + goal_x).search(y * width + x, engine="compiled", workspace=workspace)
        return [divmod(cell, width)[::-1] for cell in result.path]

    return search


@frozen(eq=False)
class Floats(World[Cost[float]]):
    """Costs of 1 and √2."""

    def add_neighbours(self, node: Node[Cell, Cost[float]], open_list: OpenList[Cell, Cost[float]]) -> None:
        x, y = node.position
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and self.free[y + dy, x + dx] and self.free[y, x + dx] and self.free[y + dy, x]:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + sqrt(dx * dx + dy * dy))

    def estimate(self, position: Cell) -> float:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return max(dx, dy) + (sqrt(2) - 1) * min(dx, dy)


@frozen(eq=False)
class Text(AStar[Cell, Cost[int]]):
    """A map of text: a row is a string."""

    rows: Sequence[Sequence[object]] = field(repr=False)
    goal: Cell

    @classmethod
    def of(cls, world: Map, goal: Cell) -> Self:
        return cls(_rows(world), goal)

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, step in MOVES:
            if self.rows[y + dy][x + dx] == "." and self.rows[y][x + dx] == "." and self.rows[y + dy][x] == ".":
                open_list.relax((x + dx, y + dy), node.cost.travelled + step)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def estimate(self, position: Cell) -> int:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

    def index(self, position: Cell) -> int:
        return position[1] * len(self.rows[0]) + position[0]

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.rows[0])


@cache
def _rows(world: Map) -> tuple[str, ...]:
    return tuple("".join(".@"[not free] for free in row) for row in world.free)


@frozen(eq=False)
class Nested(Text):
    """A list of lists, with 1 for a wall."""

    @classmethod
    def of(cls, world: Map, goal: Cell) -> Self:
        return cls(_lists(world), goal)

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy, step in MOVES:
            if self.rows[y + dy][x + dx] == 0 and self.rows[y][x + dx] == 0 and self.rows[y + dy][x] == 0:
                open_list.relax((x + dx, y + dy), node.cost.travelled + step)


@cache
def _lists(world: Map) -> list[list[int]]:
    return [[int(not free) for free in row] for row in world.free.tolist()]


WAYS = {
    "a double loop, `continue`, a padded array": Contestant(Rules.WHOLE, solver(Plain)),
    "a table of offsets and costs": Contestant(Rules.WHOLE, solver(Table)),
    "tests of the borders": Contestant(Rules.WHOLE, solver(Bounded)),
    "a helper that tests a cell, two loops": Contestant(Rules.WHOLE, solver(Helper)),
    "a generator over `itertools.product`": Contestant(Rules.WHOLE, solver(Generator)),
    "positions of a class": Contestant(Rules.WHOLE, search_by_name),
    "numbers and `divmod`": Contestant(Rules.WHOLE, numbered),
    "costs of 1 and √2": Contestant(Rules.WHOLE, solver(Floats)),
    "a map of text": Contestant(Rules.WHOLE, solver(Text)),
    "a list of lists": Contestant(Rules.WHOLE, solver(Nested)),
}
"""A class for each way."""
