"""Orthogonal, isometric and staggered maps of the Tiled editor: how their tiles and objects become costs.

The cost of a tile is that of the table in the option ``tiles``; otherwise the number in its property ``cost``, or 0 if its
property ``blocked`` is true; otherwise that of its layer's properties of the same names. Of overlapping layers, the uppermost
tile with a stated cost counts, also on a hidden layer. A tile without any costs 1, and a cell without a tile is blocked.

``enter`` and ``leave`` are the sides where a tile may be entered and left: letters of n, e, s, w with commas between them. They
turn with a tile that is flipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath
from genastar_grid.formats.tile_table import TileTable, parse_tile_cost
from genastar_grid.rules.passages import ALL_SIDES, Sides, join_sides
from genastar_grid.rules.stagger import Stagger
from genastar_lattice.tiled.documents import is_true
from genastar_lattice.tiled.layers import GID, TileLimits
from genastar_lattice.tiled.maps import TiledMap, read_tiled
from genastar_lattice.tiled.objects import MapObject, cover_cells, measure_outline
from genastar_lattice.tiled.tilesets import Tile

Cell = tuple[int, int]

_BITS: Final = {"n": 0, "e": 2, "s": 4, "w": 6}
_MOST_WORK: Final = 200_000_000
"""Limit of the work of all objects; see `measure_outline`. It takes some seconds."""

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


def read_tiled_grid(path: AnyPath, text: str, table: TileTable, limits: TileLimits) -> TiledGrid:
    """Read a map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        table: the user's costs of tiles.
        limits: the largest map to read.

    Raises:
        BadInput: the map is damaged or too large, or hexagonal; the message says where.
    """

    def is_known(gid: int, tile: Tile) -> bool:
        return any(name in table for name in _list_names(gid, tile))

    found = read_tiled(path, text, "grid", limits, is_known, _ADVICE)
    prices = {gid: _price_tile(gid, tile, table) for gid, tile in found.tiles.items()}
    costs, is_stated = np.zeros(found.layers[0].gids.shape), np.zeros(found.layers[0].gids.shape, np.bool_)
    for layer in found.layers:
        own = _price_properties(f"{found.name}: layer {layer.name[:40]!r}", layer.properties)
        gids, places = np.unique(layer.gids & np.uint32(GID), return_inverse=True)
        stated = [own if gid and prices[gid] is None else prices.get(gid) for gid in gids.tolist()]
        here = np.array(stated, np.float64)[places].reshape(costs.shape)  # NaN for None
        is_tile, says = (gids > 0)[places].reshape(costs.shape), ~np.isnan(here)
        costs = np.where(says, here, np.where(is_tile & ~is_stated, 1.0, costs))
        is_stated |= says
    _add_walls(found, costs)
    starts, goals = (_find_ends(found, name) for name in ("start", "goal"))
    stagger, passages = _find_stagger(found), _find_passages(found)
    if stagger is not None and passages is not None:
        raise BadInput(f"{found.name}: one-way tiles are for orthogonal and isometric maps only; remove enter and leave")
    return TiledGrid(costs, passages, starts, goals, _describe(found, is_stated), stagger)


def _find_stagger(found: TiledMap) -> Stagger | None:
    if found.orientation != "staggered":
        return None
    axis, index = found.stagger
    first = found.origin[0 if axis == "x" else 1]  # lines count from the first one of the map
    return Stagger(axis == "x", (first + (index == "odd")) % 2)


def _describe(found: TiledMap, is_stated: NDArray[np.bool_]) -> str:
    remarks = []
    if not is_stated.any():
        remarks.append("no tile has a property cost or blocked, so each costs 1; give costs in a table (option tiles)")
    if any(tile.has_shapes and _price_properties(tile.where, tile.properties) is None for tile in found.tiles.values()):
        remarks.append("collision shapes of tiles are not read; give these tiles the property blocked")
    if found.origin != (0, 0):
        remarks.append(f"the cell 0,0 is Tiled's tile {found.origin[0]},{found.origin[1]}")
    if any(each.template for each in found.objects):
        remarks.append("objects from templates are read without what their template says")
    return "; ".join(remarks)


def _list_names(gid: int, tile: Tile) -> list[str]:
    """Return the names of a tile in tables."""
    return [str(gid), f"{tile.tileset}:{tile.number}", *([tile.kind] if tile.kind else [])]


def _price_tile(gid: int, tile: Tile, table: TileTable) -> float | None:
    """Return the cost of a tile; ``None`` if nothing states one."""
    for name in _list_names(gid, tile):
        if name in table:
            return table[name]
    return _price_properties(tile.where, tile.properties)


def _price_properties(where: str, properties: Mapping[str, str]) -> float | None:
    if is_true(properties, "blocked"):
        return 0.0
    return parse_tile_cost(f"{where}: property 'cost'", properties["cost"]) if "cost" in properties else None


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


def _add_walls(found: TiledMap, costs: NDArray[np.float64]) -> None:
    """Block or price the cells that objects with the property ``blocked`` or ``cost`` overlap."""
    height, width = costs.shape
    work = 0
    for each in found.objects:
        price = _price_properties(each.where, each.properties)
        if price is None:
            continue
        if found.orientation == "staggered":
            raise BadInput(
                f"{each.where}: objects are walls on orthogonal and isometric maps only; use tiles on a staggered one"
            )
        corners = _to_cells(found, each)
        work += measure_outline(corners, width, height)
        if work > _MOST_WORK:
            raise BadInput(f"{each.where}: the walls up to here are too many, too large or too detailed; use tiles instead")
        where, covered = cover_cells(corners, each.is_closed, width, height)
        part = costs[where]
        part[covered & (part > 0)] = price


def _to_cells(found: TiledMap, each: MapObject) -> NDArray[np.float64]:
    """Return the corners of an object in cells."""
    width, height = found.tile_size
    if found.orientation == "isometric":  # both axes count in heights of tiles
        width = height
    return each.corners / (width, height) - found.origin


def _find_ends(found: TiledMap, name: str) -> tuple[Cell, ...]:
    """Return the cells of objects with this name or class.

    Raises:
        BadInput: one is outside.
    """
    rows, columns = found.layers[0].gids.shape
    ends = []
    for each in found.objects:
        if name not in (each.name.lower(), each.kind.lower()):
            continue
        if found.orientation != "staggered":
            x, y = (floor(part) for part in _to_cells(found, each).mean(axis=0))
        else:
            x, y = _find_staggered(found, each)
        if not (0 <= x < columns and 0 <= y < rows):
            raise BadInput(f"{each.where}: the {name} is outside the map; move it to a tile")
        ends.append((x, y))
    return tuple(ends)


def _find_staggered(found: TiledMap, each: MapObject) -> Cell:
    """Return the cell of a staggered map in whose rhombus the middle of an object is."""
    axis, index = found.stagger
    right, down = (float(part) for part in each.corners.mean(axis=0) / found.tile_size)
    half = (1.0, 0.5) if axis == "y" else (0.5, 1.0)
    x, y = floor(right / half[0]), floor(down / half[1])
    around = [(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)]

    def measure(cell: Cell) -> float:
        """Return the distance to the middle of a tile, in which a rhombus is a circle."""
        line = cell[1] if axis == "y" else cell[0]
        offset = 0.5 if (line % 2 == 1) == (index == "odd") else 0.0
        middle = [cell[0] * half[0] + 0.5, cell[1] * half[1] + 0.5]
        middle[axis == "x"] += offset
        return abs(right - middle[0]) + abs(down - middle[1])

    column, row = min(around, key=measure)
    return column - found.origin[0], row - found.origin[1]
