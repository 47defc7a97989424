"""What algorithms need, what they promise, and the costs of their paths."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Cost, Limits, Node, OpenList
from genastar.algorithm import find_algorithm
from genastar.algorithms import (
    Astar,
    BothWays,
    BreadthFirst,
    Deepening,
    DepthFirst,
    Dijkstra,
    Greedy,
    IdaStar,
    Weighted,
)
from genastar.authoring import Promise
from graphs import Graph, InsertingGraph, Line, admissible, edges, goal_sets
from house_domains import OneWay, Street
from known_algorithms import ALONG_LINES, ENOUGH, EVERY, NAMES, OF_VECTORS, Fine, name_of
from reversible_graphs import questions

pytestmark = pytest.mark.quick


# What fits.


def test_an_algorithm_of_a_domain_searches_its_worlds_alone():
    @frozen
    class Local(Fine):
        domain: ClassVar[str] = "street"

    assert Street(5).search(0, [3], algorithm=Local()).path == (0, 1, 2, 3)
    for ask in (
        lambda: Line(5).search(0, algorithm=Local()),
        lambda: Line(5).begin(0, algorithm=Local()),
        lambda: OneWay(5).search(0, [3], algorithm=Local()),
    ):
        with pytest.raises(BadInput, match=r"^the algorithm 'fine' searches only street worlds; use astar$"):
            ask()


ANY_COST = ("astar", "beam", "ida-star", "partial-expansion")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*ANY_COST, "both-ways", *ALONG_LINES, *OF_VECTORS)])
def test_costs_that_do_not_add_are_refused_before_the_search(name):
    graph = InsertingGraph({0: [(1, "b")]}, frozenset([1]), str.__add__)
    message = (
        f"the algorithm {name!r} needs costs that add, and InsertingGraph counts in str; "
        "give a start cost that is a Cost, or use astar"
    )
    with pytest.raises(BadInput) as refused:
        graph.search(0, "a", algorithm=name)
    assert str(refused.value) == message
    assert graph.search(0, "a", algorithm="astar").cost == graph.search(0, "a", algorithm="ida-star").cost == "ab"


def test_what_cannot_be_turned_round_is_refused_before_the_search():
    with pytest.raises(
        BadInput, match=r"^the algorithm 'both-ways' needs Line\.reverse\(start\), which it lacks; write it, or use astar$"
    ):
        Line(5).search(0, algorithm=BothWays())


# What is promised.


@frozen
class Claims(Graph):
    """A graph that says of its estimate what it is."""

    admissible: bool = True  # type: ignore[misc]  # a class attribute elsewhere; either will do
    consistent: bool = True  # type: ignore[misc]


@frozen
class TurningClaims(Claims):
    def reverse(self, start):
        (goal,) = self.goals
        return Graph(naive.reverse_edges(self.edges), frozenset([start])), goal


BOUNDS = {  # by consistency and admissibility: both, admissible alone, that with reopening, none
    Astar(): (1, None, 1, None),
    BothWays(): (1, None, None, None),
    BreadthFirst(): (None, None, None, None),
    Deepening(): (1, None, 1, None),
    Deepening(1, by="steps"): (None, None, None, None),
    Deepening(2, by="steps"): (None, None, None, None),
    DepthFirst(): (None, None, None, None),
    Dijkstra(): (1, 1, 1, 1),
    Greedy(): (None, None, None, None),
    IdaStar(): (1, 1, 1, None),
    Weighted(2): (2, None, 2, None),
    Weighted(Fraction(3, 2)): (1.5, None, 1.5, None),
}


@pytest.mark.parametrize("algorithm", BOUNDS, ids=name_of)
def test_the_bound_is_told_where_it_is_proven(algorithm):
    cases = [(True, True, False), (True, False, False), (True, False, True), (False, False, False)]
    for (is_admissible, is_consistent, reopen), bound in zip(cases, BOUNDS[algorithm], strict=True):
        reopen = reopen and not isinstance(algorithm, DepthFirst)
        problem = TurningClaims({0: [(1, 2)]}, frozenset([1]), {}, is_admissible, is_consistent)
        result = problem.search(0, algorithm=algorithm, reopen=reopen)
        assert result.bound == bound, (is_admissible, is_consistent, reopen)
        assert evolve(problem, edges={}).search(0, algorithm=algorithm, reopen=reopen).bound is None, "nothing was found"


@settings(max_examples=200)
@given(algorithm=st.sampled_from(EVERY), graph=admissible(), reopen=st.booleans())
def test_the_bound_holds(algorithm, graph, reopen):
    """Most of these estimates are admissible and not consistent, and the problem says so."""
    problem = Claims(graph.edges, graph.goals, graph.estimates, consistent=False)
    result = problem.search(0, algorithm=algorithm, reopen=reopen and not isinstance(algorithm, DepthFirst), limits=ENOUGH)
    if result.found and result.bound is not None:
        assert result.cost.travelled <= result.bound * naive.find_cheapest(graph.edges, 0, graph.goals, 0)


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        (Promise(None), "none"),
        (Promise(1.0), "optimal"),
        (Promise(1.0, "consistent"), "optimal, if the heuristic is consistent"),
        (Promise(1.5, "admissible"), "at most 1.5 times the optimum, if the heuristic is admissible"),
        (Promise(1.0, steps=True), "the fewest steps"),
    ],
)
def test_a_promise_in_words(promise, text):
    assert str(promise) == text


def test_deepening_by_more_than_one_step_promises_nothing_of_the_cost():
    assert Deepening(1, by="steps").promise == Promise(1.0, steps=True)
    assert Deepening(2, by="steps").promise == Promise(None)
    dear = Graph({0: [(1, 1), (2, 100)], 1: [(2, 1)]}, frozenset([2]))
    assert dear.search(0, algorithm=Deepening(2, by="steps")).bound is None


# What a path is made of.

simple = edges(st.integers(0, 9)).map(lambda steps: {place: sorted(dict(ends).items()) for place, ends in steps.items()})
"""Graphs without parallel edges: a path says what it costs."""


def sums(steps, path):
    return [naive.compute_path_cost(steps, path[: count + 1], 0) for count in range(len(path))]


@settings(max_examples=200)
@given(algorithm=st.sampled_from(EVERY), steps=simple, goals=goal_sets, data=st.data())
def test_the_costs_are_those_along_the_path(algorithm, steps, goals, data):
    lies = data.draw(st.dictionaries(st.integers(0, 7), st.integers(0, 30)))
    reopen = data.draw(st.booleans()) and not isinstance(algorithm, DepthFirst)
    result = Graph(steps, goals, lies).search(0, algorithm=algorithm, reopen=reopen, limits=ENOUGH)
    assert [cost.travelled for cost in result.costs] == sums(steps, result.path)
    assert result.costs[-1:] == ((result.cost,) if result.found else ())
    copy = pickle.loads(pickle.dumps(result))
    assert (copy, copy.costs) == (result, result.costs)


@given(question=questions())
def test_the_costs_of_a_search_from_both_ends(question):
    problem, start = question
    result = problem.search(start, algorithm=BothWays())
    assert [cost.travelled for cost in result.costs] == sums(problem.edges, result.path)
    problem_again, copy = pickle.loads(pickle.dumps((problem, problem.search(start, algorithm=BothWays()))))
    assert problem_again == problem
    assert (copy.path, copy.costs) == (result.path, result.costs)


def test_the_costs_of_a_domain_are_those_that_a_person_counts():
    result = OneWay(9).search(3, [1], engine="interpreted")
    assert [cost.travelled for cost in result.costs] == [100, 111, 112]
    copy = pickle.loads(pickle.dumps(OneWay(9).search(3, [1], engine="interpreted")))
    assert [cost.travelled for cost in copy.costs] == [100, 111, 112]
    assert copy.path == result.path
    assert Street(9).search(0, [3], engine="interpreted", limits=Limits(expansions=1)).costs == ()


def test_costs_that_do_not_add():
    graph = InsertingGraph({0: [(1, "b")], 1: [(2, "c")]}, frozenset([2]), str.__add__)
    for algorithm in (Astar(), IdaStar()):
        assert graph.search(0, "a", algorithm=algorithm).costs == ("a", "ab", "abc")


def test_why_is_told_of_what_auto_picked_and_of_nothing_else():
    street = Street(5)
    picked, named = street.search(0, [3], engine="interpreted"), street.search(0, [3], engine="interpreted", algorithm="astar")
    assert (picked.algorithm, picked.why) == ("astar", "it fits every world of this domain")
    assert (named.algorithm, named.why) == ("astar", "")
    assert Line(3).search(0).why == ""


@frozen
class Named(AStar[int, Cost[int]]):
    """A line whose fields have the names of optional hooks. Fields are no hooks."""

    size: int
    index: int = 3
    key: str = "a"
    reverse: bool = False
    sight: int = 4
    line_cost: int = 1
    line_estimate: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for position in (node.position - 1, node.position + 1):
            if 0 <= position < self.size:
                open_list.relax(position, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.size - 1

    def estimate(self, position: int) -> int:
        return self.size - 1 - position


@pytest.mark.parametrize("name", sorted({*NAMES} - {"depth-first"}))
def test_fields_with_the_names_of_hooks(name: str) -> None:
    algorithm = find_algorithm(name)
    if {"dominates", "reverse", "sight", "domain"}.intersection(algorithm.needs):
        with pytest.raises(BadInput, match=r"which it lacks|searches only|dominates"):
            Named(6).search(0, algorithm=name)
    else:
        assert Named(6).search(0, algorithm=name).path == (0, 1, 2, 3, 4, 5)
