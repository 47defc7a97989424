"""Customization: the weights of all arcs of a customizable hierarchy.

After Dibbelt, Strasser and Wagner (Customizable contraction hierarchies, ACM Journal of Experimental Algorithmics 21, 2016).
Nodes are numbered by rank. Every arc has a weight upwards and one downwards. Contraction without weights has added an arc
wherever a shortcut could be needed, so each triangle of a node and two nodes above it has all its arcs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_prepare.graph.rows import Int32, Int64, Weights, Wide


class Chords(NamedTuple):
    """The arcs, by their lower ends, and again by their upper ends."""

    first: Int64
    """Start of each rank's arcs upwards, shape (n + 1,)."""
    upper: Int32
    """The upper end of each arc, ascending for each lower end, shape (a,)."""
    back: Int64
    """Start of each rank's arcs downwards, shape (n + 1,)."""
    arc: Int32
    """The arcs by their upper ends, shape (a,)."""
    lower: Int32
    """The lower end of each arc, shape (a,)."""


class Metric(NamedTuple):
    """The costs of the arcs. Row 0 is upwards, row 1 downwards; both have the shape (2, a)."""

    weight: Wide
    left: Int32
    """The arc that comes down to the middle of a shortcut; ``~e`` for edge ``e`` of the graph."""
    right: Int32
    """The arc that leads up from the middle; -1 for an edge."""


@machine_code
def count_chords(first: Int32, head: Int32, parent: Int32, seen: Int32, most: int) -> int:
    """Write the least upper neighbour of each rank into ``parent``; -1 for none. Return the number of arcs.

    If there are more than ``most``, the count ends early.

    Args:
        first: start of each rank's neighbours in the graph, both ways, shape (n + 1,).
        head: their ranks.
        parent: see above, shape (n,).
        seen: -1 for each rank, shape (n,).
        most: see above.
    """
    n, total = len(parent), 0
    above = np.full(n, -1, np.int32)
    # The arcs of a rank are those to each rank on the way from its lower neighbours up the tree (row counts of a factor).
    for node in range(n):
        if total > most:
            break
        seen[node] = node
        for edge in range(first[node], first[node + 1]):
            below = head[edge]
            if below > node:
                continue
            while seen[below] != node:
                if above[below] < 0:
                    above[below] = node
                total += 1
                seen[below] = node
                below = above[below]
    for node in range(n):
        parent[node] = above[node]
    return total


@machine_code
def list_chords(first: Int32, head: Int32, parent: Int32, seen: Int32, chords: Chords) -> None:
    """Write the arcs. ``chords.back`` and ``chords.first`` hold zeros; ``seen`` holds -1 for each rank."""
    n, count = len(parent), 0
    for node in range(n):
        chords.back[node] = count
        seen[node] = node
        for edge in range(first[node], first[node + 1]):
            below = head[edge]
            while below < node and seen[below] != node:
                chords.lower[count] = below
                chords.first[below + 1] += 1
                count += 1
                seen[below] = node
                below = parent[below]
    chords.back[n] = count
    for node in range(n):
        chords.first[node + 1] += chords.first[node]
    room = chords.first.copy()
    for node in range(n):
        for place in range(chords.back[node], chords.back[node + 1]):
            arc = room[chords.lower[place]]
            room[chords.lower[place]] += 1
            chords.upper[arc] = node
            chords.arc[place] = arc
    for node in range(n):
        chords.lower[chords.first[node] : chords.first[node + 1]] = node


@machine_code
def put_edges(edge_arc: Int32, is_down: NDArray[np.bool_], weights: Weights, metric: Metric) -> None:
    """Write the weights of the graph's edges into their arcs; -1 as an arc is a loop."""
    for edge in range(len(edge_arc)):
        arc, side = edge_arc[edge], int(is_down[edge])
        if arc >= 0 and weights[edge] < metric.weight[side, arc]:
            metric.weight[side, arc] = weights[edge]
            metric.left[side, arc] = ~edge


