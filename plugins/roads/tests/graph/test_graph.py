"""Graphs from arrays, their other orders, and saved ones: what is refused, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import compute_distances, list_arcs

from genastar import BadInput
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.sources.order import order_breadth_first, order_by_hilbert_curve, order_locally

DATA = Path(__file__).parents[1] / "data"


@st.composite
def graphs(draw: st.DrawFn) -> RoadGraph:
    size = draw(st.integers(1, 8))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, 9)), max_size=24))
    pairs = [(a, b) for a, (_, head, _) in enumerate(edges) for b, (tail, _, _) in enumerate(edges) if head == tail]
    turns = draw(st.lists(st.sampled_from(pairs), max_size=5)) if pairs else []
    columns = [list(column) for column in zip(*edges, strict=True)] if edges else [[], [], []]
    return RoadGraph.from_edges(*columns, size=size, turns=turns, node_id=[10 * number for number in range(size)])


def facts(graph: RoadGraph) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Edges and forbidden turns, by the numbers of nodes."""
    ids, ends = graph.node_id, [graph.tail, graph.head]
    edges = [(int(ids[a]), int(ids[b]), int(weight)) for a, b, weight in zip(*ends, graph.weight, strict=True)]
    return sorted(edges), sorted((*edges[a], *edges[b]) for a, b in graph.turns)


@settings(max_examples=60)
@given(graphs(), st.data())
def test_orders_and_reversal_lose_nothing(graph: RoadGraph, data: st.DataObject) -> None:
    graph.check("it")
    order = data.draw(st.permutations(range(graph.size)))
    again = graph.reorder_nodes(order)
    again.check("it")
    assert facts(again) == facts(graph)
    assert list(again.node_id) == [10 * number for number in order]
    back = graph.reverse_edges()
    assert sorted((b, a, weight) for a, b, weight in facts(back)[0]) == facts(graph)[0]
    assert facts(back.reverse_edges()) == facts(graph)
    assert (graph.weight[graph.get_reverse_order()] == back.weight).all()


@settings(max_examples=60)
@given(graphs())
def test_a_twin_is_the_same_road_the_other_way(graph: RoadGraph) -> None:
    for edge, twin in enumerate(graph.twin):
        if twin >= 0:
            assert (graph.tail[edge], graph.head[edge]) == (graph.head[twin], graph.tail[twin])
        else:
            assert not ((graph.tail == graph.head[edge]) & (graph.head == graph.tail[edge]) & (graph.tail != graph.head)).any()


def test_the_rate_bounds_every_edge() -> None:
    graph = Roads.read(DATA / "kotka.osm.pbf", Options()).graph
    chord = np.sqrt(((graph.vectors[graph.tail] - graph.vectors[graph.head]) ** 2).sum(axis=1))
    assert (graph.rate * chord <= graph.weight).all()
    assert graph.rate > 0


def test_local_orders_are_orders_and_local() -> None:
    graph = Roads.read(DATA / "kotka.osm.pbf", Options()).graph
    shuffled = graph.reorder_nodes(np.random.default_rng(0).permutation(graph.size))

    def gap(each: RoadGraph) -> float:
        return float(np.abs(each.tail.astype(int) - each.head).mean())

    for order in (order_locally(shuffled), order_by_hilbert_curve(shuffled.lat, shuffled.lon), order_breadth_first(shuffled)):
        assert sorted(order) == list(range(graph.size))
        assert gap(shuffled.reorder_nodes(order)) < gap(shuffled) / 2


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        (([0], [1], [-1]), "the weight of edge 0, -1, is negative"),
        (([0], [1], [2**31]), "more than 2147483647"),
        (([0], [1], [0.5]), "expected a whole number"),
        (([0], [1], [float("nan")]), "expected a whole number"),
        (([0], [-1], [1]), "the head of edge 0, -1, is negative"),
        (([0], [2**31], [1]), "too many"),
        (([0], [2**63], [1]), "expected less than"),
        (([0], [2**70], [1]), "expected whole numbers"),
        (([0, 1], [1], [1]), "equally many of each"),
        (([0], ["x"], [1]), "expected whole numbers"),
        (([[0]], [1], [1]), "dimensions"),
        (([0], [5], [1], [60.0, 60.0], [24.0, 24.0]), "more than 1"),
        (([0], [1], [1], [60.0, 60.0], [24.0]), "equally many of each"),
        (([0], [1], [1], [91.0, 60.0], [24.0, 24.0]), "from -90 to 90"),
        (([0], [1], [1], [60.0, float("nan")], [24.0, 24.0]), "from -90 to 90"),
    ],
)
def test_arrays_that_are_refused(arrays: tuple[list[object], ...], words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        RoadGraph.from_edges(*arrays)  # type: ignore[arg-type]
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("turns", [[[0, 5]], [[-1, 0]], [0, 1], [[0, 1, 2]], [[0.5, 1]]])
def test_turns_that_are_refused(turns: list[object]) -> None:
    with pytest.raises(BadInput, match="turns"):
        RoadGraph.from_edges([0, 1], [1, 0], [1, 1], turns=turns)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [[0], [0, 0], [0, 2], [1, 0, 2]])
