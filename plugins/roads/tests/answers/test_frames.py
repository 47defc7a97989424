"""Nodes and edges as frames of geopandas, by the conventions of OSMnx."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import networkx as nx
import numpy as np
import pytest
from geopandas import GeoDataFrame
from towns import list_arcs, make_road, make_square, osm_file

from genastar import BadInput
from genastar_roads.graph.lines import list_lines
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_terrain.sources.read import make_raster

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
def test_frames_hold_the_graph_and_are_read_again(file: str) -> None:
    roads = Roads.read(DATA / file, Options(metric="distance"))
    nodes, edges = roads.to_geodataframes()
    assert (nodes.index.name, edges.index.names, nodes.crs, edges.crs) == ("osmid", ["u", "v", "key"], 4326, 4326)
    assert nodes.index.is_unique
    assert edges.index.is_unique
    assert (nodes.geometry.x == nodes["x"]).all()
    assert {(u, v) for u, v, _ in edges.index} == list_arcs(roads.graph)
    assert len(edges) == len(roads.graph.sides.least)
    again = Roads.read(edges, Options(metric="distance"))
    assert list_arcs(again.graph) == list_arcs(roads.graph)
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(nodes.index)
    graph.add_edges_from((u, v, key, {"length": row}) for (u, v, key), row in edges["length"].items())
    start, goal = roads.make_node_place(0), roads.make_node_place(int(roads.graph.head[roads.graph.first[1]]))
    found = again.search(again.parse(roads.format(start)), [again.parse(roads.format(goal))], engine="interpreted")
    ends = int(roads.graph.node_id[start.node]), int(roads.graph.node_id[goal.node])
    assert found.cost is not None
    assert found.cost.travelled == pytest.approx(nx.shortest_path_length(graph, *ends, weight="length"), abs=0.5)
    for (u, v, _), line in edges.geometry.items():
        assert (line.coords[0], line.coords[-1]) == tuple((nodes["x"][end], nodes["y"][end]) for end in (u, v))


def test_the_sides_of_a_barrier_and_parallel_streets_stay_apart(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12, 13]), make_road(2, [11, 21, 12])]
    source = osm_file(tmp_path / "a.osm", make_square(), ways, node_tags={12: {"barrier": "bollard"}})
    roads = Roads.read(source, Options(part="all", profile="car"))
    nodes, edges = roads.to_geodataframes()
    assert nodes.index.is_unique
    assert len(nodes) == roads.graph.size
    assert len(edges) == len(roads.graph.sides.least)
    assert set(edges["highway"]) == {"residential"}
    plain = Roads("it", RoadGraph.from_edges([0, 0], [1, 1], [5, 7], [0.0, 0.0], [179.9, -179.9]))
    (line,) = set(plain.to_geodataframes()[1].geometry)
    assert np.ptp([x for x, _ in line.coords]) == pytest.approx(0.2)
    with pytest.raises(BadInput, match="no coordinates"):
        Roads("it", RoadGraph.from_edges([0], [1], [5])).to_geodataframes()


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
@pytest.mark.parametrize("profile", ["car", "bike"])
@pytest.mark.parametrize("metric", ["time", "distance"])
def test_there_and_back_is_the_same_graph(file: str, profile: str, metric: Literal["time", "distance"]) -> None:
    roads = Roads.read(DATA / file, Options(profile=profile, metric=metric))
    again = Roads.from_geodataframes(*roads.to_geodataframes(), metric=metric)
    for name in ("first", "head", "weight", "lat", "lon", "node_id", "stage"):
        assert np.array_equal(getattr(again.graph, name), getattr(roads.graph, name)), name
    one, other = roads.graph.facts, again.graph.facts
    assert one is not None
    assert other is not None
    assert np.array_equal(one.length, other.length)
    assert np.array_equal(one.way, other.way)
    assert one.seconds == pytest.approx(other.seconds, abs=0.0011)
    edges = np.arange(roads.graph.edges)
    for mine, its in zip(list_lines(roads.graph, edges), list_lines(again.graph, edges), strict=True):
        assert np.array_equal(mine, its)
    for names, numbers in (("names", "name"), ("kinds", "kind")):
        a, b = (np.array(getattr(each, names))[getattr(each, numbers)].tolist() for each in (one, other))
        assert a == b


def make_osmnx_frames(**columns: object) -> tuple[GeoDataFrame, GeoDataFrame]:
    """Two streets as OSMnx has them, one of them one-way; 100 m each."""
    nodes = GeoDataFrame({"osmid": [5, 7, 9], "y": [60.0, 60.001, 60.002], "x": [24.0, 24.0, 24.0]}).set_index("osmid")
    ends = {"u": [5, 7, 7], "v": [7, 5, 9], "key": [0, 0, 0]}
    facts = {"length": [100.0] * 3, "oneway": [False, False, True], "highway": ["residential", "residential", ["a", "b"]]}
    edges = GeoDataFrame(ends | facts | columns).set_index(["u", "v", "key"])
    return nodes, edges


@pytest.mark.parametrize(
    ("columns", "seconds"),
    [
        ({"travel_time": [10, 11, 12]}, [10, 11, 12]),
        ({"speed_kph": [36, 36, 18]}, [10, 10, 20]),
        ({"maxspeed": ["36", "36", ["50", "18"]]}, [10, 10, 20]),
        ({"speed_kph": [36, 36, 18], "travel_time": [10, 11, 12]}, [10, 11, 12]),
    ],
)
def test_osmnx_frames_are_read(columns: dict[str, object], seconds: list[int]) -> None:
    roads = Roads.from_geodataframes(*make_osmnx_frames(**columns))
    weight = dict(zip(zip(roads.graph.tail.tolist(), roads.graph.head.tolist(), strict=True), roads.graph.weight, strict=True))
    assert [weight[ends] for ends in ((0, 1), (1, 0), (1, 2))] == [1000 * each for each in seconds]
    assert (roads.graph.node_id.tolist(), roads.graph.lat.tolist()) == ([5, 7, 9], [60.0, 60.001, 60.002])
    found = roads.search(roads.parse("5"), [roads.parse("9")], engine="interpreted")
    assert found.cost is not None
    assert found.cost.travelled == seconds[0] + seconds[2]


def test_frames_in_metres_are_brought_into_degrees() -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options(profile="car"))
    frames = roads.to_geodataframes()
    again = Roads.from_geodataframes(*(each.to_crs(32635) for each in frames))
    assert again.graph.lat == pytest.approx(roads.graph.lat, abs=1e-8)
    assert np.array_equal(again.graph.weight, roads.graph.weight)


def test_frames_that_cannot_be_read() -> None:
    nodes, edges = make_osmnx_frames(travel_time=[1, 1, 1])
    with pytest.raises(BadInput, match="row 2 ends at 9, which the frame of nodes does not have"):
        Roads.from_geodataframes(nodes.iloc[:2], edges)
    with pytest.raises(BadInput, match="no row leads back"):
        Roads.from_geodataframes(nodes, edges.iloc[[0, 2]])
    with pytest.raises(BadInput, match="it has length: give metric=distance"):
        Roads.from_geodataframes(*make_osmnx_frames())
    with pytest.raises(BadInput, match=r"frames of nodes and edges \(nodes, edges\)"):
        Roads.read((1, 2), Options())
    with pytest.raises(BadInput, match="has no option"):
        Roads.from_geodataframes(nodes, edges, metrics="time")


def test_a_matrix_as_a_frame() -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    starts, goals = [roads.make_node_place(node) for node in (0, 5)], [roads.make_node_place(node) for node in (7, 8, 9)]
    costs = roads.matrix(starts, goals, engine="interpreted")
    table = roads.to_pandas(costs, starts, goals)
    assert (table.to_numpy() == costs).all()
    assert table.loc[roads.format(starts[1]), roads.format(goals[2])] == costs[1, 2]
    with pytest.raises(BadInput, match="do not fit 2 starts and 2 goals"):
        roads.to_pandas(costs, starts)


def test_slopes_do_not_count_twice(tmp_path: Path) -> None:
    """Frames of roads with heights have times that hold the slopes."""
    raster = make_raster(np.tile(np.linspace(0.0, 90.0, 20), (20, 1)), (0.001, 0, 23.99, 0, -0.001, 60.01), "EPSG:4326")
    roads = Roads.read(
        osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12])]), Options(profile="bike", part="all")
    )
    hilly = roads.with_heights(raster)
    again = Roads.read(hilly.to_geodataframes(), Options(profile="bike"))
    assert sorted(again.graph.weight.tolist()) == sorted(hilly.graph.weight.tolist()) != sorted(roads.graph.weight.tolist())
    with pytest.raises(BadInput, match="hold slopes already"):
        again.with_heights(raster)
    flat = Roads.read(roads.to_geodataframes(), Options(profile="bike")).with_heights(raster)
    assert sorted(flat.graph.weight.tolist()) == pytest.approx(sorted(hilly.graph.weight.tolist()), rel=1e-3)
    by_car = Roads.read(hilly.to_geodataframes(), Options()).with_heights(raster)  # slopes change no times
    assert sorted(by_car.graph.weight.tolist()) == sorted(hilly.graph.weight.tolist())
