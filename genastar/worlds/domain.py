"""Domains: worlds that were read from a source, with the verbs that search them and the pictures that show them.

Data flows one way: source, `Domain.read`, the domain, `Domain.problem`, a search, a result and a trace, `Domain.draw`. The
command line, the studio and batches call these few methods and depend on no particular domain.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Generic, Unpack, cast, overload

from attrs import AttrsInstance, evolve, frozen

from genastar.algorithm import AUTO, Algorithm, OneRun
from genastar.algorithms.building_blocks.measures import measure_problem
from genastar.astar import AStar
from genastar.contracts.cost_type import CostTypeChecker
from genastar.contracts.hooks import has_hook
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.contracts.tree import Tree
from genastar.errors import BadInput, format_value
from genastar.search.batch import Results, search_batch
from genastar.search.exploration import explore, limits_within
from genastar.search.requests import make_request, resolve_algorithm
from genastar.search.straighten import HOOKS, straighten
from genastar.settings import (
    NAMES,
    ONLY_ONE,
    ONLY_SEARCH,
    ManySettings,
    SearchSettings,
    make_unknown_argument_error,
    refuse_settings,
)
from genastar.values import html
from genastar.values.arguments import expect, to_positions_tuple
from genastar.values.cost import Comparable, Cost, V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.observer import Trace
from genastar.values.result import Outcome, Result, expect_result, make_empty_result, map_result
from genastar.values.starts import Starts
from genastar.worlds.hooks import DomainHooks, O, S
from genastar.worlds.picture import MOST_PLACES, Picture, format_size
from genastar.worlds.question import Question, pair_questions, read_starts
from genastar.worlds.results import WorldResults
from genastar.worlds.run import WorldRun, make_changed_world_error
from genastar.worlds.translation import FRONT, expect_one_number, fit_algorithm, translate_result
from genastar.worlds.tree import tree_of_world
from genastar.worlds.view import Shape

if TYPE_CHECKING:
    from typing import Literal

    from genastar.many.answer import Answer
    from genastar.many.stream import AnyExecutor


class Domain(DomainHooks[K, V, O, S], Generic[K, V, O, S]):
    """The contract of the entry-point group ``genastar.domains``. Subclass it as an attrs ``@frozen`` class.

    Users call the methods below; what an author writes is declared in `DomainHooks`. The five verbs are those of a problem
    (`AStar`) with goals, and take the same settings. Positions, limits, costs and trees are in the units of the user; only an
    observer hears the states of the problem.
    """

    @classmethod
    @abstractmethod
    def examples(cls) -> Iterable[Example[K]]:
        """Return a few small worlds with questions, for the conformance kit. At least one has an answer."""

    @classmethod
    def front_examples(cls) -> Iterable[Example[K]]:
        """Return small worlds whose costs are vectors, for the kit of a domain with the capability ``vectors``."""
        return ()

    def search(
        self,
        start: K | Starts[K, V] | None = None,
        goals: Iterable[K] | None = None,
        **settings: Unpack[SearchSettings[S, V]],
    ) -> Result[K, V]:
        """Search for the cheapest path from ``start`` to any of ``goals``, and return the result.

        Args:
            start: the start, or several as ``Starts([one, other])``; by default those of the world.
            goals: the goals; by default those of the world. They may be empty if the domain has the capability
                ``goal_condition``: the search then ends where that condition is met.
            settings: as in `AStar.search`. By default the world chooses the algorithm (`choose`).

        Raises:
            BadInput: the start or a goal cannot be entered; a needed goal is not given; or the algorithm does not fit.
            GenastarError: as in `AStar.search`.
        """
        algorithm, request, question = self.make_request(start, goals, **settings)
        with CostTypeChecker(request.problem, request.cost):
            return translate_result(self, algorithm.search(request), question)

    def results(
        self,
        start: K | Starts[K, V] | None = None,
        goals: Iterable[K] | None = None,
        **settings: Unpack[SearchSettings[S, V]],
    ) -> Iterator[Result[K, V]]:
        """Yield the answers of the algorithm one after another, each computed when it is needed; else as `search`."""
        refuse_settings(settings, "results()", ONLY_SEARCH)
        algorithm, request, question = self.make_request(start, goals, **settings)
        return self._yield_results(algorithm, request, question, self.revision)

    def _yield_results(
        self, algorithm: Algorithm, request: Request[S, V], question: Question[K], revision: int
    ) -> Iterator[Result[K, V]]:
        with CostTypeChecker(request.problem, request.cost):
            answers = iter(algorithm.results(request))
            while True:
                if self.revision != revision:
                    raise make_changed_world_error()
                result = next(answers, None)
                if result is None:
                    return
                yield translate_result(self, result, question)

    def begin(
        self,
        start: K | Starts[K, V] | None = None,
        goals: Iterable[K] | None = None,
        **settings: Unpack[SearchSettings[S, V]],
    ) -> Run[K, V]:
        """Begin a search that can pause, be inspected, and continue; else as `search`.

        Raises:
            BadInput: the algorithm consists of several searches.
        """
        refuse_settings(settings, "begin()", ONLY_SEARCH)
        algorithm, request, question = self.make_request(start, goals, **settings)
        request.keeps_tree = True  # type: ignore[misc]  # not shared yet
        checked = CostTypeChecker(request.problem, request.cost)
        with checked:
            run: Run[K, V] = WorldRun(self, question, algorithm.begin(request), algorithm.counts_steps)
        run.checked = checked
        return run

    def explore(
        self, *starts: K | Starts[K, V], within: Comparable | None = None, **settings: Unpack[SearchSettings[S, V]]
    ) -> Tree[K, V]:
        """Return the tree of cheapest paths from these starts to every position that can be reached.

        The costs of the tree are computed when they are read, as the costs of paths.

        Args:
            starts: the starts; by default those of the world.
            within: maximum cost of a path.
            settings: as in `search`, without ``algorithm``.

        Raises:
            BadInput: as in `AStar.explore`; or a start cannot be entered.
        """
        expect_one_number(self, "explore()")
        origins = [each for start in starts for each in read_starts(start)] if starts else list(self.default_starts())
        question = Question(tuple(origins), tuple(origins))
        if within is not None:
            settings["limits"] = limits_within(within, settings.get("limits"))
        settings["limits"] = self._convert_limits(settings.get("limits"))
        problem = self.problem(question.goals, question.starts)  # the hooks expand goals too
        states: Starts[S, V] = Starts({self.to_state(each): self.start_cost(each) for each in origins})
        return tree_of_world(self, question, explore(problem, (states,), None, **settings))

    @overload
    def search_many(
        self, starts: Iterable[K], goals: Iterable[Iterable[K]], **settings: Unpack[SearchSettings[S, V]]
    ) -> Results[K, V]: ...

    @overload
    def search_many(
        self,
        starts: Iterable[K],
        goals: Iterable[Iterable[K]],
        *,
        on_error: Literal["keep"],
        **settings: Unpack[SearchSettings[S, V]],
    ) -> list[Answer[tuple[K, tuple[K, ...]], K, V]]: ...

    @overload
    def search_many(
        self,
        starts: Iterable[K],
        goals: Iterable[Iterable[K]],
        *,
        executor: AnyExecutor,
        **settings: Unpack[ManySettings[S, V]],
    ) -> Iterator[Answer[tuple[K, tuple[K, ...]], K, V]]: ...

    def search_many(
        self, starts: Iterable[K], goals: Iterable[Iterable[K]], *, executor: AnyExecutor | None = None, **settings: Any
    ) -> Any:
        """Search from each start to the goals beside it: ``world.search_many(starts, [(goal,), (one, other)])``.

        Each answer equals that of `search`. Limits hold for each question.

        Args:
            starts: the start of each question.
            goals: the goals of each question.
            executor: as in `AStar.search_many`. With one, the answers come one by one, each with its question.
            settings: as in `search`, without ``observer``; with an executor also those of `ManySettings`. With
                ``on_error="keep"`` and without an executor, the answers are a list, in which a question that cannot be asked,
                such as one with a blocked goal, has its error.

        Raises:
            BadInput: the numbers of starts and goals differ; else as `search`.
            ExecutorLost: the executor broke and cannot be replaced. The answers so far are complete.
        """
        questions = pair_questions(starts, goals)
        if executor is not None:
            from genastar.many.stream import answer_stream

            return answer_stream(self, questions, executor, **settings)
        if settings.get("on_error") == "raise":
            del settings["on_error"]
        if "on_error" in settings:
            from genastar.many.stream import answer_here

            return answer_here(self, questions, **settings)
        refuse_settings(settings, "search_many()", ONLY_ONE)
        listed = list(questions)
        found = self.answer_batch(listed, **settings)
        return Results([self.search(*each, **settings) for each in listed]) if found is None else found

    def make_request(
        self,
        start: K | Starts[K, V] | None = None,
        goals: Iterable[K] | None = None,
        **settings: Unpack[SearchSettings[S, V]],
    ) -> tuple[Algorithm, Request[S, V], Question[K]]:
        """Return the algorithm, the request and the question for the arguments of `search`."""
        if (start is None or goals is None) and not NAMES.issuperset(settings):
            raise make_unknown_argument_error(settings, of_world=True)  # not that there is no default: ``goal`` was given
        origins = self.default_starts() if start is None else read_starts(start)
        wanted = self.default_goals() if goals is None else to_positions_tuple(goals)
        if not wanted and self.info.needs_goals:
            raise BadInput("no goal was given; give at least one")
        question, why = Question(origins, wanted), ""
        algorithm = settings.get("algorithm", AUTO)
        try:
            if isinstance(algorithm, str) and algorithm == AUTO:
                choice = FRONT if self.objectives else self.choose(question)
                algorithm, why = choice.algorithm, choice.why
            settings["algorithm"] = chosen = fit_algorithm(self, resolve_algorithm(algorithm))
            settings["limits"] = self._convert_limits(settings.get("limits"))
            (first, cost), *others = [(self.to_state(origin), self.start_cost(origin)) for origin in origins]
            problem = self._problem_for(chosen, self.problem(wanted, origins))
            if self.measures:
                problem, cost, others = measure_problem(problem, self.measures, others)
        except BadInput as error:
            self._refuse_single_goal(wanted, origins, error)
            raise
        more: Any = {"more_starts": others, "question": (self, question), "why": why}
        return (*make_request(problem, first, cast(V, cost), **more, **settings), question)

    def _refuse_single_goal(self, goals: tuple[Any, ...], origins: tuple[K, ...], error: BadInput) -> None:
        """Raise BadInput if the goals, which were refused, are one position that was given without a list."""
        try:
            self.problem((cast(K, goals),), origins)
        except Exception:  # noqa: BLE001  # a domain may raise anything for what is no position
            return
        text = format_value(goals)
        raise BadInput(f"goals={text} is one position; give goals in a list, such as [{text}]") from error

    def _convert_limits(self, limits: Limits | None) -> Limits | None:
        """Return limits on the cost in the units of the problem."""
        if limits is None:
            return None
        expect("limits", limits, Limits)
        if limits.cost is None:
            return limits
        expect_one_number(self, "a limit on the cost")
        return evolve(limits, cost=self.limit(limits.cost))

    def _problem_for(self, algorithm: Algorithm, problem: AStar[S, V]) -> AStar[S, V]:
        return self.with_line_of_sight(problem) if "sight" in algorithm.needs else problem

    def answer_question(self, question: tuple[K, tuple[K, ...]], **settings: Unpack[SearchSettings[S, V]]) -> Result[K, V]:
        """Answer a question, a start and its goals. Streams of `search_many` call this."""
        return self.search(*question, **settings)

    def answer_batch(
        self, questions: Sequence[tuple[K, tuple[K, ...]]], **settings: Unpack[SearchSettings[S, V]]
    ) -> Results[K, V] | None:
        """Answer questions, each a start and its goals, in one batch; return ``None`` if they must be answered one by one."""
        limits = settings.get("limits")
        if (
            not questions
            or (limits is not None and limits.cost is not None)
            or self.objectives
            or self.start_cost(questions[0][0]) is not None
        ):
            return None
        if self.info.needs_goals and not all(goals for _, goals in questions):
            return None  # each question raises its own error
        algorithm, why = settings.pop("algorithm", AUTO), ""
        if isinstance(algorithm, str) and algorithm == AUTO:
            choices = {self.choose(Question((start,), goals)) for start, goals in questions}
            if len(choices) > 1:
                return None
            algorithm, why = (choice := choices.pop()).algorithm, choice.why
        chosen = resolve_algorithm(algorithm)
        if isinstance(chosen, OneRun) and chosen.takes_batches:
            try:
                combined = self.combine(questions)
            except BadInput as error:
                for start, goals in questions:
                    self._refuse_single_goal(goals, (start,), error)
                raise
            if combined is None:
                return None
            problem, starts, fields = combined
            settings["algorithm"] = chosen
            found = search_batch(self._problem_for(chosen, problem), starts, fields, **settings)
            return WorldResults(self, questions, found, chosen.name, why)
        batch = chosen.combine(self, questions)
        if batch is None:
            return None
        states = search_batch(cast("AStar[Any, Any]", batch.problem), batch.starts, batch.fields, **settings)
        return WorldResults(self, questions, states, chosen.name, why, batch.result_of_row)

    def straighten(self, result: Result[K, V]) -> Result[K, V]:
        """Return the answer with its path pulled straight: never dearer, and never through a wall. See `genastar.straighten`.

        Raises:
            BadInput: the problem has no straight lines, or this is no result.
        """
        expect_result(result)
        expect_one_number(self, "straighten()")
        if not result.found:
            return result
        problem, states = self.problem(result.path[-1:], result.path[:1]), [self.to_state(each) for each in result.path]
        if not all(has_hook(problem, hook) for hook in HOOKS):
            raise BadInput(
                f"the path stays as it is: worlds of {self.info.name} have no straight lines with these options or this source"
            )
        path = straighten(problem, states)
        legs: list[Any] = [cast("Any", problem).line_cost(*leg) for leg in pairwise(path)]
        costs: list[Any] = [Cost(travelled, travelled) for travelled in accumulate(legs, initial=0)]
        pulled: Result[S, V] = map_result(result, path, path, costs[-1], tuple(costs), (None,) * len(legs))
        found = evolve(pulled, bound=None)
        return translate_result(self, found, Question(result.path[:1], result.path[-1:]))

    def show(self, result: Result[K, V] | None = None, trace: Trace[S, V] | None = None) -> Picture:
        """Return the picture that `draw` makes, for the cell of a notebook.

        Args:
            result: the result of a search; by default the world is shown alone.
            trace: the trace of that search.

        Raises:
            BadInput: this domain draws neither .png nor .svg, or cannot draw this world.
        """
        found = make_empty_result(Outcome.UNREACHABLE) if result is None else result
        heard: Trace[S, V] = Trace() if trace is None else trace
        table = self._format_table(self._get_shape()) if result is None else result._repr_html_()
        return Picture.of(table, self.info.name, self.info.writes, lambda out: self.draw(found, heard, out))

    def _repr_html_(self) -> str:
        shape = self._get_shape()
        if shape is None or shape.places <= MOST_PLACES:
            with suppress(BadInput):  # the domain does not draw
                return self.show()._repr_html_()
        return self._format_table(shape)

    def _get_shape(self) -> Shape | None:
        view = self.view()
        return None if view is None else view.shape

    def _format_table(self, shape: Shape | None) -> str:
        """Return the facts about the world as HTML."""
        rows = [] if shape is None else [("size", format_size(shape))]
        for name, ends in (("start", self.default_starts), ("goal", self.default_goals)):
            with suppress(BadInput):
                rows.append((name, ", ".join(map(self.format, ends()))))
        rows += [("remark", self.remark)] if self.remark else []
        return html.format_facts(f"{self.info.name}: {self.info.summary}", rows)


@frozen(init=False)
class Example(Generic[K]):
    """A world and a question, for the conformance kit."""

    domain: Domain[K, Comparable, AttrsInstance, object]
    start: K
    goals: tuple[K, ...]
    source: object = None
    """The source from which ``read`` makes this world with default options; ``None`` if the world was not read."""

    def __init__(self, domain: Domain[K, V, O, S], start: K, goals: tuple[K, ...], source: object = None) -> None:
        # The kit works with any types of costs, options and states.
        world = cast("Domain[K, Comparable, AttrsInstance, object]", domain)
        self.__attrs_init__(world, start, goals, source)
