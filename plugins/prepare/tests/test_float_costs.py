"""Costs of floats, and of ints beside floats, on random graphs: the same answers at both engines, found or not."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import frozen
from numpy.typing import NDArray

import genastar
from genastar import AStar, Cost, Node, OpenList

Ints = NDArray[np.int32]


@frozen(eq=False)
class Digraph(AStar[int, Cost[float]]):
    """A digraph in arrays. The start costs a whole number; steps cost floats."""

    first: Ints
    head: Ints
    weight: NDArray[np.float64]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.head[edge]), node.cost.travelled + float(self.weight[edge]))

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.first) - 1


@frozen(eq=False)
class TwoWays(Digraph):
    """The same in both directions, for searches from both ends."""

    back: tuple[Ints, Ints, NDArray[np.float64]]

    def reverse(self, start: int) -> tuple[TwoWays, int]:
        return TwoWays(*self.back, start, (self.first, self.head, self.weight)), self.goal


def rows_of(edges: list[tuple[int, int, float]], size: int) -> tuple[Ints, Ints, NDArray[np.float64]]:
    edges = sorted(edges)
    first = np.searchsorted([tail for tail, _, _ in edges], np.arange(size + 1)).astype(np.int32)
    return first, np.array([head for _, head, _ in edges], np.int32), np.array([cost for _, _, cost in edges], np.float64)


def digraphs(seed: int) -> tuple[list[tuple[int, int, float]], int, int, int]:
    """Return the edges, the size, a start and a goal: often unreachable, at times the start."""
    random = Random(seed)
    size = random.randint(2, 7)
    costs = random.choice(((0.5, 1.5), (0.1, 0.2, 0.3), (0.0, 1.0, 0.5), (2.0, 1e6)))
    edges = {(random.randrange(size), random.randrange(size)): random.choice(costs) for _ in range(random.randint(0, 3 * size))}
    return [(tail, head, cost) for (tail, head), cost in edges.items()], size, random.randrange(size), random.randrange(size)


def answers_of(results: Any) -> list[tuple[Any, ...]]:
    return [(each.outcome, each.path, each.cost and (each.cost.total, each.cost.travelled)) for each in results]


SEARCHES = ("k-shortest", "alternatives", "all-optimal", "anytime", "restarting", "astar")
PREPARED = ("landmarks", "hierarchy", "customizable", "first-moves", "hub-labels")


@pytest.mark.long
@pytest.mark.parametrize("name", [SEARCHES[0], *(pytest.param(each, marks=pytest.mark.long) for each in SEARCHES[1:])])
def test_searches_of_floats(name: str) -> None:
    for seed in range(40):
        edges, size, start, goal = digraphs(seed)
        problem = Digraph(*rows_of(edges, size), goal)
        one, other = (answers_of(problem.results(start, algorithm=name, engine=each)) for each in ("interpreted", "compiled"))
        assert one == other, seed


@pytest.mark.long
@pytest.mark.parametrize("name", ["both-ways", "mm", "nbs"])
def test_searches_from_both_ends(name: str) -> None:
    for seed in range(40):
        edges, size, start, goal = digraphs(seed)
        problem = TwoWays(*rows_of(edges, size), goal, rows_of([(head, tail, cost) for tail, head, cost in edges], size))
        one, other = (answers_of(problem.results(start, algorithm=name, engine=each)) for each in ("interpreted", "compiled"))
        assert one == other, seed


@pytest.mark.long
@pytest.mark.parametrize("method", [PREPARED[0], *(pytest.param(each, marks=pytest.mark.long) for each in PREPARED[1:])])
def test_preparations_of_floats(method: str) -> None:
    for seed in range(20):
        edges, size, start, goal = digraphs(seed)
        problem = Digraph(*rows_of(edges, size), goal)
        prepared = genastar.prepare(problem, method, starts=range(size), engine="interpreted")
        one, other = (answers_of([prepared.search(start, [goal], engine=each)]) for each in ("interpreted", "compiled"))
        assert one == other, seed
        one, other = (
            answers_of([problem.search(start, algorithm=prepared.algorithm, engine=each)])
            for each in ("interpreted", "compiled")
        )
        assert one == other, seed
