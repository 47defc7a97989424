"""What a step costs beside its length: a factor, from the costs of the cell that it leaves and of the cell that it enters."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Cell = tuple[int, int]
F = TypeVar("F", covariant=True)


class Ground(Protocol[F]):
    """The factor of each step."""

    def factor(self, here: Cell, there: Cell) -> F:
        """What the price of the step is multiplied by."""


@frozen
class Even:
    """Every cell costs one."""

    def factor(self, here: Cell, there: Cell) -> int:
        """One."""
        return 1


@frozen(eq=False)
class Whole:
    """Costs in whole numbers; ``leave`` and ``enter`` are their weights: 0 and 1, 1 and 0, or 1 and 1 for twice the mean."""

    costs: NDArray[np.int32]
    leave: int
    enter: int

    def factor(self, here: Cell, there: Cell) -> int:
        """The weighted sum of the two cells' costs."""
        return self.leave * int(self.costs[here[1], here[0]]) + self.enter * int(self.costs[there[1], there[0]])


@frozen(eq=False)
class Broken:
    """Costs in floats."""

    costs: NDArray[np.float64]
    leave: int
    enter: int

    def factor(self, here: Cell, there: Cell) -> float:
        """The weighted sum of the two cells' costs."""
        return self.leave * float(self.costs[here[1], here[0]]) + self.enter * float(self.costs[there[1], there[0]])
