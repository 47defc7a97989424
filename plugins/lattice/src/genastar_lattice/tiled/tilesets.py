"""Tilesets in a map of Tiled, or in files of their own beside it (``.tsx``, ``.tsj``, ``.json``): the properties of tiles."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from attrs import frozen

from genastar import BadInput
from genastar.files import is_file, read_text
from genastar_lattice.tiled.documents import parse_document, parse_whole, read_properties
from genastar_lattice.tiled.layers import GID

_MOST_BYTES: Final = 16_000_000
_SUFFIXES: Final = (".tsx", ".tsj", ".json")


@frozen
class Tile:
    """A tile of a tileset."""

    tileset: str
    """Name of the tileset; of one whose file is missing, the name of the file without its suffix."""
    number: int
    """Its number in the tileset, from 0."""
    kind: str = ""
    """Its class, or empty."""
    properties: Mapping[str, str] = {}
    where: str = ""
    """Its place in the file, for messages."""
    has_shapes: bool = False
    """Whether it has collision shapes, which are not read."""


@frozen
class TileSet:
    """The names of a tileset's tiles."""

    name: str
    first: int
    """The number of its first tile on the map."""
    stop: int
    """The number after its last tile."""
    kinds: Collection[str] | None
    """The classes of its tiles; ``None`` if its file was not read."""

    def has_tile(self, name: str) -> bool:
        """Return whether a name in a table is that of a tile here, or may be the class of one."""
        prefix, _, number = name.rpartition(":")
        if re.fullmatch("0|[1-9][0-9]{0,9}", number) and prefix in ("", self.name):
            return self.first <= int(number) + (self.first if prefix else 0) < self.stop
        return self.kinds is None or name in self.kinds


def check_names(name: str, sets: Collection[TileSet], table: str, names: Iterable[str]) -> None:
    """Check that the tiles in a user's table are tiles of a map.

    Raises:
        BadInput: one is in no tileset.
    """
    for each in names:
        if not any(tileset.has_tile(each) for tileset in sets):
            raise BadInput(
                f"{table}: the tile {each[:40]!r} is in no tileset of {name}; give its number on the map, its class, or its "
                "tileset and its number there, as in town:7"
            )


def list_names(gid: int, tile: Tile) -> list[str]:
    """Return the names of a tile in tables: its number on the map, its tileset with its number there, and its class."""
    return [str(gid), f"{tile.tileset}:{tile.number}", *([tile.kind] if tile.kind else [])]


def read_tiles(
    path: Path, root: ET.Element, used: Iterable[int], names: Container[str], advice: str
) -> tuple[dict[int, Tile], list[TileSet]]:
    """Return the tiles that a map uses, by their numbers on the map, and its tilesets.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        root: the map.
        used: the numbers on the map, without flips.
        names: the tiles in the user's table; see `list_names`. A file of a tileset is not needed if all its tiles are there.
        advice: how to state the costs of tiles otherwise, in messages.

    Raises:
        BadInput: a tileset is missing or damaged, or a number belongs to none.
    """
    tiles: dict[int, Tile] = {}
    known: list[TileSet] = []
    sets = sorted(
        ((parse_whole(str(path), each, "firstgid"), each) for each in root.findall("tileset")), key=lambda pair: pair[0]
    )
    wanted = sorted(used)
    for place, (first, each) in enumerate(sets):
        last = sets[place + 1][0] if place + 1 < len(sets) else GID + 1
        mine = wanted[bisect_left(wanted, first) : bisect_left(wanted, last)]
        where, found, name = str(path), each, each.get("name", "")
        if "source" in each.attrib:
            name = Path(each.attrib["source"].replace("\\", "/")).stem
            bare = {gid: Tile(name, gid - first) for gid in mine}
            if all(any(each in names for each in list_names(gid, tile)) for gid, tile in bare.items()):
                tiles |= bare
                known.append(TileSet(name, first, last, None))
                continue
            where, found = _read_tileset(path, each.attrib["source"], advice)
            name = found.get("name", name)
        count = 0 if found.get("columns") == "0" else parse_whole(where, found, "tilecount", 0)  # images have gaps
        for gid in mine:
            if 0 < count <= gid - first:
                raise BadInput(f"{path}: tile {gid} is beyond the {count} tiles of the tileset {name[:40]!r}")
            tiles[gid] = Tile(name, gid - first)
        kinds = {tile.get("class") or tile.get("type") or "" for tile in found.findall("tile")}
        known.append(TileSet(name, first, min(last, first + count) if count else last, kinds))
        for tile in found.findall("tile"):
            number = parse_whole(where, tile, "id")
            if first + number in tiles and first + number < last:
                kind = tile.get("class") or tile.get("type") or ""
                properties, has_shapes = read_properties(tile), tile.find("objectgroup/object") is not None
                tiles[first + number] = Tile(name, number, kind, properties, f"{where}: tile {number}", has_shapes)
    for gid in wanted:
        if gid not in tiles:
            raise BadInput(f"{path}: tile {gid} belongs to no tileset")
    return tiles, known


def _read_tileset(path: Path, source: str, advice: str) -> tuple[str, ET.Element]:
    """Read a tileset from its file, which is named relative to the map."""
    file = path.parent / source
    if Path(source).is_absolute() or "\\" in source or not source.lower().endswith(_SUFFIXES):
        raise BadInput(f"{path}: tileset {source[:60]!r}: expected the name of a .tsx or .tsj file relative to the map")
    if not is_file(file):
        raise BadInput(f"{path}: tileset {source[:60]!r} is missing; put it there, or {advice}")
    return str(file), parse_document(str(file), read_text(file, _MOST_BYTES), "tileset")
