"""Pictures: the grid in greys, what a search closed from first to last, and the path; and the same in letters."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from genastar_grid.info import Options
from genastar_grid.world import World
from genastar_picture.draw import draw
from genastar_picture.palette import PALETTES
from genastar_picture.raster import paint
from genastar_picture.scene import Rgb, Scene, cells, fitting_scale

Cell = tuple[int, int]

_WALL: Final = (40, 40, 40)
_WATER: Final = (190, 215, 240)
_LIGHTEST: Final = 255
_DARKEST: Final = 130
"""The grey of the dearest cell."""


def colours_of(world: World) -> Rgb:
    """White is the cheapest cell, the dearer the darker; walls are nearly black and water is pale blue."""
    costs = world.costs.astype(np.float64)
    most = max(float(costs.max()), world.least)
    share = (
        np.log(np.maximum(costs, world.least) / world.least) / np.log(most / world.least) if most > world.least else 0 * costs
    )
    grey = (_LIGHTEST - (_LIGHTEST - _DARKEST) * share).astype(np.uint8)
    picture = np.stack((grey, grey, grey), axis=-1)
    if world.water is not None:
        picture[world.water] = _WATER
    picture[world.costs == 0] = _WALL
    return picture


def scene_of(world: World, options: Options, closed: Iterable[Cell], path: Iterable[Cell]) -> Scene:
    """What a search did in this world."""
    height, width = world.costs.shape
    return Scene(
        world=colours_of(world),
        closed=cells(closed),
        path=cells(path),
        palette=PALETTES[options.palette],
        scale=options.scale or fitting_scale(width, height),
    )


def draw_search(world: World, options: Options, closed: Iterable[Cell], path: Iterable[Cell], out: Path) -> None:
    """Write it to a file: an animation where that ends in ``.gif``, a still otherwise.

    Raises:
        BadInput: the suffix names no format, the picture is too large, or the file cannot be written.
    """
    draw(scene_of(world, options, closed, path), out, frames=options.frames, seconds=options.seconds)


def png_of(world: World, options: Options) -> bytes:
    """The world alone, as the bytes of a PNG."""
    buffer = BytesIO()
    Image.fromarray(paint(scene_of(world, options, (), ()))).save(buffer, "PNG")
    return buffer.getvalue()


def art_of(world: World, path: Iterable[Cell] = (), closed: Iterable[Cell] = ()) -> str:
    """The world in letters: ``#`` wall, ``.`` free, ``~`` water, ``o`` closed, ``*`` path, ``S`` and ``G`` its ends."""
    letters = np.where(world.costs == 0, "#", ".")
    if world.water is not None:
        letters[world.water & (world.costs > 0)] = "~"
    for x, y in closed:
        letters[y, x] = "o"
    way = list(path)
    for x, y in way:
        letters[y, x] = "*"
    for (x, y), letter in zip((*way[:1], *way[-1:]), "SG", strict=False):
        letters[y, x] = letter
    return "\n".join("".join(row) for row in letters)
