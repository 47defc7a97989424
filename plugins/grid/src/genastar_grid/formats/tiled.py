"""Orthogonal, isometric and staggered maps of the Tiled editor: how their tiles and objects become costs.

The option ``tiles`` is a table of costs; see `read_values` for the costs that the map states. A tile without any costs 1, and a
cell without a tile is blocked.

``enter`` and ``leave`` are the sides where a tile may be entered and left: letters of n, e, s, w with commas between them. They
turn with a tile that is flipped.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar_grid.formats.tile_table import TileTable, parse_tile_cost
from genastar_grid.rules.passages import ALL_SIDES, Sides, join_sides
from genastar_grid.rules.stagger import Stagger
from genastar_lattice.tiled.cells import Cell
from genastar_lattice.tiled.layers import GID, TileLimits
from genastar_lattice.tiled.maps import TiledMap, read_tiled
from genastar_lattice.tiled.tilesets import Tile, check_names, list_names
from genastar_lattice.tiled.values import TileValues, read_values

_BITS: Final = {"n": 0, "e": 2, "s": 4, "w": 6}
_ADVICE: Final = "give the costs of its tiles in a table (option tiles): tile,cost"
_FLIPS: Final = ((2, {"n": "w", "w": "n", "e": "s", "s": "e"}), (8, {"e": "w", "w": "e"}), (4, {"n": "s", "s": "n"}))
"""The flips in their order, diagonally, from left to right and upside down: the bit of a number above 28, and the sides."""


@frozen(eq=False)
class TiledGrid:
    """The costs of a map."""

    costs: NDArray[np.float64]
    passages: Sides | None
    """See `GridWorld.passages`; ``None`` without one-way tiles."""
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]
    remark: str
    stagger: Stagger | None
    """``None`` if the map is not staggered."""


def read_tiled_grid(path: AnyPath, text: str, table: TileTable, table_name: str | None, limits: TileLimits) -> TiledGrid:
    """Read a map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        table: the user's costs of tiles.
        table_name: the file of the table, in messages.
        limits: the largest map to read.

    Raises:
        BadInput: the map is damaged or too large, or hexagonal; the message says where.
    """

    def price_tile(gid: int, tile: Tile, stated: str | None) -> tuple[float, bool]:
        name = next((name for name in list_names(gid, tile) if name in table), None)
        if name is not None:
            return table[name], True
        return (1.0, False) if stated is None else (parse_tile_cost(f"{tile.where}: property 'cost'", stated), True)

    found = read_tiled(path, text, "grid", limits, table, _ADVICE)
    check_names(found.name, found.sets, table_name or "", table)
    cells = read_values(found, TileValues("cost", 0.0, price_tile, parse_tile_cost, lambda costs: costs > 0, _ADVICE))
    remark = cells.remark
    if found.origin != (0, 0):
        remark += f"{'; ' * bool(remark)}the cell 0,0 is Tiled's tile {found.origin[0]},{found.origin[1]}"
    return TiledGrid(cells.values, _find_passages(found), cells.starts, cells.goals, remark, _find_stagger(found))


def _find_stagger(found: TiledMap) -> Stagger | None:
    if found.orientation != "staggered":
        return None
    axis, index = found.stagger
    first = found.origin[0 if axis == "x" else 1]  # lines count from the first one of the map
    return Stagger(axis == "x", (first + (index == "odd")) % 2)


def _find_passages(found: TiledMap) -> Sides | None:
    """Return the passages of one-way tiles; of overlapping ones, all sides must be open."""
    one_way = {gid: tile for gid, tile in found.tiles.items() if "enter" in tile.properties or "leave" in tile.properties}
    if not one_way:
        return None
    sides = {name: np.full(found.layers[0].gids.shape, ALL_SIDES, np.uint8) for name in ("enter", "leave")}
    for layer in found.layers:
        numbers, places = np.unique(layer.gids, return_inverse=True)
        tiles = [one_way.get(number & GID) for number in numbers.tolist()]
        for name, table in sides.items():
            found_sides = [
                _parse_sides(tile, name, number >> 28) if tile is not None and name in tile.properties else ALL_SIDES
                for number, tile in zip(numbers.tolist(), tiles, strict=True)
            ]
            table &= np.array(found_sides, np.uint8)[places].reshape(table.shape)
    return join_sides(sides["enter"], sides["leave"])


def _parse_sides(tile: Tile, name: str, flips: int) -> int:
    """Return the sides in a property of a tile, turned with it."""
    letters = [part.strip().lower() for part in tile.properties[name].split(",")]
    if not all(letter in _BITS for letter in letters):
        raise BadInput(f"{tile.where}: property {name!r} is {tile.properties[name][:20]!r}; expected n, e, s, w, as in n,w")
    for bit, turned in _FLIPS:
        if flips & bit:
            letters = [turned.get(letter, letter) for letter in letters]
    return sum({1 << _BITS[letter] for letter in letters})
