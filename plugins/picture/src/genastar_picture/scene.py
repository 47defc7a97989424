"""A scene: the description of a picture of a search on a raster of cells."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from attrs import Factory, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_picture.palette import RED_BLUE, Colour, Palette, make_hues

Rgb = NDArray[np.uint8]
"""Colours of a raster, shape (height, width, 3)."""

Cells = NDArray[np.intp]
"""Cells of a raster, shape (n, 2), as rows of x, y."""

Points = NDArray[np.float64]
"""Points of a raster, shape (n, 2), as rows of x, y: whole numbers in the middle of a cell."""

Arrows = NDArray[np.intp]
"""Arrows, shape (n, 4), as rows of the cell's x and y, and the columns and rows to its target."""

MOST_PIXELS = 200_000_000
"""Limit of pixels of a picture, because ``scale`` can make a small world very large."""


def to_cell_array(positions: Iterable[tuple[float, float]]) -> Cells:
    """Return positions (x, y) as an array."""
    return np.array(list(positions), dtype=np.intp).reshape(-1, 2)


def to_point_array(positions: Iterable[tuple[float, float]]) -> Points:
    """Return points (x, y) as an array."""
    return np.array(list(positions), dtype=np.float64).reshape(-1, 2)


def choose_scale(width: int, height: int) -> int:
    """Return the default scale: the largest up to 16 that keeps the longer side within 640 pixels, or 1."""
    return max(1, min(16, 640 // max(width, height)))


def _make_no_cells() -> Cells:
    return np.empty((0, 2), np.intp)


def _make_no_points() -> Points:
    return to_point_array(())


def _make_no_arrows() -> Arrows:
    return np.empty((0, 4), np.intp)


def _choose_scale(scene: Scene) -> int:
    height, width, _ = scene.world.shape
    return choose_scale(width, height)


@frozen(eq=False)
class Scene:
    """The colours of a world, and the cells of a search there.

    Raises:
        BadInput: at this scale, the picture would have more than `MOST_PIXELS` pixels.
    """

    world: Rgb
    closed: Cells
    """Closed cells in order. For a cell that was closed again, the last place counts."""
    path: Cells
    palette: Palette = RED_BLUE
    scale: int = field(default=Factory(_choose_scale, takes_self=True))
    """Size of a cell in pixels."""
    values: NDArray[np.float64] | None = None
    """The value shown by the colour of each closed cell, shape (n,); the order of closing if left out."""
    opened: Cells = field(factory=_make_no_cells)
    """Opened cells in order. Those closed since are drawn as closed."""
    opened_after: NDArray[np.intp] = field(factory=lambda: np.empty(0, np.intp))
    """For each opened cell, the number of cells closed before, shape (m,), ascending."""
    arrows: Arrows = field(factory=_make_no_arrows)
    """Arrows drawn inside their cells; only their direction shows their target."""
    line: Points = field(factory=_make_no_points)
    """A path whose legs are straight lines at any angle, drawn as a line over the cells."""
    others: tuple[Points, ...] = ()
    """Further paths, drawn like ``path`` or ``line``. Then each path has a colour of its own, except in animations."""
    marks: Cells = field(factory=_make_no_cells)
    """The start, then the goals. Drawn if a cell has at least six pixels, and always in SVG."""
    wraps: bool = False
    """Whether the edges of the world are joined, so that a path may leave at one and enter at the other."""

    def __attrs_post_init__(self) -> None:
        if self.width * self.height > MOST_PIXELS:
            raise BadInput(
                f"a picture of {self.width} x {self.height} pixels is too large; choose a scale below {self.scale}"
                f" (the limit is {MOST_PIXELS // 10**6} million pixels)"
            )

    @property
    def width(self) -> int:
        """Return the width of the picture in pixels."""
        return int(self.world.shape[1]) * self.scale

    @property
    def height(self) -> int:
        """Return the height of the picture in pixels."""
        return int(self.world.shape[0]) * self.scale

    def list_paths(self) -> list[tuple[Colour, Points]]:
        """Return all paths with their colours; the first is the last, so that it is drawn on top."""
        paths = [self.line if len(self.line) else self.path.astype(np.float64), *self.others]
        colours = make_hues(len(paths)) if self.others else [self.palette.path]
        return [*zip(colours, paths, strict=True)][::-1]

    def list_path_cells(self) -> list[tuple[Colour, Cells]]:
        """Return the cells of all paths that are not lines, as `list_paths` does."""
        return [] if len(self.line) else [(colour, points.astype(np.intp)) for colour, points in self.list_paths()]

    def compute_heat(self, levels: int) -> NDArray[np.uint8]:
        """Return the value of each closed cell, or its place in the order of closing, scaled to 0..``levels - 1``."""
        count = len(self.closed)
        if self.values is None or count == 0:
            return (np.arange(count) * levels // max(count, 1)).astype(np.uint8)
        least, most = float(self.values.min()), float(self.values.max())
        share = (self.values - least) / (most - least) if most > least else np.zeros(count)
        return np.minimum(share * levels, levels - 1).astype(np.uint8)

    def paint_cells(self, levels: int, *, path: bool = True) -> Rgb:
        """Return the colour of each cell, shape (height, width, 3): world, open, closed, and the path on top."""
        picture = self.world.copy()
        picture[self.opened[:, 1], self.opened[:, 0]] = self.palette.waiting
        ramp = np.array(self.palette.make_ramp(levels), dtype=np.uint8)
        picture[self.closed[:, 1], self.closed[:, 0]] = ramp[self.compute_heat(levels)]
        for colour, cells in self.list_path_cells() if path else ():
            picture[cells[:, 1], cells[:, 0]] = colour
        return picture
