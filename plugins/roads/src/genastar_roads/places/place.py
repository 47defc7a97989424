"""Places: junctions, and points inside an edge."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions

Ends = NDArray[np.int64]
"""Rows of a state, a cost, and an edge or -1; shape (k, 3)."""

EndRow = tuple[int, int, int]

Column = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Weights of the edges of a graph and of its split graph by a metric, shapes (m,) and (edges,)."""

NOWHERE: Final = float("nan")


@frozen
class Place:
    """A junction, or a point inside an edge. Places are equal if they are the same spot of the network."""

    node: int = -1
    """The node; -1 inside an edge."""
    edge: int = -1
    """The edge; -1 at a node."""
    share: float = 0.0
    """Share of the edge's length before the place, 0 to 1."""
    lat: float = field(default=NOWHERE, eq=False)
    """Degrees; NaN where the graph has no coordinates."""
    lon: float = field(default=NOWHERE, eq=False)
    requested_point: tuple[float, float] | None = field(default=None, eq=False)
    """Latitude and longitude that were asked for, if any."""
    away: float = field(default=0.0, eq=False)
    """Metres from the place that was asked for."""
    known_as: int | None = field(default=None, eq=False)
    """Number in the source, for a bend inside an edge that was asked for by number."""
    numbering: int | None = field(default=None, eq=False, repr=False)
    """`RoadGraph.numbering` of its roads; ``None`` if it was made by hand."""


class _NodePlaces(dict[int, Place]):
    """The places at the nodes of a graph, each made at its first use. Paths of one graph share them."""

    def __init__(self, graph: RoadGraph) -> None:
        super().__init__()
        self._lat, self._lon, self._numbering = graph.lat, graph.lon, graph.numbering

    def __missing__(self, node: int) -> Place:
        lat, lon = (float(self._lat[node]), float(self._lon[node])) if len(self._lat) else (NOWHERE, NOWHERE)
        made = self[node] = Place(node, lat=lat, lon=lon, numbering=self._numbering)
        return made


class _StatePlaces(dict[int, Place]):
    """The places at the states of a split graph, each looked up at its first use."""

    def __init__(self, junctions: Junctions) -> None:
        super().__init__()
        self._nodes, self._node_of = _get_node_places(junctions.graph), junctions.node_of

    def __missing__(self, state: int) -> Place:
        found = self[state] = self._nodes[int(self._node_of[state])]
        return found


_NODES: Final[WeakKeyDictionary[RoadGraph, _NodePlaces]] = WeakKeyDictionary()
_STATES: Final[WeakKeyDictionary[RoadGraph, _StatePlaces]] = WeakKeyDictionary()
"""By the split graph."""


def make_node_place(graph: RoadGraph, node: int) -> Place:
    """Return the place at a node."""
    return _get_node_places(graph)[node]


def make_node_places(graph: RoadGraph, nodes: Iterable[int]) -> tuple[Place, ...]:
    """Return the places at many nodes."""
    return tuple(map(_get_node_places(graph).__getitem__, nodes))


def make_state_places(junctions: Junctions, states: Iterable[int]) -> tuple[Place, ...]:
    """Return the places at many states of the split graph."""
    split = junctions.split
    if split is junctions.graph:
        return make_node_places(split, states)
    places = _STATES.get(split) or _STATES.setdefault(split, _StatePlaces(junctions))
    return tuple(map(places.__getitem__, states))


def _get_node_places(graph: RoadGraph) -> _NodePlaces:
    return _NODES.get(graph) or _NODES.setdefault(graph, _NodePlaces(graph))


def compute_partial_cost(weight: int, share: float) -> int:
    """Return the cost of a part of an edge, rounded up so that the great circle is never dearer.

    The share is first rounded to billionths, so that a whole edge costs its whole weight.
    """
    return -(-weight * round(share * 1_000_000_000) // 1_000_000_000)


def list_exits(junctions: Junctions, places: tuple[Place, ...]) -> Ends:
    """Return the first states reachable from any of these places, each with its cost and edge, shape (k, 3)."""
    return make_ends([row for place in places for row in list_exit_rows(junctions, place)])


def list_entries(junctions: Junctions, places: tuple[Place, ...]) -> Ends:
    """Return the states that lead directly to any of these places, each with its cost and edge, sorted, shape (k, 3)."""
    return make_ends(list_entry_rows(junctions, places))


def make_ends(rows: list[EndRow]) -> Ends:
    """Return rows as an array."""
    return np.array(rows, np.int64).reshape(-1, 3)


def list_exit_rows(junctions: Junctions, place: Place, column: Column | None = None) -> list[EndRow]:
    """Return the rows of `list_exits`, by the weights of the graph or by others."""
    weights, _ = column or (junctions.graph.weight, None)
    if place.edge < 0:
        return [(place.node, 0, -1)]
    return [
        (int(junctions.arrival[edge]), compute_partial_cost(int(weights[edge]), left), edge)
        for edge, left in list_both_ways(junctions.graph, place.edge, 1.0 - place.share)
    ]


def list_entry_rows(junctions: Junctions, places: tuple[Place, ...], column: Column | None = None) -> list[EndRow]:
    """Return the rows of `list_entries`, by the weights of the graph or by others."""
    weights, split = column or (junctions.graph.weight, junctions.split.weight)
    rows: list[EndRow] = []
    for place in places:
        if place.edge < 0:
            rows += [(int(state), 0, -1) for state in junctions.find_states_at(place.node)]
            continue
        for edge, done in list_both_ways(junctions.graph, place.edge, place.share):
            weight = int(weights[edge])
            for way in junctions.find_edges_for(edge):
                turn = int(split[way]) - weight
                rows.append((int(junctions.split.tail[way]), turn + compute_partial_cost(weight, done), edge))
    return sorted(rows, key=itemgetter(0, 2))


def find_direct(graph: RoadGraph, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> tuple[int, int, float, float] | None:
    """Return the cheapest path of `list_direct`; ``None`` if there is none."""
    return min(list_direct(graph, starts, goals), default=None)


def list_direct(graph: RoadGraph, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> list[tuple[int, int, float, float]]:
    """Return the paths on one edge: cost, edge, and the shares of its length where the path begins and ends."""
    ways: list[tuple[int, int, float, float]] = []
    for start in starts:
        for goal in goals:
            if start == goal:
                ways.append((0, start.edge, start.share, start.share))
            if start.edge < 0 or goal.edge < 0:
                continue
            for edge, begin in list_both_ways(graph, start.edge, start.share):
                end = dict(list_both_ways(graph, goal.edge, goal.share)).get(edge, -1.0)
                if end >= begin:
                    ways.append((compute_partial_cost(int(graph.weight[edge]), end - begin), edge, begin, end))
    return ways


def list_both_ways(graph: RoadGraph, edge: int, share: float) -> list[tuple[int, float]]:
    """Return an edge and, if open, the same road in the other direction, each with the share measured along it.

    The copies of both, made for restrictions by ways, are included: a path that began on the restricted way is on a copy.
    """
    found = [(int(each), share) for each in graph.find_copies(edge)]
    twin = int(graph.twin[edge])
    return found if twin < 0 else found + [(int(each), 1.0 - share) for each in graph.find_copies(twin)]
