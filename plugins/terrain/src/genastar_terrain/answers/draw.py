"""Pictures: a search over shaded terrain, and routes for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from genastar import Cost, Trace
from genastar.files import AnyPath
from genastar_lattice.shades import WALL, compute_greys
from genastar_picture.layers import make_search_scene
from genastar_picture.writers.draw import draw as draw_scene
from genastar_terrain.answers.path import LeastCostPath, write_paths
from genastar_terrain.frame import Frame
from genastar_terrain.info import ROUTES, Options
from genastar_terrain.rasters import Layers
from genastar_terrain.rules.grounds import Layer

_SUN: Final = np.array([-0.5, 0.5, 0.7071])
"""The direction of the light: from the north-west, 45 degrees high."""


def draw(
    layers: Layers, options: Options, trace: Trace[int, Cost[float]], paths: Sequence[LeastCostPath], out: AnyPath
) -> None:
    """Write paths, or a picture with them; the suffix chooses the format.

    Raises:
        BadInput: the suffix is unknown, or the file cannot be written.
    """
    out, width = Path(out), layers.frame.width
    if out.suffix.lower() in ROUTES:
        write_paths(paths, out)
        return
    first, *others = [path.cells.tolist() for path in paths] or [[]]
    has_lines = any(max(abs(a % width - b % width), abs(a // width - b // width)) > 1 for a, b in pairwise(first))

    def place(cell: int) -> tuple[int, int]:
        row, column = divmod(layers.frame.place(cell), width)
        return column, row

    scene = make_search_scene(
        colour_terrain(layers),
        options,
        trace,
        map(place, first),
        place,
        is_line=has_lines,
        others=[map(place, each) for each in others],
    )
    draw_scene(scene, out, frames=options.frames, seconds=options.seconds)


def colour_terrain(layers: Layers) -> NDArray[np.uint8]:
    """Return the colours of all cells, shape (height, width, 3), the north at the top: shaded hills, or dearer cells darker.

    Cells without data are nearly black.
    """
    open_cells = layers.find_open()
    if layers.heights is not None:
        greys = shade_hills(layers.heights, layers.frame)
    else:
        greys = _shade_costs(np.where(open_cells, cast("Layer", layers.friction), np.nan))
    found = np.repeat(greys[:, :, None], 3, axis=2)
    found[~open_cells] = WALL
    return found[:: -1 if layers.frame.is_south_up else 1]


def shade_hills(heights: Layer, frame: Frame) -> NDArray[np.uint8]:
    """Return the grey of each cell under a light from the north-west, shape (height, width)."""
    known = np.where(np.isfinite(heights), heights, np.nanmin(heights) if np.isfinite(heights).any() else 0.0)
    if min(known.shape) < 2:
        return np.full(known.shape, 220, np.uint8)
    steps = frame.measure_steps("4")
    across = float(np.median(steps.lengths[:, np.flatnonzero(steps.across)[0]]))
    along = float(np.median(steps.lengths[:, np.flatnonzero(steps.along)[0]]))
    down, right = np.gradient(known.astype(np.float64), along, across)
    steep = float(np.percentile(np.hypot(down, right), 95))
    rise = min(max(0.7 / steep, 1.0), 20.0) if steep > 0 else 1.0  # gentle hills are drawn higher, so that they can be seen
    down, right = down * rise, right * rise
    light = (_SUN[2] - right * _SUN[0] + down * _SUN[1]) / np.sqrt(1 + right * right + down * down)
    found: NDArray[np.uint8] = np.clip(90 + 180 * light, 60, 255).astype(np.uint8)
    return found


def _shade_costs(costs: Layer) -> NDArray[np.uint8]:
    paid = costs[np.isfinite(costs) & (costs > 0)]
    if not paid.size:
        return np.full(costs.shape, 255, np.uint8)
    least, most = float(paid.min()), float(paid.max())
    return compute_greys(np.where(np.isfinite(costs) & (costs > 0), costs, least), least, most)
