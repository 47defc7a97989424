"""Hub labels: for each node a sorted list of hubs and distances. Two nodes' cheapest path passes a hub that both lists have."""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from attrs import field, frozen
from numpy.typing import ArrayLike

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.engine import machine_code
from genastar.files import AnyPath
from genastar.storage.array_file import open_arrays, save_arrays
from genastar.values.limits import check_while_iterating
from genastar_picture.progress import show_progress
from genastar_prepare.graph.rows import LOST, NEVER, NO_ROOM, Int32, Int64, RowGraph, Weights, Wide, get_limit, make_room
from genastar_prepare.hierarchy.hierarchy import Hierarchy, expand, expect_way
from genastar_prepare.hierarchy.pairs import check_pairs
from genastar_prepare.labels.building import Label, LabelWork, label_places

KIND: Final = "hub labels"
STRETCH: Final = 1000
"""Nodes between two checks of the progress bar, the cancel token and Ctrl-C."""
CHUNK: Final = 1 << 20
"""Entries that are checked at a time."""
BYTES: Final = 10
"""Bytes of an entry, if distances are of 32 bits."""


@frozen(eq=False)
class Labels:
    """The hub labels of a graph, with the hierarchy that they were made from, which unpacks paths."""

    hierarchy: Hierarchy
    out: Label = field(repr=False)
    """Hubs that a node leads to."""
    into: Label = field(repr=False)
    """Hubs that lead to a node; the same arrays as ``out`` if all paths cost the same in both directions."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, most_megabytes: float = np.inf) -> Labels:
        """Compute the labels, with a progress bar.

        Raises:
            BadInput: they would take more memory than ``most_megabytes``.
        """
        n, sums = len(hierarchy.rank), make_room(hierarchy.arcs, 16 * len(hierarchy.rank) + 16)
        both = not _is_symmetric(hierarchy)
        most, wide = get_limit(sums), sums.dtype.type
        work = LabelWork(
            np.full(n, most),
            np.empty(n, np.int32),
            np.empty(n, np.int32),
            np.array([most]),
            np.array([1e-9 if wide is np.float64 else 0], wide),
        )
        arcs = np.uint16 if np.diff(hierarchy.first).max(initial=0) <= np.iinfo(np.uint16).max else np.int32
        out = Label(np.zeros(n + 1, np.int64), np.empty(len(sums), np.int32), sums, np.empty(len(sums), arcs))
        into = Label(out.first.copy(), out.hub.copy(), out.far.copy(), out.arc.copy()) if both else out
        done = 0
        with show_progress("labelling", n) as tell:
            while done < n:
                check_cancelled()
                until = min(n, done + STRETCH)
                ended = label_places(hierarchy.first, hierarchy.arcs, out, into, work, done, until, both)
                if ended < until:
                    _expect_room(out, into, ended, n, most_megabytes)
                    out, into = (_grow_label(out), _grow_label(into)) if both else (_grow_label(out),) * 2
                done = ended
                tell(done)
        _expect_room(out, into, n, n, most_megabytes)
        narrow = all(label.far[: label.first[-1]].max(initial=0) < 2**30 for label in (out, into))  # so that sums fit
        kind = np.int32 if narrow and wide is np.int64 else wide
        out = _cut(out, kind)
        return cls(hierarchy, out, _cut(into, kind) if both else out)

    @property
    def entries(self) -> int:
        """Number of hubs in all labels."""
        return len(self.out.hub) + (0 if self.into is self.out else len(self.into.hub))

    def to_places(self, nodes: Int64) -> Int64:
        """Return the places of nodes: 0 is the most important."""
        return len(self.hierarchy.rank) - 1 - self.hierarchy.rank[nodes].astype(np.int64)

    def compute_distances(self, starts: ArrayLike, goals: ArrayLike) -> Wide:
        """Return the distance of each pair of nodes, shape (q,); `NEVER` if there is no path.

        Raises:
            BadInput: there are not as many goals as starts, or a node is out of range.
        """
        begin, end = (self.to_places(nodes) for nodes in check_pairs(len(self.hierarchy.rank), starts, goals))
        found = make_room(self.out.far, len(begin))
        meet_all(self.out, self.into, begin, end, found)
        return found

    def compute_distance(self, start: int, goal: int) -> float:
        """Return the distance between two nodes; `NEVER` if there is no path."""
        rank = self.hierarchy.rank
        last = len(rank) - 1
        found = measure(self.out, self.into, last - int(rank[start]), last - int(rank[goal]))
        return found if isinstance(found, (int, float)) else found.item()  # numpy's number without a compiler

    def list_edges(self, start: int, goal: int) -> Int64:
        """Return the edges of the graph along a cheapest path between two nodes; empty if there is none, or it has no edge."""
        hierarchy = self.hierarchy
        last = len(hierarchy.rank) - 1
        begin, end = last - int(hierarchy.rank[start]), last - int(hierarchy.rank[goal])
        found = np.empty(1024, np.int64)
        while True:
            count = follow(hierarchy.first, hierarchy.arcs, hierarchy.parts, self.out, self.into, begin, end, found)
            if count != NO_ROOM:
                return found[: expect_way(count)]
            found = np.empty(2 * len(found), np.int64)

    def save(self, path: AnyPath) -> None:
        """Write the labels and their hierarchy as a file that `open` reads.

        Raises:
            BadInput: the file cannot be written.
        """
        sides = {"out": self.out} if self.into is self.out else {"out": self.out, "into": self.into}
        arrays = {f"{side}_{name}": array for side, label in sides.items() for name, array in label._asdict().items()}
        save_arrays(path, KIND, {"fingerprint": self.hierarchy.fingerprint}, {**self.hierarchy.arrays, **arrays})

    @classmethod
    def open(cls, path: AnyPath, graph: RowGraph) -> Labels:
        """Open the saved labels of this graph.

        Raises:
            BadInput: the file cannot be read, holds no labels, is damaged, or belongs to another graph.
        """
        found = open_arrays(path, KIND)
        hierarchy = Hierarchy.from_stored(found, graph)

        def side(name: str, number: int) -> Label:
            label = Label(
                found.get_int64(f"{name}_first"),
                found.get_int32(f"{name}_hub"),
                found.get_number(f"{name}_far"),
                found.get_small(f"{name}_arc"),
            )
            if not (_is_sound(label, graph.size, hierarchy.arcs) and _is_reached(label, hierarchy, number)):
                raise BadInput(f"{path}: its labels do not fit together; prepare it again")
            return label

        out = side("out", 0)
        if "into_first" in found.arrays:
            return cls(hierarchy, out, side("into", 1))
        if not _is_symmetric(hierarchy):
            raise BadInput(f"{path}: its labels are of one direction, and its paths are not; prepare it again")
        return cls(hierarchy, out, out)


def _is_sound(label: Label, n: int, arcs: Weights) -> bool:
    """Return whether no answer can leave these arrays."""
    first, hub, far, arc = label
    if len(first) != n + 1 or first[0] != 0 or bool((np.diff(first) < 1).any()) or {*map(len, label[1:])} != {first[-1]}:
        return False
    rises = np.diff(hub) > 0
    rises[first[1:-1] - 1] = True
    return (
        (far.dtype.kind == "f") == (arcs.dtype.kind == "f")
        and bool(rises.all() and (hub >= 0).all() and (far >= 0).all() and (arc >= 0).all())
        and np.array_equal(hub[first[1:] - 1], np.arange(n))
    )


def _is_reached(label: Label, hierarchy: Hierarchy, side: int) -> bool:
    """Return whether each hub is as far as its arc says: the arc's weight and the distance from its upper end to the hub."""
    n, rows, counts = len(hierarchy.rank), hierarchy.first, np.diff(label.first)
    if label.far[label.first[1:] - 1].any():  # each place is its own last hub
        return False
    for begin in check_while_iterating(range(0, len(label.hub), CHUNK)):
        entry = np.arange(begin, min(len(label.hub), begin + CHUNK))
        place = np.searchsorted(label.first, entry, "right") - 1
        is_other = label.hub[entry] != place
        entry, place = entry[is_other], place[is_other]
        row = 2 * (n - 1 - place) + side
        arc = rows[row] + label.arc[entry].astype(np.int64)
        if (arc >= rows[row + 1]).any():
            return False
        upper, hub = n - 1 - (hierarchy.arcs[arc, 0].astype(np.int64) >> 1), label.hub[entry]
        low, high = label.first[upper], label.first[upper + 1] - 1
        for _ in range(int(counts.max(initial=1)).bit_length()):
            middle = (low + high) >> 1
            is_below = label.hub[middle] < hub
            low, high = np.where(is_below, np.minimum(middle + 1, high), low), np.where(is_below, high, middle)
        far = label.far[low].astype(np.float64 if label.far.dtype.kind == "f" else np.int64)
        if (label.hub[low] != hub).any() or (far + hierarchy.arcs[arc, 1] != label.far[entry]).any():
            return False
    return True


