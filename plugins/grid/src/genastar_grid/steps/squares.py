"""Even squares, through which a straight line need not be followed cell by cell.

In an even square every straight step is open both ways, and all cells cost the same. A line that enters it at a corner cell
and leads away from there stays inside for as many columns as the square has (for as many rows if the line is steep). So one
lookup says that the line is open so far, and one division gives the cell where it goes on.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from genastar_lattice.directions import OpenDirections

Squares = NDArray[np.uint8]
"""For each quarter of the plane and each cell, how many steps the largest even square reaches from the cell at its corner, up
to `MOST`; shape (4, height, width). The quarters are right and down, left and down, right and up, left and up."""

NO_SQUARES: Final[Squares] = np.zeros((4, 0, 0), np.uint8)
"""In place of squares that were not computed."""

MOST: Final = 255
"""The largest number of steps that is stored."""


def compute_squares(open_directions: OpenDirections, costs: NDArray[Any]) -> Squares:
    """Return the largest even square of each cell in each quarter, in a time proportional to the number of cells."""
    height, width = open_directions.shape
    right = (open_directions[:, :-1] & 4 != 0) & (open_directions[:, 1:] & 64 != 0) & (costs[:, :-1] == costs[:, 1:])
    down = (open_directions[:-1] & 16 != 0) & (open_directions[1:] & 1 != 0) & (costs[:-1] == costs[1:])
    blocks = right[:-1] & right[1:] & down[:, :-1] & down[:, 1:]
    turned = np.stack([blocks[::rows, ::columns] for rows in (1, -1) for columns in (1, -1)])
    squares = np.zeros((4, height, width), np.uint8)
    columns = np.arange(width, dtype=np.int32)
    reach = np.zeros((4, width), np.int32)
    for row in range(height - 2, -1, -1):
        # A square is one step larger than the least of its three neighbours' squares, if the first block is even.
        reach[:, :-1] = np.where(turned[:, row], np.minimum(reach[:, :-1], reach[:, 1:]) + 1, 0)
        reach[:, -1] = 0
        reach += columns
        reach = np.minimum.accumulate(reach[:, ::-1], axis=1)[:, ::-1] - columns
        squares[:, row] = np.minimum(reach, MOST)
    for quarter, (rows, sides) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1))):
        squares[quarter] = squares[quarter, ::rows, ::sides].copy()
    return squares
