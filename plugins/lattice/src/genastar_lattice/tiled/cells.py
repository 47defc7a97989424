"""Cells in pixels: the cell that a point lies in, and the cells that an outline overlaps."""

from __future__ import annotations

from itertools import product
from math import floor, nan
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar_lattice.tiled.layers import Offset
from genastar_lattice.tiled.objects import TOUCH, Corners, cover_cells, list_lines, measure_outline

Cell = tuple[int, int]
Covered = tuple[tuple[slice, slice], NDArray[np.bool_]]
"""Rows and columns of a map, and which of their cells are covered."""

_LINE_WORK: Final = 20
"""The time that one line takes at a rhomb or hexagon, in that of a cell in `measure_outline`."""


@frozen
class SquareCells:
    """The cells of an orthogonal or isometric map. On an isometric one, pixels count along the sides of its rhombs."""

    size: Cell
    """Width and height of a cell in pixels."""
    drawn_width: int = 0
    """Width of a rhomb as it is drawn; 0 for squares."""
    origin: Cell = (0, 0)
    """Tiled's coordinates of the first cell."""
    shape: Cell = (0, 0)
    """Number of rows and columns of the map."""

    def convert_offset(self, x: float, y: float) -> Offset:
        """Return the offset of a layer, which is as drawn, in pixels."""
        if not self.drawn_width:
            return x, y
        across = x * self.size[1] / self.drawn_width
        return y + across, y - across

    def count_cells(self, x: float, y: float) -> Offset:
        """Return by how many columns and rows an offset moves a layer."""
        x, y = self.convert_offset(x, y)
        return x / self.size[0], y / self.size[1]

    def find(self, x: float, y: float) -> Cell:
        """Return the column and row of the cell that a point lies in; it may be outside the map."""
        return floor(x / self.size[0]) - self.origin[0], floor(y / self.size[1]) - self.origin[1]

    def measure(self, corners: Corners, is_closed: bool) -> int:
        """Return the work of `cover`; see `measure_outline`."""
        return measure_outline(corners / self.size - self.origin, *self.shape[::-1])

    def cover(self, corners: Corners, is_closed: bool) -> Covered:
        """Return the cells that an outline overlaps; see `cover_cells`."""
        return cover_cells(corners / self.size - self.origin, is_closed, *self.shape[::-1])


