"""The conformance kit and its oracle: what is true passes."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.testing import Bounds, CheckSkipped, Subject
from genastar.testing.checks import solver as solver_checks
from genastar.testing.checks.solver import SOLVER_CHECKS
from genastar.testing.oracle import explore
from kit_helpers import EDGES, HONEST, JUMPY, Graph, make_subject

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


def passes_all(subject: Subject[Any, Any]) -> list[str]:
    """The names of the checks that were skipped; all others passed. That of numbers is for solvers that have them."""
    skipped = []
    for check in SOLVER_CHECKS:
        if check is solver_checks.numbers_belong_to_positions:
            continue
        try:
            check(subject)
        except CheckSkipped:
            skipped.append(check.__name__)
    return skipped


# The oracle.


def test_the_oracle_knows_the_optimum():
    world = explore(JUMPY, "A", expansions=10)
    assert world.certain
    assert world.best is not None
    assert (world.best.cost, world.build_path("D")) == (Cost(9, 9, 0), ["A", "B", "C", "D"])


def test_the_oracle_calls_nothing_that_the_search_uses(monkeypatch):
    for name in (
        "genastar.memory.priority_queue.PriorityQueue.insert",
        "genastar.memory.open_nodes.OpenNodes.relax",
        "genastar.search.loop.search",
    ):
        monkeypatch.setattr(name, None)
    assert explore(JUMPY, "A", expansions=10).best is not None


def test_the_oracle_says_when_it_does_not_know():
    world = explore(HONEST, "A", expansions=2)
    assert not world.certain
    assert explore(HONEST, "A", expansions=3, stop_at_goal=True).certain is False
    assert explore(HONEST, "A", expansions=4, stop_at_goal=True).certain is True


# Truth.


def test_an_honest_solver_passes():
    assert passes_all(make_subject(HONEST)) == ["engines_agree"]


def test_an_inconsistent_estimate_that_claims_no_more_passes_by_reopening():
    assert passes_all(make_subject(JUMPY, consistent=False)) == ["estimate_is_consistent", "engines_agree"]


def test_a_solver_without_an_answer_passes():
    assert passes_all(make_subject(Graph(EDGES, goal="Z"))) == ["estimate_is_admissible", "path_is_a_way", "engines_agree"]


def test_a_solver_with_costs_of_its_own_passes():
    @frozen
    class Steps(AStar[int, tuple[int, str]]):
        def add_neighbours(self, node: Node[int, tuple[int, str]], open_list: OpenList[int, tuple[int, str]]) -> None:
            for step in (1, 2):
                if node.position + step < 9:
                    open_list.insert(node.position + step, (node.cost[0] + step * step, node.cost[1] + "x"))

        def is_destination(self, position: int) -> bool:
            return position == 8

    skipped = passes_all(make_subject(Steps(), 0, cost=(0, "")))
    assert skipped == ["costs_ignore_the_estimate", "estimate_is_admissible", "estimate_is_consistent", "engines_agree"]


@frozen
class Line(AStar[int, Cost[float]]):
    """All the whole numbers, from one to the next at 0.1 a step."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for there in (node.position - 1, node.position + 1):
            open_list.relax(there, node.cost.travelled + 0.1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> float:
        return abs(self.goal - position) * 0.1


def test_an_infinite_world_is_looked_at_within_bounds():
    assert passes_all(make_subject(Line(10), 0, bounds=Bounds(expansions=100))) == ["engines_agree"]


def test_a_goal_out_of_sight_is_no_failure():
    skipped = passes_all(make_subject(Line(10_000), 0, bounds=Bounds(expansions=50)))
    assert skipped == ["estimate_is_admissible", "optimum_is_right", "path_is_a_way", "engines_agree"]


def test_rounding_is_no_lie():
    """Sums of 0.1 and multiples of it differ in the last place."""
    assert any(reduce(float.__add__, [0.1] * number) < 0.1 * number for number in range(1, 20))
    assert "estimate_is_consistent" not in passes_all(make_subject(Line(9), 0, bounds=Bounds(expansions=60)))
