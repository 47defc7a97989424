"""Hexagonal maps of the Tiled editor: how their tiles become terrain.

The cost of a tile is the value of its property (``cost`` by default, a number, 0 for impassable; a property ``blocked`` with
value true also means impassable). Without such a property, it is the cost in the tables for its class, or for its number on the
map (gid); otherwise 1. Of overlapping layers, the uppermost tile with a known cost counts. A hex without a tile does not exist.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from genastar.files import AnyPath
from genastar_hexmap.formats.files import RAISE, check_hexes
from genastar_hexmap.hexes.layout import Layout, LayoutName
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Terrains, parse_cost
from genastar_hexmap.world import HexSource
from genastar_lattice.tiled.documents import is_true
from genastar_lattice.tiled.layers import GID, TileLimits
from genastar_lattice.tiled.maps import read_tiled
from genastar_lattice.tiled.tilesets import Tile

_ADVICE: Final = 'give the costs of tiles in a table (option table): {"terrains": {"1": 2}}'

_LAYOUTS: Final[dict[tuple[str, str], LayoutName]] = {
    ("y", "odd"): "odd-r",
    ("y", "even"): "even-r",
    ("x", "odd"): "odd-q",
    ("x", "even"): "even-q",
}


def read_tiled_hexes(path: AnyPath, text: str, terrains: Terrains, cost_property: str, megahexes: int) -> HexSource:
    """Read a hexagonal map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        terrains: the costs of tile classes.
        cost_property: the property of a tile with its cost.
        megahexes: largest map to read, in million hexes.

    Raises:
        BadInput: this is no hexagonal map, or it is damaged; the message says where.
    """
    limits = TileLimits(lambda name, width, height: check_hexes(name, width, height, megahexes), megahexes, RAISE)
    table = terrains.table.terrains
    found = read_tiled(path, text, "hexmap", limits, lambda gid, _: str(gid) in table, _ADVICE)
    name, layers = found.name, [layer.gids & np.uint32(GID) for layer in found.layers]
    kinds = Kinds(terrains)
    terrain = np.full(layers[0].shape, -1, np.int16)
    says = np.zeros(layers[0].shape, np.bool_)
    for layer in layers:
        gids, places = np.unique(layer, return_inverse=True)
        known = [
            _number_kind(name, gid, found.tiles[gid], kinds, cost_property) if gid else (-1, False) for gid in gids.tolist()
        ]
        numbers, speaks = (np.array(part)[places].reshape(layer.shape) for part in zip(*known, strict=True))
        here = (layer > 0) & (speaks | ~says)
        terrain[here] = numbers[here]
        says |= speaks
    return HexSource(name, Layout(_LAYOUTS[found.stagger]), terrain, tuple(kinds.found), found.origin, terrains=kinds.terrains)


def _number_kind(name: str, gid: int, tile: Tile, kinds: Kinds, cost_property: str) -> tuple[int, bool]:
    """Return the number of a tile's terrain, and whether its cost is known."""
    where = f"{name}: tile {gid}"
    if str(gid) in kinds.terrains.table.terrains:
        return kinds.number_kind(str(gid), where), True
    cost = "-" if is_true(tile.properties, "blocked") else tile.properties.get(cost_property)
    if cost is not None:
        stated = parse_cost(f"{tile.where}: property {cost_property!r}", cost)
        return kinds.number_stated(f"{tile.kind} (tile {gid})", stated, where, tile.kind), True
    if tile.kind:
        return kinds.number_kind(tile.kind, where), True
    return kinds.number_stated(f"tile {gid}", parse_cost(where, 1), where), False
