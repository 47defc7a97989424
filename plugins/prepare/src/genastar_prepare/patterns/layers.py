"""Breadth-first search of a whole abstract space in one byte for each index.

The open list and the closed list are the table itself: a layer of states at one depth is found by scanning it (Korf, AAAI 2004,
calls such a table explicit). So the table may fill the memory, which the trees of `AStar.explore` could not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from time import perf_counter
from typing import Any, Final, Generic, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList, check_cancelled
from genastar.algorithms.around import AroundOpenList
from genastar.errors import name_of
from genastar.values.node import K
from genastar_picture.progress import progress

UNKNOWN: Final = 255
"""The byte of a state that was not reached."""
_BLOCK: Final = 1 << 24
"""Bytes of the table that are scanned at once."""
_SECONDS: Final = 0.2
"""Time after which a search shows its progress, and sees that it was cancelled."""


def by_layers(problem: AStar[Any, Any], starts: Sequence[Any], engine: str) -> NDArray[np.uint8]:
    """Return the cost from the starts to each index; `UNKNOWN` for indices that were not reached.

    Raises:
        BadInput: a step costs less than 1, or a path more than 254.
        Cancelled: the governing token was cancelled.
    """
    numbered = cast(Any, problem)
    costs = np.full(numbered.size, UNKNOWN, np.uint8)
    for start in starts:
        costs[numbered.index(start)] = 0
    furthest = np.zeros(1, np.int64)
    done, at_once = 0, 256
    with progress(f"pattern database of {name_of(problem)}", len(costs)) as advance:
        for depth in count():
            if depth > int(furthest[0]):
                return costs
            for first in range(0, len(costs), _BLOCK):
                members = np.flatnonzero(costs[first : first + _BLOCK] == depth) + first
                begun = 0
                while begun < len(members):
                    check_cancelled()
                    began = perf_counter()
                    chunk = members[begun : begun + at_once]
                    _Chunk(problem, costs, chunk, depth, furthest).search(0, engine=engine)
                    begun += len(chunk)
                    done += len(chunk)
                    advance(done)
                    at_once = max(256, at_once * 2 if perf_counter() - began < _SECONDS else at_once // 2)
    raise AssertionError("unreachable")


@frozen(eq=False)
class _Chunk(AStar[int, Cost[int]], Generic[K]):
    """A search of one step, which expands states of one layer into the table, so that the hooks run in any engine.

    Engines may repeat an expansion: writing the same costs again changes nothing.
    """

    problem: Any
    costs: NDArray[np.uint8]
    members: NDArray[np.int64]
    depth: int
    furthest: NDArray[np.int64]
    """The greatest cost in the table."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for member in range(len(self.members)):
            state = self.problem.state(int(self.members[member]))
            cost = Cost(self.depth, self.depth)
            self.problem.add_neighbours(
                Node(state, cost), _Table(open_list, self.problem, self.costs, self.depth, self.furthest)
            )
        open_list.relax(1, 0)

    def is_destination(self, position: int) -> bool:
        return position == 1


@frozen(eq=False)
class _Table(AroundOpenList[Any, Cost[int]]):
    """An open list that writes the costs of neighbours into the table."""

    problem: Any
    costs: NDArray[np.uint8]
    depth: int
    furthest: NDArray[np.int64]

    def insert(self, position: Any, cost: Cost[int], parent: Any = None, action: object = None) -> None:
        self.relax(position, cost.travelled)

    def relax(self, position: Any, travelled: int, parent: Any = None, action: object = None) -> None:
        if not self.depth < travelled < UNKNOWN:
            raise BadInput(
                f"a step in a pattern database leads from the cost {self.depth} to {travelled}; with state(index), each step "
                "costs a whole number of at least 1, and no state more than 254: leave out state(index)"
            )
        index = self.problem.index(position)
        if not 0 <= index < len(self.costs):
            raise BadInput(f"an abstract state has the index {index}; expected 0 to {len(self.costs) - 1}: correct it")
        if travelled < int(self.costs[index]):
            self.costs[index] = travelled
            if travelled > int(self.furthest[0]):
                self.furthest[0] = travelled
