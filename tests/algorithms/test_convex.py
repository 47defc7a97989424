"""Convex orders: the bound beside a naive Dijkstra's, and the laws of the functions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import BadInput, Cost
from genastar.algorithms import Convex, Weighted
from genastar.algorithms.bounded.convex import _ORDERS
from graphs import Graph, Line, admissible, consistent

orders = pytest.mark.parametrize("order", list(_ORDERS))
weights = st.sampled_from([1, 1.25, 1.5, 2, Fraction(5, 2), 7])


def assert_bounded(graph: Graph, weight: Any, result: Any) -> None:
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.found == (best is not None)
    if result.found:
        assert result.bound == float(weight)
        assert result.cost.travelled == naive.compute_path_cost(graph.edges, result.path, 0)
        assert best <= result.cost.travelled <= Fraction(weight) * best


@orders
@given(graph=consistent(), weight=weights)
def test_the_bound_holds_without_reopening(order: Any, graph: Graph, weight: Any) -> None:
    result = graph.search(0, algorithm=Convex(weight, order))
    assert_bounded(graph, weight, result)
    assert result.reopened == 0


@orders
@given(graph=admissible(), weight=weights)
def test_the_bound_holds_for_admissible_estimates_with_reopening(order: Any, graph: Graph, weight: Any) -> None:
    assert_bounded(graph, weight, graph.search(0, reopen=True, algorithm=Convex(weight, order)))


amounts = st.floats(0, 1e6)


@orders
@given(g=amounts, h=amounts, step=amounts, weight=st.floats(1, 9))
def test_the_laws_of_the_functions(order: Any, g: float, h: float, step: float, weight: float) -> None:
    """The ends, f as an upper bound, and the steepest slope: as of weighted A* with the weight 2 w - 1."""
    rank = _ORDERS[order](Line(1), weight).rank  # type: ignore[var-annotated]
    near = 1e-9 * (1 + g + h + step)
    assert math.isclose(rank(0, h), h, abs_tol=near)
    assert math.isclose(rank(g, 0), g / weight, abs_tol=near)
    assert (g + h) / weight - near <= rank(g, h) <= g + h + near
    assert rank(g + (2 * weight - 1) * step, max(0.0, h - step)) >= rank(g, h) - 20 * near


def test_where_each_order_hurries() -> None:
    """Along a path with f = 10, weighted A* ranks halfway between the two."""
    for g in range(1, 10):
        ranks = {order: _ORDERS[order](Line(1), 2.0).rank(g, 10 - g) for order in _ORDERS}  # type: ignore[abstract, var-annotated]
        weighted = g / 2 + 10 - g
        assert ranks["pwxd"] >= ranks["xdp"] > weighted > ranks["xup"] >= ranks["pwxu"]


@orders
def test_the_weight_1_is_astar(order: Any) -> None:
    for algorithm in (Convex(1, order), Weighted(1)):
        result = Line(7, informed=True).search(0, algorithm=algorithm)
        assert (result.expanded, result.cost.travelled, result.bound) == (7, 7, 1)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BadInput, match="expected a finite number of at least 1"):
        Convex(0.5)
    with pytest.raises(ValueError, match="order is 'steep'; it must be 'xdp'"):
        Convex(2, "steep")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="computes with floats"):
        Graph({}, frozenset({1}), {0: 10**400}).search(0, algorithm="convex")


@orders
def test_negative_estimates_count_as_0(order: Any) -> None:
    """They are admissible; the functions are defined from 0 on. A start may have paid less than 0 too."""
    graph = Graph({"a": [("b", 1)], "b": [("c", 9), ("d", 1)], "d": [("c", 9)]}, frozenset("c"), {"a": 5, "b": -2, "d": -9})
    clipped = Graph(graph.edges, graph.goals, {"a": 5})
    result, same = (each.search("a", algorithm=Convex(1.5, order)) for each in (graph, clipped))
    assert (result.path, result.cost.travelled) == (tuple("abc"), 10)
    assert (result.path, result.expanded) == (same.path, same.expanded)
    assert graph.search("b", cost=Cost(-7, -5, -2), algorithm=Convex(1.5, order)).cost.travelled == 4
