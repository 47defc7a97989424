"""What a step costs beside its length."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

C_co = TypeVar("C_co", covariant=True)


class Ground(Protocol[C_co]):
    """The cost of a step's ends, as a factor."""

    def factor(self, here: int, there: int) -> C_co:
        """What the length of a step between the voxels of two numbers is multiplied by."""


@frozen
class Even:
    """Every free voxel costs 1."""

    def factor(self, here: int, there: int) -> int:
        """One."""
        return 1


@frozen(eq=False)
class Whole:
    """Costs in whole numbers."""

    costs: NDArray[np.int32] = field(repr=False)
    """By number."""
    leave: int
    """How often the cost of the voxel that is left counts."""

    def factor(self, here: int, there: int) -> int:
        """The cost of the voxel that is entered, or the sum of both."""
        return int(self.costs[there]) + self.leave * int(self.costs[here])


@frozen(eq=False)
class Broken:
    """Costs in floats."""

    costs: NDArray[np.float64] = field(repr=False)
    """By number."""
    leave: int
    """How often the cost of the voxel that is left counts."""

    def factor(self, here: int, there: int) -> float:
        """The cost of the voxel that is entered, or the sum of both."""
        return float(self.costs[there]) + self.leave * float(self.costs[here])
