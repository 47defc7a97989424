"""What was painted on a canvas, as arrays: for domains whose worlds may be painted on."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput

Places = NDArray[np.int64]
"""The numbers of places, shape (n,)."""

Values = NDArray[np.float64]
"""Their values, shape (n,): finite."""


def strokes(changes: Mapping[int, float], places: int) -> tuple[Places, Values]:
    """The places of these changes, and the value of each.

    Args:
        changes: the new value of each place, see `genastar.view.Canvas.painted`.
        places: how many places there are.

    Raises:
        BadInput: there is no such place, or a value is not a finite number.
    """
    try:
        where = np.fromiter(map(index, changes), np.int64, len(changes))
        values = np.fromiter(changes.values(), np.float64, len(changes))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput(f"this cannot be painted: {error}; give the numbers of places, and a number for each") from error
    outside = (where < 0) | (where >= places)
    if outside.any():
        raise BadInput(f"there is no place {where[outside][0]}; places are from 0 to {places - 1}")
    if not np.isfinite(values).all():
        raise BadInput(f"a place cannot have the value {values[~np.isfinite(values)][0]}; give a finite number")
    return where, values


def checked_size(width: int, height: int, most: int) -> tuple[int, int]:
    """The size of a blank world.

    Args:
        width: in columns.
        height: in rows.
        most: cells that there may be.

    Raises:
        BadInput: it is no size, or a greater one.
    """
    try:
        columns, rows = index(width), index(height)
    except TypeError:
        columns = rows = 0
    if columns < 1 or rows < 1 or columns * rows > most:
        raise BadInput(f"there is no world of {width!r} x {height!r}; give whole numbers, and {most:,} cells at most")
    return columns, rows
