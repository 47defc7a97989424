"""The priority queue under the open list, which can be used alone.

Rules: the smallest cost comes out first; among costs of equal rank, the newest insert comes out first. Duplicates are
allowed. There is no decrease-key: the caller skips stale items when they come out.

The heap holds each cost once. The items of one cost are in a stack of their own, with the newest on top, so no tie has to be
broken, and C code compares the costs in the heap.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

from genastar.values.cost import Comparable, V, sort_key

T = TypeVar("T")


class PriorityQueue(Generic[T, V]):
    """A queue of items in the order of their costs.

    >>> queue = PriorityQueue[str, int]()
    >>> for item, cost in [("late", 9), ("first", 1), ("second", 1)]:
    ...     queue.insert(item, cost)
    >>> queue.peek(), len(queue)
    ('second', 3)
    >>> [queue.remove_root() for _ in range(len(queue))]
    ['second', 'first', 'late']
    """

    __slots__ = ("_keys", "_piles", "inserted", "removed")

    def __init__(self) -> None:
        self._keys: list[Comparable] = []
        self._piles: dict[Comparable, list[T]] = {}
        self.inserted = 0
        """The number of items inserted since the last `clear`."""
        self.removed = 0
        """The number of these items that were removed."""

    def __len__(self) -> int:
        """Return the number of items in the queue, stale ones included."""
        return self.inserted - self.removed

    def insert(self, item: T, cost: V) -> None:
        """Add an item.

        Raises:
            TypeError: the cost cannot be compared with another cost in the queue; the queue stays unchanged. An error raised by
                the cost's ``<`` passes through.
        """
        key: Comparable = cost if type(cost) is int else sort_key(cost)  # most costs are ints, and a call takes longer
        pile = self._piles.get(key)
        if pile is not None:
            pile.append(item)
        else:
            try:
                heappush(self._keys, key)
            except BaseException:  # heappush appends first and compares then
                self._keys = [each for each in self._keys if each is not key]
                heapify(self._keys)
                raise
            self._piles[key] = [item]
        self.inserted += 1

    def peek(self) -> T:
        """Return the item that `remove_root` would return.

        Raises:
            IndexError: the queue is empty.
        """
        return self._piles[self._keys[0]][-1]

    def remove_root(self) -> T:
        """Remove the item of the smallest cost, the newest among equals, and return it.

        Raises:
            IndexError: the queue is empty.
        """
        key = self._keys[0]
        pile = self._piles[key]
        item = pile.pop()
        if not pile:
            heappop(self._keys)
            del self._piles[key]
        self.removed += 1
        return item

    @property
    def next_bound(self) -> Comparable | None:
        """Return ``None``: see `Run.next_bound`."""
        return None

    def should_leave_out(self, item: T, cost: Comparable) -> bool:
        """Return whether to leave out an item in place of inserting it. `SiftedOpenNodes` asks this."""
        return False

    def note_answer(self, item: T) -> bool:
        """Take note that this item is an answer; return whether the search expands it if it continues."""
        return True

    def clear(self) -> None:
        """Remove all items and reset the counts."""
        self._keys.clear()
        self._piles.clear()
        self.inserted = self.removed = 0
