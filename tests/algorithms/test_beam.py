"""Beam search, beside a naive Dijkstra's."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import BadInput, Limits, Outcome, Trace
from genastar.algorithms import Beam
from genastar.contracts.frontier import BeamFrontier as Frontier
from genastar.search.requests import make_request
from graphs import Graph, InsertingGraph, Line, admissible

pytestmark = pytest.mark.quick


@given(graph=admissible(), width=st.integers(1, 4))
def test_it_finds_a_path_if_there_is_one(graph: Graph, width: int) -> None:
    result = graph.search(0, algorithm=Beam(width))
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if best is None else Outcome.FOUND)
    assert result.bound is None
    if result.found:
        assert result.cost.travelled == naive.compute_path_cost(graph.edges, result.path, 0) >= best


@given(graph=admissible(), width=st.integers(1, 4))
def test_it_ends_at_a_limit_if_positions_were_left_out(graph: Graph, width: int) -> None:
    result = graph.search(0, algorithm=Beam(width, complete=False))
    assert result.outcome in (Outcome.FOUND, Outcome.UNREACHABLE, Outcome.LIMIT)
    if result.outcome is Outcome.UNREACHABLE:
        assert naive.find_cheapest(graph.edges, 0, graph.goals, 0) is None


def test_a_layer_has_no_more_than_the_width() -> None:
    """A tree of three branches a node: after d layers, a beam of 2 has expanded 1 + 2 (d - 1) nodes."""
    edges = {position: [(3 * position + branch, branch) for branch in (1, 2, 3)] for position in range(400)}
    trace = Trace[Any, Any]()
    request = make_request(Graph(edges, frozenset({364})), 0, observer=trace, limits=Limits(expansions=9))[1]
    with evolve(request, frontier=Frontier(2)).begin() as run:
        assert run.finish().outcome is Outcome.LIMIT
        assert run.next_bound == 3
    assert [event.node.position for event in trace.events if event.kind.name == "CLOSED"] == [0, 1, 2, 4, 7, 13, 22, 40, 67]


def test_twice_the_width_until_it_finds() -> None:
    graph = Graph({0: [(1, 1), (2, 2), (3, 3)], 3: [(4, 1)]}, frozenset({4}))
    failed, found = (graph.search(0, algorithm=Beam(1, complete=complete)) for complete in (False, True))
    assert (failed.outcome, failed.expanded) == (Outcome.LIMIT, 2)
    assert (found.path, found.expanded) == ((0, 3, 4), 2 + 3 + 4)
    assert graph.search(0, algorithm=Beam(1), limits=Limits(expansions=4)).outcome is Outcome.LIMIT


def test_costs_of_any_type_will_do() -> None:
    graph = InsertingGraph({0: [(1, "b"), (2, "a")], 1: [(3, "a")], 2: [(3, "c")]}, frozenset({3}), lambda one, two: one + two)
    assert graph.search(0, "", algorithm=Beam(2)).cost == "ac"


def test_what_does_not_fit_is_refused() -> None:
    for width in (0, -1, 1.5, True, "x"):
        with pytest.raises(BadInput, match="expected a whole number of at least 1"):
            Beam(width)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"Limits\.cost"):
        Line(5).search(0, algorithm="beam", limits=Limits(cost=3))
