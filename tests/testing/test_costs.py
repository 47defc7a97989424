"""The conformance kit catches lies about costs, and of a search."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from genastar import Cost, Node, OpenList
from genastar.testing.checks import solver as solver_checks
from kit_helpers import EDGES, HONEST, JUMPY, NAN, Graph, costing, expect_failure, make_subject

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


# Lies about costs.


@frozen(order=False)
class Hand:
    """Rock, paper, scissors: each smaller than the next, round and round."""

    shape: int

    def __lt__(self, other: Hand) -> bool:
        return (other.shape - self.shape) % 3 == 1


def test_a_cost_that_goes_in_circles():
    expect_failure(solver_checks.costs_are_ordered, costing(Hand(0), Hand(1), Hand(2)), "< is not transitive")


def test_a_cost_that_is_smaller_than_itself():
    @frozen(order=False)
    class AtMost:
        cost: int

        def __lt__(self, other: AtMost) -> bool:
            return self.cost <= other.cost

    expect_failure(solver_checks.costs_are_ordered, costing(AtMost(1), AtMost(2)), r"AtMost\(cost=1\) is smaller than itself")


def test_costs_each_smaller_than_the_other():
    @frozen(order=False)
    class Unlike:
        cost: int

        def __lt__(self, other: Unlike) -> bool:
            return self.cost != other.cost

    expect_failure(solver_checks.costs_are_ordered, costing(Unlike(1), Unlike(2)), "at most one of two costs may be smaller")


def test_costs_whose_ties_are_no_ties():
    """Both parts must be smaller: an order, but no weak one."""

    @frozen(order=False)
    class Both:
        one: int
        other: int

        def __lt__(self, other: Both) -> bool:
            return self.one < other.one and self.other < other.other

    expect_failure(solver_checks.costs_are_ordered, costing(Both(0, 2), Both(1, 0), Both(2, 1), Both(2, 3)), "no order")


def test_a_cost_that_is_nan():
    expect_failure(solver_checks.costs_are_ordered, costing(0.0, NAN), "the cost nan is NaN")


def test_a_way_that_gets_cheaper_by_getting_longer():
    solver = Graph({"A": {"B": 5}, "B": {"D": -2}})
    expect_failure(
        solver_checks.ways_never_get_cheaper,
        make_subject(solver),
        "the path to 'B' costs 5, but its continuation to 'D' costs only 3",
    )


def test_an_inadmissible_estimate():
    solver = Graph(EDGES, {"A": 9, "B": 7, "C": 3})
    expect_failure(
        solver_checks.estimate_is_admissible,
        make_subject(solver),
        "the estimate of 'B' is 7, but the path from there to 'D' costs only 6: the estimate is not admissible",
    )


def test_an_estimate_at_the_goal():
    expect_failure(
        solver_checks.estimate_is_admissible, make_subject(Graph(EDGES, {"D": 1})), "the estimate of 'D' is 1, .* costs only 0"
    )


def test_an_inadmissible_estimate_inside_the_costs():
    """A solver may leave `relax` alone and insert whole costs."""

    @frozen
    class Inserting(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            for there, step in self.edges.get(node.position, {}).items():
                travelled, left = node.cost.travelled + step, self.left[there]
                open_list.insert(there, Cost(travelled + left, travelled, left))

    expect_failure(
        solver_checks.estimate_is_admissible,
        make_subject(Inserting(EDGES, {"A": 0, "B": 0, "C": 4, "D": 0})),
        "the estimate of 'C' is 4",
    )


def test_an_inconsistent_estimate():
    expect_failure(
        solver_checks.estimate_is_consistent,
        make_subject(JUMPY),
        "the estimate falls from 9 at 'A' to 0 at 'C', but the step costs 8: the estimate is not consistent|"
        "the estimate falls from 6 at 'B' to 0 at 'C', but the step costs 3: the estimate is not consistent",
    )
    solver_checks.estimate_is_admissible(make_subject(JUMPY))


# Lies of a search.


def test_an_answer_that_is_not_the_optimum():
    expect_failure(
        solver_checks.optimum_is_right, make_subject(JUMPY), "the search found a path that costs 10; the cheapest costs 9"
    )


def test_an_answer_where_there_is_none():
    @frozen
    class Dreamer(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return Graph(EDGES).search(*args, **more)

    expect_failure(
        solver_checks.optimum_is_right,
        make_subject(Dreamer(EDGES, goal="Z")),
        "the search found a path to 'D', but the oracle finds none",
    )


def test_no_answer_where_there_is_one():
    @frozen
    class Blind(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return Graph(EDGES, goal="Z").search(*args, **more)

    expect_failure(
        solver_checks.optimum_is_right,
        make_subject(Blind(EDGES)),
        "the outcome of the search is unreachable, but a path to 'D' costs 9",
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"path": ("A", "C", "B", "D")}, "the path goes from 'C' to 'B', which is not a neighbour"),
        ({"path": ("B", "C", "D")}, "the path leads from 'B' to 'D'"),
        ({"path": ("A", "B")}, "the path leads from 'A' to 'B'"),
        ({"path": ("A", "C", "D")}, "the path costs 11, but the cost of the result is 9"),
    ],
)
def test_a_path_that_is_no_way(change, message):
    @frozen
    class Liar(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return evolve(HONEST.search(*args, **more), **change)

    expect_failure(solver_checks.path_is_a_way, make_subject(Liar(EDGES)), message)


def test_a_solver_that_remembers():
    class Mule(Graph):
        searches = 0

        def search(self, *args: Any, **more: Any) -> Any:
            type(self).searches += 1
            goal = "D" if self.searches == 1 else "C"
            return Graph(EDGES, goal=goal).search(*args, **more)

    expect_failure(solver_checks.workspace_makes_no_difference, make_subject(Mule(EDGES)), "in a fresh workspace")
