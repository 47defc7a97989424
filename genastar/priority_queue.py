"""The priority queue under the open list, useful alone.

Rules: the smallest cost comes out first; among costs of equal rank, the newest insert comes out first. Duplicates are
welcome and there is no decrease-key: whoever owns the items skips stale ones when they come out. This is the only module
that touches the heap and its tie counter.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

from genastar.cost import Comparable, V, sort_key

T = TypeVar("T")


class PriorityQueue(Generic[T, V]):
    """Items in the order of their costs.

    >>> queue = PriorityQueue[str, int]()
    >>> for item, cost in [("late", 9), ("first", 1), ("second", 1)]:
    ...     queue.insert(item, cost)
    >>> queue.peek(), len(queue)
    ('second', 3)
    >>> [queue.remove_root() for _ in range(len(queue))]
    ['second', 'first', 'late']
    """

    __slots__ = ("_heap", "_newest")

    def __init__(self) -> None:
        # The tie counter runs downwards, so that C code compares (key, counter) and the newest sorts first.
        self._heap: list[tuple[Comparable, int, T]] = []
        self._newest = 0

    def __len__(self) -> int:
        """How many items wait, stale ones included."""
        return len(self._heap)

    @property
    def inserted(self) -> int:
        """How many items were inserted since the last `clear`."""
        return -self._newest

    def insert(self, item: T, cost: V) -> None:
        """Add an item.

        Raises:
            TypeError: the cost does not compare with another cost in the queue, which stays as it was. (Or what the cost's
            ``<`` raises.)
        """
        self._newest = newest = self._newest - 1
        try:
            heappush(self._heap, (sort_key(cost), newest, item))
        except BaseException:  # heappush appends first and compares then
            self._heap = [entry for entry in self._heap if entry[1] != newest]
            heapify(self._heap)
            raise

    def peek(self) -> T:
        """The item that `remove_root` would give.

        Raises:
            IndexError: the queue is empty.
        """
        return self._heap[0][2]

    def remove_root(self) -> T:
        """Take out the item of the smallest cost, the newest among equals.

        Raises:
            IndexError: the queue is empty.
        """
        return heappop(self._heap)[2]

    def clear(self) -> None:
        """Drop all items and start counting anew."""
        self._heap.clear()
        self._newest = 0
