"""Dynamic potential search: its bound beside a naive Dijkstra's, and its order beside the definition."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import BadInput, EventKind, Limits, Outcome, Trace
from genastar.algorithms import DynamicPotential
from genastar.errors import CostError
from genastar.memory.queues import potential
from graphs import Graph, Line, admissible

weights = st.sampled_from([1, 1.25, 1.5, 2, 5, Fraction(4, 3)])


@given(graph=admissible(), weight=weights)
def test_the_path_costs_at_most_weight_times_the_optimum(graph: Graph, weight: Any) -> None:
    result = graph.search(0, algorithm=DynamicPotential(weight))
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if best is None else Outcome.FOUND)
    if result.found:
        assert result.bound == float(weight)
        assert best <= naive.compute_path_cost(graph.edges, result.path, 0) == result.cost.travelled <= best * weight


def best_potential(waiting: dict[Any, Any], weight: Any) -> tuple[Any, Any]:
    """Return the bound, and the greatest potential of a node within it."""
    bound = min(node.cost.total for node in waiting.values()) * weight
    return bound, max(of(node, bound) for node in waiting.values() if node.cost.total <= bound)


def of(node: Any, bound: Any) -> float:
    left = float(node.cost.left)
    return inf if left == 0 else float(bound - node.cost.travelled) / left


@pytest.mark.parametrize("sort_after", [potential.SORT_AFTER, 10**9], ids=["at times", "always"])
@given(graph=admissible(), weight=st.sampled_from([1, 2, 3, Fraction(3, 2)]))
def test_each_expanded_node_is_within_the_bound_and_has_the_greatest_potential(
    sort_after: int, graph: Graph, weight: Any
) -> None:
    """The greatest potential only if the nodes are sorted again whenever the bound changes."""
    finite = evolve(graph, estimates={at: 50 if left == inf else left for at, left in graph.estimates.items()})
    trace: Trace[Any, Any] = Trace()
    with patch.object(potential, "SORT_AFTER", sort_after):
        finite.search(0, algorithm=DynamicPotential(weight), observer=trace)
    waiting: dict[Any, Any] = {}
    for event in trace.events:
        node = event.node
        if event.kind in (EventKind.OPENED, EventKind.REOPENED):
            waiting[node.position] = node
        elif event.kind is EventKind.CLOSED:
            bound, greatest = best_potential(waiting, weight)
            assert node.cost.total <= bound
            assert of(node, bound) == greatest or sort_after == potential.SORT_AFTER
            del waiting[node.position]


def test_the_order_changes_when_the_least_total_rises() -> None:
    """The bound is 20 until 3 is expanded, then 28. The potential of 1 rises from 1.5 to 3.5, that of 2 from 1.6 to 2.4."""
    graph = Graph({0: [(1, 14), (2, 4), (3, 1)]}, frozenset([9]), {0: 10, 1: 4, 2: 10, 3: 9})
    for sort_after, order in ((potential.SORT_AFTER, [0, 3, 1, 2]), (0, [0, 3, 2, 1])):
        trace: Trace[Any, Any] = Trace()
        with patch.object(potential, "SORT_AFTER", sort_after):
            graph.search(0, algorithm=DynamicPotential(2), observer=trace)
        assert trace.list_closed() == order


@given(graph=admissible(), most=st.integers(0, 20))
def test_a_limit_on_the_cost(graph: Graph, most: int) -> None:
    result = graph.search(0, algorithm=DynamicPotential(2), limits=Limits(cost=most))
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.found == (best is not None and best <= most)
    if result.found:
        assert result.cost.total <= most


def test_what_does_not_fit_is_refused() -> None:
    for weight in (0.5, float("nan"), "2"):
        with pytest.raises(BadInput, match="weight"):
            DynamicPotential(weight)  # type: ignore[arg-type]
    huge = Graph({0: [(1, 1)]}, frozenset([1]), {0: 10**400, 1: 0})
    with pytest.raises(CostError, match="no float"):
        huge.search(0, algorithm=DynamicPotential(2))
    assert Line(goal=4, informed=True).search(0, algorithm="dynamic-potential").expanded == 4
