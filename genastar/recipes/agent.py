"""Agents: real-time search, one move at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic

from attrs import evolve

from genastar.algorithms.real_time.walk import AgentWalk, RealTime
from genastar.astar import AStar
from genastar.errors import BadInput, name_problem
from genastar.recipes.replanning import check_changed_positions
from genastar.search.requests import make_request, resolve_algorithm
from genastar.values.arguments import expect
from genastar.values.cost import Cost, N
from genastar.values.limits import CancelToken
from genastar.values.node import K
from genastar.values.observer import Observer
from genastar.values.result import Outcome, Result


class Agent(Generic[K, N]):
    """An agent that walks to a destination, with a bounded number of expansions before each move.

    >>> agent = Agent(field, (0, 0), algorithm=LssLrta(50))  # doctest: +SKIP
    ... while agent.outcome is None:  # once a frame
    ...     show(agent.move())

    The number is the option ``lookahead`` of the algorithm; see `genastar.algorithms.LssLrta` for what is promised. The agent
    learns on its way, and keeps what it learned for its next walk (`restart`) and when the world changes (`change`).
    """

    def __init__(
        self,
        problem: AStar[K, Cost[N]],
        start: K,
        *,
        algorithm: RealTime | str = "lss-lrta",
        engine: str = "auto",
        cancel: CancelToken | None = None,
        observer: Observer[K, Cost[N]] | None = None,
    ) -> None:
        """Begin a walk.

        Args:
            problem: the problem.
            start: where the agent is.
            algorithm: ``LssLrta(…)`` or ``Rtaa(…)`` of `genastar.algorithms`, or the name of one.
            engine: as in `AStar.search`.
            cancel: as in `AStar.search`.
            observer: as in `AStar.search`. It receives the events of each search.

        Raises:
            BadInput: the problem or the start does not fit, or the algorithm is not made for agents.
        """
        expect("problem", problem, AStar)
        chosen = resolve_algorithm(algorithm)
        if not isinstance(chosen, RealTime):
            raise BadInput(f"the algorithm {chosen.name!r} is not made for agents that move; use lss-lrta or rtaa")
        self._algorithm = chosen
        self._problem = problem
        _, self._request = make_request(problem, start, algorithm=chosen, engine=engine, cancel=cancel, observer=observer)
        self._walk: AgentWalk[K, N] = AgentWalk(self._request, chosen)

    @property
    def position(self) -> K:
        """Return where the agent is."""
        return self._walk.position

    @property
    def travelled(self) -> N:
        """Return the cost of the walk so far."""
        return self._walk.travelled

    @property
    def path(self) -> tuple[K, ...]:
        """Return the positions of the walk so far; the agent may have come to some of them several times."""
        return tuple(self._walk.path)

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
        """Return the result of the walk, as `AStar.search` gives it; ``None`` while it goes on."""
        return None if self._walk.outcome is None else self._walk.result

    def move(self) -> K:
        """Move one step, after at most ``lookahead`` expansions, and return the position.

        It stays the same if the walk has ended, and when this call finds that no destination can be reached any more.

        Raises:
            GenastarError: as in `AStar.search`.
        """
        self._walk.move()
        return self._walk.position

    def __iter__(self) -> Iterator[K]:
        """Move step by step, and yield the position after each, until the walk ends."""
        while self._walk.outcome is None:
            before = len(self._walk.path)
            self._walk.move()
            if len(self._walk.path) > before:
                yield self._walk.position

    def restart(self, start: K | None = None) -> None:
        """Begin another walk, from the first start or another one. What was learned is kept, so later walks are better.

        Raises:
            BadInput: the start does not fit.
        """
        here = self._request.start if start is None else start
        request = make_request(self._problem, here, algorithm=self._algorithm)[1]
        self._request = evolve(self._request, problem=self._problem, start=request.start, cost=request.cost)
        self._walk = AgentWalk(self._request, self._algorithm, self._walk.learned)

    def change(self, problem: AStar[K, Cost[N]], positions: Iterable[K] | None = None) -> None:
        """Set the problem after a change of the world. The agent stays where it is, and plans again at the next move.

        Args:
            problem: the same problem in the world as it is now.
            positions: all positions from which a step has another cost than before, or is new or gone; see `Replanner.change`.
                If they are not given, everything learned is forgotten.

        Raises:
            BadInput: the positions are no list, or the problem is of another class.
        """
        if type(problem) is not type(self._problem):
            raise BadInput(f"the changed problem has type {name_problem(problem)}; expected {name_problem(self._problem)}")
        self._walk.change(problem, check_changed_positions(positions))
        self._problem = problem
