"""A*: a problem with hooks, and the question that anyone may ask it."""

from __future__ import annotations

from typing import Final, cast, overload

from genastar.arguments import expect, expect_switch
from genastar.auto import Auto
from genastar.cost import NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, rank
from genastar.engine import Engine, Question, Round, find_engine
from genastar.errors import BadInput, CostError, PluginError, shown
from genastar.hooks import Hooks
from genastar.limits import NO_LIMITS, CancelToken, Limits, governing_token
from genastar.loop import Interpreted
from genastar.node import K, holds_nan, refusal
from genastar.observer import Observer
from genastar.plain import plain
from genastar.result import Result
from genastar.verify import must_agree
from genastar.workspace import Workspace, lent


class AStar(Hooks[K, V]):
    """A problem to search: a world and a question. Subclass it as an attrs ``@frozen`` class and write the two hooks.

    A solver is a value: no search state sits on it, so one solver may serve many searches and many threads.
    """

    @overload
    def search(
        self: AStar[K, Cost[N]],
        start: K,
        cost: None = None,
        *,
        engine: str = ...,
        reopen: bool = ...,
        limits: Limits = ...,
        cancel: CancelToken | None = ...,
        observer: Observer[K, Cost[N]] | None = ...,
        workspace: Workspace | None = ...,
        verify: bool = ...,
    ) -> Result[K, Cost[N]]: ...

    @overload
    def search(
        self,
        start: K,
        cost: V,
        *,
        engine: str = ...,
        reopen: bool = ...,
        limits: Limits = ...,
        cancel: CancelToken | None = ...,
        observer: Observer[K, V] | None = ...,
        workspace: Workspace | None = ...,
        verify: bool = ...,
    ) -> Result[K, V]: ...

    def search(  # type: ignore[misc]  # mypy does not see that V may be Cost[N]
        self,
        start: K,
        cost: V | None = None,
        *,
        engine: str = "interpreted",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[K, V] | None = None,
        workspace: Workspace | None = None,
        verify: bool = False,
    ) -> Result[K, V]:
        """Search from ``start`` for the cheapest destination.

        Nodes are expanded in the order of their costs, the newest first among equals, at every engine.

        Args:
            start: the position to begin at.
            cost: the start's cost. With `Cost` it may be left out: nothing travelled, and ``estimate(start)`` left.
            engine: ``"interpreted"``; or the name of an installed engine such as ``"compiled"``; or ``"auto"``, which begins
                interpreted and goes on in machine code once the compiled engine, where it is installed, has made some.
            reopen: let a closed position be opened again when a cheaper way to it turns up. Needed for the optimum
                when the estimate is admissible but not consistent.
            limits: bounds on expansions, seconds, cost and, of orders that count steps, on the depth.
            cancel: a token that ends the search when it is pulled; by default that of `CancelToken.governing`.
            observer: hears each event as it happens.
            workspace: memory that searches of yours share. If it is left out, the search borrows an idle one.
            verify: search again, interpreted and compiled, and compare the results and every event on the way. It takes
                longer than both searches together; the limit on seconds does not count for it.

        Raises:
            CostError: a cost is NaN or does not compare.
            BadInput: a position is not hashable or holds NaN, or the limit on the cost does not compare with the start's cost.
            WorkspaceBusy: the workspace serves another search now.
            PluginError: no such engine, or it cannot be used.
            EnginesDisagree: with ``verify``, the engines differ.
            CannotCompile: with ``verify``, there is nothing to compare, because the solver cannot be compiled.

        An exception in a hook reaches the caller unchanged, and the workspace stays usable.
        """
        if reopen is not False:
            expect_switch("reopen", reopen)
        try:
            question = question_of(self, start, cost, reopen, limits, cancel, observer)
            with lent(workspace) as memory:
                result = self._answer(question, engine, memory)
        except (AttributeError, TypeError):
            expect_arguments(self, engine, limits, cancel, observer, workspace)
            raise
        if verify:
            expect_switch("verify", verify)
            other = "compiled" if engine in ("interpreted", "auto") else engine
            must_agree(question, _BUILT_IN["interpreted"], find_engine(other), result.expanded)
        return result

    def _answer(self, question: Question[K, V], engine: str, memory: Workspace) -> Result[K, V]:
        """Answer the question; an order that counts steps turns a limit on the depth into one on the cost."""
        refuse_depth(question)
        return engine_named(engine).search(question, memory)


