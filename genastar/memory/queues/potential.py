"""The queue of potentials: the priority queue of the frontier of dynamic potential search."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify
from math import inf
from typing import Any, Final, Generic

from genastar.contracts.frontier import FocalFrontier, PotentialFrontier
from genastar.errors import CostError, format_value
from genastar.memory.queues.focal import FocalQueue
from genastar.values.cost import NOT_COMPARABLE, Comparable, V
from genastar.values.node import K, Node

SORT_AFTER: Final = 8
"""The nodes within the bound are sorted again after as many expansions as this part of their number, at the earliest."""


class PotentialQueue(FocalQueue[K, V], Generic[K, V]):
    """A queue of nodes in the order of `PotentialFrontier`: a focal queue whose focus is the potential, counted down."""

    __slots__ = ("_bound", "_since")

    def __init__(self, frontier: PotentialFrontier, nodes: Mapping[K, object], limit: Comparable | None) -> None:
        """Make an empty queue.

        Args:
            frontier: the frontier with its weight.
            nodes: the best node of each open position; any other node is stale.
            limit: the highest rank of nodes in the focal list.
        """
        super().__init__(FocalFrontier(frontier.weight), self._compute_potential, nodes, limit)
        self._bound = -inf
        """The bound for which the potentials were computed."""
        self._since = 0
        """The number of expansions since then."""

    def _compute_highest_rank(self, least: Any) -> Any:
        self._since += 1
        bound = _to_float(least) * float(self._frontier.weight)
        if bound != self._bound and SORT_AFTER * self._since >= len(self._focal):
            self._bound, self._since = bound, 0
            fresh = [(place, age, node) for _, place, age, node in self._focal if not self._is_stale(node)]
            self.removed += len(self._focal) - len(fresh)
            self._focal[:] = [(self._compute_potential(entry[2]), *entry) for entry in fresh]
            heapify(self._focal)
        return super()._compute_highest_rank(least)

    def _compute_potential(self, node: Node[K, V]) -> float:
        """Return the potential, counted down."""
        cost: Any = node.cost
        left = _to_float(cost.left)
        if left <= 0:
            return -inf
        return 0.0 if left == inf else (_to_float(cost.travelled) - self._bound) / left


def _to_float(number: Any) -> float:
    try:
        return float(number)
    except NOT_COMPARABLE as error:
        raise CostError(
            f"the cost {format_value(number)} is no float; use costs that are numbers of a float's range"
        ) from error
