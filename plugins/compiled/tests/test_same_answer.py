"""The compiled engine gives what the interpreted one gives, event by event, for every kind of solver, position and cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from functools import partial

import numpy as np
import pytest
from attrs import evolve, field, frozen

from genastar import AStar, Cost, Limits, Node, OpenList, Result, Trace
from genastar.algorithm import Algorithm
from genastar.algorithms import BreadthFirst, DepthFirst, Dijkstra, Greedy, Weighted

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


@frozen
class Listing(AStar[int, int]):
    """A hook that makes a list, and one that yields."""

    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        for cost, position in enumerate([node.position + 1, node.position * 2 % 1000, node.position * 3 % 1000]):
            open_list.insert(position, node.cost + cost + 1)
        for position in self.far(node.position):
            open_list.insert(position, node.cost + 10)

    def far(self, position: int) -> Iterator[int]:
        yield position + 100
        yield position + 200

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Lettered(AStar[int, int]):
    """Strings out of a tuple, and what hooks do with strings."""

    rows: tuple[str, ...]
    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        n = node.position
        row, other = self.rows[n % len(self.rows)], self.rows[-1]
        letter = row[n % len(row)] if row else "-"
        step = 1 + len(row[1:4]) + ord(letter) % 5
        if "#" in row or letter == "é" or row < other or row.endswith("b"):
            step += 3
        if letter in ("a", "中") or letter + row[-1:] == "ab":
            step += 7
        for neighbour in (n + 1, (n * 5 + step) % 1000, (n * 7 + int(row == other)) % 1000):
            open_list.insert(neighbour, node.cost + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


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
class ByInsert(AStar[int, int]):
    """Costs are plain ints, positions too."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, node.cost + factor)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class ByFloat(AStar[int, float]):
    """Costs are plain floats."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, float], open_list: OpenList[int, float]) -> None:
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, node.cost + 1.0 / factor)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Signed(ByFloat):
    """Costs below, at and above zero, of either sign, and many equal ones."""

    def add_neighbours(self, node: Node[int, float], open_list: OpenList[int, float]) -> None:
        for factor in range(2, 6):
            there = node.position * factor % self.modulus
            zero = 0.0 if there % 2 else -0.0
            if node.cost < 0.0 and there % 7 == 0:
                open_list.insert(there, 1)
            else:
                open_list.insert(there, zero if node.cost == 0.0 and there % 3 else node.cost + factor // 2 * 0.5)


@frozen
class Lexicographic(AStar[int, tuple[int, int]]):
    """Two criteria."""

    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, tuple[int, int]], open_list: OpenList[int, tuple[int, int]]) -> None:
        first, second = node.cost
        for factor in range(2, 6):
            open_list.insert(node.position * factor % self.modulus, (first + factor % 2, second + factor))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(order=False)
class Fuel:
    """A user's cost that only defines ``<``, on one of its fields."""

    spent: float
    stops: int

    def __lt__(self, other: Fuel) -> bool:
        return self.spent < other.spent


@frozen
class Thirsty(AStar[int, Fuel]):
    modulus: int
    goal: int

    def add_neighbours(self, node: Node[int, Fuel], open_list: OpenList[int, Fuel]) -> None:
        for factor in range(2, 6):
            open_list.insert(
                node.position * factor % self.modulus, Fuel(node.cost.spent + factor % 3 + 0.5, node.cost.stops + 1)
            )

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Place:
    """A user's position."""

    x: int
    y: int
    level: int = 0

    def beside(self, dx: int, dy: int) -> Place:
        return Place(self.x + dx, self.y + dy, level=self.level)


class Rule(Enum):
    FREE = "free"
    STRICT = "strict"


class Pace(IntEnum):
    SLOW = 3
    FAST = 1


@frozen
class House:
    """A nested world."""

    width: int
    stairs: tuple[Place, Place]


@frozen
class Lift(AStar[Place, Cost[int]]):
    """Positions of a user's class; nested worlds, strings, enums and optional fields."""

    house: House
    goal: Place
    mode: str = "stairs"
    rule: Rule = Rule.FREE
    pace: Pace = Pace.FAST
    forbidden: Place | None = None

    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        here = node.position
        cost = node.cost.travelled + self.pace
        for dx in range(-1, 2):
            for dy in range(-1, 2):
                to = here.beside(dx, dy)
                if self.inside(to) and to != here:
                    open_list.relax(to, cost)
        for stairs in self.house.stairs:
            if here.x == stairs.x and here.y == stairs.y and self.mode == "stairs":
                open_list.relax(Place(here.x, here.y, 1 - here.level), cost + 5)

    def inside(self, place: Place) -> bool:
        if self.forbidden is not None and place == self.forbidden:
            return False
        if self.rule is Rule.STRICT and place.x == place.y:
            return False
        return 0 <= place.x < self.house.width and 0 <= place.y < self.house.width

    def is_destination(self, position: Place) -> bool:
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


def with_closure(extra: int) -> AStar[int, int]:
    def toll(position: int) -> int:
        return position % extra

    @frozen
    class Closed(AStar[int, int]):
        goal: int

        def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
            for step in (1, 7, 11):
                open_list.insert((node.position + step) % 1000, node.cost + step + toll(node.position) + extra)

        def is_destination(self, position: int) -> bool:
            return position == self.goal

    return Closed(501)