@machine_code
def customize(chords: Chords, metric: Metric, place: Int64, begin: int, end: int) -> None:
    """Let each arc to a rank from ``begin`` to ``end`` cost no more than the way over any rank below both of its ends."""
    weight, left, right = metric
    for node in range(begin, end):
        for arc in range(chords.first[node], chords.first[node + 1]):
            place[chords.upper[arc]] = arc
        for number in range(chords.back[node], chords.back[node + 1]):
            down = chords.arc[number]
            up_here, down_here = weight[0, down], weight[1, down]
            for arc in range(down + 1, chords.first[chords.lower[down] + 1]):
                over = place[chords.upper[arc]]
                up, back = down_here + weight[0, arc], weight[1, arc] + up_here
                if up < weight[0, over]:
                    weight[0, over], left[0, over], right[0, over] = up, down, arc
                if back < weight[1, over]:
                    weight[1, over], left[1, over], right[1, over] = back, arc, down


@machine_code
def compute_exact_distances(chords: Chords, metric: Metric, place: Int64, exact: Wide, begin: int, end: int) -> None:
    """Write the distance of both ends of each arc into ``exact``, from rank ``end - 1`` down to ``begin``.

    An arc that costs more than that is on no cheapest path. ``place`` holds -1 for each rank.
    """
    for node in range(end - 1, begin - 1, -1):
        first, last = chords.first[node], chords.first[node + 1]
        for arc in range(first, last):
            place[chords.upper[arc]] = arc
            exact[0, arc], exact[1, arc] = metric.weight[0, arc], metric.weight[1, arc]
        for one in range(first, last):
            above = chords.upper[one]
            for arc in range(chords.first[above], chords.first[above + 1]):
                other = place[chords.upper[arc]]
                if other < first:
                    continue
                exact[0, other] = min(exact[0, other], exact[0, one] + exact[0, arc])
                exact[1, other] = min(exact[1, other], exact[1, one] + exact[1, arc])
                exact[0, one] = min(exact[0, one], exact[0, other] + exact[1, arc])
                exact[1, one] = min(exact[1, one], exact[1, other] + exact[0, arc])
        for arc in range(first, last):
            place[chords.upper[arc]] = -1


@machine_code
def mark_needed_arcs(chords: Chords, metric: Metric, exact: Wide, slack: float, most: float, kept: NDArray[np.bool_]) -> None:
    """Mark the arcs that cost as much as their ends are apart, and the arcs that these stand for, shape (2, a)."""
    for arc in range(len(chords.upper) - 1, -1, -1):
        for side in range(2):
            cost = metric.weight[side, arc]
            if cost < most and cost - slack * cost <= exact[side, arc]:
                kept[side, arc] = True
            if kept[side, arc] and metric.right[side, arc] >= 0:
                kept[1, metric.left[side, arc]] = True
                kept[0, metric.right[side, arc]] = True


@machine_code
def number_rows(chords: Chords, kept: NDArray[np.bool_], rows: Int32, places: Int32) -> None:
    """Write the start of each row of a hierarchy, shape (2n + 1,), and the place of each kept arc, shape (2, a)."""
    count = 0
    for node in range(len(chords.first) - 1):
        for side in range(2):
            rows[2 * node + side] = count
            for arc in range(chords.first[node], chords.first[node + 1]):
                places[side, arc] = count
                count += int(kept[side, arc])
    rows[len(rows) - 1] = count


@machine_code
def write_rows(chords: Chords, metric: Metric, kept: NDArray[np.bool_], places: Int32, arcs: Weights, parts: Int32) -> None:
    """Write the kept arcs as rows of a hierarchy; see `genastar_prepare.hierarchy.hierarchy.Hierarchy`."""
    for side in range(2):
        for arc in range(len(chords.upper)):
            if kept[side, arc]:
                place = places[side, arc]
                arcs[place, 0], arcs[place, 1] = 2 * chords.upper[arc], metric.weight[side, arc]
                left, right = metric.left[side, arc], metric.right[side, arc]
                parts[place, 0], parts[place, 1] = left, -1
                if right >= 0:
                    parts[place, 0], parts[place, 1] = places[1, left], places[0, right]
