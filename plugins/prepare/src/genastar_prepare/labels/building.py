"""Building hub labels from a contraction hierarchy, the most important nodes first.

The hubs of a node are itself and the hubs of the nodes that its upward arcs lead to. A hub that is reached more cheaply over
another hub is dropped, because no question needs it (Abraham, Delling, Goldberg and Werneck, A hub-based labeling algorithm for
shortest paths in road networks, SEA 2011, sections 4 and 5).

Nodes are numbered by place here: place 0 is the most important node, which was contracted last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_prepare.graph.rows import Int32, Int64, Weights, Wide


class Label(NamedTuple):
    """The labels of one direction. Those of place ``p`` are ``hub[first[p]:first[p + 1]]``, in ascending order."""

    first: Int64
    """Start of each place's hubs, shape (n + 1,)."""
    hub: Int32
    """The places of the hubs, shape (k,). The last hub of a node is itself."""
    far: Weights
    """The distances to the hubs or from them, shape (k,)."""
    arc: NDArray[np.uint16 | np.int32]
    """The arc of the node by which a hub is reached, counted from the first in its row, shape (k,)."""


class LabelWork(NamedTuple):
    """Memory of a build in progress."""

    far: Wide
    """Distance of each hub of the current node; ``most`` for others. Shape (n,)."""
    hubs: Int32
    """The hubs of the current node, shape (n,)."""
    via: Int32
    """The arc to each hub of the current node, shape (n,)."""
    most: Wide
    """A number above all distances, shape (1,)."""
    slack: Wide
    """The relative difference that rounding may cause, shape (1,); 0 for whole numbers."""


@machine_code
def gather(rows: Int32, arcs: Weights, label: Label, work: LabelWork, place: int, side: int) -> int:
    """Write the hubs above a place into ``work``. Return their number."""
    n, far, hubs, most = len(label.first) - 1, work.far, work.hubs, work.most[0]
    row = 2 * (n - 1 - place) + side
    count = 0
    for arc in range(rows[row], rows[row + 1]):
        upper, weight = n - 1 - (int(arcs[arc, 0]) >> 1), arcs[arc, 1]
        for entry in range(label.first[upper], label.first[upper + 1]):
            hub, reached = label.hub[entry], weight + label.far[entry]
            if reached < far[hub]:
                if far[hub] == most:
                    hubs[count] = hub
                    count += 1
                far[hub] = reached
                work.via[hub] = arc - rows[row]
    return count


@machine_code
def is_needed(opposite: Label, far: Wide, hub: int, bound: int | float) -> bool:
    """Return whether no other hub leads to this one for less than ``bound``."""
    for entry in range(opposite.first[hub], opposite.first[hub + 1]):
        if bound > far[opposite.hub[entry]] + opposite.far[entry]:
            return False
    return True


@machine_code
def label_place(rows: Int32, arcs: Weights, label: Label, opposite: Label, work: LabelWork, place: int, side: int) -> bool:
    """Append the label of a place; all places before it have theirs. Return whether there was room."""
    far, hubs, slack = work.far, work.hubs, work.slack[0]
    used = label.first[place]
    count = gather(rows, arcs, label, work, place, side)
    fits = bool(used + count + 1 <= len(label.hub))
    if fits:
        hubs[:count].sort()
        for number in range(count):
            hub = hubs[number]
            if is_needed(opposite, far, hub, far[hub] - slack * far[hub]):
                label.hub[used], label.far[used], label.arc[used] = hub, far[hub], work.via[hub]
                used += 1
        label.hub[used], label.far[used], label.arc[used] = place, 0, 0
        label.first[place + 1] = used + 1
    for number in range(count):
        far[hubs[number]] = work.most[0]
    return fits


@machine_code
def label_places(rows: Int32, arcs: Weights, out: Label, into: Label, work: LabelWork, first: int, end: int, both: bool) -> int:
    """Append the labels of these places, of one direction or of both. Return the first place for which there was no room."""
    for place in range(first, end):
        if not label_place(rows, arcs, out, into, work, place, 0):
            return place
        if both and not label_place(rows, arcs, into, out, work, place, 1):
            return place
    return end
