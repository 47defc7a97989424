"""Memory of a search for what its positions and costs point to: texts, and tuples and sets of any length."""

from __future__ import annotations

from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from genastar_compiled.compiler.containers.kinds import WORDS_OF_KEPT
from genastar_compiled.plans.layout import Program


class Keeping:
    """Memory that grows in machine code, and is freed with this object."""

    def __init__(self, program: Program) -> None:
        words = np.zeros(WORDS_OF_KEPT, np.int64)
        self.address: int = words.ctypes.data
        finalize(self, _free, program, words)


def _free(program: Program, words: NDArray[np.int64]) -> None:
    assert program.forget is not None
    program.forget(words.ctypes.data)