@frozen
class StaggeredCells:
    """The cells of a staggered or hexagonal map: rhombs, or hexagons, which are rhombs with two more sides."""

    size: Cell
    """Width and height of a cell in pixels, even numbers."""
    side: int
    """Length in pixels of the sides that rhombs do not have; 0 for rhombs."""
    is_columns: bool
    """Whether columns are offset downwards; otherwise rows are offset to the right."""
    is_odd: bool
    """Whether the odd ones are offset; otherwise the even ones."""
    origin: Cell = (0, 0)
    """Tiled's coordinates of the first cell."""
    shape: Cell = (0, 0)
    """Number of rows and columns of the map."""
    planes: tuple[tuple[float, float], ...] = field(init=False, repr=False)
    """Pairs (a, b): a point at dx, dy from the middle of a cell is inside it if all ``a * dx + b * dy`` are below 1."""

    @planes.default
    def _compute_planes(self) -> tuple[tuple[float, float], ...]:
        (width, height), (long_x, long_y) = self.size, (self.side * self.is_columns, self.side * (not self.is_columns))
        across, down = height - long_y, width - long_x  # a slanted side falls by the one along the other
        bound = (across * width + down * long_y) / 2
        slanted = [(one * across / bound, other * down / bound) for one, other in product((1, -1), repeat=2)]
        return (*slanted, (2 / width, 0.0), (-2 / width, 0.0), (0.0, 2 / height), (0.0, -2 / height))

    def convert_offset(self, x: float, y: float) -> Offset:
        """Return the offset of a layer, which is as drawn, in pixels."""
        return x, y

    def count_cells(self, x: float, y: float) -> Offset:
        """Return by how many columns and rows an offset moves a layer; an odd number of offset ones is no such number."""
        width, height = self._compute_pitch()
        across, down = x / width, y / height
        line = across if self.is_columns else down
        return (across, down) if line % 2 == 0 else (nan, nan)

    def find(self, x: float, y: float) -> Cell:
        """Return the column and row of the cell that a point lies in; it may be outside the map."""
        width, height = self._compute_pitch()
        column, row = floor(x / width) - self.origin[0], floor(y / height) - self.origin[1]
        around = [(column + dx, row + dy) for dx, dy in product((-2, -1, 0, 1), repeat=2)]

        def measure(cell: Cell) -> float:
            """Return 1 for a point on a side of a cell, less for one inside it."""
            middle_x, middle_y = self._compute_middles(*cell)
            return float(max(a * (x - middle_x) + b * (y - middle_y) for a, b in self.planes))

        return min(around, key=measure)

    def measure(self, corners: Corners, is_closed: bool) -> int:
        """Return the work of `cover`; see `measure_outline`."""
        lines = list_lines(corners, is_closed)
        return sum(10_000 + self._measure_line(start, end, is_closed) for start, end in lines)

    def _measure_line(self, start: Corners, end: Corners, is_closed: bool) -> int:
        rows, columns = self._find_box(np.stack([start, end]))
        height = rows.stop - rows.start
        return int(_LINE_WORK * height * (columns.stop - columns.start) + (3 * height * self.shape[1] if is_closed else 0))

    def cover(self, corners: Corners, is_closed: bool) -> Covered:
        """Return the cells that an outline overlaps; touching a side is not enough. A point covers the cell it lies in."""
        box = rows, columns = self._find_box(corners)
        row, column = np.mgrid[box]
        if len(corners) == 1:
            found = self.find(*corners[0].tolist())
            return box, (column == found[0]) & (row == found[1])
        x, y = self._compute_middles(column, row)
        passed, inside = np.zeros(x.shape, np.bool_), np.zeros(x.shape, np.bool_)
        for start, end in list_lines(corners, is_closed):
            line_rows, line_columns = self._find_box(np.stack([start, end]))
            high = slice(line_rows.start - rows.start, line_rows.stop - rows.start)
            part = high, slice(line_columns.start - columns.start, line_columns.stop - columns.start)
            passed[part] |= self._is_passed(start, end, x[part], y[part])
            if is_closed:
                (ax, ay), (bx, by) = start.tolist(), end.tolist()
                crossing = ax + (y[high] - ay) / (by - ay or 1.0) * (bx - ax)
                inside[high] ^= ((ay > y[high]) != (by > y[high])) & (x[high] < crossing)
        return box, passed | inside

    def _is_passed(self, start: Corners, end: Corners, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.bool_]:
        """Return whether a line spends some of its length inside the cells with these middles."""
        first, last = np.zeros(x.shape), np.ones(x.shape)
        for a, b in self.planes:
            rate = float(a * (end[0] - start[0]) + b * (end[1] - start[1]))
            room = 1 - a * (start[0] - x) - b * (start[1] - y)
            if abs(rate) < TOUCH:
                last[room <= TOUCH] = 0.0
            else:
                np.minimum(last, room / rate, out=last) if rate > 0 else np.maximum(first, room / rate, out=first)
        found: NDArray[np.bool_] = last - first > TOUCH
        return found

    def _compute_pitch(self) -> tuple[float, float]:
        """Return the pixels from one column to the next and from one row to the next."""
        width, height = self.size
        return ((width + self.side) / 2, float(height)) if self.is_columns else (float(width), (height + self.side) / 2)

    def _compute_middles(self, column: Any, row: Any) -> tuple[Any, Any]:
        """Return the middles of cells in pixels."""
        (width, height), (pitch_x, pitch_y) = self.size, self._compute_pitch()
        column, row = column + self.origin[0], row + self.origin[1]
        offset = ((column if self.is_columns else row) % 2 == self.is_odd) / 2
        x, y = (column, row + offset) if self.is_columns else (column + offset, row)
        return x * pitch_x + width / 2, y * pitch_y + height / 2

    def _find_box(self, corners: Corners) -> tuple[slice, slice]:
        """Return the rows and columns of a map whose cells may overlap an outline."""
        low, high = (
            np.floor(each / self._compute_pitch()) - self.origin for each in (corners.min(axis=0), corners.max(axis=0))
        )
        sizes = self.shape[::-1]
        left, top = (int(part) for part in np.clip(low - 2, 0, sizes))
        right, bottom = (int(part) for part in np.clip(high + 2, 0, sizes))
        return slice(top, bottom), slice(left, right)
