"""Contraction: the order of nodes and the shortcuts of a contraction hierarchy.

After Geisberger, Sanders, Schultes and Delling (Contraction hierarchies: faster and simpler hierarchical routing in road
networks, WEA 2008): nodes are taken out one after another, the least important first, and a shortcut is put in wherever the
cheapest way between two neighbours of a node ran through it; short searches for another way, witnesses, say where it did not.
The importance of a node is its level, the shortcuts that it would need for each edge that it takes away, and the edges that
they stand for (as in RoutingKit).

This is preparation, and no search that a user asks for: the graph changes between one witness search and the next, and there
are millions of them, of a handful of nodes each. The functions are plain Python on arrays; with genastar-compiled they are
machine code.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_roads.graph.heap import pop, push
from genastar_roads.graph.road_graph import MOST, Int32, Int64


class Arcs(NamedTuple):
    """The arcs of one direction: those of a node lie together, with room to grow."""

    start: Int64
    held: Int32
    room: Int32
    node: Int32
    """The other end."""
    weight: Int32
    hops: Int32
    """Edges of the graph that the arc stands for."""
    middle: Int32
    """The node that a shortcut leads over; ``~e`` for edge ``e`` of the graph."""


class Work(NamedTuple):
    """What the contraction goes on with."""

    rank: Int32
    """The order in which nodes were taken out; -1 for those that still wait."""
    level: Int32
    priority: Int32
    stale: NDArray[np.bool_]
    """Whether a neighbour was taken out since the node was weighed."""
    heap: Int64
    """Priority above node. A node may wait more than once; all but its last entry are void."""
    counts: Int64
    """How many nodes were taken out, how long the heap is, how much is used of the outward arcs and of the inward ones."""
    far: Int64
    """Of a witness search: how far, at nodes marked in ``seen``."""
    seen: Int32
    mark: Int64
    pairs: Int64
    """The shortcuts that a node needs: rows of tail, head, weight, hops."""


TAKEN: Final = 0
WAITING: Final = 1
USED_OUT: Final = 2
USED_IN: Final = 3

MOST_SETTLED: Final = 500
"""Nodes that a witness search looks at before it gives up, which costs a shortcut too much and nothing worse."""

FULL: Final = 1
TOO_FAR: Final = 2


@machine_code
def put(arcs: Arcs, used: Int64, which: int, node: int, other: int, weight: int, hops: int, middle: int) -> None:
    """Add an arc, or make the one between these two cheaper. There must be room at the end of the arrays."""
    start, count = arcs.start[node], arcs.held[node]
    for arc in range(start, start + count):
        if arcs.node[arc] == other:
            if weight < arcs.weight[arc]:
                arcs.weight[arc], arcs.hops[arc], arcs.middle[arc] = weight, hops, middle
            return
    if count == arcs.room[node]:
        new = used[which]
        for step in range(count):
            arcs.node[new + step] = arcs.node[start + step]
            arcs.weight[new + step] = arcs.weight[start + step]
            arcs.hops[new + step] = arcs.hops[start + step]
            arcs.middle[new + step] = arcs.middle[start + step]
        arcs.room[node] = 2 * count + 2
        used[which] += 2 * count + 2
        arcs.start[node] = start = new
    arc = start + count
    arcs.node[arc], arcs.weight[arc], arcs.hops[arc], arcs.middle[arc] = other, weight, hops, middle
    arcs.held[node] = count + 1


@machine_code
def drop(arcs: Arcs, node: int, other: int) -> None:
    """Take the arc between these two out."""
    start = arcs.start[node]
    last = start + arcs.held[node] - 1
    for arc in range(start, last + 1):
        if arcs.node[arc] == other:
            arcs.node[arc], arcs.weight[arc] = arcs.node[last], arcs.weight[last]
            arcs.hops[arc], arcs.middle[arc] = arcs.hops[last], arcs.middle[last]
            arcs.held[node] -= 1
            return


@machine_code
def look_for_witnesses(out: Arcs, work: Work, heap: Int64, source: int, without: int, bound: int) -> None:
    """Dijkstra from ``source``, past ``without``, up to ``bound``. ``far`` is then no less than the real distance."""
    mark = work.mark[0]
    far, seen = work.far, work.seen
    far[source] = 0
    seen[source] = mark
    heap[0] = source
    waiting, settled = 1, 0
    while waiting > 0:
        key = pop(heap, waiting)
        waiting -= 1
        node, distance = key & 0xFFFFFFFF, key >> 32
        if distance > far[node]:
            continue
        settled += 1
        if distance > bound or settled > MOST_SETTLED:
            return
        start = out.start[node]
        for arc in range(start, start + out.held[node]):
            other = out.node[arc]
            reached = distance + int(out.weight[arc])
            if other == without or reached > bound or (seen[other] == mark and far[other] <= reached):
                continue
            far[other] = reached
            seen[other] = mark
            if waiting < len(heap):
                push(heap, waiting, (reached << 32) | int(other))
                waiting += 1


@machine_code
def find_shortcuts(out: Arcs, into: Arcs, work: Work, heap: Int64, node: int) -> tuple[int, int]:
    """Write into ``pairs`` the shortcuts that a node needs: how many, and how many edges they stand for."""
    found, hops = 0, 0
    first, last = out.start[node], out.start[node] + out.held[node]
    for entry in range(into.start[node], into.start[node] + into.held[node]):
        source = into.node[entry]
        bound = -1
        for leave in range(first, last):
            if out.node[leave] != source:
                bound = max(bound, np.int64(into.weight[entry]) + out.weight[leave])
        if bound < 0:
            continue
        work.mark[0] += 1
        look_for_witnesses(out, work, heap, source, node, bound)
        for leave in range(first, last):
            target = out.node[leave]
            through = np.int64(into.weight[entry]) + out.weight[leave]
            if target == source or (work.seen[target] == work.mark[0] and work.far[target] <= through):
                continue
            work.pairs[found, 0], work.pairs[found, 1] = source, target
            work.pairs[found, 2], work.pairs[found, 3] = through, into.hops[entry] + out.hops[leave]
            hops += int(into.hops[entry]) + int(out.hops[leave])
            found += 1
    return found, hops


@machine_code
def importance(out: Arcs, into: Arcs, work: Work, node: int, found: int, hops: int) -> int:
    """The order in which nodes are taken out."""
    arcs = out.held[node] + into.held[node]
    old = 0
    for arc in range(out.start[node], out.start[node] + out.held[node]):
        old += int(out.hops[arc])
    for arc in range(into.start[node], into.start[node] + into.held[node]):
        old += int(into.hops[arc])
    if arcs == 0:
        return 1000 * int(work.level[node])
    return min(1000 * int(work.level[node]) + 1000 * found // int(arcs) + 1000 * hops // old, MOST >> 2)


@machine_code
def weigh(out: Arcs, into: Arcs, work: Work, heap: Int64, node: int) -> None:
    """Put a node into the heap at its importance; one with very many neighbours waits at its end."""
    priority = MOST
    if out.held[node] * into.held[node] <= len(work.pairs):
        found, hops = find_shortcuts(out, into, work, heap, node)
        priority = importance(out, into, work, node, found, hops)
    work.stale[node] = False
    if priority != work.priority[node]:
        work.priority[node] = priority
        push(work.heap, int(work.counts[WAITING]), (priority << 32) | node)
        work.counts[WAITING] += 1


@machine_code
def leave(work: Work, arcs: Arcs, back: Arcs, node: int) -> None:
    """The neighbours along these arcs lose the node, and stand at least a level above it."""
    for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
        other = arcs.node[arc]
        drop(back, other, node)
        work.stale[other] = True
        work.level[other] = max(work.level[other], work.level[node] + 1)


@machine_code
def most_added(arcs: Arcs, grown: Arcs, node: int) -> int:
    """How much the arcs of its neighbours may grow, when the node is taken out."""
    most = 0
    for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
        most += 4 * (grown.held[arcs.node[arc]] + grown.held[node] + 2)
    return most


@machine_code
def contract(out: Arcs, into: Arcs, work: Work, heap: Int64, until: int) -> int:
    """Take nodes out until so many are, or until something must grow (`FULL`) or a way is too long (`TOO_FAR`)."""
    counts, pairs = work.counts, work.pairs
    while counts[TAKEN] < until and counts[WAITING] > 0:
        node = work.heap[0] & 0xFFFFFFFF
        if work.rank[node] >= 0 or work.priority[node] != work.heap[0] >> 32:
            pop(work.heap, counts[WAITING])
            counts[WAITING] -= 1
            continue
        if (
            out.held[node] * into.held[node] > len(pairs)
            or counts[USED_OUT] + most_added(into, out, node) > len(out.node)
            or counts[USED_IN] + most_added(out, into, node) > len(into.node)
            or counts[WAITING] + out.held[node] + into.held[node] + 2 > len(work.heap)
        ):
            return FULL
        pop(work.heap, counts[WAITING])
        counts[WAITING] -= 1
        found, _ = find_shortcuts(out, into, work, heap, node)
        work.rank[node] = counts[TAKEN]
        counts[TAKEN] += 1
        for pair in range(found):
            tail, head, weight = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2]
            if weight > MOST:
                return TOO_FAR
            put(out, counts, USED_OUT, tail, head, weight, pairs[pair, 3], node)
            put(into, counts, USED_IN, head, tail, weight, pairs[pair, 3], node)
        leave(work, out, into, node)
        leave(work, into, out, node)
        for arcs in (out, into):
            for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
                if work.stale[arcs.node[arc]]:
                    weigh(out, into, work, heap, int(arcs.node[arc]))
    return 0


@machine_code
def weigh_all(out: Arcs, into: Arcs, work: Work, heap: Int64, first: int, end: int) -> None:
    """Put these nodes into the heap."""
    for node in range(first, end):
        weigh(out, into, work, heap, node)
