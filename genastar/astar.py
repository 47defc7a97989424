"""The class `AStar`: a problem with hooks and the methods that search it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypedDict, Unpack, overload

from attrs import evolve

from genastar.algorithm import AUTO, Algorithm, find_algorithm
from genastar.algorithms.astar import ASTAR
from genastar.contracts.declared import KindChecked, check_kind
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.contracts.returning import expect_answers
from genastar.contracts.run import Run
from genastar.engine import Engine, find_engine
from genastar.errors import BadInput, shown
from genastar.frontier import BEST_FIRST
from genastar.memory.tree import Tree
from genastar.memory.workspace import Workspace, lent
from genastar.search.auto import Auto
from genastar.search.start import begun, check_bound
from genastar.search.verify import must_agree
from genastar.values.arguments import expect, expect_switch
from genastar.values.cost import Comparable, Cost, N, V
from genastar.values.limits import NO_LIMITS, CancelToken, Limits, governing_token
from genastar.values.node import K
from genastar.values.observer import Observer
from genastar.values.result import Result
from genastar.values.starts import Starts


class Beside(TypedDict, total=False):
    """Arguments that one search and a batch of searches have in common."""

    reopen: bool
    cancel: CancelToken | None
    workspace: Workspace | None


class More(Beside, Generic[K, V], total=False):
    """Arguments that problems and domains have in common."""

    observer: Observer[K, V] | None


class How(More[K, V], Generic[K, V], total=False):
    """The arguments of `AStar.search`, `AStar.results` and `AStar.begin`, beside the start."""

    algorithm: Algorithm | str
    engine: str
    limits: Limits | None


class AStar(Hooks[K, V]):
    """A problem to search: a world and a question. Subclass it as an attrs ``@frozen`` class and write the two hooks.

    A problem is a value without search state, so one problem may serve many searches and threads.
    """

    @overload
    def search(
        self: AStar[K, Cost[N]],
        start: K | Starts[K, Cost[N]],
        cost: None = None,
        *,
        verify: bool = ...,
        **how: Unpack[How[K, Cost[N]]],
    ) -> Result[K, Cost[N]]: ...

    @overload
    def search(self, start: K, cost: V, *, verify: bool = ..., **how: Unpack[How[K, V]]) -> Result[K, V]: ...

    @overload
    def search(self, start: Starts[K, V], *, verify: bool = ..., **how: Unpack[How[K, V]]) -> Result[K, V]: ...

    def search(  # type: ignore[misc]  # mypy does not see that V may be Cost[N]
        self,
        start: K | Starts[K, V],
        cost: V | None = None,
        *,
        verify: bool = False,
        algorithm: Algorithm | str = ASTAR,
        engine: str = "interpreted",
        reopen: bool = False,
        limits: Limits | None = None,
        cancel: CancelToken | None = None,
        observer: Observer[K, V] | None = None,
        workspace: Workspace | None = None,
        **_unknown: object,
    ) -> Result[K, V]:
        """Search for the cheapest path from ``start`` to a destination, and return the result.

        Args:
            start: the start position, or several as `Starts`.
            cost: the cost of the start. Solvers whose cost is `Cost` may leave it out: g is then 0 and h ``estimate(start)``.
            algorithm: a value of `genastar.algorithms` such as ``Weighted(2)``, or the name of an installed algorithm. The
                default, A*, expands nodes in the order of their costs, the newest first among equals.
            engine: ``"interpreted"``, the default; the name of an installed engine such as ``"compiled"``; or ``"auto"``, which
                begins interpreted and continues in machine code when an installed engine has compiled the problem.
            reopen: whether to reopen a closed position when a cheaper path to it is found. The optimum needs this if the
                estimate is admissible but not consistent.
            limits: bounds on expansions, seconds, cost and, for algorithms that count steps, the depth; ``None`` for none.
            cancel: a token that ends the search when it is cancelled; by default that of `CancelToken.governing`.
            observer: receives each event as it happens.
            workspace: memory that several searches share. By default the search borrows an idle one.
            verify: whether to repeat the search, interpreted and compiled, and compare the results and all events. This takes
                longer than both searches together, and the limit on seconds does not apply to it.

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
        if _unknown:
            raise unknown_argument(_unknown, "verify")
        # By place: to pass names on takes a twentieth of a short search.
        chosen, request = asked(self, start, cost, algorithm, engine, reopen, limits, cancel, observer, workspace)
        try:
            result = chosen.search(request)
        except (AttributeError, TypeError) as error:
            check_kind(self, request.cost, error)
            raise
        if verify is not False:
            expect_switch("verify", verify)
        if verify:
            must_agree(chosen, request, engine_named("compiled" if engine in _BUILT_IN else engine), result.expanded)
        return result

    @overload
    def results(
        self: AStar[K, Cost[N]], start: K | Starts[K, Cost[N]], cost: None = None, **how: Unpack[How[K, Cost[N]]]
    ) -> Iterator[Result[K, Cost[N]]]: ...

    @overload
    def results(self, start: K, cost: V, **how: Unpack[How[K, V]]) -> Iterator[Result[K, V]]: ...

    @overload
    def results(self, start: Starts[K, V], **how: Unpack[How[K, V]]) -> Iterator[Result[K, V]]: ...

    def results(  # type: ignore[misc]  # as above
        self, start: K | Starts[K, V], cost: V | None = None, **how: Unpack[How[K, V]]
    ) -> Iterator[Result[K, V]]:
        """Yield the answers of the algorithm one after another; `search` returns the last. Each is computed when it is needed.

        Arguments and errors are those of `search`; ``verify`` is for `search` alone.
        """
        _expect_no_verify(how)
        return _checked_results(self, *asked(self, start, cost, **how))

    @overload
    def begin(
        self: AStar[K, Cost[N]], start: K | Starts[K, Cost[N]], cost: None = None, **how: Unpack[How[K, Cost[N]]]
    ) -> Run[K, Cost[N]]: ...

    @overload
    def begin(self, start: K, cost: V, **how: Unpack[How[K, V]]) -> Run[K, V]: ...

    @overload
    def begin(self, start: Starts[K, V], **how: Unpack[How[K, V]]) -> Run[K, V]: ...

    def begin(  # type: ignore[misc]  # as above
        self, start: K | Starts[K, V], cost: V | None = None, **how: Unpack[How[K, V]]
    ) -> Run[K, V]:
        """Begin a search that can pause, be inspected, and continue; `search` is such a run up to its first answer.

        Arguments and errors are those of `search`; ``verify`` is for `search` alone.

        Raises:
            BadInput: the algorithm consists of several searches.
        """
        _expect_no_verify(how)
        algorithm, request = asked(self, start, cost, **how)
        request.keeps_tree = True  # type: ignore[misc]  # not shared yet
        checked = KindChecked(self, request.cost)
        with checked:
            run = algorithm.begin(request)
        run.checked = checked
        return run

    @overload
    def explore(
        self: AStar[K, Cost[N]],
        *starts: K | Starts[K, Cost[N]],
        within: N | None = ...,
        engine: str = ...,
        limits: Limits | None = ...,
        **more: Unpack[More[K, Cost[N]]],
    ) -> Tree[K, Cost[N]]: ...

    @overload
    def explore(
        self,
        *starts: Starts[K, V],
        within: V | None = ...,
        engine: str = ...,
        limits: Limits | None = ...,
        **more: Unpack[More[K, V]],
    ) -> Tree[K, V]: ...

    def explore(  # type: ignore[misc]  # as above
        self,
        *starts: K | Starts[K, V],
        within: Comparable | None = None,
        engine: str = "interpreted",
        limits: Limits | None = None,
        reopen: bool = False,
        cancel: CancelToken | None = None,
        observer: Observer[K, V] | None = None,
        workspace: Workspace | None = None,
    ) -> Tree[K, V]:
        """Return the tree of cheapest paths from these starts to every position that can be reached, by Dijkstra's algorithm.

        No position is a destination: hooks expand the problem's destinations too. To end there, let `add_neighbours` begin
        with ``if self.is_destination(node.position): return``. The estimate in a `Cost` is ignored; costs of another type are
        ordered as the hooks insert them. Without ``within`` or a limit, the world must be finite. With a limit, the tree holds
        the positions that were settled before it.

        Args:
            starts: start positions, with g = 0; or `Starts`, with their costs.
            within: maximum g, or maximum cost of another type. Positions that cost more are not in the tree.
            engine: as in `search`.
            limits: as in `search`.
            reopen: as in `search`.
            cancel: as in `search`.
            observer: as in `search`.
            workspace: as in `search`.

        Raises:
            BadInput: no start is given, both ``within`` and ``limits.cost`` are, or ``within`` is negative.
            GenastarError: as in `search`.
        """
        from genastar.algorithms.dijkstra import Dijkstra, Everywhere  # a search does not need it

        if limits is not None:
            expect("limits", limits, Limits)
        if within is not None:
            if isinstance(within, (int, float)) and within < 0:
                raise BadInput(f"within={shown(within)} is less than 0; give the greatest cost of a path, at least 0")
            limits = limits or NO_LIMITS
            if limits.cost is not None:
                raise BadInput("within and Limits.cost cannot both be given, because both bound the cost; leave one out")
            limits = evolve(limits, cost=within)
        several: list[tuple[K, V | None]] = []
        for start in starts:
            several += start.costs.items() if isinstance(start, Starts) else [(start, None)]
        if not several:
            raise BadInput("no start was given; give at least one")
        (first, cost), *others = several
        more: More[K, V] = {"reopen": reopen, "cancel": cancel, "observer": observer, "workspace": workspace}
        request = asked(self, first, cost, engine=engine, limits=limits, more_starts=others, to_destinations=False, **more)[1]
        algorithm = Dijkstra() if isinstance(request.cost, Cost) else ASTAR
        with lent(request.workspace) as memory, KindChecked(self, request.cost):
            everywhere = evolve(request, problem=Everywhere(self), keeps_tree=True, workspace=memory)
            with algorithm.begin(everywhere) as run:
                run.finish()
                return run.tree.settled()


