"""From one place to all others: distances, matrices, and how far one comes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput, Cost, Limits, Node, OpenList, Workspace
from genastar_roads.graph import Int32, Int64, RoadGraph
from genastar_roads.lines import lines_of, part_of
from genastar_roads.place import Ends, Place, direct, entries, exits
from genastar_roads.search.plain import Dijkstra
from genastar_roads.turns import Junctions

Float64 = NDArray[np.float64]

NEVER = -1
"""The distance of a state that was not reached, and the parent of one that has none."""


@frozen(eq=False)
class Survey(Dijkstra):
    """Dijkstra everywhere, which writes down what it sees when it expands.

    Every state is expanded once, and to write the same twice does no harm, which is what an engine may ask of a hook.
    """

    distance: Int64
    """From the starts, in units of the graph, shape (states,)."""
    parent: Int32
    """The state before, shape (states,); `NEVER` at the starts."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < self.goal:
            self.distance[node.position] = node.cost.travelled
            if node.parent is not None and node.parent < self.goal:
                self.parent[node.position] = node.parent
        super().add_neighbours(node, open_list)


@frozen(eq=False)
class Surveyed:
    """What a survey saw; arrays as in `Survey`."""

    distance: Int64
    parent: Int32


def survey(
    graph: RoadGraph, starts: Ends, *, within: int | None = None, engine: str = "auto", workspace: Workspace | None = None
) -> Surveyed:
    """Search from states to all, or to those within a cost.

    Args:
        graph: split where turns matter; reversed to search towards the starts.
        starts: rows of a state, a cost and what else, shape (k, 3).
        within: what is farther is left out, in units of the graph.
        engine: as in `AStar.search`.
        workspace: memory to use again.
    """
    nothing = np.empty((0, 3), np.int64)
    found = Surveyed(np.full(graph.size, NEVER, np.int64), np.full(graph.size, NEVER, np.int32))
    solver = Survey(graph.first, graph.head, graph.weight, starts, nothing, -1, found.distance, found.parent)
    limits = Limits() if within is None else Limits(cost=within)
    solver.search(solver.goal + 1, engine=engine, limits=limits, workspace=workspace)
    return found


def costs_from(junctions: Junctions, starts: tuple[Place, ...], *, within: int | None = None, engine: str = "auto") -> Int64:
    """What nodes cost from the nearest of some places, in units of the graph, shape (n,); `NEVER` where there is no way."""
    found = survey(junctions.split, exits(junctions, starts), within=within, engine=engine).distance
    if junctions.split is junctions.graph:
        return found
    far = np.iinfo(np.int64).max
    least = np.full(junctions.graph.size, far)
    np.minimum.at(least, junctions.node_of, np.where(found == NEVER, far, found))
    return np.where(least == far, NEVER, least)


def matrix_of(junctions: Junctions, starts: Sequence[Place], goals: Sequence[Place], *, engine: str = "auto") -> Int64:
    """What the cheapest ways cost from each start to each goal, in units of the graph, shape (k, l); `NEVER` for none."""
    ends = [entries(junctions, (goal,)) for goal in goals]
    rows = np.full((len(starts), len(goals)), NEVER, np.int64)
    workspace = Workspace()
    for row, start in enumerate(starts):
        distance = survey(junctions.split, exits(junctions, (start,)), engine=engine, workspace=workspace).distance
        for column, (goal, end) in enumerate(zip(goals, ends, strict=True)):
            reached = distance[end[:, 0]]
            ways = (reached + end[:, 1])[reached != NEVER].tolist()
            short = direct(junctions.graph, (start,), (goal,))
            ways += [] if short is None else [short[0]]
            rows[row, column] = min(ways, default=NEVER)
    return rows


def isochrones_of(
    junctions: Junctions, starts: tuple[Place, ...], limits: Sequence[float], scale: float, *, engine: str = "auto"
) -> list[dict[str, object]]:
    """How far one comes: for each limit, a GeoJSON feature with all that is reached of all roads, to the metre.

    Args:
        junctions: the graph.
        starts: from any of these places.
        limits: metres or seconds.
        scale: how many units of the graph make one of these.
        engine: as in `AStar.search`.

    Raises:
        BadInput: the graph has no coordinates.
    """
    graph = junctions.graph
    if not len(graph.lat):
        raise BadInput("this graph has no coordinates, so nobody can say where one comes to; ask for a matrix")
    distance = survey(
        junctions.split, exits(junctions, starts), within=int(max(limits, default=0) * scale), engine=engine
    ).distance
    split = junctions.split
    at_tail = distance[split.tail]
    reached = np.flatnonzero(at_tail != NEVER)
    edges, begun, weight = junctions.edge_of[reached], at_tail[reached], split.weight[reached].astype(np.float64)
    points, first = lines_of(graph, edges.astype(np.int64))
    features: list[dict[str, object]] = []
    for given in limits:
        limit = int(given * scale)
        share = np.clip((limit - begun) / np.maximum(weight, 1e-9), 0.0, 1.0)
        best: dict[int, float] = {}
        for row in np.flatnonzero(share > 0):
            best[int(edges[row])] = max(best.get(int(edges[row]), 0.0), float(share[row]))
        kept = {edge: part for edge, part in best.items() if not _by_twin(graph, edge, part, best)}
        rows = {int(edge): row for row, edge in enumerate(edges)}
        lines = [part_of(points[first[rows[edge]] : first[rows[edge] + 1]], 0.0, part) for edge, part in kept.items()]
        lines += [line for place in starts for line in _own_edge(graph, place, limit)]
        coordinates = [[[round(float(lon), 7), round(float(lat), 7)] for lat, lon in line] for line in lines]
        features.append(
            {
                "type": "Feature",
                "geometry": {"type": "MultiLineString", "coordinates": coordinates},
                "properties": {
                    "limit": limit,
                    "unit": graph.unit,
                    "nodes": int(np.count_nonzero((distance != NEVER) & (distance <= limit))),
                },
            }
        )
    return features


def _by_twin(graph: RoadGraph, edge: int, part: float, best: dict[int, float]) -> bool:
    """Whether the road is reached as far from its other end already, so that it need not be drawn twice."""
    twin = int(graph.twin[edge])
    other = best.get(twin, 0.0)
    return twin >= 0 and other == 1.0 and (part < 1.0 or twin < edge)


def _own_edge(graph: RoadGraph, place: Place, limit: int) -> list[Float64]:
    """What is reached of the edge that a start lies inside."""
    if place.edge < 0:
        return []
    lines: list[Float64] = []
    ways = [(place.edge, place.share)] + (
        [(int(graph.twin[place.edge]), 1 - place.share)] if graph.twin[place.edge] >= 0 else []
    )
    for edge, begin in ways:
        line, _ = lines_of(graph, np.array([edge]))
        end = min(begin + limit / max(int(graph.weight[edge]), 1), 1.0)
        if end > begin:
            lines.append(part_of(line, begin, end))
    return lines
