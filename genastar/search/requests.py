"""Requests of searches, made of the arguments that a user gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Final, Unpack

from genastar.algorithm import AUTO, Algorithm, find_algorithm
from genastar.algorithms.astar import ASTAR
from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.hooks import Hooks
from genastar.contracts.missing_return import find_goal_test_fault, make_answer_error
from genastar.contracts.request import Request
from genastar.contracts.workspace import Workspace
from genastar.engine import Engine, find_engine
from genastar.errors import BadInput, name_problem
from genastar.search.auto.engine import Auto
from genastar.search.start import check_bound, check_start
from genastar.settings import SearchSettings, make_unknown_argument_error
from genastar.values.arguments import expect, expect_switch
from genastar.values.cost import V
from genastar.values.limits import NO_LIMITS, CancelToken, Limits, governing_token
from genastar.values.node import K
from genastar.values.observer import Observer
from genastar.values.starts import Starts


def make_request(
    problem: Hooks[K, V],
    start: K | Starts[K, V],
    cost: V | None = None,
    *,
    more_starts: Iterable[tuple[K, V | None]] = (),
    question: object = None,
    why: str = "",
    to_destinations: bool = True,
    **settings: Unpack[SearchSettings[K, V]],
) -> tuple[Algorithm, Request[K, V]]:
    """Return the algorithm and a request whose start, cost, limits and settings were checked.

    Args:
        problem: the problem.
        start: the start position, or several as `Starts`.
        cost: the cost of the start; ``None`` for a `Cost` with g = 0.
        more_starts: further start positions with their costs.
        question: the world and the question, if a world asks.
        why: the reason why the world picked the algorithm.
        to_destinations: whether something is asked of ``is_destination``.
        settings: see `SearchSettings`.

    Raises:
        GenastarError: as in `AStar.search`.
        TypeError: a setting is unknown.
    """
    algorithm: Algorithm | str = ASTAR
    engine: Engine = _AUTO
    reopen, limits, cancel, observer, workspace = False, NO_LIMITS, None, None, None
    here: K = start  # type: ignore[assignment]  # unless they are `Starts`; a cast would take time in each plain call
    if type(start) is Starts:
        if cost is not None:
            raise BadInput("cost was given together with Starts; put the cost of each position into Starts({here: Cost(5, 2)})")
        (here, cost), *more_starts = start.costs.items()
    if settings:
        algorithm = settings.pop("algorithm", ASTAR)
        engine = resolve_engine(settings.pop("engine", AUTO))
        reopen = settings.pop("reopen", False)
        given = settings.pop("limits", None)
        limits = NO_LIMITS if given is None else given
        cancel, observer = settings.pop("cancel", None), settings.pop("observer", None)
        workspace = settings.pop("workspace", None)
        if settings:
            raise make_unknown_argument_error(settings, of_world=question is not None)
        _check_settings(reopen, limits, cancel, observer, workspace)
    try:
        hook = type(problem).is_destination
        if to_destinations and type(hook) is FunctionType and (fault := find_goal_test_fault(hook)):
            raise make_answer_error(f"{name_problem(problem)}.is_destination", fault, "destination")
        here, cost = check_start(problem, here, cost)
        if limits.cost is not None:
            check_bound(limits.cost, cost)
        chosen = ASTAR if algorithm is ASTAR else resolve_algorithm(algorithm)
        request = Request(
            problem,
            here,
            cost,
            engine,
            reopen,
            limits,
            governing_token() if cancel is None else cancel,
            observer,
            workspace,
            tuple([check_start(problem, *each) for each in more_starts]) if more_starts else (),
            BEST_FIRST,
            chosen.name,
            None,
            why,
            False,
            question,
        )
        chosen.check(request)
        request.bound = chosen.prove_bound(request)  # type: ignore[misc]  # not shared yet
    except (AttributeError, TypeError):
        expect_problem(problem)
        raise
    return chosen, request


def expect_settings(settings: SearchSettings[K, V]) -> None:
    """Raise an error if the algorithm, the engine, ``reopen`` or the limits are not what a search takes; see `make_request`."""
    resolve_engine(settings.get("engine", AUTO))
    resolve_algorithm(settings.get("algorithm", AUTO))
    limits = settings.get("limits")
    _check_settings(settings.get("reopen", False), NO_LIMITS if limits is None else limits, None, None, None)


def _check_settings(reopen: object, limits: object, cancel: object, observer: object, workspace: object) -> None:
    expect_switch("reopen", reopen)
    expect("limits", limits, Limits)
    for name, value, kind in (("cancel", cancel, CancelToken), ("workspace", workspace, Workspace)):
        if value is not None:
            expect(name, value, kind)
    methods = ("live", "opened", "closed", "reopened", "found")
    if isinstance(observer, type) or not (observer is None or all(hasattr(observer, name) for name in methods)):
        expect("observer", observer, Observer)


def expect_problem(problem: object) -> None:
    """Raise BadInput unless the argument is a problem."""
    expect("problem", problem, Hooks, "a problem, an object of a subclass of genastar.AStar")


def resolve_algorithm(algorithm: Algorithm | str) -> Algorithm:
    """Return an algorithm: the argument itself, or the algorithm of that name with default options.

    Raises:
        BadInput: the argument is neither an algorithm nor a name.
        PluginError: there is no such algorithm, or it cannot be used.
    """
    if not isinstance(algorithm, str):
        expect("algorithm", algorithm, Algorithm, "an algorithm, such as Weighted(2), or the name of one")
        return algorithm
    return ASTAR if algorithm == AUTO else find_algorithm(algorithm)()


def resolve_engine(name: str) -> Engine:
    """Return the engine of that name: ``"interpreted"``, ``"auto"``, or an installed one.

    Raises:
        BadInput: the argument is no name.
        PluginError: no such engine is installed, or it cannot be used.
    """
    expect("engine", name, str, "the name of an engine")
    return BUILT_IN.get(name) or find_engine(name)


_AUTO: Final = Auto()
INTERPRETED: Final[Engine] = _AUTO.interpreted
BUILT_IN: Final[Mapping[str, Engine]] = {"interpreted": INTERPRETED, "auto": _AUTO}
