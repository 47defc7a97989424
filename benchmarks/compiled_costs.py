"""The same grid under other costs, and without numbers for its cells: what the engine must then keep, and what it takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any, Generic, Self

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from benchmarks.compiled_maps import Cell, Map, made
from benchmarks.compiled_solvers import DIAGONAL, STRAIGHT, Plain, World
from benchmarks.measure import median_seconds, print_table
from genastar import AStar, Cost, Node, OpenList, Result, Workspace
from genastar.values.cost import V

ROOT = sqrt(2)
ROUNDS = 9


@frozen(order=False)
class Fare:
    """A user's cost with ``<`` alone."""

    total: int
    travelled: int

    def __lt__(self, other: Fare) -> bool:
        return self.total < other.total


@frozen(eq=False)
class Floats(World[Cost[float]]):
    """Steps of 1 and √2."""

    def add_neighbours(self, node: Node[Cell, Cost[float]], open_list: OpenList[Cell, Cost[float]]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx == 0 and dy == 0) or not self.free[y + dy, x + dx]:
                    continue
                if dx == 0 or dy == 0:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + 1.0)
                elif self.free[y, x + dx] and self.free[y + dy, x]:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + ROOT)

    def estimate(self, position: Cell) -> float:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return max(dx, dy) + (ROOT - 1) * min(dx, dy)


@frozen(eq=False)
class Estimated(World[V], Generic[V]):
    """A map with an estimate that the hooks add themselves."""

    def left(self, position: Cell) -> int:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)


@frozen(eq=False)
class Pairs(Estimated[tuple[int, int]]):
    """Costs are tuples: the total, and what is travelled."""

    def add_neighbours(self, node: Node[Cell, tuple[int, int]], open_list: OpenList[Cell, tuple[int, int]]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx == 0 and dy == 0) or not self.free[y + dy, x + dx]:
                    continue
                if dx == 0 or dy == 0 or (self.free[y, x + dx] and self.free[y + dy, x]):
                    travelled = node.cost[1] + (STRAIGHT if dx == 0 or dy == 0 else DIAGONAL)
                    open_list.insert((x + dx, y + dy), (travelled + self.left((x + dx, y + dy)), travelled))


@frozen(eq=False)
class Fares(Estimated[Fare]):
    """Costs are of a user's class."""

    def add_neighbours(self, node: Node[Cell, Fare], open_list: OpenList[Cell, Fare]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx == 0 and dy == 0) or not self.free[y + dy, x + dx]:
                    continue
                if dx == 0 or dy == 0 or (self.free[y, x + dx] and self.free[y + dy, x]):
                    travelled = node.cost.travelled + (STRAIGHT if dx == 0 or dy == 0 else DIAGONAL)
                    open_list.insert((x + dx, y + dy), Fare(travelled + self.left((x + dx, y + dy)), travelled))


@frozen(eq=False)
class Unnumbered(AStar[Cell, Cost[int]]):
    """`Plain` without an index: positions are looked up in a hash table."""

    free: NDArray[np.bool_] = field(repr=False)
    goal: Cell

    @classmethod
    def of(cls, world: Map, goal: Cell) -> Self:
        return cls(world.free, goal)

    add_neighbours = Plain.add_neighbours
    estimate = Plain.estimate
    is_destination = Plain.is_destination


def prices() -> None:
    """Print a table of one search under each kind of cost."""
    world = made(1000, 0.2)
    (asked,) = world.scenarios
    cases: dict[str, tuple[Any, object]] = {
        "integer `Cost`, index": (Plain, None),
        "integer `Cost`, no index": (Unnumbered, None),
        "float `Cost`, index": (Floats, None),
        "tuple, index": (Pairs, (0, 0)),
        "a user's class with `<`, index": (Fares, Fare(0, 0)),
    }
    searches: dict[str, Callable[[], Result[Cell, Any]]] = {}
    for name, (kind, begin) in cases.items():
        solver = kind.of(world, asked.goal)
        searches[name] = partial(solver.search, asked.start, begin, engine="compiled", workspace=Workspace())
    found = {name: search() for name, search in searches.items()}
    least: Any = found["integer `Cost`, index"].cost
    for name, result in found.items():
        steps = list(zip(result.path, result.path[1:], strict=False))
        diagonal = sum(x != to_x and y != to_y for (x, y), (to_x, to_y) in steps)
        length = len(steps) + (ROOT - 1) * diagonal
        assert abs(length - _length(least.total)) < 0.01, f"{name} finds {length}"
    seconds = median_seconds(searches, ROUNDS)
    first = next(iter(cases))
    print("### The price of a cost\n")
    print(f"One search across a map of {world.name}, 20 % blocked, by the same loop over eight offsets. `relax` asks for an")
    print(f"estimate only when it is needed; `insert`, which the last two use, wants it for each. Medians of {ROUNDS}.\n")
    print_table(
        ["cost", "ms", "expanded", "ns an expansion", "times the first"],
        [
            (
                name,
                f"{taken * 1e3:.1f}",
                found[name].expanded,
                f"{taken / found[name].expanded * 1e9:.0f}",
                f"{taken / seconds[first] * found[first].expanded / found[name].expanded:.2f}",
            )
            for name, taken in seconds.items()
        ],
    )


def _length(cost: int) -> float:
    return cost / STRAIGHT
