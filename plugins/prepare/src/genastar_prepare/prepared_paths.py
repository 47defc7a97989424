"""Preparations that know a path without a search. The known path is then searched, so that runs, limits and observers work."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar, cast

import numpy as np
from attrs import evolve, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest
from genastar.contracts.request import Request
from genastar.values.cost import V
from genastar.values.node import K
from genastar_prepare.graph.rows import NEVER, Int32, Int64, Wide, make_zero_cost
from genastar_prepare.ground import get_question, get_source
from genastar_prepare.hierarchy.upward_search import Ends, cut_circles
from genastar_prepare.prepared import Distances, PreparedOnGround

P = TypeVar("P")
"""The type of a position of what was prepared."""


@frozen(eq=False)
class Along(AStar[int, Cost[int]]):
    """A known path as a problem: its positions are the numbers of the steps taken."""

    is_compiled_at_once: ClassVar[bool] = True
    steps: Wide
    """Cost of each step, shape (k,)."""
    end: int
    """The number of steps to the goal; -1 if there is no path."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < len(self.steps):
            open_list.relax(node.position + 1, node.cost.travelled + self.steps[node.position].item())

    def is_destination(self, position: int) -> bool:
        return position == self.end

    def index(self, position: int) -> int:
        """Return the number of steps, which is its own index."""
        return position

    @property
    def size(self) -> int:
        """Number of positions of the path."""
        return len(self.steps) + 1


@frozen(eq=False)
class PreparedPaths(PreparedOnGround[P], LiftedAlgorithm, Generic[P]):
    """A prepared problem or world whose paths are known. It expands the positions of the path alone."""

    @abstractmethod
    def compute_distances(self, starts: Int64, goals: Int64) -> Distances:
        """Return the distance of each pair of nodes, shape (q,); `NEVER` if there is no path."""

    @abstractmethod
    def list_edges(self, start: int, goal: int) -> Int64:
        """Return the edges of a cheapest path between two nodes."""

    def lift(self, request: Request[K, V]) -> LiftedRequest[int, K, V]:
        """Return the search along the cheapest path from a start to a goal."""
        ground = self.ground.match_source(get_source(request))
        exits, entries = ground.find_ends(request)
        total, out, into = self._find_cheapest(exits, entries, ground.get_direct_cost(request))
        begin, end = (int(exits[out, 0]), int(entries[into, 0])) if out >= 0 else (NEVER, NEVER)
        way, edges = self._list_way(begin, end) if out >= 0 else (np.empty(0, np.int32), np.empty(0, np.int64))
        nodes = way.tolist()
        steps = ground.rows.weight[edges].astype(exits.dtype)
        first = make_zero_cost(steps).travelled + max(0, total)
        if out >= 0:  # what is paid inside an edge belongs to the start or to the last step
            first = exits[out, 1].item()
            if len(steps):
                steps[-1] += entries[into, 1]
            else:
                first += entries[into, 1].item()
        found = total != NEVER
        along = Along(steps, len(edges) if found else NEVER)
        asked = cast("Request[int, Cost[int]]", request)
        lifted = evolve(asked, problem=along, start=0, cost=Cost(first, first, first - first), more_starts=())

        def position(state: int) -> K | None:
            return cast("K", ground.get_position(nodes[state])) if nodes else None if found else request.start

        def route(states: Sequence[int]) -> tuple[K, ...]:
            if found and states and states[-1] == along.end:
                return cast("tuple[K, ...]", ground.translate_path(nodes, get_question(request)))
            return tuple(place for state in states if (place := position(state)) is not None)

        return cast("LiftedRequest[int, K, V]", LiftedRequest(lifted, position, route))

    def list_nodes_between(self, start: int, goal: int, engine: str) -> list[int]:
        nodes, _ = self._list_way(start, goal)
        return nodes.tolist() if nodes[-1] == goal else []

    def _list_way(self, begin: int, end: int) -> tuple[Int32, Int64]:
        """Return the nodes and the edges of a cheapest path, without circles; the first node alone if there is no path."""
        edges, rows = self.list_edges(begin, end), self.ground.rows
        nodes = np.empty(len(edges) + 1, np.int32)
        nodes[0] = begin
        rows.head.take(edges, out=nodes[1:], mode="clip")  # without a copy; edges are in range
        if self.ground.may_circle:
            kept = cut_circles(nodes.tolist())
            edges, nodes = edges[kept[:-1]], nodes[kept]
        return nodes, edges

    def _find_cheapest(self, exits: Ends, entries: Ends, direct: int) -> tuple[int, int, int]:
        """Return what the cheapest path costs, and the rows of its exit and its entry.

        `NEVER` stands for the rows of a direct path, and for all three if there is no path.
        """
        out, into = np.repeat(np.arange(len(exits)), len(entries)), np.tile(np.arange(len(entries)), len(exits))
        found = self.compute_distances(exits[out, 0].astype(np.int64), entries[into, 0].astype(np.int64))
        known = np.flatnonzero(found != NEVER)
        totals = (found + exits[out, 1] + entries[into, 1])[known]
        if not len(known) or 0 <= direct < totals.min():
            return direct, NEVER, NEVER
        best = int(np.argmin(totals))
        return totals[best].item(), int(out[known[best]]), int(into[known[best]])

    def compute_distances_between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        begin, end = np.repeat(np.array(starts, np.int64), len(goals)), np.tile(goals, len(starts))
        return self.compute_distances(begin, end).reshape(len(starts), len(goals))
