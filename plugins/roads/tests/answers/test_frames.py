"""Nodes and edges as frames of geopandas, by the conventions of OSMnx."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from towns import list_arcs, make_road, make_square, osm_file

from genastar import BadInput
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads

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
