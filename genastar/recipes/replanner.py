"""Replanners: one question asked again and again while the agent moves and the world changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Generic, Unpack, cast, overload

from attrs import AttrsInstance
from typing_extensions import TypeVar

from genastar.algorithms.astar import ASTAR
from genastar.astar import AStar
from genastar.errors import BadInput, format_value, name_problem
from genastar.recipes.replanning import Replanning, check_changed_positions, expect_consistent
from genastar.search.requests import make_request
from genastar.settings import ONLY_SEARCH, SearchSettings, refuse_settings
from genastar.values.arguments import expect, to_positions_tuple
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result
from genastar.values.starts import Starts
from genastar.worlds.domain import Domain
from genastar.worlds.translation import translate_result
from genastar.worlds.view import Canvas

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
S = TypeVar("S")

NO_MEANING: Final = ONLY_SEARCH | {"algorithm": "a replanner has its own; leave it out"}


class Replanner(Generic[K, V]):
    """Finds the cheapest path again after the start has moved or costs have changed, with less work each time.

    >>> planner = Replanner(grid, [(30, 4)])  # doctest: +SKIP
    ... path = planner.search((1, 1)).path
    ... planner.paint({(12, 3): 0, (12, 4): 0})  # a door is closed
    ... path = planner.search(path[1]).path

    For a problem, ``change`` takes the changed problem and the positions from which a step changed:

    >>> planner = Replanner(field)  # doctest: +SKIP
    ... path = planner.search(here).path
    ... planner.change(evolve(field, blocked=...), [(3, 4)])

    Each answer costs as much as that of a fresh search; of several cheapest paths it may be another one. The destinations must
    stay the same, the costs must add, and the estimate must be consistent, also after each change. The method is D* Lite, or
    Generalised Adaptive A*; see `genastar.recipes.replanning`. A world itself is not changed: the replanner has its own.
    """

    @overload
    def __init__(
        self: Replanner[K, V],
        source: Domain[K, V, O, S],
        goals: Iterable[K] | None = None,
        *,
        engine: str = ...,
    ) -> None: ...

    @overload
    def __init__(self: Replanner[K, V], source: AStar[K, V], *, engine: str = ...) -> None: ...

    def __init__(self, source: Any, goals: Any = None, *, engine: str = "auto") -> None:
        """Begin with a problem or a world.

        Args:
            source: a problem, or a world. Later changes of a world in place are seen at the next `change`.
            goals: the goals in a world; by default its own.
            engine: as in `AStar.search`, for all searches that name no other.

        Raises:
            BadInput: the source is neither, a goal cannot be entered, or the estimate is declared to be inconsistent.
        """
        self._engine = engine
        self._goals: tuple[Any, ...] = ()
        if isinstance(source, Domain):
            self._source: Any = source.copy_for_worker()
            self._goals = source.default_goals() if goals is None else to_positions_tuple(goals)
            if not self._goals and source.info.needs_goals:
                raise BadInput("no goal was given; give at least one")
        else:
            expect("source", source, AStar, "a problem or a world")
            if goals is not None:
                raise BadInput("goals are for worlds, and this is a problem; its is_destination says where it ends")
            self._source = source
        expect_consistent(source.problem(self._goals) if isinstance(source, Domain) else source)
        self._replanning: Replanning[Any, Any] = Replanning()

    @property
    def source(self) -> AStar[K, V] | Domain[K, V, Any, Any]:
        """Return the problem or the world as it is now."""
        return cast("AStar[K, V] | Domain[K, V, Any, Any]", self._source)

    def search(
        self,
        start: K | Starts[K, V] | None = None,
        cost: V | None = None,
        **settings: Unpack[SearchSettings[Any, V]],
    ) -> Result[K, V]:
        """Search for the cheapest path from a start, by default that of the world, and return the result.

        The arguments and errors are those of `AStar.search` and `Domain.search`, without ``algorithm``, ``verify`` and goals.
        The default of ``engine`` is that of the replanner, and ``reopen`` has no meaning. With an observer, and with several
        starts, the search is by Generalised Adaptive A*.
        """
        refuse_settings(settings, "a replanner's search()", NO_MEANING)
        more: Any = {"algorithm": ASTAR, "engine": self._engine, **settings}
        if isinstance(self._source, Domain):
            if cost is not None:
                raise BadInput("the starts of a world cost nothing; leave out cost")
            _, request, question = self._source.make_request(start, self._goals, **more)
            found = self._replanning.search(request)
            return cast("Result[K, V]", translate_result(self._source, found, question))
        if start is None:
            raise BadInput("no start was given; give the position to search from")
        return cast("Result[K, V]", self._replanning.search(make_request(self._source, start, cost, **more)[1]))

    def change(self, source: AStar[K, V] | Domain[K, V, Any, Any], positions: Iterable[K] | None = None) -> None:
        """Set the problem or the world after a change.

        Args:
            source: the same problem, or the world, as it is now; a world may be the same object, changed in place.
            positions: of a problem, all positions from which a step has another cost than before, or is new or gone. If they
                are not given, or the estimate of one of them is less than before, everything learned is forgotten, and the next
                search is a fresh one. Leave them out if the estimate of any other position is less. A world finds them itself,
                if its domain knows them (`Domain.find_changed_states`).

        Raises:
            BadInput: the positions are no list, or are given for a world; or the source is of another class, or declares that
                its estimate is not consistent.
        """
        places = check_changed_positions(positions)
        before: Any = self._source
        if type(source) is not type(self._source):
            raise BadInput(f"the changed source has type {name_problem(source)}; expected {name_problem(self._source)}")
        if not isinstance(source, Domain):
            problem: Any = source
            expect_consistent(problem)
            self._source = problem
            self._replanning.change(before, problem, places, self._engine)
            return
        if positions is not None:
            raise BadInput("a world finds the changed positions itself; leave out positions")
        states = source.find_changed_states(before)
        self._source = now = source.copy_for_worker()
        try:
            if states is None:
                raise BadInput("the changed states are not known")
            old, new = (cast("Any", world).problem(self._goals) for world in (before, now))
        except BadInput:  # or a goal is blocked now, and the next search says so
            self._replanning = Replanning()
        else:
            self._replanning.change(old, new, tuple(states), self._engine)

    def paint(self, values: Mapping[K, float]) -> None:
        """Change the values of some positions of a world, such as the costs of cells; see `genastar.worlds.view.Canvas.paint`.

        Raises:
            BadInput: the source is no world that can be painted, a position is not in it, or it cannot have this value.
        """
        view = self._source.view() if isinstance(self._source, Domain) else None
        if not isinstance(view, Canvas):
            raise BadInput(f"{name_problem(self._source)} cannot be painted; give the changed problem or world to change()")
        expect("values", values, Mapping, "a dictionary of positions and their new values")
        try:
            places = {view.place(position): value for position, value in values.items()}
        except TypeError as error:
            raise BadInput(f"values={format_value(values)}: a key is no position of this world: {error}") from error
        self.change(cast("Domain[K, V, Any, Any]", view.paint(places)))
