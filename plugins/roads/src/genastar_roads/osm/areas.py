"""Areas without through traffic: estates behind a gate or a private road, whose own streets often say nothing of it.

An area is what the roads with through traffic do not reach: in each connected part of the network, the roads outside the
largest part that these roads connect while all gates are closed. If a gate or a road without through traffic leads to an area,
all roads of the area are without through traffic, and its gates are open. Any other gate stands between places that are
connected without it, and stays closed.
"""

from __future__ import annotations

import numpy as np

from genastar_roads.graph.columns import Bools, Float64, Int64


def find_areas(node: Int64, is_gate: Bools, no_through: Bools, metres: Float64) -> tuple[Int64, Bools]:
    """Return the nodes at the ends of pieces of roads, cut at closed gates, and the pieces without through traffic.

    Args:
        node: the nodes at the two ends of each piece, shape (p, 2).
        is_gate: which of these ends are at a gate, shape (p, 2).
        no_through: which pieces are without through traffic by themselves, shape (p,).
        metres: their lengths, shape (p,).

    Returns:
        The nodes, with a number of its own for each end at a closed gate, shape (p, 2); and the pieces without through traffic
        by themselves or as a part of an area, shape (p,).
    """
    if not is_gate.any() and not no_through.any():
        return node, no_through
    apart = np.where(is_gate, int(node.max()) + 1 + np.arange(node.size).reshape(node.shape), node)
    whole, through = number_components(node), number_components(apart, ~no_through)
    size = np.bincount(through.ravel(), np.repeat(metres, 2))
    largest = np.zeros(int(whole.max()) + 1, np.int64)
    order = np.argsort(size[through].ravel(), kind="stable")
    largest[whole.ravel()[order]] = through.ravel()[order]  # the last one that is written is the largest
    is_beyond = through != largest[whole]
    area = number_components(node, is_beyond.all(axis=1))
    leads: Bools = is_beyond & (is_gate | no_through[:, None])
    in_area = is_beyond & np.isin(area, area[leads])
    is_open = np.isin(node, node[is_gate & in_area])
    return np.where(is_open, node, apart), no_through | in_area.any(axis=1)


def number_components(node: Int64, joins: Bools | None = None) -> Int64:
    """Return the number of the connected component at both ends of each piece, shape (p, 2).

    Args:
        node: the nodes at the ends, shape (p, 2).
        joins: which pieces join their ends, shape (p,); by default all.
    """
    from scipy.sparse import coo_array  # type: ignore[import-untyped]
    from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]

    _, end = np.unique(node, return_inverse=True)
    end = end.reshape(node.shape)
    tail, head = end.T if joins is None else end[joins].T
    size = int(end.max()) + 1
    matrix = coo_array((np.ones(len(tail), np.int8), (tail, head)), shape=(size, size))
    _, label = connected_components(matrix, directed=False)
    return np.asarray(label, np.int64)[end]
