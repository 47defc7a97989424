"""U-turns: find the forbidden U-turns that a search graph must exclude.

A cheapest path visits no node twice, so it makes no U-turn by itself. It makes one to get around a forbidden turn: if edge
``b`` must not follow edge ``a``, the path passes ``b``, turns round at another node, comes back along the same roads, and takes
``b``. This detour costs the roads in both directions. It is part of a cheapest path only if no legal path from ``a`` to the
beginning of ``b`` is cheaper. So the search graph must exclude a forbidden U-turn only if it is the end of such a detour. Two
small searches from each forbidden turn find these ends. See ``docs/decisions/0014``.
"""

from __future__ import annotations

import numpy as np

from genastar.engine import machine_code
from genastar_prepare.heap import drop, push
from genastar_roads.graph.columns import Bools, Int8, Int32, Int64
from genastar_roads.graph.road_graph import MOST, RoadGraph


def find_needed_u_turns(graph: RoadGraph) -> Int32:
    """Return forbidden pairs of edges, shape (k, 2): the U-turns that the search graph must exclude.

    With these and `RoadGraph.turns` forbidden, no cheapest path makes a U-turn that `RoadGraph.no_return` forbids.
    """
    if graph.u_turns == "allowed" or not graph.edges:
        return np.empty((0, 2), np.int32)
    sides, size = graph.sides, graph.edges
    least = np.minimum.reduceat(graph.weight[sides.order], sides.first[:-1])
    there_and_back = np.where(sides.opposite < 0, -1, graph.weight.astype(np.int64) + least[sides.opposite])
    ends = there_and_back == 0  # free detours are no dearer than the direct path, with forbidden turns or without
    turns = graph.turns[np.lexsort(graph.turns.T[::-1])]
    first_turn = np.searchsorted(turns[:, 0], np.arange(size + 1)).astype(np.int64)
    if len(turns):
        mark_ends(
            np.unique(turns[:, 0]).astype(np.int64),
            graph.first,
            graph.head,
            graph.weight,
            there_and_back,
            graph.stage,
            sides.of_edge,
            sides.opposite,
            sides.order,
            sides.first,
            graph.no_return,
            first_turn,
            np.ascontiguousarray(turns[:, 1]),
            ends,
        )
    edges = np.flatnonzero(ends & (graph.no_return >= 0))
    back = [sides.get_edges(side) for side in graph.no_return[edges].tolist()]
    pairs = [np.stack((np.full(len(ways), edge), ways), axis=1) for edge, ways in zip(edges, back, strict=True)]
    return np.concatenate(pairs).astype(np.int32) if pairs else np.empty((0, 2), np.int32)


@machine_code
def may_follow(a: int, b: int, stage: Int8, side: Int32, no_return: Int32, first_turn: Int64, turn: Int32) -> bool:
    """Return whether a path may take edge ``b`` directly after edge ``a``."""
    return stage[a] <= stage[b] and side[b] != no_return[a] and is_not_among(b, turn, first_turn[a], first_turn[a + 1])


@machine_code
def is_not_among(number: int, numbers: Int32, begin: int, end: int) -> bool:
    """Return whether a number does not occur in some rows of ``numbers``."""
    for row in range(begin, end):  # noqa: SIM110  # a generator does not become machine code
        if numbers[row] == number:
            return False
    return True


@machine_code
def is_open(came: Int64, after: Int64 | Int32, first_turn: Int64, turn: Int32) -> bool:
    """Return whether some edge of ``after`` may follow some edge of ``came``, ignoring U-turns."""
    for before in came:
        for edge in after:
            if is_not_among(edge, turn, first_turn[before], first_turn[before + 1]):
                return True
    return False


@machine_code
def make_room(heap: Int64, count: int) -> Int64:
    """Return the keys and items of a heap, or a longer copy if it is full."""
    if count < heap.shape[1]:
        return heap
    longer = np.empty((2, 2 * count), np.int64)
    for place in range(count):
        longer[0, place], longer[1, place] = heap[0, place], heap[1, place]
    return longer


