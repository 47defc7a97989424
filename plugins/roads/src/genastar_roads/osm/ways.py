"""Ways, barriers and turn restrictions of an OpenStreetMap file, as arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from attrs import evolve, frozen

from genastar.files import AnyPath
from genastar_roads.graph.columns import Float64, Int8, Int32, Int64
from genastar_roads.osm.lookup import find_places
from genastar_roads.osm.remarks import Tally, objects_of
from genastar_roads.profiles.hourly import Closure
from genastar_roads.profiles.profile import Rule


@frozen
class Restriction:
    """A relation that forbids turns from one way, by a node or by ways, to another."""

    kind: str
    """``no_left_turn``, ``only_straight_on`` and so on."""
    origin: int
    via_node: int
    """0 for a restriction by ways."""
    via_ways: tuple[int, ...]
    target: int
    relation: int
    """Number of the relation."""
    closure: Closure | None = None
    """The times at which it holds; ``None``: always."""


@frozen(eq=False)
class OsmWays:
    """Ways, with their nodes concatenated. Way ``w`` has nodes ``first[w]`` to ``first[w + 1]``."""

    node: Int64
    """Node ids, shape (r,)."""
    lat: Float64
    """Degrees, shape (r,); NaN for nodes that are missing from the file."""
    lon: Float64
    first: Int64
    way: Int64
    """Way ids, shape (w,)."""
    rule: Int32
    """Index into ``rules``, shape (w,)."""
    name: Int32
    """Index into ``names``, shape (w,)."""
    kind: Int32
    """Index into ``kinds``, shape (w,)."""
    traits: Int8
    """Traits as bits, shape (w,); see `genastar_roads.profiles.traits`."""
    rules: tuple[Rule, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """Values of the tag ``highway``, or of ``route`` for ferries."""
    barriers: Int64
    """Ids of impassable nodes."""
    gates: Int64
    """Ids of nodes that only the first or last stretch of a route may pass."""
    closures: Mapping[int, Closure]
    """Nodes that are closed at some hours, by their ids; empty if hours were not read."""
    booths: Int64
    """Ids of nodes where a toll is paid."""
    restrictions: tuple[Restriction, ...]
    unread: Tally
    """Turn restrictions that cannot be used, by reason."""
    tally: Tally
    """What else cannot be used, by kind."""

    def drop_copies(self) -> OsmWays:
        """Return the last version of each way; merged files hold some ways twice."""
        last = np.sort(len(self.way) - 1 - np.unique(self.way[::-1], return_index=True)[1])
        copies = len(self.way) - len(last)
        if not copies:
            return self
        sizes = np.diff(self.first)
        twice = np.setdiff1d(np.arange(len(self.way)), last)
        self.tally.add("copies of ways, left out: {}", *objects_of("way", self.way[twice]), number=copies)
        rows = np.isin(np.repeat(np.arange(len(sizes)), sizes), last)
        return evolve(
            self,
            node=self.node[rows],
            lat=self.lat[rows],
            lon=self.lon[rows],
            first=np.concatenate(([0], np.cumsum(sizes[last]))),
            **{name: getattr(self, name)[last] for name in ("way", "rule", "name", "kind", "traits")},
        )

    def add_places(self, path: AnyPath, is_sorted: bool) -> OsmWays:
        """Return the ways with the coordinates of nodes that osmium's table does not hold.

        These are nodes with negative ids, and in files that are not sorted, those that stand after their ways.
        """
        lat, lon = self.lat.copy(), self.lon.copy()
        missing = np.isnan(lat)
        if missing.any() and (not is_sorted or self.node[missing].min() < 0):
            places = find_places(path, self.node[missing])
            row = np.searchsorted(places[:, 0], self.node)
            fits = missing & (row < len(places))
            fits[fits] = places[row[fits], 0] == self.node[fits]
            lat[fits], lon[fits] = places[row[fits], 1], places[row[fits], 2]
        absent = np.unique(self.node[np.isnan(lat)])
        text = "nodes of ways that are not in the file, where the ways are cut: {}"
        self.tally.add(text, *objects_of("node", absent), number=len(absent))
        return evolve(self, lat=lat, lon=lon)

    def join_at_antimeridian(self) -> OsmWays:
        """Return the ways with one node for each place at 180 degrees, which may be a node in the east and one in the west."""
        east, west = (np.flatnonzero(self.lon == meridian) for meridian in (180.0, -180.0))
        by_lat = {float(self.lat[row]): int(self.node[row]) for row in east}
        same = {int(self.node[row]): by_lat[float(self.lat[row])] for row in west if float(self.lat[row]) in by_lat}

        def replace_ids(ids: Int64) -> Int64:
            found = ids.copy()
            for old, new in same.items():
                found[ids == old] = new
            return found

        node, barriers, gates = (replace_ids(ids) for ids in (self.node, self.barriers, self.gates))
        return evolve(self, node=node, barriers=barriers, gates=gates)
