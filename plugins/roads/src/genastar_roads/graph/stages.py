"""Roads without through traffic: only the first or the last stretch of a route may use them.

A route has three stages. It leaves along roads without through traffic, goes on along open roads, and arrives along roads
without through traffic; each stage may be empty. A road without through traffic becomes two edges, one to leave along and one
to arrive along. Then one rule says all: **the stages of a route never decrease**. A node is split by the stages of the edges
that enter it (`genastar_roads.graph.turns`), so searches and preparations need no rule at all. A junction lies on all of its
roads: a route may begin or end there with any of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_roads.graph.columns import Bools, Int8, Int32, Int64

LEAVING: Final = 0
OPEN: Final = 1
ARRIVING: Final = 2

GOES_ON: Final = np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1]])
"""By the stages of two edges: whether the second leads on, not only to an arrival. Where none does is a dead end."""


def add_arrivals(no_through: Bools, turns: Int32) -> tuple[Int64, Int8, Int32]:
    """Double the edges without through traffic.

    Args:
        no_through: which edges are without through traffic, shape (m,).
        turns: forbidden pairs of edges, shape (k, 2).

    Returns:
        The original of each edge, shape (m + c,), the last c for arriving; the stage of each, shape (m + c,); and the forbidden
        pairs of all of them that the stages do not forbid.
    """
    size = len(no_through)
    doubled = np.flatnonzero(no_through)
    stage = np.full(size + len(doubled), OPEN, np.int8)
    stage[doubled], stage[size:] = LEAVING, ARRIVING
    arrival = np.full(size, -1, np.int32)
    arrival[doubled] = size + np.arange(len(doubled), dtype=np.int32)
    copies = [
        np.stack((a, b), axis=1) for a in (turns[:, 0], arrival[turns[:, 0]]) for b in (turns[:, 1], arrival[turns[:, 1]])
    ]
    pairs = np.concatenate(copies)
    pairs = pairs[(pairs >= 0).all(axis=1)]
    return np.concatenate((np.arange(size), doubled)), stage, pairs[stage[pairs[:, 0]] <= stage[pairs[:, 1]]]


def count_by_stage(key: NDArray[np.integer], stage: Int8, size: int) -> Int64:
    """Return how many edges of each stage have each key, shape (size, 3)."""
    return np.bincount(key.astype(np.int64) * 3 + stage, minlength=size * 3).reshape(size, 3)
