"""Maps of the Tiled editor: ``.tmx`` and ``.tmj``, with the tilesets beside them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from attrs import evolve, field, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar_lattice.tiled.cells import SquareCells, StaggeredCells
from genastar_lattice.tiled.documents import parse_document, parse_whole
from genastar_lattice.tiled.layers import GID, TileLayer, TileLimits, read_layers
from genastar_lattice.tiled.objects import MapObject, read_objects
from genastar_lattice.tiled.tilesets import Tile, TileSet, read_tiles

READERS: Final = {"orthogonal": "grid", "isometric": "grid", "staggered": "grid", "hexagonal": "hexmap"}
"""The domain that reads each orientation."""


@frozen(eq=False)
class TiledMap:
    """A map as Tiled saved it."""

    name: str
    """The file, in messages."""
    orientation: str
    """``orthogonal``, ``isometric``, ``staggered`` or ``hexagonal``."""
    stagger: tuple[str, str]
    """The axis along which rows or columns alternate, ``x`` or ``y``, and which of them are offset, ``odd`` or ``even``."""
    cells: SquareCells | StaggeredCells = field(repr=False)
    """The cells in pixels."""
    origin: tuple[int, int]
    """Tiled's coordinates of the first tile; (0, 0) unless the map is infinite."""
    layers: Sequence[TileLayer] = field(repr=False)
    """From lowest to uppermost, all of one shape."""
    sets: Sequence[TileSet] = field(repr=False)
    tiles: Mapping[int, Tile] = field(repr=False)
    """The tiles that occur, by their numbers without flips."""
    objects: Sequence[MapObject] = field(repr=False)


def read_tiled(
    path: AnyPath,
    text: str,
    domain: str,
    limits: TileLimits,
    names: Container[str],
    advice: str,
) -> TiledMap:
    """Read a map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        domain: the domain that reads this one.
        limits: the largest map to read.
        names: see `read_tiles`.
        advice: see `read_tiles`.

    Raises:
        BadInput: the map is damaged or too large, or has the orientation of another domain; the message says where.
    """
    path = Path(path)
    name = str(path)
    root = parse_document(name, text, "map")
    orientation = root.get("orientation", "")
    if not orientation:
        raise BadInput(f"{name}: it has no orientation, so it is no map of Tiled; save it again in Tiled")
    if READERS.get(orientation) != domain:
        wanted = ", ".join(each for each, reader in READERS.items() if reader == domain)
        other = READERS.get(orientation)
        hint = f"; read it with --domain {other}" if other else ""
        raise BadInput(f"{name}: its orientation is {orientation[:20]!r}, and the domain {domain} reads {wanted}{hint}")
    stagger = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
    if stagger[0] not in ("x", "y") or stagger[1] not in ("odd", "even"):
        raise BadInput(f"{name}: staggeraxis={stagger[0]!r}, staggerindex={stagger[1]!r}; expected x or y, odd or even")
    cells = _make_cells(name, root, orientation, stagger)
    origin, layers = read_layers(name, root, cells.count_cells, limits)
    used = {int(gid) for layer in layers for gid in np.unique(layer.gids & np.uint32(GID))} - {0}
    tiles, sets = read_tiles(path, root, used, names, advice)
    rows, columns = layers[0].gids.shape
    cells = evolve(cells, origin=origin, shape=(rows, columns))
    return TiledMap(
        name, orientation, stagger, cells, origin, layers, sets, tiles, read_objects(name, root, cells.convert_offset)
    )


def _make_cells(name: str, root: ET.Element, orientation: str, stagger: tuple[str, str]) -> SquareCells | StaggeredCells:
    """Return the cells in pixels."""
    width, height = (parse_whole(name, root, side) for side in ("tilewidth", "tileheight"))
    if min(width, height) < 1:
        raise BadInput(f"{name}: its tiles are {width} x {height} pixels; expected sizes from 1")
    if orientation == "orthogonal":
        return SquareCells((width, height))
    if orientation == "isometric":  # both axes count in heights of tiles
        return SquareCells((height, height), width)
    width, height = max(2, width & ~1), max(2, height & ~1)  # Tiled draws these tiles at even sizes
    side = parse_whole(name, root, "hexsidelength", 0) if orientation == "hexagonal" else 0
    if side > (width if stagger[0] == "x" else height):
        raise BadInput(f"{name}: hexsidelength={side} is longer than a tile; give the length of a side")
    return StaggeredCells((width, height), side, stagger[0] == "x", stagger[1] == "odd")
