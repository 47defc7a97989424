"""The same grid under other costs, and without numbers for its cells: what the engine must then keep, and what it takes."""

from __future__ import annotations

from math import sqrt
from typing import Self

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from benchmarks.compiled_maps import Cell, Map, made
from benchmarks.compiled_solvers import DIAGONAL, STRAIGHT, Plain, World
from benchmarks.measure import median_seconds, print_table
from genastar import AStar, Cost, Node, OpenList, Workspace

ROOT = sqrt(2)
ROUNDS = 9


@frozen(order=False)
class Fare:
    """A cost of a user's own, which knows nothing but ``<``."""

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
class Pairs(World[tuple[int, int]]):
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

    def left(self, position: Cell) -> int:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)


@frozen(eq=False)
class Fares(World[Fare]):
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

    left = Pairs.left


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
    cases = {
        "integer `Cost`, index": (Plain, None),
        "integer `Cost`, no index": (Unnumbered, None),
        "float `Cost`, index": (Floats, None),
        "tuple, index": (Pairs, (0, 0)),
        "a user's class with `<`, index": (Fares, Fare(0, 0)),
    }
    searches, found = {}, {}
    for name, (kind, first) in cases.items():
        solver, workspace = kind.of(world, asked.goal), Workspace()

        def search(solver=solver, first=first, workspace=workspace, name=name):
            found[name] = solver.search(asked.start, first, engine="compiled", workspace=workspace)

        search()
        searches[name] = search
    for name, result in found.items():
        steps = list(zip(result.path, result.path[1:], strict=False))
        diagonal = sum(x != to_x and y != to_y for (x, y), (to_x, to_y) in steps)
        length = len(steps) + (ROOT - 1) * diagonal
        assert abs(length - _length(found["integer `Cost`, index"].cost.total)) < 0.01, f"{name} finds {length}"
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
