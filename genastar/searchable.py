"""Worlds that can be searched: questions about positions, translated for a problem, and its answers translated back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Generic, Unpack, cast

from attrs import evolve
from typing_extensions import TypeVar

from genastar.algorithm import AUTO, Algorithm, OneRun, Several
from genastar.algorithms.astar import ASTAR
from genastar.astar import AStar, Beside, How, More, algorithm_of, asked
from genastar.contracts.declared import KindChecked
from genastar.contracts.keys import has_hook
from genastar.contracts.request import Request
from genastar.domain_info import DomainInfo
from genastar.errors import BadInput
from genastar.question import Answers, Choice, Question
from genastar.recipes.straighten import HOOKS, straightened
from genastar.search.batch import search_many, varying
from genastar.values.arguments import expect, positions_of
from genastar.values.cost import Comparable, Cost, V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Result, moved

S = TypeVar("S", default=K)
"""The type of the problem's states. It is ``K``, the type of a position, unless the problem searches other states."""


class Searchable(ABC, Generic[K, V, S]):
    """The part of `genastar.Domain` that searches: what questions need of a world, and the answers to them."""

    info: ClassVar[DomainInfo]

    @abstractmethod
    def problem(self, goals: tuple[K, ...], starts: tuple[K, ...] = ()) -> AStar[S, V]:
        """Return the problem whose destinations are these goals. It is the same for every algorithm.

        Without goals, which only a domain with the capability ``goal_condition`` allows, the destinations are the states that
        meet the world's own condition, for example that all boxes stand on marks.

        Args:
            goals: the destinations.
            starts: the start positions, for the few problems that depend on them.
        """

    def sighted(self, problem: AStar[S, V]) -> AStar[S, V]:
        """Return the problem for algorithms that call its hook ``sight`` often: by default the problem itself."""
        return problem

    def _for(self, algorithm: Algorithm, problem: AStar[S, V]) -> AStar[S, V]:
        return self.sighted(problem) if "sight" in algorithm.needs else problem

    def to_state(self, position: K) -> S:
        """Return the state to start from at a position; the position itself, unless the problem searches other states."""
        return cast(S, position)

    def to_positions(self, states: Sequence[S], question: Question[K]) -> tuple[K, ...]:
        """Return the positions along a path of states; the states themselves, unless the problem searches other states."""
        return cast("tuple[K, ...]", tuple(states))

    def price(self, cost: V, path: Sequence[K]) -> V:
        """Return the cost of a path in the units of the user; the cost itself, unless the problem counts in other units."""
        return cost

    def prices_along(self, costs: Sequence[V], path: Sequence[K]) -> Sequence[V]:
        """Return the cost at each position of a path in the units of the user, given the costs in the units of the problem.

        The default calls `price` for each beginning of the path. Override it if all can be computed at once.
        """
        return [self.price(cost, path[: step + 1]) for step, cost in enumerate(costs)]

    def reached_along(self, states: Sequence[S], path: Sequence[K], question: Question[K]) -> Sequence[int]:
        """Return the index of the first state of each position of a path that `to_positions` made.

        The default calls `to_positions` for each state. Override it if a single state does not determine its position.
        """
        if len(states) == len(path):
            return range(len(path))
        found: list[int] = []
        for number, state in enumerate(states):
            if len(found) < len(path) and self.to_positions((state,), question) == (path[len(found)],):
                found.append(number)
        return found

    def limit(self, cost: Comparable) -> Comparable | None:
        """Convert a limit on the cost from the user's units to the problem's; ``None`` if it bounds nothing.

        Raises:
            BadInput: the limit is not a cost of this world.
        """
        return cost

    def start_cost(self, position: K) -> V | None:
        """Return the cost of the start; ``None`` means a `Cost` with g = 0."""
        return None

    def choose(self, question: Question[K]) -> Choice:
        """Return the algorithm that ``algorithm="auto"`` stands for in a question, with the reason."""
        return Choice(ASTAR, "it fits every world of this domain")

    def default_start(self) -> K:
        """Return the start position for a question without a start.

        Raises:
            BadInput: this domain or this world has no default.
        """
        raise BadInput(f"a {self.info.name} world has no default start; give one with --from")

    def default_starts(self) -> tuple[K, ...]:
        """Return the start positions for a question without starts: `default_start`, unless the world names several."""
        return (self.default_start(),)

    def default_goals(self) -> tuple[K, ...]:
        """Return the goals for a question without goals; none in a domain with the capability ``goal_condition``.

        Raises:
            BadInput: this domain or this world has no default.
        """
        if not self.info.needs_goals:
            return ()
        raise BadInput(f"a {self.info.name} world has no default goal; give one with --to")

    def many(
        self, questions: Sequence[tuple[K, tuple[K, ...]]]
    ) -> tuple[AStar[S, V], Sequence[S], Mapping[str, Sequence[object]]] | None:
        """Combine questions, each a start and its goals, into one problem for `search_many`.

        The default makes the problem of each question. They can be combined if they differ only in fields that are numbers or
        tuples of numbers. Override it if this is known without making the problems.

        Returns:
            The problem, the states and the fields; ``None`` if the questions must be solved one by one.

        Raises:
            BadInput: a start or a goal cannot be entered.
        """
        problems = [self.problem(goals, (start,)) for start, goals in questions]
        fields = varying(problems)
        return None if fields is None else (problems[0], [self.to_state(start) for start, _ in questions], fields)

    def solve(self, start: K | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]) -> Result[K, V]:
        """Search for the cheapest path from ``start`` to any of ``goals``, and return the result. The world may have defaults.

        Goals may be empty if the domain has the capability ``goal_condition``: the search then ends where that condition is
        met. The further arguments are those of `AStar.search`, with ``"auto"`` as the default of ``engine`` and ``algorithm``;
        see `choose`. Limits and results are in the units of the user.

        Raises:
            BadInput: the start or a goal cannot be entered; a needed goal is not given; or the algorithm does not fit.
        """
        return self.solve_from(None if start is None else (start,), goals, **how)

    def solve_from(
        self, starts: Iterable[K] | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]
    ) -> Result[K, V]:
        """Search for the cheapest path from any of these starts to any of the goals, and return the result; else as `solve`."""
        algorithm, request, question = self.asked(starts, goals, **how)
        with KindChecked(request.problem, request.cost):
            return self.told(algorithm.search(request), question)

    def results(
        self, starts: Iterable[K] | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]
    ) -> Iterator[Result[K, V]]:
        """Yield the answers of the algorithm one after another, each computed when it is needed; else as `solve_from`."""
        algorithm, request, question = self.asked(starts, goals, **how)

        def found() -> Iterator[Result[K, V]]:
            with KindChecked(request.problem, request.cost):
                for result in algorithm.results(request):
                    yield self.told(result, question)

        return found()

    def asked(
        self,
        starts: Iterable[K] | None = None,
        goals: Iterable[K] | None = None,
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        limits: Limits | None = None,
        **how: Unpack[More[S, V]],
    ) -> tuple[Algorithm, Request[S, V], Question[K]]:
        """Return the algorithm, the request and the question for the arguments of `solve_from`."""
        origins = self.default_starts() if starts is None else positions_of(starts, "starts")
        wanted = self.default_goals() if goals is None else positions_of(goals)
        if not origins:
            raise BadInput("no start was given; give at least one")
        if not wanted and self.info.needs_goals:
            raise BadInput("no goal was given; give at least one")
        question = Question(origins, wanted)
        why = ""
        if isinstance(algorithm, str) and algorithm == AUTO:
            choice = self.choose(question)
            algorithm, why = choice.algorithm, choice.why
        if limits is not None:
            expect("limits", limits, Limits)
            limits = limits if limits.cost is None else evolve(limits, cost=self.limit(limits.cost))
        first, *others = [(self.to_state(origin), self.start_cost(origin)) for origin in origins]
        chosen = algorithm_of(algorithm)
        chosen, request = asked(
            self._for(chosen, self.problem(wanted, origins)),
            first[0],
            cast(V, first[1]),
            algorithm=chosen,
            engine=engine,
            limits=limits,
            more_starts=others,
            question=(self, question),
            why=why,
            **how,
        )
        return chosen, request, question

    def answer_many(
        self,
        questions: Sequence[tuple[K, tuple[K, ...]]],
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        limits: Limits | None = None,
        **how: Unpack[Beside],
    ) -> Sequence[Result[K, V]] | None:
        """Answer questions, each a start and its goals, in one batch; return ``None`` if they must be answered one by one.

        The further arguments are those of `solve`.
        """
        why = ""
        if isinstance(algorithm, str) and algorithm == AUTO:
            choices = {self.choose(Question((start,), tuple(goals))) for start, goals in questions}
            if len(choices) > 1:
                return None
            algorithm, why = (choice := choices.pop()).algorithm, choice.why
        chosen = algorithm_of(algorithm)
        if isinstance(chosen, OneRun) and chosen.inside is not None:
            several = self.many(questions)
            if several is None:
                return None
            single, starts, fields = several
            found = search_many(
                self._for(chosen, single), starts, fields, algorithm=chosen, engine=engine, limits=limits, **how
            )
            return Answers(self.told, questions, found, chosen.name, why)
        lifted: Several[S, V] | None = chosen.several(self, questions)
        if lifted is None:
            return None
        problem = cast("AStar[S, V]", lifted.problem)
        states = search_many(problem, lifted.starts, lifted.fields, engine=engine, limits=limits, **how)
        return Answers(self.told, questions, states, chosen.name, why, lifted.told)

    def straightened(self, result: Result[K, V]) -> Result[K, V]:
        """Return the answer with its path pulled straight: never dearer, and never through a wall. See `genastar.straightened`.

        Raises:
            BadInput: the problem has no straight lines.
        """
        if not result.found:
            return result
        problem, states = self.problem(result.path[-1:], result.path[:1]), [self.to_state(each) for each in result.path]
        if not all(has_hook(problem, hook) for hook in HOOKS):
            raise BadInput(
                f"the path cannot be straightened: worlds of {self.info.name!r} with these options have no straight lines, "
                "only steps; keep the path as it is"
            )
        path = straightened(problem, states)
        legs: list[Any] = [cast("Any", problem).line_cost(*leg) for leg in pairwise(path)]
        costs: list[Any] = [Cost(travelled, travelled) for travelled in accumulate(legs, initial=0)]
        pulled: Result[S, V] = moved(result, path, path, costs[-1], tuple(costs), (None,) * len(legs))
        found = evolve(pulled, bound=None)
        return self.told(found, Question(result.path[:1], result.path[-1:]))

    def told(self, found: Result[S, V], question: Question[K]) -> Result[K, V]:
        """Convert a result of the problem to the positions and costs of the user."""
        path = self.to_positions(found.path, question)
        nearest = path if found.path_to_closest is found.path else self.to_positions(found.path_to_closest, question)
        cost = None if found.cost is None else self.price(found.cost, path)
        if not path:
            return moved(found, path, nearest, cost, (), ())
        has_action = len(found.path) == len(path)
        return moved(
            found,
            path,
            nearest,
            cost,
            lambda: self._prices(found, path, question),
            lambda: found.actions if has_action else (),
        )

    def _prices(self, found: Result[S, V], path: tuple[K, ...], question: Question[K]) -> tuple[V, ...]:
        """Return the cost at each position of a path in the units of the user."""
        if found.cost is None or len(found.costs) != len(found.path):
            return ()
        costs = [found.costs[state] for state in self.reached_along(found.path, path, question)]
        # The last cost equals that of the result exactly, without rounding.
        return (*self.prices_along(costs, path)[:-1], self.price(found.cost, path))
