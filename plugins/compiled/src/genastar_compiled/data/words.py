"""Decode the words of `kernel.open_lists.packed` with numpy: a new array for each step, and nothing to compile."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genastar_compiled.kernel.open_lists.packed import CLOSED_BIT, GENERATION_SHIFT, ONE_GENERATION, TRAVELLED_SHIFT, ZERO


def unpack(
    words: NDArray[np.uint64],
    sources: NDArray[np.int64],
    generation: int,
    g: NDArray[Any],
    parent: NDArray[Any],
    settled: NDArray[np.bool_],
) -> int:
    """Write the arrays of a `genastar.contracts.tree.TreeArrays` of the cells that are closed; return how many are open."""
    state = words - (np.uint64(generation) << GENERATION_SHIFT)
    known = state < ONE_GENERATION  # words of earlier searches are greater
    settled[:] = known & ((state & CLOSED_BIT) != ZERO)
    g[:] = np.where(settled, state >> TRAVELLED_SHIFT, ZERO)
    parent[:] = np.where(settled, sources, -1)
    return int(np.count_nonzero(known)) - int(np.count_nonzero(settled))
