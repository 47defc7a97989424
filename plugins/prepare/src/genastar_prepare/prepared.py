"""Prepared problems and worlds, by landmarks and by a hierarchy. Each value is an algorithm for its problem or world."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import Cost, Domain, Result
from genastar.algorithm import BatchProblem, OneRun
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest
from genastar.algorithms.building_blocks.wrappers import estimate_cost
from genastar.algorithms.dijkstra import ProblemWithoutEstimate
from genastar.authoring import Promise, Question, check_cancelled
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.files import AnyPath
from genastar.memory.replay import compute_costs_along
from genastar.search.requests import resolve_engine
from genastar.values.arguments import to_positions_tuple
from genastar.values.cost import V
from genastar.values.node import K
from genastar_prepare.dissection.customizable import Customizable
from genastar_prepare.graph.rows import NEVER, Int64
from genastar_prepare.ground import PreparedGround, get_question, get_source
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.pairs import compute_distances, compute_distances_from
from genastar_prepare.hierarchy.upward_search import BetweenNodes, Own, UpwardSearch, climb_from, list_path_nodes
from genastar_prepare.landmarks import Landmarks, RowsProblem

P = TypeVar("P")
"""The type of a position of what was prepared."""

Distances = NDArray[np.int64 | np.float64]

NODES_A_QUERY: Final = 300
"""Nodes that are swept in the time of one query in a hierarchy."""


@frozen(eq=False)
class PreparedOnGround(OneRun, Generic[P]):
    """An algorithm that searches a problem or a world with the graph of its steps, prepared."""

    ground: PreparedGround

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)

    def matrix(self, starts: Iterable[P], goals: Iterable[P], engine: str) -> Distances:
        """Return the cheapest cost from each start to each goal; see `Prepared.matrix`."""
        self.ground.expect_current()
        begin, end = to_positions_tuple(starts, "starts"), to_positions_tuple(goals)
        ground = self.ground
        out = [ground.make_table(ground.list_exits_at(start))[:, :2] for start in begin]
        into = [ground.make_table(ground.list_entries_at((goal,)))[:, :2] for goal in end]
        # A position may be at several nodes, or between some: each exit is paired with each entry.
        exits, entries = (np.concatenate(ends) if ends else np.empty((0, 2), np.int64) for ends in (out, into))
        found = self.compute_distances_between(exits[:, 0].astype(np.int64).tolist(), entries[:, 0].astype(np.int64), engine)
        totals = np.where(found == NEVER, found, found + exits[:, 1:2] + entries[:, 1])
        costs = np.full((len(begin), len(end)), NEVER, totals.dtype)
        first, last = np.cumsum([0, *map(len, out)]), np.cumsum([0, *map(len, into)])
        for row, start in enumerate(begin):
            for column, goal in enumerate(end):
                ways = totals[first[row] : first[row + 1], last[column] : last[column + 1]].ravel()
                ways = np.append(ways, ground.compute_direct_cost(start, (goal,))).astype(totals.dtype)
                costs[row, column] = min(ways[ways != NEVER], default=NEVER)
        return costs

    def distance(self, start: P, goal: P, engine: str) -> float:
        """Return the cost of the cheapest path; `NEVER` if there is no path. See `Prepared.distance`."""
        nodes = self.ground.find_pair(start, goal)
        if nodes is not None:
            return self.compute_distance(*nodes, engine)
        cost: float = self.matrix((start,), (goal,), engine)[0, 0].item()
        return cost

    def path(self, start: P, goal: P, engine: str) -> tuple[P, ...] | None:
        """Return the positions of the cheapest path, empty if there is no path; ``None`` if only `search` finds them."""
        nodes = self.ground.find_pair(start, goal)
        along = None if nodes is None else self.list_nodes_between(*nodes, engine)
        return None if along is None else tuple(map(cast("Sequence[P]", self.ground.places).__getitem__, along))

    def compute_distance(self, start: int, goal: int, engine: str) -> float:
        """Return the distance between two nodes; `NEVER` if there is no path."""
        cost: float = self.compute_distances_between((start,), np.array((goal,)), engine)[0, 0].item()
        return cost

    def list_nodes_between(self, start: int, goal: int, engine: str) -> list[int] | None:
        """Return the nodes of a cheapest path, empty if there is no path; ``None`` if only `search` finds them."""
        return None

    @abstractmethod
    def save(self, path: AnyPath) -> None:
        """Write the preparation to a file; see `Prepared.save`."""

    @abstractmethod
    def compute_distances_between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        """Return the distance of each pair of nodes, shape (k, l); `NEVER` if there is no path."""


@frozen(eq=False)
class PreparedHierarchy(PreparedOnGround[P], LiftedAlgorithm, Generic[P]):
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
        costs = compute_costs_along(request.problem, begin, found.path)
        return evolve(found, cost=costs[-1], costs=costs)

    def lift(self, request: Request[K, V]) -> LiftedRequest[int, K, V]:
        """Return the search in the hierarchy."""
        hierarchy, ground = self.hierarchy, self.ground.match_source(get_source(request))
        exits, entries = ground.find_ends(request)
        climb = climb_from(hierarchy, exits, entries, ground.get_direct_cost(request))
        lifted = request.evolve(problem=climb, start=climb.start, cost=hierarchy.zero_cost, more_starts=())
        goal = ground.get_goal(entries)

        def position(state: int) -> K | None:
            if state < climb.meeting:
                return cast("K", ground.get_position(int(hierarchy.node[state >> 1])))
            if state == climb.start:
                return None if request.more_starts else request.start
            return cast("K | None", goal) if state == climb.end else None

        def route(states: Sequence[int]) -> tuple[K, ...]:
            return cast("tuple[K, ...]", self._translate_states(climb, states, ground, get_question(request)))

        return cast("LiftedRequest[int, K, V]", LiftedRequest(lifted, position, route))

    def _translate_states(
        self, climb: UpwardSearch, states: Sequence[int], ground: PreparedGround, question: object
    ) -> tuple[Any, ...]:
        """Return the positions of the problem along a path of states to the end; empty if it does not lead there."""
        if not states or states[-1] != climb.end:
            return ()
        return ground.translate_path(list_path_nodes(climb, states, self.hierarchy, ground.rows), question)

    def compute_distance(self, start: int, goal: int, engine: str) -> float:
        found = self._climb_between(start, goal, False, engine)[1].cost
        return NEVER if found is None else found.travelled

    def list_nodes_between(self, start: int, goal: int, engine: str) -> list[int]:
        climb, found = self._climb_between(start, goal, True, engine)
        return list_path_nodes(climb, found.path, self.hierarchy, self.ground.rows) if found.path else []

    def _climb_between(self, start: int, goal: int, walk: bool, engine: str) -> tuple[UpwardSearch, Result[int, Cost[int]]]:
        """Search between two nodes. No check of a user's problem is needed, and so no `make_request`."""
        hierarchy = self.hierarchy
        climb = BetweenNodes(hierarchy.first, hierarchy.arcs, walk, int(hierarchy.rank[start]), int(hierarchy.rank[goal]))
        found = Request(climb, climb.start, hierarchy.zero_cost, resolve_engine(engine)).search()
        check_cancelled()  # a cancelled search finds nothing, which does not mean that there is no path
        return climb, found

    def combine(self, world: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> BatchProblem[Any, Any] | None:
        """Combine questions into one problem of the hierarchy: two tables hold all ends, and each question has its rows."""
        if self.hierarchy.arcs.dtype.kind == "f" or any(not goals for _, goals in questions):
            return None
        owner = cast("Domain[Any, Any, Any, Any]", world)
        ground = self.ground.match_source(owner)
        out: list[tuple[int, ...]] = []
        into: list[tuple[int, ...]] = []
        own: list[Own] = []
        for start, goals in questions:
            first, second = len(out), len(into)
            out += ground.list_exits_at(start)
            into += ground.list_entries_at(goals)
            own.append((first, len(out), second, len(into)))
        direct = [ground.compute_direct_cost(start, goals) for start, goals in questions]
        climb = climb_from(self.hierarchy, ground.make_table(out), ground.make_table(into))

        def in_positions(found: Result[int, Any], row: int) -> Result[Any, Any]:
            start, goals = questions[row]
            path = self._translate_states(climb, found.path, ground, Question((start,), goals))
            costs = _Costs(owner, start, goals, path) if path else ()
            told = evolve(cast("Any", found), path=path, closest=path[-1] if path else None, path_to_closest=path, costs=costs)
            return cast("Result[Any, Any]", told)

        return BatchProblem(climb, [climb.start] * len(questions), {"own": own, "direct": direct}, in_positions)

    def compute_distances_between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        hierarchy = self.hierarchy
        if len(goals) * NODES_A_QUERY <= len(hierarchy.rank):
            begin, end = np.repeat(np.array(starts, np.int64), len(goals)), np.tile(goals, len(starts))
            return compute_distances(hierarchy, begin, end, engine=engine).reshape(len(starts), len(goals))
        rows = []
        for start in starts:
            check_cancelled()
            rows.append(compute_distances_from(hierarchy, start)[goals])
        return np.array(rows).reshape(len(starts), len(goals))

    def save(self, path: AnyPath) -> None:
        """Write the preparation to a file."""
        self.hierarchy.save(path)


@frozen
class _Costs:
    """Computes the costs along a path of a world's problem on demand."""

    world: Domain[Any, Any, Any, Any]
    start: Any
    goals: tuple[Any, ...]
    path: tuple[Any, ...]

    def __call__(self) -> tuple[Cost[Any], ...]:
        problem = self.world.problem(self.goals, (self.start,))
        return compute_costs_along(problem, estimate_cost(problem, self.path[0], 0), self.path)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self(),)


