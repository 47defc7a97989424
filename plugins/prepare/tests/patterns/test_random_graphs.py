"""Pattern databases of random graphs under random abstractions."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from graphs_of_patterns import Graph, Indexed, Unranked, abstracted, distances
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar_prepare.patterns import DEAD_END, Guided, Max, PatternDatabase, pattern_database


def check(graph: Graph, table: PatternDatabase[int, int]) -> None:
    left, estimates = distances(graph), [table.estimate(here) for here in range(len(graph.costs))]
    assert all(estimate <= distance for estimate, distance in zip(estimates, left, strict=True))
    assert estimates[graph.goal] == 0
    for here in range(len(left)):
        for there in range(len(left)):
            step = int(graph.costs[here, there])
            assert step < 0 or estimates[here] <= step + estimates[there]
    for start, distance in enumerate(left):
        result = Guided(graph, Max(table, graph)).search(start)
        assert (result.cost.travelled if result.found else inf) == distance
        assert result.bound == 1 or not result.found


@given(abstracted())
def test_is_consistent(worlds: tuple[Graph, Graph]) -> None:
    graph, abstract = worlds
    check(graph, pattern_database(abstract, graph.goal, engine="interpreted"))


@given(st.one_of(abstracted(kind=Indexed), abstracted(kind=Unranked)))
def test_is_consistent_by_index(worlds: tuple[Graph, Graph]) -> None:
    graph, abstract = worlds
    check(graph, pattern_database(abstract, graph.goal, engine="interpreted"))


@given(abstracted(kind=Unranked))
def test_layers_find_what_the_search_finds(worlds: tuple[Graph, Graph]) -> None:
    graph, abstract = worlds
    whole = Graph(abstract.costs, abstract.goal, abstract.classes)
    by_layers, by_search = (pattern_database(each, graph.goal, engine="interpreted") for each in (abstract, whole))
    positions = range(len(graph.costs))
    assert [by_layers.estimate(each) for each in positions] == [by_search.estimate(each) for each in positions]


@given(st.one_of(abstracted(kind=Indexed), abstracted(kind=Unranked)), st.integers(2, 4))
def test_a_compressed_table_is_admissible(worlds: tuple[Graph, Graph], compress: int) -> None:
    graph, abstract = worlds
    table = pattern_database(abstract, graph.goal, compress=compress, engine="interpreted")
    whole = pattern_database(abstract, graph.goal, engine="interpreted")
    assert not table.consistent
    for here, distance in enumerate(distances(graph)):
        assert table.estimate(here) <= whole.estimate(here)
        result = Guided(graph, table).search(here, reopen=True)
        assert (result.cost.travelled if result.found else inf) == distance


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(abstracted())
def test_landmarks_take_the_larger_of_both_estimates(worlds: tuple[Graph, Graph]) -> None:
    graph, abstract = worlds
    numbered = Indexed(graph.costs, graph.goal, graph.classes)
    guided = Guided(numbered, pattern_database(abstract, graph.goal, engine="interpreted"))
    for start, distance in enumerate(distances(graph)):
        result = guided.search(start, algorithm="landmarks")
        assert (result.cost.travelled if result.found else inf) == distance
        assert result.bound == 1 or not result.found


def test_a_state_that_cannot_reach_the_goal_is_a_dead_end() -> None:
    one_way = Graph(np.array([[-1, 1], [-1, -1]]), 0, np.array([0, 1]))
    assert pattern_database(one_way, 0, engine="interpreted").estimate(1) == DEAD_END
    floats = Graph(np.array([[-1, 1], [1, -1]]), 0, np.array([0, 1]))
    assert pattern_database(floats, 0, engine="interpreted").estimate(1) == 1


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(st.one_of(abstracted(), abstracted(kind=Unranked)), st.integers(0, 8))
def test_the_trace_is_the_same_in_machine_code(worlds: tuple[Graph, Graph], start: int) -> None:
    graph, abstract = worlds
    table = pattern_database(abstract, graph.goal, engine="compiled")
    assert (table.costs == pattern_database(abstract, graph.goal, engine="interpreted").costs).all()
    Guided(graph, table).search(start % len(graph.costs), verify=True)
