"""Tables of first moves (compressed path databases): for each pair of nodes, the first step of a cheapest path."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, NamedTuple

import numpy as np
from attrs import field, frozen
from numpy.typing import ArrayLike

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.engine import machine_code
from genastar.files import AnyPath
from genastar.storage.array_file import open_arrays, save_arrays
from genastar_picture.progress import show_progress
from genastar_prepare.graph.rows import (
    LOST,
    NEVER,
    Int32,
    Int64,
    RowGraph,
    Weights,
    Wide,
    get_limit,
    least_of_parallel,
    make_room,
)
from genastar_prepare.hierarchy.hierarchy import expect_way
from genastar_prepare.hierarchy.pairs import check_pairs
from genastar_prepare.moves.searching import MoveSearchMemory, find_runs

KIND: Final = "table of first moves"
STRETCH: Final = 8_000_000
"""Nodes and steps of the searches of a thread between two checks of the progress bar, the cancel token and Ctrl-C, about."""
BYTES: Final = 8


def choose_stretch(nodes: int, steps: int) -> int:
    """Return from how many nodes a thread searches such a graph between two checks."""
    return max(1, STRETCH // max(1, nodes + steps))


@frozen(eq=False)
class FirstMoves:
    """The first moves of a graph. A run of node ``v`` is one of ``first[v]`` to ``first[v + 1]``."""

    graph: RowGraph = field(repr=False)
    place: Int32 = field(repr=False)
    """The place of each node in the order of the targets, shape (n,)."""
    first: Int64 = field(repr=False)
    """Start of each node's runs, shape (n + 1,)."""
    begin: Int32 = field(repr=False)
    """The place at which each run begins, shape (r,)."""
    move: Int32 = field(repr=False)
    """The number of the step among those of the node; the number of steps if there is no path. Shape (r,)."""

    @classmethod
    def of(cls, graph: RowGraph, most_megabytes: float = np.inf, threads: int | None = None) -> FirstMoves:
        """Search from every node, in several threads, with a progress bar.

        Args:
            graph: the graph.
            most_megabytes: the memory that the table may take.
            threads: number of threads; one for each processor by default.

        Raises:
            BadInput: the table would take more memory, or costs of very different sizes cannot be added exactly enough.
        """
        _expect_sums(graph)
        n, threads = graph.size, threads or os.cpu_count() or 1
        order = order_depth_first(graph.first, graph.head)
        place = np.empty(n, np.int32)
        place[order] = np.arange(n, dtype=np.int32)
        makers = [_Maker(graph, order) for _ in range(threads)]
        parts: list[tuple[Int64, Int32, Int32]] = []
        done, runs, stretch = 0, 0, choose_stretch(n, len(graph.head))
        with show_progress("first moves", n) as tell, ThreadPoolExecutor(threads) as pool:
            while done < n:
                check_cancelled()
                ranges = [(begin, min(n, begin + stretch)) for begin in range(done, min(n, done + threads * stretch), stretch)]
                here = [copy_context() for _ in ranges]  # with the token that governs this thread
                parts += pool.map(lambda maker, ends, within: within.run(maker.make_runs, *ends), makers, ranges, here)
                done = ranges[-1][1]
                runs += sum(len(begins) for _, begins, _ in parts[-len(ranges) :])
                _expect_room(runs, done, n, most_megabytes)
                tell(done)
        counts, begins, chosen = (
            np.concatenate([part[column] for part in parts]) if parts else np.empty(0, np.int32) for column in range(3)
        )
        return cls(graph, place, np.concatenate(([0], np.cumsum(counts))).astype(np.int64), begins, chosen)

    def compute_distances(self, starts: ArrayLike, goals: ArrayLike) -> Wide:
        """Return the distance of each pair of nodes, shape (q,); `NEVER` if there is no path.

        Raises:
            BadInput: there are not as many goals as starts, or a node is out of range.
        """
        begin, end = check_pairs(self.graph.size, starts, goals)
        found = make_room(self.graph.weight, len(begin))
        expect_way(walk_all(self._moves, begin, end, found))
        return found

    def list_edges(self, start: int, goal: int) -> Int64:
        """Return the edges of the graph along a cheapest path between two nodes; empty if there is none, or it has no edge."""
        edges = np.empty(self.graph.size, np.int64)
        count = expect_way(walk(self._moves, start, goal, edges))
        return edges[: max(count, 0)].copy()

    @property
    def _moves(self) -> Moves:
        graph = self.graph
        return Moves(graph.first, graph.head, graph.weight, self.place, self.first, self.begin, self.move)

    def save(self, path: AnyPath) -> None:
        """Write the table as a file that `open` reads.

        Raises:
            BadInput: the file cannot be written.
        """
        arrays = {name: getattr(self, name) for name in ("place", "first", "begin", "move")}
        save_arrays(path, KIND, {"fingerprint": self.graph.fingerprint}, arrays)

    @classmethod
    def open(cls, path: AnyPath, graph: RowGraph) -> FirstMoves:
        """Open the saved first moves of this graph.

        Raises:
            BadInput: the file cannot be read, holds no first moves, is damaged, or belongs to another graph.
        """
        found = open_arrays(path, KIND)
        found.expect_fingerprint(graph.fingerprint)
        table = cls(
            graph, found.get_int32("place"), found.get_int64("first"), found.get_int32("begin"), found.get_int32("move")
        )
        if not table.fits:
            raise BadInput(f"{path}: its arrays do not fit together; prepare it again")
        return table

    @property
    def fits(self) -> bool:
        """Whether no walk can leave these arrays, and each move is a cheapest of its parallel steps."""
        n, r = self.graph.size, len(self.begin)
        sizes = len(self.place) == n and len(self.first) == n + 1 and len(self.move) == r
        if not sizes or self.first[0] != 0 or self.first[-1] != r or bool((np.diff(self.first) < (n > 1)).any()):
            return False
        owner = np.repeat(np.arange(n), np.diff(self.first))
        degree = np.diff(self.graph.first)[owner]
        if not (
            np.array_equal(np.sort(self.place), np.arange(n))
            and (self.begin[self.first[:-1][np.diff(self.first) > 0]] == 0).all()
            and (self.move >= 0).all()
            and (self.move <= degree).all()
        ):
            return False
        leads_on = self.move < degree
        edges = self.graph.first[owner[leads_on]] + self.move[leads_on]
        return bool((self.graph.weight[edges] <= least_of_parallel(self.graph)[edges]).all())


