"""A contraction hierarchy of an undirected graph; each arc has a box of the goals that it leads to, see `goal_bounding`.

Nodes are removed one after another, the least important first. A shortcut is added wherever the cheapest path between two
neighbours of a removed node led through it (contraction hierarchies, Geisberger et al., WEA 2008; over subgoals, Uras and
Koenig, SoCS 2014). The order of removal is the *rank* of a node. Every cheapest path then has an equally cheap one that first
goes up in rank and then down.

These searches are part of the preparation and do not use `AStar`: there are millions of them, each expands a handful of nodes,
and the graph changes between them.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

import numpy as np

from genastar.engine import machine_code
from genastar_grid.subgoals.goal_bounding import (
    BITS,
    MOST_PAIRS,
    NODE,
    NOTHING,
    Places,
    Up,
    Whole,
    combine_boxes,
    widen_boxes_down,
    widen_boxes_up,
)

MOST_SETTLED: Final = 20
"""Limit of nodes for a witness search. Giving up early only adds a superfluous shortcut."""

MOST_ARCS: Final = 128
"""Contraction stops when the least important node has more arcs than this, because the number of shortcuts would explode. The
remaining nodes are the *core*; a search follows all arcs between them."""

LEAST_CORE: Final = 1000
"""A core of fewer nodes is contracted anyway."""

FULL: Final = -1
"""Returned when there is no room for more shortcuts."""

CORE: Final = -2
"""Returned when only the core is left."""

TAKEN: Final = 0
ARCS: Final = 1
MARK: Final = 2


class Links(NamedTuple):
    """Arcs in linked lists, one list for each node. Arcs ``2k`` and ``2k + 1`` are the two directions of one edge."""

    newest: Places
    """The first arc in the list of each node, -1 if it is empty; shape (n,)."""
    older: Places
    """The next arc in the list, -1 at its end."""
    to: Places
    price: Places
    middle: Places
    """The node that a shortcut skips, -1 for an arc of the original graph."""
    leaves: Places
    """The direction, of 16, in which an arc leaves its node."""
    onward: Whole
    """The directions, as bits, in which a cheapest path may leave a node, by the direction from the node back along the arc of
    arrival; shape (n, 16)."""


class Contracted(NamedTuple):
    """The result of `contract_graph`. Arcs are rows of tail, head, price and the direction in which they leave."""

    arcs: Places
    boxes: Whole
    """The box of each arc: left, top, right, bottom."""
    shortcuts: Places
    """Rows of both end nodes and the skipped node."""


class GridContraction(NamedTuple):
    """The state of the contraction."""

    rank: Places
    """The order of removal, -1 for nodes not yet removed."""
    level: Places
    key: Places
    """Heap key: importance, shifted above the node number; the least is removed first. 0 before the first evaluation."""
    far: Places
    """Distances of the witness search, valid for nodes marked in ``seen``."""
    seen: Places
    over: Places
    """The arc over which the witness search reached the node."""
    counts: Places
    """The number of removed nodes, the number of arcs, and the mark of the latest witness search."""


@machine_code
def link(links: Links, work: GridContraction, one: int, other: int, price: int, middle: int, leaves: int, comes: int) -> None:
    """Add an arc between two nodes, or lower the price of the existing one."""
    arc = links.newest[one]
    while arc >= 0:
        if links.to[arc] == other:
            if price < links.price[arc]:
                links.price[arc], links.middle[arc] = price, middle
                links.price[arc ^ 1], links.middle[arc ^ 1] = price, middle
                links.leaves[arc], links.leaves[arc ^ 1] = leaves, comes
            return
        arc = links.older[arc]
    arc = work.counts[ARCS]
    work.counts[ARCS] += 2
    links.to[arc], links.older[arc], links.newest[one] = other, links.newest[one], arc
    links.to[arc + 1], links.older[arc + 1], links.newest[other] = one, links.newest[other], arc + 1
    links.price[arc], links.middle[arc] = price, middle
    links.price[arc + 1], links.middle[arc + 1] = price, middle
    links.leaves[arc], links.leaves[arc + 1] = leaves, comes


@machine_code
def unlink_removed_arcs(links: Links, work: GridContraction, node: int) -> list[np.int64]:
    """Return the arcs to neighbours not yet removed, and unlink the others."""
    found, before, arc = [np.int64(0) for _ in range(0)], -1, links.newest[node]
    while arc >= 0:
        after = links.older[arc]
        if work.rank[links.to[arc]] >= 0:
            if before < 0:
                links.newest[node] = after
            else:
                links.older[before] = after
        else:
            found.append(arc)
            before = arc
        arc = after
    return found


@machine_code
def look_for_witnesses(links: Links, work: GridContraction, source: int, without: int, bound: int) -> None:
    """Run Dijkstra from ``source``, avoiding ``without``, up to ``widen_boxes_down``. ``far`` is then an upper bound of the
    distances.
    """
    work.counts[MARK] += 1
    mark, settled = work.counts[MARK], 0
    far, seen, over = work.far, work.seen, work.over
    far[source], seen[source] = 0, mark
    over[source] = -1
    heap = [source]
    while len(heap) > 0 and settled < MOST_SETTLED:
        key = heappop(heap)
        node, distance = key & NODE, key >> BITS
        if distance > far[node]:
            continue
        settled += 1
        onward = 0xFFFF if over[node] < 0 else links.onward[node, links.leaves[over[node] ^ 1]]
        arc = links.newest[node]
        while arc >= 0:
            this, other, reached = arc, links.to[arc], distance + links.price[arc]
            arc = links.older[arc]
            if onward >> links.leaves[this] & 1 == 0 or other == without or reached > bound or work.rank[other] >= 0:
                continue
            if seen[other] == mark and far[other] <= reached:
                continue
            far[other], seen[other], over[other] = reached, mark, this
            heappush(heap, reached << BITS | other)


@machine_code
def take_out(links: Links, work: GridContraction, node: int, really: bool) -> int:
    """Return the shortcuts needed for each arc of a node, in thousandths; with ``really``, add these shortcuts."""
    arcs = unlink_removed_arcs(links, work, node)
    needed = 0
    for place in range(len(arcs) - 1):
        onward = links.onward[node, links.leaves[arcs[place]]]
        dearest = 0
        for last in range(place + 1, len(arcs)):
            if onward >> links.leaves[arcs[last]] & 1:
                dearest = max(dearest, links.price[arcs[last]])
        if dearest == 0:
            continue
        source, price = links.to[arcs[place]], links.price[arcs[place]]
        look_for_witnesses(links, work, source, node, price + dearest)
        mark = work.counts[MARK]
        for last in range(place + 1, len(arcs)):
            arc = arcs[last]
            target, through = links.to[arc], price + links.price[arc]
            if onward >> links.leaves[arc] & 1 == 0 or (work.seen[target] == mark and work.far[target] <= through):
                continue
            needed += 1
            if really:
                link(links, work, source, target, through, node, links.leaves[arcs[place] ^ 1], links.leaves[arc ^ 1])
    if really:
        for arc in arcs:
            work.level[links.to[arc]] = max(work.level[links.to[arc]], work.level[node] + 1)
    return 1000 * needed // max(1, len(arcs))


@machine_code
def contract(links: Links, work: GridContraction, until: int) -> int:
    """Remove nodes until ``until`` are removed and return 0; or return `FULL` or `CORE`."""
    heap = [np.int64(0) for _ in range(0)]
    for node in range(len(work.rank)):
        if work.rank[node] < 0:
            heap.append(work.key[node])
    heapify(heap)
    while work.counts[TAKEN] < until:
        least = int(heappop(heap) & NODE)
        work.key[least] = (1000 * work.level[least] + take_out(links, work, least, False)) << BITS | least
        if len(heap) > 0 and work.key[least] > heap[0]:
            heappush(heap, work.key[least])
            continue
        count = len(unlink_removed_arcs(links, work, least))
        if count > MOST_ARCS and len(heap) > LEAST_CORE:
            return CORE
        if work.counts[ARCS] + count * count > len(links.to):
            return FULL
        take_out(links, work, least, True)
        work.rank[least] = work.counts[TAKEN]
        work.counts[TAKEN] += 1
    return 0


@machine_code
def join(links: Links, work: GridContraction, ends: Places) -> None:
    """Add arcs: rows of two nodes, the price, and the directions in which the arc leaves each of them."""
    for row in range(len(ends)):
        link(links, work, ends[row, 0], ends[row, 1], ends[row, 2], -1, ends[row, 3], ends[row, 4])


def contract_graph(ends: Places, onward: Whole, seen: Whole, tell: Callable[[int], object]) -> Contracted:
    """Rank the nodes, and return the arcs that a search needs.

    Args:
        ends: the arcs; see `join`.
        onward: see `Links`; shape (n, 16).
        seen: the box that each node sees in each of 16 directions; shape (n, 16, 4).
        tell: called with the number of finished nodes, of 2n.
    """
    n, room = len(onward), 4 * len(ends) + 1024
    links = Links(
        newest=np.full(n, -1),
        older=np.zeros(room, np.int64),
        to=np.zeros(room, np.int64),
        price=np.zeros(room, np.int64),
        middle=np.zeros(room, np.int64),
        leaves=np.zeros(room, np.int64),
        onward=onward,
    )
    degree = np.bincount(ends[:, :2].ravel(), minlength=n)
    work = GridContraction(
        rank=np.full(n, -1),
        level=np.zeros(n, np.int64),
        key=degree << BITS | np.arange(n),
        far=np.zeros(n, np.int64),
        seen=np.full(n, -1),
        over=np.zeros(n, np.int64),
        counts=np.zeros(3, np.int64),
    )
    join(links, work, ends)
    stretch = max(100, n // 100)
    while work.counts[TAKEN] < n:
        status = contract(links, work, min(n, int(work.counts[TAKEN]) + stretch))
        if status == CORE:
            break
        if status == FULL:
            links = _grow_links(links)
        tell(int(work.counts[TAKEN]))
    return _add_boxes(links, work, combine_boxes(onward, seen), lambda done: tell(n + done))


def _add_boxes(links: Links, work: GridContraction, sees: Whole, tell: Callable[[int], object]) -> Contracted:
    """Return the arcs with their boxes. Nodes are numbered by rank here."""
    n, count, core = len(work.rank), int(work.counts[ARCS]), int(work.counts[TAKEN])
    work.rank[work.rank < 0] = np.arange(core, n)
    node = np.argsort(work.rank)
    to = work.rank[links.to[:count]]
    source = to.reshape(-1, 2)[:, ::-1].ravel()
    arcs = np.flatnonzero(to > source)
    arcs = arcs[np.argsort(source[arcs], kind="stable")]
    source, to, price, middle = source[arcs], to[arcs], links.price[arcs], links.middle[arcs]
    leaves, comes = links.leaves[arcs], links.leaves[arcs ^ 1]
    first = np.searchsorted(source, np.minimum(np.arange(n + 1), core))  # the core has no arcs up
    up = Up(first, to.astype(np.int32), price, leaves, comes)
    sees, kept = sees[node], np.zeros(len(arcs), np.bool_)
    upwards, downwards = (np.tile(np.array(NOTHING, np.int32), (len(arcs), 1)) for _ in range(2))
    lowest = max(0, n - MOST_PAIRS // max(1, n)) if core == n else n
    stretch, whole = max(100, n // 100), (0, 0, *sees[:, :, 2:].max(axis=(0, 1), initial=0))
    for begin in range(0, n, stretch):
        end = min(n, begin + stretch)
        widen_boxes_down(up, sees, begin, end, downwards, kept)
        widen_boxes_up(up, sees, max(lowest, begin), end, upwards)
        tell(end)
    upwards[source < lowest] = whole
    downwards[source >= core] = whole
    kept = (kept & (upwards[:, 2] >= 0)) | (source >= core)
    used = downwards[:, 2] >= 0
    one, other = node[source], node[to]
    return Contracted(
        np.concatenate(
            (np.stack((one, other, price, leaves), axis=1)[kept], np.stack((other, one, price, comes), axis=1)[used])
        ),
        np.concatenate((upwards[kept], downwards[used])),
        np.stack((one, other, middle), axis=1)[middle >= 0],
    )


def _grow_links(links: Links) -> Links:
    """Return the arcs with twice the capacity."""
    older, to, price, middle, leaves = (np.concatenate((part, np.zeros_like(part))) for part in links[1:6])
    return Links(links.newest, older, to, price, middle, leaves, links.onward)
