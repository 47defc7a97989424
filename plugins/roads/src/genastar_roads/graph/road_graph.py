"""A road graph: a directed multigraph in compressed rows, with whole weights."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final, Literal, cast
from zlib import crc32

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar_roads.graph.columns import check_range, degrees, pairs, whole
from genastar_roads.graph.earth import RADIUS, chords, unit_vectors
from genastar_roads.graph.facts import EdgeFacts, Shapes
from genastar_roads.graph.sides import Sides
from genastar_roads.graph.store import AnyArray, open_arrays, save_arrays
from genastar_roads.info import U_TURNS, UTurns

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Float64 = NDArray[np.float64]

Unit = Literal["cm", "ms", "weight"]
"""What one of a weight is: a centimetre, a millisecond, or what the source says."""

MOST: Final = 2**31 - 1
"""The largest weight, and the most nodes or edges."""


@frozen(eq=False)
class RoadGraph:
    """Nodes are numbered 0 to n - 1; edges 0 to m - 1, those that leave node ``v`` from ``first[v]`` to ``first[v + 1]``.

    Parallel edges and self-loops are kept.
    """

    first: Int32 = field(repr=False)
    """Shape (n + 1,)."""
    head: Int32 = field(repr=False)
    """The node that an edge leads to, shape (m,)."""
    weight: Int32 = field(repr=False)
    """What an edge costs, in ``unit``, not negative, shape (m,)."""
    lat: Float64 = field(repr=False)
    """Degrees, shape (n,); or empty, where no coordinates are known."""
    lon: Float64 = field(repr=False)
    node_id: Int64 = field(repr=False)
    """The numbers that the nodes have in the source, shape (n,)."""
    unit: Unit = "weight"
    turns: Int32 = field(factory=lambda: np.empty((0, 2), np.int32), repr=False)
    """Forbidden turns, shape (k, 2): whoever comes by the first edge must not leave by the second. An ``only_*`` restriction
    stands here as all that it forbids. In ascending order, each once."""
    u_turns: UTurns = "allowed"
    """Where U-turns are forbidden besides; which they are, `no_return` says."""
    facts: EdgeFacts | None = field(default=None, repr=False)
    """What is known of the edges, for results; the search does not look at it."""
    credit: str = ""
    """Whom to name under a map of it."""
    remark: str = ""
    """What its user should know of how it was made; empty if nothing."""

    @classmethod
    def of_edges(
        cls,
        tail: ArrayLike,
        head: ArrayLike,
        weight: ArrayLike,
        lat: ArrayLike = (),
        lon: ArrayLike = (),
        *,
        size: int | None = None,
        node_id: ArrayLike | None = None,
        unit: Unit = "weight",
        turns: ArrayLike = (),
        u_turns: UTurns = "allowed",
        facts: EdgeFacts | None = None,
        credit: str = "",
        name: str = "the edges",
    ) -> RoadGraph:
        """The graph of a list of edges, in any order.

        Args:
            tail: the nodes that edges leave, whole numbers from 0 on, shape (m,).
            head: the nodes that they enter, shape (m,).
            weight: what they cost, whole and not negative, shape (m,).
            lat: degrees, shape (n,); or nothing.
            lon: degrees, shape (n,); or nothing.
            size: how many nodes there are, where neither coordinates nor ids say; by default as many as edges name.
            node_id: the numbers of the nodes in the source, shape (n,); by default 0 to n - 1.
            unit: what one of a weight is.
            turns: forbidden pairs of edges, numbered as in these lists, shape (k, 2).
            u_turns: where U-turns are forbidden besides.
            facts: what is known of the edges, in the order of these lists.
            credit: whom to name under a map of it.
            name: the source, in messages.

        Raises:
            BadInput: sizes differ, a number is out of range, a weight is negative or no whole number.
        """
        tails, heads = whole(name, "tail", tail), whole(name, "head", head)
        weights = whole(name, "weight", weight)
        lats, lons = degrees(name, "lat", lat, 90.0), degrees(name, "lon", lon, 180.0)
        if not len(tails) == len(heads) == len(weights):
            raise BadInput(
                f"{name}: {len(tails)} tails, {len(heads)} heads and {len(weights)} weights; expected as many of each"
            )
        if len(lats) != len(lons):
            raise BadInput(f"{name}: {len(lats)} latitudes and {len(lons)} longitudes; expected as many of each")
        ids = None if node_id is None else whole(name, "node_id", node_id)
        known = [len(lats)] * bool(len(lats)) + ([] if ids is None else [len(ids)]) + ([] if size is None else [size])
        n = known[0] if known else int(max(tails.max(initial=-1), heads.max(initial=-1))) + 1
        if any(each != n for each in known):
            raise BadInput(
                f"{name}: coordinates, ids and size speak of {' and '.join(map(str, known))} nodes; expected one number"
            )
        if max(n, len(tails)) > MOST - 1:
            raise BadInput(f"{name}: {n} nodes and {len(tails)} edges are too many; the limit is {MOST - 1} of each")
        for what, numbers, most in (("tail", tails, n - 1), ("head", heads, n - 1), ("weight", weights, MOST)):
            check_range(name, what, numbers, most)
        order = np.argsort(tails, kind="stable")
        return cls(
            first=_first_of(tails, n),
            head=heads[order].astype(np.int32),
            weight=weights[order].astype(np.int32),
            lat=lats,
            lon=lons,
            node_id=np.arange(n) if ids is None else ids,
            unit=unit,
            turns=_renamed(pairs(name, turns, len(tails)), order),
            u_turns=u_turns,
            facts=None if facts is None else facts.taken(order),
            credit=credit,
        )

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.first) - 1

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return len(self.head)

    @property
    def has_coordinates(self) -> bool:
        """Whether it is known where nodes lie."""
        return len(self.lat) > 0 or self.size == 0

    @cached_property
    def tail(self) -> Int32:
        """The node that an edge leaves, shape (m,)."""
        return np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.first))

    @cached_property
    def vectors(self) -> Float64:
        """Nodes on the sphere of radius 1, shape (n, 3). A chord between two is no longer than any way on the ground."""
        return unit_vectors(self.lat, self.lon)

    @cached_property
    def rate(self) -> float:
        """The greatest number for which ``rate * length <= weight`` for every edge, along it and from end to end.

        Lengths are in radii of the earth.
        So ``floor(rate * chord(place, goal))`` is an estimate that is admissible and consistent, for places inside edges too.
        0 without coordinates.
        """
        if not len(self.lat):
            return 0.0
        straight = chords(self.vectors[self.tail], self.vectors[self.head])
        length = straight if self.facts is None else np.maximum(straight, self.facts.length / RADIUS)
        apart = length > 0
        rates = self.weight[apart] / length[apart]
        return float(rates.min(initial=np.inf)) * (1 - 1e-9) if len(rates) else 0.0  # rounding must not make it too large

    @cached_property
    def sides(self) -> Sides:
        """Which edges run along one road, in one direction and in the other."""
        return Sides.of(self.tail, self.head, self.facts)

    @property
    def twin(self) -> Int32:
        """The edge that is the same road the other way, shape (m,); -1 for a one-way."""
        return self.sides.twin

    def copies(self, edge: int) -> Int64:
        """An edge and its copies, which differ in forbidden turns alone: on its side of the road, and of its weight."""
        found = self.sides.edges(int(self.sides.of_edge[edge]))
        return np.asarray(found[self.weight[found] == self.weight[edge]])

    @property
    def copied(self) -> int:
        """How many edges are copies that restrictions by ways made, of a graph whose ways are known."""
        return 0 if self.facts is None or not len(self.turns) else self.edges - len(self.sides.least)

    @cached_property
    def no_return(self) -> Int32:
        """The side of a road by which one must not leave a junction, having come along an edge; -1 for none. Shape (m,).

        It is the opposite side of that edge, where `u_turns` forbids a U-turn there.
        """
        back = self.sides.opposite
        if self.u_turns != "dead-ends":
            return back if self.u_turns == "never" else np.full_like(back, -1)
        came, after = self.turns.T
        closed = came[(self.tail[after] == self.head[came]) & (self.sides.of_edge[after] != back[came])]
        ways_on = np.diff(self.first)[self.head] - np.bincount(closed, minlength=self.edges)
        ways_on -= np.where(back < 0, 0, np.diff(self.sides.first)[back])
        return np.where(ways_on > 0, back, np.int32(-1))

    @cached_property
    def fingerprint(self) -> int:
        """The CRC-32 of what a search looks at: by it, saved landmarks or hierarchies know their graph."""
        crc = 0
        for array in (self.first, self.head, self.weight, self.turns):
            crc = crc32(array.tobytes(), crc)
        return crc

    def reversed(self) -> RoadGraph:
        """Every edge the other way round. Edge ``e`` of it is edge ``reverse_order()[e]`` of this one."""
        order = self.reverse_order()
        turns = _renamed(self.turns[:, ::-1], order)
        first, head = _first_of(self.head, self.size), self.tail[order]
        facts = None if self.facts is None else self.facts.taken(order).turned()
        return evolve(self, first=first, head=head, weight=self.weight[order], turns=turns, facts=facts)

    def reverse_order(self) -> Int64:
        """The edges in the order of the node that they enter, shape (m,)."""
        return np.argsort(self.head, kind="stable")

    def renumbered(self, order: ArrayLike) -> RoadGraph:
        """The same graph with its nodes in another order: the new node ``i`` is the old node ``order[i]``.

        Raises:
            BadInput: the order is no permutation of the nodes.
        """
        old = whole("the order", "node", order)
        if len(old) != self.size or not np.array_equal(np.sort(old), np.arange(self.size)):
            raise BadInput(f"the order: expected each of {self.size} nodes once")
        new = np.empty(self.size, np.int32)
        new[old] = np.arange(self.size, dtype=np.int32)
        tail = new[self.tail]
        edges = np.argsort(tail, kind="stable")
        return evolve(
            self,
            first=_first_of(tail, self.size),
            head=new[self.head[edges]],
            weight=self.weight[edges],
            lat=self.lat[old] if len(self.lat) else self.lat,
            lon=self.lon[old] if len(self.lon) else self.lon,
            node_id=self.node_id[old],
            turns=_renamed(self.turns, edges),
            facts=None if self.facts is None else self.facts.taken(edges),
        )

    def part(self, nodes: NDArray[np.bool_]) -> RoadGraph:
        """The nodes that are marked, shape (n,), with the edges between them."""
        new = np.cumsum(nodes, dtype=np.int64) - 1
        edges = np.flatnonzero(nodes[self.tail] & nodes[self.head])
        tail = new[self.tail[edges]]
        return evolve(
            self,
            first=_first_of(tail, int(np.count_nonzero(nodes))),
            head=new[self.head[edges]].astype(np.int32),
            weight=self.weight[edges],
            lat=self.lat[nodes] if len(self.lat) else self.lat,
            lon=self.lon[nodes] if len(self.lon) else self.lon,
            node_id=self.node_id[nodes],
            turns=_renamed(self.turns, edges, self.edges),
            facts=None if self.facts is None else self.facts.taken(edges),
        )

    def save(self, path: AnyPath) -> None:
        """Write it as a file that `open` maps into memory.

        Raises:
            BadInput: the file cannot be written.
        """
        arrays: dict[str, AnyArray] = {name: getattr(self, name) for name in _ARRAYS}
        facts: dict[str, str | int | float | bool | list[str]] = {"unit": self.unit, "credit": self.credit}
        facts["remark"], facts["u_turns"] = self.remark, self.u_turns
        if self.facts is not None:
            arrays |= {name: getattr(self.facts, name) for name in _OF_FACTS}
            arrays |= {f"shape_{name}": getattr(self.facts.shapes, name) for name in _OF_SHAPES}
            facts["names"] = list(self.facts.names)
        save_arrays(Path(path), "road graph", facts, arrays)

    @classmethod
    def open(cls, path: AnyPath) -> RoadGraph:
        """Open a saved graph.

        Raises:
            BadInput: the file cannot be read, is none, of another version, or damaged.
        """
        found = open_arrays(Path(path), "road graph")
        unit, names, facts = found.facts.get("unit"), found.facts.get("names"), None
        u_turns = found.facts.get("u_turns")
        if unit not in ("cm", "ms", "weight") or u_turns not in U_TURNS:
            raise BadInput(f"{path}: its unit or its rule for U-turns is missing; save it again from its source")
        if isinstance(names, list):
            shapes = Shapes(
                found.int64("shape_first"), found.float64("shape_lat"), found.float64("shape_lon"), found.int64("shape_node_id")
            )
            facts = EdgeFacts(
                found.float64("length"),
                found.float32("seconds"),
                found.int64("way"),
                found.int32("name"),
                found.int32("shape"),
                tuple(names),
                shapes,
            )
        graph = cls(
            found.int32("first"),
            found.int32("head"),
            found.int32("weight"),
            found.float64("lat"),
            found.float64("lon"),
            found.int64("node_id"),
            cast(Unit, unit),
            found.int32("turns", dimensions=2),
            u_turns,
            facts,
            str(found.facts.get("credit", "")),
            str(found.facts.get("remark", "")),
        )
        graph.check(str(path))
        return graph

    def check(self, name: str) -> None:
        """See whether the arrays fit together, so that no search can leave them.

        Raises:
            BadInput: they do not; the message begins with ``name``.
        """
        n, m = self.size, self.edges
        rows = self.first
        coordinates = len(self.lat) == len(self.lon) and len(self.lat) in (0, n)
        sizes = n >= 0 and len(self.weight) == m and len(self.node_id) == n and coordinates and self.turns.shape[1:] == (2,)
        if not sizes or rows[0] != 0 or rows[-1] != m or bool((np.diff(rows) < 0).any()):
            raise BadInput(f"{name}: its arrays do not fit together; save it again from its source")
        bad = [
            what
            for what, numbers, most in (("head", self.head, n - 1), ("weight", self.weight, MOST), ("turns", self.turns, m - 1))
            if numbers.size and (int(numbers.min()) < 0 or int(numbers.max()) > most)
        ]
        if bad or not np.isfinite(self.lat).all() or not np.isfinite(self.lon).all():
            raise BadInput(f"{name}: {(bad or ['coordinates'])[0]} holds numbers out of range; save it again from its source")
        if self.facts is not None:
            self.facts.check(name, m)


_ARRAYS: Final = ("first", "head", "weight", "lat", "lon", "node_id", "turns")
_OF_FACTS: Final = ("length", "seconds", "way", "name", "shape")
_OF_SHAPES: Final = ("first", "lat", "lon", "node_id")


def _first_of(tail: NDArray[np.integer], size: int) -> Int32:
    first = np.zeros(size + 1, np.int32)
    np.cumsum(np.bincount(tail, minlength=size), out=first[1:])
    return first


def _renamed(turns: Int32, order: NDArray[np.integer], edges: int | None = None) -> Int32:
    """Pairs of edges under the edges' new numbers; edge ``i`` was ``order[i]``. Pairs with an edge that is gone are dropped."""
    if not len(turns):
        return turns
    new = np.full(len(order) if edges is None else edges, -1, np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    renamed = new[turns]
    return np.unique(renamed[(renamed >= 0).all(axis=1)], axis=0)
