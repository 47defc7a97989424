"""Replanners of worlds: a question to a domain, asked again and again while the agent moves and the world is edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Generic, Unpack, cast

from attrs import AttrsInstance, evolve
from typing_extensions import TypeVar

from genastar.astar import AStar, More
from genastar.domain import Domain
from genastar.errors import BadInput, name_of, shown
from genastar.question import Question
from genastar.recipes.replanner import Replanner, expect_cost
from genastar.values.arguments import expect, positions_of
from genastar.values.cost import Cost, V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Result
from genastar.view import Canvas

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
S = TypeVar("S", default=K)


class WorldReplanner(Generic[K, V, O, S]):
    """Finds the cheapest path in the world of a domain again after the start has moved or the world was edited.

    >>> planner = WorldReplanner(grid, [(30, 4)])  # doctest: +SKIP
    ... path = planner.search((1, 1)).path
    ... planner.paint({(12, 3): 0, (12, 4): 0})  # a door is closed
    ... path = planner.search(path[1]).path

    Each answer costs as much as that of ``solve`` in the world as it is now, and takes less work; see `Replanner`. The world
    itself is not changed: the replanner has its own.
    """

    def __init__(self, world: Domain[K, V, O, S], goals: Iterable[K] | None = None, *, engine: str = "interpreted") -> None:
        """Begin with a world.

        Args:
            world: the world. Later changes in place are seen at the next `change`.
            goals: the goals; by default those of the world.
            engine: as in `AStar.search`. In the interpreted engine the algorithm is D* Lite where it fits; see `Replanner`.

        Raises:
            BadInput: the argument is not a domain, a goal cannot be entered, or the estimate of the world is not consistent.
        """
        expect("world", world, Domain)
        self._world = world.unshared()
        self._goals = world.default_goals() if goals is None else positions_of(goals)
        if not self._goals and world.info.needs_goals:
            raise BadInput("no goal was given; give at least one")
        self._engine = engine
        self._planner: Replanner[S, float] | None = self._fresh()
        """The replanner of the problem; ``None`` if it must begin afresh."""

    @property
    def world(self) -> Domain[K, V, O, S]:
        """Return the world as it is now."""
        return self._world

    def search(
        self,
        start: K | None = None,
        *,
        engine: str | None = None,
        limits: Limits | None = None,
        **more: Unpack[More[S, Cost[float]]],
    ) -> Result[K, V]:
        """Search for the cheapest path from a start, by default that of the world, and return the result.

        The arguments and errors are those of `Domain.solve`, without ``algorithm`` and the goals, which belong to the
        replanner. ``engine`` is by default that of the replanner, and ``reopen`` has no meaning.
        """
        world = self._world
        origin = world.default_start() if start is None else start
        state, question = world.to_state(origin), Question((origin,), self._goals)
        cost = world.start_cost(origin)
        if cost is not None:
            expect_cost(cost, f"this {world.info.name} world", "solve")
        if limits is not None:
            expect("limits", limits, Limits)
            limits = limits if limits.cost is None else evolve(limits, cost=world.limit(limits.cost))
        problem = cast("AStar[S, Cost[float]]", world.problem(self._goals, (origin,)))
        if self._planner is None:
            self._planner = self._fresh()
        found = self._planner.search_in(problem, state, engine=engine, limits=limits, **more)
        return world.told(cast("Result[S, V]", found), question)

    def change(self, world: Domain[K, V, O, S]) -> None:
        """Set the world after a change: the same object, changed in place, or another one.

        What was learned is kept if the domain knows from which states a step changed; see `Domain.changed_states`.

        Raises:
            BadInput: the world belongs to another domain.
        """
        if type(world) is not type(self._world):
            raise BadInput(f"the changed world has type {name_of(world)}; expected {name_of(self._world)}")
        states = world.changed_states(self._world)
        self._world = world.unshared()
        planner, self._planner = self._planner, None
        if planner is None or states is None:
            return
        with suppress(BadInput):  # if a goal is blocked now, the next search says so
            planner.change(self._problem(), states)
            self._planner = planner

    def paint(self, values: Mapping[K, float]) -> None:
        """Change the values of some positions, such as the costs of cells; see `genastar.view.Canvas.painted`.

        Raises:
            BadInput: the world cannot be painted, a position is not in the world, or it cannot have this value.
        """
        view = self._world.view()
        if not isinstance(view, Canvas):
            raise BadInput(f"a {self._world.info.name} world cannot be painted; give the changed world to change()")
        expect("values", values, Mapping, "a dictionary of positions and their new values")
        try:
            places = {view.place(position): value for position, value in values.items()}
        except TypeError as error:
            raise BadInput(f"values={shown(values)}: a key is no position of this world: {error}") from error
        painted = view.painted(places)
        self.change(cast("Domain[K, V, O, S]", painted))

    def _problem(self) -> AStar[S, Cost[float]]:
        return cast("AStar[S, Cost[float]]", self._world.problem(self._goals))

    def _fresh(self) -> Replanner[S, float]:
        return Replanner(self._problem(), engine=self._engine)
