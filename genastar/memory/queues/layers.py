"""The queue of layers: the priority queue of the frontier of breadth-first heuristic search."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import Any, Generic

from genastar.contracts.frontier import LayersFrontier
from genastar.memory.closed import ClosedDict
from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import Comparable, V, rank
from genastar.values.node import K, Node


class LayersQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `LayersFrontier`, which forgets closed positions."""

    __slots__ = (
        "_closed",
        "_closest",
        "_frontier",
        "_heap",
        "_limit",
        "_longest",
        "_next_bound",
        "_node",
        "_past",
        "_spared",
    )

    def __init__(self, frontier: LayersFrontier, closed: ClosedDict[K, V], limit: Comparable | None) -> None:
        """Make an empty queue.

        Args:
            frontier: the frontier, which says what is kept.
            closed: the closed list, from which positions are removed.
            limit: the highest rank of nodes that are not left out.
        """
        super().__init__()
        self._frontier = frontier
        self._closed = closed
        self._limit: Any = limit
        self._heap: list[tuple[Any, Any, int, Node[K, V]]] = []
        """Entries of g, rank, age counted down, and node."""
        self._past: deque[tuple[Any, K]] = deque()
        """The g and position of each closed node that is not kept, by g."""
        self._closest: Any = None
        """The closed node with the smallest estimate."""
        self._spared: Any = None
        """The position of that node, if it would have been forgotten."""
        self._node: Any = None
        """The expanded node."""
        self._longest: Any = None
        """The longest step so far."""
        self._next_bound: Any = None

    def should_leave_out(self, item: Node[K, V], cost: Comparable) -> bool:
        """Return whether the rank of a node is above the limit."""
        place: Any = rank(cost)
        travelled = item.cost.travelled  # type: ignore[attr-defined]  # the costs are `Cost`
        if self._node is not None:
            step = travelled - self._node.cost.travelled
            if self._longest is None or self._longest < step:
                self._longest = step
        if self._limit is None or not self._limit < place:
            return False
        self._next_bound = place if self._next_bound is None or place < self._next_bound else self._next_bound
        return True

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node."""
        travelled = item.cost.travelled  # type: ignore[attr-defined]  # as above
        heappush(self._heap, (travelled, rank(cost), -self.inserted, item))
        self.inserted += 1

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it; a stale node if there are no others."""
        if self._node is not None:
            self._leave_behind(self._node)
        nodes = self._closed.nodes
        while self._heap:
            travelled, _, _, node = heappop(self._heap)
            self.removed += 1
            if nodes.get(node.position) is node:
                self._node = node
                self._forget_before(travelled)
                return node
        return Node(self._closest.position, self._closest.cost)  # another object than the one known, so it is stale

    def _forget_before(self, travelled: Any) -> None:
        """Remove the positions from the closed list that no step leads back to from nodes of this g."""
        while self._past and self._longest is not None and self._past[0][0] + self._longest < travelled:
            _, position = self._past.popleft()
            if position is self._closest.position:
                self._spared = position
            else:
                del self._closed.nodes[position]

    def _leave_behind(self, node: Any) -> None:
        """Take note of the node that was expanded. Until then it is not certain that the search closed it."""
        before = None if node.parent is None else self._closed.get_node(node.parent)
        if not self._frontier.is_kept(node, before):
            self._past.append((node.cost.travelled, node.position))
        if self._closest is None or node.cost.left < self._closest.cost.left:
            self._keep_closest(node)

    def note_answer(self, item: Node[K, V]) -> bool:
        """Keep a destination, which is the closest node."""
        self._keep_closest(item)
        return True

    def _keep_closest(self, node: Node[K, V]) -> None:
        """Remember another closest node."""
        if self._spared is not None:
            del self._closed.nodes[self._spared]
        self._closest, self._spared = node, None

    @property
    def next_bound(self) -> Comparable | None:
        """Return the least rank of all nodes that were left out; ``None`` if there are none."""
        least: Comparable | None = self._next_bound
        return least

    def clear(self) -> None:
        super().clear()
        self._heap.clear()
        self._past.clear()
