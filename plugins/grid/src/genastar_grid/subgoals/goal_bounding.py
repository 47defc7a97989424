"""Goal bounding in a contraction hierarchy: each arc has a box of the goals that it leads to.

A search that goes up from its start and down to its goal must know which arcs down to follow. `widen_boxes_down` searches up
from each
node. The tree of that search, reversed, contains the cheapest path down to the node from every node above. So the box of each
arc in the tree is widened by the cells that the node sees (goal bounding, Rabin and Sturtevant, AAAI 2016). Goal bounding
searches the whole graph from each node; this searches some hundred nodes.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code

Places = NDArray[np.int64]
Whole = NDArray[np.int32]

BITS: Final = 24
"""Number of low bits for the node in a heap key; the price is above them."""

NODE: Final = (1 << BITS) - 1

NOTHING: Final = (1 << 30, 1 << 30, -1, -1)
"""The empty box."""

MOST_PAIRS: Final = 20_000_000
"""Limit of the work of `widen_boxes_up`, in start nodes times all nodes: some tenths of a second. The start nodes are the
highest in
rank, which most searches pass. The box of an arc up from any other node is the whole map."""

FAR: Final = 1 << 60
"""A length greater than that of any path."""


class Up(NamedTuple):
    """The arcs up from each node, contiguous."""

    first: Places
    """The first arc of each node, and the number of arcs; shape (n + 1,)."""
    to: Whole
    price: Places
    leaves: Places
    comes: Places
    """The direction from the head of an arc back along it, of 16."""


@machine_code
def widen_boxes_down(up: Up, sees: Whole, begin: int, end: int, boxes: Whole, kept: NDArray[np.bool_]) -> None:
    """Search up from some nodes, widen the boxes of the arcs down to them, and mark the arcs up that lie on a cheapest path.

    Args:
        up: the arcs.
        sees: for each node, the box of the goals to which a shortest path may go on, by the direction of 16 from the node back
            along the leg of arrival; shape (n, 16, 4).
        begin: the first node to search from.
        end: one past the last node.
        boxes: box of each arc, followed down: left, top, right, bottom; shape (arcs, 4).
        kept: mark of each arc, followed up; shape (arcs,).
    """
    n = len(up.first) - 1
    far, mark, over, began = np.zeros(n, np.int64), np.full(n, -1, np.int32), np.zeros(n, np.int64), np.zeros(n, np.int64)
    for source in range(begin, end):
        far[source], mark[source], over[source] = 0, source, -1
        heap = [source]
        while len(heap) > 0:
            key = heappop(heap)
            node, distance = key & NODE, key >> BITS
            stalled = distance > far[node]
            for arc in range(up.first[node], up.first[node + 1]):  # stall: a node above gives a cheaper path
                above = up.to[arc]
                stalled = stalled or (mark[above] == source and far[above] + up.price[arc] < distance)
            if stalled:
                continue
            arc = over[node]
            if arc >= 0:
                kept[arc] |= up.first[source] <= arc < up.first[source + 1]
                widen(boxes, arc, sees, source, up.leaves[began[node]])
            for arc in range(up.first[node], up.first[node + 1]):
                above, reached = up.to[arc], distance + up.price[arc]
                if mark[above] != source or reached < far[above]:
                    far[above], mark[above], over[above] = reached, source, arc
                    began[above] = arc if node == source else began[node]
                    heappush(heap, reached << BITS | above)


@machine_code
def widen(boxes: Whole, arc: int, sees: Whole, node: int, lies: int) -> None:
    """Widen the box of an arc by the cells that a node sees."""
    for side in range(2):
        boxes[arc, side] = min(boxes[arc, side], sees[node, lies, side])
        boxes[arc, side + 2] = max(boxes[arc, side + 2], sees[node, lies, side + 2])


@machine_code
def widen_boxes_up(up: Up, sees: Whole, begin: int, end: int, boxes: Whole) -> None:
    """Find the paths from some nodes to all others, and widen the boxes of the arcs up with which these paths begin.

    It passes once through all nodes up in rank, and once down (PHAST, Delling, Goldberg, Nowatzyk and Werneck, IPDPS 2011).

    Args:
        up: the arcs.
        sees: see `widen_boxes_down`.
        begin: the first node to search from.
        end: one past the last node.
        boxes: box of each arc, followed up.
    """
    n = len(up.first) - 1
    far, began, lies = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    for source in range(begin, end):
        far[:] = FAR
        far[source], began[source] = 0, -1
        for node in range(source, n):
            if far[node] == FAR:
                continue
            for arc in range(up.first[node], up.first[node + 1]):
                above, reached = up.to[arc], far[node] + up.price[arc]
                if reached < far[above]:
                    far[above], lies[above] = reached, up.comes[arc]
                    began[above] = arc if node == source else began[node]
        for node in range(n - 1, -1, -1):
            for arc in range(up.first[node], up.first[node + 1]):
                above = up.to[arc]
                if far[above] + up.price[arc] < far[node]:
                    far[node], began[node], lies[node] = far[above] + up.price[arc], began[above], up.leaves[arc]
            if far[node] < FAR and began[node] >= 0:
                widen(boxes, began[node], sees, node, lies[node])


@machine_code
def combine_boxes(onward: Whole, seen: Whole) -> Whole:
    """Return the boxes for `widen_boxes_down`, given the boxes seen in each of 16 directions; both of shape (n, 16, 4)."""
    sees = seen.copy()
    for node in range(len(seen)):
        for lies in range(16):
            sees[node, lies] = NOTHING
            for direction in range(16):
                if onward[node, lies] >> direction & 1:
                    for side in range(2):
                        sees[node, lies, side] = min(sees[node, lies, side], seen[node, direction, side])
                        sees[node, lies, side + 2] = max(sees[node, lies, side + 2], seen[node, direction, side + 2])
    return sees