class _Maker:
    """Finds runs in memory of its own."""

    def __init__(self, graph: RowGraph, order: Int32) -> None:
        n = graph.size
        self._graph, self._order = graph, order
        self._counts = np.zeros(n, np.int64)
        room = 2 * len(graph.head) + 64
        self._work = MoveSearchMemory(
            make_room(graph.weight, n),
            np.empty(n, np.int32),
            np.empty(n, np.int64),
            np.empty(n, np.bool_),
            make_room(graph.weight, room),
            np.empty(room, np.int64),
            np.array([get_limit(make_room(graph.weight, 0))]),
        )
        self._begins, self._chosen = np.empty(2 * n, np.int32), np.empty(2 * n, np.int32)

    def make_runs(self, begin: int, end: int) -> tuple[Int64, Int32, Int32]:
        """Return the number of runs of each node, where each run begins, and its move."""
        graph, done, found = self._graph, begin, []
        while done < end:
            after = find_runs(
                graph.first,
                graph.head,
                graph.weight,
                self._order,
                self._work,
                done,
                end,
                self._counts,
                self._begins,
                self._chosen,
            )
            used = int(self._counts[done:after].sum())
            found.append((self._begins[:used].copy(), self._chosen[:used].copy()))
            if after == done:
                room = 2 * len(self._work.keys)
                self._work = self._work._replace(keys=make_room(graph.weight, room), items=np.empty(room, np.int64))
            done = after
        begins, chosen = (np.concatenate([each[column] for each in found]) for column in (0, 1))
        return self._counts[begin:end].copy(), begins, chosen


def _expect_room(runs: int, done: int, n: int, most: float) -> None:
    """Raise BadInput if the runs so far, continued to all nodes, exceed the memory."""
    expected = runs / done * n * BYTES / 1e6
    if expected > most:
        raise BadInput(
            f"the first moves of {n:,} positions need about {expected:,.0f} MB, and memory={most:g}; allow more, or use "
            "hub-labels"
        )


def _expect_sums(graph: RowGraph) -> None:
    """Raise BadInput if rounding could exceed a step that costs something: a walk could then go in circles."""
    if graph.weight.dtype.kind != "f":
        return
    some = graph.weight[graph.weight > 0]
    if some.size and some.min() < 1e-15 * graph.size * some.max():
        raise BadInput(
            f"steps cost {some.min():g} to {some.max():g}: these differ too much for first moves in floats; use hub-labels"
        )


@machine_code
def order_depth_first(first: Int32, head: Int32) -> Int32:
    """Return all nodes in the order of a depth-first walk, shape (n,)."""
    n = len(first) - 1
    order, stack, seen, count = np.empty(n, np.int32), np.empty(len(head) + 1, np.int32), np.zeros(n, np.bool_), 0
    for root in range(n):
        stack[0] = root
        waiting = 1
        while waiting > 0:
            waiting -= 1
            node = stack[waiting]
            if seen[node]:
                continue
            seen[node] = True
            order[count] = node
            count += 1
            for edge in range(first[node + 1] - 1, first[node] - 1, -1):
                if not seen[head[edge]]:
                    stack[waiting] = head[edge]
                    waiting += 1
    return order


class Moves(NamedTuple):
    """The arrays of a table and of its graph, for machine code. See `FirstMoves`."""

    first: Int32
    """Start of each node's steps, shape (n + 1,)."""
    head: Int32
    """The end of each step, shape (m,)."""
    weight: Weights
    place: Int32
    runs: Int64
    """Start of each node's runs, shape (n + 1,)."""
    begin: Int32
    move: Int32


@machine_code
def walk(moves: Moves, start: int, goal: int, edges: Int64) -> int:
    """Write the edges from ``start`` to ``goal``. Return their number; -1 if there is no path, `LOST` if it does not end."""
    target, node, count = moves.place[goal], start, 0
    while node != goal:
        low, high = moves.runs[node], moves.runs[node + 1]
        while high - low > 1:
            middle = (low + high) >> 1
            if moves.begin[middle] <= target:
                low = middle
            else:
                high = middle
        edge = moves.first[node] + moves.move[low]
        if edge == moves.first[node + 1]:
            return -1
        if count == len(edges):
            return LOST
        edges[count] = edge
        count += 1
        node = moves.head[edge]
    return count


@machine_code
def walk_all(moves: Moves, starts: Int64, goals: Int64, found: Wide) -> int:
    """Write the distance of each pair into ``found``; `NEVER` if there is no path. Return 0; `LOST` if a path does not end."""
    edges = np.empty(len(moves.place), np.int64)
    for pair in range(len(starts)):
        count = walk(moves, starts[pair], goals[pair], edges)
        if count == LOST:
            return LOST
        found[pair] = NEVER
        if count >= 0:
            found[pair] = 0
            for step in range(count):
                found[pair] += moves.weight[edges[step]]
    return 0