def _checked_results(problem: AStar[K, V], algorithm: Algorithm, request: Request[K, V]) -> Iterator[Result[K, V]]:
    with KindChecked(problem, request.cost):
        yield from algorithm.results(request)


def _expect_no_verify(how: Mapping[str, object]) -> None:
    if "verify" in how:
        raise BadInput("verify repeats a whole search, so results() and begin() do not take it; call search(..., verify=True)")


def _expect_helpers(cancel: object, observer: object, workspace: object) -> None:
    for name, value, kind in (("cancel", cancel, CancelToken), ("workspace", workspace, Workspace)):
        if value is not None:
            expect(name, value, kind)
    heard = ("live", "opened", "closed", "reopened", "found")
    if isinstance(observer, type) or not (observer is None or all(hasattr(observer, name) for name in heard)):
        expect("observer", observer, Observer)


def algorithm_of(algorithm: Algorithm | str) -> Algorithm:
    """Return an algorithm: the argument itself, or the algorithm of that name with default options.

    Raises:
        BadInput: the argument is neither an algorithm nor a name.
        PluginError: there is no such algorithm, or it cannot be used.
    """
    if not isinstance(algorithm, str):
        expect("algorithm", algorithm, Algorithm, "an algorithm, such as Weighted(2), or the name of one")
        return algorithm
    return ASTAR if algorithm == AUTO else find_algorithm(algorithm)()


