"""The conversion of arrays of numbers to costs of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.costs.limits import MOST_COST

Costs = NDArray[np.int32] | NDArray[np.float64]
"""The cost of each cell, 0 for blocked, shape (height, width)."""


def convert_costs(name: str, values: NDArray[np.generic]) -> Costs:
    """Convert an array to costs: int32 for whole numbers, float64 for others.

    Raises:
        BadInput: the array is not two-dimensional or not numeric, or a cost is negative, not finite or too great.
    """
    if values.ndim != 2 or values.size == 0 or values.dtype.kind not in "buif":
        raise BadInput(f"{name}: shape {values.shape} of {values.dtype} is no grid; give numbers of shape (height, width)")
    numbers = values.astype(np.float64)
    wrong = ~((numbers >= 0) & (numbers <= MOST_COST))  # also catches NaN
    if wrong.any():
        y, x = (int(part) for part in np.argwhere(wrong)[0])
        raise BadInput(
            f"{name}: row {y + 1}, column {x + 1}: cost {values[y, x]} is outside 0..{MOST_COST:,}; give 0 to block the cell, "
            "or a cost in this range"
        )
    if values.dtype.kind == "f" and (numbers != np.floor(numbers)).any():
        return numbers
    return values.astype(np.int32)
