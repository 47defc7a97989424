"""The search from both ends, beside a naive Dijkstra's."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, CancelToken, Cost, Limits, Node, OpenList, Outcome, Trace, Workspace
from genastar.algorithms import BothWays
from genastar.algorithms.both_ways import BACKWARD, FORWARD, MET
from genastar.astar import asked
from graphs import SIZE, Line, edges, positions, whole

pytestmark = pytest.mark.quick


@frozen
class TwoWay(AStar[Any, Cost[Any]]):
    """A graph with a goal, and what it is from the other end."""

    edges: naive.Edges
    goal: Any
    estimates: Mapping[Any, Any] = field(factory=dict)
    behind: Mapping[Any, Any] = field(factory=dict)

    def add_neighbours(self, node: Node[Any, Cost[Any]], open_list: OpenList[Any, Cost[Any]]) -> None:
        for neighbour, step in self.edges.get(node.position, ()):
            open_list.relax(neighbour, node.cost.travelled + step)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.goal)

    def estimate(self, position: Any) -> Any:
        return self.estimates.get(position, 0)

    def reverse(self, start: Any) -> tuple[AStar[Any, Cost[Any]], Any]:
        return TwoWay(naive.reversed_edges(self.edges), start, self.behind, self.estimates), self.goal


def consistent_estimates(draw, steps, back, goal):
    """Estimates of the way to a goal that fall by no more than a step costs; a dead end may be known as such."""
    left = naive.distances(back, goal, 0)
    shares = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1)])
    dead = st.sampled_from([0, 50, float("inf")])
    guesses = {place: draw(shares) * left[place] if place in left else draw(dead) for place in range(SIZE)}
    return {
        place: min(cost + guesses[other] for other, cost in naive.distances(steps, place, 0).items()) for place in range(SIZE)
    }


@st.composite
def questions(draw, costs=whole):
    """A graph with an estimate for each end, and a start."""
    steps, start, goal = draw(edges(costs)), draw(positions), draw(positions)
    back = naive.reversed_edges(steps)
    ahead = consistent_estimates(draw, steps, back, goal)
    behind = consistent_estimates(draw, back, steps, start)
    return TwoWay(steps, goal, ahead, behind), start


def assert_optimal(solver, start, result):
    optimum = naive.cheapest(solver.edges, start, [solver.goal], 0)
    if optimum is None:
        assert (result.outcome, result.path, result.cost) == (Outcome.UNREACHABLE, (), None)
    else:
        assert result.found
        assert result.cost.travelled == optimum
        assert (result.path[0], result.path[-1]) == (start, solver.goal)
        assert naive.cost_of_path(solver.edges, result.path, 0) == optimum


@given(question=questions(), reuse=st.booleans())
def test_the_answer_is_the_optimum(question, reuse):
    solver, start = question
    assert_optimal(solver, start, solver.search(start, algorithm=BothWays(), workspace=Workspace() if reuse else None))


@given(steps=edges(st.fractions(0, 9, max_denominator=12)), start=positions, goal=positions)
def test_costs_that_are_fractions(steps, start, goal):
    solver = TwoWay(steps, goal)
    assert_optimal(solver, start, solver.search(start, algorithm=BothWays()))


def test_costs_that_are_decimals():
    solver = TwoWay({"a": [("b", Decimal("0.1"))], "b": [("c", Decimal("0.2"))]}, "c")
    assert solver.search("a", algorithm=BothWays()).cost.travelled == Decimal("0.3")


def test_the_first_meeting_is_not_the_best():
    """Both sides meet first on the road through "m": its two halves are the shortest steps, and it is the longer way."""
    steps = {"s": [("m", 5), ("a", 3)], "a": [("b", 3)], "b": [("g", 3)], "m": [("g", 5)]}
    result = TwoWay(steps, "g").search("s", algorithm=BothWays())
    assert result.path == ("s", "a", "b", "g")
    assert result.cost.travelled == 9


def test_a_start_that_is_the_goal():
    result = TwoWay({0: [(0, 1)]}, 0).search(0, algorithm=BothWays())
    assert (result.path, result.cost.travelled, result.closest) == ((0,), 0, 0)


def test_of_parallel_edges_the_cheapest_counts_and_edges_may_cost_nothing():
    result = TwoWay({0: [(1, 7), (1, 0), (0, 0)], 1: [(2, 0), (0, 0)]}, 2).search(0, algorithm=BothWays())
    assert (result.path, result.cost.travelled) == ((0, 1, 2), 0)


@frozen
class Street(Line):
    """The integers, and a goal on them."""

    goal: int = 0

    def reverse(self, start: int) -> tuple[AStar[int, Cost[int]], int]:
        return Street(goal=start, informed=self.informed), self.goal


def closed_by(problem):
    """What each side closes, of a search from 0."""
    algorithm, request = asked(problem, 0, algorithm=BothWays())
    sides, trace = {}, Trace()
    lift = algorithm.lift(request)
    assert lift.route(evolve(lift.request, observer=trace).search().path) == problem.search(0, algorithm=BothWays()).path
    for sided in trace.closing_order():
        sides.setdefault(sided.side, []).append(sided.position)
    return sides


def test_each_side_goes_half_of_the_way():
    trace, far = Trace(), 100
    sides = closed_by(Street(goal=far))
    assert max(sides[FORWARD]) <= far / 2 + 1
    assert min(sides[BACKWARD]) >= far / 2 - 1
    assert set(sides) in ({FORWARD, BACKWARD, MET + FORWARD}, {FORWARD, BACKWARD, MET + BACKWARD})
    result = Street(goal=far).search(0, algorithm=BothWays(), observer=trace)
    assert result.path == tuple(range(far + 1))
    assert sorted(trace.closing_order()) == sorted(sides[FORWARD] + sides[BACKWARD])


def test_estimates_keep_both_sides_on_the_way():
    sides = closed_by(Street(goal=100, informed=True))
    assert {place for places in sides.values() for place in places} == set(range(101))


def test_the_costs_of_the_path_are_those_of_the_problem():
    result = Street(goal=6).search(0, algorithm=BothWays())
    assert [cost.travelled for cost in result.costs] == [0, 1, 2, 3, 4, 5, 6]


def test_a_run_is_looked_at_in_positions():
    with Street(goal=6).begin(0, algorithm=BothWays()) as run:
        expanded = [node.position for node in run]
    assert set(expanded) <= set(range(-4, 11))
    assert run.result.path == (0, 1, 2, 3, 4, 5, 6)


def test_what_cannot_be_turned_round_is_refused():
    with pytest.raises(BadInput, match=r"'both-ways' needs Line\.reverse\(start\), which it lacks; .*use astar"):
        Line(goal=3).search(0, algorithm="both-ways")


def test_limits_and_cancelling_end_it():
    token = CancelToken()
    token.cancel()
    street = Street(goal=50)
    assert street.search(0, algorithm=BothWays(), limits=Limits(expansions=9)).outcome is Outcome.LIMIT
    assert street.search(0, algorithm=BothWays(), limits=Limits(cost=49)).outcome is Outcome.LIMIT
    assert street.search(0, algorithm=BothWays(), limits=Limits(cost=50)).found
    assert street.search(0, algorithm=BothWays(), limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT
    assert street.search(0, algorithm=BothWays(), cancel=token).closest is None


def test_an_open_list_that_does_not_tell_says_so():
    class Deaf(OpenList[int, Cost[int]]):
        def insert(self, position, cost):
            raise AssertionError

        def relax(self, position, travelled):
            raise AssertionError

    with pytest.raises(NotImplementedError, match="Deaf does not implement known"):
        Deaf().known(3)
