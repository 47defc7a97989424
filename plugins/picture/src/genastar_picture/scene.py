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

Arrows = NDArray[np.intp]
"""Cells and where each points, shape (n, 4), as rows of x, y, columns and rows."""

MOST_PIXELS = 200_000_000
"""A picture has no more: what is drawn is small beside what can be asked for with a scale."""


def cells(positions: Iterable[tuple[int, int]]) -> Cells:
    """Positions (x, y) as an array."""
    return np.array(list(positions), dtype=np.intp).reshape(-1, 2)


def fitting_scale(width: int, height: int) -> int:
    """The scale that shows a small world well: the greatest up to 16 that keeps its longer side within 640 pixels, or 1."""
    return max(1, min(16, 640 // max(width, height)))


def _no_cells() -> Cells:
    return np.empty((0, 2), np.intp)


def _no_arrows() -> Arrows:
    return np.empty((0, 4), np.intp)


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
    values: NDArray[np.float64] | None = None
    """What the colour of each closed cell tells, shape (n,); its place in the order of closing if this is left out."""
    opened: Cells = field(factory=_no_cells)
    """Put on the open list, in order. What was closed since is drawn as closed."""
    opened_after: NDArray[np.intp] = field(factory=lambda: np.empty(0, np.intp))
    """How many cells had been closed before each of these was opened, shape (m,), rising."""
    arrows: Arrows = field(factory=_no_arrows)
    """Drawn inside their cells; where they point to is told by the direction alone."""
    marks: Cells = field(factory=_no_cells)
    """The start, and then the goals. Drawn where a cell has six pixels at least, and in shapes."""
    wraps: bool = False
    """Whether the edges of the world are joined, so that a path may leave at one and enter at the other."""

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
        """The value of each closed cell, or its place in the order of closing, on a scale from 0 to ``levels - 1``."""
        count = len(self.closed)
        if self.values is None or count == 0:
            return (np.arange(count) * levels // max(count, 1)).astype(np.uint8)
        least, most = float(self.values.min()), float(self.values.max())
        share = (self.values - least) / (most - least) if most > least else np.zeros(count)
        return np.minimum(share * levels, levels - 1).astype(np.uint8)

    def coloured(self, levels: int, *, path: bool = True) -> Rgb:
        """The colour of each cell, shape (height, width, 3): world, what waits, what is closed, and the path over it."""
        picture = self.world.copy()
        picture[self.opened[:, 1], self.opened[:, 0]] = self.palette.waiting
        ramp = np.array(self.palette.ramp(levels), dtype=np.uint8)
        picture[self.closed[:, 1], self.closed[:, 0]] = ramp[self.heat(levels)]
        if path:
            picture[self.path[:, 1], self.path[:, 0]] = self.palette.path
        return picture
