"""What a map says of each cell: the values of its tiles, layers and objects, and its starts and goals.

A value is a cost, or the number of a terrain. That of a tile is stated by a table, or by its property ``cost``, or ``blocked``
if true; otherwise by its layer's properties of the same names. Of overlapping layers, the uppermost tile with a stated value
counts, also on a hidden layer. Objects with such a property cover the free cells that they overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.tiled.cells import Cell, SquareCells, StaggeredCells
from genastar_lattice.tiled.documents import find_cost
from genastar_lattice.tiled.layers import GID, TileLayer
from genastar_lattice.tiled.maps import TiledMap
from genastar_lattice.tiled.objects import MapObject
from genastar_lattice.tiled.tilesets import Tile

Values = NDArray[np.float64]

_MOST_WORK: Final = 200_000_000
"""Limit of the work of all objects; see `measure_outline`. It takes some seconds."""


@frozen
class TileValues:
    """How a domain values tiles."""

    cost_property: str
    """The property of tiles, layers and objects that holds a cost."""
    nothing: float
    """The value of a cell without a tile."""
    of_tile: Callable[[int, Tile, str | None], tuple[float, bool]]
    """Returns the value of a tile by its number on the map and the cost that its properties state, and whether it is stated."""
    of_cost: Callable[[str, str], float]
    """Returns the value of a cost, a text, after its place for messages."""
    is_free: Callable[[Values], NDArray[np.bool_]]
    """Returns which values a unit can enter."""
    advice: str
    """How to state the costs of tiles otherwise, in messages."""

    def of_properties(self, where: str, properties: Mapping[str, str]) -> float | None:
        """Return the value that properties state; ``None`` without one."""
        cost = find_cost(where, properties, self.cost_property)
        return None if cost is None else self.of_cost(f"{where}: property {self.cost_property!r}", cost)


@frozen(eq=False)
class CellValues:
    """The values of a map."""

    values: Values
    starts: tuple[Cell, ...]
    """Columns and rows from the first cell."""
    goals: tuple[Cell, ...]
    remark: str
    """What was left out or assumed."""


def read_values(found: TiledMap, tiles: TileValues) -> CellValues:
    """Return the values of a map's cells.

    Raises:
        BadInput: a property is invalid, a start or goal is outside, or the objects are too much work; the message says where.
    """
    if found.orientation in ("staggered", "hexagonal"):
        one_way = next((tile for tile in found.tiles.values() if {"enter", "leave"} & set(tile.properties)), None)
        if one_way is not None:
            raise BadInput(f"{one_way.where}: one-way tiles are for orthogonal and isometric maps only; remove enter and leave")
    values, is_stated = _merge_layers(found, tiles)
    add_objects(found.cells, found.objects, tiles.of_properties, tiles.is_free, values)
    starts, goals = (find_ends(found.cells, found.objects, name) for name in ("start", "goal"))
    return CellValues(values, starts, goals, "; ".join(_describe(found, tiles, bool(is_stated.any()))))


def _merge_layers(found: TiledMap, tiles: TileValues) -> tuple[Values, NDArray[np.bool_]]:
    """Return the value of each cell, and whether a tile states one."""
    known = {
        gid: tiles.of_tile(gid, tile, find_cost(tile.where, tile.properties, tiles.cost_property))
        for gid, tile in found.tiles.items()
    }
    known[0] = (tiles.nothing, False)
    values = np.full(found.layers[0].gids.shape, tiles.nothing)
    is_stated = np.zeros(values.shape, np.bool_)
    for layer in found.layers:
        own = tiles.of_properties(layer.where, layer.properties)
        gids, places = np.unique(layer.gids & np.uint32(GID), return_inverse=True)
        pairs = [(own, True) if gid and own is not None and not known[gid][1] else known[gid] for gid in gids.tolist()]
        here, says = (np.array(part)[places].reshape(values.shape) for part in zip(*pairs, strict=True))
        counts = says | ((gids > 0)[places].reshape(values.shape) & ~is_stated)
        values[counts] = here[counts]
        is_stated |= says
    return values, is_stated


def add_objects(
    cells: SquareCells | StaggeredCells,
    objects: Iterable[MapObject],
    of_properties: Callable[[str, Mapping[str, str]], float | None],
    is_free: Callable[[Values], NDArray[np.bool_]],
    values: Values,
) -> None:
    """Set the values of the free cells that objects with a cost overlap.

    Args:
        cells: the cells in pixels.
        objects: the objects, of which later ones count.
        of_properties: see `TileValues.of_properties`.
        is_free: see `TileValues.is_free`.
        values: the table to change.

    Raises:
        BadInput: a property is invalid, or the objects are too much work.
    """
    work = 0
    for each in objects:
        value = of_properties(each.where, each.properties)
        if value is None:
            continue
        work += cells.measure(each.corners, each.is_closed)
        if work > _MOST_WORK:
            raise BadInput(f"{each.where}: the walls up to here are too many, too large or too detailed; use tiles instead")
        where, covered = cells.cover(each.corners, each.is_closed)
        part = values[where]
        part[covered & is_free(part)] = value


def find_ends(cells: SquareCells | StaggeredCells, objects: Iterable[MapObject], name: str) -> tuple[Cell, ...]:
    """Return the cells of objects with this name or class, in whatever letters.

    Raises:
        BadInput: one is outside.
    """
    rows, columns = cells.shape
    ends = []
    for each in objects:
        if name not in (each.name.lower(), each.kind.lower()):
            continue
        x, y = cells.find(*each.corners.mean(axis=0).tolist())
        if not (0 <= x < columns and 0 <= y < rows):
            raise BadInput(f"{each.where}: the {name} is outside the map; move it to a tile")
        ends.append((x, y))
    return tuple(ends)


def _describe(found: TiledMap, tiles: TileValues, is_any_stated: bool) -> Iterator[str]:
    """Yield what was left out or assumed."""
    if not is_any_stated and all(find_cost(each.where, each.properties, tiles.cost_property) is None for each in found.objects):
        yield f"no tile has a property {tiles.cost_property} or blocked, so each costs 1; {tiles.advice}"
    if any(
        tile.has_shapes and find_cost(tile.where, tile.properties, tiles.cost_property) is None for tile in found.tiles.values()
    ):
        yield "collision shapes of tiles are not read; give these tiles the property blocked"
    yield from _list_unread_properties(found, tiles.cost_property)
    if any(each.template for each in found.objects):
        yield "objects from templates are read without what their template says"


def _list_unread_properties(found: TiledMap, cost_property: str) -> list[str]:
    """Return a remark for the first property whose name differs from a known one in its letters, or that only tiles have."""
    known = {name.lower(): name for name in (cost_property, "blocked", "enter", "leave")}
    listed: Sequence[Tile | TileLayer | MapObject] = [*found.tiles.values(), *found.layers, *found.objects]
    for each in listed:
        for name in each.properties:
            meant = known.get(name.strip().lower(), name)
            if meant != name:
                return [f"{each.where}: the property {name!r} is not read; name it {meant!r}"]
            if name in ("enter", "leave") and not isinstance(each, Tile):
                return [f"{each.where}: the property {name!r} is not read; give it to tiles"]
    return []
