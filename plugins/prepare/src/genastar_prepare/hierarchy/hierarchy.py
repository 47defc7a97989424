"""Contraction hierarchies: a graph with shortcuts, and the order in which its nodes were contracted.

The cheapest path between two nodes climbs from both to the most important node on it. So two small upward searches find it, and
its shortcuts are then unpacked into edges. `contract` builds a hierarchy, and `upward_search` searches it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from attrs import field, frozen

from genastar import BadInput, Cost
from genastar.authoring import check_cancelled
from genastar.engine import machine_code
from genastar.files import AnyPath
from genastar.storage.array_file import AnyArray, Stored, open_arrays, save_arrays
from genastar_picture.progress import show_progress
from genastar_prepare.graph.rows import LOST, NO_ROOM, Int32, Int64, RowGraph, Weights, get_limit, make_zero_cost
from genastar_prepare.hierarchy.contract import (
    FULL,
    TAKEN,
    TOO_FAR,
    Arcs,
    ContractionState,
    contract,
    weigh_all,
)

KIND: Final = "contraction hierarchy"
STRETCH: Final = 100
"""Nodes between two checks of the progress bar, the cancel token and Ctrl-C."""
PARTS: Final = 64
"""How often the arcs that remain are counted during a contraction."""
MOST_GROWTH: Final = 1.2
"""By how much the arcs that remain may grow over the fewest so far. On roads and terrain, they become fewer."""
MOST_ROUNDS: Final = 1000
"""How deep shortcuts may be nested, on average over the longest path that a graph can have. Computed hierarchies are about as
deep as the logarithm of their nodes; in a file the depth could be any, and a path could take hours."""
LONG: Final = 10**7
"""Below this number of remaining nodes times the cube of their arcs, a contraction ends within seconds, whatever grows."""


@frozen(eq=False)
class Hierarchy:
    """A contraction hierarchy, by rank. Row ``2 * rank`` holds a node's upward arcs, row ``2 * rank + 1`` its downward arcs."""

    rank: Int32 = field(repr=False)
    """Rank of each node of the graph, shape (n,)."""
    first: Int32 = field(repr=False)
    """Start of each row, shape (2n + 1,)."""
    arcs: Weights = field(repr=False)
    """Double rank of the upper end and weight of each arc, shape (a, 2)."""
    parts: Int32 = field(repr=False)
    """What an arc stands for, shape (a, 2): ``~e`` and -1 for edge ``e`` of the graph; for a shortcut, its two arcs, the one
    that comes down to the middle first."""
    fingerprint: int
    """Fingerprint of the graph; see `Graph.fingerprint`."""

    @classmethod
    def of(cls, graph: RowGraph) -> Hierarchy:
        """Contract a graph, with a progress bar. Whole weights are of 32 bits if all shortcuts fit, otherwise of 64.

        Raises:
            BadInput: a path costs 2**62 or more, or the graph has no nodes that most cheapest paths share, so that a
                contraction would not end.
        """
        narrow = graph.weight.dtype == np.int32
        found = _contract_graph(graph, graph.weight) or (
            _contract_graph(graph, graph.weight.astype(np.int64)) if narrow else None
        )
        if found is None:
            raise BadInput(
                f"a path costs more than {get_limit(graph.weight):g}, too much for a hierarchy; scale the costs down"
            )
        return _build_rows(graph, *found)

    @cached_property
    def node(self) -> Int32:
        """The node of each rank, shape (n,)."""
        return np.argsort(self.rank).astype(np.int32)

    def save(self, path: AnyPath) -> None:
        """Write the hierarchy as a file that `open` reads.

        Raises:
            BadInput: the file cannot be written.
        """
        save_arrays(path, KIND, {"fingerprint": self.fingerprint}, self.arrays)

    @property
    def arrays(self) -> dict[str, AnyArray]:
        """All arrays by name, as files hold them."""
        return {name: getattr(self, name) for name in ("rank", "first", "arcs", "parts")}

    @classmethod
    def open(cls, path: AnyPath, graph: RowGraph) -> Hierarchy:
        """Open the saved hierarchy of this graph.

        Raises:
            BadInput: the file cannot be read, is not a hierarchy, is damaged, or belongs to another graph.
        """
        return cls.from_stored(open_arrays(path, KIND), graph)

    @classmethod
    def from_stored(cls, found: Stored, graph: RowGraph) -> Hierarchy:
        """Return the hierarchy of this graph that a file holds, possibly beside other arrays.

        Raises:
            BadInput: the file is damaged, or belongs to another graph.
        """
        found.expect_fingerprint(graph.fingerprint)
        hierarchy = cls(
            found.get_int32("rank"),
            found.get_int32("first"),
            found.get_number("arcs", 2),
            found.get_int32("parts", 2),
            graph.fingerprint,
        )
        hierarchy.check(str(found.path), graph)
        return hierarchy

    def check(self, name: str, graph: RowGraph) -> None:
        """Check that each arc is an edge of the graph, or two arcs whose middle is lower and whose weights add up to its own.

        So no search can leave the arrays, and every cost is the length of a path of the graph.

        Raises:
            BadInput: it is not so; the message begins with ``name``.
        """
        n, a, first, arcs, parts = graph.size, len(self.arcs), self.first, self.arcs, self.parts
        sizes = len(self.rank) == n and len(first) == 2 * n + 1 and arcs.shape == parts.shape == (a, 2)
        kinds = arcs.dtype.kind == graph.weight.dtype.kind
        if not sizes or not kinds or first[0] != 0 or first[-1] != a or bool((np.diff(first) < 0).any()):
            raise BadInput(f"{name}: its arrays do not fit together; prepare it again")
        row = np.repeat(np.arange(2 * n), np.diff(first))
        lower = row >> 1
        plain, over = np.flatnonzero(parts[:, 0] < 0), np.flatnonzero(parts[:, 0] >= 0)
        right = (
            np.array_equal(np.sort(self.rank), np.arange(n))
            and bool(((arcs[:, 0] > 2 * lower) & (arcs[:, 0] < 2 * n)).all())
            and bool(((arcs[:, 1] >= 0) & (arcs[:, 1] <= n * float(graph.weight.max(initial=0)))).all())
            and bool((arcs[:, 0] == 2 * (arcs[:, 0].astype(np.int64) >> 1)).all())
            and bool((~parts[plain, 0] < len(graph.head)).all())
            and bool((parts[over] < a).all() and (parts[over] >= 0).all())
        )
        if not right:
            raise BadInput(f"{name}: its arrays contain numbers out of range; prepare it again")
        upper = arcs[:, 0].astype(np.int64) >> 1
        tail, head = np.where(row & 1, upper, lower), np.where(row & 1, lower, upper)
        weight = arcs[:, 1].astype(np.float64 if arcs.dtype.kind == "f" else np.int64)  # sums of 32 bits would overflow
        edge, (left, after) = ~parts[plain, 0], parts[over].T
        right = (
            np.array_equal(self.rank[graph.tail[edge]], tail[plain])
            and np.array_equal(self.rank[graph.head[edge]], head[plain])
            and np.array_equal(graph.weight[edge], weight[plain])
            and bool((row[left] & 1 == 1).all() and (row[after] & 1 == 0).all())
            and np.array_equal(lower[left], lower[after])
            and bool((lower[left] < lower[over]).all())
            and np.array_equal(tail[left], tail[over])
            and np.array_equal(head[after], head[over])
            and np.array_equal(weight[left] + weight[after], weight[over])
        )
        if not right:
            raise BadInput(f"{name}: its shortcuts are not paths of the graph; prepare it again")

    @cached_property
    def zero_cost(self) -> Cost[int]:
        """The cost of a start, in whole numbers or in floats as the weights are."""
        return make_zero_cost(self.arcs)

    @cached_property
    def has_free_arcs(self) -> bool:
        """Whether an arc costs nothing, or so little that rounding may hide it; only then may a cheapest path have a circle."""
        return self.arcs.dtype.kind == "f" or bool((self.arcs[:, 1] == 0).any())

    def unpack_edges(self, nodes: Int64) -> Int64:
        """Return the graph edges of a path of double ranks, which climbs to the highest and descends from there.

        Args:
            nodes: double ranks along the path.

        Raises:
            BadInput: the path has more edges than `MOST_ROUNDS` allows: the file of the hierarchy was made wrongly.
        """
        found = np.empty(1024, np.int64)
        way = np.ascontiguousarray(nodes, np.int64)
        while (count := unpack(self.first, self.arcs, self.parts, way, len(way), found, 0)) == NO_ROOM:
            found = np.empty(2 * len(found), np.int64)
        return found[: expect_way(count)]


