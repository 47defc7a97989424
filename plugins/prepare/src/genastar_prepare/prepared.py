"""Prepared problems and worlds, by landmarks and by a hierarchy. Each value is an algorithm for its problem or world."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import Cost, Domain, Promise, Result, check_cancelled
from genastar.algorithms.around import estimated
from genastar.algorithms.dijkstra import WithoutEstimate
from genastar.algorithms.lifted import Lift, Lifted
from genastar.algorithms.several.remaining import Informed
from genastar.astar import asked
from genastar.cost import N, V
from genastar.domain import positions_of
from genastar.files import AnyPath
from genastar.node import K
from genastar.preparing import Prepared
from genastar.replay import costs_along
from genastar.request import Request
from genastar_prepare.dissection.customizable import Customizable
from genastar_prepare.ground import Ground, Towards
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.many import distances_between, distances_from, nothing_in
from genastar_prepare.hierarchy.upwards import climb_from, nodes_of
from genastar_prepare.landmarks import Landmarks, RowsProblem, bound_of
from genastar_prepare.rows import NEVER, Int32, Int64, Weights

P = TypeVar("P")
"""The type of a position of what was prepared."""

Distances = NDArray[np.int64 | np.float64]

NODES_A_QUERY: Final = 300
"""Nodes that are swept in the time of one query in a hierarchy."""


@frozen(eq=False)
class OnGround(Prepared[P], Generic[P]):
    """A problem or a world with the graph of its steps, prepared."""

    ground: Ground

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)

    def solve(self, start: P, goals: Iterable[P], *, engine: str = "auto") -> Result[P, Cost[Any]]:
        source, ends = self.ground.source, positions_of(goals)
        if isinstance(source, Domain):
            return cast("Result[P, Cost[Any]]", source.solve(start, ends, algorithm=self, engine=engine))
        problem = cast("Any", Towards(self.ground.finite.problem, self.ground.goals_at(ends)))
        chosen, request = asked(problem, start, algorithm=self, engine=engine)
        return cast("Result[P, Cost[Any]]", chosen.search(request))

    def matrix(self, starts: Iterable[P], goals: Iterable[P], *, engine: str = "auto") -> Distances:
        self.ground.expect_current()
        begin, end = positions_of(starts, "starts"), positions_of(goals)
        out = [self.ground.exits_at(start) for start in begin]
        into = [self.ground.entries_at(goal) for goal in end]
        # A position may be at several nodes, or between some: each exit is paired with each entry.
        exits, entries = (np.concatenate(ends) if ends else np.empty((0, 2), np.int64) for ends in (out, into))
        found = self.between(exits[:, 0].astype(np.int64).tolist(), entries[:, 0].astype(np.int64), engine)
        totals = np.where(found == NEVER, found, found + exits[:, 1:2] + entries[:, 1])
        costs = np.full((len(begin), len(end)), NEVER, totals.dtype)
        first, last = np.cumsum([0, *map(len, out)]), np.cumsum([0, *map(len, into)])
        for row, start in enumerate(begin):
            for column, goal in enumerate(end):
                ways = totals[first[row] : first[row + 1], last[column] : last[column + 1]].ravel()
                ways = np.append(ways, self.ground.direct_between(start, goal)).astype(totals.dtype)
                costs[row, column] = min(ways[ways != NEVER], default=NEVER)
        return costs

    @abstractmethod
    def between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        """Return the distance of each pair of nodes, shape (k, l); `NEVER` if there is no path."""


@frozen(eq=False)
class ByHierarchy(OnGround[P], Lifted, Generic[P]):
    """A prepared problem or world that is searched in a contraction hierarchy (Geisberger et al., WEA 2008).

    Expansion counts are those of the hierarchy. Observers see the positions of both sides; the costs that they see are counted
    from the end of each side.
    """

    name: ClassVar[str] = "hierarchy"
    summary: ClassVar[str] = "search upwards from both ends in a contraction hierarchy"

    hierarchy: Hierarchy

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search the hierarchy and return the answer in positions.

        The costs along the path are added up as a search does: in the order of the steps, from the start of the path.
        """
        found = super().search(request)
        if not found.found or self.hierarchy.arcs.dtype.kind == "i":
            return found
        begin = dict(request.more_starts).get(found.path[0], request.cost)
        costs = costs_along(request.problem, begin, found.path)
        return evolve(found, cost=costs[-1], costs=costs)

    def lift(self, request: Request[K, V]) -> Lift[int, K, V]:
        """Return the search in the hierarchy."""
        hierarchy, ground = self.hierarchy, self.ground.fitting(request)
        exits, entries = ground.ends(request)
        climb = climb_from(hierarchy, exits, entries, ground.direct(request))
        asked = cast("Request[int, Cost[int]]", request)
        lifted = evolve(asked, problem=climb, start=climb.start, cost=nothing_in(hierarchy.arcs), more_starts=())
        ends = {climb.start: exits, climb.end: entries}

        def position(state: int) -> K | None:
            if state < climb.meeting:
                return cast("K", ground.position(int(hierarchy.node[state >> 1])))
            rows = ends.get(state)
            return cast("K", ground.position(int(rows[0, 0]))) if rows is not None and len(rows) == 1 else None

        def route(states: Sequence[int]) -> tuple[K, ...]:
            if not states or states[-1] != climb.end:
                return ()
            return cast("tuple[K, ...]", ground.along(nodes_of(climb, states, hierarchy, ground.rows), request))

        return cast("Lift[int, K, V]", Lift(lifted, position, route))

    def between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        hierarchy = self.hierarchy
        if len(goals) * NODES_A_QUERY <= len(hierarchy.rank):
            begin, end = np.repeat(np.array(starts, np.int64), len(goals)), np.tile(goals, len(starts))
            return distances_between(hierarchy, begin, end, engine=engine).reshape(len(starts), len(goals))
        rows = []
        for start in starts:
            check_cancelled()
            rows.append(distances_from(hierarchy, start)[goals])
        return np.array(rows).reshape(len(starts), len(goals))

    def save(self, path: AnyPath) -> None:
        self.hierarchy.save(path)


