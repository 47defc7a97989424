"""The queue of partial expansion: the priority queue of its frontier, and its open list."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final, Generic, cast

from genastar.errors import BadInput, format_value, name_problem
from genastar.memory.closed import ClosedDict
from genastar.memory.open_nodes import SiftedOpenNodes
from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import NOT_COMPARABLE, Comparable, V, rank
from genastar.values.node import K, Node

HOOK: Final = "add_neighbours_within"


class PartialQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `PartialFrontier`, which puts nodes back."""

    __slots__ = ("_age", "_closed", "_heap", "_least", "_limit", "_next_bound", "_node", "within")

    def __init__(self, closed: ClosedDict[K, V], limit: Comparable | None) -> None:
        """Make an empty queue.

        Args:
            closed: the closed list, in which nodes that are put back are opened again.
            limit: the highest place at which nodes are put back.
        """
        super().__init__()
        self._closed = closed
        self._limit: Any = limit
        self._heap: list[tuple[Any, int, Node[K, V]]] = []
        """Entries of place, age counted down, and node."""
        self._age = 0
        self._node: Node[K, V] | None = None
        """The node that is expanded."""
        self.within: Any = None
        """The place of that node: neighbours of a greater rank are left out."""
        self._least: Any = None
        """The least rank of a neighbour of that node that was left out."""
        self._next_bound: Any = None

    def should_leave_out(self, item: Node[K, V], cost: Comparable) -> bool:
        """Return whether the rank of a neighbour is greater than the place of the expanded node."""
        place = rank(cost)
        if self._node is None or not self.within < place:
            return False
        self.leave_out(place)
        return True

    def leave_out(self, place: Comparable) -> None:
        """Take note of the rank of a neighbour that was left out. The expanded node then stays in the queue."""
        if self._least is None:
            self.removed -= 1
        if self._least is None or place < self._least:
            self._least = place

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node."""
        self._place(rank(cost), item)
        self.inserted += 1

    def _place(self, place: Comparable, item: Node[K, V]) -> None:
        heappush(self._heap, (place, self._age, item))
        self._age -= 1

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it. It may be stale, also because it could not be put back."""
        if self._least is not None:
            self._put_back()
        self.within, _, node = heappop(self._heap)
        self._node = node
        self.removed += 1
        return node

    def _put_back(self) -> None:
        """Put the node back that was expanded."""
        node, least = cast("Node[K, V]", self._node), self._least
        self._least = None
        if self._limit is not None and self._limit < least:
            self._next_bound = least
            self._place(least, Node(node.position, node.cost))  # another object than the one known, so it is stale
            return
        if self._closed.is_closed(node.position):
            self._closed.nodes[node.position] = node
        self._place(least, node)

    @property
    def next_bound(self) -> Comparable | None:
        """Return a place above the limit at which a node was not put back; ``None`` if all were."""
        place: Comparable | None = self._next_bound
        return place

    def clear(self) -> None:
        super().clear()
        self._heap.clear()


class PartialOpenNodes(SiftedOpenNodes[K, V]):
    """The open list of a search with partial expansion."""

    __slots__ = ()

    @property
    def within(self) -> Any:
        """Return the greatest rank of neighbours that are added now."""
        return cast("PartialQueue[K, V]", self._queue).within

    def leave_out(self, least: Comparable) -> None:
        """Put the expanded node back at this rank, the least of the neighbours that were not added.

        Raises:
            BadInput: it is not above `within`.
        """
        if not _is_above(least, self.within):
            raise make_least_total_error(self._problem, least, self.within)
        cast("PartialQueue[K, V]", self._queue).leave_out(least)


def _is_above(least: Any, within: Any) -> bool:
    """Return whether a total is above another; False if the two cannot be compared."""
    try:
        return bool(within < least)
    except NOT_COMPARABLE:
        return False


def make_least_total_error(problem: object, least: object, within: object) -> BadInput:
    """Return the error of a hook that returns a least total that is not above that of the neighbours that it added."""
    return BadInput(
        f"{name_problem(problem)}.{HOOK} returns {format_value(least)}, which is not above {format_value(within)}; return "
        "the least total of the "
        "neighbours that were not added, or None"
    )
