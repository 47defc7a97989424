"""Bidirectional upward search in a contraction hierarchy, as one search.

A state is a node and a side: ``2 * rank`` for the path from the start, ``2 * rank + 1`` for the path to the goal, read
backwards. Further states are the meeting; the start, where all paths begin; the end; and the states of a walk from the meeting
down the other side's tree, which completes the path. The meeting costs the whole path. When it leaves the open list, every open
state on either side costs as much by itself, so no better meeting exists (Geisberger et al. 2008, section 4).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol

import numpy as np
from attrs import Factory, field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_prepare.graph.rows import Int32, Int64, RowGraph, Weights
from genastar_prepare.hierarchy.hierarchy import Hierarchy

Ends = NDArray[np.int64 | np.float64]
"""Rows of a node or its rank, and a cost; shape (k, 2). Further columns are ignored."""

Own = tuple[int, int, int, int]
"""One question's rows: exits from the first number up to the second, entries from the third up to the fourth. So many
questions can share two tables and differ only in numbers."""


class HasEnds(Protocol):
    """A problem between ends."""

    @property
    def exits(self) -> Ends:
        """The nodes where paths begin."""

    @property
    def entries(self) -> Ends:
        """The nodes where paths end."""


def get_all_rows(solver: HasEnds) -> Own:
    """Return the range of all rows."""
    return 0, len(solver.exits), 0, len(solver.entries)


@frozen(eq=False)
class UpwardSearch(AStar[int, Cost[int]]):
    """The search. With ``walk`` it goes on from the meeting to the end; without, it ends at the meeting, which has the cost."""

    is_compiled_at_once: ClassVar[bool] = True
    first: Int32
    arcs: Weights
    walk: bool

    @abstractmethod
    def add_starts(self, travelled: int, open_list: OpenList[int, Cost[int]]) -> None:
        """Add the starts of both sides. Nothing is travelled: 0 as a whole number, or as a float."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < self.meeting:
            self._climb(node, open_list)
        elif node.position == self.start:
            self.add_starts(node.cost.travelled, open_list)
        else:
            self._walk(node, open_list)

    def _climb(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        state, travelled = np.uint64(node.position), node.cost.travelled
        side, other = node.position & 1, state ^ np.uint64(1)
        # Do not expand a state that a path from above reaches more cheaply (stall on demand, section 4.1).
        for arc in range(np.uint64(self.first[other]), np.uint64(self.first[other + np.uint64(1)])):
            above = open_list.known(int(self.arcs[arc, 0]) + side)
            if above is not None and above.cost.travelled + self.arcs[arc, 1].item() < travelled:
                return
        opposite = open_list.known(node.position ^ 1)
        if opposite is not None:
            open_list.relax(self.meeting, travelled + opposite.cost.travelled)
        for arc in range(np.uint64(self.first[state]), np.uint64(self.first[state + np.uint64(1)])):
            open_list.relax(int(self.arcs[arc, 0]) + side, travelled + self.arcs[arc, 1].item())

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

    def split_at_top(self, path: Sequence[int]) -> Int64:
        """Return the double ranks of a path of states from start to goal; empty for a path on one edge."""
        meeting, end = self.meeting, self.end
        up = [state for state in path if state < meeting]  # some dozens, for which numpy takes longer
        down = [state - meeting - 2 for state in path if meeting + 1 < state < end]
        if up and up[0] & 1:  # found from the goal's side
            up, down = down[::-1], up[::-1]
        return np.array(up + down[1:] if up else down, np.int64) & ~1


@frozen(eq=False)
class BetweenEnds(UpwardSearch):
    """The search from any of several nodes to the nearest of others."""

    exits: Ends
    """The starts: rows of rank, cost."""
    entries: Ends
    """The goals: rows of rank, remaining cost."""
    direct: int = -1
    """Cost of a path that uses no node; -1 if there is none."""
    own: Own = field(kw_only=True, default=Factory(get_all_rows, takes_self=True))

    def add_starts(self, travelled: int, open_list: OpenList[int, Cost[int]]) -> None:
        for row in range(self.own[0], self.own[1]):
            open_list.relax(2 * int(self.exits[row, 0]), self.exits[row, 1].item())
        for row in range(self.own[2], self.own[3]):
            open_list.relax(2 * int(self.entries[row, 0]) + 1, self.entries[row, 1].item())
        if self.direct >= 0:
            open_list.relax(self.meeting, self.direct)


@frozen(eq=False)
class BetweenNodes(UpwardSearch):
    """The search from node to node by rank: only numbers, so that a batch can vary them."""

    source: int
    target: int

    def add_starts(self, travelled: int, open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(2 * self.source, travelled)
        open_list.relax(2 * self.target + 1, travelled)


def climb_from(hierarchy: Hierarchy, exits: Ends, entries: Ends, direct: int = -1, *, walk: bool = True) -> BetweenEnds:
    """Return the search between these nodes of the graph in its hierarchy.

    Args:
        hierarchy: the hierarchy of the graph.
        exits: where paths begin: rows of node, cost.
        entries: where paths end: rows of node, remaining cost.
        direct: cost of a path that uses no node; -1 if there is none.
        walk: see `UpwardSearch`.
    """
    exits, entries = exits.copy(), entries.copy()
    for ends in (exits, entries):
        ends[:, 0] = hierarchy.rank.take(ends[:, 0].astype(np.int64))
    return BetweenEnds(hierarchy.first, hierarchy.arcs, walk, exits, entries, direct)


def list_path_nodes(climb: UpwardSearch, states: Sequence[int], hierarchy: Hierarchy, rows: RowGraph) -> list[int]:
    """Return the nodes along a path of states from a start to a goal; empty if the path uses no node."""
    climbed = climb.split_at_top(states)
    edges = hierarchy.unpack_edges(climbed)
    if not len(edges):
        return [int(hierarchy.node[rank >> 1]) for rank in climbed[:1]]
    nodes = [int(rows.tail[edges[0]]), *rows.head[edges].tolist()]
    if hierarchy.has_free_arcs and len(set(nodes)) < len(nodes):
        return [nodes[at] for at in cut_circles(nodes)]
    return nodes


def cut_circles(nodes: Sequence[int]) -> list[int]:
    """Return the indices of the nodes of a cheapest path that remain when its circles are cut out.

    The sides may meet beyond a node that both passed, if the steps there and back cost nothing.
    """
    last = {node: at for at, node in enumerate(nodes)}
    kept = [last[nodes[0]]]
    while kept[-1] + 1 < len(nodes):
        kept.append(last[nodes[kept[-1] + 1]])
    return kept
