"""Preparations that know a path without a search. The known path is then searched, so that runs, limits and observers work."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

import numpy as np
from attrs import evolve, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.algorithms.lifted import Lift, Lifted
from genastar.cost import V
from genastar.node import K
from genastar.request import Request
from genastar_prepare.hierarchy.many import nothing_in
from genastar_prepare.prepared import Distances, OnGround
from genastar_prepare.rows import NEVER, Int64, Weights

P = TypeVar("P")
"""The type of a position of what was prepared."""


@frozen(eq=False)
class Along(AStar[int, Cost[int]]):
    """A known path as a problem: its positions are the numbers of the steps taken."""

    steps: Weights
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
class Routed(OnGround[P], Lifted, Generic[P]):
    """A prepared problem or world whose paths are known. It expands the positions of the path alone."""

    @abstractmethod
    def distances(self, starts: Int64, goals: Int64) -> Distances:
        """Return the distance of each pair of nodes, shape (q,); `NEVER` if there is no path."""

    @abstractmethod
    def edges_of(self, start: int, goal: int) -> Int64:
        """Return the edges of a cheapest path between two nodes."""

    def lift(self, request: Request[K, V]) -> Lift[int, K, V]:
        """Return the search along the cheapest path from a start to a goal."""
        self.expect_ground(request)
        rows, ground = self.ground.finite.rows, self.ground
        exits, entries = ground.ends(request)
        start, goal = self._nearest(exits, entries)
        edges = self.edges_of(start, goal) if goal >= 0 else np.empty(0, np.int64)
        nodes = [start, *rows.head[edges].tolist()]
        along = Along(rows.weight[edges], len(edges) if goal >= 0 else -1)
        row = int(np.flatnonzero(exits[:, 0] == start)[0])
        paid = nothing_in(rows.weight).travelled + exits[row, 1].item()
        asked = cast("Request[int, Cost[int]]", request)
        lifted = evolve(asked, problem=along, start=0, cost=Cost(paid, paid, paid - paid), more_starts=())

        def position(state: int) -> K:
            return cast("K", ground.position(nodes[state]))

        def route(states: Sequence[int]) -> tuple[K, ...]:
            return tuple(map(position, states))

        return cast("Lift[int, K, V]", Lift(lifted, position, route))

    def _nearest(self, exits: Any, entries: Any) -> tuple[int, int]:
        """Return the start and the goal with the cheapest path; -1 as the goal if there is no path."""
        begin, end = exits[:, 0].astype(np.int64), entries[:, 0].astype(np.int64)
        if not len(end):
            return int(begin[0]), NEVER
        found = self.distances(np.repeat(begin, len(end)), np.tile(end, len(begin)))
        totals = found + np.repeat(exits[:, 1], len(end)) + np.tile(entries[:, 1], len(begin))
        known = np.flatnonzero(found != NEVER)
        if not len(known):
            return int(begin[0]), NEVER
        best = int(known[np.argmin(totals[known])])
        return int(begin[best // len(end)]), int(end[best % len(end)])

    def between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        begin, end = np.repeat(np.array(starts, np.int64), len(goals)), np.tile(goals, len(starts))
        return self.distances(begin, end).reshape(len(starts), len(goals))