def _is_symmetric(hierarchy: Hierarchy) -> bool:
    """Return whether the upward arcs of each node are also its downward arcs."""
    counts = np.diff(hierarchy.first)
    if not np.array_equal(counts[0::2], counts[1::2]):
        return False
    is_up = np.repeat(np.arange(len(counts)) % 2 == 0, counts)
    return np.array_equal(hierarchy.arcs[is_up], hierarchy.arcs[~is_up])


def _grow_label(label: Label) -> Label:
    """Return arrays of twice the length."""
    hub, far, arc = (np.concatenate((each, np.empty_like(each))) for each in label[1:])
    return Label(label.first, cast("Int32", hub), cast("Weights", far), cast("Int32", arc))


def _cut(label: Label, kind: type[np.generic]) -> Label:
    """Return arrays without the room that is left."""
    used = label.first[-1]
    return Label(label.first, label.hub[:used].copy(), label.far[:used].astype(kind), label.arc[:used].copy())


def _expect_room(out: Label, into: Label, done: int, n: int, most: float) -> None:
    """Raise BadInput if the labels so far exceed the memory."""
    used = sum(int(label.first[done]) for label in ((out,) if into is out else (out, into))) * BYTES / 1e6
    if used > most:
        raise BadInput(
            f"hub labels take {used:,.0f} MB after {done:,} of {n:,} positions, and memory={most:g}; allow more, or use "
            "hierarchy"
        )


