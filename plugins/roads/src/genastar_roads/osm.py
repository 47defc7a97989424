"""OpenStreetMap files, read into arrays: the ways that a profile may use, barriers and turn restrictions.

Everything that is done for each node of a way is done by osmium or numpy. Python sees the tags of a way, and of those only
the ones that the profile asks for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import osmium
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray
from osmium import osm
from osmium.filter import KeyFilter

from genastar import BadInput
from genastar_roads.osm_size import check_size
from genastar_roads.profile import Profile, Rule
from genastar_roads.progress import progress

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Float64 = NDArray[np.float64]
N = TypeVar("N", bound=np.generic)

_WKB_HEAD: Final = 18
"""Hexadecimal digits before the points of a line: byte order, type, number of points."""

_SHOWN_EVERY: Final = 4096


@frozen
class Restriction:
    """A relation that forbids turns: from one way, by a node or by ways, to another."""

    kind: str
    """``no_left_turn``, ``only_straight_on`` and so on."""
    origin: int
    via_node: int
    """0 if it goes by ways."""
    via_ways: tuple[int, ...]
    target: int


@frozen(eq=False)
class OsmWays:
    """Ways, with their nodes one after another. Way ``w`` has those from ``first[w]`` to ``first[w + 1]``."""

    node: Int64
    """Ids of nodes, shape (r,)."""
    lat: Float64
    """Degrees, shape (r,); NaN for nodes that the file does not hold."""
    lon: Float64
    first: Int64
    way: Int64
    """Ids of ways, shape (w,)."""
    rule: Int32
    """Which of ``rules``, shape (w,)."""
    name: Int32
    """Which of ``names``, shape (w,)."""
    rules: tuple[Rule, ...]
    names: tuple[str, ...]
    barriers: Int64
    """Ids of nodes that nobody passes."""
    restrictions: tuple[Restriction, ...]


def read_osm(path: Path, profile: Profile, megabytes: int) -> OsmWays:
    """Read an OpenStreetMap file: ``.osm.pbf``, ``.pbf``, ``.osm``, ``.osm.gz`` or ``.osm.bz2``.

    Args:
        path: the file. Its nodes come before its ways, and these before its relations, as is usual.
        profile: whose ways are kept.
        megabytes: a file that unpacks to more is refused.

    Raises:
        BadInput: it cannot be read, is cut off or damaged, or holds no way that the profile may use.
    """
    check_size(path, megabytes)
    reader = _Reader(profile)
    try:
        with progress(f"reading {path.name}") as tell:
            for number, thing in enumerate(_things(path)):
                if number % _SHOWN_EVERY == 0:
                    tell(number)
                reader.take(thing)
        found = _with_new_nodes(path, reader.ways())
    except (RuntimeError, OSError, ValueError) as error:  # what osmium raises of damaged files
        raise BadInput(f"{path}: this is no OpenStreetMap file that can be read: {' '.join(str(error).split())}") from error
    if not len(found.way):
        raise BadInput(f"{path}: it holds no way that the profile {profile.name!r} may use")
    if np.isnan(found.lat).all():
        raise BadInput(f"{path}: no way has nodes with coordinates; nodes must be in the file, and come before ways")
    return found


def _things(path: Path) -> Iterator[object]:
    kinds = osm.NODE | osm.WAY | osm.RELATION
    keys = KeyFilter("highway", "route", "barrier", "restriction", *_RESTRICTIONS_OF_MODES)
    return iter(osmium.FileProcessor(str(path), kinds).with_locations().with_filter(keys))


def _with_new_nodes(path: Path, ways: OsmWays) -> OsmWays:
    """The ways with the coordinates of nodes with negative ids, which osmium's table has no room for.

    Editors give such ids to what was not yet sent in; such files are small.
    """
    missing = np.isnan(ways.lat) & (ways.node < 0)
    if not missing.any():
        return ways
    places = np.array([(node.id, node.lat, node.lon) for node in _nodes(path) if node.id < 0 and node.location.valid()])
    places = places.reshape(-1, 3)[np.argsort(places.reshape(-1, 3)[:, 0])]
    row = np.searchsorted(places[:, 0], ways.node)
    fits = missing & (row < len(places))
    fits[fits] = places[row[fits], 0] == ways.node[fits]
    lat, lon = ways.lat.copy(), ways.lon.copy()
    lat[fits], lon[fits] = places[row[fits], 1], places[row[fits], 2]
    return evolve(ways, lat=lat, lon=lon)


def _nodes(path: Path) -> Iterator[osm.Node]:
    return (thing for thing in osmium.FileProcessor(str(path), osm.NODE) if isinstance(thing, osm.Node))


_RESTRICTIONS_OF_MODES: Final = tuple(
    f"restriction:{mode}" for mode in ("motorcar", "motor_vehicle", "vehicle", "bicycle", "foot", "hgv", "bus", "motorcycle")
)


@define
class _Reader:
    """What was read so far."""

    profile: Profile
    nodes: array[int] = field(factory=lambda: array("q"))
    lines: list[str] = field(factory=list)
    sizes: array[int] = field(factory=lambda: array("q"))
    way: array[int] = field(factory=lambda: array("q"))
    rule: array[int] = field(factory=lambda: array("i"))
    name: array[int] = field(factory=lambda: array("i"))
    rules: dict[Rule, int] = field(factory=dict)
    names: dict[str, int] = field(factory=lambda: {"": 0})
    known: dict[tuple[str | None, ...], int] = field(factory=dict)
    """The rule of a combination of values, -1 where that is closed: there are few of them."""
    keys: tuple[str, ...] = ()
    barriers: array[int] = field(factory=lambda: array("q"))
    restrictions: list[Restriction] = field(factory=list)
    to_line: osmium.geom.WKBFactory = field(factory=osmium.geom.WKBFactory)

    def __attrs_post_init__(self) -> None:
        self.keys = self.profile.keys

    def take(self, thing: object) -> None:
        """A node, way or relation. It is only valid until the next."""
        if isinstance(thing, osm.Way):
            self.take_way(thing)
        elif isinstance(thing, osm.Node):
            tags = dict(thing.tags)
            if self.profile.is_stopped(tags):
                self.barriers.append(thing.id)
        elif isinstance(thing, osm.Relation):
            self.take_relation(thing)

    def take_way(self, way: osm.Way) -> None:
        get = way.tags.get
        kind = get("highway")
        if kind is None:
            if not self.profile.ferry or get("route") != "ferry":
                return
        elif kind not in self.profile.speeds and kind not in self.profile.if_allowed:
            return
        values = tuple([get(key) for key in self.keys])
        rule = self.known.get(values)
        if rule is None:
            rule = self.known[values] = self.new_rule(values)
        if rule < 0:
            return
        nodes = [node.ref for node in way.nodes]
        if len(nodes) < 2:
            return
        self.nodes.extend(nodes)
        self.sizes.append(len(nodes))
        self.lines.append(self.line(way))
        self.way.append(way.id)
        self.rule.append(rule)
        self.name.append(self.names.setdefault(get("name") or get("ref") or "", len(self.names)))

    def new_rule(self, values: tuple[str | None, ...]) -> int:
        found = self.profile.rule({key: value for key, value in zip(self.keys, values, strict=True) if value is not None})
        return self.rules.setdefault(found, len(self.rules)) if found.is_open else -1

    def line(self, way: osm.Way) -> str:
        """The coordinates of a way's nodes: longitude and latitude of each, as doubles in hexadecimal."""
        try:
            return self.to_line.create_linestring(way, osmium.geom.use_nodes.ALL)[_WKB_HEAD:]
        except (RuntimeError, osmium.InvalidLocationError):  # some are not in the file, or all lie in one point
            places = [(node.location.lon, node.location.lat) if node.location.valid() else _NOWHERE for node in way.nodes]
            return np.array(places, "<f8").tobytes().hex()

    def take_relation(self, relation: osm.Relation) -> None:
        kind = self.profile.obeys(dict(relation.tags))
        if not kind.startswith(("no_", "only_")):
            return
        by_role: dict[str, list[tuple[str, int]]] = {}
        for member in relation.members:
            by_role.setdefault(member.role, []).append((member.type, member.ref))
        via = by_role.get("via", [])
        nodes, ways = [ref for kind, ref in via if kind == "n"], tuple(ref for kind, ref in via if kind == "w")
        if bool(ways) == bool(nodes) or len(nodes) > 1:
            return  # it says nothing that can be followed
        for origin in _ways(by_role.get("from", [])):
            for target in _ways(by_role.get("to", [])):
                self.restrictions.append(Restriction(kind, origin, nodes[0] if nodes else 0, ways, target))

    def ways(self) -> OsmWays:
        """All of it as arrays."""
        points = np.frombuffer(bytes.fromhex("".join(self.lines)), "<f8").reshape(-1, 2)
        return OsmWays(
            node=_numbers(self.nodes, np.int64),
            lat=np.ascontiguousarray(points[:, 1], np.float64),
            lon=np.ascontiguousarray(points[:, 0], np.float64),
            first=np.concatenate(([0], np.cumsum(_numbers(self.sizes, np.int64)))),
            way=_numbers(self.way, np.int64),
            rule=_numbers(self.rule, np.int32),
            name=_numbers(self.name, np.int32),
            rules=tuple(self.rules),
            names=tuple(self.names),
            barriers=np.unique(_numbers(self.barriers, np.int64)),
            restrictions=tuple(self.restrictions),
        )


_NOWHERE: Final = (float("nan"), float("nan"))


def _ways(members: Iterable[tuple[str, int]]) -> list[int]:
    return [ref for kind, ref in members if kind == "w"]


def _numbers(values: array[int], kind: type[N]) -> NDArray[N]:
    return np.frombuffer(values, kind) if len(values) else np.empty(0, kind)
