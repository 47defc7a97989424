"""Least costs of a whole abstract space, by a search in layers (Dial, Communications of the ACM 12, 1969) in bitmaps.

Each bucket of the open list is a bitmap with a bit for each index, which is swept in order; so is the closed list. A cost
belongs to one index or to some in succession. So a table may fill the memory, which the trees of `AStar.explore` could not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from time import perf_counter
from typing import Any, Final, Generic, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.algorithms.building_blocks.wrappers import RelaxingWrapper
from genastar.authoring import check_cancelled
from genastar.errors import name_problem
from genastar.values.node import K
from genastar_picture.progress import show_progress

UNKNOWN: Final = 255
"""The byte of a state that was not reached."""
_BUCKETS: Final = 2
"""Bitmaps of open states, for steps of 0 and 1. Longer steps need more."""
_WORD: Final = 32
"""Bits of a word of a bitmap."""
_LEAST: Final = 1 << 8
_MOST: Final = 1 << 20
"""Least and greatest number of states and words at once."""
_SECONDS: Final = 0.2
"""Time after which a search shows its progress, and sees that it was cancelled."""

_AT: Final = 0
_EXPANDED: Final = 1
_FOUND: Final = 2
_FURTHEST: Final = 3
"""Facts of a search: the word that is next in a sweep; the numbers of states expanded and of entries with a cost; the greatest
cost."""


def estimate_layer_bytes(size: int, compress: int) -> float:
    """Return the memory of a search of so many indices, of which so many share an entry, with steps of 0 and 1."""
    return size * (_BUCKETS + 1) / 8 + size / compress


def search_by_layers(
    problem: AStar[Any, Any], starts: Sequence[Any], compress: int, engine: str, many: int = _BUCKETS
) -> NDArray[np.uint8]:
    """Return the least cost from the starts for each entry of so many successive indices; `UNKNOWN` if none was reached.

    Raises:
        BadInput: a step costs less than 0 or no whole number, or a path more than 254.
        Cancelled: the governing token was cancelled.
    """
    numbered = cast(Any, problem)
    size = numbered.size
    costs = np.full(-(-size // compress), UNKNOWN, np.uint8)
    closed = np.zeros(-(-size // _WORD), np.uint32)
    buckets = np.zeros((many, len(closed)), np.uint32)
    for start in starts:
        word, bit = divmod(numbered.index(start), _WORD)
        buckets[0, word] |= 1 << bit
    facts, at_once = np.zeros(4, np.int64), _LEAST
    with show_progress(f"pattern database of {name_problem(problem)}", len(costs)) as advance:
        for depth in count():
            if depth > facts[_FURTHEST]:
                return costs
            swept = -1
            while facts[_EXPANDED] != swept:  # steps of 0 lead back to words that were swept before
                swept, facts[_AT] = facts[_EXPANDED], 0
                while facts[_AT] < len(closed):
                    check_cancelled()
                    began = perf_counter()
                    _Sweep(numbered, size, compress, costs, closed, buckets, facts, depth, at_once).search(0, engine=engine)
                    advance(int(facts[_FOUND]))
                    at_once = at_once * 2 if perf_counter() - began < _SECONDS else at_once // 2
                    at_once = min(max(at_once, _LEAST), _MOST)
                    if facts[_FURTHEST] - depth >= many:
                        break
            if facts[_FURTHEST] - depth >= many:
                break
    return search_by_layers(problem, starts, compress, engine, max(2 * many, int(facts[_FURTHEST]) - depth + 1))


@frozen(eq=False)
class _Sweep(AStar[int, Cost[int]], Generic[K]):
    """A search of one step, which expands some states of one layer, so that the hooks run in any engine.

    Engines may repeat an expansion: a state is closed after all its neighbours are open, so nothing changes. Buckets are not
    emptied: a state in them that is closed does not count.
    """

    problem: Any
    size: int
    compress: int
    costs: NDArray[np.uint8]
    closed: NDArray[np.uint32]
    buckets: NDArray[np.uint32]
    facts: NDArray[np.int64]
    depth: int
    at_once: int
    """Number of states to expand, and words to look at."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        table = _LayerTable(open_list, self.problem, self.size, self.closed, self.buckets, self.facts, self.depth)
        cost = Cost(self.depth, self.depth)
        bucket, word, left = self.depth % len(self.buckets), int(self.facts[_AT]), self.at_once
        expanded = found = 0
        while word < len(self.closed) and left > 0:
            waiting = int(self.buckets[bucket, word]) & ~int(self.closed[word])
            if waiting != 0:
                bit = waiting & -waiting
                index = _WORD * word + bit.bit_length() - 1
                self.problem.add_neighbours(Node(self.problem.state(index), cost), table)
                self.closed[word] = int(self.closed[word]) | bit
                expanded += 1
                entry = index // self.compress
                if int(self.costs[entry]) == UNKNOWN:
                    self.costs[entry] = self.depth
                    found += 1
            else:
                word += 1
            left -= 1
        self.facts[_AT] = word
        self.facts[_EXPANDED] += expanded
        self.facts[_FOUND] += found
        open_list.relax(1, 0)

    def is_destination(self, position: int) -> bool:
        return position == 1


@frozen(eq=False)
class _LayerTable(RelaxingWrapper[Any, int]):
    """An open list that puts neighbours into the buckets."""

    problem: Any
    size: int
    closed: NDArray[np.uint32]
    buckets: NDArray[np.uint32]
    facts: NDArray[np.int64]
    depth: int

    def relax(self, position: Any, travelled: int, parent: Any = None, action: object = None) -> None:
        if not self.depth <= travelled < UNKNOWN or travelled % 1 != 0:
            raise BadInput(
                f"a step in a pattern database leads from the cost {self.depth} to {travelled}; with state(index), each step "
                "costs a whole number of at least 0, and no state more than 254: leave out state(index)"
            )
        index = self.problem.index(position)
        if not 0 <= index < self.size:
            raise BadInput(f"an abstract state has the index {index}; expected 0 to {self.size - 1}: correct it")
        word, bit = index // _WORD, 1 << index % _WORD
        if int(self.closed[word]) & bit == 0:
            self.buckets[travelled % len(self.buckets), word] |= bit
            if travelled > int(self.facts[_FURTHEST]):
                self.facts[_FURTHEST] = travelled
