"""Write a scene to a file: ``.gif`` an animation, ``.svg`` shapes, other suffixes a still image."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from genastar.files import AnyPath
from genastar_picture.options import PictureOptions
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Rgb, Scene, choose_scale, to_cell_array
from genastar_picture.writers import gif, raster, vector
from genastar_picture.writers.formats import VECTORS, format_of


def draw(scene: Scene, out: AnyPath, *, frames: int = 100, seconds: float = 5.0) -> None:
    """Write a picture of a search.

    Args:
        scene: the picture.
        out: the file; its suffix chooses the format.
        frames: largest number of frames of an animation.
        seconds: duration of an animation before its last frame.

    Raises:
        BadInput: the suffix is unknown, the format cannot hold the picture, or the file cannot be written.
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
    """Write a picture of a world, the closed cells in order and the path, with the options given; otherwise as `draw`."""
    height, width, _ = world.shape
    scale = options.scale or choose_scale(width, height)
    scene = Scene(world, to_cell_array(closed), to_cell_array(path), PALETTES[options.palette], scale)
    draw(scene, out, frames=options.frames, seconds=options.seconds)
