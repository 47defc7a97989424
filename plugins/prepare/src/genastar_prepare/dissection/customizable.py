"""Customizable hierarchies: an order and all arcs that any weights could need; with weights they become a `Hierarchy`."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath
from genastar.storage.array_file import open_arrays, save_arrays
from genastar_picture.progress import show_progress
from genastar_prepare.dissection.customizing import (
    Chords,
    Metric,
    compute_exact_distances,
    count_chords,
    customize,
    list_chords,
    mark_needed_arcs,
    number_rows,
    put_edges,
    write_rows,
)
from genastar_prepare.dissection.order import dissect_graph
from genastar_prepare.graph.rows import Int32, RowGraph, Weights, compute_first, compute_shape
from genastar_prepare.hierarchy.hierarchy import Hierarchy

KIND: Final = "customizable hierarchy"
STRETCH: Final = 1 << 22
"""Triangles, about, between two checks of the progress bar, the cancel token and Ctrl-C."""
BYTES: Final = 64
"""Bytes of an arc while it gets its weights, if these are of 32 bits."""
MOST_ARCS: Final = 2**30
"""Arcs that numbers of 32 bits can tell apart, both ways."""


@frozen(eq=False)
class Customizable:
    """A graph with its order by nested dissection and the arcs of its contraction. The weights of the graph do not matter."""

    graph: RowGraph = field(repr=False)
    rank: Int32 = field(repr=False)
    """Rank of each node, shape (n,)."""
    chords: Chords = field(repr=False)
    edge_arc: Int32 = field(repr=False)
    """The arc of each edge of the graph; -1 for loops. Shape (m,)."""
    is_down: NDArray[np.bool_] = field(repr=False)
    """Whether an edge leads to a lower rank, shape (m,)."""

    @classmethod
    def of(cls, graph: RowGraph, order: Int32 | None = None, most_megabytes: float = np.inf) -> Customizable:
        """Dissect a graph and list its arcs, with a progress bar.

        Args:
            graph: the graph.
            order: the nodes in the order of contraction; by nested dissection if it is left out.
            most_megabytes: the memory that a customization may take.

        Raises:
            BadInput: it would take more memory.
        """
        n = graph.size
        order = dissect_graph(graph) if order is None else order
        rank = np.empty(n, np.int32)
        rank[order] = np.arange(n, dtype=np.int32)
        tail, head = rank[graph.tail], rank[graph.head]
        both = np.concatenate((tail, head)), np.concatenate((head, tail))
        by_tail = np.argsort(both[0], kind="stable")
        first, ends = compute_first(both[0], n), both[1][by_tail]
        parent = np.empty(n, np.int32)
        most = int(min(MOST_ARCS, most_megabytes * 1e6 / BYTES))
        total = count_chords(first, ends, parent, np.full(n, -1, np.int32), most)
        if total > most:
            raise BadInput(
                f"a customizable hierarchy of {n:,} positions needs more than {most * BYTES / 1e6:,.0f} MB, and "
                f"memory={most_megabytes:g}; allow more, or use landmarks"
            )
        chords = Chords(
            np.zeros(n + 1, np.int64),
            np.empty(total, np.int32),
            np.zeros(n + 1, np.int64),
            np.empty(total, np.int32),
            np.empty(total, np.int32),
        )
        check_cancelled()
        list_chords(first, ends, parent, np.full(n, -1, np.int32), chords)
        check_cancelled()
        keys = chords.lower.astype(np.int64) * n + chords.upper
        wanted = np.minimum(tail, head).astype(np.int64) * n + np.maximum(tail, head)
        edge_arc = np.where(tail == head, -1, np.searchsorted(keys, wanted)).astype(np.int32)
        return cls(graph, rank, chords, edge_arc, tail > head)

    def customize_weights(self, weights: Weights, fingerprint: int, *, prune: bool = True) -> Hierarchy:
        """Return the hierarchy for these weights, with a progress bar.

        Args:
            weights: cost of each edge, not negative, shape (m,).
            fingerprint: the fingerprint of the graph with these weights.
            prune: whether to drop arcs that no cheapest path needs, which takes as long again and makes searches faster.

        Raises:
            BadInput: there are not as many weights as edges; one is negative; or a path costs too much.
        """
        self._check(weights)
        chords, n, total = self.chords, len(self.rank), len(self.chords.upper)
        most, kind = _choose_limit(weights)
        metric = Metric(np.full((2, total), most, kind), np.full((2, total), -1, np.int32), np.full((2, total), -1, np.int32))
        put_edges(self.edge_arc, self.is_down, weights, metric)
        place = np.full(n, -1, np.int64)
        steps = self._steps
        with show_progress("customizing", n) as tell:
            for begin, end in pairwise(steps):
                check_cancelled()
                customize(chords, metric, place, begin, end)
                tell(end)
        exact, slack = metric.weight, 0.0
        if prune:
            exact, slack = np.empty_like(metric.weight), 1e-9 if kind is np.float64 else 0.0
            place[:] = -1
            with show_progress("pruning", n) as tell:
                for begin, end in zip(steps[-2::-1], steps[:0:-1], strict=True):
                    check_cancelled()
                    compute_exact_distances(chords, metric, place, exact, begin, end)
                    tell(n - begin)
        kept = np.zeros((2, total), np.bool_)
        check_cancelled()
        mark_needed_arcs(chords, metric, exact, slack, most, kept)
        check_cancelled()
        rows, places = np.empty(2 * n + 1, np.int32), np.empty((2, total), np.int32)
        number_rows(chords, kept, rows, places)
        check_cancelled()
        arcs, parts = np.empty((rows[-1], 2), kind), np.empty((rows[-1], 2), np.int32)
        write_rows(chords, metric, kept, places, arcs, parts)
        return Hierarchy(self.rank, rows, arcs, parts, fingerprint)

    def save(self, path: AnyPath) -> None:
        """Write the order as a file. It serves all graphs with these steps, whatever they cost.

        Raises:
            BadInput: the file cannot be written.
        """
        save_arrays(path, KIND, {"fingerprint": compute_shape(self.graph)}, {"rank": self.rank})

    @classmethod
    def open(cls, path: AnyPath, graph: RowGraph, most_megabytes: float = np.inf) -> Customizable:
        """Open the saved order for a graph with the same steps.

        Raises:
            BadInput: the file cannot be read, holds no order, is damaged, or belongs to a graph with other steps; or as `of`.
        """
        found = open_arrays(path, KIND)
        found.expect_fingerprint(compute_shape(graph))
        rank = found.get_int32("rank")
        if not np.array_equal(np.sort(rank), np.arange(graph.size)):
            raise BadInput(f"{path}: its order does not number all positions; prepare it again")
        return cls.of(graph, np.argsort(rank).astype(np.int32), most_megabytes)

    @property
    def _steps(self) -> list[int]:
        """Ranks that divide the work of a customization into about equal parts, with 0 and n."""
        above = np.diff(self.chords.first)
        done = np.cumsum(above * above) // STRETCH
        return [0, *(np.flatnonzero(np.diff(done)) + 1).tolist(), len(self.rank)]

    def _check(self, weights: Weights) -> None:
        if weights.shape != self.graph.head.shape:
            raise BadInput(
                f"weights have the shape {weights.shape}, and the graph has {len(self.graph.head)} edges; give one each"
            )
        if len(weights) and not weights.min() >= 0:
            raise BadInput(f"a weight is {weights.min()}; expected at least 0")


def _choose_limit(weights: Weights) -> tuple[float, type[np.int32] | type[np.int64] | type[np.float64]]:
    """Return a number above all distances, twice which fits in the type for sums, and that type.

    Raises:
        BadInput: a path could cost too much.
    """
    if weights.dtype.kind == "f":
        return 1e300, np.float64
    total = float(weights.sum(dtype=np.float64))
    if total < 2**30:
        return 2**30 - 1, np.int32
    if total < 2**62:
        return 2**62 - 1, np.int64
    raise BadInput(f"all steps together cost {total:g}, too much for a customizable hierarchy; scale the costs down")
