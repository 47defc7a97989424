"""Replanners: one question asked again and again while the agent moves and the world changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Unpack

from attrs import evolve

from genastar.algorithms.around import estimated
from genastar.algorithms.learned import Learned
from genastar.algorithms.repairing.d_star_lite import DStarLite
from genastar.algorithms.several.remaining import backward
from genastar.algorithms.several.sums import expect_no_key
from genastar.astar import AStar, More, asked, engine_named
from genastar.errors import BadInput, name_of, shown
from genastar.memory.workspace import Workspace, lent
from genastar.values.arguments import expect, positions_of
from genastar.values.cost import Cost, N
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Result
from genastar.values.starts import Starts

NAME = "replanner"
"""The name of the algorithm in results."""


class Replanner(Generic[K, N]):
    """Finds the cheapest path of a problem again after the start has moved, or costs have changed, with less work each time.

    >>> planner = Replanner(field)  # doctest: +SKIP
    ... path = planner.search(here).path
    ... planner.change(evolve(field, blocked=...), [(3, 4)])
    ... path = planner.search(path[1]).path

    For the world of a domain, use `genastar.WorldReplanner`, which finds the changed positions by itself.

    There are two ways, and both give the cost of a fresh search; of several cheapest paths it may be another one.

    - D* Lite (Koenig and Likhachev, AAAI 2002), in the interpreted engine, if the problem has one destination and ``reverse``:
      the exact remaining costs are kept, and repaired where they matter for the agent. See
      `genastar.algorithms.repairing.d_star_lite`.
    - Generalised Adaptive A* (Sun, Koenig and Yeoh, AAMAS 2008), otherwise: after a search that found a path of cost C, C - g
      is a better estimate for each closed position. Such estimates stay consistent when costs rise. Where a cost has fallen,
      the estimates that are too high now are lowered by a search backwards, if the problem has ``reverse``. Otherwise all
      learned estimates are capped. See `genastar.algorithms.learned`.

    The destinations must stay the same. The costs must add, and the estimate must be consistent, also after each change.
    """

    def __init__(self, problem: AStar[K, Cost[N]], *, engine: str = "interpreted", workspace: Workspace | None = None) -> None:
        """Begin with a problem.

        Args:
            problem: the problem.
            engine: as in `AStar.search`.
            workspace: as in `AStar.search`.

        Raises:
            BadInput: the problem is not an `AStar`, or declares that its estimate is not consistent.
        """
        expect("problem", problem, AStar)
        expect_consistent(problem)
        self._problem = problem
        self._engine = engine
        if workspace is not None:
            expect("workspace", workspace, Workspace)
        self._workspace = Workspace() if workspace is None else workspace
        self._learned = Learned[K, N]()
        self._repaired = DStarLite[K, N]()

    @property
    def problem(self) -> AStar[K, Cost[N]]:
        """Return the problem as it is now."""
        return self._problem

    def search(
        self,
        start: K | Starts[K, Cost[N]],
        cost: Cost[N] | None = None,
        *,
        engine: str | None = None,
        limits: Limits | None = None,
        **more: Unpack[More[K, Cost[N]]],
    ) -> Result[K, Cost[N]]:
        """Search for the cheapest path from a start, and return the result.

        The arguments and errors are those of `AStar.search`, without ``algorithm`` and ``verify``. The default of ``engine`` is
        that of the replanner, and ``reopen`` has no meaning. With an observer, and with several starts, the search is by
        Generalised Adaptive A*.
        """
        return self.search_in(self._problem, start, cost, engine=engine, limits=limits, **more)

    def search_in(
        self,
        problem: AStar[K, Cost[N]],
        start: K | Starts[K, Cost[N]],
        cost: Cost[N] | None = None,
        *,
        engine: str | None = None,
        limits: Limits | None = None,
        **more: Unpack[More[K, Cost[N]]],
    ) -> Result[K, Cost[N]]:
        """Search as `search` does, in a problem that differs only in steps from positions to which no step leads.

        Domains have such problems: in some of them, the start is a state of its own.
        """
        for name in more.keys() & {"algorithm", "verify"}:
            raise BadInput(f"a replanner has its own algorithm, so its search does not take {name}; leave it out")
        if more.get("workspace") is None:
            more["workspace"] = self._workspace
        engine = self._engine if engine is None else engine
        _, request = asked(problem, start, cost, engine=engine, limits=limits, **more)
        expect_cost(request.cost, name_of(problem), "search")
        expect_no_key(NAME, request)
        if engine == "interpreted" and request.observer is None and not request.more_starts:
            reverse = backward(problem, request.start)
            if reverse is not None and reverse[0].consistent:
                return self._repaired.search(evolve(request, algorithm=NAME), *reverse)
        better = self._learned.around(problem)
        starts = [(each, estimated(better, each, cost.travelled)) for each, cost in request.more_starts]
        if starts:  # of several starts the least total counts; a single one is expanded first in any case
            request = evolve(request, cost=estimated(better, request.start, request.cost.travelled), more_starts=tuple(starts))
        request = evolve(request, problem=better, keeps_tree=True, algorithm=NAME)
        with lent(request.workspace) as memory, evolve(request, workspace=memory).begin() as run:
            result = run.finish()
            if result.cost is not None:
                self._learned.raise_closed(run.tree, problem, result.cost.travelled)
        return result

    def change(self, problem: AStar[K, Cost[N]], positions: Iterable[K] | None = None) -> None:
        """Set the problem after a change of the world.

        Args:
            problem: the same problem in the world as it is now.
            positions: all positions from which a step has another cost than before, or is new or gone. If they are not given,
                or the estimate of one of them is less than before, everything learned is forgotten, and the next search is a
                fresh one. Leave them out if the estimate of any other position is less.

        Raises:
            BadInput: the positions are a text; or the problem is of another class, or declares that its estimate is not
                consistent.
        """
        places = changed_positions(positions)
        if type(problem) is not type(self._problem):
            raise BadInput(f"the changed problem has type {name_of(problem)}; expected {name_of(self._problem)}")
        expect_consistent(problem)
        before, self._problem = self._problem, problem
        self._repaired.change(places)
        self._learned.change(before, problem, places, engine_named(self._engine), self._workspace)


def changed_positions(positions: Iterable[K] | None) -> tuple[K, ...] | None:
    """Return the positions of a change as a tuple; ``None`` if they are not known.

    Raises:
        BadInput: they are no list, or a position is not hashable.
    """
    if positions is None:
        return None
    places = positions_of(positions, "positions")
    try:
        hash(places)
    except TypeError as error:
        raise BadInput(f"positions={shown(positions)}: a position is not hashable ({error}); give tuples, not lists") from error
    return places


def expect_cost(cost: object, named: str, instead: str) -> None:
    """Raise BadInput unless a cost is a `Cost`, which adds."""
    if not isinstance(cost, Cost):
        raise BadInput(f"a replanner needs costs that add, and {named} counts in {type(cost).__name__}; use {instead}")


def expect_consistent(problem: AStar[K, Cost[N]]) -> None:
    """Raise BadInput if a problem declares that its estimate is not consistent."""
    if not (problem.consistent and problem.admissible):
        raise BadInput(f"a replanner needs a consistent estimate, and {name_of(problem)} declares that it has none")