@machine_code
def mark_ends(
    origins: Int64,
    first: Int32,
    head: Int32,
    weight: Int32,
    there_and_back: Int64,
    stage: Int8,
    side: Int32,
    opposite: Int32,
    order: Int64,
    first_of_side: Int64,
    no_return: Int32,
    first_turn: Int64,
    turn: Int32,
    ends: Bools,
) -> None:
    """Mark the edges that may end in a U-turn around a turn that is forbidden after one of the origins.

    Args:
        origins: edges with forbidden turns.
        first: see `RoadGraph.first`.
        head: see `RoadGraph.head`.
        weight: see `RoadGraph.weight`.
        there_and_back: cost of an edge in both directions, shape (m,); -1 for one-way streets.
        stage: see `RoadGraph.stage`.
        side: the side of each edge.
        opposite: the opposite side of its road.
        order: see `Sides.order`.
        first_of_side: see `Sides.first`.
        no_return: see `RoadGraph.no_return`.
        first_turn: start of each edge's forbidden turns in ``turn``, shape (m + 1,).
        turn: the edges that must not follow.
        ends: the result, shape (m,).
    """
    edges = len(head)
    far, trip = np.empty(edges, np.int64), np.empty(edges, np.int64)
    seen, tried, missed = np.full(edges, -1), np.full(edges, -1), np.full(edges, -1)
    ways, trips = np.empty((2, 1024), np.int64), np.empty((2, 1024), np.int64)
    mark = -1
    for origin in origins:
        node = head[origin]
        for begin in range(first[node], first[node + 1]):  # the first edge of the detour
            if there_and_back[begin] < 0 or not may_follow(origin, begin, stage, side, no_return, first_turn, turn):
                continue
            mark += 1
            missing = 0  # forbidden turns that only the detour replaces so far
            for row in range(first_turn[origin], first_turn[origin + 1]):
                after = turn[row]
                if first[node] <= after < first[node + 1] and side[after] != opposite[origin]:
                    back = order[first_of_side[opposite[begin]] : first_of_side[opposite[begin] + 1]]
                    if is_open(back, turn[row : row + 1], first_turn, turn):
                        missed[after] = mark
                        missing += 1
            far[origin], seen[origin], ways[0, 0], ways[1, 0], waiting = 0, mark, 0, origin, 1
            trip[begin], tried[begin] = min(there_and_back[begin], MOST), mark
            trips[0, 0], trips[1, 0], begun = trip[begin], begin, 1
            while begun > 0:
                cost, edge = trips[0, 0], trips[1, 0]
                drop(trips[0], trips[1], begun)
                begun -= 1
                if cost > trip[edge]:
                    continue
                while waiting > 0 and missing > 0 and ways[0, 0] < cost:
                    travelled, way = ways[0, 0], ways[1, 0]
                    drop(ways[0], ways[1], waiting)
                    waiting -= 1
                    if travelled > far[way]:
                        continue
                    if head[way] == node:
                        for row in range(first_turn[origin], first_turn[origin + 1]):
                            after = turn[row]
                            if missed[after] == mark and may_follow(way, after, stage, side, no_return, first_turn, turn):
                                missed[after] = -1
                                missing -= 1
                    for after in range(first[head[way]], first[head[way] + 1]):
                        reached = travelled + weight[after]
                        if reached > MOST or (seen[after] == mark and far[after] <= reached):
                            continue
                        if may_follow(way, after, stage, side, no_return, first_turn, turn):
                            far[after], seen[after] = reached, mark
                            ways = make_room(ways, waiting)
                            push(ways[0], ways[1], waiting, reached, after)
                            waiting += 1
                if missing == 0:
                    break
                ends[edge] = True
                for after in range(first[head[edge]], first[head[edge] + 1]):
                    reached = min(cost + there_and_back[after], MOST)
                    if there_and_back[after] < 0 or (tried[after] == mark and trip[after] <= reached):
                        continue
                    back = order[first_of_side[opposite[after]] : first_of_side[opposite[after] + 1]]
                    on = order[first_of_side[opposite[edge]] : first_of_side[opposite[edge] + 1]]
                    if may_follow(edge, after, stage, side, no_return, first_turn, turn) and is_open(
                        back, on, first_turn, turn
                    ):
                        trip[after], tried[after] = reached, mark
                        trips = make_room(trips, begun)
                        push(trips[0], trips[1], begun, reached, after)
                        begun += 1
