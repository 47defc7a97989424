"""Hexagonal maps of the Tiled editor: ``.tmx``, and the ``.tsx`` tilesets beside them.

A tile costs what its property says (``cost`` by default, a number, 0 for impassable; a property ``blocked``, true, says so
too), or, if it has none, what the tables say of its class, or of its number on the map (gid) where they name it; and 1 where
nobody says anything. Where layers lie over one another, the uppermost tile that says something counts. A hex without a tile
does not exist.

Tiled writes no document type declaration, and it alone can define entities. So a file that has one is refused before it is
parsed; what is parsed has been decoded as UTF-8 by us, so that no other encoding hides it. With that, xml.etree needs no
guardian of its own, and its memory is bounded by the size of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from attrs import frozen

from genastar import BadInput
from genastar.files import AnyPath, is_file, read_text
from genastar_hexmap.kinds import Kinds
from genastar_hexmap.layout import Layout, LayoutName
from genastar_hexmap.terrain import Terrains, cost_of
from genastar_hexmap.tiled_layers import GID, read_layers, whole
from genastar_hexmap.world import Source

_LAYOUTS: Final[dict[tuple[str, str], LayoutName]] = {
    ("y", "odd"): "odd-r",
    ("y", "even"): "even-r",
    ("x", "odd"): "odd-q",
    ("x", "even"): "even-q",
}
_MOST_BYTES_OF_TILESET: Final = 16_000_000


@frozen
class Tile:
    """What a tileset says of a tile."""

    kind: str
    """Its class, or nothing."""
    cost: str | None
    """As text; ``None`` if no property says it."""


def read_tmx(path: AnyPath, text: str, terrains: Terrains, cost_property: str, megahexes: int) -> Source:
    """Read a map.

    Args:
        path: where the map lies; its tilesets are named relative to it.
        text: its content.
        terrains: what classes of tiles cost.
        cost_property: the property of a tile that says its cost.
        megahexes: more million hexes than this are refused.

    Raises:
        BadInput: it is no hexagonal map, or damaged; the message says where.
    """
    path = Path(path)
    name = str(path)
    root = parse_xml(name, text, "map")
    if root.get("orientation") != "hexagonal":
        raise BadInput(
            f"{name}: its orientation is {root.get('orientation', '')[:20]!r}; only maps that are 'hexagonal' are read"
        )
    stagger = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
    if stagger not in _LAYOUTS:
        raise BadInput(f"{name}: staggeraxis={stagger[0]!r}, staggerindex={stagger[1]!r}; expected x or y, odd or even")
    origin, layers = read_layers(name, root, megahexes)
    used = sorted({int(gid) for layer in layers for gid in np.unique(layer)} - {0})
    tiles = _tiles(path, root, used, terrains, cost_property)
    kinds = Kinds(terrains)
    terrain = np.full(layers[0].shape, -1, np.int16)
    says = np.zeros(layers[0].shape, np.bool_)
    for layer in layers:
        for gid in (int(gid) for gid in np.unique(layer) if gid):
            number, speaks = _kind(name, gid, tiles.get(gid), kinds)
            here = (layer == gid) & (np.True_ if speaks else ~says)
            terrain[here] = number
            says[here] |= speaks
    return Source(name, Layout(_LAYOUTS[stagger]), terrain, tuple(kinds.found), origin, terrains=kinds.terrains)


def parse_xml(name: str, text: str, tag: str) -> ET.Element:
    """The root of a document, which must have this tag.

    Raises:
        BadInput: it declares a document type, or is not well-formed, or is something else.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadInput(f"{name}: it declares a document type, which Tiled never does; entities are not read")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise BadInput(f"{name}: this is no whole XML: {error}") from error
    except (ValueError, RecursionError) as error:  # a declared encoding that there is not; elements without end
        raise BadInput(f"{name}: this is no XML that can be read: {error}") from error
    if root.tag != tag:
        raise BadInput(f"{name}: it begins with <{root.tag[:30]}>; expected <{tag}>")
    return root


def _tiles(path: Path, root: ET.Element, used: list[int], terrains: Terrains, cost_property: str) -> dict[int, Tile]:
    """What the tilesets say of the tiles that the map uses."""
    tiles: dict[int, Tile] = {}
    sets = sorted(((whole(str(path), each, "firstgid"), each) for each in root.findall("tileset")), key=lambda pair: pair[0])
    for place, (first, each) in enumerate(sets):
        last = sets[place + 1][0] if place + 1 < len(sets) else GID
        mine = [gid for gid in used if first <= gid < last]
        where, found = str(path), each
        if "source" in each.attrib:
            if all(str(gid) in terrains.table.terrains for gid in mine):
                continue
            where, found = _tileset(path, each.attrib["source"])
        for tile in found.findall("tile"):
            gid = first + whole(where, tile, "id")
            if first <= gid < last:
                tiles[gid] = _tile(f"{where}: tile {tile.get('id')}", tile, cost_property)
    lowest = sets[0][0] if sets else GID
    for gid in used:
        if gid < lowest:
            raise BadInput(f"{path}: tile {gid} belongs to no tileset")
    return tiles


def _tileset(path: Path, source: str) -> tuple[str, ET.Element]:
    """A tileset in a file of its own. Its name is relative to the map's."""
    file = path.parent / source
    if Path(source).is_absolute() or "\\" in source or not source.lower().endswith(".tsx"):
        raise BadInput(f"{path}: the tileset {source[:60]!r} is not named as a .tsx file relative to the map")
    if not is_file(file):
        raise BadInput(
            f"{path}: its tileset {source[:60]!r} is missing; put it there, or name what tiles cost in a table (option table): "
            '{"terrains": {"1": 2}}'
        ) from None
    return str(file), parse_xml(str(file), read_text(file, _MOST_BYTES_OF_TILESET), "tileset")


def _tile(where: str, tile: ET.Element, cost_property: str) -> Tile:
    properties = {each.get("name"): each.get("value", "") for each in tile.findall("properties/property")}
    cost = properties.get(cost_property)
    if properties.get("blocked", "false") == "true":
        cost = "-"
    if cost is not None:
        cost_of(f"{where}: property {cost_property!r}", cost)
    return Tile(tile.get("class") or tile.get("type") or "", cost)


def _kind(name: str, gid: int, tile: Tile | None, kinds: Kinds) -> tuple[int, bool]:
    """The number of a tile's terrain, and whether anybody says what it costs."""
    where = f"{name}: tile {gid}"
    table = kinds.terrains.table.terrains
    if str(gid) in table:
        return kinds.number(str(gid), where), True
    if tile is None:
        return kinds.stated(f"tile {gid}", cost_of(where, 1), where), False
    if tile.cost is not None:
        return kinds.stated(f"{tile.kind} (tile {gid})", cost_of(where, tile.cost), where, tile.kind), True
    if tile.kind:
        return kinds.number(tile.kind, where), True
    return kinds.stated(f"tile {gid}", cost_of(where, 1), where), False
