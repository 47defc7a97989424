"""Roads without through traffic: every search against an oracle that knows the roads and this one rule alone."""

from __future__ import annotations

import heapq

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import NAMES

import genastar
from genastar import BadInput
from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place

Edge = tuple[int, int, int, bool]
"""Tail, head, weight, and whether through traffic is forbidden."""


def cheapest(edges: list[Edge], start: int, goal: int) -> int | None:
    """Dijkstra over a node and what the route did so far: closed roads only (0), then open ones (1), then closed ones (2)."""
    best: dict[tuple[int, int], int] = {}
    queue = [(0, start, 0)]
    while queue:
        cost, node, past = heapq.heappop(queue)
        if (node, past) in best:
            continue
        best[node, past] = cost
        for tail, head, weight, is_closed in edges:
            if tail == node and not (past == 2 and not is_closed):
                after = (0 if past == 0 else 2) if is_closed else 1
                heapq.heappush(queue, (cost + weight, head, after))
    return min((cost for (node, _), cost in best.items() if node == goal), default=None)


def graph_of(edges: list[Edge], size: int) -> RoadGraph:
    tail, head, weight, closed = zip(*edges, strict=True)
    return RoadGraph.from_edges(tail, head, weight, [0.0] * size, np.arange(size) / 1e5, no_through=closed)


@st.composite
def roads_of(draw: st.DrawFn) -> tuple[list[Edge], int]:
    size = draw(st.integers(2, 7))
    node = st.integers(0, size - 1)
    roads = draw(st.lists(st.tuples(node, node, st.integers(0, 5), st.booleans(), st.booleans()), min_size=1, max_size=14))
    both = [each for a, b, w, closed, twice in roads for each in ((a, b, w, closed), (b, a, w, closed))[: 1 + twice]]
    return both, size


@settings(max_examples=60)
@given(roads_of(), st.permutations(NAMES).map(lambda names: names[:2]))
def test_all_pairs(drawn: tuple[list[Edge], int], names: list[str]) -> None:
    edges, size = drawn
    wanted = [[cheapest(edges, start, goal) for goal in range(size)] for start in range(size)]
    graph = graph_of(edges, size)
    for roads in (Roads.read(graph, Options()), Roads.read(graph.reverse_edges().reverse_edges(), Options())):
        nodes = [roads.make_node_place(node) for node in range(size)]
        matrix = roads.matrix(nodes, nodes, engine="interpreted")
        assert [[round(cost) if np.isfinite(cost) else None for cost in row] for row in matrix] == wanted
        for name in (*names, "hub-labels"):
            for start in range(size):
                for goal in range(size):
                    found = roads.search(nodes[start], [nodes[goal]], algorithm=name, engine="interpreted")
                    assert (None if found.cost is None else found.cost.travelled) == wanted[start][goal], name
                    if found.found:
                        assert Route.of(roads.graph, found.path).cost == wanted[start][goal]


@settings(max_examples=100)
@given(roads_of(), st.data())
def test_places_inside_edges(drawn: tuple[list[Edge], int], data: st.DataObject) -> None:
    """The oracle's roads have the places as nodes, at a quarter and at three quarters of two edges."""
    edges, size = drawn
    edges = [(tail, head, 4 * weight, closed) for tail, head, weight, closed in edges]
    ends = [{tail, head} for tail, head, _, _ in edges]
    one, other = (data.draw(st.integers(0, len(edges) - 1)) for _ in range(2))
    if any(ends.count(ends[each]) > 1 or len(ends[each]) == 1 for each in (one, other)) or one == other:
        return  # parallel edges and loops, which other tests have
    cut = [each for number, each in enumerate(edges) if number not in (one, other)]
    for number, (edge, share) in enumerate(((one, 1), (other, 3))):
        tail, head, weight, closed = edges[edge]
        cut += [(tail, size + number, weight * share // 4, closed), (size + number, head, weight * (4 - share) // 4, closed)]
    graph = graph_of(edges, size)
    graph = evolve(graph, lat=graph.lat[:0], lon=graph.lon[:0])
    roads = Roads.read(graph, Options())

    def place(edge: int, share: float) -> Place:
        tail, head, _, _ = edges[edge]
        found = np.flatnonzero((graph.tail == tail) & (graph.head == head))
        return Place(edge=int(found[0]), share=share)

    for name in NAMES:
        found = roads.search(place(one, 0.25), [place(other, 0.75)], algorithm=name, engine="interpreted")
        assert (None if found.cost is None else found.cost.travelled) == cheapest(cut, size, size + 1), name


@pytest.mark.long
def test_at_both_engines() -> None:
    random = np.random.default_rng(7)
    edges = [(int(a), int(b), int(w), bool(c)) for a, b, w, c in random.integers(0, (60, 60, 9, 2), (260, 4))]
    roads = Roads.read(graph_of(edges, 60), Options())
    for start, goal in random.integers(0, 60, (20, 2)).tolist():
        wanted = cheapest(edges, start, goal)
        for engine in ("interpreted", "compiled"):
            for name in ("astar", "hierarchy"):
                found = roads.search(roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name, engine=engine)
                assert (None if found.cost is None else found.cost.travelled) == wanted


def test_a_saved_graph_keeps_the_rule(tmp_path):
    graph = graph_of(
        [(0, 1, 1, False), (1, 2, 1, True), (2, 4, 1, True), (4, 3, 2, True), (0, 3, 9, False), (3, 5, 0, False)], 6
    )
    graph.save(tmp_path / "a.roads")
    for each in (graph, RoadGraph.open(tmp_path / "a.roads")):
        roads = Roads.read(each, Options())
        assert [
            roads.search(roads.make_node_place(0), [roads.make_node_place(goal)]).cost.travelled for goal in (2, 3, 4, 5)
        ] == [2, 5, 3, 9]
        assert roads.search(roads.make_node_place(4), [roads.make_node_place(3)]).cost.travelled == 2


def test_without_such_roads_nothing_is_split() -> None:
    graph = graph_of([(0, 1, 1, False), (1, 0, 1, False)], 2)
    assert Junctions.of(graph).split is graph


def test_edges_are_few_more_than_those_that_are_doubled() -> None:
    """Of a chain with a driveway at each node, states are those of the chain, with two more a driveway and one more at each."""
    chain = [(node, node + 1, 1, False) for node in range(99)]
    drives = [edge for node in range(100) for edge in ((node, 100 + node, 1, True), (100 + node, node, 1, True))]
    assert Junctions.of(graph_of(chain + drives, 200)).split.size == 200 + 100 + 100 + 99


@pytest.mark.parametrize("wrong", [[1, 0], [True], [[True, False]], ["yes", "no"]])
def test_wrong_columns(wrong: object) -> None:
    with pytest.raises(BadInput, match=r"no_through has the shape .*; expected 2 of True or False, one an edge"):
        genastar.load({"tail": [0, 1], "head": [1, 0], "weight": [1, 1], "no_through": wrong}, "roads")
