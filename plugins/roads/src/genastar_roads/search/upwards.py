"""Bidirectional upward search in a contraction hierarchy, as one search.

A state is a node and a side: ``2 * rank`` for the path from the start, ``2 * rank + 1`` for the path to the goal, read
backwards. Further states are the meeting; the start, where all paths begin; the end; and the states of a walk from the meeting
down the other side's tree, which completes the path. The meeting costs the whole path. When it leaves the open list, every open
state on either side costs as much by itself, so no better meeting exists (Geisberger et al. 2008, section 4).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
from attrs import Factory, field, frozen

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.domain import Question
from genastar_roads.graph.place import Ends, Own, Place, all_rows
from genastar_roads.graph.road_graph import Int32, Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.prepare.hierarchy import Hierarchy
from genastar_roads.search.problem import RoadProblem


@frozen(eq=False)
class Upwards(AStar[int, Cost[int]]):
    """The search. With ``walk`` it goes on from the meeting to the end; without, it ends at the meeting, which has the cost."""

    first: Int32
    arcs: Int32
    walk: bool

    @abstractmethod
    def add_starts(self, open_list: OpenList[int, Cost[int]]) -> None:
        """Add the starts of both sides."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < self.meeting:
            self._climb(node, open_list)
        elif node.position == self.start:
            self.add_starts(open_list)
        else:
            self._walk(node, open_list)

    def _climb(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        state, travelled = np.uint64(node.position), node.cost.travelled
        side, other = node.position & 1, state ^ np.uint64(1)
        # Do not expand a state that a path from above reaches more cheaply (stall on demand, section 4.1).
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
        """Walk from the meeting down the tree of the side that did not find it, to where that side began."""
        travelled = node.cost.travelled
        if node.position == self.meeting:
            if node.parent is not None and node.parent < self.meeting:
                open_list.relax(self.start + 1 + (node.parent ^ 1), travelled)
            else:
                open_list.relax(self.end, travelled)  # the path on one edge
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
        """State in which the sides meet."""
        return len(self.first) - 1

    @property
    def start(self) -> int:
        """State to search from."""
        return len(self.first)

    @property
    def end(self) -> int:
        """State at the end of the walk."""
        return 2 * len(self.first)

    def index(self, position: int) -> int:
        """Return the state, which is its own index."""
        return position

    @property
    def size(self) -> int:
        """Number of states."""
        return 2 * len(self.first) + 1

    def climbed(self, path: Sequence[int]) -> Int64:
        """Return the double ranks of a path of states from start to goal; empty for a path on one edge."""
        meeting, states = self.meeting, np.array(path, np.int64)
        up = states[states < meeting]
        down = states[(states > meeting + 1) & (states < self.end)] - meeting - 2
        if len(up) and up[0] & 1:  # found from the goal's side
            up, down = down[::-1], up[::-1]
        ranks = np.concatenate((up, down[1:])) if len(up) else down
        return ranks & ~1


@frozen(eq=False)
class BetweenPlaces(Upwards):
    """The search from any of several places to the nearest of others."""

    exits: Ends
    """Rows of rank, cost, edge."""
    entries: Ends
    direct: int
    own: Own = field(kw_only=True, default=Factory(all_rows, takes_self=True))

    def add_starts(self, open_list: OpenList[int, Cost[int]]) -> None:
        for exit in range(self.own[0], self.own[1]):
            open_list.relax(2 * int(self.exits[exit, 0]), int(self.exits[exit, 1]))
        for entry in range(self.own[2], self.own[3]):
            open_list.relax(2 * int(self.entries[entry, 0]) + 1, int(self.entries[entry, 1]))
        if self.direct >= 0:
            open_list.relax(self.meeting, self.direct)


@frozen(eq=False)
class BetweenNodes(Upwards):
    """The search from node to node by rank: only numbers, so that a batch can vary them."""

    source: int
    target: int

    def add_starts(self, open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(2 * self.source, 0)
        open_list.relax(2 * self.target + 1, 0)


def upwards(problem: RoadProblem, hierarchy: Hierarchy, *, walk: bool = True) -> BetweenPlaces:
    """Return the search of a question in a hierarchy. Its plain problem must include its starts.

    Raises:
        BadInput: the hierarchy belongs to another graph.
    """
    if len(hierarchy.rank) != len(problem.first) - 1:
        raise BadInput("this hierarchy belongs to another graph; prepare ch again")
    exits, entries = problem.exits.copy(), problem.entries.copy()
    exits[:, 0], entries[:, 0] = hierarchy.rank[exits[:, 0]], hierarchy.rank[entries[:, 0]]
    return BetweenPlaces(hierarchy.first, hierarchy.arcs, walk, exits, entries, problem.direct)


def plain_path(
    climb: Upwards, states: Sequence[int], hierarchy: Hierarchy, junctions: Junctions, question: Question[Place]
) -> tuple[int, ...]:
    """Convert a path of states to one of the plain problem, from a start to the goal; empty if it ends earlier."""
    if not states or states[-1] != climb.end:
        return ()
    split, climbed = junctions.split, climb.climbed(states)
    edges = hierarchy.edges_of(climbed)
    nodes = [int(hierarchy.node[rank >> 1]) for rank in climbed[:1]]
    if len(edges):
        nodes = [int(split.tail[edges[0]]), *split.head[edges].tolist()]
    elif not nodes:  # the path stays on one edge or at one node
        nodes = [start.node for start in question.starts if start.node >= 0 and start in question.goals][:1]
    begin = () if nodes and any(start.node == nodes[0] for start in question.starts) else (split.size + 1,)
    return (*begin, *nodes, split.size)
