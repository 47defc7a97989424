"""Read OpenStreetMap files into arrays: the ways that a profile may use, barriers and turn restrictions.

osmium does the work per node: it reads the file, finds the coordinates of the nodes of ways, keeps objects with relevant tags,
and writes them as lines of text (format OPL) to a temporary file. Python then reads the ways, and numpy their nodes.
"""

from __future__ import annotations

import ctypes
import re
import tempfile
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import osmium
from attrs import define, field
from numpy.typing import NDArray
from osmium import osm
from osmium.filter import KeyFilter, TagFilter

from genastar import BadInput
from genastar.errors import format_error_line
from genastar.files import AnyPath
from genastar_picture.progress import show_progress
from genastar_roads.graph.columns import Float64
from genastar_roads.osm.lookup import find_borders
from genastar_roads.osm.remarks import KEYS, Tally, drop_hours, iterate_node_notes, list_notes
from genastar_roads.osm.size import check_size
from genastar_roads.osm.ways import OsmWays, Restriction
from genastar_roads.osm.xml import needs_rewriting, rewrite
from genastar_roads.profiles import hourly
from genastar_roads.profiles.access import Passage, normalize
from genastar_roads.profiles.hourly import Closure
from genastar_roads.profiles.profile import Profile, Rule
from genastar_roads.profiles.traits import find_traits, is_booth, list_trait_keys

N = TypeVar("N", bound=np.generic)

_TAGS: Final = re.compile("([^=,]*)=([^,]*)").findall
"""Keys and values; OPL escapes the separators."""

_BATCH: Final = 20_000
"""Number of ways whose nodes are converted to numbers at once."""

HOURLY: Final = "{} hold at some hours or for some vehicles only"
INCOMPLETE: Final = "{} have no from, to or via member that can be used"
AMBIGUOUS: Final = "{} have several from members without no_entry, or several to members without no_exit"
UNKNOWN: Final = "{} forbid nothing that is known, such as no_left_turn or only_straight_on"
UNREAD_TURNS: Final = "{} have a condition that cannot be read"
UNREAD_NODES: Final = "barriers with conditions that cannot be read, which count as not met: {}"
UNREAD_WAYS: Final = "ways with conditions that cannot be read, which count as not met: {}"
CAPITALS: Final = "relations whose type has capital letters, read as in lower case: {}"

_LARGEST_ID: Final = 2**53
"""Ids are parsed as doubles, together with coordinates."""


def read_osm(path: AnyPath, profile: Profile, megabytes: int, *, with_hours: bool = False) -> OsmWays:
    """Read an OpenStreetMap file: ``.osm.pbf``, ``.pbf``, ``.osm``, ``.osm.gz`` or ``.osm.bz2``.

    Args:
        path: the file. Nodes must come before ways, and ways before relations, as is usual.
        profile: the profile whose ways are kept.
        megabytes: maximum unpacked size.
        with_hours: whether tags that hold at some hours are read; otherwise they are only counted.

    Raises:
        BadInput: the file cannot be read, is cut off or damaged, or has no way for the profile.
    """
    path = Path(path)
    check_size(path, megabytes)
    reader = _Reader(profile, with_hours)
    try:
        with tempfile.TemporaryDirectory(prefix="genastar-roads-") as folder:
            source = path
            if not path.name.lower().endswith(".pbf") and needs_rewriting(path):
                source = Path(folder, "current.osm")
                reader.tally.add_all(rewrite(path, source))
            header = _read_header(path, source)
            has_places = _has_feature(header, "LocationsOnWays")
            lines = _write_as_text(source, profile, Path(folder, "found.opl"), has_places)
            with show_progress(f"reading {path.name}", lines.stat().st_size) as tell, lines.open("rb") as file:
                for line in file:
                    reader.take(line.decode("utf-8"))
                    if reader.is_full:
                        reader.flush()
                        tell(file.tell())
            reader.add_squares(source, has_places)
            ways = reader.collect_ways().drop_copies()
            found = ways.add_places(source, _has_feature(header, "Sort.Type_then_ID")).join_at_antimeridian()
    except BadInput:
        raise
    except (RuntimeError, OSError, ValueError, osmium.InvalidLocationError) as error:  # osmium's errors on damaged files
        if str(error).startswith("Write failed"):
            raise BadInput(
                f"{path}: cannot write the temporary file in {tempfile.gettempdir()}: "
                f"{format_error_line(error)}; free some space, or set TMPDIR to another folder"
            ) from error
        place = re.search("line [0-9]+", str(error))
        raise BadInput(f"{path}: not a readable OpenStreetMap file: damaged{f' in {place[0]}' if place else ''}") from error
    if not len(found.way):
        raise BadInput(f"{path}: no way is open to the profile {profile.name!r}; try another profile")
    if np.isnan(found.lat).all():
        raise BadInput(f"{path}: no way has nodes with coordinates; the file must contain the nodes of its ways")
    if np.abs(found.node).max() >= _LARGEST_ID:
        raise BadInput(f"{path}: a node has the id {np.abs(found.node).max()}; expected less than 2^53")
    return found


