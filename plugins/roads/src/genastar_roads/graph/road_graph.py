"""A road graph: a directed multigraph in compressed rows, with whole weights."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal, cast

import numpy as np
from attrs import Factory, evolve, field, frozen
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar.storage.array_file import AnyArray, open_arrays, save_arrays
from genastar_prepare.graph.rows import compute_first
from genastar_roads.graph.columns import (
    Float64,
    Int8,
    Int32,
    Int64,
    check_degrees,
    check_flags,
    check_pairs,
    check_range,
    check_whole,
    compute_crc,
)
from genastar_roads.graph.earth import RADIUS, compute_chords, compute_unit_vectors
from genastar_roads.graph.facts import EdgeFacts
from genastar_roads.graph.sides import RoadSides
from genastar_roads.graph.stages import ARRIVING, GOES_ON, OPEN, add_arrivals, count_by_stage
from genastar_roads.info import U_TURNS, UTurns

Unit = Literal["cm", "ms", "weight"]
"""Unit of the weights: a centimetre, a millisecond, or the unit of the source."""

MOST: Final = 2**31 - 1
"""The largest weight, and the maximum number of nodes or edges."""


@frozen(eq=False)
class RoadGraph:
    """A directed multigraph of nodes 0 to n - 1 and edges 0 to m - 1; edges ``first[v]`` to ``first[v + 1]`` leave node ``v``.

    Parallel edges and self-loops are kept.
    """

    first: Int32 = field(repr=False)
    """Start of each node's edges, shape (n + 1,)."""
    head: Int32 = field(repr=False)
    """The node that an edge enters, shape (m,)."""
    weight: Int32 = field(repr=False)
    """Cost of an edge in ``unit``, not negative, shape (m,)."""
    lat: Float64 = field(repr=False)
    """Degrees, shape (n,); empty if coordinates are unknown."""
    lon: Float64 = field(repr=False)
    node_id: Int64 = field(repr=False)
    """Numbers of the nodes in the source, shape (n,)."""
    unit: Unit = "weight"
    turns: Int32 = field(factory=lambda: np.empty((0, 2), np.int32), repr=False)
    """Forbidden turns, shape (k, 2): a path must not take the second edge directly after the first. An ``only_*`` restriction
    is stored as all turns that it forbids. Sorted, without duplicates."""
    u_turns: UTurns = "allowed"
    """Where U-turns are forbidden in addition; `no_return` lists them."""
    stage: Int8 = field(default=Factory(lambda self: np.full(len(self.head), OPEN, np.int8), takes_self=True), repr=False)
    """Stage of a route that may use each edge, shape (m,); see `genastar_roads.graph.stages`."""
    facts: EdgeFacts | None = field(default=None, repr=False)
    """Facts about the edges, for results; searches do not use them."""
    credit: str = ""
    """Attribution text for maps."""
    remark: str = ""
    """What the graph leaves out of its source; empty if nothing."""

    @classmethod
    def from_edges(
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
        no_through: ArrayLike = (),
        facts: EdgeFacts | None = None,
        credit: str = "",
        name: str = "the edges",
    ) -> RoadGraph:
        """Return the graph of a list of edges, in any order.

        Args:
            tail: the nodes that edges leave, whole numbers from 0, shape (m,).
            head: the nodes that edges enter, shape (m,).
            weight: costs, whole and not negative, shape (m,).
            lat: degrees, shape (n,); or empty.
            lon: degrees, shape (n,); or empty.
            size: number of nodes, if neither coordinates nor ids give it; by default, the largest node of an edge plus one.
            node_id: numbers of the nodes in the source, shape (n,); by default 0 to n - 1.
            unit: unit of the weights.
            turns: forbidden pairs of edges, numbered as in these lists, shape (k, 2).
            u_turns: where U-turns are forbidden in addition.
            no_through: which edges only the first or the last stretch of a route may use, shape (m,); by default none. Each of
                them becomes two edges of the graph.
            facts: facts about the edges, in the order of these lists.
            credit: attribution text for maps.
            name: name of the source in error messages.

        Raises:
            BadInput: sizes differ, a number is out of range, or a weight is negative or not whole.
        """
        tails, heads, weights = (check_whole(name, *each) for each in (("tail", tail), ("head", head), ("weight", weight)))
        lats, lons = check_degrees(name, "lat", lat, 90.0), check_degrees(name, "lon", lon, 180.0)
        if not len(tails) == len(heads) == len(weights):
            raise BadInput(
                f"{name}: {len(tails)} tails, {len(heads)} heads and {len(weights)} weights; expected equally many of each"
            )
        if len(lats) != len(lons):
            raise BadInput(f"{name}: {len(lats)} latitudes and {len(lons)} longitudes; expected equally many of each")
        ids = None if node_id is None else check_whole(name, "node_id", node_id)
        known = [len(lats)] * bool(len(lats)) + ([] if ids is None else [len(ids)]) + ([] if size is None else [size])
        n = known[0] if known else int(max(tails.max(initial=-1), heads.max(initial=-1))) + 1
        if any(each != n for each in known):
            raise BadInput(
                f"{name}: coordinates, ids and size imply {' and '.join(map(str, known))} nodes; expected the same number"
            )
        if max(n, len(tails)) > MOST - 1:
            raise BadInput(f"{name}: {n} nodes and {len(tails)} edges are too many; the limit is {MOST - 1} of each")
        for what, numbers, most in (("tail", tails, n - 1), ("head", heads, n - 1), ("weight", weights, MOST)):
            check_range(name, what, numbers, most)
        closed = check_flags(name, "no_through", no_through, len(tails))
        edge, stage, forbidden = add_arrivals(closed, check_pairs(name, turns, len(tails)))
        order = np.argsort(tails[edge], kind="stable")
        edge = edge[order]
        return cls(
            first=compute_first(tails[edge], n),
            head=heads[edge].astype(np.int32),
            weight=weights[edge].astype(np.int32),
            lat=lats,
            lon=lons,
            node_id=np.arange(n) if ids is None else ids,
            unit=unit,
            turns=renumber_turns(forbidden, order),
            u_turns=u_turns,
            stage=stage[order],
            facts=None if facts is None else facts.take_edges(edge),
            credit=credit,
        )

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.first) - 1

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self.head)

    @property
    def has_coordinates(self) -> bool:
        """Whether the nodes have coordinates."""
        return len(self.lat) > 0 or self.size == 0

    @cached_property
    def tail(self) -> Int32:
        """The node that an edge leaves, shape (m,)."""
        return np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.first))

    @cached_property
    def vectors(self) -> Float64:
        """Nodes on the unit sphere, shape (n, 3). A chord between two nodes is no longer than any road between them."""
        return compute_unit_vectors(self.lat, self.lon)

    @cached_property
    def rate(self) -> float:
        """The greatest number for which ``rate * length <= weight`` holds for every edge, along its line and from end to end.

        Lengths are in radii of the earth.
        So ``floor(rate * chord(place, goal))`` is an estimate that is admissible and consistent, for places inside edges too.
        0 without coordinates.
        """
        if not len(self.lat):
            return 0.0
        straight = compute_chords(self.vectors[self.tail], self.vectors[self.head])
        length = straight if self.facts is None else np.maximum(straight, self.facts.length / RADIUS)
        apart = length > 0
        rates = self.weight[apart] / length[apart]
        return float(rates.min(initial=np.inf)) * (1 - 1e-9) if len(rates) else 0.0  # rounding must not make it too large

    @cached_property
    def sides(self) -> RoadSides:
        """Return the edges along one road in one direction, and those in the other."""
        return RoadSides.of(self.tail, self.head, self.facts)

    @property
    def twin(self) -> Int32:
        """The smallest edge of the same road in the other direction, shape (m,); -1 for a one-way street."""
        return self.sides.twin

    def find_copies(self, edge: int) -> Int64:
        """Return an edge and its copies: on the same side of the road, with the same weight. Other edges may follow each."""
        found = self.sides.get_edges(int(self.sides.of_edge[edge]))
        return np.asarray(found[self.weight[found] == self.weight[edge]])

    def find_edges(self, tail: int, head: int) -> Int64:
        """Return the edges from a node to another, shape (k,)."""
        begin, end = self.first[tail : tail + 2].tolist()
        found: Int64 = (self.head[begin:end] == head).nonzero()[0] + begin
        return found

    def list_roads(self) -> Int64:
        """Return one edge of each road, shape (k,)."""
        return self.sides.road_edges

    @property
    def copied(self) -> int:
        """Number of edges that are copies: for restrictions by ways, if the ways are known, and for arriving."""
        is_copied = self.facts is not None and (len(self.turns) > 0 or bool((self.stage != OPEN).any()))
        return self.edges - len(self.sides.least) if is_copied else 0

    @cached_property
    def no_return(self) -> Int32:
        """The side of a road along which a path must not leave a junction after an edge, shape (m,); -1 for none.

        It is the opposite side of that edge, if `u_turns` forbids a U-turn there.
        """
        back = self.sides.opposite
        if self.u_turns != "dead-ends":
            return back if self.u_turns == "never" else np.full_like(back, -1)
        came, after = self.turns.T
        closed = (self.tail[after] == self.head[came]) & (self.sides.of_edge[after] != back[came])
        closed &= GOES_ON[self.stage[came], self.stage[after]] > 0
        leaving = count_by_stage(self.tail, self.stage, self.size)[self.head]
        leaving -= np.where(back < 0, 0, count_by_stage(self.sides.of_edge, self.stage, len(self.sides.least))[back].T).T
        ways_on = (leaving * GOES_ON[self.stage]).sum(axis=1) - np.bincount(came[closed], minlength=self.edges)
        return np.where(ways_on > 0, back, np.int32(-1))

    @cached_property
    def fingerprint(self) -> int:
        """CRC-32 of the data that searches use. Saved landmarks and hierarchies store it to recognise their graph."""
        return compute_crc(self.first, self.head, self.weight, self.turns, self.stage)

    @cached_property
    def numbering(self) -> int:
        """CRC-32 of what the numbers of nodes and edges mean. Places store it to recognise their roads."""
        return compute_crc(self.first, self.head, self.lat, self.lon, self.node_id)

    def reverse_edges(self) -> RoadGraph:
        """Return the graph with all edges reversed. Its edge ``e`` is edge ``get_reverse_order()[e]`` of this graph."""
        order = self.get_reverse_order()
        turns = renumber_turns(self.turns[:, ::-1], order)
        first, head = compute_first(self.head, self.size), self.tail[order]
        facts = None if self.facts is None else self.facts.take_edges(order).reverse_edges()
        stage = (ARRIVING - self.stage[order]).astype(np.int8)
        return evolve(self, first=first, head=head, weight=self.weight[order], turns=turns, stage=stage, facts=facts)

    def get_reverse_order(self) -> Int64:
        """Return the edges sorted by the node that they enter, shape (m,)."""
        return np.argsort(self.head, kind="stable")

    def reorder_nodes(self, order: ArrayLike) -> RoadGraph:
        """Return the same graph with its nodes in another order: new node ``i`` is old node ``order[i]``.

        Raises:
            BadInput: the order is not a permutation of the nodes.
        """
        old = check_whole("the order", "node", order)
        if len(old) != self.size or not np.array_equal(np.sort(old), np.arange(self.size)):
            raise BadInput(f"the order is not a permutation: expected each of {self.size} nodes once")
        new = np.empty(self.size, np.int32)
        new[old] = np.arange(self.size, dtype=np.int32)
        return self.with_nodes(old, new)

    def with_nodes(self, old: NDArray[np.integer], new: NDArray[np.integer]) -> RoadGraph:
        """Return the graph with other nodes: node ``i`` becomes node ``new[i]``, and node ``j`` has the place of ``old[j]``."""
        tail = new[self.tail]
        edges = np.argsort(tail, kind="stable")
        return evolve(
            self,
            first=compute_first(tail, len(old)),
            head=new[self.head[edges]].astype(np.int32),
            weight=self.weight[edges],
            lat=self.lat[old] if len(self.lat) else self.lat,
            lon=self.lon[old] if len(self.lon) else self.lon,
            node_id=self.node_id[old],
            turns=renumber_turns(self.turns, edges),
            stage=self.stage[edges],
            facts=None if self.facts is None else self.facts.take_edges(edges),
        )

    def select_part(self, nodes: NDArray[np.bool_]) -> RoadGraph:
        """Return the marked nodes, shape (n,), with the edges between them."""
        new = np.cumsum(nodes, dtype=np.int64) - 1
        edges = np.flatnonzero(nodes[self.tail] & nodes[self.head])
        tail = new[self.tail[edges]]
        return evolve(
            self,
            first=compute_first(tail, int(np.count_nonzero(nodes))),
            head=new[self.head[edges]].astype(np.int32),
            weight=self.weight[edges],
            lat=self.lat[nodes] if len(self.lat) else self.lat,
            lon=self.lon[nodes] if len(self.lon) else self.lon,
            node_id=self.node_id[nodes],
            turns=renumber_turns(self.turns, edges, self.edges),
            stage=self.stage[edges],
            facts=None if self.facts is None else self.facts.take_edges(edges),
        )

    def save(self, path: AnyPath) -> None:
        """Write the graph as a file that `open` reads.

        Raises:
            BadInput: the file cannot be written.
        """
        arrays: dict[str, AnyArray] = {name: getattr(self, name) for name in _ARRAYS}
        facts: dict[str, str | int | float | bool | list[str]] = {"unit": self.unit, "credit": self.credit}
        facts["remark"], facts["u_turns"] = self.remark, self.u_turns
        if self.facts is not None:
            arrays |= self.facts.arrays
            facts["names"], facts["kinds"] = list(self.facts.names), list(self.facts.kinds)
        save_arrays(path, "road graph", facts, arrays)

    @classmethod
    def open(cls, path: AnyPath) -> RoadGraph:
        """Open a saved graph.

        Raises:
            BadInput: the file cannot be read, is not a graph, has another version, or is damaged.
        """
        found = open_arrays(path, "road graph")
        unit, u_turns = found.facts.get("unit"), found.facts.get("u_turns")
        if unit not in ("cm", "ms", "weight") or u_turns not in U_TURNS:
            raise BadInput(f"{path}: its unit or its rule for U-turns is missing; save it again from its source")
        graph = cls(
            found.get_int32("first"),
            found.get_int32("head"),
            found.get_int32("weight"),
            found.get_float64("lat"),
            found.get_float64("lon"),
            found.get_int64("node_id"),
            cast(Unit, unit),
            found.get_int32("turns", dimensions=2),
            u_turns,
            found.get_int8("stage"),
            EdgeFacts.open(found),
            str(found.facts.get("credit", "")),
            str(found.facts.get("remark", "")),
        )
        graph.check(str(path))
        return graph

    def check(self, name: str) -> None:
        """Check that the arrays fit together, so that no search can leave them.

        Raises:
            BadInput: they do not; the message begins with ``name``.
        """
        n, m = self.size, self.edges
        coordinates = len(self.lat) == len(self.lon) and len(self.lat) in (0, n)
        sizes = (
            n >= 0
            and len(self.weight) == m
            and len(self.node_id) == n
            and coordinates
            and len(self.stage) == m
            and self.turns.shape[1:] == (2,)
        )
        if not sizes or self.first[0] != 0 or self.first[-1] != m or bool((np.diff(self.first) < 0).any()):
            raise BadInput(f"{name}: its arrays do not fit together; save it again from its source")
        bad = [
            what
            for what, numbers, most in (
                ("head", self.head, n - 1),
                ("weight", self.weight, MOST),
                ("turns", self.turns, m - 1),
                ("stage", self.stage, ARRIVING),
            )
            if numbers.size and (int(numbers.min()) < 0 or int(numbers.max()) > most)
        ]
        if bad or not np.isfinite(self.lat).all() or not np.isfinite(self.lon).all():
            raise BadInput(f"{name}: {(bad or ['coordinates'])[0]} holds numbers out of range; save it again from its source")
        if self.facts is not None:
            self.facts.check(name, m)


_ARRAYS: Final = ("first", "head", "weight", "lat", "lon", "node_id", "turns", "stage")


def renumber_turns(turns: Int32, order: NDArray[np.integer], edges: int | None = None) -> Int32:
    """Renumber pairs of edges: edge ``i`` was ``order[i]``. Pairs with a removed edge are dropped."""
    if not len(turns):
        return turns
    new = np.full(len(order) if edges is None else edges, -1, np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    renamed = new[turns]
    return np.unique(renamed[(renamed >= 0).all(axis=1)], axis=0)