@frozen(eq=False)
class PreparedCustomizable(PreparedHierarchy[P], Generic[P]):
    """A prepared problem or world whose hierarchy has an order that does not depend on costs (Dibbelt et al., 2016)."""

    name: ClassVar[str] = "customizable"
    summary: ClassVar[str] = "search upwards in a hierarchy whose order is independent of costs"

    customizable: Customizable

    def save(self, path: AnyPath) -> None:
        self.customizable.save(path)


@frozen(eq=False)
class PreparedLandmarks(PreparedOnGround[P], Generic[P]):
    """A prepared problem or world that is searched by A* with distances to landmarks as its estimate."""

    name: ClassVar[str] = "landmarks"
    summary: ClassVar[str] = "A* with an estimate from distances to landmarks"
    is_guided: ClassVar[bool] = True

    landmarks: Landmarks

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Replace the estimate by the larger of that of the landmarks and, if it is consistent, that of the problem."""
        ground = self.ground.match_source(get_source(request))
        asked = cast("Request[K, Cost[Any]]", request)
        exits, entries = ground.find_ends(request)
        towards = self.landmarks.choose_columns(exits[:, 0].astype(np.int64), entries)
        inner = asked.problem
        if not (inner.consistent and inner.admissible):
            inner = ProblemWithoutEstimate(inner)
        problem = cast("Hooks[K, Cost[Any]]", ground.add_landmarks(inner, self.landmarks.table, *towards))
        starts = tuple((start, estimate_cost(problem, start, cost.travelled)) for start, cost in asked.more_starts)
        cost = estimate_cost(problem, asked.start, asked.cost.travelled)
        return cast("Request[K, V]", evolve(asked, problem=problem, cost=cost, more_starts=starts))

    def compute_distances_between(self, starts: Sequence[int], goals: Int64, engine: str) -> Distances:
        rows = self.ground.rows
        problem = RowsProblem(rows.first, rows.head, rows.weight)
        trees = [problem.search_tree(start, engine) for start in starts]
        found = np.array([np.where(tree.settled, tree.g, NEVER)[goals] for tree in trees])
        whole = rows.weight.dtype.kind == "i"
        return (found.astype(np.int64) if whole else found.astype(np.float64)).reshape(len(starts), len(goals))

    def save(self, path: AnyPath) -> None:
        self.landmarks.save(path)
