"""A scene to a file: an animation where the suffix is ``.gif``, shapes where it is ``.svg``, a still otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from genastar.files import AnyPath
from genastar_picture import gif, raster, vector
from genastar_picture.formats import VECTORS, format_of
from genastar_picture.options import PictureOptions
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Rgb, Scene, cells, fitting_scale


def draw(scene: Scene, out: AnyPath, *, frames: int = 100, seconds: float = 5.0) -> None:
    """Write a picture of a search.

    Raises:
        BadInput: the suffix names no format, the format cannot hold the picture, or the file cannot be written.
    """
    out = Path(out)
    if out.suffix.lower() == VECTORS:
        vector.save(scene, out)
    elif format_of(out) == "GIF":
        gif.save(scene, out, frames, seconds)
    else:
        raster.save(raster.paint(scene), out)


def draw_search(
    world: Rgb, options: PictureOptions, closed: Iterable[tuple[int, int]], path: Iterable[tuple[int, int]], out: AnyPath
) -> None:
    """Write a world, what a search closed there, first to last, and the path, as the options say; else as `draw`."""
    height, width, _ = world.shape
    scale = options.scale or fitting_scale(width, height)
    scene = Scene(world, cells(closed), cells(path), PALETTES[options.palette], scale)
    draw(scene, out, frames=options.frames, seconds=options.seconds)
