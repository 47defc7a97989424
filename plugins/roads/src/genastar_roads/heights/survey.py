"""Add heights to a graph: the profile of each road, and what slopes do to the time."""

from __future__ import annotations

from typing import Final

import numpy as np
import shapely
from attrs import evolve
from scipy.sparse import coo_array  # type: ignore[import-untyped]
from scipy.sparse.csgraph import connected_components, laplacian  # type: ignore[import-untyped]
from scipy.sparse.linalg import spsolve  # type: ignore[import-untyped]
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar_roads.graph.columns import Bools, Float64, Int32, Int64
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.lines import list_lines, unwrap_lines
from genastar_roads.graph.relief import Relief
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.heights.elevations import Elevations
from genastar_roads.profiles.profile import Profile
from genastar_roads.profiles.slopes import make_slope_factors
from genastar_roads.profiles.traits import SPAN
from genastar_roads.search.metrics import round_up

ROUGHNESS: Final = 1.0
"""Metres by which a profile may leave its raster: points within it of a straight line drop out, and with them the noise of the
raster (Ramer 1972; Douglas and Peucker 1973). The ends of a road keep their heights."""

_BATCH: Final = 1_000_000
"""Points that are read at once."""

_HIGHEST: Final = 9000.0

_LEVEL: Final = frozenset({"ferry", "shuttle_train", "steps", "elevator", "ladder"})
"""Kinds of roads whose time is not that of a slope: ferries and trains, and ways whose speed counts the climb already."""


def add_heights(graph: RoadGraph, elevations: Elevations, profile: Profile) -> RoadGraph:
    """Return the graph with the heights of its roads; if its weights are times, with those of the slopes.

    A road takes its heights from the raster along its line, at the spacing of the raster. A bridge or a tunnel takes the line
    between its ends; heights of junctions where all roads are such are those of a string between the other junctions. So does a
    road that the raster does not cover, and the remark counts these.

    Args:
        graph: a graph with coordinates and facts.
        elevations: the raster.
        profile: says what slopes do.

    Raises:
        BadInput: the graph lacks coordinates or lengths, has heights already, or its roads lie mostly outside of the raster.
    """
    facts, name = graph.facts, elevations.raster.name
    if not len(graph.lat) or facts is None:
        raise BadInput(f"{name}: heights need roads with coordinates and lengths, as of an OpenStreetMap extract")
    if len(facts.profile):
        raise BadInput(f"{name}: these roads have heights already; read their source again for others")
    if len(facts.effort) and profile.slope != "none" and graph.unit == "ms":
        raise BadInput(
            f"{name}: the times of a table with a column climb hold slopes already; leave out heights or this column"
        )
    roads = graph.sides.road_edges
    known = len(facts.traits) > 0
    spans = (facts.traits[roads] & SPAN) != 0 if known else np.zeros(len(roads), np.bool_)
    points, along, first = _list_samples(graph, roads, elevations.spacing)
    height = np.empty(len(points))
    for row in range(0, len(points), _BATCH):
        check_cancelled()
        height[row : row + _BATCH] = elevations.read_between_cells(*points[row : row + _BATCH].T)
    height[np.isinf(height)] = np.nan
    if np.nanmax(height, initial=0.0) > _HIGHEST:
        raise BadInput(f"{name}: its elevations go up to {np.nanmax(height):g}; expected metres, at most {_HIGHEST:,.0f}")
    missing = np.logical_or.reduceat(np.isnan(height), first[:-1])
    if 2 * np.count_nonzero(missing) > len(roads):
        share = 100 * np.count_nonzero(missing) / len(roads)
        raise BadInput(
            f"{name}: {share:.0f} % of the roads lie outside of the raster or where it has no data; give a larger one"
        )
    lifted = spans | missing
    ends = height[first[:-1]], height[first[1:] - 1]
    nodes = _find_node_heights(graph, roads, lifted, ends)
    relief = _make_relief(along, height, first, facts.length[roads], lifted, nodes[graph.tail[roads]], nodes[graph.head[roads]])
    number: Int32 = np.arange(len(roads), dtype=np.int32)
    of_side = np.empty(len(graph.sides.least), np.int32)
    two_ways = graph.sides.opposite[roads] >= 0
    of_side[graph.sides.opposite[roads[two_ways]]] = ~number[two_ways]
    of_side[graph.sides.of_edge[roads]] = number
    facts = evolve(facts, profile=of_side[graph.sides.of_edge], relief=relief)
    factor = _compute_factors(graph, relief, facts.profile, profile)
    weight = round_up(graph.weight * factor) if graph.unit == "ms" else graph.weight
    if weight.max(initial=0) > MOST:
        raise BadInput(f"{name}: a road is too slow: {weight.max() / 1000:,.0f} s; check the profile's watts and the raster")
    remarks = [graph.remark] if graph.remark else []
    if missing.any():
        remarks.append(
            f"{np.count_nonzero(missing):,} of {len(roads):,} roads have no heights in {name}; they take the line between "
            "their ends"
        )
    if not known:
        remarks.append("bridges and tunnels are unknown, so they follow the ground")
    return evolve(
        graph,
        weight=weight.astype(np.int32),
        facts=evolve(facts, seconds=round_up(facts.seconds * 1000.0) * factor / 1000.0, effort=factor.astype(np.float32)),
        remark="; ".join(remarks),
    )


