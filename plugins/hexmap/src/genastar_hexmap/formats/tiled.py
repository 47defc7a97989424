"""Hexagonal maps of the Tiled editor: ``.tmx``, and the ``.tsx`` tilesets beside them.

The cost of a tile is the value of its property (``cost`` by default, a number, 0 for impassable; a property ``blocked`` with
value true also means impassable). Without such a property, it is the cost in the tables for its class, or for its number on the
map (gid); otherwise 1. Of overlapping layers, the uppermost tile with a known cost counts. A hex without a tile does not exist.

Tiled never writes a document type declaration, and only such a declaration can define entities. So a file with one is refused
before it is parsed. The text has been decoded as UTF-8 beforehand, so no other encoding can hide a declaration. Therefore
xml.etree is safe here, and its memory is bounded by the size of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from attrs import frozen

from genastar import BadInput
from genastar.files import AnyPath, is_file, make_xml_error, read_text
from genastar_hexmap.formats.tiled_layers import GID, parse_whole, read_layers
from genastar_hexmap.hexes.layout import Layout, LayoutName
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Terrains, parse_cost
from genastar_hexmap.world import HexSource

_LAYOUTS: Final[dict[tuple[str, str], LayoutName]] = {
    ("y", "odd"): "odd-r",
    ("y", "even"): "even-r",
    ("x", "odd"): "odd-q",
    ("x", "even"): "even-q",
}
_MOST_BYTES_OF_TILESET: Final = 16_000_000


@frozen
class Tile:
    """The properties of a tile."""

    kind: str
    """Its class, or empty."""
    cost: str | None
    """Its cost as text; ``None`` if it has no such property."""


def read_tmx(path: AnyPath, text: str, terrains: Terrains, cost_property: str, megahexes: int) -> HexSource:
    """Read a map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        terrains: the costs of tile classes.
        cost_property: the property of a tile with its cost.
        megahexes: largest map to read, in million hexes.

    Raises:
        BadInput: this is no hexagonal map, or it is damaged; the message says where.
    """
    path = Path(path)
    name = str(path)
    root = parse_xml(name, text, "map")
    if root.get("orientation") != "hexagonal":
        raise BadInput(f"{name}: its orientation is {root.get('orientation', '')[:20]!r}; expected 'hexagonal'")
    stagger = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
    if stagger not in _LAYOUTS:
        raise BadInput(f"{name}: staggeraxis={stagger[0]!r}, staggerindex={stagger[1]!r}; expected x or y, odd or even")
    origin, layers = read_layers(name, root, megahexes)
    used = sorted({int(gid) for layer in layers for gid in np.unique(layer)} - {0})
    tiles = _read_tiles(path, root, used, terrains, cost_property)
    kinds = Kinds(terrains)
    terrain = np.full(layers[0].shape, -1, np.int16)
    says = np.zeros(layers[0].shape, np.bool_)
    for layer in layers:
        for gid in (int(gid) for gid in np.unique(layer) if gid):
            number, speaks = _number_kind(name, gid, tiles.get(gid), kinds)
            here = (layer == gid) & (np.True_ if speaks else ~says)
            terrain[here] = number
            says[here] |= speaks
    return HexSource(name, Layout(_LAYOUTS[stagger]), terrain, tuple(kinds.found), origin, terrains=kinds.terrains)


def parse_xml(name: str, text: str, tag: str) -> ET.Element:
    """Return the root of a document, which must have this tag.

    Raises:
        BadInput: the text declares a document type, is not well-formed, or has another root.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadInput(f"{name}: it declares a document type, which Tiled never does; remove <!DOCTYPE ...>")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise make_xml_error(name, error) from error
    except (ValueError, RecursionError) as error:  # an unknown encoding; endless elements
        raise BadInput(f"{name}: this XML cannot be read: its encoding is unknown, or it is nested too deeply") from error
    if root.tag != tag:
        raise BadInput(f"{name}: expected <{tag}>, not <{root.tag[:30]}>")
    return root


def _read_tiles(path: Path, root: ET.Element, used: list[int], terrains: Terrains, cost_property: str) -> dict[int, Tile]:
    """Return the properties of the tiles that the map uses."""
    tiles: dict[int, Tile] = {}
    sets = sorted(
        ((parse_whole(str(path), each, "firstgid"), each) for each in root.findall("tileset")), key=lambda pair: pair[0]
    )
    for place, (first, each) in enumerate(sets):
        last = sets[place + 1][0] if place + 1 < len(sets) else GID
        mine = [gid for gid in used if first <= gid < last]
        where, found = str(path), each
        if "source" in each.attrib:
            if all(str(gid) in terrains.table.terrains for gid in mine):
                continue
            where, found = _read_tileset(path, each.attrib["source"])
        for tile in found.findall("tile"):
            gid = first + parse_whole(where, tile, "id")
            if first <= gid < last:
                tiles[gid] = _parse_tile(f"{where}: tile {tile.get('id')}", tile, cost_property)
    lowest = sets[0][0] if sets else GID
    for gid in used:
        if gid < lowest:
            raise BadInput(f"{path}: tile {gid} belongs to no tileset")
    return tiles


def _read_tileset(path: Path, source: str) -> tuple[str, ET.Element]:
    """Read a tileset from its file, which is named relative to the map."""
    file = path.parent / source
    if Path(source).is_absolute() or "\\" in source or not source.lower().endswith(".tsx"):
        raise BadInput(f"{path}: tileset {source[:60]!r}: expected the name of a .tsx file relative to the map")
    if not is_file(file):
        raise BadInput(
            f"{path}: tileset {source[:60]!r} is missing; put it there, or give the costs of tiles in a table (option table): "
            '{"terrains": {"1": 2}}'
        ) from None
    return str(file), parse_xml(str(file), read_text(file, _MOST_BYTES_OF_TILESET), "tileset")


def _parse_tile(where: str, tile: ET.Element, cost_property: str) -> Tile:
    properties = {each.get("name"): each.get("value", "") for each in tile.findall("properties/property")}
    cost = properties.get(cost_property)
    if properties.get("blocked", "false") == "true":
        cost = "-"
    if cost is not None:
        parse_cost(f"{where}: property {cost_property!r}", cost)
    return Tile(tile.get("class") or tile.get("type") or "", cost)


def _number_kind(name: str, gid: int, tile: Tile | None, kinds: Kinds) -> tuple[int, bool]:
    """Return the number of a tile's terrain, and whether its cost is known."""
    where = f"{name}: tile {gid}"
    table = kinds.terrains.table.terrains
    if str(gid) in table:
        return kinds.number_kind(str(gid), where), True
    if tile is None:
        return kinds.number_stated(f"tile {gid}", parse_cost(where, 1), where), False
    if tile.cost is not None:
        return kinds.number_stated(f"{tile.kind} (tile {gid})", parse_cost(where, tile.cost), where, tile.kind), True
    if tile.kind:
        return kinds.number_kind(tile.kind, where), True
    return kinds.number_stated(f"tile {gid}", parse_cost(where, 1), where), False