@machine_code
def meet(out: Label, into: Label, begin: int, end: int) -> tuple[int, int]:
    """Return the entries of the best common hub in both labels; -1 and -1 if there is none."""
    one, other = out.first[begin], into.first[end]
    last, final = out.first[begin + 1], into.first[end + 1]
    best_one, best_other, found = -1, -1, False
    best = out.far[one] + into.far[other]
    while one < last and other < final:
        here, there = out.hub[one], into.hub[other]
        if here == there:
            total = out.far[one] + into.far[other]
            if not found or total < best:
                best, best_one, best_other, found = total, one, other, True
        one += int(here <= there)
        other += int(there <= here)
    return best_one, best_other


@machine_code
def measure(out: Label, into: Label, begin: int, end: int) -> Any:
    """Return the distance between two places; `NEVER` if there is no path."""
    one, other = meet(out, into, begin, end)
    return out.far[one] + into.far[other] if one >= 0 else NEVER


@machine_code
def meet_all(out: Label, into: Label, begin: Int64, end: Int64, found: Wide) -> None:
    """Write the distance of each pair of places into ``found``; `NEVER` if there is no path."""
    for pair in range(len(begin)):
        found[pair] = measure(out, into, begin[pair], end[pair])


@machine_code
def find_entry(label: Label, place: int, hub: int) -> int:
    """Return the entry of a hub in a label; -1 if it has no such hub."""
    low, high = label.first[place], label.first[place + 1]
    while low < high:
        middle = (low + high) >> 1
        if label.hub[middle] < hub:
            low = middle + 1
        else:
            high = middle
    return low if low < label.first[place + 1] and label.hub[low] == hub else -1


@machine_code
def climb(rows: Int32, arcs: Weights, label: Label, place: int, entry: int, side: int, found: Int64, count: int) -> int:
    """Write the arcs from a place up to a hub into ``found``, from ``count`` on.

    Return their end; `NO_ROOM` if there is no room, and `LOST` if no arc leads on.
    """
    n, hub = len(label.first) - 1, label.hub[entry]
    while place != hub:
        if count == len(found):
            return NO_ROOM
        row = 2 * (n - 1 - place) + side
        arc = rows[row] + int(label.arc[entry])
        if arc >= rows[row + 1]:
            return LOST
        found[count] = arc
        count += 1
        place = n - 1 - (int(arcs[arc, 0]) >> 1)
        entry = find_entry(label, place, hub)
        if entry < 0:
            return LOST
    return count


@machine_code
def follow(rows: Int32, arcs: Weights, parts: Int32, out: Label, into: Label, begin: int, end: int, edges: Int64) -> int:
    """Write the edges of the cheapest path between two places into ``edges``.

    Return their number; `NO_ROOM` if there is no room, and `LOST` if the labels contradict the hierarchy.
    """
    one, other = meet(out, into, begin, end)
    if one < 0:
        return 0
    top = climb(rows, arcs, out, begin, one, 0, edges, 0)
    count = climb(rows, arcs, into, end, other, 1, edges, top) if top >= 0 else top
    low, high = top, count - 1
    while low < high:
        edges[low], edges[high] = edges[high], edges[low]
        low, high = low + 1, high - 1
    return expand(parts, edges, 0, count, len(rows) - 1) if count >= 0 else count
