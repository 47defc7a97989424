"""Decode the words of `packed` in one pass. numpy would need a new array for each step."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import boolean, int64, uint64
from numpy.typing import NDArray

from genastar_compiled.kernel.open_lists.packed import CLOSED_BIT, GENERATION_SHIFT, ONE_GENERATION, TRAVELLED_SHIFT
from genastar_compiled.kernels import machine_code


@machine_code
def unpack(
    words: NDArray[np.uint64],
    sources: NDArray[np.int64],
    generation: int,
    g: NDArray[np.int64],
    parent: NDArray[np.int64],
    settled: NDArray[np.bool_],
) -> int:
    """Write the arrays of a `genastar.contracts.tree.TreeArrays` of the cells that are closed; return how many are open."""
    this, waiting = np.uint64(generation) << GENERATION_SHIFT, 0
    for cell in range(len(words)):
        state = words[cell] - this
        known = state < ONE_GENERATION  # words of earlier searches are greater
        closed = known and state & CLOSED_BIT != 0
        g[cell] = int64(state >> TRAVELLED_SHIFT) * closed
        parent[cell] = sources[cell] | (int64(closed) - 1)  # branch-free: branches are slow where few cells are known
        settled[cell] = closed
        waiting += known and not closed
    return waiting


def make_ready() -> None:
    """Compile this function, or load it from the cache."""
    dispatcher: Any = unpack
    if hasattr(dispatcher, "compile"):  # NUMBA_DISABLE_JIT leaves a function
        dispatcher.compile(_SIGNATURE)


_SIGNATURE: Final = (uint64[::1], int64[::1], int64, int64[::1], int64[::1], boolean[::1])
