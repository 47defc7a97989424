"""The beam queue: the priority queue of the beam frontier."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nsmallest
from typing import Any, Generic

from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import Comparable, V, rank
from genastar.values.node import K, Node


class BeamQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `Beam`: a layer, and the nodes that wait for the next one."""

    __slots__ = ("_layer", "_next", "_next_bound", "_nodes", "_width")

    def __init__(self, width: int, nodes: Mapping[K, object]) -> None:
        """Make an empty queue.

        Args:
            width: the number of nodes of a layer.
            nodes: the best node of each open position; any other node is stale.
        """
        super().__init__()
        self._width = width
        self._nodes = nodes
        self._layer: list[Any] = []
        """Entries of rank, age counted down, and node; the next one last."""
        self._next: list[Any] = []
        self._next_bound: Any = None

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node to the next layer."""
        self._next.append((rank(cost), -self.inserted, item))
        self.inserted += 1

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it; a stale node if there are no others."""
        while True:
            while self._layer:
                node: Node[K, V] = self._layer.pop()[2]
                self.removed += 1
                if self._nodes[node.position] is node or not (self._layer or self._next):
                    return node
            fresh = [entry for entry in self._next if self._nodes[entry[2].position] is entry[2]]
            self._layer = nsmallest(self._width + 1, fresh)
            if len(self._layer) > self._width:
                left_out = self._layer.pop()[0]
                if self._next_bound is None or left_out < self._next_bound:
                    self._next_bound = left_out
            self._layer = self._layer or self._next[:1]
            self._layer.reverse()
            self._next.clear()
            self.removed = self.inserted - len(self._layer)

    @property
    def next_bound(self) -> Comparable | None:
        """Return the least rank of all nodes that were left out of a layer; ``None`` if there are none."""
        least: Comparable | None = self._next_bound
        return least

    def clear(self) -> None:
        super().clear()
        self._layer.clear()
        self._next.clear()
        self._next_bound = None
