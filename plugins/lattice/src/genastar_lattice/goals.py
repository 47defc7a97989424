"""Goals that are whole numbers, such as the numbers of cells and voxels."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray


@frozen(eq=False)
class NumberedGoals:
    """The goals of a search, as numbers. Its method compiles in hooks."""

    one: int
    """The number of the goal, or -1 for several goals; a single number so that batched questions can differ in it."""
    numbers: NDArray[np.int64]
    """The numbers of all goals, ascending; read only if there are several."""

    def include(self, position: int) -> bool:
        """Return whether a position is a goal, by binary search."""
        if self.one >= 0:
            return position == self.one
        low, high = 0, len(self.numbers)
        while low < high:
            middle = (low + high) >> 1
            if self.numbers[middle] < position:
                low = middle + 1
            else:
                high = middle
        return low < len(self.numbers) and bool(self.numbers[low] == position)
