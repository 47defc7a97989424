"""Frames of geopandas: the nodes and edges of a graph, by the conventions of OSMnx."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from genastar import BadInput
from genastar.errors import make_missing_library_error
from genastar_roads.graph.lines import compute_edge_metres, list_lines, unwrap_lines
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.stages import OPEN

if TYPE_CHECKING:
    from geopandas import GeoDataFrame


def make_frames(graph: RoadGraph) -> tuple[GeoDataFrame, GeoDataFrame]:
    """Return the nodes and the edges of a graph; see `RoadAnswers.to_geodataframes`."""
    if not len(graph.lat):
        raise BadInput("this graph has no coordinates, which a GeoDataFrame needs")
    try:
        import shapely
        from geopandas import GeoDataFrame
    except ImportError as error:
        raise make_missing_library_error("a GeoDataFrame", "geopandas", error, "'genastar-roads[vectors]'") from error
    ids = graph.node_id.copy()
    again = np.setdiff1d(np.arange(graph.size), np.unique(ids, return_index=True)[1])
    ids[again] = ids.max() + 1 + np.arange(len(again))
    spots = shapely.points(graph.lon, graph.lat)
    nodes = GeoDataFrame({"osmid": ids, "y": graph.lat, "x": graph.lon}, geometry=spots, crs=4326)
    edges = np.sort(graph.sides.least).astype(np.int64)
    points, first = list_lines(graph, edges)
    lines = unwrap_lines(points, first, 0.0)[:, ::-1]
    shapes = shapely.linestrings(lines, indices=np.repeat(np.arange(len(edges)), np.diff(first)))
    ends = {"u": ids[graph.tail[edges]], "v": ids[graph.head[edges]]}
    table = GeoDataFrame(ends | {"length": compute_edge_metres(graph, edges)}, geometry=shapes, crs=4326)
    table["key"] = table.groupby(["u", "v"]).cumcount()
    if (facts := graph.facts) is not None:
        table["osmid"], table["oneway"] = facts.way[edges], graph.twin[edges] < 0
        table["travel_time"] = graph.weight[edges] / 1000 if graph.unit == "ms" else facts.seconds[edges].astype(np.float64)
        if (graph.stage != OPEN).any():
            table["no_through"] = graph.stage[edges] != OPEN
        table["name"] = np.array(facts.names, object)[facts.name[edges]]
        if len(facts.kind):
            table["highway"] = np.array(facts.kinds, object)[facts.kind[edges]]
        if len(facts.profile):
            table["climb"], table["descent"] = facts.get_rises(edges).T
    return nodes.set_index("osmid"), table.set_index(["u", "v", "key"])