def _read_header(path: Path, source: Path) -> osmium.io.Header:
    with osmium.io.Reader(str(source), osm.NOTHING) as reader:
        header = reader.header()
    if header.has_multiple_object_versions:
        raise BadInput(
            f"{path}: a history, with several versions of its objects; expected one version, as osmium time-filter writes it"
        )
    return header


def _has_feature(header: osmium.io.Header, name: str) -> bool:
    """Return whether a PBF file has a feature: coordinates on its ways, or an order."""
    return any(header.get(f"pbf_optional_feature_{number}") == name for number in range(8))


def _write_as_text(path: Path, profile: Profile, out: Path, has_places: bool) -> Path:
    """Write relevant objects as OPL (https://osmcode.org/opl-file-format/): ways with the coordinates of their nodes.

    Args:
        path: the file.
        profile: the profile that decides what is relevant.
        out: the file to write.
        has_places: whether ways have coordinates already.
    """
    reader = osmium.io.Reader(str(path), osm.NODE | osm.WAY | osm.RELATION)
    places = osmium.NodeLocationsForWays(osmium.index.create_map("flex_mem"))
    places.ignore_errors()
    barriers = KeyFilter(*profile.node_keys)
    ways = KeyFilter(*profile.class_keys)
    types = ["restriction", *(f"restriction:{mode}" for mode in profile.restrictions)]
    bans = [("type", spelling) for each in types for spelling in (each, *_capitals(each))]
    squares = [("highway", kind) for kind in (*profile.speeds, *profile.if_allowed) if profile.areas]
    relations = TagFilter(*bans, *squares)
    barriers.enable_for(osm.NODE)
    ways.enable_for(osm.WAY)
    relations.enable_for(osm.RELATION)
    writer = osmium.SimpleWriter(osmium.io.File(str(out), "opl,add_metadata=none,locations_on_ways=true"))
    try:
        osmium.apply(reader, *(() if has_places else (places,)), barriers, ways, relations, writer)
    finally:
        try:
            writer.close()
        except BaseException:
            # Its destructor would write again, throw, and end the process, so it must never run.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(writer))
            raise
        finally:
            reader.close()
    return out


def _capitals(text: str) -> tuple[str, str]:
    """Return the usual spellings of a word with capital letters."""
    return text.capitalize(), text.upper()


class _Spellings(dict[str, bool]):
    """Whether a key is among others, in whatever case; a dictionary, because `take_way` asks for each tag of a file."""

    def __init__(self, keys: frozenset[str]) -> None:
        super().__init__()
        self.keys_read = keys

    def __missing__(self, key: str) -> bool:
        found = self[key] = key.lower() in self.keys_read
        return found


