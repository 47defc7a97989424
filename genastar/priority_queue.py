"""The priority queue under the open list, useful alone.

Rules: the smallest cost comes out first; among costs of equal rank, the newest insert comes out first. Duplicates are
welcome and there is no decrease-key: whoever owns the items skips stale ones when they come out.

The heap holds each cost once, and the items of one cost wait in a pile of their own: the newest lies on top, no tie has to
be broken, and a heap of bare costs is compared by C code.
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

    __slots__ = ("_keys", "_piles", "inserted", "removed")

    def __init__(self) -> None:
        self._keys: list[Comparable] = []
        self._piles: dict[Comparable, list[T]] = {}
        self.inserted = 0
        """How many items were inserted since the last `clear`."""
        self.removed = 0
        """How many of them were taken out."""

    def __len__(self) -> int:
        """How many items wait, stale ones included."""
        return self.inserted - self.removed

    def insert(self, item: T, cost: V) -> None:
        """Add an item.

        Raises:
            TypeError: the cost does not compare with another cost in the queue, which stays as it was. (Or what the cost's
                ``<`` raises.)
        """
        key: Comparable = cost if type(cost) is int else sort_key(cost)  # most are, and a call takes longer
        pile = self._piles.get(key)
        if pile is not None:
            pile.append(item)
        else:
            self._push(key)
            self._piles[key] = [item]
        self.inserted += 1

    def _push(self, key: Comparable) -> None:
        try:
            heappush(self._keys, key)
        except BaseException:  # heappush appends first and compares then
            self._keys = [each for each in self._keys if each is not key]
            heapify(self._keys)
            raise

    def peek(self) -> T:
        """The item that `remove_root` would give.

        Raises:
            IndexError: the queue is empty.
        """
        return self._piles[self._keys[0]][-1]

    def remove_root(self) -> T:
        """Take out the item of the smallest cost, the newest among equals.

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

    def clear(self) -> None:
        """Drop all items and start counting anew."""
        self._keys.clear()
        self._piles.clear()
        self.inserted = self.removed = 0
