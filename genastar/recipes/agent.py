"""Agents: real-time search, one move at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, cast, overload

from genastar.algorithms.real_time.walk import AgentWalk, RealTime
from genastar.astar import AStar
from genastar.contracts.request import Request
from genastar.errors import BadInput, name_problem
from genastar.recipes.replanning import check_changed_positions
from genastar.search.requests import make_request, resolve_algorithm
from genastar.values.arguments import expect
from genastar.values.cost import Cost, N
from genastar.values.limits import CancelToken
from genastar.values.node import K
from genastar.values.observer import Observer
from genastar.values.result import Outcome, Result
from genastar.worlds.domain import Domain
from genastar.worlds.hooks import O, S
from genastar.worlds.translation import translate_result


class Agent(Generic[K, N]):
    """An agent that walks to a destination, with a bounded number of expansions before each move.

    >>> agent = Agent(field, (0, 0), algorithm=LssLrta(50))  # doctest: +SKIP
    ... while agent.outcome is None:  # once a frame
    ...     show(agent.move())

    The number is the option ``lookahead`` of the algorithm; see `genastar.algorithms.LssLrta` for what is promised. The agent
    learns on its way, and keeps what it learned for its next walk (`restart`) and when the world changes (`change`).

    In a world, positions and costs are those of the world: ``Agent(level, (0, 0), [(11, 2)])``.
    """

    @overload
    def __init__(
        self,
        source: Domain[K, Cost[N], O, S],
        start: K,
        goals: Iterable[K] | None = None,
        *,
        algorithm: RealTime | str = ...,
        engine: str = ...,
        cancel: CancelToken | None = ...,
        observer: Observer[S, Cost[N]] | None = ...,
    ) -> None: ...

    @overload
    def __init__(
        self,
        source: AStar[K, Cost[N]],
        start: K,
        *,
        algorithm: RealTime | str = ...,
        engine: str = ...,
        cancel: CancelToken | None = ...,
        observer: Observer[K, Cost[N]] | None = ...,
    ) -> None: ...

    def __init__(
        self,
        source: Any,
        start: Any,
        goals: Any = None,
        *,
        algorithm: RealTime | str = "lss-lrta",
        engine: str = "auto",
        cancel: CancelToken | None = None,
        observer: Any = None,
    ) -> None:
        """Begin a walk.

        Args:
            source: a problem, or a world.
            start: where the agent is.
            goals: the goals in a world; by default its own.
            algorithm: ``LssLrta(…)`` or ``Rtaa(…)`` of `genastar.algorithms`, or the name of one.
            engine: as in `AStar.search`.
            cancel: as in `AStar.search`.
            observer: as in `AStar.search`. It receives the events of each search.

        Raises:
            BadInput: the problem or the start does not fit, or the algorithm is not made for agents.
        """
        chosen = resolve_algorithm(algorithm)
        if not isinstance(chosen, RealTime):
            raise BadInput(f"the algorithm {chosen.name!r} is not made for agents that move; use lss-lrta or rtaa")
        if not isinstance(source, Domain):
            expect("source", source, AStar, "a problem or a world")
            if goals is not None:
                raise BadInput("goals are for worlds, and this is a problem; its is_destination says where it ends")
        self._source, self._goals, self._algorithm = source, goals, chosen
        self._settings: Any = {"engine": engine, "cancel": cancel, "observer": observer}
        self._start = start
        self._request = self._make_request(start)
        self._walk: AgentWalk[Any, Any] = AgentWalk(self._request, chosen)

    def _make_request(self, start: Any) -> Request[Any, Any]:
        """Return the request for a walk from a position, and keep the question of a world."""
        if not isinstance(self._source, Domain):
            return make_request(self._source, start, algorithm=self._algorithm, **self._settings)[1]
        _, request, self._question = self._source.make_request(start, self._goals, algorithm=self._algorithm, **self._settings)
        return request

    @property
    def position(self) -> K:
        """Return where the agent is."""
        return self._translate((self._walk.position,))[-1]

    @property
    def travelled(self) -> N:
        """Return the cost of the walk so far."""
        travelled: Any = self._walk.travelled
        if isinstance(self._source, Domain):
            world: Domain[Any, Any, Any, Any] = self._source
            travelled = world.price(Cost(travelled, travelled), self.path).travelled
        return cast(N, travelled)

    @property
    def path(self) -> tuple[K, ...]:
        """Return the positions of the walk so far; the agent may have come to some of them several times."""
        return self._translate(self._walk.path)

    @property
    def expanded(self) -> int:
        """Return the number of expansions of the walk so far."""
        return self._walk.expanded

    @property
    def outcome(self) -> Outcome | None:
        """Return how the walk ended, such as FOUND or UNREACHABLE; ``None`` while it goes on."""
        return self._walk.outcome

    @property
    def result(self) -> Result[K, Cost[N]] | None:
        """Return the result of the walk, as a search gives it; ``None`` while it goes on."""
        if self._walk.outcome is None:
            return None
        found: Any = self._walk.result
        return translate_result(self._source, found, self._question) if isinstance(self._source, Domain) else found

    def _translate(self, states: Sequence[Any]) -> tuple[K, ...]:
        """Return the positions of states."""
        return tuple(self._source.to_positions(states, self._question) if isinstance(self._source, Domain) else states)

    def move(self) -> K:
        """Move one step, after at most ``lookahead`` expansions, and return the position.

        It stays the same if the walk has ended, and when this call finds that no destination can be reached any more.

        Raises:
            GenastarError: as in `AStar.search`.
        """
        self._walk.move()
        return self.position

    def __iter__(self) -> Iterator[K]:
        """Move step by step, and yield the position after each, until the walk ends."""
        while self._walk.outcome is None:
            before = len(self._walk.path)
            self._walk.move()
            if len(self._walk.path) > before:
                yield self.position

    def restart(self, start: K | None = None) -> None:
        """Begin another walk, from the first start or another one. What was learned is kept, so later walks are better.

        Raises:
            BadInput: the start does not fit.
        """
        self._request = self._make_request(self._start if start is None else start)
        self._walk = AgentWalk(self._request, self._algorithm, self._walk.learned)

    def change(self, source: AStar[K, Cost[N]] | Domain[K, Cost[N], Any, Any], positions: Iterable[K] | None = None) -> None:
        """Set the problem or the world after a change. The agent stays where it is, and plans again at the next move.

        Args:
            source: the same problem, or the world, as it is now; a world may be the same object, changed in place.
            positions: of a problem, all positions from which a step has another cost than before, or is new or gone; see
                `Replanner.change`. If they are not given, and in a world, everything learned is forgotten.

        Raises:
            BadInput: the positions are no list, or are given for a world; or the source is of another class.
        """
        places = check_changed_positions(positions)
        if type(source) is not type(self._source):
            raise BadInput(f"the changed source has type {name_problem(source)}; expected {name_problem(self._source)}")
        problem: Any = source
        if isinstance(source, Domain):
            if positions is not None:
                raise BadInput("an agent forgets what it learned when its world changes; leave out positions")
            problem = source.problem(self._question.goals, self._question.starts)
        self._walk.change(problem, places)
        self._source = source
