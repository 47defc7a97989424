"""Memory that grows in the middle of an expansion: a hook that asks what is known learns nothing of its own first call."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve, frozen

from genastar import AStar, Cost, Node, OpenList, Trace, Workspace

FAR = 1 << 20
"""A step that the ring of a bucket queue is too narrow for at first."""

OTHERS = [
    "focal",
    "beam",
    "greedy",
    "anytime",
    "anytime-weighted",
    "restarting",
    "partial-expansion",
    "lss-lrta",
    "depth-first",
]


@frozen
class Tree(AStar[int, Cost[int]]):
    """A binary tree whose second steps cost more if the first child is known before it is added."""

    size: int
    step: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        left = 2 * node.position + 1
        more = 0 if open_list.known(left) is None else 3
        if left < 2 * self.size:
            open_list.relax(left, node.cost.travelled + 1)
            open_list.relax(left + 1, node.cost.travelled + self.step + more)

    def is_destination(self, position: int) -> bool:
        return position == self.size


@frozen
class Improving(Tree):
    """The same tree, by ``improves``."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        left = 2 * node.position + 1
        more = 0 if open_list.improves(left, node.cost.travelled + 1) else 3
        if left < 2 * self.size:
            open_list.relax(left, node.cost.travelled + 1)
            open_list.relax(left + 1, node.cost.travelled + self.step + more)


@frozen
class Fan(Tree):
    """A start with more neighbours than an observer's buffer has room for."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        cost = 1 if open_list.known(1) is None else 2
        if node.position == 0:
            for each in range(1, self.size + 1):
                open_list.relax(each, cost)


def agree(problem: Tree, algorithm: str, watched: bool) -> None:
    told = []
    for engine, workspace in (("interpreted", None), ("compiled", Workspace()), ("compiled", Workspace())):
        trace = Trace() if watched else None
        result = problem.search(0, algorithm=algorithm, engine=engine, observer=trace, workspace=workspace)
        told.append((evolve(result, seconds=0.0, engine=""), trace and trace.events))
    assert told[1] == told[0]
    assert told[2] == told[0]


@pytest.mark.long
@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("problem", [Tree(5000), Tree(5000, FAR), Improving(5000), Fan(9000)], ids=repr)
def test_a_hook_that_asks_what_is_known_is_told_the_same_when_memory_grows(problem: Tree, watched: bool) -> None:
    agree(problem, "astar", watched)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", OTHERS)
def test_so_it_is_by_other_algorithms(algorithm: str) -> None:
    agree(Tree(5000), algorithm, True)


def test_so_it_is_in_a_batch() -> None:
    problem = Tree(5000)
    sizes = np.array([100, 5000, 40, 5000, 3000])
    found = problem.search_many([0] * len(sizes), {"size": sizes}, engine="compiled")
    for size, result in zip(sizes.tolist(), found, strict=True):
        assert result.cost == evolve(problem, size=size).search(0, engine="interpreted").cost