FREE = random_walls(3)
GOAL = (22, 22)
HOUSE = House(6, (Place(1, 4), Place(5, 0)))
CASES: dict[str, Callable[[], tuple[AStar, object, object]]] = {  # type: ignore[type-arg]
    "dense": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "dense unreachable": lambda: (Grid(random_walls(4, share=0.7), GOAL), (1, 1), None),
    "start is goal": lambda: (Grid(FREE, (1, 1)), (1, 1), None),
    "inconsistent": lambda: (Misled(FREE, GOAL), (1, 1), None),
    "hash table": lambda: (Sparse(FREE, GOAL), (1, 1), None),
    "floats": lambda: (Euclid(FREE, GOAL), (1, 1), None),
    "no estimate": lambda: (Unguided(FREE, GOAL), (1, 1), None),
    "int cost": lambda: (ByInsert(997, 500), 1, 0),
    "float cost": lambda: (ByFloat(997, 500), 1, 0.0),
    "float cost below zero": lambda: (Signed(997, 500), 1, -2.5),
    "float cost, zeros": lambda: (Signed(997, 500), 1, -0.0),
    "float cost, infinite": lambda: (Signed(997, 500), 1, -math.inf),
    "tuple cost": lambda: (Lexicographic(997, 500), 1, (0, 0)),
    "user's cost": lambda: (Thirsty(997, 500), 1, Fuel(0.0, 0)),
    "user's position": lambda: (Lift(HOUSE, Place(5, 5, 1)), Place(0, 0, 0), None),
    "strings and enums": lambda: (
        Lift(HOUSE, Place(5, 4, 1), "lift", Rule.STRICT, Pace.SLOW, Place(2, 1)),
        Place(0, 1, 0),
        None,
    ),
    "parent": lambda: (NoUTurn(FREE, GOAL), (1, 1), None),
    "a little steep": lambda: (Steep(FREE, GOAL, factor=40), (1, 1), None),
    "steep": lambda: (Steep(FREE, GOAL), (1, 1), None),
    "rather steep": lambda: (Steep(FREE, GOAL, factor=100), (1, 1), None),
    "known": lambda: (Turning(FREE, GOAL), (1, 1), None),
    "known in a hash table": lambda: (SparseTurning(FREE, GOAL), (1, 1), None),
    "super": lambda: (Muddy(FREE, GOAL), (1, 1), None),
    "super, classes side by side": lambda: (UphillToll(FREE, GOAL), (1, 1), None),
    "super, the other order": lambda: (TollUphill(FREE, GOAL), (1, 1), None),
    "lists and generators": lambda: (Listing(777), 1, 0),
    "rows of ASCII": lambda: (Lettered(("a#b", "", "ab", "abcab", "#", "ab"), 777), 1, 0),
    "rows of text": lambda: (Lettered(("aéb", "", "中a", "abcab", "😀b", "ab"), 777), 1, 0),
    "large tuples": lambda: (Terraced(HEIGHTS, tuple(range(50)) * 8, (11, 12)), (1, 1), 0),
    "closure": lambda: (with_closure(5), 0, 0),
    "weighted": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "weighted by a fraction": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "dijkstra": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "greedy": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "breadth first": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "depth first": lambda: (Sparse(FREE, GOAL), (1, 1), None),
}
ALGORITHMS: dict[str, Algorithm] = {
    "weighted": Weighted(3),
    "weighted by a fraction": Weighted(1.5),
    "dijkstra": Dijkstra(),
    "greedy": Greedy(),
    "breadth first": BreadthFirst(),
    "depth first": DepthFirst(),
}
"""How the cases are searched; the others by A*."""


def without_clock(result: Result[object, object]) -> Result[object, object]:  # type: ignore[type-var]
    return evolve(result, seconds=0.0, engine="")


SHORT = {"floats", "tuple cost"}
"""The cases that `make test` compiles; test_random_graphs.py has those with whole numbers. A case takes about ten seconds."""


@pytest.mark.parametrize("reopen", [False, True])
@pytest.mark.parametrize("name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.long) for name in CASES])
def test_same_trace(name: str, reopen: bool) -> None:
    if name == "depth first" and reopen:
        pytest.skip("depth first with reopening looks for the longest way")
    solver, start, cost = CASES[name]()
    interpreted, compiled = Trace(), Trace()
    search = partial(solver.search, start, cost, reopen=reopen, algorithm=ALGORITHMS.get(name, "astar"))
    expected = search(observer=interpreted)
    found = search(observer=compiled, engine="compiled")
    assert without_clock(found) == without_clock(expected)
    assert compiled.events == interpreted.events
    assert without_clock(search(engine="compiled")) == without_clock(expected)


@pytest.mark.long
def test_reopening_happens_in_these_cases() -> None:
    misled = Misled(random_walls(5, size=40, share=0.2), (38, 38))
    expected, found = (misled.search((1, 1), reopen=True, engine=engine) for engine in ("interpreted", "compiled"))
    assert expected.reopened > 0
    assert without_clock(found) == without_clock(expected)


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        pytest.param("dense", 9000, marks=pytest.mark.long),
        pytest.param("dense", 9000.5, marks=pytest.mark.long),
        pytest.param("int cost", 20, marks=pytest.mark.long),
        ("floats", 12.25),
        ("tuple cost", (3, 9)),
        pytest.param("user's cost", Fuel(6.5, 0), marks=pytest.mark.long),
    ],
)
def test_same_under_a_limit_on_the_cost(name: str, bound: object) -> None:
    solver, start, cost = CASES[name]()
    limits = Limits(cost=bound)  # type: ignore[arg-type]
    expected = solver.search(start, cost, limits=limits)
    assert without_clock(solver.search(start, cost, limits=limits, engine="compiled")) == without_clock(expected)