def engine_named(name: str) -> Engine:
    """Return the engine of that name: ``"interpreted"``, ``"auto"``, or an installed one.

    Raises:
        BadInput: the argument is no name.
        PluginError: no such engine is installed, or it cannot be used.
    """
    expect("engine", name, str, "the name of an engine")
    return _BUILT_IN.get(name) or find_engine(name)


def asked(
    problem: AStar[K, V],
    start: K | Starts[K, V],
    cost: V | None = None,
    algorithm: Algorithm | str = ASTAR,
    engine: str = "interpreted",
    reopen: bool = False,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    observer: Observer[K, V] | None = None,
    workspace: Workspace | None = None,
    *,
    more_starts: Iterable[tuple[K, V | None]] = (),
    question: object = None,
    why: str = "",
    to_destinations: bool = True,
    **unknown: object,
) -> tuple[Algorithm, Request[K, V]]:
    """Return the algorithm and a request whose start, cost, limits and settings were checked.

    See `AStar.search` for the arguments and the errors. ``more_starts`` are further start positions with their costs. Domains
    give ``question`` and ``why``. ``to_destinations`` is false if nothing is asked of ``is_destination``.

    Raises:
        TypeError: an argument is unknown.
    """
    if unknown:
        raise unknown_argument(unknown)
    if reopen is not False:
        expect_switch("reopen", reopen)
    if cancel is not None or observer is not None or workspace is not None:
        _expect_helpers(cancel, observer, workspace)
    if limits is None:
        limits = NO_LIMITS
    if not isinstance(engine, str):
        expect("engine", engine, str, "the name of an engine")
    here: K = start  # type: ignore[assignment]  # unless they are `Starts`; a cast would take time in each plain call
    if type(start) is Starts:
        if cost is not None:
            raise BadInput("cost was given together with Starts; put the cost of each position into Starts({here: Cost(5, 2)})")
        (here, cost), *more_starts = start.costs.items()
    try:
        if to_destinations:
            expect_answers(problem)
        here, cost = begun(problem, here, cost)
        if limits.cost is not None:
            check_bound(limits.cost, cost)
        chosen = ASTAR if algorithm is ASTAR else algorithm_of(algorithm)
        runner, token = _BUILT_IN.get(engine) or find_engine(engine), governing_token() if cancel is None else cancel
        more = tuple([begun(problem, *each) for each in more_starts]) if more_starts else ()
        request = Request(
            problem,
            here,
            cost,
            runner,
            reopen,
            limits,
            token,
            observer,
            workspace,
            more,
            BEST_FIRST,
            chosen.name,
            None,
            why,
            False,
            question,
        )
        chosen.check(request)
        request.bound = chosen.proven(request)  # type: ignore[misc]  # not shared yet
    except (AttributeError, TypeError):
        expect("problem", problem, AStar)
        expect("limits", limits, Limits)
        raise
    return chosen, request


def unknown_argument(arguments: Mapping[str, object], *others: str) -> TypeError:
    """Return the error about an argument that no search takes; ``others`` are those that only one method takes."""
    known = ", ".join(sorted({*others, *How.__annotations__, *More.__annotations__, *Beside.__annotations__}))
    return TypeError(
        f"unknown argument {next(iter(arguments))!r}; a search takes {known}; options of an algorithm belong to its value, "
        "such as algorithm=Weighted(2), and goals to the problem"
    )


_AUTO: Final = Auto()
_BUILT_IN: Final[dict[str, Engine]] = {"interpreted": _AUTO.interpreted, "auto": _AUTO}
