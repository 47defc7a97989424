"""Path lengths from counts of steps: with whole factors, exact but for one rounding per kind of step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def sum_parts(kinds: NDArray[np.int64], factors: Floats | None, length: Callable[[int], float]) -> Floats:
    """Return the contribution of each kind of step to the length at each of the n + 1 positions; shape (n + 1, kinds).

    Args:
        kinds: the kind of each step; shape (n,).
        factors: the factor for the length of each step; ``None`` for 1.
        length: gives the length of a kind of step.
    """
    names, columns = np.unique(kinds, return_inverse=True)
    counts = np.zeros((len(kinds) + 1, len(names)))
    counts[np.arange(1, len(kinds) + 1), columns] = 1.0 if factors is None else factors
    found: Floats = counts.cumsum(axis=0) * [length(kind) for kind in names.tolist()]
    return found
