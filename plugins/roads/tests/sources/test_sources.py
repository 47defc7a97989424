"""DIMACS, GraphML, graphs of networkx, frames of GeoPandas, arrays: what is read, and what is refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from attrs import frozen
from towns import list_arcs

from genastar import BadInput, load
from genastar_roads.graph.earth import compute_metres
from genastar_roads.info import Options
from genastar_roads.model import Roads

GR = b"c a comment\np sp 3 4\nc\na 1 2 7\na 2 3 5\na 3 1 0\na 2 2 9\n"
CO = b"c\np aux sp co 3\nv 1 24000000 60000000\nv 3 24020000 60020000\nv 2 24010000 60010000\n"


def edges(roads: Roads) -> set[tuple[int, int, int]]:
    graph = roads.graph
    ids = graph.node_id
    return {(int(ids[a]), int(ids[b]), int(w)) for a, b, w in zip(graph.tail, graph.head, graph.weight, strict=True)}


def test_dimacs_with_coordinates_in_every_packing(tmp_path: Path) -> None:
    for suffix, pack in ((".gr", bytes), (".gr.gz", gzip.compress), (".gr.xz", lzma.compress), (".gr.bz2", bz2.compress)):
        (tmp_path / f"a{suffix}").write_bytes(pack(GR))
        (tmp_path / f"a{suffix.replace('gr', 'co')}").write_bytes(pack(CO))
        roads = Roads.read(tmp_path / f"a{suffix}", Options())
        assert edges(roads) == {(1, 2, 7), (2, 3, 5), (3, 1, 0), (2, 2, 9)}
        order = np.argsort(roads.graph.node_id)
        assert list(roads.graph.lat[order]) == [60.0, 60.01, 60.02]
        assert list(roads.graph.lon[order]) == [24.0, 24.01, 24.02]
        assert roads.graph.rate == 0.0  # an edge costs nothing, so no estimate is admissible
        for path in tmp_path.iterdir():
            path.unlink()


def test_dimacs_without_a_problem_line_counts_from_0(tmp_path: Path) -> None:
    (tmp_path / "a.gr").write_bytes(b"a 0 2 7\na 2 0 5\n")
    roads = Roads.read(tmp_path / "a.gr", Options())
    assert edges(roads) == {(0, 2, 7), (2, 0, 5)}
    assert roads.graph.size == 3


def test_dimacs_without_a_problem_line_and_with_far_nodes(tmp_path: Path) -> None:
    path = tmp_path / "a.gr"
    path.write_bytes(b"c a comment\n\na 0 2 7\n a 2 20000000 5\n")
    with pytest.raises(BadInput, match=r"a\.gr: line 4 names node 20,000,000, too large for 37 bytes"):
        Roads.read(path, Options())
    path.write_bytes(b"a 0 99 7\n")  # as far as a line p may say
    assert Roads.read(path, Options(part="all")).graph.size == 100


def test_pace_has_undirected_edges_that_cost_1(tmp_path: Path) -> None:
    (tmp_path / "a.gr").write_bytes(b"c x\np tw 3 2\n1 2\n3 2\n")
    assert edges(Roads.read(tmp_path / "a.gr", Options())) == {(1, 2, 1), (2, 1, 1), (3, 2, 1), (2, 3, 1)}


@pytest.mark.parametrize("text", [b"p sp 0 0\n", b"p sp 2 0\n", b"c nothing\n"])
def test_graphs_without_edges(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "a.gr").write_bytes(text)
    assert Roads.read(tmp_path / "a.gr", Options()).graph.edges == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"p sp 3 4\na 1 2 7\n", "is it cut off"),
        (b"p sp 2 1\na 1 3 7\n", "expected nodes 1 to 2"),
        (b"p sp 2 1\na 0 1 7\n", "expected nodes 1 to 2"),
        (b"p sp 2 1\na 1 2 -7\n", "negative"),
        (b"p sp 2 1\na 1 2 7.5\n", "line 2 is 'a 1 2 7.5'; expected a FROM TO WEIGHT in whole numbers"),
        (b"c colours\np edge 3 2\ne 1 2\ne 2 3\n", "line 3 is 'e 1 2'; expected a FROM TO WEIGHT in whole numbers"),
        (b"p tw 3 1\n1\n", "line 2 is '1'; expected FROM TO in whole numbers"),
        (b"p sp 2 1\na 1 2 99999999999\n", "more than"),
        (b"p sp 2 1\na 1 2 " + b"9" * 40, "not a DIMACS file"),
        (b"p sp two 1\na 1 2 7\n", "not a valid line p"),
        (b"p sp 9999999999 0\n", "promises"),
        (b"a 1 2\n", "not a DIMACS file"),
        (b"a 1 2147483649 3\n", "too large"),
        (b"hello world\n", "not a DIMACS file"),
        (b"\n", "empty"),
        (b"\xff\xfe\x00\x01", "not a DIMACS file"),
    ],
)
def test_dimacs_files_that_are_refused(tmp_path: Path, text: bytes, words: str) -> None:
    (tmp_path / "a.gr").write_bytes(text)
    with pytest.raises(BadInput, match=words) as caught:
        Roads.read(tmp_path / "a.gr", Options())
    assert len(str(caught.value).splitlines()) == 1


def test_coordinates_that_are_missing_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.gr").write_bytes(GR)
    (tmp_path / "a.co").write_bytes(b"p aux sp co 3\nv 1 0 0\nv 2 0 0\n")
    with pytest.raises(BadInput, match=r"a\.co: expected the coordinates of each node once"):
        Roads.read(tmp_path / "a.gr", Options())


def osmnx_like() -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph(crs="epsg:4326")
    for node, (lat, lon) in {7: (60.0, 24.0), 8: (60.001, 24.0), 9: (60.001, 24.002)}.items():
        graph.add_node(node, y=lat, x=lon, street_count=2)
    line = "LINESTRING (24 60.001, 24.001 60.0015, 24.002 60.001)"
    graph.add_edge(7, 8, osmid=5, length=111.2, name="A", travel_time=10.0)
    graph.add_edge(8, 7, osmid=5, length=111.2, name="A", travel_time=12.5)
    graph.add_edge(8, 9, osmid=[6, 16], length=160.0, name=["B", "C"], geometry=line, travel_time=16.0)
    return graph


def test_networkx_graphs_by_distance_and_by_time() -> None:
    assert edges(Roads.read(osmnx_like(), Options(metric="distance"))) == {(7, 8, 11120), (8, 7, 11120), (8, 9, 16000)}
    roads = Roads.read(osmnx_like(), Options(metric="time"))
    assert edges(roads) == {(7, 8, 10000), (8, 7, 12500), (8, 9, 16000)}
    assert roads.graph.unit == "ms"
    facts = roads.graph.facts
    assert facts is not None
    assert [facts.names[name] for name in facts.name] == ["A", "A", "B"]
    assert list(facts.way) == [5, 5, 6]
    assert list(facts.shapes.lat) == [60.0015]


def test_graphml(tmp_path: Path) -> None:
    graph = osmnx_like()
    for _, _, facts in graph.edges(data=True):
        facts.update({key: str(value) for key, value in facts.items()})
    nx.write_graphml(graph, tmp_path / "a.graphml")
    (tmp_path / "b.graphml.gz").write_bytes(gzip.compress((tmp_path / "a.graphml").read_bytes()))
    for path in sorted(tmp_path.iterdir()):
        roads = load(path, metric="distance")
        assert isinstance(roads, Roads)
        assert edges(roads) == {(7, 8, 11120), (8, 7, 11120), (8, 9, 16000)}
        assert roads.graph.facts is not None
        assert roads.graph.facts.names == ("", "A", "B")


def test_undirected_graphs_have_both_directions_and_lines_turn() -> None:
    graph = nx.Graph()
    graph.add_node("a", lat=60.0, lon=24.0)
    graph.add_node("b", lat=60.0, lon=24.002)
    graph.add_edge("a", "b", geometry="LINESTRING (24 60, 24.0005 60.001, 24.001 60.002, 24.002 60)")
    roads = Roads.read(graph, Options(metric="distance"))
    assert list_arcs(roads.graph) == {(0, 1), (1, 0)}
    assert list(roads.graph.twin) == [1, 0]
    there = roads.find_tour([roads.make_node_place(0), roads.make_node_place(1)], engine="interpreted")
    back = roads.find_tour([roads.make_node_place(1), roads.make_node_place(0)], engine="interpreted")
    assert there is not None
    assert back is not None
    assert np.array_equal(there.points, back.points[::-1])
    assert float(
        compute_metres(there.points[:-1, 0], there.points[:-1, 1], there.points[1:, 0], there.points[1:, 1]).sum()
    ) == (pytest.approx(there.metres))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"length": -1.0}, "expected 0 to"),
        ({"length": float("nan")}, "expected 0 to"),
        ({"length": 1e12}, "expected 0 to"),
        ({"weight": 1.5}, "whole number"),
    ],
)
def test_edges_that_are_refused(facts: dict[str, float], words: str) -> None:
    graph = nx.DiGraph()
    graph.add_edge(1, 2, **facts)
    with pytest.raises(BadInput, match=words):
        Roads.read(graph, Options(metric="distance"))


@pytest.mark.parametrize(
    ("facts", "metric", "fix"),
    [({"length": 5.0}, "time", "distance"), ({"travel_time": 5.0}, "distance", "time")],
)
def test_a_graph_that_the_other_metric_weighs_is_told_so(facts: dict[str, float], metric: str, fix: str) -> None:
    graph = nx.DiGraph()
    graph.add_edge(1, 2, **facts)
    with pytest.raises(
        BadInput, match=rf"expected the attribute \w+ or weight; it has {next(iter(facts))}: give metric={fix}$"
    ):
        Roads.read(graph, Options(metric=metric))
    assert Roads.read(graph, Options(metric=fix)).graph.size == 2


def test_unweighed_and_half_placed_graphs_are_refused() -> None:
    with pytest.raises(BadInput, match="no weight for"):
        Roads.read(nx.DiGraph([(1, 2)]), Options(metric="time"))
    graph = osmnx_like()
    graph.add_node(99)
    with pytest.raises(BadInput, match="has no coordinates"):
        Roads.read(graph, Options())


@frozen
class Line:
    coords: list[tuple[float, float]]


class Frame:
    """As much of a GeoDataFrame as is read."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self.rows = rows

    def reset_index(self) -> Frame:
        return self

    def to_dict(self, orient: str) -> list[dict[str, object]]:
        return self.rows