def expect_way(count: int) -> int:
    """Return a number of edges that was unpacked.

    Raises:
        BadInput: it is `LOST`.
    """
    if count == LOST:
        raise BadInput("a saved preparation leads in circles: a path longer than the graph has positions; prepare it again")
    return count


@machine_code
def unpack(first: Int32, arcs: Weights, parts: Int32, nodes: Int64, steps: int, found: Int64, count: int) -> int:
    """Write the edges along the first ``steps`` nodes into ``found``, from ``count`` on. Return the new end, as `expand`."""
    begin, end = count, count + steps - 1
    if end > len(found):
        return NO_ROOM
    for step in range(steps - 1):
        low, high = nodes[step], nodes[step + 1]
        row = low
        if high < low:
            low, high, row = high, low, high + 1
        best = -1
        for arc in range(first[row], first[row + 1]):
            if arcs[arc, 0] == high and (best < 0 or arcs[arc, 1] < arcs[best, 1]):
                best = arc
        found[begin + step] = best
    return expand(parts, found, begin, end, len(first) - 1)


@machine_code
def expand(parts: Int32, found: Int64, begin: int, end: int, most: int) -> int:
    """Replace the arcs from ``begin`` to ``end`` by the edges that they stand for.

    All shortcuts are replaced at once, level by level, so that many are fetched from memory at a time.

    Args:
        parts: see `Hierarchy`.
        found: the arcs, and then the edges.
        begin: the place of the first arc.
        end: the place after the last arc.
        most: the most edges: each side of a cheapest path passes a node once, so twice the number of nodes.

    Returns:
        The place after the last edge; `NO_ROOM` if ``found`` is too short; `LOST` if there are more than ``most`` edges, or if
        their levels together have more than `MOST_ROUNDS` times as many.
    """
    above, below, last, looked = found, np.empty(len(found), np.int64), begin, 0
    while last != end:
        last, end = end, begin
        looked += last - begin
        if last - begin > most or looked > MOST_ROUNDS * most:
            return LOST
        for place in range(begin, last):
            arc = above[place]
            part = int(parts[arc, 0]) if arc >= 0 else arc
            if end + 2 > len(below):
                return NO_ROOM
            below[end] = part
            end += 1
            if part >= 0:
                below[end] = parts[arc, 1]
                end += 1
        above, below = below, above
    for place in range(begin, end):
        found[place] = ~above[place]
    return end


