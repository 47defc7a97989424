"""Pictures: the layers side by side, or an isometric view."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, format_path
from genastar_lattice.shades import LIGHTEST, WALL, compute_greys
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Rgb, Scene, choose_scale
from genastar_picture.writers import raster
from genastar_picture.writers.draw import draw
from genastar_voxel.answers.isometric import IsometricView, paint
from genastar_voxel.frame import Coordinates
from genastar_voxel.info import Options
from genastar_voxel.world import VoxelWorld

GROUND: Final = {"free": 1, "wall": 0, "cost 2": 2, "cost 3": 3, "cost 5": 5, "cost 9": 9}
"""The name of each brush, and the cost of a voxel painted with it."""

_GAP: Final = (150, 165, 185)
_MOST_LAYERS: Final = 100
"""Largest number of layers in a picture; more layers are sampled evenly."""


def draw_search(world: VoxelWorld, options: Options, closed: Coordinates, paths: Sequence[Coordinates], out: AnyPath) -> None:
    """Write a picture of a search to a file.

    Args:
        world: the world that was searched.
        options: ``view`` and the options of pictures.
        closed: closed voxels in order, shape (n, 3).
        paths: the voxels of the path, shape (n, 3), or of several.
        out: the file; its suffix chooses the format.

    Raises:
        BadInput: the suffix is unknown, the picture is too large, or the file cannot be written.
    """
    out = Path(out)
    if options.view == "isometric":
        if out.suffix.lower() == ".svg":
            raise BadInput(f"{format_path(out)}: an isometric view cannot be an .svg; write a .png, or choose view=slices")
        view = IsometricView(world.list_ground() > 0, closed, paths, options.palette, options.gravity, options.scale)
        raster.save(paint(view), out)
    else:
        draw(draw_slices(world, options, closed, paths), out, frames=options.frames, seconds=options.seconds)


def draw_slices(world: VoxelWorld, options: Options, closed: Coordinates, paths: Sequence[Coordinates]) -> Scene:
    """Return the layers side by side, the lowest first, row by row; x points to the right and y down.

    Layers that the search did not touch are left out, if it touched any.
    """
    columns, rows, layers = world.frame.shape
    touched = np.unique(np.concatenate([each[:, 2] for each in (closed, *paths)]))
    shown = touched if len(touched) else np.arange(layers)
    if len(shown) > _MOST_LAYERS:
        shown = shown[np.linspace(0, len(shown) - 1, _MOST_LAYERS).astype(np.intp)]
    across = min(len(shown), max(1, round(sqrt(len(shown) * 1.5 * (rows + 1) / (columns + 1)))))
    down = ceil(len(shown) / across)
    mosaic = np.empty((down * (rows + 1) - 1, across * (columns + 1) - 1, 3), np.uint8)
    mosaic[:] = _GAP
    most = find_dearest(world)
    for place, z in enumerate(shown):
        top, left = place // across * (rows + 1), place % across * (columns + 1)
        mosaic[top : top + rows, left : left + columns] = colour_layer(world, int(z), most)

    def on_mosaic(voxels: Coordinates) -> NDArray[np.intp]:
        seen = voxels[np.isin(voxels[:, 2], shown)]
        place = np.searchsorted(shown, seen[:, 2])
        return np.stack(
            (seen[:, 0] + place % across * (columns + 1), seen[:, 1] + place // across * (rows + 1)), axis=-1
        ).astype(np.intp)

    height, width, _ = mosaic.shape
    return Scene(
        world=mosaic,
        closed=on_mosaic(closed),
        path=on_mosaic(paths[0]),
        others=tuple(on_mosaic(each).astype(np.float64) for each in paths[1:]),
        palette=PALETTES[options.palette],
        scale=options.scale or choose_scale(width, height),
    )


def find_dearest(world: VoxelWorld) -> float:
    """Return the cost of the dearest voxel."""
    costs = world.costs if world.ground is None else world.ground
    return 1.0 if costs is None else float(costs.max())


def colour_layer(world: VoxelWorld, z: int, most: float) -> Rgb:
    """Return the colours of a layer, shape (rows, columns, 3): cheap voxels white, dearer ones darker, walls nearly black.

    Args:
        world: the world to draw.
        z: the layer.
        most: the cost with the darkest grey.
    """
    columns, rows, _ = world.frame.shape
    numbers = world.frame.to_number((0, 0, z)) + np.arange(rows)[:, None] * world.frame.width + np.arange(columns)
    picture = np.full((rows, columns, 3), LIGHTEST, np.uint8)
    if world.ground is not None:  # a unit of several voxels has positions, and walls are voxels
        costs = world.ground[:, :, z].T
        picture[:] = compute_greys(costs, world.least, most)[:, :, None]
        picture[costs == 0] = WALL
        return picture
    if world.costs is not None:
        picture[:] = compute_greys(world.costs[numbers], world.least, most)[:, :, None]
    picture[world.free[numbers >> 3] >> ((numbers & 7) + 1) & 1 == 0] = WALL
    return picture