def expect_arguments(
    solver: object, engine: object, limits: object, cancel: object = None, observer: object = None, workspace: object = None
) -> None:
    """Check the arguments of a search that failed by an `AttributeError` or a `TypeError`.

    Raises:
        BadInput: one is of another class than was expected.
    """
    expect("solver", solver, AStar)
    expect("engine", engine, str, "the name of an engine")
    expect("limits", limits, Limits)
    for name, value, kind in (("cancel", cancel, CancelToken), ("workspace", workspace, Workspace)):
        if value is not None:
            expect(name, value, kind)
    heard = ("live", "opened", "closed", "reopened", "found")
    if isinstance(observer, type) or not (observer is None or all(hasattr(observer, name) for name in heard)):
        expect("observer", observer, Observer)


def refuse_depth(question: Question[K, V]) -> None:
    """Refuse a question whose limits have a depth: no engine counts steps.

    Raises:
        BadInput: the limits have a depth.
    """
    if question.limits.depth is not None:
        raise BadInput(
            f"Limits.depth counts steps, and this search of {type(question.solver).__qualname__} does not; it is for "
            "orders.DepthFirst(solver).search and orders.BreadthFirst(solver).search; use expansions, seconds or cost"
        )


def engine_named(name: str) -> Engine:
    """Return the engine of that name: ``"interpreted"``, ``"auto"``, or an installed one.

    Raises:
        PluginError: no such engine is installed, or it cannot be used.
    """
    return _BUILT_IN.get(name) or find_engine(name)


def walk(engine: str, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
    """Walk depth first all that costs no more than ``question.limits.cost``, which must be given.

    Raises:
        BadInput: the question has a limit on the depth.
        PluginError: no such engine, or it has no walk.
    """
    refuse_depth(question)
    asked = engine_named(engine)
    if not hasattr(asked, "walk"):
        raise PluginError(
            f"engine {engine!r} has no walk(question, workspace), which this search needs; try: engine='interpreted'"
        )
    return asked.walk(question, workspace)


def question_of(
    solver: AStar[K, V],
    start: K,
    cost: V | None,
    reopen: bool = False,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    observer: Observer[K, V] | None = None,
) -> Question[K, V]:
    """A question whose start, cost and limits were looked at. See `AStar.search` for the arguments and the errors."""
    start = plain(start)
    if cost is None:
        cost = cast(V, _nothing_travelled(cast("AStar[K, Cost[int]]", solver), start))
    cost = plain(cost)
    _check_start(start, cost)
    if limits.cost is not None:
        _check_bound(limits.cost, cost)
    return Question(solver, start, cost, reopen, limits, cancel or governing_token(), observer)


def _nothing_travelled(solver: AStar[K, Cost[N]], start: K) -> Cost[N]:
    left = solver.estimate(start)
    try:
        return Cost(left, _zero(left), left)
    except TypeError as error:
        raise CostError(f"the estimate of {start!r} is {left!r}, which is no number; give search() a start cost") from error


def _zero(number: N) -> N:
    """0 of the type of this number, and a plain 0 where the number is infinite."""
    try:
        zero = number - number
    except ArithmeticError:  # Decimal refuses inf - inf,
        return cast(N, 0)
    return zero if zero == zero else cast(N, 0)  # and float makes NaN of it


def _check_start(start: object, cost: Comparable) -> None:
    try:
        hash(start)
    except TypeError as error:
        raise refusal("", start, None, error) from error
    if type(start) is not int and holds_nan(start):
        raise refusal("", start, None)
    if type(cost) is Cost and type(cost.total) is type(cost.travelled) is int:
        return  # most are, and the questions below are slow
    if isinstance(cost, Cost) and isinstance(cost.travelled, tuple):
        raise CostError("Cost adds what is travelled and what is left, and + joins tuples; use tuples as costs with insert()")
    check_cost(cost, cost, start)


def _check_bound(bound: Comparable, cost: Comparable) -> None:
    try:
        bool(rank(bound) < rank(cost))
    except NOT_COMPARABLE as error:
        costs = f"the costs of this search, such as {shown(rank(cost))}"
        raise BadInput(f"the limit cost={shown(bound)} does not compare with {costs}") from error


_BUILT_IN: Final[dict[str, Engine]] = {"interpreted": Interpreted(), "auto": Auto()}
