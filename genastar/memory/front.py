"""Fronts: costs of which none dominates another."""

from __future__ import annotations

from typing import Any

from genastar.values.vector import Vector


class Front:
    """The costs of the paths to one position, or to all destinations, that no other dominates, in the order of expansion.

    Vectors come in lexicographic order if the estimate is consistent. Of two numbers the second then falls from one cost to the
    next, so that the last cost alone decides (Hernández, Yeoh, Baier, Zhang, Suazo and Koenig, A simple and fast bi-objective
    search algorithm, ICAPS 2020). Rounded sums may break that order; then all costs are compared.
    """

    __slots__ = ("_is_sorted", "costs")

    def __init__(self) -> None:
        self.costs: list[Any] = []
        self._is_sorted = True

    def covers(self, cost: Any) -> bool:
        """Return whether a cost of the front equals or dominates this one."""
        costs = self.costs
        if not costs:
            return False
        last = costs[-1]
        if last.dominates(cost) or last == cost:
            return True
        if type(cost) is Vector and self._is_sorted and len(cost) == 2 and last[0] <= cost[0]:
            return False
        return any(known.dominates(cost) or known == cost for known in costs[-2::-1])

    def add(self, cost: Any) -> None:
        """Add a cost that the front does not cover."""
        if self.costs and type(cost) is Vector and not self.costs[-1][0] <= cost[0]:
            self._is_sorted = False
        self.costs.append(cost)
