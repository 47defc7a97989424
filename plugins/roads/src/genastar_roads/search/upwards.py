"""The search in a contraction hierarchy: upwards from both ends, as one search.

A state is a node and a side: ``2 * rank`` for the way from the start, ``2 * rank + 1`` for the way to the goal, read backwards.
Beside them there are the meeting; the start, where all ways begin; the end; and the states of a walk from the meeting down the
other side's tree, so that the path is whole. The meeting costs the whole way; when it comes off the open list, all that waits
on either side costs as much by itself, and no better meeting is left (Geisberger et al. 2008, section 4).
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from attrs import Factory, field, frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_roads.graph import Int32, Int64
from genastar_roads.hierarchy import Hierarchy
from genastar_roads.place import Ends, Own, all_rows
from genastar_roads.search.question import RoadQuestion


@frozen(eq=False)
class Upwards(AStar[int, Cost[int]]):
    """The search. With ``walk`` it goes on from the meeting to the end; without, it ends at the meeting, which has the cost."""

    first: Int32
    arcs: Int32
    walk: bool

    @abstractmethod
    def begin(self, open_list: OpenList[int, Cost[int]]) -> None:
        """Add where both sides begin."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < self.meeting:
            self._climb(node, open_list)
        elif node.position == self.start:
            self.begin(open_list)
        else:
            self._walk(node, open_list)

    def _climb(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        state, travelled = np.uint64(node.position), node.cost.travelled
        side, other = node.position & 1, state ^ np.uint64(1)
        # Whoever can be reached more cheaply from above is on no best way (stall on demand, section 4.1).
        for arc in range(np.uint64(self.first[other]), np.uint64(self.first[other + np.uint64(1)])):
            above = open_list.known(int(self.arcs[arc, 0]) + side)
            if above is not None and above.cost.travelled + int(self.arcs[arc, 1]) < travelled:
                return
        opposite = open_list.known(node.position ^ 1)
        if opposite is not None:
            open_list.relax(self.meeting, travelled + opposite.cost.travelled)
        for arc in range(np.uint64(self.first[state]), np.uint64(self.first[state + np.uint64(1)])):
            open_list.relax(int(self.arcs[arc, 0]) + side, travelled + int(self.arcs[arc, 1]))

    def _walk(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        """From the meeting down the tree of the side that did not find it, state by state to where that side began."""
        travelled = node.cost.travelled
        if node.position == self.meeting:
            if node.parent is not None and node.parent < self.meeting:
                open_list.relax(self.start + 1 + (node.parent ^ 1), travelled)
            else:
                open_list.relax(self.end, travelled)  # the direct way
            return
        known = open_list.known(node.position - self.start - 1)
        if known is not None and known.parent is not None:
            if known.parent < self.meeting:
                open_list.relax(self.start + 1 + known.parent, travelled)
            else:
                open_list.relax(self.end, travelled)

    def is_destination(self, position: int) -> bool:
        return position == (self.end if self.walk else self.meeting)

    @property
    def meeting(self) -> int:
        """The state in which the sides meet."""
        return len(self.first) - 1

    @property
    def start(self) -> int:
        """The state to search from."""
        return len(self.first)

    @property
    def end(self) -> int:
        """The state at the end of the walk."""
        return 2 * len(self.first)

    def index(self, position: int) -> int:
        """Its number, which the state is itself."""
        return position

    @property
    def size(self) -> int:
        """How many states there are."""
        return 2 * len(self.first) + 1

    def climbed(self, path: tuple[int, ...]) -> Int64:
        """The double ranks along the way that a path of states stands for, from start to goal; none on a direct way."""
        states = np.array([state for state in path if state not in (self.start, self.meeting, self.end)], np.int64)
        up, down = states[states < self.meeting], states[states > self.meeting] - self.start - 1
        if len(up) and up[0] & 1:  # found from the goal's side
            up, down = down[::-1], up[::-1]
        ranks = np.concatenate((up, down[1:])) if len(up) else down
        return ranks & ~1


@frozen(eq=False)
class BetweenPlaces(Upwards):
    """From one of some places to the nearest of others."""

    exits: Ends
    """Rows of rank, cost, edge."""
    entries: Ends
    direct: int
    own: Own = field(kw_only=True, default=Factory(all_rows, takes_self=True))

    def begin(self, open_list: OpenList[int, Cost[int]]) -> None:
        for exit in range(self.own[0], self.own[1]):
            open_list.relax(2 * self.exits[exit, 0], self.exits[exit, 1])
        for entry in range(self.own[2], self.own[3]):
            open_list.relax(2 * self.entries[entry, 0] + 1, self.entries[entry, 1])
        if self.direct >= 0:
            open_list.relax(self.meeting, self.direct)


@frozen(eq=False)
class BetweenNodes(Upwards):
    """From a node to a node, by their ranks: numbers alone, so that a batch can vary them."""

    source: int
    target: int

    def begin(self, open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(2 * self.source, 0)
        open_list.relax(2 * self.target + 1, 0)


def upwards(question: RoadQuestion, hierarchy: Hierarchy, *, walk: bool = True) -> BetweenPlaces:
    """The search of a question in a hierarchy. It must know its start.

    Raises:
        BadInput: the hierarchy belongs to another graph.
    """
    if hierarchy.fingerprint != question.graph.fingerprint:
        raise BadInput("this is the hierarchy of another graph; make it anew")
    exits, entries = question.exits.copy(), question.entries.copy()
    exits[:, 0], entries[:, 0] = hierarchy.rank[exits[:, 0]], hierarchy.rank[entries[:, 0]]
    return BetweenPlaces(hierarchy.first, hierarchy.arcs, walk, exits, entries, question.direct)
