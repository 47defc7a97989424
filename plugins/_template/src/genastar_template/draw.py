"""The picture of a search. Stills, animations, palettes and limits are genastar-picture's."""

from __future__ import annotations

from typing import Final

import numpy as np

from genastar import Cost, Result, Trace
from genastar.files import AnyPath
from genastar_picture.draw import draw
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Scene, cells, fitting_scale
from genastar_template.info import Options
from genastar_template.read import Cell, Map

COLOURS: Final = np.array([(40, 40, 40), (255, 255, 255), (205, 180, 140)], np.uint8)
"""Of a wall, of ground and of mud."""


def draw_search(
    world: Map, options: Options, result: Result[Cell, Cost[int]], trace: Trace[Cell, Cost[int]], out: AnyPath
) -> None:
    """Write it to a file: an animation where that ends in ``.gif``, a still otherwise.

    Raises:
        BadInput: the suffix names no format, the picture is too large, or the file cannot be written.
    """
    height, width = world.kinds.shape
    scene = Scene(
        world=COLOURS[world.kinds],
        closed=cells(trace.closing_order()),
        path=cells(result.path),
        palette=PALETTES[options.palette],
        scale=options.scale or fitting_scale(width, height),
    )
    draw(scene, out, frames=options.frames, seconds=options.seconds)
