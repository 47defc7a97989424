"""Places: where a person may stand, at a junction or inside an edge."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions

Ends = NDArray[np.int64]
"""Rows of a state, a cost, and an edge or -1; shape (k, 3)."""

Row = tuple[int, int, int]

Own = tuple[int, int, int, int]
"""Which rows of exits, and which of entries, are a question's: from the first number up to the second, from the third up to the
fourth. So many questions can share two tables, and differ in numbers alone."""

NOWHERE: Final = float("nan")


@frozen
class Place:
    """A junction, or a point inside an edge. Two are equal if they are the same spot of the network."""

    node: int = -1
    """The node; or -1 inside an edge."""
    edge: int = -1
    """The edge; or -1 at a node."""
    share: float = 0.0
    """How much of the edge lies behind, of its length: 0 to 1."""
    lat: float = field(default=NOWHERE, eq=False)
    """Degrees; NaN where the graph has no coordinates."""
    lon: float = field(default=NOWHERE, eq=False)
    asked: tuple[float, float] | None = field(default=None, eq=False)
    """The latitude and longitude that were asked for, if any were."""
    away: float = field(default=0.0, eq=False)
    """Metres from what was asked for."""
    known_as: int | None = field(default=None, eq=False)
    """The number that it has in the source, if it is a bend inside an edge that was asked for by it."""


def node_place(graph: RoadGraph, node: int) -> Place:
    """The place at a node."""
    if not len(graph.lat):
        return Place(node)
    return Place(node, lat=float(graph.lat[node]), lon=float(graph.lon[node]))


def node_places(graph: RoadGraph, nodes: NDArray[np.integer]) -> tuple[Place, ...]:
    """The places at many nodes."""
    if not len(graph.lat):
        return tuple(map(Place, nodes.tolist()))
    columns = nodes.tolist(), graph.lat[nodes].tolist(), graph.lon[nodes].tolist()
    return tuple(Place(node, lat=lat, lon=lon) for node, lat, lon in zip(*columns, strict=True))


def partial(weight: int, share: float) -> int:
    """What a part of an edge costs, rounded up: so the great circle is never dearer.

    The share is first rounded to billionths, so that the whole costs the whole.
    """
    return -(-weight * round(share * 1_000_000_000) // 1_000_000_000)


def exits(junctions: Junctions, places: tuple[Place, ...]) -> Ends:
    """The states that can be reached first from any of these places: what that costs, and by which edge. Shape (k, 3)."""
    return ends([row for place in places for row in exit_rows(junctions, place)])


def entries(junctions: Junctions, places: tuple[Place, ...]) -> Ends:
    """The states from which any of these places can be reached: what that costs, and by which edge. Sorted; shape (k, 3)."""
    return ends(entry_rows(junctions, places))


class HasEnds(Protocol):
    """A solver between places."""

    exits: Ends
    entries: Ends


def all_rows(solver: HasEnds) -> Own:
    """All of them are."""
    return 0, len(solver.exits), 0, len(solver.entries)


def ends(rows: list[Row]) -> Ends:
    """Rows as an array."""
    return np.array(rows, np.int64).reshape(-1, 3)


def exit_rows(junctions: Junctions, place: Place) -> list[Row]:
    """The rows of `exits`."""
    if place.edge < 0:
        return [(place.node, 0, -1)]
    return [
        (int(junctions.arrival[edge]), partial(int(junctions.graph.weight[edge]), left), edge)
        for edge, left in both_ways(junctions.graph, place.edge, 1.0 - place.share)
    ]


def entry_rows(junctions: Junctions, places: tuple[Place, ...]) -> list[Row]:
    """The rows of `entries`."""
    rows: list[Row] = []
    for place in places:
        if place.edge < 0:
            rows += [(int(state), 0, -1) for state in junctions.states_at(place.node)]
            continue
        for edge, done in both_ways(junctions.graph, place.edge, place.share):
            weight = int(junctions.graph.weight[edge])
            for way in junctions.edges_for(edge):
                turn = int(junctions.split.weight[way]) - weight
                rows.append((int(junctions.split.tail[way]), turn + partial(weight, done), edge))
    return sorted(rows)


def direct(graph: RoadGraph, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> tuple[int, int, float, float] | None:
    """The cheapest way that stays on one edge: cost, edge, and the shares of it where it begins and ends.

    ``None`` if there is none.
    """
    ways: list[tuple[int, int, float, float]] = []
    for start in starts:
        for goal in goals:
            if start == goal:
                ways.append((0, start.edge, start.share, start.share))
            if start.edge < 0 or goal.edge < 0:
                continue
            for edge, begin in both_ways(graph, start.edge, start.share):
                end = dict(both_ways(graph, goal.edge, goal.share)).get(edge, -1.0)
                if end >= begin:
                    ways.append((partial(int(graph.weight[edge]), end - begin), edge, begin, end))
    return min(ways, default=None)


def both_ways(graph: RoadGraph, edge: int, share: float) -> list[tuple[int, float]]:
    """An edge and the same road the other way, if that is open, each with the share as it is along it.

    Of each, so are the copies that restrictions by ways made: who came along the first of these ways is on a copy.
    """
    found = [(int(each), share) for each in graph.copies(edge)]
    twin = int(graph.twin[edge])
    return found if twin < 0 else found + [(int(each), 1.0 - share) for each in graph.copies(twin)]
