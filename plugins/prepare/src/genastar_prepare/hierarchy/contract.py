"""Contraction: compute the node order and the shortcuts of a contraction hierarchy.

After Geisberger, Sanders, Schultes and Delling (Contraction hierarchies: faster and simpler hierarchical routing in road
networks, WEA 2008). Nodes are contracted one after another, the least important first. A shortcut is added wherever the
cheapest path between two neighbours ran through the node; short searches for another path, witness searches, find where it did
not. The importance of a node is its level, plus the ratio of shortcuts added to edges removed, plus the ratio of the edges that
these stand for (as in RoutingKit).

This preparation does not use the search core: the graph changes between witness searches, and there are millions of them, of a
handful of nodes each. The functions are plain Python on arrays; genastar-compiled turns them into machine code.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_prepare.graph.rows import Int32, Int64, Weights
from genastar_prepare.heap import Keys, Number, drop, push


class Arcs(NamedTuple):
    """The arcs of one direction. A node's arcs are contiguous, with room to grow."""

    start: Int64
    held: Int32
    room: Int32
    node: Int32
    """The other end."""
    weight: Weights
    hops: Int32
    """Number of graph edges that the arc stands for."""
    middle: Int32
    """The node that a shortcut replaces; ``~e`` for edge ``e`` of the graph."""


class ContractionState(NamedTuple):
    """State of a contraction in progress."""

    rank: Int32
    """Contraction order of the nodes; -1 for nodes not yet contracted."""
    level: Int32
    priority: Int32
    stale: NDArray[np.bool_]
    """Whether a neighbour was contracted since the node's importance was computed."""
    keys: Int64
    """Priorities on a heap. Of a node's entries only the last is valid."""
    nodes: Int64
    """The nodes of that heap."""
    counts: Int64
    """Number of contracted nodes, length of the heap, and used lengths of the outward and inward arcs."""
    at: Keys
    """What a witness search knows of each node, shape (n, 4), in one line of the cache: columns `FAR` to `THROUGH`."""
    mark: Int64
    """The number of the last witness search, shape (1,)."""
    last: Keys
    """The least cost of a last step to each target, without that from the contracted node; ``most`` if there is none."""
    pairs: Int64
    """Shortcuts of a node: rows of tail, head, hops."""
    costs: Keys
    """The weights of these shortcuts."""
    most: Keys
    """The largest weight that ``Arcs.weight`` can hold, shape (1,)."""
    ways: Keys
    """Distances on the heap of a witness search."""
    ends: Int64
    """The nodes of that heap."""


TAKEN: Final = 0
WAITING: Final = 1
USED_OUT: Final = 2
USED_IN: Final = 3

FAR: Final = 0
"""Distance in the witness search with the number `SEEN`."""
SEEN: Final = 1
WANTED: Final = 2
"""The number of the witness search in which the node is a target without a witness."""
THROUGH: Final = 3
"""Cost of the way through the contracted node to a target."""

CORE: Final = 3
"""After a contraction among the last 1 / `CORE` of the nodes, its neighbours are weighed at once; others are weighed when they
are about to be contracted. With none weighed at once, searches in the hierarchy of Rome's streets take twice as long."""

MOST_SETTLED: Final = 60
"""Nodes that a witness search settles before it gives up. Giving up adds a superfluous shortcut, nothing worse: 0.2 %
more on Rome's streets than with 500, in less time. Below 50, the shortcuts cost more time than they save."""
SETTLED_TO_WEIGH: Final = 25
"""The same where shortcuts are only counted: a quarter less time on Rome's streets than with 60, for 0.1 % more arcs."""

LAST: Final = 2**31 - 1
"""The importance of a node with very many neighbours."""
NOTHING: Final = LAST + 1
"""Above all importances."""

FULL: Final = 1
TOO_FAR: Final = 2


@machine_code
def put_arc(arcs: Arcs, used: Int64, which: int, node: int, other: int, weight: Number, hops: int, middle: int) -> None:
    """Add an arc, or make an existing arc between these nodes cheaper. The arrays must have room at their ends."""
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
def remove(arcs: Arcs, node: int, other: int) -> None:
    """Remove the arc between these nodes."""
    start = arcs.start[node]
    last = start + arcs.held[node] - 1
    for arc in range(start, last + 1):
        if arcs.node[arc] == other:
            arcs.node[arc], arcs.weight[arc] = arcs.node[last], arcs.weight[last]
            arcs.hops[arc], arcs.middle[arc] = arcs.hops[last], arcs.middle[last]
            arcs.held[node] -= 1
            return


