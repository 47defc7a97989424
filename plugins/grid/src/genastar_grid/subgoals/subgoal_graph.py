"""The graph of the corners at which shortest paths turn, with shortcuts, and with a box of goals for each arc.

The jump points of a grid are few, and the same for every query. They are the nodes, *subgoals* (Uras, Koenig and Hernandez,
ICAPS 2013): free cells with a blocked cell across a corner. Two of them are joined if a path between them is as short as on an
empty grid and no subgoal lies on such a path (they are *direct-h-reachable*). Then all such paths are free. Every shortest path
between two subgoals corresponds to a chain of these arcs of the same length.

`contraction` ranks the nodes, adds shortcuts, and gives each arc down in rank a box that contains every goal to which a
shortest path goes down over this arc. A search that follows all arcs up, and those arcs down whose box contains the goal, finds
a shortest path. `shortcuts` inserts the subgoals that shortcuts skip.
"""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_grid.jump_points.jump_table import Distances, compute_clearances
from genastar_grid.subgoals.shortcuts import Shortcuts
from genastar_grid.subgoals.taut import compute_onward_directions, compute_sixteenth
from genastar_lattice.directions import EIGHT, Mask, OpenDirections
from genastar_picture.progress import show_progress

Places = NDArray[np.int64]
Whole = NDArray[np.int32]

STRAIGHT: Final = 408
DIAGONAL: Final = 577
"""Prices of steps, as in `search`."""


@frozen(eq=False)
class SubgoalGraph:
    """Nodes, numbered row by row, and the arcs of each node, contiguous."""

    number: Whole
    """The number of the node at each cell, -1 for none; shape (height, width)."""
    first: Whole
    """The first arc of each node, and the number of arcs; shape (nodes + 1,)."""
    arcs: Distances
    """For each arc: its head, x and y; its box, left, top, right, bottom, inclusive; and the direction of 16 in which it leaves
    (`taut`). Shape (arcs, 7)."""
    prices: Places
    """The price of each arc."""
    shortcuts: Shortcuts


def build_graph(points: Mask, realms: list[Mask], open_directions: OpenDirections) -> SubgoalGraph:
    """Return the graph of a grid, with a progress bar on a terminal.

    Args:
        points: the jump points of all directions.
        realms: the free cells on each side of the shore.
        open_directions: the open directions of each cell.
    """
    from genastar_grid.subgoals.contraction import contract_graph  # imported here, because it imports the compiler

    y, x = np.nonzero(points)
    number, onward = number_points(points), compute_onward_directions(open_directions[y, x])
    origin, to_x, to_y, seen = find_reachable_subgoals(x, y, compute_clearances(realms, open_directions, points))
    dx, dy = to_x - x[origin], to_y - y[origin]
    wide, high = np.abs(dx), np.abs(dy)
    prices = STRAIGHT * np.abs(wide - high) + DIAGONAL * np.minimum(wide, high)
    once = origin < number[to_y, to_x]
    ends = np.stack((origin, number[to_y, to_x], prices, compute_sixteenth(dx, dy), compute_sixteenth(-dx, -dy)), axis=1)[once]
    with show_progress("subgoals", 2 * len(x)) as tell:
        found = contract_graph(ends, onward, seen, tell)
    source, target, prices, leaves = found.arcs.T
    order = np.lexsort((target, source))
    first = np.searchsorted(source[order], np.arange(len(x) + 1)).astype(np.int32)
    arcs = np.column_stack((x[target], y[target], found.boxes, leaves))[order]
    short = found.shortcuts
    keys = np.minimum(short[:, 0], short[:, 1]) * len(x) + np.maximum(short[:, 0], short[:, 1])
    sorting = np.argsort(keys)
    kind = np.int16 if max(points.shape) < 1 << 15 else np.int32
    shortcuts = Shortcuts(np.flatnonzero(points), keys[sorting], short[sorting, 2].astype(np.int32))
    return SubgoalGraph(number, first, cast("Distances", arcs.astype(kind)), prices[order], shortcuts)


def is_graph(graph: SubgoalGraph, distances: Distances) -> bool:
    """Return whether each arc of a graph from a file is a free path of the grid at its price, given the grid's table."""
    short, places = graph.shortcuts, graph.shortcuts.nodes
    n, (height, width), heads = len(places), graph.number.shape, graph.arcs[:, :2].astype(np.int64)
    if len(graph.arcs) != len(graph.prices) or graph.first[0] != 0 or graph.first[-1] != len(graph.arcs):
        return False
    if (np.diff(graph.first) < 0).any() or (heads < 0).any() or (heads >= (width, height)).any():
        return False
    tail = np.repeat(np.arange(n), np.diff(graph.first))
    head = graph.number[heads[:, 1], heads[:, 0]].astype(np.int64)
    if (head < 0).any() or (graph.arcs[:, 6] >> 4 != 0).any():
        return False

    def compute_step_prices(one: Places, other: Places) -> Places:
        (from_y, from_x), (to_y, to_x) = np.divmod(places[one], width), np.divmod(places[other], width)
        wide, high = np.abs(to_x - from_x), np.abs(to_y - from_y)
        prices: Places = STRAIGHT * np.abs(wide - high) + DIAGONAL * np.minimum(wide, high)
        return prices

    over, is_plain = short.find_between(tail, head), short.halves[:-1] == len(short.pairs)
    (lesser, greater), middle = np.divmod(short.pairs, max(1, n)), short.middles.astype(np.int64)
    prices = np.where(
        over < len(short.pairs), np.append(short.compute_prices(compute_step_prices), 0)[over], compute_step_prices(tail, head)
    )
    is_direct = over == len(short.pairs)
    one = np.concatenate((tail[is_direct], lesser[is_plain[:, 0]], middle[is_plain[:, 1]]))
    other = np.concatenate((head[is_direct], middle[is_plain[:, 0]], greater[is_plain[:, 1]]))
    return np.array_equal(prices, graph.prices) and _are_free(places[one], places[other], distances)


