"""Cost factors of steps, computed from the costs of the place left and of the place entered.

A place is an index of the array of costs: a number, or a tuple of one number for each axis.
"""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

Place = int | tuple[int, int]
F = TypeVar("F", covariant=True)
I = TypeVar("I", contravariant=True)  # noqa: E741
Costs = NDArray[np.int32] | NDArray[np.float64]


class CostGround(Protocol[I, F]):
    """A cost factor for each step between two places."""

    def get_factor(self, here: I, there: I) -> F:
        """Return the factor by which the price of the step is multiplied."""

    def reverse_steps(self) -> Self:
        """Return the factors for steps in reverse."""


@frozen
class EvenGround:
    """A ground where every place costs 1."""

    def get_factor(self, here: Place, there: Place) -> int:
        """Return 1."""
        return 1

    def reverse_steps(self) -> Self:
        """Return the same ground."""
        return self


@frozen(eq=False)
class _WeightedGround:
    """Weights of costs: ``leave`` and ``enter`` are 0 and 1, 1 and 0, or 1 and 1 for twice the mean."""

    costs: NDArray[Any] = field(repr=False)
    leave: int
    enter: int

    def reverse_steps(self) -> Self:
        """Return the ground with both weights swapped."""
        return evolve(self, leave=self.enter, enter=self.leave)


@frozen(eq=False)
class WholeCostGround(_WeightedGround):
    """Costs as whole numbers."""

    def get_factor(self, here: Place, there: Place) -> int:
        """Return the weighted sum of both costs. If the place left has weight 0, the place entered has weight 1."""
        if self.leave == 0:
            return int(self.costs[there])
        return self.leave * int(self.costs[here]) + self.enter * int(self.costs[there])


@frozen(eq=False)
class FloatCostGround(_WeightedGround):
    """Costs as floats."""

    def get_factor(self, here: Place, there: Place) -> float:
        """Return the weighted sum; see `WholeCostGround`."""
        if self.leave == 0:
            return float(self.costs[there])
        return self.leave * float(self.costs[here]) + self.enter * float(self.costs[there])


def make_cost_ground(costs: Costs | None, leave: int) -> CostGround[Place, float]:
    """Return the ground for costs indexed by place; ``None`` means that every place costs 1.

    Args:
        costs: int32 or float64.
        leave: weight of the cost of the place left: 0, or 1 for twice the mean.
    """
    if costs is None:
        return EvenGround()
    return (FloatCostGround if costs.dtype.kind == "f" else WholeCostGround)(costs, leave, 1)
