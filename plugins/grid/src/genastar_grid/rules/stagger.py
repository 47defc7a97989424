"""Staggered maps: rows or columns of rhombs, every other one offset by half a tile.

The rhombs are a square lattice that stands on its corner. A tile (x, y) is the cell (u, v) of that lattice:

    u = x + ceil(y / 2), v = floor(y / 2) - x    if odd rows are offset to the right (for even ones, swap the roundings);

with x and y swapped if columns are offset. A straight step crosses a side of a rhomb, a diagonal one passes a corner.
"""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_lattice.directions import EIGHT, Mask, OpenDirections


@frozen
class Stagger:
    """The rows or columns of a map that are offset."""

    is_columns: bool
    """Whether columns are offset downwards; otherwise rows are offset to the right."""
    odd: int
    """1 if the odd ones are offset, 0 if the even ones."""

    def to_lattice(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell of the square lattice for a tile."""
        along, line = (y, x) if self.is_columns else (x, y)
        return along + (line + self.odd) // 2, (line + 1 - self.odd) // 2 - along

    def step(self, x: int, y: int, du: int, dv: int) -> tuple[int, int]:
        """Return the tile that a step in the square lattice leads to."""
        along, line = (y, x) if self.is_columns else (x, y)
        to = line + du + dv
        along += du + (line + self.odd) // 2 - (to + self.odd) // 2
        return (to, along) if self.is_columns else (along, to)

    def convert_path(self, cells: NDArray[np.generic]) -> NDArray[np.int64]:
        """Return the cells of the square lattice for tiles, shape (n, 2)."""
        return np.array([self.to_lattice(x, y) for x, y in cells.astype(np.int64).tolist()], np.int64).reshape(-1, 2)


def compute_staggered_directions(free: Mask, directions: str, diagonals: str, stagger: Stagger) -> OpenDirections:
    """Return the open directions of each tile, by the moves of the square lattice; else as `compute_open_directions`."""
    height, width = free.shape
    y, x = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    there = []
    for du, dv in EIGHT:
        column, row = _step_all(stagger, x, y, du, dv)
        inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
        there.append(inside & free[np.where(inside, row, 0), np.where(inside, column, 0)])
    found = np.zeros(free.shape, np.uint8)
    for number, is_free in enumerate(there):
        opened = free & is_free
        if number % 2:
            beside = there[number - 1].astype(np.int8) + there[(number + 1) % 8]
            if directions == "4" or diagonals == "never":
                continue
            opened &= beside >= {"no-obstacle": 2, "one-obstacle": 1, "always": 0}[diagonals]
        found |= (opened.astype(np.uint8) << number).astype(np.uint8)
    return found


def _step_all(
    stagger: Stagger, x: NDArray[np.int64], y: NDArray[np.int64], du: int, dv: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    along, line = (y, x) if stagger.is_columns else (x, y)
    to = line + du + dv
    along = along + du + (line + stagger.odd) // 2 - (to + stagger.odd) // 2
    return (to, along) if stagger.is_columns else (along, to)
