"""Orders of contraction by nested dissection: the nodes of a small separator come last, and both sides are ordered likewise."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar.authoring import check_cancelled
from genastar.engine import machine_code
from genastar.values.limits import governing_token
from genastar_picture.progress import show_progress
from genastar_prepare.dissection.flow import CutSides, count_border, count_steps, cut, is_on_border
from genastar_prepare.graph.rows import Int32, Int64, RowGraph, compute_first

SMALL: Final = 3
"""Parts of at most so many nodes are not cut."""
STRETCH: Final = 50_000
"""Nodes of cut parts between two checks of the progress bar, the cancel token and Ctrl-C."""


def dissect_graph(graph: RowGraph) -> Int32:
    """Return the nodes in an order by nested dissection, with a progress bar, shape (n,). Costs do not matter."""
    n = graph.size
    sides = _add_reverse_edges(graph)
    order, known = np.arange(n, dtype=np.int32), np.zeros((4, n), np.int64)
    parts, state = np.zeros((n + 2, 2), np.int64), np.array([1, 1, 0])
    parts[0] = 0, n
    with show_progress("dissecting", n) as tell:
        while state[0]:
            check_cancelled()
            dissect(sides, order, known, parts, state, STRETCH)
            tell(int(state[2]))
    check_cancelled()
    return order


def _add_reverse_edges(graph: RowGraph) -> CutSides:
    """Return the graph without loops and parallel edges, each edge beside its reverse."""
    n = graph.size
    plain = graph.tail != graph.head
    tail, head = graph.tail[plain].astype(np.int64), graph.head[plain].astype(np.int64)
    keys = np.unique(np.concatenate((tail * n + head, head * n + tail)))
    tail, head = keys // n, keys % n
    reverse = np.searchsorted(keys, head * n + tail).astype(np.int32)
    return CutSides(
        compute_first(tail, n),
        head.astype(np.int32),
        reverse,
        np.zeros(n, np.int32),
        np.zeros(n, np.int8),
        np.zeros(len(keys), np.int8),
        np.zeros(n, np.int32),
        np.zeros(n, np.int64),
        np.zeros(n, np.int32),
        np.zeros(n + 1, np.int64),
        np.frombuffer(governing_token().flag, np.uint8),
    )


@machine_code
def dissect(sides: CutSides, order: Int32, known: Int64, parts: Int64, state: Int64, work: int) -> None:
    """Cut parts until their nodes sum up to ``work``, or none is left, or the work is cancelled.

    Args:
        sides: the graph.
        order: the nodes; each part is a range of it.
        known: four rows of numbers by node, for this function.
        parts: the ranges of the parts that are still to be cut.
        state: the number of these parts; the number of the next part; the number of nodes whose place is final.
        work: see above.
    """
    while state[0] > 0 and work > 0 and not sides.cancelled[0]:
        state[0] -= 1
        begin, end = parts[state[0], 0], parts[state[0], 1]
        work -= end - begin
        if end - begin <= SMALL:
            state[2] += end - begin
            continue
        nodes = order[begin:end]
        count = count_steps(sides, nodes[0], known[0], nodes)
        if count < len(nodes):  # not connected
            first, last = divide(nodes, known[0]), 0
        else:
            first, last = separate(sides, nodes, known)
        state[2] += last
        for low, high in ((begin, begin + first), (begin + first, end - last)):
            state[1] += 1
            for place in range(low, high):
                sides.part[order[place]] = state[1]
            parts[state[0], 0], parts[state[0], 1] = low, high
            state[0] += int(high > low)
        for place in range(end - last, end):
            sides.part[order[place]] = 0


@machine_code
def divide(nodes: Int32, steps: Int64) -> int:
    """Move the nodes that were reached to the front. Return their number."""
    count = 0
    for place in range(len(nodes)):
        node = nodes[place]
        if steps[node] >= 0:
            nodes[place] = nodes[count]
            nodes[count] = node
            count += 1
    return count


@machine_code
def separate(sides: CutSides, nodes: Int32, known: Int64) -> tuple[int, int]:
    """Sort the nodes of a connected part: one side of a cut, the other side, a separator between them.

    ``known[0]`` has the numbers of steps from any node. Return the size of the first side and that of the separator.
    """
    size = len(nodes)
    one = sides.queue[size - 1]
    count_steps(sides, one, known[0], nodes)
    count_steps(sides, sides.queue[size - 1], known[1], nodes)
    third = nodes[0]
    for node in nodes:
        if min(known[0, node], known[1, node]) > min(known[0, third], known[1, third]):
            third = node
    count_steps(sides, third, known[2], nodes)
    count_steps(sides, sides.queue[size - 1], known[3], nodes)
    keys, best, fewest = np.empty(size, np.int64), np.zeros(size, np.int8), size + 1
    edges = len(sides.head) + 1
    for direction in range(4):
        for place in range(size):
            node = nodes[place]
            along, across = known[0, node] - known[1, node], known[2, node] - known[3, node]
            keys[place] = (along, across, along + across, along - across)[direction]
        found = cut(sides, nodes, keys, edges)
        if found == edges:
            continue
        edges = found
        front, back = count_border(sides, nodes, True), count_border(sides, nodes, False)
        if min(front, back) >= fewest:
            continue
        fewest = min(front, back)
        for place in range(size):
            inside = sides.level[nodes[place]] >= 0
            on_border = inside == (front <= back) and is_on_border(sides, nodes[place])
            best[place] = 2 if on_border else 0 if inside else 1
    return sort_sides(nodes, best)


@machine_code
def sort_sides(nodes: Int32, side: NDArray[np.int8]) -> tuple[int, int]:
    """Sort the nodes by their sides 0, 1 and 2. Return how many are on side 0 and on side 2."""
    before, counts, place = nodes.copy(), np.zeros(3, np.int64), 0
    for wanted in range(3):
        for number in range(len(nodes)):
            if side[number] == wanted:
                nodes[place] = before[number]
                place += 1
                counts[wanted] += 1
    return counts[0], counts[2]