@define
class _Reader:
    """Data read so far."""

    profile: Profile
    with_hours: bool
    texts: list[str] = field(factory=list)
    """Nodes of ways as text, until `flush`."""
    rows: list[Float64] = field(factory=list)
    """Id, longitude and latitude of nodes in batches, shape (k, 3)."""
    sizes: array[int] = field(factory=lambda: array("q"))
    way: array[int] = field(factory=lambda: array("q"))
    rule: array[int] = field(factory=lambda: array("i"))
    name: array[int] = field(factory=lambda: array("i"))
    kind: array[int] = field(factory=lambda: array("i"))
    kinds: dict[str, int] = field(factory=dict)
    traits: array[int] = field(factory=lambda: array("b"))
    rules: dict[Rule, int] = field(factory=dict)
    names: dict[str, int] = field(factory=lambda: {"": 0})
    """Street names as in the file."""
    known: dict[tuple[tuple[str, str], ...], tuple[int, int, tuple[str, ...]]] = field(factory=dict)
    """Of each combination of tags, the rule, -1 if closed, the traits, and what cannot be used. There are few combinations."""
    is_read: dict[str, bool] = field(init=False)
    """Whether rules read a key, by its spelling in the file."""
    tally: Tally = field(factory=Tally)
    """What cannot be used, by kind."""
    barriers: array[int] = field(factory=lambda: array("q"))
    gates: array[int] = field(factory=lambda: array("q"))
    closures: dict[int, Closure] = field(factory=dict)
    booths: array[int] = field(factory=lambda: array("q"))
    restrictions: list[Restriction] = field(factory=list)
    unread: Tally = field(factory=Tally)
    borders: dict[int, tuple[dict[str, str], int, int]] = field(factory=dict)
    """Tags, rule and traits of the borders of squares, by the number of the way."""

    def __attrs_post_init__(self) -> None:
        self.is_read = _Spellings(self.profile.keys.union(KEYS, list_trait_keys(self.profile.modes)))

    @property
    def is_full(self) -> bool:
        """Whether it is time to `flush`."""
        return len(self.texts) >= _BATCH

    def take(self, line: str) -> None:
        """Read a line of a node, way or relation: its number, its tags, and fields that begin with a letter."""
        number, tagged, *rest = line.split(" ")
        tags = dict(_TAGS(tagged[1:]))
        match line[0]:
            case "w":
                self.take_way(int(number[1:]), tags, rest[-1].rstrip())
            case "n":
                self.take_node(int(number[1:]), _decode_tags(tags))
            case "r":
                kind = _decode(tags.get("type", ""))
                if kind.lower() == "multipolygon":
                    self.take_square(tags, rest[-1].rstrip())
                elif self.profile.restrictions and kind.lower().startswith("restriction"):
                    self.take_restriction(int(number[1:]), _decode_tags(tags), rest[-1].rstrip())
                else:
                    return
                if kind != kind.lower():
                    self.tally.add(CAPITALS, ("relation", int(number[1:])))

    def take_node(self, number: int, tags: dict[str, str]) -> None:
        if self.with_hours:
            passage, closure, is_unread = hourly.find_node_passage(self.profile, tags)
            if closure is not None:
                self.closures[number] = closure
            if is_unread:
                self.tally.add(UNREAD_NODES, ("node", number))
            tags = drop_hours(tags)
        else:
            passage = self.profile.find_node_passage(tags)
        if passage != Passage.OPEN:
            (self.gates if passage else self.barriers).append(number)
        if is_booth(tags, self.profile.modes):
            self.booths.append(number)
        for note in iterate_node_notes(self.profile, tags):
            self.tally.add(note, ("node", number))

    def take_way(self, number: int, tags: dict[str, str], nodes: str) -> None:
        relevant = tuple(tag for tag in tags.items() if self.is_read[tag[0]])
        found = self.known.get(relevant)
        if found is None:
            found = self.known[relevant] = self.make_rule(dict(relevant))
        rule, traits, notes = found
        for note in notes:
            self.tally.add(note, ("way", number))
        if rule >= 0:
            self.add_way(number, tags, rule, traits, nodes[1:])

    def add_way(self, number: int, tags: dict[str, str], rule: int, traits: int, nodes: str) -> None:
        size = nodes.count(",") + 1
        if size < 2:
            return
        self.texts.append(nodes)
        self.sizes.append(size)
        self.way.append(number)
        self.rule.append(rule)
        self.traits.append(traits)
        self.name.append(self.names.setdefault(tags.get("name") or tags.get("ref") or "", len(self.names)))
        self.kind.append(
            self.kinds.setdefault(next((tags[key] for key in self.profile.class_keys if key in tags), ""), len(self.kinds))
        )

    def make_rule(self, tags: dict[str, str]) -> tuple[int, int, tuple[str, ...]]:
        tags = _decode_tags(tags)
        found, is_unread = hourly.make_rule(self.profile, tags) if self.with_hours else (self.profile.make_rule(tags), False)
        if self.with_hours:
            tags = drop_hours(tags)
        kind = self.profile.find_class(tags)
        is_relevant = found.is_open or kind in self.profile.speeds or kind in self.profile.if_allowed
        notes = (*list_notes(self.profile, tags), *((UNREAD_WAYS,) if is_unread else ())) if is_relevant else ()
        rule = self.rules.setdefault(found, len(self.rules)) if found.is_open else -1
        return rule, find_traits(tags, kind, self.profile.modes), notes

    def add_squares(self, path: Path, has_places: bool) -> None:
        """Read the borders of squares that are not roads themselves."""
        for number in set(self.way).intersection(self.borders) if self.borders else ():
            del self.borders[number]
        for number, nodes in find_borders(path, self.borders, has_places) if self.borders else ():
            self.add_way(number, *self.borders[number], nodes)

    def take_square(self, tags: dict[str, str], members: str) -> None:
        """Note the borders of an area that the profile may use."""
        rule, traits, _ = self.make_rule(tags | {"area": "yes"})
        if rule >= 0:
            for kind, number, _ in _iterate_members(members):
                if kind == "w":
                    self.borders[number] = tags, rule, traits

    def take_restriction(self, number: int, tags: dict[str, str], members: str) -> None:
        bans, relation = self.profile.turn_bans, ("relation", number)
        kinds, is_unread = (hourly.list_turn_bans if self.with_hours else hourly.list_constant_turn_bans)(self.profile, tags)
        reason = HOURLY if bans.are_hourly(tags) else UNKNOWN if bans.are_unknown(tags) else ""
        if is_unread or (reason and not kinds):
            self.unread.add(UNREAD_TURNS if is_unread else reason, relation)
        if not kinds:
            return
        by_role: dict[str, list[tuple[str, int]]] = {}
        for member, ref, role in _iterate_members(members):
            by_role.setdefault(role, []).append((member, ref))
        via = by_role.get("via", [])
        nodes, ways = [ref for kind, ref in via if kind == "n"], tuple(_select_ways(via))
        origins, targets = _select_ways(by_role.get("from", [])), _select_ways(by_role.get("to", []))
        for kind, closure in kinds.items():
            if bool(ways) == bool(nodes) or len(nodes) > 1 or not origins or not targets:
                self.unread.add(INCOMPLETE, relation)
            elif (len(origins) > 1 and kind != "no_entry") or (len(targets) > 1 and kind != "no_exit"):
                self.unread.add(AMBIGUOUS, relation)
            else:
                node = nodes[0] if nodes else 0
                self.restrictions += (Restriction(kind, a, node, ways, b, number, closure) for a in origins for b in targets)

    def flush(self) -> None:
        """Convert the nodes of the last ways to numbers. They read ``n17x24.94y60.17``, or ``n17xy`` without coordinates."""
        text = ",".join(self.texts).replace("xy", "x@y@").translate(_BLANKS).replace("@", "nan")
        self.rows.append(np.fromstring(text, np.float64, sep=" ").reshape(-1, 3))
        self.texts.clear()

    def collect_ways(self) -> OsmWays:
        """Return all data as arrays."""
        self.flush()
        rows = np.concatenate(self.rows)
        return OsmWays(
            node=rows[:, 0].astype(np.int64),
            lat=rows[:, 2].copy(),
            lon=rows[:, 1].copy(),
            first=np.concatenate(([0], np.cumsum(_to_array(self.sizes, np.int64)))),
            way=_to_array(self.way, np.int64),
            rule=_to_array(self.rule, np.int32),
            name=_to_array(self.name, np.int32),
            kind=_to_array(self.kind, np.int32),
            rules=tuple(self.rules),
            names=tuple(map(_to_one_line, self.names)),
            kinds=tuple(map(_to_one_line, self.kinds)),
            traits=_to_array(self.traits, np.int8),
            barriers=np.unique(_to_array(self.barriers, np.int64)),
            gates=np.unique(_to_array(self.gates, np.int64)),
            closures=self.closures,
            booths=np.unique(_to_array(self.booths, np.int64)),
            restrictions=tuple(self.restrictions),
            unread=self.unread,
            tally=self.tally,
        )


_BLANKS: Final = str.maketrans("nxy,", "    ")


def _decode_tags(tags: dict[str, str]) -> dict[str, str]:
    return normalize({_decode(key): _decode(value) for key, value in tags.items()})


def _to_one_line(text: str) -> str:
    """Return a name with spaces for non-printable characters."""
    return "".join(letter if letter.isprintable() else " " for letter in _decode(text))


def _decode(text: str) -> str:
    """Decode osmium's ``%hex%`` escapes."""
    return text if "%" not in text else re.sub("%([0-9a-fA-F]{1,6})%", lambda found: chr(int(found[1], 16)), text)


def _iterate_members(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield kind, number and role of each member once; they read ``Mw17@from,n18@via``."""
    for member in dict.fromkeys(text[1:].split(",") if len(text) > 1 else ()):
        thing, _, role = member.partition("@")
        yield thing[0], int(thing[1:]), role


def _select_ways(members: list[tuple[str, int]]) -> list[int]:
    return [ref for kind, ref in members if kind == "w"]


def _to_array(values: array[int], kind: type[N]) -> NDArray[N]:
    return np.frombuffer(values, kind) if len(values) else np.empty(0, kind)