def test_frames_of_edges() -> None:
    lines = [Line([(24.0, 60.0), (24.001, 60.0)]), Line([(24.001, 60.0), (24.001, 60.001), (24.002, 60.001)])]
    named = Frame(
        [{"u": 70, "v": 71, "geometry": lines[0], "length": 50.0}, {"u": 71, "v": 72, "geometry": lines[1], "length": 170.0}]
    )
    assert edges(Roads.read(named, Options(metric="distance"))) == {(70, 71, 5000), (71, 72, 17000)}
    bare = Roads.read(Frame([{"geometry": line} for line in lines]), Options(metric="distance"))
    assert list_arcs(bare.graph) == {(0, 1), (1, 2)}
    assert list(bare.graph.weight) == [
        int(np.ceil(100 * float(length)))
        for length in (
            compute_metres(60, 24, 60, 24.001),
            compute_metres(60, 24.001, 60.001, 24.001) + compute_metres(60.001, 24.001, 60.001, 24.002),
        )
    ]
    with pytest.raises(BadInput, match="neither columns"):
        Roads.read(Frame([{"length": 3.0}]), Options())


def test_arrays_by_name() -> None:
    roads = Roads.read({"tail": [0, 1], "head": [1, 0], "weight": [3, 4], "turns": [[0, 1]]}, Options())
    assert edges(roads) == {(0, 1, 3), (1, 0, 4)}
    assert roads.graph.turns.tolist() == [[0, 1]]
    with pytest.raises(BadInput, match="'weight' is missing"):
        Roads.read({"tail": [0], "head": [1]}, Options())
    with pytest.raises(BadInput, match="'colour' is unknown"):
        Roads.read({"tail": [0], "head": [1], "weight": [1], "colour": [2]}, Options())


def test_a_graph_as_it_is_and_what_is_none() -> None:
    graph = Roads.read({"tail": [0], "head": [1], "weight": [3]}, Options()).graph
    assert Roads.read(graph, Options()).graph is graph
    for source in (3, None, b"x", ["a"]):
        with pytest.raises(BadInput, match="cannot read a road graph from a"):
            Roads.read(source, Options())


def test_the_suffix_tells_the_domain(tmp_path: Path) -> None:
    (tmp_path / "a.gr").write_bytes(GR)
    assert isinstance(load(tmp_path / "a.gr"), Roads)
    with pytest.raises(BadInput, match="expected one of"):
        Roads.read(tmp_path / "a.txt", Options())