def _contract_graph(graph: RowGraph, weights: Weights) -> tuple[Arcs, Arcs, Int32] | None:
    """Return the upward and downward arcs by node, and the ranks; ``None`` if a shortcut costs too much for the weights."""
    n = graph.size
    edges = _select_cheapest_edges(graph)
    tail, head, weight = graph.tail[edges], graph.head[edges], weights[edges]
    out, into = _group_arcs(tail, head, weight, edges, n), _group_arcs(head, tail, weight, edges, n)
    wide = np.float64 if weights.dtype == np.float64 else np.int64
    work = ContractionState(
        rank=np.full(n, -1, np.int32),
        level=np.zeros(n, np.int32),
        priority=np.full(n, -1, np.int32),
        stale=np.zeros(n, np.bool_),
        keys=np.zeros(8 * n + 64, np.int64),
        nodes=np.zeros(8 * n + 64, np.int64),
        counts=np.array([0, 0, out.start[-1], into.start[-1]]),
        at=np.full((n, 4), -1, wide),
        mark=np.zeros(1, np.int64),
        last=np.zeros(n, wide),
        pairs=np.zeros((10_000, 3), np.int64),
        costs=np.zeros(10_000, wide),
        most=np.array([get_limit(weights)]),
        ways=np.zeros(1 << 16, wide),
        ends=np.zeros(1 << 16, np.int64),
    )
    for first in range(0, n, STRETCH):
        check_cancelled()
        weigh_all(out, into, work, first, min(n, first + STRETCH))
    part, fewest = 0, int(out.held.sum())
    with show_progress("contracting", n) as tell:
        while work.counts[TAKEN] < n:
            if PARTS * int(work.counts[TAKEN]) >= part * n:
                part, fewest = part + 1, min(fewest, _count_remaining_arcs(out, work, fewest))
            check_cancelled()
            status = contract(out, into, work, min(n, int(work.counts[TAKEN]) + STRETCH))
            if status == TOO_FAR:
                return None
            if status == FULL:
                out, into, work = _grow_arrays(out, into, work)
            tell(int(work.counts[TAKEN]))
    return out, into, work.rank


def _count_remaining_arcs(out: Arcs, work: ContractionState, fewest: int) -> int:
    """Return the number of arcs between the nodes that remain.

    Raises:
        BadInput: it grew too much over the fewest so far, and the contraction would take long.
    """
    left = work.rank < 0
    nodes, arcs = int(left.sum()), int(out.held[left].sum())
    if arcs > MOST_GROWTH * fewest and arcs**3 > LONG * nodes**2:
        raise BadInput(
            f"a hierarchy does not fit: {nodes:,} of {len(left):,} positions remain, and the steps between them have grown "
            f"from {fewest:,} to {arcs:,}, because cheapest paths share no important positions; use landmarks"
        )
    return arcs


