"""Costs from one place to many: distances, matrices and isochrones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.pairs import compute_distances
from genastar_roads.answers.geo import coordinates_of
from genastar_roads.answers.polygons import list_polygons
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.lines import cut_line, list_lines, locate_point
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import Place, find_direct, list_both_ways, list_entries, list_exits
from genastar_roads.search.tree import NEVER, search_tree

_BATCH: Final = 10_000
"""Pairs per batch."""

_FAR: Final = int(np.iinfo(np.int64).max)

EdgePart = tuple[int, float, float]
"""An edge, and the shares of its length at which the part begins and ends."""


def compute_costs_from(
    junctions: Junctions, starts: tuple[Place, ...], *, within: int | None = None, engine: str = "auto"
) -> Int64:
    """Return each node's cost from the nearest start in units of the graph, shape (n,); `NEVER` if there is no path."""
    found = search_tree(junctions.split, list_exits(junctions, starts), within=within, engine=engine)
    if junctions.split is junctions.graph:
        return np.where(found.settled, found.g, NEVER)
    least = np.full(junctions.graph.size, _FAR)
    np.minimum.at(least, junctions.node_of[found.settled], found.g[found.settled])
    return np.where(least == _FAR, NEVER, least)


def compute_matrix(junctions: Junctions, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto") -> Int64:
    """Return the cheapest cost from each start to each goal in units of the graph, shape (k, l); `NEVER` without a path."""
    ends = [list_entries(junctions, (goal,)) for goal in goals]
    rows = np.full((len(starts), len(goals)), NEVER, np.int64)
    for row, start in enumerate(starts):
        found = search_tree(junctions.split, list_exits(junctions, (start,)), engine=engine)
        for column, (goal, end) in enumerate(zip(goals, ends, strict=True)):
            check_cancelled()
            ways = (found.g[end[:, 0]] + end[:, 1])[found.settled[end[:, 0]]].tolist()
            short = find_direct(junctions.graph, (start,), (goal,))
            ways += [] if short is None else [short[0]]
            rows[row, column] = min(ways, default=NEVER)
    return rows


def compute_pairs(junctions: Junctions, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto") -> Int64:
    """Return the cheapest cost from each start to the goal in the same row, shape (q,); `NEVER` if there is no path.

    Pairs with the same start share a search.
    """
    goals_of: dict[Place, dict[Place, int]] = {}
    for start, goal in zip(starts, goals, strict=True):
        known = goals_of.setdefault(start, {})
        known.setdefault(goal, len(known))
    rows = {start: compute_matrix(junctions, [start], list(known), engine=engine)[0] for start, known in goals_of.items()}
    return np.array([rows[start][goals_of[start][goal]] for start, goal in zip(starts, goals, strict=True)], np.int64)


def compute_pairs_by_hierarchy(
    junctions: Junctions, hierarchy: Hierarchy, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto"
) -> Int64:
    """Do the same as `compute_pairs` by a hierarchy, in batches: from each exit of a start to each entry of its goal."""
    out = {place: list_exits(junctions, (place,))[:, :2] for place in set(starts)}
    into = {place: list_entries(junctions, (place,))[:, :2] for place in set(goals)}
    costs = np.full(len(starts), NEVER, np.int64)
    for first in range(0, len(starts), _BATCH):
        check_cancelled()
        pairs = list(zip(starts[first : first + _BATCH], goals[first : first + _BATCH], strict=True))
        begin = np.concatenate([np.repeat(out[start], len(into[goal]), axis=0) for start, goal in pairs])
        end = np.concatenate([np.tile(into[goal], (len(out[start]), 1)) for start, goal in pairs])
        between = compute_distances(hierarchy, begin[:, 0], end[:, 0], engine=engine)
        whole = np.where(between == NEVER, _FAR, between + begin[:, 1] + end[:, 1])
        sizes = [len(out[start]) * len(into[goal]) for start, goal in pairs]
        best = np.minimum.reduceat(whole, np.cumsum([0, *sizes[:-1]]))
        short = [find_direct(junctions.graph, (start,), (goal,)) for start, goal in pairs]
        best = np.minimum(best, [_FAR if way is None else way[0] for way in short])
        costs[first : first + _BATCH] = np.where(best == _FAR, NEVER, best)
    return costs


def compute_isochrones(
    junctions: Junctions,
    starts: tuple[Place, ...],
    limits: Sequence[float],
    scale: float,
    *,
    buffer: float | None = None,
    engine: str = "auto",
) -> list[dict[str, object]]:
    """Return for each limit a GeoJSON feature with the roads reached, exact to the metre.

    Args:
        junctions: the graph.
        starts: places to start from.
        limits: metres or seconds.
        scale: units of the graph per metre or second.
        buffer: metres; with it, the features are polygons around the roads.
        engine: as in `AStar.search`.

    Raises:
        BadInput: the graph has no coordinates; or polygons are wanted and shapely is not installed.
    """
    graph = junctions.graph
    if not len(graph.lat):
        raise BadInput("this graph has no coordinates, which an isochrone needs; ask for a matrix")
    split = junctions.split
    found = search_tree(split, list_exits(junctions, starts), within=int(max(limits, default=0) * scale), engine=engine)
    reached = np.flatnonzero(found.settled[split.tail])
    edges, weight = junctions.edge_of[reached], split.weight[reached].astype(np.float64)
    begun = found.g[split.tail[reached]]
    reached_lines: dict[float, list[Float64]] = {}
    for given in limits:
        limit = int(given * scale)
        shares = np.clip((limit - begun) / np.maximum(weight, 1e-9), 0.0, 1.0)
        parts = [(int(edges[row]), 0.0, float(shares[row])) for row in np.flatnonzero(shares > 0)]
        parts += [part for place in starts for part in _list_own_parts(graph, place, limit)]
        reached_lines[given] = list(_join_overlaps(graph, parts))
    spots = [np.repeat([_locate(graph, start)], 2, axis=0) for start in starts]
    shapes: dict[float, dict[str, object]]
    if buffer is None:
        shapes = {
            given: {"type": "MultiLineString", "coordinates": [part for line in lines for part in coordinates_of(line)]}
            for given, lines in reached_lines.items()
        }
    else:
        shapes = list_polygons({given: [*spots, *lines] for given, lines in reached_lines.items()}, buffer)
    nodes = {given: int(np.count_nonzero(found.settled & (found.g <= int(given * scale)))) for given in limits}
    return [
        {"type": "Feature", "geometry": shapes[given], "properties": {"limit": given, "nodes": nodes[given]}}
        for given in limits
    ]


def _locate(graph: RoadGraph, place: Place) -> tuple[float, float]:
    """Return the latitude and longitude of a place, which may have been made without them."""
    if place.edge >= 0:
        return locate_point(graph, place.edge, place.share)
    return float(graph.lat[place.node]), float(graph.lon[place.node])


def _list_own_parts(graph: RoadGraph, place: Place, limit: int) -> list[EdgePart]:
    """Return the reached parts of the edge that a start lies inside."""
    if place.edge < 0:
        return []
    ways = list_both_ways(graph, place.edge, place.share)
    return [(edge, begin, min(begin + limit / max(int(graph.weight[edge]), 1), 1.0)) for edge, begin in ways]


def _join_overlaps(graph: RoadGraph, parts: Sequence[EdgePart]) -> Iterator[Float64]:
    """Yield the lines of parts of edges. Overlapping parts of one road are joined, whatever their direction."""
    of_road: dict[int, list[tuple[float, float]]] = {}
    for edge, begin, end in parts:
        edge, twin = int(graph.find_copies(edge)[0]), int(graph.twin[edge])
        if 0 <= twin < edge:
            edge, begin, end = twin, 1.0 - end, 1.0 - begin
        of_road.setdefault(edge, []).append((begin, end))
    roads = np.array(list(of_road), np.int64)
    points, first = list_lines(graph, roads)
    for row, spans in enumerate(of_road.values()):
        check_cancelled()
        line = points[first[row] : first[row + 1]]
        spans.sort()
        begin, end = spans[0]
        for other, to in spans[1:]:
            if other > end:
                yield cut_line(line, begin, end)
                begin = other
            end = max(end, to)
        yield cut_line(line, begin, end)
