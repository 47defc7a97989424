"""All optimal paths and alternatives, beside all paths of a small graph."""

from __future__ import annotations

from itertools import islice, pairwise
from math import comb

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Cost, Limits, Outcome, count_optimal_paths
from genastar.algorithms import AllOptimal, Alternatives
from graphs import Graph, NumberedReversible, Reversible, consistent, fractions
from naive import list_all_paths


@pytest.mark.parametrize("kind", [Graph, Reversible, NumberedReversible])
@given(graph=st.one_of(consistent(st.integers(1, 3)), consistent(fractions)))
@settings(max_examples=25)
def test_every_path_of_the_least_cost_once(kind, graph):
    problem = kind(graph.edges, graph.goals, graph.estimates)
    truth = list_all_paths(graph.edges, {0: 0}, graph.goals)
    optimal = {path for path, cost in truth.items() if cost == min(truth.values())}
    found = list(problem.results(0, algorithm=AllOptimal()))
    if not truth:
        assert [result.outcome for result in found] == [Outcome.UNREACHABLE]
        assert count_optimal_paths(problem, 0) == 0
        return
    assert len(found) == len(optimal)
    assert {result.path for result in found} == optimal
    assert {result.bound for result in found} == {1}
    assert {result.cost.travelled for result in found} == {min(truth.values())}
    try:
        assert count_optimal_paths(problem, 0) == len(optimal)
    except BadInput:
        assert any(step == 0 for row in graph.edges.values() for _, step in row)


def test_circles_that_do_not_lead_to_the_destination_are_not_counted():
    dead_end = Graph({0: [(1, 2), (3, 1)], 1: [], 3: [(3, 1)]}, {1}, {})
    assert count_optimal_paths(dead_end, 0) == 1


@frozen
class Board(AStar[tuple[int, int], Cost[float]]):
    """A rectangle with steps to the right and down; the estimate is exact."""

    size: int
    step: float

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for cell in ((x + 1, y), (x, y + 1)):
            if max(cell) <= self.size:
                open_list.relax(cell, node.cost.travelled + self.step)

    def is_destination(self, position):
        return position == (self.size, self.size)

    def estimate(self, position):
        return (2 * self.size - sum(position)) * self.step


@pytest.mark.parametrize("step", [1, 0.1])
def test_paths_are_counted_without_listing_them(step):
    assert count_optimal_paths(Board(40, step), (0, 0)) == comb(80, 40)
    few = list(islice(Board(40, step).results((0, 0), algorithm="all-optimal"), 50))
    assert len({result.path for result in few}) == 50
    with pytest.raises(BadInput, match="ended with limit"):
        count_optimal_paths(Board(9, step), (0, 0), limits=Limits(expansions=20))


def test_circles_of_steps_that_cost_nothing_are_listed_and_not_counted():
    problem = Graph({0: [(1, 0), (2, 0)], 1: [(2, 0), (3, 1)], 2: [(1, 0), (3, 1)]}, frozenset({3}))
    assert len(list(problem.results(0, algorithm="all-optimal"))) == 4
    with pytest.raises(BadInput, match="cost nothing form a circle"):
        count_optimal_paths(problem, 0)


@given(graph=consistent(st.integers(1, 9)), shared=st.sampled_from([0, 0.3, 0.5, 0.9]))
@settings(max_examples=25)
def test_alternatives_differ_by_the_share(graph, shared):
    truth = list_all_paths(graph.edges, {0: 0}, graph.goals)
    found = list(graph.results(0, algorithm=Alternatives(4, shared, stretch=3)))
    if not truth:
        assert [result.outcome for result in found] == [Outcome.UNREACHABLE]
        return
    assert found[0].cost.travelled == min(truth.values())
    for number, result in enumerate(found):
        assert truth[result.path] == result.cost.travelled <= 3 * found[0].cost.travelled
        for other in found[:number]:
            common = set(pairwise(result.path)) & set(pairwise(other.path))
            paid = sum(naive.compute_path_cost(graph.edges, step, 0) for step in common)
            assert paid <= shared * result.cost.travelled


def test_alternatives_of_a_board_and_their_limits():
    found = list(Board(12, 1).results((0, 0), algorithm=Alternatives(3, shared=0.2)))
    assert len(found) == 3
    assert {result.cost.travelled for result in found} == {24}
    cut = list(Board(12, 1).results((0, 0), algorithm=Alternatives(3), limits=Limits(expansions=30)))
    assert [result.outcome for result in cut] == [Outcome.FOUND, Outcome.LIMIT]
    with pytest.raises(BadInput, match=r"Limits\.cost"):
        Board(12, 1).search((0, 0), algorithm=Alternatives(), limits=Limits(cost=3))
    with pytest.raises(ValueError, match="shared is 2"):
        Alternatives(shared=2)
