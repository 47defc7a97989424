"""Node orders that keep neighbours close in memory."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.road_graph import RoadGraph

_BITS: Final = 16
"""Bits of each coordinate along the curve: for a country, cells of some metres."""


def order_locally(graph: RoadGraph) -> Int64:
    """Return an order for `RoadGraph.reorder_nodes`: a Hilbert curve if coordinates are known, otherwise breadth-first."""
    return order_by_hilbert_curve(graph.lat, graph.lon) if len(graph.lat) else order_breadth_first(graph)


def order_by_hilbert_curve(lat: Float64, lon: Float64) -> Int64:
    """Return places in the order of a Hilbert curve through their bounding box, shape (n,)."""
    return np.argsort(_measure_along_hilbert(_quantize(lon), _quantize(lat)), kind="stable")


def order_breadth_first(graph: RoadGraph) -> Int64:
    """Return nodes in breadth-first order over undirected edges, by reverse Cuthill-McKee, shape (n,)."""
    from scipy.sparse import csr_array  # type: ignore[import-untyped]
    from scipy.sparse.csgraph import reverse_cuthill_mckee  # type: ignore[import-untyped]

    if not graph.edges:
        return np.arange(graph.size)
    ones = np.ones(graph.edges, np.int8)
    matrix = csr_array((ones, graph.head, graph.first), shape=(graph.size, graph.size))
    return np.asarray(reverse_cuthill_mckee((matrix + matrix.T).tocsr(), symmetric_mode=True), np.int64)


def _quantize(degrees: Float64) -> NDArray[np.uint32]:
    low, high = float(degrees.min(initial=np.inf)), float(degrees.max(initial=-np.inf))
    if not high > low:
        return np.zeros(len(degrees), np.uint32)
    return ((degrees - low) / (high - low) * ((1 << _BITS) - 1)).astype(np.uint32)


def _measure_along_hilbert(x: NDArray[np.uint32], y: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the distance of cells along the curve (Warren, Hacker's Delight, 2nd edition, section 16-2)."""
    x, y = x.copy(), y.copy()
    along, one = np.zeros(len(x), np.uint32), np.uint32(1)
    for bit in reversed(range(_BITS)):
        right, up = (x >> np.uint32(bit)) & one, (y >> np.uint32(bit)) & one
        along = (along << np.uint32(2)) | ((np.uint32(3) * right) ^ up)
        turned = up == 0
        flipped = turned & (right == 1)
        x[flipped], y[flipped] = ~x[flipped], ~y[flipped]
        x[turned], y[turned] = y[turned], x[turned]
    return along
