"""Problems whose hook fails at a destination: no algorithm needs the steps from there, unless it prepares the whole world."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.algorithms import KShortest, LssLrta, Rtaa

LAST = 9
FEW = {"lss-lrta": LssLrta(2), "rtaa": Rtaa(2)}
WHOLE = {"customizable", "first-moves", "hierarchy", "hub-labels", "landmarks"}
"""Algorithms that prepare the world for every destination, so that they need the steps from each position."""


class Beyond(Exception):
    """The steps from a destination were asked for."""


@frozen
class Street(AStar[int, Cost[int]]):
    """A ring of houses with two ways to the same goals, which ends there."""

    goals: tuple[int, ...]
    steps: tuple[int, ...] = (1, -1, 2)
    size: int = LAST + 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if self.is_destination(node.position):
            raise Beyond
        for step in self.steps:
            if 0 <= node.position + step <= LAST:
                open_list.relax(node.position + step, node.cost.travelled + step * step)

    def is_destination(self, position: int) -> bool:
        return position in self.goals

    def estimate(self, position: int) -> int:
        return min(abs(position - goal) for goal in self.goals)

    def index(self, position: int) -> int:
        return position

    def sight(self, one: int, other: int) -> bool:
        return True

    def line_cost(self, one: int, other: int) -> int:
        return abs(one - other)


@frozen
class Behind(Street):
    """The steps of a street backwards, which lead on from every position."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in self.steps:
            if 0 <= node.position - step <= LAST:
                open_list.relax(node.position - step, node.cost.travelled + step * step)


@frozen
class Reversible(Street):
    def reverse(self, start: int) -> Any:
        return Behind((start,)), self.goals[0]


@pytest.mark.parametrize("kind", [Street, Reversible])
@pytest.mark.parametrize("goals", [(5,), (5, 3), (0,)])
@pytest.mark.parametrize("name", list_algorithm_names())
def test_no_search_asks_for_the_steps_from_a_destination(name: str, goals: tuple[int, ...], kind: type[Street]) -> None:
    algorithm = find_algorithm(name)
    if (
        algorithm.domain
        or "dominates" in algorithm.needs
        or ("reverse" in algorithm.needs and (kind is Street or len(goals) > 1))
    ):
        return
    problem = kind(goals)
    if name in WHOLE:
        with pytest.raises((Beyond, BadInput)):
            problem.search(0, algorithm=name)
        return
    answers = list(problem.results(0, algorithm=FEW.get(name, name)))
    assert answers[0].found
    assert all(answer.path[-1] in goals for answer in answers if answer.found)
    assert all(position not in goals for answer in answers for position in answer.path[:-1])


def test_several_paths_end_at_the_first_destination() -> None:
    paths = [result.path for result in Street((2,)).results(0, algorithm=KShortest(4)) if result.found]
    assert sorted(paths) == [(0, 1, 2), (0, 1, 3, 2), (0, 2)]
