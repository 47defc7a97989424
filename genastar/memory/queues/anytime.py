"""The anytime queue: the priority queue of the anytime frontier."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heapify, heappop, heappush
from typing import Any, Generic

from genastar.contracts.frontier import AnytimeFrontier
from genastar.errors import CostError
from genastar.memory.priority_queue import PriorityQueue
from genastar.values.cost import NOT_COMPARABLE, Comparable, V, rank
from genastar.values.node import K, Node


class AnytimeQueue(PriorityQueue[Node[K, V], Comparable], Generic[K, V]):
    """A queue of nodes in the order of `AnytimeFrontier`.

    One heap holds all open nodes by rank, for the least rank; another the nodes of this round by their weighted sum. A node is
    brought into the heaps before the next node is removed, so that its position can be looked up. A stale node stays in the
    first heap until it reaches the top, or until a round ends.
    """

    __slots__ = ("_all", "_best", "_closed", "_frontier", "_is_over", "_key", "_new", "_nodes", "_of_round", "weight")

    def __init__(self, frontier: AnytimeFrontier, nodes: Mapping[K, object], key: Callable[[K], Any] | None) -> None:
        """Make an empty queue.

        Args:
            frontier: the frontier with its weights.
            nodes: the best node of each open position; any other node is stale.
            key: returns the key of a position; ``None`` if it is its own key.
        """
        super().__init__()
        self._frontier = frontier
        self._nodes = nodes
        self._key = key
        self._new: list[tuple[Any, int, Node[K, V]]] = []
        """Entries of rank, age counted down, and node."""
        self._all: list[tuple[Any, int, Node[K, V]]] = []
        self._of_round: list[tuple[float, Any, int, Node[K, V]]] = []
        """Entries of weighted sum, rank, age counted down, and node."""
        self._closed: set[Any] = set()
        """The keys of positions that were closed in this round."""
        self._best: Any = None
        """The rank of the best answer."""
        self._is_over = False
        """Whether an answer has ended the round."""
        self.weight = frontier.first

    def insert(self, item: Node[K, V], cost: Comparable) -> None:
        """Add a node, unless it costs as much as the best answer."""
        place = rank(cost)
        self.inserted += 1
        if self._best is None or place < self._best:
            self._new.append((place, 1 - self.inserted, item))
        else:
            self.removed += 1

    def remove_root(self) -> Node[K, V]:
        """Remove the first node of the order and return it; a stale node if there are no others."""
        for entry in self._new:
            heappush(self._all, entry)
            if not (self._frontier.rounds and self._get_key(entry[2]) in self._closed):
                heappush(self._of_round, self._weigh_entry(entry))
        last = self._new[-1][2] if self._new else self._all[0][2]
        self._new.clear()
        while True:
            if self._is_over:
                self._begin_round()
            first = self._take_from_round()
            if first is not None:
                self._closed.add(self._get_key(first))
                self._drop_closed()
                return first
            self._drop_closed()
            if not self._all:
                return Node(last.position, last.cost, last.parent)  # another object than the one known, so it is stale
            self._is_over = True

    def _take_from_round(self) -> Node[K, V] | None:
        """Remove and return the first node of this round; ``None`` if the round is over."""
        while self._of_round:
            total, *entry = self._of_round[0]
            if self._is_open(entry):
                if self._frontier.rounds and self.weight > 1 and self._best is not None and not total < float(self._best):
                    return None
                heappop(self._of_round)
                return entry[2]  # type: ignore[no-any-return]  # a list of several types
            heappop(self._of_round)
        return None

    def note_answer(self, item: Node[K, V]) -> bool:
        """End the round: from now on, only nodes that cost less than this answer are expanded. No way through it does."""
        self._best = rank(item.cost)
        self._is_over = True
        self._drop_closed()
        return False

    @property
    def next_bound(self) -> Comparable | None:
        """Return the least rank of all open nodes that cost less than the best answer; ``None`` if there are none."""
        return self._all[0][0] if self._all else None

    def _drop_closed(self) -> None:
        """Remove entries that are not open until the least rank is that of an open node."""
        while self._all and not self._is_open(self._all[0]):
            heappop(self._all)
            self.removed += 1

    def _begin_round(self) -> None:
        """Lower the weight and bring all open nodes into the new round."""
        self._drop_closed()
        least = self.next_bound
        weight = self.weight
        if self._best is not None and least is not None and least > 0:  # type: ignore[operator]  # a number
            weight = min(weight, float(self._best) / float(least))  # type: ignore[arg-type]
        self.weight = max(1.0, weight - self._frontier.step) if self._frontier.rounds else self.weight
        before = len(self._all)
        self._all = [entry for entry in self._all if self._is_open(entry)]
        heapify(self._all)
        self.removed += before - len(self._all)
        self._of_round = [self._weigh_entry(entry) for entry in self._all]
        heapify(self._of_round)
        self._closed.clear()
        self._is_over = False

    def _is_open(self, entry: Any) -> bool:
        """Return whether an entry is the best node of an open position, and costs less than the best answer."""
        return self._nodes[entry[2].position] is entry[2] and (self._best is None or entry[0] < self._best)

    def _get_key(self, node: Node[K, V]) -> Any:
        return node.position if self._key is None else self._key(node.position)

    def _weigh_entry(self, entry: tuple[Any, int, Node[K, V]]) -> tuple[float, Any, int, Node[K, V]]:
        cost: Any = entry[2].cost
        try:
            return (float(cost.travelled) + self.weight * float(cost.left), *entry)
        except NOT_COMPARABLE as error:
            raise CostError(f"{cost!r} cannot be weighted as a float; use costs that are numbers of a float's range") from error

    def clear(self) -> None:
        super().clear()
        for heap in (self._new, self._all, self._of_round):
            heap.clear()
        self._closed.clear()
