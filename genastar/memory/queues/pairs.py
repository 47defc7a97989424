"""The queue of pairs: the priority queue of the frontier of NBS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, Generic

from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import Comparable, V, rank
from genastar.values.node import K, Node


class PairsQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `Pairs`.

    The nodes of each side wait in a heap by rank until the lower bound reaches their rank, and then in a heap by g (the data
    structure of Chen, Holte, Zilles and Sturtevant, IJCAI 2017). Meetings wait in a heap of their own.
    """

    __slots__ = ("_lower", "_met", "_new", "_nodes", "_ready", "_side", "_turn", "_waiting")

    def __init__(self, side: Callable[[K], int], nodes: Mapping[K, object]) -> None:
        """Make an empty queue.

        Args:
            side: returns the side of a position: 0, 1, or a greater number for a meeting.
            nodes: the best node of each open position; any other node is stale.
        """
        super().__init__()
        self._side = side
        self._nodes = nodes
        self._new: list[tuple[Any, int, Node[K, V]]] = []
        """Entries of rank, age counted down, and node."""
        self._waiting: tuple[list[Any], list[Any]] = [], []
        self._ready: tuple[list[Any], list[Any]] = [], []
        """Entries of g, rank, age counted down, and node."""
        self._met: list[Any] = []
        self._lower: Any = None
        """A lower bound of all paths that are not known yet; ``None`` before the first pair."""
        self._turn = -1
        """The side of the second node of a pair, which is next; -1 if there is none."""

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node."""
        self._new.append((rank(cost), -self.inserted, item))
        self.inserted += 1

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it; a stale node if there are no others."""
        for entry in self._new:
            side = self._side(entry[2].position)
            heappush(self._met if side > 1 else self._waiting[side], entry)
        self._new.clear()
        heaps = self._met, *self._waiting, *self._ready
        for heap in heaps:
            while heap and self._is_stale(heap[0][-1]):
                stale: Node[K, V] = heappop(heap)[-1]
                self.removed += 1
        if self.removed == self.inserted:
            return stale
        chosen = self._choose_heap()
        if chosen is None:  # one side is exhausted and there is no meeting: no path is left
            last: Node[K, V] = next(heap[0][-1] for heap in heaps if heap)
            for heap in heaps:
                heap.clear()
            self.removed = self.inserted
            return Node(last.position, last.cost, last.parent)  # another object than the one known, so it is stale
        self.removed += 1
        node: Node[K, V] = heappop(chosen)[-1]
        return node

    def _is_stale(self, node: Node[K, V]) -> bool:
        return self._nodes[node.position] is not node

    def _choose_heap(self) -> list[Any] | None:
        """Return the heap whose first node is next; ``None`` if no path is left."""
        waiting, ready, met = self._waiting, self._ready, self._met
        if met and self._lower is not None and not self._lower < met[0][0]:
            return met
        if self._turn >= 0:
            turn, self._turn = self._turn, -1
            return ready[turn]
        if self._lower is None and not waiting[1]:
            return waiting[0]  # the start, whose expansion opens the other end
        while True:
            for side in (0, 1):
                while waiting[side] and self._lower is not None and not self._lower < waiting[side][0][0]:
                    entry = heappop(waiting[side])
                    if self._is_stale(entry[2]):
                        self.removed += 1
                    else:
                        heappush(ready[side], (entry[2].cost.travelled, *entry))
            if not (waiting[0] or ready[0]) or not (waiting[1] or ready[1]):
                return met or None
            lower = None
            if ready[0] and ready[1]:
                lower = ready[0][0][0] + ready[1][0][0]
                if not self._lower < lower:
                    self._turn = 1
                    return ready[0]
            for side in (0, 1):
                if waiting[side] and (lower is None or waiting[side][0][0] < lower):
                    lower = waiting[side][0][0]
            self._lower = lower
            if met and not lower < met[0][0]:
                return met

    def clear(self) -> None:
        super().clear()
        for heap in (self._new, self._met, *self._waiting, *self._ready):
            heap.clear()