def _list_samples(graph: RoadGraph, roads: Int64, spacing: float) -> tuple[Float64, Float64, Int64]:
    """Return points along roads, at most ``spacing`` apart, with all bends.

    Returns:
        Latitudes and longitudes, shape (p, 2); shares of the road before each, shape (p,); and the start of each road's points,
        plus the end.
    """
    points, first = list_lines(graph, roads)
    points = unwrap_lines(points, first, 0.0)
    is_last = np.zeros(len(points), np.bool_)
    is_last[first[1:] - 1] = True
    after = np.where(is_last, np.arange(len(points)), np.arange(len(points)) + 1)
    step = compute_metres(*points.T, *points[after].T)
    parts = np.where(is_last, 1, np.maximum(np.ceil(step / spacing), 1)).astype(np.int64)
    begins = np.cumsum(parts) - parts
    share = (np.arange(parts.sum()) - np.repeat(begins, parts)) / np.repeat(parts, parts)
    segment = np.repeat(np.arange(len(points)), parts)
    found = points[segment] + share[:, None] * (points[after[segment]] - points[segment])
    starts = np.append(begins[first[:-1]], parts.sum())
    travelled = np.cumsum(step) - step
    travelled = travelled[segment] + share * step[segment]
    whole = travelled[starts[1:] - 1] - travelled[starts[:-1]]
    of_road = np.repeat(np.arange(len(roads)), np.diff(starts))
    along = (travelled - travelled[starts[:-1]][of_road]) / np.where(whole > 0, whole, 1.0)[of_road]
    along[starts[1:] - 1] = 1.0
    return found, np.clip(along, 0.0, 1.0), starts


def _find_node_heights(graph: RoadGraph, roads: Int64, lifted: Bools, ends: tuple[Float64, Float64]) -> Float64:
    """Return the heights of all nodes, shape (n,).

    Where all roads are lifted, a node hangs between its neighbours: its height is their mean, weighed by 1 / length, so that a
    chain of bridges is straight. Without a neighbour on the ground it has the raster's height, or that of the nearest node.
    """
    assert graph.facts is not None
    tail, head = graph.tail[roads], graph.head[roads]
    raster = np.full(graph.size, np.nan)
    raster[tail], raster[head] = ends
    found = np.full(graph.size, np.nan)
    for nodes, heights in ((tail, ends[0]), (head, ends[1])):
        found[nodes[~lifted]] = heights[~lifted]
    stiffness = 1.0 / np.maximum(graph.facts.length[roads[lifted]], 0.01)
    links = coo_array((stiffness, (tail[lifted], head[lifted])), shape=(graph.size, graph.size)).tocsr()
    part = connected_components(links, directed=False)[1]
    loose = ~np.isin(part, part[~np.isnan(found)])
    found[loose] = raster[loose]
    if (lost := ~np.isin(part, part[~np.isnan(found)])).any():
        known = np.flatnonzero(~np.isnan(found))
        found[lost] = found[known[cKDTree(graph.vectors[known]).query(graph.vectors[lost])[1]]]
    free, fixed = np.flatnonzero(np.isnan(found)), np.flatnonzero(~np.isnan(found))
    if len(free):
        pulls = laplacian(links + links.T).tocsr()[free]
        found[free] = spsolve(pulls[:, free].tocsc(), -(pulls[:, fixed] @ found[fixed]))
    return found


def _make_relief(
    along: Float64, height: Float64, first: Int64, length: Float64, lifted: Bools, begin: Float64, end: Float64
) -> Relief:
    """Return the profiles of roads: simplified, and straight where lifted."""
    lifted = lifted | (length <= 0)
    of_road = np.repeat(np.arange(len(length)), np.diff(first))
    kept = ~lifted[of_road]
    kept[first[:-1]] = kept[first[1:] - 1] = True
    height = height.copy()
    height[first[:-1]], height[first[1:] - 1] = begin, end
    metres = np.stack((along * np.maximum(length, 1.0)[of_road], height), axis=1)
    lines = shapely.linestrings(metres[kept], indices=of_road[kept])
    points, road = shapely.get_coordinates(shapely.simplify(lines, ROUGHNESS, preserve_topology=False), return_index=True)
    starts = np.searchsorted(road, np.arange(len(length) + 1))
    shares = points[:, 0] / np.maximum(length, 1.0)[road]
    shares[starts[1:] - 1] = 1.0
    return Relief(starts, np.clip(shares, 0.0, 1.0), points[:, 1].copy())


def _compute_factors(graph: RoadGraph, relief: Relief, profiles: Int32, profile: Profile) -> Float64:
    """Return by what the time of each edge is multiplied, shape (m,)."""
    assert graph.facts is not None
    if profile.slope == "none":
        return np.ones(graph.edges)
    factors = make_slope_factors(profile.slope, profile.watts, profile.mass)
    roads = np.repeat(np.arange(len(relief.first) - 1), np.diff(relief.first))
    length = np.zeros(len(relief.first) - 1)
    length[np.maximum(profiles, ~profiles)] = graph.facts.length
    inner = np.delete(np.arange(len(roads)), relief.first[1:] - 1)
    share, rise = relief.along[inner + 1] - relief.along[inner], relief.height[inner + 1] - relief.height[inner]
    run = share * length[roads[inner]]
    slope = np.where(run > 0, rise / np.where(run > 0, run, 1.0), 0.0)
    there, back = (np.bincount(roads[inner], share * factors(way), minlength=len(length)) for way in (slope, -slope))
    found = np.where(profiles < 0, back[~profiles], there[profiles])
    kinds = graph.facts.kinds
    level = np.array([kind in _LEVEL for kind in kinds], np.bool_)
    return np.where(level[graph.facts.kind], 1.0, found) if len(graph.facts.kind) else found
