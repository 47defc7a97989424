"""Changes painted on a canvas, as arrays: shared by domains whose worlds can be painted."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput

Places = NDArray[np.int64]
"""Numbers of places, shape (n,)."""

Values = NDArray[np.float64]
"""Values of places, shape (n,), finite."""


def split_changes(changes: Mapping[int, float], places: int) -> tuple[Places, Values]:
    """Return the changed places, and their new values.

    Args:
        changes: the new value of each place; see `genastar.worlds.view.Canvas.paint`.
        places: the number of places.

    Raises:
        BadInput: a place does not exist, or a value is not a finite number.
    """
    try:
        where = np.fromiter(map(index, changes), np.int64, len(changes))
        values = np.fromiter(changes.values(), np.float64, len(changes))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput(
            f"these changes cannot be painted: {error}; give the numbers of places, and a number for each"
        ) from error
    outside = (where < 0) | (where >= places)
    if outside.any():
        raise BadInput(f"place {where[outside][0]} is outside 0..{places - 1}; give a place in this range")
    if not np.isfinite(values).all():
        raise BadInput(f"a place cannot have the value {values[~np.isfinite(values)][0]}; give a finite number")
    return where, values


def check_blank_size(width: int, height: int, most: int) -> tuple[int, int]:
    """Return the checked size of a blank world.

    Args:
        width: number of columns.
        height: number of rows.
        most: largest allowed number of cells.

    Raises:
        BadInput: a number is not valid, or the world would be too large.
    """
    try:
        columns, rows = index(width), index(height)
    except TypeError:
        columns = rows = 0
    if columns < 1 or rows < 1 or columns * rows > most:
        raise BadInput(
            f"a world cannot have {width!r} x {height!r} cells; give positive whole numbers, at most {most:,} cells in total"
        )
    return columns, rows
