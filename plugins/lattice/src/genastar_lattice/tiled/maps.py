"""Maps of the Tiled editor: ``.tmx`` and ``.tmj``, with the tilesets beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from attrs import field, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar_lattice.tiled.documents import parse_document, parse_whole
from genastar_lattice.tiled.layers import GID, TileLayer, TileLimits, read_layers
from genastar_lattice.tiled.objects import MapObject, read_objects
from genastar_lattice.tiled.tilesets import Tile, read_tiles

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
    tile_size: tuple[int, int]
    """Width and height of a tile in pixels."""
    origin: tuple[int, int]
    """Tiled's coordinates of the first tile; (0, 0) unless the map is infinite."""
    layers: Sequence[TileLayer] = field(repr=False)
    """From lowest to uppermost, all of one shape."""
    tiles: Mapping[int, Tile] = field(repr=False)
    """The tiles that occur, by their numbers without flips."""
    objects: Sequence[MapObject] = field(repr=False)


def read_tiled(
    path: AnyPath,
    text: str,
    domain: str,
    limits: TileLimits,
    is_known: Callable[[int, Tile], bool],
    advice: str,
) -> TiledMap:
    """Read a map.

    Args:
        path: the file of the map; its tilesets are named relative to it.
        text: the content of the file.
        domain: the domain that reads this one.
        limits: the largest map to read.
        is_known: see `read_tiles`.
        advice: see `read_tiles`.

    Raises:
        BadInput: the map is damaged or too large, or has the orientation of another domain; the message says where.
    """
    path = Path(path)
    name = str(path)
    root = parse_document(name, text, "map")
    orientation = root.get("orientation", "")
    if READERS.get(orientation) != domain:
        wanted = ", ".join(each for each, reader in READERS.items() if reader == domain)
        other = READERS.get(orientation)
        hint = f"; read it with --domain {other}" if other else ""
        raise BadInput(f"{name}: its orientation is {orientation[:20]!r}, and the domain {domain} reads {wanted}{hint}")
    stagger = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
    if stagger[0] not in ("x", "y") or stagger[1] not in ("odd", "even"):
        raise BadInput(f"{name}: staggeraxis={stagger[0]!r}, staggerindex={stagger[1]!r}; expected x or y, odd or even")
    origin, layers = read_layers(name, root, limits)
    used = {int(gid) for layer in layers for gid in np.unique(layer.gids & np.uint32(GID))} - {0}
    tiles = read_tiles(path, root, used, is_known, advice)
    width, height = (max(1, parse_whole(name, root, side, 1)) for side in ("tilewidth", "tileheight"))
    return TiledMap(name, orientation, stagger, (width, height), origin, layers, tiles, read_objects(name, root))
