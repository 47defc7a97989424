"""What a step costs beside its length: a factor, from the costs of the place that it leaves and of the one that it enters.

A place is what indexes the array of costs: a number, or a tuple of one number for each axis.
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


class Ground(Protocol[I, F]):
    """The factor of each step between two places."""

    def factor(self, here: I, there: I) -> F:
        """What the price of the step is multiplied by."""

    def backwards(self) -> Self:
        """The same for steps that are gone against."""


@frozen
class Even:
    """Every place costs one."""

    def factor(self, here: Place, there: Place) -> int:
        """One."""
        return 1

    def backwards(self) -> Self:
        """The same."""
        return self


@frozen(eq=False)
class _Weighed:
    """``leave`` and ``enter`` are the weights of costs: 0 and 1, 1 and 0, or 1 and 1 for twice the mean."""

    costs: NDArray[Any] = field(repr=False)
    leave: int
    enter: int

    def backwards(self) -> Self:
        """The weights the other way round."""
        return evolve(self, leave=self.enter, enter=self.leave)


@frozen(eq=False)
class Whole(_Weighed):
    """Costs in whole numbers."""

    def factor(self, here: Place, there: Place) -> int:
        """The weighted sum of the two places' costs. If the first does not count, the second counts once."""
        if self.leave == 0:
            return int(self.costs[there])
        return self.leave * int(self.costs[here]) + self.enter * int(self.costs[there])


@frozen(eq=False)
class Broken(_Weighed):
    """Costs in floats."""

    def factor(self, here: Place, there: Place) -> float:
        """See `Whole`."""
        if self.leave == 0:
            return float(self.costs[there])
        return self.leave * float(self.costs[here]) + self.enter * float(self.costs[there])


def ground_of_costs(costs: Costs | None, leave: int) -> Ground[Place, float]:
    """Return the ground of these costs, which places index; ``None`` where every place costs 1.

    Args:
        costs: int32 or float64.
        leave: how often the cost of the place that is left counts: 0, or 1 for twice the mean.
    """
    if costs is None:
        return Even()
    return (Broken if costs.dtype.kind == "f" else Whole)(costs, leave, 1)
