"""Searches in machine code: event by event as interpreted, and refused with a line where a construct is not known."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import record_events

from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Starts, Trace
from genastar.algorithm import Algorithm
from genastar.algorithms import (
    Anytime,
    AnytimeWeighted,
    Beam,
    BreadthFirstHeuristic,
    Convex,
    DynamicPotential,
    Focal,
    IdaStar,
    KShortest,
    PartialExpansion,
    Weighted,
)

MAPS = int(os.environ.get("GENASTAR_RANDOM_MAPS", "200"))
Cell = tuple[int, int]


@frozen
class Knight(AStar[Cell, Cost[int]]):
    size: int
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            if 0 <= x + dx < self.size and 0 <= y + dy < self.size:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen(eq=False)
class Meadow(AStar[Cell, Cost[int]]):
    free: Any
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if self.free[y + dy, x + dx]:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def estimate(self, position: Cell) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen(eq=False)
class Numbered(Meadow):
    def index(self, position: Cell) -> int:
        x, y = position
        return y * int(self.free.shape[1]) + x

    @property
    def size(self) -> int:
        return int(self.free.size)


@frozen(eq=False)
class Octile(AStar[Cell, Cost[float]]):
    free: Any
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[float]], open_list: OpenList[Cell, Cost[float]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            if self.free[y + dy, x + dx] and (dx == 0 or dy == 0 or (self.free[y, x + dx] and self.free[y + dy, x])):
                open_list.relax((x + dx, y + dy), node.cost.travelled + (1.0 if dx == 0 or dy == 0 else 1.4142135623730951))

    def estimate(self, position: Cell) -> float:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return max(dx, dy) + 0.41421356237309515 * min(dx, dy)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


def random_map(rng: np.random.Generator) -> tuple[np.ndarray[Any, Any], Cell, Cell]:
    rows, columns = rng.integers(4, 24, 2)
    free = rng.random((rows, columns)) >= rng.choice([0.0, 0.2, 0.35])
    free[0] = free[-1] = False
    free[:, 0] = free[:, -1] = False
    start, goal = ((int(rng.integers(1, columns - 1)), int(rng.integers(1, rows - 1))) for _ in range(2))
    return free, start, goal


@pytest.mark.parametrize("count", [5, pytest.param(MAPS, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", [Meadow, Numbered, Octile])
def test_traces_of_random_maps(kind: Any, count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(count):
        free, start, goal = random_map(rng)
        solver = kind(free, goal)
        assert record_events(solver, start, "compiled") == record_events(solver, start, "interpreted"), (free, start, goal)


@pytest.mark.parametrize("count", [6, pytest.param(MAPS, marks=pytest.mark.long)])
def test_traces_of_knights(count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(count):
        size = int(rng.integers(3, 20))
        solver = Knight(size, (int(rng.integers(size)), int(rng.integers(size))))
        start = int(rng.integers(size)), int(rng.integers(size))
        assert record_events(solver, start, "compiled") == record_events(solver, start, "interpreted"), (solver, start)


@frozen
class Unknown(Knight):
    """A hook with a construct that the compiler does not know: a set that it goes over."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        for position in {node.position, (1, 1), (1, 1)}:
            open_list.relax(position, node.cost.travelled + 1)


@frozen
class Ring(AStar[int, Cost[int]]):
    """Has no fields, as a solver that an algorithm wraps may not."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 3):
            open_list.relax((node.position + step) % 8, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position == 6

    def estimate(self, position: int) -> int:
        return (6 - position) % 8


def test_a_solver_without_fields_is_wrapped() -> None:
    slow, fast = (list(Ring().results(0, algorithm=KShortest(3), engine=each)) for each in ("interpreted", "compiled"))
    assert [(each.path, each.cost) for each in fast] == [(each.path, each.cost) for each in slow]


def test_an_unknown_construct_is_told_with_its_line() -> None:
    with pytest.raises(CannotCompile, match=r"Unknown\.add_neighbours \(test_road\.py, line \d+\): "):
        Unknown(4, (1, 1)).search((0, 0), engine="compiled")


KINDS = [Meadow, Numbered, Octile]
ALGORITHMS: list[Algorithm] = [
    Anytime(3.0),
    AnytimeWeighted(3.0),
    Beam(4),
    BreadthFirstHeuristic(),
    Convex(2),
    DynamicPotential(2),
    Focal(1.5),
    IdaStar(),
    IdaStar(table=16),
    PartialExpansion(),
    Weighted(1.5),
]


def seen(solver: Any, start: Any, engine: str, algorithm: Algorithm) -> tuple[object, ...]:
    """All that a search says and shows."""
    trace: Trace[Any, Any] = Trace()
    limits = Limits(expansions=700)
    result = solver.search(start, engine=engine, algorithm=algorithm, observer=trace, limits=limits)
    return evolve(result, seconds=0.0, engine=""), trace.events


@pytest.mark.parametrize("kind", [Meadow, *(pytest.param(each, marks=pytest.mark.long) for each in KINDS[1:])])
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=repr)
def test_traces_of_each_frontier(algorithm: Algorithm, kind: Any) -> None:
    rng = np.random.default_rng(3)
    for _ in range(8):
        free, start, goal = random_map(rng)
        solver = kind(free, goal)
        assert seen(solver, start, "compiled", algorithm) == seen(solver, start, "interpreted", algorithm), (free, start, goal)


@pytest.mark.parametrize("kind", KINDS)
def test_batches(kind: Any) -> None:
    rng = np.random.default_rng(5)
    free, start, goal = random_map(rng)
    cells = [(int(x), int(y)) for y, x in np.argwhere(free)][:60]
    told = []
    for engine in ("interpreted", "compiled"):
        results = kind(free, goal).search_many([start] * len(cells), {"goal": cells}, engine=engine)
        told.append([evolve(each, seconds=0.0, engine="") for each in results])
    assert told[0] == told[1]


@pytest.mark.parametrize("kind", [Meadow, Numbered])
def test_several_starts(kind: Any) -> None:
    rng = np.random.default_rng(7)
    for _ in range(8):
        free, start, goal = random_map(rng)
        starts = Starts({start: Cost(0, 0, 0), (1, 1): Cost(3, 3, 0), (2, 1): Cost(2, 2, 0)})
        for algorithm in (Weighted(1), Focal(1.5)):
            solver = kind(free, goal)
            assert seen(solver, starts, "compiled", algorithm) == seen(solver, starts, "interpreted", algorithm)