@machine_code
def look_for_witnesses(
    out: Arcs, work: ContractionState, source: int, without: int, bound: Number, inner: Number, targets: int, most: int
) -> None:
    """Run Dijkstra from ``source``, avoiding ``without``, up to ``bound``, until so many targets have a witness.

    From nodes farther away than ``inner``, no target is reached in time. The search ends after ``most`` nodes. Afterwards the
    column `WANTED` has the mark of this search at targets without a witness.
    """
    mark = work.mark[0]
    at, ways, ends = work.at, work.ways, work.ends
    at[source, FAR], at[source, SEEN] = 0, mark
    ways[0], ends[0] = 0, source
    waiting, settled = 1, 0
    while waiting > 0:
        distance, node = ways[0], ends[0]
        drop(ways, ends, waiting)
        waiting -= 1
        if distance > at[node, FAR]:
            continue
        settled += 1
        if settled > most:
            return
        start = out.start[node]
        for arc in range(start, start + out.held[node]):
            other = out.node[arc]
            reached = distance + out.weight[arc]
            if other == without or reached > bound or (at[other, SEEN] == mark and at[other, FAR] <= reached):
                continue
            if at[other, WANTED] == mark and reached <= at[other, THROUGH]:
                at[other, WANTED] = -1
                targets -= 1
                if targets == 0:
                    return
            if reached > inner:
                continue
            at[other, FAR], at[other, SEEN] = reached, mark
            if waiting < len(ways):
                push(ways, ends, waiting, reached, other)
                waiting += 1


@machine_code
def find_least_step(into: Arcs, node: int, without: int, most: Number) -> Number:
    """Return the least cost of a step to a node from another than ``without``; ``most`` if there is none."""
    least = most
    for arc in range(into.start[node], into.start[node] + into.held[node]):
        if into.node[arc] != without:
            least = min(least, most - most + into.weight[arc])
    return least


@machine_code
def find_shortcuts(out: Arcs, into: Arcs, work: ContractionState, node: int, most: int) -> tuple[int, int]:
    """Write a node's shortcuts into ``pairs`` and ``costs``. Return their number and the number of edges they stand for."""
    found, hops = 0, 0
    nothing = work.most[0] - work.most[0]  # of the type of a distance
    first, last = out.start[node], out.start[node] + out.held[node]
    for leave in range(first, last):
        work.last[out.node[leave]] = find_least_step(into, out.node[leave], node, work.most[0])
    for entry in range(into.start[node], into.start[node] + into.held[node]):
        source, begun = into.node[entry], nothing + into.weight[entry]
        bound, inner, targets = nothing - 1, nothing - 1, 0
        work.mark[0] += 1
        for leave in range(first, last):
            target = out.node[leave]
            if target != source:
                through = begun + out.weight[leave]
                work.at[target, WANTED], work.at[target, THROUGH] = work.mark[0], through
                bound = max(bound, through)
                inner = max(inner, through - work.last[target])
                targets += 1
        if inner >= 0:
            look_for_witnesses(out, work, source, node, bound, inner, targets, most)
        for leave in range(first, last):
            target = out.node[leave]
            if target == source or work.at[target, WANTED] != work.mark[0]:
                continue
            work.pairs[found, 0], work.pairs[found, 1] = source, target
            work.pairs[found, 2], work.costs[found] = into.hops[entry] + out.hops[leave], work.at[target, THROUGH]
            hops += int(into.hops[entry]) + int(out.hops[leave])
            found += 1
    return found, hops