@frozen(eq=False)
class ByCustomizable(ByHierarchy[P], Generic[P]):
    """A prepared problem or world whose hierarchy has an order that does not depend on costs (Dibbelt et al., 2016)."""

    name: ClassVar[str] = "customizable"
    summary: ClassVar[str] = "search upwards in a hierarchy whose order is independent of costs"

    customizable: Customizable

    def save(self, path: AnyPath) -> None:
        self.customizable.save(path)


@frozen(eq=False)
class ByLandmarks(OnGround[P], Generic[P]):
    """A prepared problem or world that is searched by A* with distances to landmarks as its estimate."""

    name: ClassVar[str] = "landmarks"
    summary: ClassVar[str] = "A* with an estimate from distances to landmarks"

    landmarks: Landmarks

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Replace the estimate by the larger of that of the landmarks and, if it is consistent, that of the problem."""
        ground = self.ground.fitting(request)
        asked = cast("Request[K, Cost[Any]]", request)
        exits, entries = ground.ends(request)
        towards = self.landmarks.towards(exits[:, 0].astype(np.int64), entries)
        inner = asked.problem
        if not (inner.consistent and inner.admissible):
            inner = WithoutEstimate(inner)
        problem: Estimated[K, Any] = Estimated(inner, ground.finite.problem, self.landmarks.table, *towards)
        starts = tuple((start, estimated(problem, start, cost.travelled)) for start, cost in asked.more_starts)
        cost = estimated(problem, asked.start, asked.cost.travelled)
        return cast("Request[K, V]", evolve(asked, problem=problem, cost=cost, more_starts=starts))

    def between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        rows = self.ground.rows
        problem = RowsProblem(rows.first, rows.head, rows.weight)
        trees = [problem.tree(start, engine) for start in starts]
        found = np.array([np.where(tree.settled, tree.g, NEVER)[goals] for tree in trees])
        whole = rows.weight.dtype.kind == "i"
        return (found.astype(np.int64) if whole else found.astype(np.float64)).reshape(len(starts), len(goals))

    def save(self, path: AnyPath) -> None:
        self.landmarks.save(path)


@frozen(eq=False)
class Estimated(Informed[K, N], Generic[K, N]):
    """A problem with the estimate of landmarks."""

    numbered: Any
    """The problem that numbers the positions."""
    table: Weights
    columns: Int32
    goal_row: Distances

    def estimate(self, position: K) -> N:
        node = self.numbered.index(position)
        return bound_of(self.table, self.columns, self.goal_row, node, self.problem.estimate(position))
