"""A scene: what a search looks like on a raster of cells, before it is a picture."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from attrs import Factory, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_picture.palette import RED_BLUE, Palette

Rgb = NDArray[np.uint8]
"""Colours of a raster, shape (height, width, 3)."""

Cells = NDArray[np.intp]
"""Cells of a raster, shape (n, 2), as rows of x, y."""

MOST_PIXELS = 200_000_000
"""A picture has no more: what is drawn is small beside what can be asked for with a scale."""


def cells(positions: Iterable[tuple[int, int]]) -> Cells:
    """Positions (x, y) as an array."""
    return np.array(list(positions), dtype=np.intp).reshape(-1, 2)


def fitting_scale(width: int, height: int) -> int:
    """The scale that shows a small world well: the greatest up to 16 that keeps its longer side within 640 pixels, or 1."""
    return max(1, min(16, 640 // max(width, height)))


def _fitting(scene: Scene) -> int:
    height, width, _ = scene.world.shape
    return fitting_scale(width, height)


@frozen(eq=False)
class Scene:
    """A world's colours, and what a search did there.

    Raises:
        BadInput: drawn at this scale it would have more than `MOST_PIXELS` pixels.
    """

    world: Rgb
    closed: Cells
    """In the order in which they were closed. A cell that was closed again appears again, and its last place counts."""
    path: Cells
    palette: Palette = RED_BLUE
    scale: int = field(default=Factory(_fitting, takes_self=True))
    """Pixels of the picture for each cell."""

    def __attrs_post_init__(self) -> None:
        if self.width * self.height > MOST_PIXELS:
            raise BadInput(
                f"a picture of {self.width} x {self.height} pixels is too large; choose a smaller scale than {self.scale}"
                f" (at most {MOST_PIXELS // 10**6} million pixels are drawn)"
            )

    @property
    def width(self) -> int:
        """Of the picture, in pixels."""
        return int(self.world.shape[1]) * self.scale

    @property
    def height(self) -> int:
        """Of the picture, in pixels."""
        return int(self.world.shape[0]) * self.scale

    def heat(self, levels: int) -> NDArray[np.uint8]:
        """The place of each closed cell in the order of closing, on a scale from 0 (first) to ``levels - 1`` (last)."""
        count = len(self.closed)
        return (np.arange(count) * levels // max(count, 1)).astype(np.uint8)
