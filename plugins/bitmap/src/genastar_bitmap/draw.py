"""The picture of a search: a copy of the image, with the closed pixels from first to last and the path over them."""

from __future__ import annotations

from genastar import Cost, Result, Trace
from genastar.files import AnyPath
from genastar_bitmap.info import Options
from genastar_bitmap.search import Pixel
from genastar_picture.draw import draw
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Rgb, Scene, cells, fitting_scale


def draw_search(
    image: Rgb, options: Options, result: Result[Pixel, Cost[float]], trace: Trace[Pixel, Cost[float]], out: AnyPath
) -> None:
    """Write it to a file: an animation where that ends in ``.gif``, a still otherwise.

    Raises:
        BadInput: the suffix names no format, the picture is too large, or the file cannot be written.
    """
    height, width, _ = image.shape
    scene = Scene(
        world=image,
        closed=cells(trace.closing_order()),
        path=cells(result.path),
        palette=PALETTES[options.palette],
        scale=options.scale or fitting_scale(width, height),
    )
    draw(scene, out, frames=options.frames, seconds=options.seconds)