def are_shortcuts(pairs: Places, middles: Whole, nodes: int) -> bool:
    """Return whether arrays of a file are pairs of different nodes, ascending, each with a third node."""
    one, other = np.divmod(pairs, max(1, nodes))
    return (
        len(pairs) == len(middles)
        and bool((pairs >= 0).all() and (np.diff(pairs) > 0).all() and (one < other).all())
        and bool(((middles >= 0) & (middles < nodes) & (middles != one) & (middles != other)).all())
    )


def _are_free(one: Places, other: Places, distances: Distances) -> bool:
    """Return whether the paths between cells that go diagonally first are free, by the table of JPS+."""
    (y, x), (to_y, to_x) = np.divmod(one, distances.shape[1]), np.divmod(other, distances.shape[1])
    dx, dy = np.sign(to_x - x), np.sign(to_y - y)
    wide, high = np.abs(to_x - x), np.abs(to_y - y)
    turn = np.minimum(wide, high)
    diagonal, side = (4 - 2 * dx + dx * dy) % 8, np.where(high > wide, 2 + 2 * dy, 4 - 2 * dx)
    seen = np.abs(distances[y + turn * dy, x + turn * dx, side].astype(np.int64))
    if (seen < np.maximum(wide, high) - turn).any():
        return False
    left, here = turn.copy(), np.flatnonzero(turn)
    while len(here):
        hop = distances[y[here], x[here], diagonal[here]].astype(np.int64)
        left[here] -= np.abs(hop)
        if (left[here][hop <= 0] > 0).any():
            return False
        on = (hop > 0) & (left[here] > 0)
        here, hop = here[on], hop[on]
        x[here], y[here] = x[here] + hop * dx[here], y[here] + hop * dy[here]
    return True


def number_points(points: Mask) -> Whole:
    """Return the numbers of the nodes, row by row, -1 for none."""
    number = np.full(points.shape, -1, np.int32)
    number[points] = np.arange(np.count_nonzero(points))
    return number


def find_reachable_subgoals(x: Places, y: Places, clear: Distances) -> tuple[Places, Places, Places, Whole]:
    """Find the subgoals that are direct-h-reachable from each node (Uras, Koenig and Hernandez, algorithm 3).

    For a diagonal direction and a straight one beside it, the search looks at the cells row by row, from the node on. No row
    reaches farther than the previous one, and none goes past a subgoal.

    Returns:
        For each arc, the number of its node, and x and y of its head. For each node and direction of 16, the box of the cells
        that are direct-h-reachable, including its own: left, top, right, bottom; shape (nodes, 16, 4).
    """
    seen = np.tile(np.stack((x, y, x, y), axis=1)[:, None], (1, 16, 1)).astype(np.int32)
    found = []

    def look_in_direction(
        nodes: Places, column: Places, row: Places, steps: Places, straight: int, direction: int, most: Places
    ) -> Places:
        """Look along a row, at most ``most`` cells; return the limit for the next row."""
        (dx, dy), free = EIGHT[straight], np.abs(steps)
        ends = (steps > 0) & (steps <= most)
        found.append((nodes[ends], (column + dx * steps)[ends], (row + dy * steps)[ends]))
        free = np.minimum(free, most)
        box, far_x, far_y = seen[:, direction], column + dx * free, row + dy * free
        box[nodes, 0], box[nodes, 1] = np.minimum(box[nodes, 0], far_x), np.minimum(box[nodes, 1], far_y)
        box[nodes, 2], box[nodes, 3] = np.maximum(box[nodes, 2], far_x), np.maximum(box[nodes, 3], far_y)
        return free - ends

    nodes = np.arange(len(x))
    everything = np.full(len(x), 1 << 30)
    left = [look_in_direction(nodes, x, y, clear[y, x, each].astype(np.int64), each, 2 * each, everything) for each in range(8)]
    for diagonal in (1, 3, 5, 7):
        dx, dy = EIGHT[diagonal]
        for straight, direction in ((diagonal - 1, 2 * diagonal - 1), ((diagonal + 1) % 8, 2 * diagonal + 1)):
            most, here, steps = left[straight], nodes, 1
            while len(here := here[(left[diagonal][here] >= steps) & (most[here] > 0)]):
                column, row = x[here] + dx * steps, y[here] + dy * steps
                ahead = clear[row, column, straight].astype(np.int64)
                most = most.copy()
                most[here] = look_in_direction(here, column, row, ahead, straight, direction, most[here])
                steps += 1
    origin, to_x, to_y = (np.concatenate(part) for part in zip(*found, strict=True))
    return origin, to_x, to_y, seen
