"""Rows: the steps of a finite problem as a directed graph in compressed rows."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Protocol, cast
from zlib import crc32

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import Cost

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Weights = NDArray[np.int32 | np.int64 | np.float64]
"""Costs of steps: int32 or int64 for whole costs, float64 for others."""
Wide = NDArray[np.int64 | np.float64]
"""Sums of such costs."""

NO_ROOM: Final = -1
"""What machine code returns if an array is too short for what it writes."""
LOST: Final = -2
"""What machine code returns if a saved preparation leads nowhere, or in circles."""
MOST_STEPS: Final = 2**31 - 2
"""Maximum number of steps, which are numbered in 32 bits."""
NEVER: Final = -1
"""Distance where there is no path, and the parent of starts and of nodes that were not reached."""


class RowGraph(Protocol):
    """The part of a graph that preparations use: edges ``first[v]`` to ``first[v + 1]`` leave node ``v``."""

    @property
    def first(self) -> Int32:
        """Start of each node's edges, shape (n + 1,)."""

    @property
    def head(self) -> Int32:
        """The node that an edge enters, shape (m,)."""

    @property
    def weight(self) -> Weights:
        """Cost of an edge, not negative, shape (m,)."""

    @property
    def tail(self) -> Int32:
        """The node that an edge leaves, shape (m,)."""

    @property
    def size(self) -> int:
        """Number of nodes."""

    @property
    def fingerprint(self) -> int:
        """A number that recognises the graph: saved preparations hold it."""


@frozen(eq=False)
class Rows:
    """A graph of numbers alone."""

    first: Int32 = field(repr=False)
    head: Int32 = field(repr=False)
    weight: Weights = field(repr=False)

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.first) - 1

    @cached_property
    def tail(self) -> Int32:
        """The node that an edge leaves, shape (m,)."""
        return np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.first))

    @cached_property
    def fingerprint(self) -> int:
        """CRC-32 of all arrays."""
        crc = 0
        for array in (self.first, self.head, self.weight):
            crc = crc32(np.ascontiguousarray(array).tobytes(), crc)
        return crc


def compute_shape(graph: RowGraph) -> int:
    """Return a number that recognises the steps of a graph, whatever they cost."""
    return crc32(np.ascontiguousarray(graph.head).tobytes(), crc32(np.ascontiguousarray(graph.first).tobytes()))


def reverse_rows(graph: RowGraph) -> Rows:
    """Return a graph with all edges reversed."""
    order = np.argsort(graph.head, kind="stable")
    return Rows(compute_first(graph.head, graph.size), graph.tail[order], graph.weight[order])


def least_of_parallel(graph: RowGraph) -> Weights:
    """Return for each edge the cost of the cheapest between the same nodes in the same direction, shape (m,)."""
    ends = graph.tail * np.int64(graph.size) + graph.head
    order = np.lexsort((graph.weight, ends))
    ends, least = ends[order], graph.weight.copy()
    begins = np.flatnonzero(np.diff(ends, prepend=-1))
    least[order] = np.repeat(graph.weight[order[begins]], np.diff(begins, append=len(ends)))
    return least


def compute_first(tail: NDArray[np.integer], size: int) -> Int32:
    """Return the start of each node's edges, given the node that each edge leaves, shape (size + 1,)."""
    first = np.zeros(size + 1, np.int32)
    np.cumsum(np.bincount(tail, minlength=size), out=first[1:])
    return first


def make_room(weight: Weights, size: int) -> Wide:
    """Return an array for ``size`` sums of such weights."""
    return np.empty(size, np.float64) if weight.dtype.kind == "f" else np.empty(size, np.int64)


def make_zero_cost(weight: Weights) -> Cost[int]:
    """Return the cost of a start, in whole numbers or in floats as the weights are."""
    return Cost(0, 0, 0) if weight.dtype.kind == "i" else cast("Cost[int]", Cost(0.0, 0.0, 0.0))


def get_limit(weight: Weights) -> np.int64 | np.float64:
    """Return a number above all distances in such weights: 32 bits less one, 2**62, or 1e300."""
    if weight.dtype == np.float64:
        return np.float64(1e300)
    return np.int64(2**31 - 1 if weight.dtype == np.int32 else 2**62)
