"""Rectangles around changed cells, in which derived data is computed again."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_lattice.directions import Area

REACH: Final = 3
"""The longest move of any stencil, in columns or rows."""

TILE: Final = 64
"""Changed cells that lie apart are updated tile by tile; the side of a tile in cells."""

ONE_MORE: Final = 15_000
"""Cells that are updated in the time that one more rectangle takes."""


def make_boxes(cells: NDArray[np.int64]) -> list[Area]:
    """Return rectangles that contain these cells: one around all, or one in each tile that has some, whichever is faster."""
    tiles = cells // TILE
    columns = int(tiles[:, 0].max()) + 1
    numbers = tiles[:, 1] * columns + tiles[:, 0]
    sides = np.zeros((int(numbers.max()) + 1, 4), np.int64)
    sides[:, :2] = np.iinfo(np.int64).max
    for axis in (0, 1):
        np.minimum.at(sides[:, axis], numbers, cells[:, axis])
        np.maximum.at(sides[:, axis + 2], numbers, cells[:, axis])
    boxes = sides[sides[:, 0] <= sides[:, 2]]
    whole = np.hstack([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])[None]
    fastest = min(whole, boxes, key=_count_work)
    return [(left, top, right, bottom) for left, top, right, bottom in fastest.tolist()]


def _count_work(boxes: NDArray[np.int64]) -> int:
    """Return the work to update these rectangles, in cells."""
    return int((boxes[:, 2:] - boxes[:, :2] + 1 + 2 * REACH).prod(axis=1).sum()) + ONE_MORE * len(boxes)