def test_orders_that_are_refused(order: list[int]) -> None:
    with pytest.raises(BadInput, match="each of 2 nodes once"):
        RoadGraph.from_edges([0], [1], [1]).reorder_nodes(order)


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
def test_a_saved_graph_is_the_same(tmp_path: Path, file: str) -> None:
    graph = Roads.read(DATA / file, Options()).graph
    graph.save(tmp_path / "it.roads")
    again = Roads.read(tmp_path / "it.roads", Options()).graph
    assert again.fingerprint == graph.fingerprint
    assert (again.unit, again.credit) == (graph.unit, graph.credit)
    assert list_arcs(again) == list_arcs(graph)
    assert again.facts is not None
    assert graph.facts is not None
    assert again.facts.names == graph.facts.names
    for name in ("length", "seconds", "way", "name", "shape"):
        assert np.array_equal(getattr(again.facts, name), getattr(graph.facts, name))
    assert type(again.head) is np.ndarray
    assert again.head.flags.writeable
    again.weight[:] = 0  # in memory alone
    assert RoadGraph.open(tmp_path / "it.roads").fingerprint == graph.fingerprint
    assert [path.name for path in tmp_path.iterdir()] == ["it.roads"]


def test_every_flipped_byte_is_seen(tmp_path: Path) -> None:
    graph = RoadGraph.from_edges([0, 1, 2], [1, 2, 0], [5, 6, 7], [60.0] * 3, [24.0, 24.1, 24.2], turns=[[0, 1]])
    path = tmp_path / "it.roads"
    graph.save(path)
    content = path.read_bytes()
    places = [place for place in range(len(content)) if content[place] or place < 20]
    for place in places:
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x41]) + content[place + 1 :])
        with pytest.raises(BadInput) as caught:
            RoadGraph.open(path)
        assert len(str(caught.value).splitlines()) == 1
        assert "no name of a file" not in str(caught.value)


@pytest.mark.parametrize("length", [0, 7, 19, 20, 100, 1000, -8])
def test_cut_off_files_are_seen(tmp_path: Path, length: int) -> None:
    path = tmp_path / "it.roads"
    Roads.read(DATA / "bautzen.osm.gz", Options()).graph.save(path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(BadInput):
        RoadGraph.open(path)


def test_another_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "it.roads"
    RoadGraph.from_edges([0], [1], [1]).save(path)
    content = bytearray(path.read_bytes())
    content[8] = 9
    path.write_bytes(content)
    with pytest.raises(
        BadInput, match=r"it\.roads: saved as version 9, but this program reads 1; save it again from its source$"
    ):
        RoadGraph.open(path)


def test_a_graph_whose_arrays_do_not_fit_is_refused(tmp_path: Path) -> None:
    whole = RoadGraph.from_edges([0, 1], [1, 0], [1, 1], [60.0, 60.0], [24.0, 24.0])
    wrong = [
        evolve(whole, head=np.array([1, 2], np.int32)),
        evolve(whole, head=np.array([1, -1], np.int32)),
        evolve(whole, first=np.array([0, 3, 2], np.int32)),
        evolve(whole, first=np.array([0, 1], np.int32)),
        evolve(whole, first=np.empty(0, np.int32)),
        evolve(whole, weight=np.array([1, -1], np.int32)),
        evolve(whole, weight=np.array([1], np.int32)),
        evolve(whole, lat=np.array([60.0])),
        evolve(whole, lat=np.array([60.0, np.inf])),
        evolve(whole, turns=np.array([[0, 2]], np.int32)),
        evolve(whole, head=np.array([1, 0], np.int64)),
    ]
    for each in wrong:
        each.save(tmp_path / "it.roads")
        with pytest.raises(BadInput, match=r"save it again"):
            RoadGraph.open(tmp_path / "it.roads")


def test_distances_survive_a_round_trip(tmp_path: Path) -> None:
    graph = Roads.read(DATA / "bautzen.osm.gz", Options(part="all")).graph
    shuffled = graph.reorder_nodes(np.random.default_rng(5).permutation(graph.size))
    shuffled.save(tmp_path / "a.roads")
    again = RoadGraph.open(tmp_path / "a.roads")
    for number in graph.node_id[:5]:
        start, other = (int(np.flatnonzero(each.node_id == number)[0]) for each in (graph, again))
        wanted = {int(graph.node_id[node]): cost for node, cost in compute_distances(graph, start).items()}
        assert {int(again.node_id[node]): cost for node, cost in compute_distances(again, other).items()} == wanted
