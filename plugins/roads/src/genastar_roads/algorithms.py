"""Algorithms for road graphs: landmarks (alt) and contraction hierarchies (ch). Each prepares a graph once; see `prepared`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from attrs import evolve, frozen

from genastar import Cost, Result
from genastar.algorithm import Algorithm, Need, OneRun, Promise, Several
from genastar.algorithms.lifted import Lift, Lifted
from genastar.cost import V
from genastar.domain import Question, positions_of
from genastar.files import AnyPath
from genastar.node import K
from genastar.preparing import Prepared
from genastar.replay import costs_along
from genastar.request import Request
from genastar.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from genastar_roads.graph.place import Place
    from genastar_roads.graph.turns import Junctions
    from genastar_roads.prepared import Prepared as Tables
    from genastar_roads.search.landmarks import ByLandmarks
    from genastar_roads.search.problem import RoadProblem


class _Roads(Protocol):
    """The part of a roads domain that these algorithms use."""

    @property
    def prepared(self) -> Tables: ...


class _World(_Roads, Protocol):
    """The part of a roads domain that a prepared one uses."""

    @property
    def scale(self) -> float: ...

    def solve(self, start: Place, goals: Iterable[Place], *, algorithm: Algorithm, engine: str) -> Result[Place, Cost[float]]:
        """See `genastar.Domain.solve`."""

    def matrix(
        self, starts: Sequence[Place], goals: Sequence[Place], *, algorithm: Algorithm | str, engine: str
    ) -> NDArray[np.float64]:
        """See `genastar_roads.model.Roads.matrix`."""


class _OfRoads(OneRun):
    """An algorithm for road graphs only. It finds the optimum whatever the estimate of the plain problem."""

    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "domain"})
    domain: ClassVar[str] = "roads"

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)


@frozen
class Alt(_OfRoads):
    """A* with distances to landmarks as its estimate, by the triangle inequality (Goldberg and Harrelson, SODA 2005)."""

    name: ClassVar[str] = "alt"
    summary: ClassVar[str] = "A* with an estimate from distances to landmarks, computed once for a road graph"

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Replace the estimate by that of the landmarks."""
        from genastar_roads.search.landmarks import by_landmarks

        prepared, _ = _asked(request)
        with request.cancel.governing():
            landmarks = prepared.landmarks
        problem = by_landmarks(cast("RoadProblem", request.problem), landmarks)
        asked = cast("Request[int, Cost[int]]", request)
        starts = tuple((start, _estimated(problem, start, cost)) for start, cost in asked.more_starts)
        cost = _estimated(problem, asked.start, asked.cost)
        return cast("Request[K, V]", evolve(asked, problem=problem, cost=cost, more_starts=starts))


def _estimated(problem: ByLandmarks, start: int, cost: Cost[int]) -> Cost[int]:
    left = problem.estimate(start)
    return Cost(cost.travelled + left, cost.travelled, left)


@frozen
class ContractionHierarchy(_OfRoads, Lifted):
    """A bidirectional upward search in a contraction hierarchy (Geisberger et al., WEA 2008).

    Expansion counts are those of the hierarchy. Observers see the nodes of both sides, and the goal last; the costs that they
    see are counted from the end of each side.
    """

    name: ClassVar[str] = "ch"
    summary: ClassVar[str] = "search upwards from both ends in a contraction hierarchy, built once for a road graph"

    def lift(self, request: Request[K, V]) -> Lift[int, K, V]:
        """Return the search in the hierarchy."""
        from genastar_roads.search.upwards import plain_path, upwards

        prepared, question = _asked(request)
        with request.cancel.governing():
            hierarchy = prepared.hierarchy
        climb = upwards(cast("RoadProblem", request.problem), hierarchy)
        asked = cast("Request[int, Cost[int]]", request)
        lifted = evolve(asked, problem=climb, start=climb.start, cost=Cost(0, 0, 0), more_starts=())

        def position(state: int) -> int | None:
            if state < climb.meeting:
                return int(hierarchy.node[state >> 1])
            return asked.start if state == climb.start else prepared.junctions.split.size if state == climb.end else None

        def route(states: Sequence[int]) -> tuple[int, ...]:
            return plain_path(climb, states, hierarchy, prepared.junctions, question)

        return cast("Lift[int, K, V]", Lift(lifted, position, route))

    def several(self, domain: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> Several[Any, Any] | None:
        """Combine questions into one problem of the hierarchy."""
        from genastar_roads.search.questions import RoadQuestions
        from genastar_roads.search.upwards import plain_path, upwards

        prepared, asked = cast("_Roads", domain).prepared, cast("Sequence[tuple[Place, tuple[Place, ...]]]", questions)
        if any(not goals for _, goals in asked):
            return None
        rows = RoadQuestions.of(prepared.junctions, asked)
        climb = upwards(rows.problem, prepared.hierarchy)

        def in_nodes(found: Result[int, Cost[int]], row: int) -> Result[int, Cost[int]]:
            start, goals = asked[row]
            path = plain_path(climb, found.path, prepared.hierarchy, prepared.junctions, Question((start,), goals))
            costs = _Costs(prepared.junctions, start, goals, path) if path else ()
            told = evolve(cast("Any", found), path=path, closest=path[-1] if path else None, path_to_closest=path, costs=costs)
            return cast("Result[int, Cost[int]]", told)

        return Several(climb, [climb.start] * len(asked), rows.fields, in_nodes)


@frozen(eq=False)
class PreparedRoads(Prepared["Place"]):
    """A road graph that is prepared. Distances are in units of the graph."""

    name: ClassVar[str] = "roads"
    summary: ClassVar[str] = "search a prepared road graph"
    world: _World
    method: Alt | ContractionHierarchy

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Change a request as the road graph's own algorithm does."""
        return self.method.changed(request)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the answer of the road graph's own algorithm."""
        return self.method.search(request)

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the road graph's own algorithm."""
        return self.method.begin(request)

    def several(self, domain: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> Several[Any, Any] | None:
        """Combine questions into one problem."""
        return self.method.several(domain, questions)

    def solve(self, start: Place, goals: Iterable[Place], *, engine: str = "auto") -> Result[Place, Cost[Any]]:
        return self.world.solve(start, goals, algorithm=self.method, engine=engine)

    def matrix(
        self, starts: Iterable[Place], goals: Iterable[Place], *, engine: str = "auto"
    ) -> NDArray[np.int64 | np.float64]:
        import numpy as np

        algorithm = self.method if isinstance(self.method, ContractionHierarchy) else "dijkstra"
        costs = self.world.matrix(positions_of(starts, "starts"), positions_of(goals), algorithm=algorithm, engine=engine)
        return np.where(np.isinf(costs), -1, np.rint(np.where(np.isinf(costs), 0, costs) * self.world.scale)).astype(np.int64)

    def save(self, path: AnyPath) -> None:
        prepared = self.world.prepared
        (prepared.hierarchy if isinstance(self.method, ContractionHierarchy) else prepared.landmarks).save(path)


@frozen
class _Costs:
    """Computes the costs along a path of the plain problem on demand."""

    junctions: Junctions
    start: Place
    goals: tuple[Place, ...]
    path: tuple[int, ...]

    def __call__(self) -> tuple[Cost[int], ...]:
        from genastar_roads.search.problem import problem_of

        return costs_along(problem_of(self.junctions, (self.start,), self.goals), Cost(0, 0, 0), self.path)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self(),)


def _asked(request: Request[K, V]) -> tuple[Tables, Question[Place]]:
    roads, question = cast("tuple[_Roads, Question[Place]]", request.question)
    return roads.prepared, question
