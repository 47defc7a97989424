"""Lines drawn over the cells of a raster: arrows inside cells, paths at any angle, and marks on the start and the goals."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar_picture.scene import Rgb, Scene

BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)

LEAST_ARROW: Final = 8
"""Least size of a cell with an arrow, in pixels."""

LEAST_MARK: Final = 6
"""Least size of a cell with a mark, in pixels."""

Ink = tuple[int, int, int] | int
"""A colour, or its index in a colour table."""

Lines = NDArray[np.float64]
"""Points of lines, shape (n, points, 2), in cells from the upper left corner of the picture."""


def is_inked(scene: Scene) -> bool:
    """Return whether the scene has anything to draw over the cells."""
    return len(scene.arrows) > 0 or len(scene.line) > 0 or (len(scene.marks) > 0 and scene.scale >= LEAST_MARK)


def is_dark(colours: Rgb) -> NDArray[np.bool_]:
    """Return where white is easier to see than black, by the luma of ITU-R BT.601."""
    dark: NDArray[np.bool_] = colours @ np.array([0.299, 0.587, 0.114]) < 120
    return dark


def compute_arrow_lines(scene: Scene) -> Lines:
    """Return the shaft of each arrow, from tail to tip, and its head, from one barb over the tip to the other."""
    at = scene.arrows[:, :2] + 0.5
    towards = scene.arrows[:, 2:] / np.hypot(*scene.arrows[:, 2:].T)[:, None]
    across = towards[:, ::-1] * (-1, 1)
    tail, tip = at - 0.32 * towards, at + 0.32 * towards
    barbs = tip - 0.22 * towards + 0.18 * across, tip - 0.22 * towards - 0.18 * across
    return np.stack((tail, tip, barbs[0], tip, barbs[1]), axis=1)


def draw_ink(
    image: Image.Image, scene: Scene, dark: NDArray[np.bool_], black: Ink, white: Ink, path: Ink | None = None
) -> None:
    """Draw the lines of paths, and arrows and marks, white on dark cells and black on others. ``path`` is one colour for all.

    Raises:
        BadInput: the cells are too small for arrows.
    """
    scale = scene.scale
    if len(scene.arrows) and scale < LEAST_ARROW:
        raise BadInput(f"scale={scale} is too small for arrows; set scale to {LEAST_ARROW} or more, or leave out arrows")
    draw = ImageDraw.Draw(image)
    lines = (compute_arrow_lines(scene) * scale - 0.5).round().astype(int).reshape(-1, 10).tolist()
    inks = dark[scene.arrows[:, 1], scene.arrows[:, 0]].tolist()
    for line, on_dark in zip(lines, inks, strict=True):
        draw.line(line, fill=white if on_dark else black, width=1 + scale // 24)
    for colour, points in scene.list_paths() if len(scene.line) else ():
        way = ((points + 0.5) * scale - 0.5).round().astype(int).reshape(-1).tolist()
        draw.line(way, fill=colour if path is None else path, width=max(1, scale // 4), joint="curve")
    if scale < LEAST_MARK:
        return
    for number, (x, y) in enumerate(scene.marks.tolist()):
        inside, rim = (white, black) if number == 0 else (black, white)
        low, high = 0.2 * scale, 0.8 * scale - 1
        box = [x * scale + low, y * scale + low, x * scale + high, y * scale + high]
        draw.ellipse(box, fill=inside, outline=rim, width=1 + scale // 16)
