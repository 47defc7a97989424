"""The class `AStar`: a problem with hooks and the verbs that search it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack, cast, overload

from genastar.algorithm import AUTO, Algorithm
from genastar.contracts.cost_type import CostTypeChecker, check_kind
from genastar.contracts.hook_names import find_misnamed_hook
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.contracts.tree import Tree
from genastar.errors import HookWarning, warn
from genastar.search.batch import Column, Results, search_batch, vary
from genastar.search.mistakes import CHECKED, check_first_path
from genastar.search.requests import BUILT_IN, make_request, resolve_engine
from genastar.search.verify import must_agree
from genastar.settings import ONLY_SEARCH, SearchSettings, refuse_settings
from genastar.values.arguments import expect_switch
from genastar.values.cost import Comparable, V
from genastar.values.node import K
from genastar.values.result import Result
from genastar.values.starts import Starts

if TYPE_CHECKING:
    from typing import Literal

    from genastar.many.answer import Answer
    from genastar.many.stream import AnyExecutor
    from genastar.settings import ManySettings


class AStar(Hooks[K, V]):
    """A problem to search: a world and a question. Subclass it as an attrs ``@frozen`` class and write the two hooks.

    A problem is a value without search state, so one problem may serve many searches and threads. Its five verbs take the same
    settings by keyword; see `genastar.SearchSettings`.
    """

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        # attrs makes a class with slots a second time, with this attribute
        if "__attrs_attrs__" not in vars(cls) and (fault := find_misnamed_hook(cls, AStar)):
            warn(fault, HookWarning)

    def search(
        self,
        start: K | Starts[K, V],
        cost: V | None = None,
        *,
        verify: bool = False,
        **settings: Unpack[SearchSettings[K, V]],
    ) -> Result[K, V]:
        """Search for the cheapest path from ``start`` to a destination, and return the result.

        The default, A*, expands nodes in the order of their costs, the newest first among equals.

        Args:
            start: the start position, or several as `Starts`.
            cost: the cost of the start. Problems whose cost is `Cost` may leave it out: g is then 0 and h ``estimate(start)``.
            verify: whether to repeat the search, interpreted and compiled, and compare the results and all events. This takes
                longer than both searches together, and the limit on seconds does not apply to it.
            settings: the algorithm, the engine, limits and others; see `SearchSettings`.

        Raises:
            CostError: a cost is NaN or cannot be compared with the start's cost.
            BadInput: a position is not hashable or holds NaN; ``is_destination`` has no ``return``; the limit on the cost
                cannot be compared with the start's cost; the algorithm does not fit the problem; the start's cost is not what
                the class declares in ``AStar[...]``, and a hook failed; or ``verify`` is true and two positions have one index.
            WorkspaceBusy: the workspace serves another search now.
            PluginError: there is no such algorithm or engine, or it cannot be used.
            EnginesDisagree: ``verify`` is true and the engines differ.
            CannotCompile: ``verify`` is true and the problem cannot be compiled.

        An exception in a hook reaches the caller unchanged, and the workspace stays usable.
        """
        algorithm, request = make_request(self, start, cost, **settings)
        try:
            result = algorithm.search(request)
        except (AttributeError, TypeError) as error:
            check_kind(self, request.cost, error)
            raise
        if len(result.path) > 2 and type(self).add_neighbours not in CHECKED:
            check_first_path(request, result)
        if verify is not False:
            expect_switch("verify", verify)
        if verify:
            engine = settings.get("engine", AUTO)
            must_agree(algorithm, request, resolve_engine("compiled" if engine in BUILT_IN else engine), result.expanded)
        return result

    def results(
        self, start: K | Starts[K, V], cost: V | None = None, **settings: Unpack[SearchSettings[K, V]]
    ) -> Iterator[Result[K, V]]:
        """Yield the answers of the algorithm one after another; `search` returns the last. Each is computed when it is needed.

        Arguments and errors are those of `search`; ``verify`` is for `search` alone.
        """
        refuse_settings(settings, "results()", ONLY_SEARCH)
        return _check_results(self, *make_request(self, start, cost, **settings))

    def begin(self, start: K | Starts[K, V], cost: V | None = None, **settings: Unpack[SearchSettings[K, V]]) -> Run[K, V]:
        """Begin a search that can pause, be inspected, and continue; `search` is such a run up to its first answer.

        Arguments and errors are those of `search`; ``verify`` is for `search` alone.

        Raises:
            BadInput: the algorithm consists of several searches.
        """
        refuse_settings(settings, "begin()", ONLY_SEARCH)
        algorithm, request = make_request(self, start, cost, **settings)
        request.keeps_tree = True  # type: ignore[misc]  # not shared yet
        checked = CostTypeChecker(self, request.cost)
        with checked:
            run = algorithm.begin(request)
        run.checked = checked
        return run

    def explore(
        self, *starts: K | Starts[K, V], within: Comparable | None = None, **settings: Unpack[SearchSettings[K, V]]
    ) -> Tree[K, V]:
        """Return the tree of cheapest paths from these starts to every position that can be reached, by Dijkstra's algorithm.

        No position is a destination: hooks expand the problem's destinations too. To end there, let `add_neighbours` begin
        with ``if self.is_destination(node.position): return``. The estimate in a `Cost` is ignored; costs of another type are
        ordered as the hooks insert them. Without ``within`` or a limit, the world must be finite. With a limit, the tree holds
        the positions that were settled before it.

        Args:
            starts: start positions, with g = 0; or `Starts`, with their costs.
            within: maximum g, or maximum cost of another type. Positions that cost more are not in the tree.
            settings: as in `search`, without ``algorithm``.

        Raises:
            BadInput: no start is given, both ``within`` and ``limits.cost`` are, or ``within`` is negative.
            GenastarError: as in `search`.
        """
        from genastar.search.exploration import explore  # a search does not need it

        return explore(self, starts, within, **settings)

    @overload
    def search_many(
        self,
        starts: Column[K],
        fields: Mapping[str, Column[object]] | None = None,
        cost: V | None = None,
        **settings: Unpack[SearchSettings[K, V]],
    ) -> Results[K, V]: ...

    @overload
    def search_many(
        self,
        starts: Iterable[K],
        fields: Mapping[str, Iterable[object]] | None = None,
        *,
        on_error: Literal["keep"],
        **settings: Unpack[SearchSettings[K, V]],
    ) -> list[Answer[tuple[K, Mapping[str, object]], K, V]]: ...

    @overload
    def search_many(
        self,
        starts: Iterable[K],
        fields: Mapping[str, Iterable[object]] | None = None,
        *,
        executor: AnyExecutor,
        **settings: Unpack[ManySettings[K, V]],
    ) -> Iterator[Answer[tuple[K, Mapping[str, object]], K, V]]: ...

    def search_many(
        self, starts: Any, fields: Any = None, cost: V | None = None, *, executor: AnyExecutor | None = None, **settings: Any
    ) -> Any:
        """Search from each start with other values of some fields: ``problem.search_many(starts, {"goal": goals})``.

        Each answer equals that of the single search ``attrs.evolve(problem, goal=goals[i]).search(starts[i])``. A name with
        dots, such as ``"house.goal"``, is a field inside a field. Limits hold for each question.

        Without an executor, the engine answers all questions in this process, the compiled one in a few calls of machine code.
        Starts and values may then be numpy arrays with a row for each question, and the columns of the answer are arrays.

        With an executor, questions are read and answered in chunks, so there may be millions, and the answers come one by one,
        each with its question; see `genastar.many.answer_stream`.

        Args:
            starts: the start of each question.
            fields: for each field that differs from question to question its values.
            cost: the cost of all starts, as in `search`.
            executor: ``"threads"``, ``"processes"``, ``"auto"``, a `concurrent.futures.Executor`, or a function that makes one.
            settings: as in `search`, without ``observer``; with an executor also those of `ManySettings`. With
                ``on_error="keep"`` and without an executor, the answers are a list, in which a question that fails has its
                error.

        Raises:
            BadInput: the problem has no such field, the numbers of values and starts differ, or a setting has no meaning.
            ExecutorLost: the executor broke and cannot be replaced. The answers so far are complete.
            GenastarError: as in `search`.
        """
        if settings.get("on_error") == "raise" and executor is None:
            del settings["on_error"]
        if executor is None and "on_error" not in settings:
            return search_batch(self, starts, fields, cost, **settings)
        from genastar.many.stream import answer_here, answer_stream, rows_of

        if executor is None:
            return answer_here(self, rows_of(starts, fields, cost), **settings)

        return answer_stream(self, rows_of(starts, fields, cost), executor, **settings)

    def answer_question(
        self, question: tuple[K, Mapping[str, object]], **settings: Unpack[SearchSettings[K, V]]
    ) -> Result[K, V]:
        """Search from a start with other values of some fields. Streams of `search_many` call this."""
        start, fields = question
        return cast("AStar[K, V]", vary(self, fields)).search(start, **settings)

    def answer_batch(
        self, questions: Sequence[tuple[K, Mapping[str, object]]], **settings: Unpack[SearchSettings[K, V]]
    ) -> Results[K, V] | None:
        """Answer questions, each a start and fields, in one batch; return ``None`` if they differ in other fields."""
        names = list(questions[0][1])
        if any(list(fields) != names for _, fields in questions):
            return None
        columns = {name: [fields[name] for _, fields in questions] for name in names}
        return search_batch(self, [start for start, _ in questions], columns, **settings)


def _check_results(problem: AStar[K, V], algorithm: Algorithm, request: Request[K, V]) -> Iterator[Result[K, V]]:
    with CostTypeChecker(problem, request.cost):
        yield from algorithm.results(request)
