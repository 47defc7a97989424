"""Frames of geopandas and pandas: nodes and edges of a graph by the conventions of OSMnx, answers, and matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self, cast

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput, Cost, Domain
from genastar.errors import make_missing_library_error
from genastar.worlds.domain_registry import make_options
from genastar_roads.graph.lines import compute_edge_metres, list_lines, unwrap_lines
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.stages import OPEN
from genastar_roads.info import Options
from genastar_roads.places.place import Place

if TYPE_CHECKING:
    from geopandas import GeoDataFrame
    from pandas import DataFrame


class FrameAnswers(Domain[Place, Cost[float], Options, int]):
    """A road graph whose answers other libraries take as frames."""

    graph: RoadGraph

    @classmethod
    def from_geodataframes(cls, nodes: GeoDataFrame, edges: GeoDataFrame, **options: object) -> Self:
        """Read frames of nodes and edges, by the conventions of OSMnx; `to_geodataframes` makes them.

        Args:
            nodes: ``osmid`` is the index; ``x`` and ``y``, or points.
            edges: ``u``, ``v`` and ``key`` are the index, one row a direction; with ``length``, and for times ``travel_time``,
                ``speed_kph`` or ``maxspeed``; and ``geometry``, ``highway``, ``name``, ``osmid``, ``oneway``, if known.
            options: options of the domain.

        Raises:
            BadInput: an edge has no weight, or ends at no node; or as `read`.
        """
        return cls.read((nodes, edges), cast(Options, make_options(cls.info, options)))

    def to_geodataframe(self, found: Mapping[str, object]) -> GeoDataFrame:
        """Return GeoJSON of `to_geojson` or `compute_isochrones` as a GeoDataFrame in degrees, a row for each feature.

        Raises:
            BadInput: geopandas is not installed.
        """
        try:
            from geopandas import GeoDataFrame
        except ImportError as error:
            raise make_missing_library_error("a GeoDataFrame", "geopandas", error, "'genastar-roads[vectors]'") from error
        return GeoDataFrame.from_features(found["features"], crs=4326)

    def to_geodataframes(self) -> tuple[GeoDataFrame, GeoDataFrame]:
        """Return the nodes and the edges of the graph in degrees, by the conventions of OSMnx. The edges can be read again.

        Nodes are indexed by ``osmid``, with ``x`` and ``y``; where nodes share a number, as the sides of a barrier, all but one
        get new ones. Edges are indexed by ``u, v, key``, with ``length`` in metres and ``travel_time`` in seconds. Forbidden
        turns are left out, and of heights all but the metres up and down (``climb``, ``descent``), which are not read again.

        Raises:
            BadInput: the graph has no coordinates, or geopandas is not installed.
        """
        return _make_frames(self.graph)

    def to_pandas(self, costs: NDArray[np.float64], starts: Sequence[Place], goals: Sequence[Place] | None = None) -> DataFrame:
        """Return costs of `matrix` as a DataFrame, whose rows are the starts and whose columns the goals, by their texts.

        Args:
            costs: shape (k, l).
            starts: the places of the rows.
            goals: the places of the columns; by default the starts.

        Raises:
            BadInput: the numbers of places do not fit, or pandas is not installed.
        """
        try:
            from pandas import DataFrame
        except ImportError as error:
            raise make_missing_library_error("a DataFrame", "pandas", error, "'genastar-roads[vectors]'") from error
        rows, columns = ([self.format(place) for place in places] for places in (starts, starts if goals is None else goals))
        if costs.shape != (len(rows), len(columns)):
            raise BadInput(f"costs of shape {costs.shape} do not fit {len(rows)} starts and {len(columns)} goals")
        return DataFrame(costs, rows, columns)


def _make_frames(graph: RoadGraph) -> tuple[GeoDataFrame, GeoDataFrame]:
    """Return the nodes and the edges of a graph; see `FrameAnswers.to_geodataframes`."""
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
        table["travel_time"] = graph.weight[edges] / 1000 if graph.unit == "ms" else facts.seconds[edges]
        if (graph.stage != OPEN).any():
            table["no_through"] = graph.stage[edges] != OPEN
        table["name"] = np.array(facts.names, object)[facts.name[edges]]
        if len(facts.kind):
            table["highway"] = np.array(facts.kinds, object)[facts.kind[edges]]
        if len(facts.profile):
            table["climb"], table["descent"] = facts.get_rises(edges).T
    return nodes.set_index("osmid"), table.set_index(["u", "v", "key"])
