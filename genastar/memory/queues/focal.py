"""The focal queue: the priority queue of the focal frontier."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, Final, Generic

from genastar.contracts.frontier import FocalFrontier
from genastar.errors import CostError
from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import NOT_COMPARABLE, Comparable, V, is_nan, rank
from genastar.values.node import K, Node

NAN_FOCUS: Final = "focus gives NaN, which cannot be ordered; give a number"


class FocalQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `FocalFrontier`.

    Three heaps hold the nodes: all nodes by rank, for the least rank; nodes beyond the bound by rank; and nodes within the
    bound, the focal list, by focus. A stale node stays until it reaches the top.
    """

    __slots__ = ("_all", "_focal", "_focus", "_frontier", "_limit", "_next_rank", "_nodes")

    def __init__(
        self,
        frontier: FocalFrontier,
        focus: Callable[[Node[K, V]], Any],
        nodes: Mapping[K, object],
        limit: Comparable | None,
    ) -> None:
        """Make an empty queue.

        Args:
            frontier: the frontier with its weight.
            focus: returns the focus of a node.
            nodes: the best node of each open position; any other node is stale.
            limit: the highest rank of nodes in the focal list.
        """
        super().__init__()
        self._frontier = frontier
        self._focus = focus
        self._nodes = nodes
        self._limit: Any = limit
        self._all: list[tuple[Any, int, Node[K, V]]] = []
        """Entries of rank, age counted down, and node."""
        self._next_rank: list[tuple[Any, int, Node[K, V]]] = []
        self._focal: list[tuple[Any, Any, int, Node[K, V]]] = []
        """Entries of focus, rank, age counted down, and node."""

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node. Its focus is computed when it is within the bound."""
        entry = rank(cost), -self.inserted, item
        heappush(self._all, entry)
        heappush(self._next_rank, entry)
        self.inserted += 1

    def peek(self) -> Node[K, V]:
        self._bring_up()
        return self._focal[0][3]

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it; a stale node if there are no others."""
        self._bring_up()
        self.removed += 1
        return heappop(self._focal)[3]

    def clear(self) -> None:
        super().clear()
        for heap in (self._all, self._next_rank, self._focal):
            heap.clear()

    def _bring_up(self) -> None:
        """Move the next node to the top of the focal list."""
        everything, beyond, focal = self._all, self._next_rank, self._focal
        while self._is_stale(everything[0][2]):
            stale = heappop(everything)
            if not everything:
                self._focal = [(0, *stale)]
                self.removed = self.inserted - 1
                return
        within = self._compute_highest_rank(everything[0][0])
        while beyond and not within < beyond[0][0]:
            entry = heappop(beyond)
            if self._is_stale(entry[2]):
                self.removed += 1
            else:
                self._put_into_focus(entry)
        while True:
            _, *last = focal[0]
            if self._is_stale(last[2]):
                self.removed += 1
            elif within < last[0]:  # the least rank has fallen since
                heappush(beyond, tuple(last))
            else:
                return
            heappop(focal)

    def _is_stale(self, node: Node[K, V]) -> bool:
        return self._nodes[node.position] is not node

    def _compute_highest_rank(self, least: Any) -> Any:
        """Return the highest rank of the focal list, given the least rank of all open nodes."""
        try:
            within = least * self._frontier.weight
        except NOT_COMPARABLE as error:
            raise CostError(
                f"a cost of {least!r} cannot be multiplied by {self._frontier.weight!r}; give a weight of the type of the costs"
            ) from error
        if not least <= within:
            within = least
        return self._limit if self._limit is not None and least <= self._limit < within else within

    def _put_into_focus(self, entry: tuple[Any, int, Node[K, V]]) -> None:
        focus = self._focus(entry[2])
        if is_nan(focus):
            raise CostError(NAN_FOCUS)
        try:
            heappush(self._focal, (focus, *entry))
        except NOT_COMPARABLE as error:
            raise CostError(
                f"focus gives {focus!r}, which cannot be compared by < with earlier values; give numbers of one type"
            ) from error
