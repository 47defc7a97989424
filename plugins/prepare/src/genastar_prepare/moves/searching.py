"""All first moves of cheapest paths from one node, found by one search and written as runs.

The targets are in the order of a depth-first walk, so that neighbours are near each other and most have the same first
move (Botea, Ultra-fast optimal pathfinding without runtime search, AIIDE 2011). Where several first moves are optimal, each run
takes one that serves as many targets as possible (Strasser, Harabor and Botea, Fast first-move queries through run-length
encoding, SoCS 2014).

Of paths that cost the same, the one with the fewest steps counts. So each move leads nearer to the target, also along steps
that cost nothing, and a path that is read from the table ends.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_prepare.graph.rows import Int32, Int64, Weights
from genastar_prepare.heap import Keys, drop, push

MOST_BITS: Final = 62
"""A node with at most as many steps has a set of first moves in one word. Others have one first move."""
FULL: Final = -1


class MoveSearchMemory(NamedTuple):
    """Memory of one search."""

    far: Keys
    """Distance of each node, shape (n,)."""
    hops: Int32
    """Number of steps of the shortest of the cheapest paths."""
    moves: Int64
    """The first moves of each node as a set of bits; a number above 0 if the start has more than `MOST_BITS` steps."""
    waits: NDArray[np.bool_]
    """Whether a node is on the heap with its last values."""
    keys: Keys
    items: Int64
    """The heap."""
    most: Keys
    """A number above all distances, shape (1,)."""


@machine_code
def search_moves(first: Int32, head: Int32, weight: Weights, work: MoveSearchMemory, start: int) -> bool:
    """Find the first moves from ``start`` to all nodes. Return whether the heap had room."""
    far, hops, moves, waits = work.far, work.hops, work.moves, work.waits
    far[:], hops[:], moves[:], waits[:] = work.most[0], 0, 0, False
    is_set = first[start + 1] - first[start] <= MOST_BITS
    far[start] = 0
    waits[start] = True
    work.keys[0], work.items[0] = far[start], start
    waiting = 1
    while waiting > 0:
        node = work.items[0]
        drop(work.keys, work.items, waiting)
        waiting -= 1
        if not waits[node]:
            continue
        waits[node] = False
        if waiting + first[node + 1] - first[node] > len(work.keys):
            return False
        for edge in range(first[node], first[node + 1]):
            there, travelled, steps = head[edge], far[node] + weight[edge], hops[node] + 1
            by = moves[node]
            if node == start:
                by = np.int64(1) << (edge - first[start]) if is_set else np.int64(edge - first[start] + 1)
            is_nearer = travelled < far[there]
            if is_nearer or (travelled == far[there] and steps < hops[there]):
                far[there], hops[there], moves[there] = travelled, steps, by
            elif is_set and travelled == far[there] and steps == hops[there] and moves[there] | by != moves[there]:
                moves[there] |= by
            else:
                continue
            if is_nearer or not waits[there]:
                waits[there] = True
                push(work.keys, work.items, waiting, travelled, there)
                waiting += 1
    return True


@machine_code
def write_runs(work: MoveSearchMemory, order: Int32, start: int, degree: int, begins: Int32, chosen: Int32) -> int:
    """Write the runs of a start: where each begins in the order, and its move; ``degree`` if no path. Return their number."""
    count, run = 0, np.int64(-1)
    is_set = degree <= MOST_BITS
    nothing = np.int64(1) << degree if is_set else np.int64(degree + 1)
    for place in range(len(order)):
        node = order[place]
        if node == start:
            continue
        moves = work.moves[node] if work.far[node] < work.most[0] else nothing
        both = (run & moves) if is_set or run < 0 else (run if run == moves else np.int64(0))
        if both == 0:
            chosen[count - 1] = move_of(run, is_set)
            both = moves
            run = np.int64(-1)
        if run < 0:
            begins[count] = place
            count += 1
        run = both
    if count > 0:
        chosen[count - 1] = move_of(run, is_set)
        begins[0] = 0
    return count


@machine_code
def move_of(run: np.int64, is_set: bool) -> int:
    """Return the least move of a set, or the only one."""
    if not is_set:
        return int(run) - 1
    move = 0
    while run & 1 == 0:
        run >>= 1
        move += 1
    return move


@machine_code
def find_runs(
    first: Int32,
    head: Int32,
    weight: Weights,
    order: Int32,
    work: MoveSearchMemory,
    start: int,
    end: int,
    counts: Int64,
    begins: Int32,
    chosen: Int32,
) -> int:
    """Write the runs of the nodes from ``start`` to ``end``. Return the first node for which there was no room.

    ``counts`` gets the number of runs of each, shape (n,).
    """
    used = 0
    for node in range(start, end):
        if used + len(order) > len(begins) or not search_moves(first, head, weight, work, node):
            return node
        counts[node] = write_runs(work, order, node, first[node + 1] - first[node], begins[used:], chosen[used:])
        used += counts[node]
    return end