def _select_cheapest_edges(graph: RowGraph) -> Int64:
    """Return the cheapest of parallel edges, without loops."""
    pairs = graph.tail.astype(np.int64) * graph.size + graph.head
    order = np.lexsort((graph.weight, pairs))
    best = np.ones(len(order), np.bool_)
    best[1:] = np.diff(pairs[order]) != 0
    edges = np.sort(order[best])
    return np.asarray(edges[graph.tail[edges] != graph.head[edges]], np.int64)


def _group_arcs(node: Int32, other: Int32, weight: Weights, edges: Int64, n: int) -> Arcs:
    """Return arcs by node, each node with room to grow, and more room at the end."""
    order = np.argsort(node, kind="stable")
    count = np.bincount(node, minlength=n)
    start = np.concatenate(([0], np.cumsum(count + 2)))
    places = _concatenate_ranges(start[:-1], count)
    room = 2 * int(start[-1]) + 8 * len(edges) + 1024
    head, hops, middle = (np.zeros(room, np.int32) for _ in range(3))
    cost = np.zeros(room, weight.dtype)
    head[places], cost[places], hops[places], middle[places] = other[order], weight[order], 1, ~edges[order]
    return Arcs(start, count.astype(np.int32), (count + 2).astype(np.int32), head, cost, hops, middle)


def _concatenate_ranges(start: Int64, count: Int64 | Int32) -> Int64:
    """Return ``start[i] … start[i] + count[i] - 1`` for each i, concatenated."""
    count = count.astype(np.int64)
    behind = np.cumsum(count) - count
    return np.asarray(np.arange(int(count.sum())) + np.repeat(start[: len(count)] - behind, count), np.int64)


def _grow_arrays(out: Arcs, into: Arcs, work: ContractionState) -> tuple[Arcs, Arcs, ContractionState]:
    """Return arrays of twice the size, with room for all pairs of the next node."""
    node = int(work.nodes[0])
    pairs = max(len(work.pairs), int(out.held[node]) * int(into.held[node]))

    def lengthen(arcs: Arcs) -> Arcs:
        head, hops, middle = (np.concatenate((each, np.zeros_like(each))) for each in (arcs.node, arcs.hops, arcs.middle))
        return Arcs(*arcs[:3], head, np.concatenate((arcs.weight, np.zeros_like(arcs.weight))), hops, middle)

    keys, nodes = (np.concatenate((column, np.zeros_like(column))) for column in (work.keys, work.nodes))
    pair_room = np.zeros((pairs, 3), np.int64), np.zeros(pairs, work.costs.dtype)
    return lengthen(out), lengthen(into), work._replace(pairs=pair_room[0], costs=pair_room[1], keys=keys, nodes=nodes)


def _build_rows(graph: RowGraph, out: Arcs, into: Arcs, rank: Int32) -> Hierarchy:
    """Return the rows by rank, and for each shortcut its two arcs."""
    n = graph.size
    count = np.zeros(2 * n, np.int64)
    count[2 * rank], count[2 * rank + 1] = out.held, into.held
    first = np.concatenate(([0], np.cumsum(count)))
    row, upper, middle = (np.empty(int(first[-1]), np.int64) for _ in range(3))
    weight = np.empty(int(first[-1]), out.weight.dtype)
    for side, arcs in enumerate((out, into)):
        source = _concatenate_ranges(arcs.start, arcs.held)
        rows = 2 * rank.astype(np.int64) + side
        target = _concatenate_ranges(first[rows], arcs.held)
        row[target] = np.repeat(rows, arcs.held)
        upper[target], weight[target], middle[target] = rank[arcs.node[source]], arcs.weight[source], arcs.middle[source]
        check_cancelled()
    order = np.lexsort((upper, row))  # allows binary search for the arc between two nodes
    check_cancelled()
    upper, weight, middle = upper[order], weight[order], middle[order]
    tail, head = np.where(row & 1, upper, row >> 1), np.where(row & 1, row >> 1, upper)
    shortcut = middle >= 0
    parts = np.stack((middle, np.full(len(middle), -1)), axis=1)
    keys = row * n + upper
    over = rank[middle[shortcut]].astype(np.int64)
    parts[shortcut, 0] = np.searchsorted(keys, (2 * over + 1) * n + tail[shortcut])
    parts[shortcut, 1] = np.searchsorted(keys, 2 * over * n + head[shortcut])
    table = np.stack((2 * upper, weight), axis=1)
    return Hierarchy(rank, first.astype(np.int32), table.astype(out.weight.dtype), parts.astype(np.int32), graph.fingerprint)
