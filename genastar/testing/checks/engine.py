"""The checks of an engine, with every algorithm.

Each check takes a `BenchmarkCase` and the name of the engine. It raises `CheckFailed`, or `CheckSkipped` if it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from genastar.contracts.workspace import Workspace
from genastar.errors import BadInput, NoFrontier, shorten_text
from genastar.testing.benchmark_case import ENOUGH, AnyResult, BenchmarkCase, must_fit, search_with_pauses
from genastar.testing.check_subject import CheckFailed, CheckSkipped
from genastar.testing.compare import must_be_the_same
from genastar.values.limits import CancelToken, Limits
from genastar.values.observer import Trace


def the_trace_is_the_same(trial: BenchmarkCase, engine: str) -> None:
    """Check that the engine gives the same events and result as the interpreted one."""
    must_fit(trial)
    for reopen in (False, True):
        traces = Trace[Any, Any](), Trace[Any, Any]()
        try:
            wanted = trial.search(observer=traces[0], reopen=reopen)
        except BadInput:
            continue  # depth-first search never reopens
        found = trial.search(engine=engine, observer=traces[1], reopen=reopen)
        must_be_the_same("interpreted", wanted, traces[0], engine, found, traces[1])


def several_starts_mean_the_same(trial: BenchmarkCase, engine: str) -> None:
    """Check that the engine agrees with the interpreted one for several starts, each with its own cost."""
    must_fit(trial)
    path = trial.search().path
    if trial.cost is not None or len(path) < 3:
        raise CheckSkipped("the question has a start cost of its own, or a short path")
    costs = trial.search().costs
    others = [(path[1], costs[2]), (path[len(path) // 2], costs[-1])]
    traces = Trace[Any, Any](), Trace[Any, Any]()
    try:
        wanted = trial.search(observer=traces[0], more_starts=others)
        found = trial.search(engine=engine, observer=traces[1], more_starts=others)
    except (BadInput, TypeError) as error:
        raise CheckSkipped(f"it accepts only one start: {error}") from error
    must_be_the_same("interpreted", wanted, traces[0], engine, found, traces[1])


def the_tree_is_the_same(trial: BenchmarkCase, engine: str) -> None:
    """Check that in the middle of a run, the tree, the next node and the closest node equal those of the interpreted engine."""
    must_fit(trial)
    told, half = [], trial.search().expanded // 2
    for name in ("interpreted", engine):
        algorithm, request = trial.ask(limits=ENOUGH, engine=name)
        try:
            run = algorithm.begin(evolve(request, keeps_tree=True))
        except (BadInput, NoFrontier) as error:
            raise CheckSkipped(str(error)) from error
        with run:
            run.advance(expansions=half)
            tree = run.tree
            told.append((run.best_open, run.closest, dict(tree), {each for each in tree if tree.is_settled(each)}))
    for what, wanted, found in zip(("best_open", "closest", "tree", "settled part of the tree"), *told, strict=True):
        if wanted != found:
            raise CheckFailed(
                f"the {what} of a paused run is {shorten_text(str(found))}, but interpreted {shorten_text(str(wanted))}"
            )


def the_engine_names_itself(trial: BenchmarkCase, engine: str) -> None:
    """Check that the result names the engine."""
    must_fit(trial)
    found = trial.search(engine=engine)
    if found.engine != engine:
        raise CheckFailed(f"the result names the engine {found.engine!r}; it is installed as {engine!r}")


def limits_mean_the_same(trial: BenchmarkCase, engine: str) -> None:
    """Check that the engine agrees with the interpreted one under limits, and that a token ends it."""
    must_fit(trial)
    whole = trial.search()
    bounds = [Limits(expansions=number) for number in (0, 1, whole.expanded // 2)]
    if whole.cost is not None and trial.algorithm.counts_cost:
        bounds.append(Limits(cost=whole.cost))
    for limits in bounds:
        wanted, found = (trial.search(limits=limits, engine=name) for name in ("interpreted", engine))
        _check_same_result(f"interpreted, under {limits}", wanted, found)
    token = CancelToken()
    token.cancel()
    _check_same_result("interpreted, cancelled", trial.search(cancel=token), trial.search(cancel=token, engine=engine))


def pauses_make_no_difference(trial: BenchmarkCase, engine: str) -> None:
    """Check that a run of the engine with many pauses gives the same events and result as an interpreted search."""
    must_fit(trial)
    whole, cut = Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=whole)
    found = search_with_pauses(trial, observer=cut, engine=engine)
    must_be_the_same("interpreted", wanted, whole, f"{engine}, by threes", found, cut)


def a_used_workspace_makes_no_difference(trial: BenchmarkCase, engine: str) -> None:
    """Check that a second search of the engine in a workspace gives the same events and result as the first."""
    must_fit(trial)
    workspace = Workspace()
    first, second = (trial.search(engine=engine, workspace=workspace) for _ in range(2))
    _check_same_result("in a fresh workspace", first, second)


EngineCheck = Callable[[BenchmarkCase, str], None]
"""A check of an engine, by its name."""

ENGINE_CHECKS: Final[tuple[EngineCheck, ...]] = (
    the_engine_names_itself,
    the_trace_is_the_same,
    several_starts_mean_the_same,
    the_tree_is_the_same,
    limits_mean_the_same,
    pauses_make_no_difference,
    a_used_workspace_makes_no_difference,
)


def _check_same_result(where: str, wanted: AnyResult, found: AnyResult) -> None:
    must_be_the_same(where, wanted, Trace(), "here", found, Trace())
