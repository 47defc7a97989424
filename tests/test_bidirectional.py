"""The search from both ends, beside a naive Dijkstra's."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import AStar, CancelToken, Cost, Limits, Node, Observer, OpenList, Outcome, Workspace
from genastar.bidirectional import BACKWARD, FORWARD, MET, Reversible, Sided, search_both_ways
from graphs import SIZE, Line, edges, positions, whole


@frozen
class TwoWay(Reversible[Any, Any]):
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
    assert_optimal(solver, start, search_both_ways(solver, start, workspace=Workspace() if reuse else None))


@given(steps=edges(st.fractions(0, 9, max_denominator=12)), start=positions, goal=positions)
def test_costs_that_are_fractions(steps, start, goal):
    solver = TwoWay(steps, goal)
    assert_optimal(solver, start, search_both_ways(solver, start))


def test_costs_that_are_decimals():
    solver = TwoWay({"a": [("b", Decimal("0.1"))], "b": [("c", Decimal("0.2"))]}, "c")
    assert search_both_ways(solver, "a").cost.travelled == Decimal("0.3")


def test_the_first_meeting_is_not_the_best():
    """Both sides meet first on the road through "m": its two halves are the shortest steps, and it is the longer way."""
    steps = {"s": [("m", 5), ("a", 3)], "a": [("b", 3)], "b": [("g", 3)], "m": [("g", 5)]}
    result = search_both_ways(TwoWay(steps, "g"), "s")
    assert result.path == ("s", "a", "b", "g")
    assert result.cost.travelled == 9


def test_a_start_that_is_the_goal():
    result = search_both_ways(TwoWay({0: [(0, 1)]}, 0), 0)
    assert (result.path, result.cost.travelled, result.closest) == ((0,), 0, 0)


def test_of_parallel_edges_the_cheapest_counts_and_edges_may_cost_nothing():
    result = search_both_ways(TwoWay({0: [(1, 7), (1, 0), (0, 0)], 1: [(2, 0), (0, 0)]}, 2), 0)
    assert (result.path, result.cost.travelled) == ((0, 1, 2), 0)


@frozen
class Street(Line, Reversible[int, int]):
    """The integers, and a goal on them."""

    goal: int = 0

    def reverse(self, start: int) -> tuple[AStar[int, Cost[int]], int]:
        return Street(goal=start, informed=self.informed), self.goal


class Sides(Observer[Sided[int], Cost[int]]):
    """Writes down what each side closed."""

    def __init__(self):
        self.closed_by = {}

    def closed(self, node):
        self.closed_by.setdefault(node.position.side, []).append(node.position.position)


def test_each_side_goes_half_of_the_way():
    sides, far = Sides(), 100
    result = search_both_ways(Street(goal=far), 0, observer=sides)
    assert result.path == tuple(range(far + 1))
    assert max(sides.closed_by[FORWARD]) <= far / 2 + 1
    assert min(sides.closed_by[BACKWARD]) >= far / 2 - 1
    assert set(sides.closed_by) in ({FORWARD, BACKWARD, MET + FORWARD}, {FORWARD, BACKWARD, MET + BACKWARD})


def test_estimates_keep_both_sides_on_the_way():
    sides = Sides()
    search_both_ways(Street(goal=100, informed=True), 0, observer=sides)
    assert {place for places in sides.closed_by.values() for place in places} == set(range(101))


def test_limits_and_cancelling_end_it():
    token = CancelToken()
    token.cancel()
    street = Street(goal=50)
    assert search_both_ways(street, 0, limits=Limits(expansions=9)).outcome is Outcome.LIMIT
    assert search_both_ways(street, 0, limits=Limits(cost=49)).outcome is Outcome.LIMIT
    assert search_both_ways(street, 0, limits=Limits(cost=50)).found
    assert search_both_ways(street, 0, limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT
    assert search_both_ways(street, 0, cancel=token).closest is None


def test_an_open_list_that_does_not_tell_says_so():
    class Deaf(OpenList[int, Cost[int]]):
        def insert(self, position, cost):
            raise AssertionError

        def relax(self, position, travelled):
            raise AssertionError

    with pytest.raises(NotImplementedError, match="Deaf does not tell what is known"):
        Deaf().known(3)
