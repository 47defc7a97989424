"""The length of a path from the counts of its steps: for whole factors exact but for one rounding of each kind of step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def parts_of(kinds: NDArray[np.int64], factors: Floats | None, length: Callable[[int], float]) -> Floats:
    """Return what each kind of step adds to the length of a path, at each of its n + 1 positions; shape (n + 1, kinds).

    Args:
        kinds: of each step; shape (n,).
        factors: what the length of each step is multiplied by; ``None`` for one.
        length: gives that of a kind of step.
    """
    names, columns = np.unique(kinds, return_inverse=True)
    counts = np.zeros((len(kinds) + 1, len(names)))
    counts[np.arange(1, len(kinds) + 1), columns] = 1.0 if factors is None else factors
    found: Floats = counts.cumsum(axis=0) * [length(kind) for kind in names.tolist()]
    return found