@machine_code
def compute_importance(out: Arcs, into: Arcs, work: ContractionState, node: int, found: int, hops: int) -> int:
    """Return a node's importance. Nodes are contracted in ascending importance."""
    arcs = out.held[node] + into.held[node]
    old = 0
    for arc in range(out.start[node], out.start[node] + out.held[node]):
        old += int(out.hops[arc])
    for arc in range(into.start[node], into.start[node] + into.held[node]):
        old += int(into.hops[arc])
    if arcs == 0:
        return 1000 * int(work.level[node])
    return min(1000 * int(work.level[node]) + 1000 * found // int(arcs) + 1000 * hops // old, LAST >> 2)


@machine_code
def wait(work: ContractionState, node: int, priority: int) -> None:
    """Push a node onto the heap with this importance."""
    work.priority[node] = priority
    push(work.keys, work.nodes, int(work.counts[WAITING]), priority, node)
    work.counts[WAITING] += 1


@machine_code
def weigh(out: Arcs, into: Arcs, work: ContractionState, node: int) -> None:
    """Push a node onto the heap with its importance; a node with very many neighbours goes to the end."""
    priority = LAST
    if out.held[node] * into.held[node] <= len(work.pairs):
        found, hops = find_shortcuts(out, into, work, node, SETTLED_TO_WEIGH)
        priority = compute_importance(out, into, work, node, found, hops)
    work.stale[node] = False
    if priority != work.priority[node]:
        wait(work, node, priority)


@machine_code
def remove_node(work: ContractionState, arcs: Arcs, back: Arcs, node: int) -> None:
    """Remove a contracted node from its neighbours along these arcs, and raise their levels above its own."""
    for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
        other = arcs.node[arc]
        remove(back, other, node)
        work.stale[other] = True
        if work.level[other] <= work.level[node]:
            if work.priority[other] < LAST >> 2:
                raised = int(work.priority[other]) + 1000 * int(work.level[node] + 1 - work.level[other])
                wait(work, int(np.int64(other)), min(raised, LAST >> 2))  # the type of the other calls
            work.level[other] = work.level[node] + 1


@machine_code
def drop_outdated_entries(work: ContractionState) -> int:
    """Remove outdated entries from the top of the heap. Return the least importance; `NOTHING` if the heap is empty."""
    while work.counts[WAITING] > 0:
        node = work.nodes[0]
        if work.rank[node] < 0 and work.priority[node] == work.keys[0]:
            return int(work.keys[0])
        drop(work.keys, work.nodes, work.counts[WAITING])
        work.counts[WAITING] -= 1
    return NOTHING


@machine_code
def bound_growth(arcs: Arcs, grown: Arcs, node: int) -> int:
    """Return how much the arcs of a node's neighbours may grow when it is contracted."""
    most = 0
    for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
        most += 4 * (grown.held[arcs.node[arc]] + grown.held[node] + 2)
    return most


@machine_code
def contract(out: Arcs, into: Arcs, work: ContractionState, until: int) -> int:
    """Contract nodes until ``until`` are contracted, arrays must grow (`FULL`), or a path costs too much (`TOO_FAR`)."""
    counts, pairs = work.counts, work.pairs
    while counts[TAKEN] < until and drop_outdated_entries(work) <= LAST:
        node = int(work.nodes[0])
        crowded = bool(out.held[node] * into.held[node] > len(pairs))
        if crowded and work.priority[node] < LAST:
            drop(work.keys, work.nodes, counts[WAITING])
            counts[WAITING] -= 1
            wait(work, node, LAST)
            continue
        if (
            crowded
            or counts[USED_OUT] + bound_growth(into, out, node) > len(out.node)
            or counts[USED_IN] + bound_growth(out, into, node) > len(into.node)
            or counts[WAITING] + 2 * (out.held[node] + into.held[node]) + 2 > len(work.nodes)
        ):
            return FULL
        drop(work.keys, work.nodes, counts[WAITING])
        counts[WAITING] -= 1
        found, hops = find_shortcuts(out, into, work, node, MOST_SETTLED)
        if work.stale[node]:
            work.stale[node] = False
            priority = compute_importance(out, into, work, node, found, hops)
            if priority > drop_outdated_entries(work):
                wait(work, node, priority)
                continue
        work.rank[node] = counts[TAKEN]
        counts[TAKEN] += 1
        for pair in range(found):
            tail, head, weight = pairs[pair, 0], pairs[pair, 1], work.costs[pair]
            if weight > work.most[0]:
                return TOO_FAR
            put_arc(out, counts, USED_OUT, tail, head, weight, pairs[pair, 2], node)
            put_arc(into, counts, USED_IN, head, tail, weight, pairs[pair, 2], node)
        remove_node(work, out, into, node)
        remove_node(work, into, out, node)
        if CORE * (len(work.rank) - counts[TAKEN]) <= len(work.rank):
            for arcs in (out, into):
                for arc in range(arcs.start[node], arcs.start[node] + arcs.held[node]):
                    if work.stale[arcs.node[arc]]:
                        weigh(out, into, work, int(np.int64(arcs.node[arc])))  # the type of `weigh_all`
    return 0


@machine_code
def weigh_all(out: Arcs, into: Arcs, work: ContractionState, first: int, end: int) -> None:
    """Push these nodes onto the heap."""
    for node in range(first, end):
        weigh(out, into, work, node)
