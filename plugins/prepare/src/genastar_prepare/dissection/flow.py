"""A small separator of a part of a graph, by a maximum flow between the two ends of a line through it.

After Schild and Sommer (On balanced separators in road networks, SEA 2015): nodes are sorted along a direction, the first of
them become sources and the last of them sinks, and the minimum cut between them separates the part (inertial flow). Coordinates
are not needed: numbers of steps from nodes that are far apart take their place. The flow is Dinic's, one unit for an edge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_prepare.graph.rows import Int32, Int64

SHARE: Final = 0.3
"""The share of the nodes that are sources, and that are sinks."""
SOURCE: Final = 1
SINK: Final = 2


class CutSides(NamedTuple):
    """Memory of a dissection, by node or edge of a graph in which each edge has its reverse."""

    first: Int32
    head: Int32
    reverse: Int32
    """The reverse of each edge."""
    part: Int32
    """The part that each node belongs to now."""
    side: NDArray[np.int8]
    """`SOURCE`, `SINK` or 0."""
    flow: NDArray[np.int8]
    level: Int32
    """Number of steps from the sources through edges that have room; -1 for nodes that are not reached."""
    next: Int64
    """The edge that a walk tries next."""
    queue: Int32
    way: Int64
    """Edges along a walk."""
    cancelled: NDArray[np.uint8]
    """Not 0 once the work was cancelled, shape (1,). It then ends soon, and its results do not count."""


@machine_code
def count_steps(sides: CutSides, start: int, steps: Int64, nodes: Int32) -> int:
    """Write the number of steps from ``start`` to each node of its part, by node; return how many nodes are reached.

    They are at the front of ``sides.queue``, the farthest last. The other ``nodes`` get -1.
    """
    for node in nodes:
        steps[node] = -1
    part, queue = sides.part[start], sides.queue
    steps[start] = 0
    queue[0] = start
    taken, held = 0, 1
    while taken < held:
        node = queue[taken]
        taken += 1
        for edge in range(sides.first[node], sides.first[node + 1]):
            there = sides.head[edge]
            if sides.part[there] == part and steps[there] < 0:
                steps[there] = steps[node] + 1
                queue[held] = there
                held += 1
    return held


@machine_code
def spread(sides: CutSides, nodes: Int32, part: int) -> bool:
    """Write the levels of the nodes. Return whether a sink was reached."""
    queue, level = sides.queue, sides.level
    held, taken = 0, 0
    for node in nodes:
        level[node] = -1
        sides.next[node] = sides.first[node]
        if sides.side[node] == SOURCE:
            level[node] = 0
            queue[held] = node
            held += 1
    reached, last = False, 0
    while taken < held:
        node = queue[taken]
        taken += 1
        if reached and level[node] >= last:
            break
        for edge in range(sides.first[node], sides.first[node + 1]):
            there = sides.head[edge]
            if sides.part[there] == part and level[there] < 0 and sides.flow[edge] < 1:
                level[there] = level[node] + 1
                queue[held] = there
                held += 1
                if sides.side[there] == SINK and not reached:
                    reached, last = True, level[there]
    return reached


@machine_code
def push_from(sides: CutSides, source: int, part: int) -> int:
    """Push flow from a source along the levels to sinks, until no walk is left. Return the number of units."""
    units, node, length = 0, source, 0
    while True:
        if sides.side[node] == SINK:
            units += 1
            for step in range(length):
                edge = sides.way[step]
                sides.flow[edge] += 1
                sides.flow[sides.reverse[edge]] -= 1
            node, length = source, 0
            continue
        edge = sides.next[node]
        if edge == sides.first[node + 1]:
            if length == 0:
                return units
            length -= 1
            node = sides.head[sides.reverse[sides.way[length]]]
            sides.next[node] += 1
            continue
        there = sides.head[edge]
        if sides.part[there] == part and sides.level[there] == sides.level[node] + 1 and sides.flow[edge] < 1:
            sides.way[length] = edge
            length += 1
            node = there
        else:
            sides.next[node] += 1


@machine_code
def cut(sides: CutSides, nodes: Int32, keys: Int64, most: int) -> int:
    """Cut a part where few edges lead from low keys to high ones. Return their number, or ``most`` if it is not below.

    ``keys`` are those of ``nodes``. Afterwards ``level`` is at least 0 on one side of the cut, and -1 on the other.
    """
    part, ends = sides.part[nodes[0]], max(1, int(SHARE * len(nodes)))
    along = np.argsort(keys, kind="mergesort")
    for node in nodes:
        sides.side[node] = 0
        for edge in range(sides.first[node], sides.first[node + 1]):
            sides.flow[edge] = 0
    for number in range(ends):
        sides.side[nodes[along[number]]] = SOURCE
        sides.side[nodes[along[len(nodes) - 1 - number]]] = SINK
    units = 0
    while units < most and not sides.cancelled[0] and spread(sides, nodes, part):
        for node in nodes:
            if sides.side[node] == SOURCE and not sides.cancelled[0]:
                units += push_from(sides, node, part)
    return min(units, most)


@machine_code
def count_border(sides: CutSides, nodes: Int32, is_first: bool) -> int:
    """Return how many nodes on one side of the cut have neighbours on the other."""
    count = 0
    for node in nodes:
        if (sides.level[node] >= 0) == is_first and is_on_border(sides, node):
            count += 1
    return count


@machine_code
def is_on_border(sides: CutSides, node: int) -> bool:
    """Return whether a node has a neighbour on the other side of the cut."""
    for edge in range(sides.first[node], sides.first[node + 1]):
        there = sides.head[edge]
        if sides.part[there] == sides.part[node] and (sides.level[there] >= 0) != (sides.level[node] >= 0):
            return True
    return False
