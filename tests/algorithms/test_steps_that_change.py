"""Steps whose cost depends on what was travelled: an algorithm tells the cost of its path, or refuses them."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, BadInput, Cost, Limits, Node, OpenList
from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.algorithms import Alternatives, KShortest, LssLrta, Rtaa
from genastar.memory.replay import compute_costs_along

VALUES: dict[str, Any] = {
    "alternatives": Alternatives(3, shared=0.9, stretch=9),
    "k-shortest": KShortest(6),
    "lss-lrta": LssLrta(3),
    "rtaa": Rtaa(3),
}
REFUSING = {"all-optimal", "alternatives", "both-ways", "k-shortest", "mm", "nbs"}
PREPARING = {"customizable", "first-moves", "hierarchy", "hub-labels", "landmarks"}


@frozen
class Rush(AStar[int, Cost[int]]):
    """A street in the rush hour: steps cost more from a cost travelled of 3 on."""

    goal: int = 6
    way: int = 1
    size: int = 9

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 2, -1):
            there = node.position + step * self.way
            if 0 <= there < self.size:
                open_list.relax(there, node.cost.travelled + step * step + (10 if node.cost.travelled >= 3 else 0))

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    def sight(self, one: int, other: int) -> bool:
        return abs(one - other) <= 2

    def line_cost(self, one: int, other: int) -> int:
        return (one - other) ** 2

    def reverse(self, start: int) -> Any:
        return Rush(start, -1), self.goal


@pytest.mark.parametrize("name", list_algorithm_names())
def test_the_cost_is_that_of_the_path_or_the_problem_is_refused(name: str) -> None:
    algorithm = find_algorithm(name)
    if (
        algorithm.domain or {"sight", "dominates"} & algorithm.needs
    ):  # they step along lines, whose cost depends on nothing else
        return
    problem = Rush()
    if name in REFUSING | PREPARING:
        with pytest.raises(BadInput, match="put what they depend on into the position"):
            list(problem.results(0, algorithm=VALUES.get(name, name)))
        return
    answers = list(problem.results(0, algorithm=VALUES.get(name, name), limits=Limits(expansions=5000)))
    assert answers[-1].found
    for answer in answers:
        assert answer.cost is not None
        paid = compute_costs_along(problem, Cost(0, 0, 0), answer.path)[-1].travelled
        assert answer.cost.travelled == answer.costs[-1].travelled == paid


def test_floats_may_be_rounded() -> None:
    @frozen
    class Tenths(AStar[int, Cost[float]]):
        def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
            for there in (node.position + 1, node.position + 2):
                open_list.relax(there, node.cost.travelled + 0.1 * (there - node.position))

        def is_destination(self, position: int) -> bool:
            return position == 9

        def reverse(self, start: int) -> Any:
            return Backwards(start), 9

    @frozen
    class Backwards(AStar[int, Cost[float]]):
        goal: int

        def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
            for there in (node.position - 1, node.position - 2):
                open_list.relax(there, node.cost.travelled + 0.1 * (node.position - there))

        def is_destination(self, position: int) -> bool:
            return position == self.goal

    for name in REFUSING:
        assert next(Tenths().results(0, algorithm=name)).found
    assert len([*Tenths().results(0, algorithm=KShortest(40))]) == 40
