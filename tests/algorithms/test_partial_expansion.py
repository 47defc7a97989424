"""Partial expansion, beside A* and a naive Dijkstra's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import naive
from genastar import BadInput, EventKind, Limits, Node, OpenList, Outcome, Trace
from genastar.algorithms import PartialExpansion
from graphs import Graph, InsertingGraph, Line, admissible, consistent, fractions, graphs


@frozen
class Ordered(Graph):
    """The same graphs with the hook that adds neighbours by their totals."""

    def add_neighbours(self, node: Node[Any, Any], open_list: OpenList[Any, Any]) -> None:
        raise AssertionError("the other hook replaces this one")

    def add_neighbours_within(self, node: Node[Any, Any], open_list: OpenList[Any, Any], most: Any) -> Any:
        dearer = []
        for neighbour, step in self.edges.get(node.position, ()):
            total = node.cost.travelled + step + self.estimate(neighbour)
            if total <= most:
                open_list.relax(neighbour, node.cost.travelled + step)
            else:
                dearer.append(total)
        return min(dearer, default=None)


def check(graph: Graph, result: Any) -> None:
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if best is None else Outcome.FOUND)
    if best is not None:
        assert result.cost.travelled == best == naive.compute_path_cost(graph.edges, result.path, 0)
        assert result.bound == 1


@pytest.mark.parametrize("kind", [Graph, Ordered])
@given(graph=consistent())
def test_the_cost_is_the_optimum(kind: type[Graph], graph: Graph) -> None:
    check(graph, kind(graph.edges, graph.goals, graph.estimates).search(0, algorithm=PartialExpansion()))


@pytest.mark.parametrize("kind", [Graph, Ordered])
@given(graph=admissible())
def test_an_admissible_estimate_needs_reopening(kind: type[Graph], graph: Graph) -> None:
    check(graph, kind(graph.edges, graph.goals, graph.estimates).search(0, algorithm=PartialExpansion(), reopen=True))


@given(graph=graphs(fractions))
def test_costs_of_any_type(graph: Graph) -> None:
    inserting = InsertingGraph(graph.edges, graph.goals, lambda one, other: one + other)
    result = inserting.search(0, Fraction(0), algorithm=PartialExpansion())
    assert result.cost == naive.find_cheapest(graph.edges, 0, graph.goals, Fraction(0))


@given(graph=consistent(), most=st.integers(0, 30))
def test_a_limit_on_the_cost_is_that_of_astar(graph: Graph, most: int) -> None:
    found, wanted = (graph.search(0, algorithm=name, limits=Limits(cost=most)) for name in ("partial-expansion", "astar"))
    assert found.found == wanted.found
    assert wanted.outcome is found.outcome or Outcome.LIMIT in (wanted.outcome, found.outcome)
    if found.found and wanted.found:
        assert found.cost.travelled == wanted.cost.travelled


def test_a_dearer_way_beyond_a_limit_on_the_cost_counts() -> None:
    """The first edge costs more than the limit, and is left out before the second one shows that it is not needed."""
    graph, limits = Graph({0: [(2, 1), (2, 0)]}, frozenset([1])), Limits(cost=0)
    assert graph.search(0, algorithm="partial-expansion", limits=limits).outcome is Outcome.LIMIT
    assert graph.search(0, limits=limits).outcome is Outcome.UNREACHABLE


def test_a_node_is_put_back_by_hand() -> None:
    """The start is expanded at 0, 2 and 5; of its four neighbours, the dearest stays unknown."""
    graph = Graph({0: [(1, 2), (2, 5), (3, 9), (4, 2)], 1: [(5, 9)], 2: [(6, 0)]}, frozenset([6]))
    trace: Trace[Any, Any] = Trace()
    result = graph.search(0, algorithm=PartialExpansion(), observer=trace)
    assert (result.path, result.expanded, result.generated) == ((0, 2, 6), 6, 5)
    assert trace.list_closed() == [0, 0, 4, 1, 0, 2, 6]
    assert [event.node.position for event in trace.events if event.kind is EventKind.OPENED] == [0, 1, 4, 2, 6]


def test_the_open_list_stays_short() -> None:
    """A tree of 100 branches a node, of which one has no detour."""
    edges = {level: [(level + 1, 1), *((1000 * level + branch, 2) for branch in range(2, 101))] for level in range(1, 20)}
    estimates = {level: 20 - level for level in range(1, 21)} | {other: 25 for level in edges for other, _ in edges[level][1:]}
    graph = Graph(edges, frozenset([20]), estimates)
    partial, whole = (graph.search(1, algorithm=name) for name in ("partial-expansion", "astar"))
    assert partial.path == whole.path == tuple(range(1, 21))
    assert (partial.peak_open, whole.peak_open) == (20, 19 * 99 + 1)


@frozen
class Wrong(Line):
    least: object = None

    def add_neighbours_within(self, node: Node[int, Any], open_list: OpenList[int, Any], most: int) -> object:
        return self.least


@pytest.mark.parametrize("least", [0, "abc"])
def test_what_does_not_fit_is_refused(least: object) -> None:
    with pytest.raises(BadInput, match=rf"Wrong\.add_neighbours_within returns {least!r}, which is not above 0"):
        Wrong(goal=3, least=least).search(0, algorithm="partial-expansion")


@pytest.mark.long
def test_the_compiled_engine_refuses_it_in_the_same_words() -> None:
    pytest.importorskip("genastar_compiled", reason="the compiled engine is not installed")
    with pytest.raises(BadInput, match=r"Wrong\.add_neighbours_within returns 0, which is not above 0"):
        Wrong(goal=3, least=0).search(0, algorithm="partial-expansion", engine="compiled")
