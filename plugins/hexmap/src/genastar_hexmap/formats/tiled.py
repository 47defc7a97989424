"""Hexagonal maps of the Tiled editor: how their tiles become terrain.

The terrain of a tile is that of its number, or of its tileset with its number there, in the tables; otherwise the cost in its
property (the option ``cost_property``) or ``blocked``; otherwise that of its class; otherwise that of its layer, see
`read_values`; otherwise it costs 1. A hex without a tile does not exist.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar.files import AnyPath
from genastar_hexmap.formats.files import RAISE, check_hexes
from genastar_hexmap.hexes.layout import Layout, LayoutName
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Terrains, parse_cost
from genastar_hexmap.world import HexSource
from genastar_lattice.tiled.layers import TileLimits
from genastar_lattice.tiled.maps import read_tiled
from genastar_lattice.tiled.tilesets import Tile, list_names
from genastar_lattice.tiled.values import TileValues, read_values

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
    table, kinds = terrains.table.terrains, Kinds(terrains)

    def number_tile(gid: int, tile: Tile, stated: str | None) -> tuple[float, bool]:
        where = f"{path}: tile {gid}"
        name = next((name for name in list_names(gid, tile)[:2] if name in table), tile.kind if stated is None else None)
        if name:
            return kinds.number_kind(name, where), True
        cost = parse_cost(f"{tile.where}: property {cost_property!r}", "1" if stated is None else stated)
        name = f"{tile.kind} (tile {gid})" if tile.kind else f"tile {gid}"
        return kinds.number_stated(name, cost, where, tile.kind), stated is not None

    def number_cost(where: str, text: str) -> float:
        cost = parse_cost(where, text)
        return kinds.number_stated(f"cost {cost or 0}", cost, where)

    def is_free(values: NDArray[np.float64]) -> NDArray[np.bool_]:
        free = np.array([*(kind.cost is not None for kind in kinds.found), False])  # -1: no hex
        found: NDArray[np.bool_] = free[values.astype(np.int64)]
        return found

    found = read_tiled(path, text, "hexmap", limits, table, _ADVICE)
    cells = read_values(found, TileValues(cost_property, -1.0, number_tile, number_cost, is_free, _ADVICE))
    starts, goals = (tuple((x + found.origin[0], y + found.origin[1]) for x, y in ends) for ends in (cells.starts, cells.goals))
    return HexSource(
        found.name,
        Layout(_LAYOUTS[found.stagger]),
        cells.values.astype(np.int16),
        tuple(kinds.found),
        found.origin,
        starts=starts,
        goals=goals,
        remark=cells.remark,
        terrains=kinds.terrains,
    )
