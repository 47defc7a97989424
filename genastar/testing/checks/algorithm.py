"""The checks of an algorithm, in every engine.

Each check takes a `BenchmarkCase`: an algorithm and a question. It returns ``None`` or a remark, and raises `CheckFailed`, or
`CheckSkipped` if it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, Final, cast

from attrs import evolve, fields

from genastar.algorithm import find_fault
from genastar.contracts.workspace import Workspace
from genastar.errors import BadInput, CannotCompile, PluginError
from genastar.plugin import ENGINES, find_plugins
from genastar.testing.benchmark_case import ENOUGH, BenchmarkCase, must_fit, search_with_pauses
from genastar.testing.check_subject import CheckFailed, CheckSkipped
from genastar.testing.checks.bad_input import must_be_one_line
from genastar.testing.checks.engine import the_trace_is_the_same
from genastar.testing.checks.imports import find_heavy_imports
from genastar.testing.compare import is_greater, is_same_cost, must_be_the_same
from genastar.testing.oracle import get_travelled, neighbours
from genastar.values.cost import Comparable
from genastar.values.limits import CancelToken, Limits
from genastar.values.observer import Trace
from genastar.values.result import Outcome

AlgorithmCheck = Callable[[BenchmarkCase], str | None]
"""A check of an algorithm."""


def what_does_not_fit_is_refused(trial: BenchmarkCase) -> None:
    """Check that a question that does not fit is refused before the search, in one line."""
    try:
        trial.search(limits=Limits(expansions=0))
    except BadInput as error:
        must_be_one_line(error, "the question")
        raise CheckSkipped(str(error)) from error


def the_promise_holds(trial: BenchmarkCase) -> str:
    """Check that the algorithm finds a path if there is one, at no more than the promised cost."""
    must_fit(trial)
    best = trial.truth.best
    result = trial.search()
    if result.outcome is Outcome.LIMIT:
        raise CheckSkipped(f"it needs more than {ENOUGH.expansions} expansions")
    if best is None:
        if result.found:
            raise CheckFailed(f"it found a path to {result.path[-1]!r}, but the oracle finds none")
        return "there is no way"
    if result.cost is None:
        raise CheckFailed(
            f"its outcome is {result.outcome.value}, but a path to {best.position!r} costs {get_travelled(best.cost)!r}"
        )
    paid, least = get_travelled(cast(Comparable, result.cost)), get_travelled(best.cost)
    if is_greater(least, paid) and trial.algorithm.along_steps:
        raise CheckFailed(f"it gives {paid!r} as the cost of its path, less than the optimum {least!r}")
    if result.bound is None:
        return f"{paid} beside {least}; nothing is promised of this question"
    most = least if result.bound == 1 else cast(Comparable, cast(float, least) * result.bound)
    if is_greater(paid, most):
        raise CheckFailed(f"its path costs {paid!r}; the optimum is {least!r}, and the promised ratio at most {result.bound:g}")
    return f"{paid} beside {least}"


def the_path_is_a_way(trial: BenchmarkCase) -> None:
    """Check that the path leads from the start to a destination by steps of the problem, at the costs of the result."""
    must_fit(trial)
    result = trial.search()
    if result.cost is None:
        raise CheckSkipped(f"it ended with {result.outcome.value}")
    if result.path[0] != trial.start or not trial.problem.is_destination(result.path[-1]):
        raise CheckFailed(f"the path leads from {result.path[0]!r} to {result.path[-1]!r}")
    if len(result.costs) != len(result.path):
        raise CheckFailed(f"the path has {len(result.path)} positions, but {len(result.costs)} costs")
    if not is_same_cost(get_travelled(cast(Comparable, result.costs[-1])), get_travelled(cast(Comparable, result.cost))):
        raise CheckFailed(
            f"the costs along the path end with {result.costs[-1]!r}, but the cost of the result is {result.cost!r}"
        )
    parents: tuple[object, ...] = (None, *result.path)
    legs = pairwise(zip(result.path, result.costs, strict=True))
    for parent, ((here, paid), (there, then)) in zip(parents, legs, strict=False):
        before = trial.truth.nodes.get(here)
        if before is None:
            continue  # beyond the exploration of the oracle
        ways = [evolve(before, parent=each) for each in (parent, None)] if trial.problem.uses_parent else [before]
        if get_travelled(then) < get_travelled(paid):
            raise CheckFailed(f"the costs fall from {paid!r} at {here!r} to {then!r} at {there!r}")
        if not trial.algorithm.along_steps and "sight" not in trial.algorithm.needs:
            continue  # it turns at points that the problem does not know
        steps = [each for node in ways for each in neighbours(trial.problem, node) if each.position == there]
        if not steps and (trial.algorithm.along_steps or not _is_line(trial.problem, here, there, paid, then)):
            raise CheckFailed(f"the path goes from {here!r} to {there!r}, which is not a neighbour")


def _is_line(problem: Any, here: object, there: object, paid: Any, then: Any) -> bool:
    """Return whether a path may go along the straight line between two positions, at the difference of their costs."""
    return bool(problem.sight(here, there)) and is_same_cost(
        get_travelled(then), get_travelled(paid) + problem.line_cost(here, there)
    )


def the_result_names_it(trial: BenchmarkCase) -> None:
    """Check that the result names the algorithm."""
    must_fit(trial)
    name = trial.search().algorithm
    if name != trial.algorithm.name:
        raise CheckFailed(f"the result names the algorithm {name!r}; it is {trial.algorithm.name!r}")


def limits_hold(trial: BenchmarkCase) -> None:
    """Check that limits on expansions and seconds hold, and that a cancelled token ends the search at once."""
    must_fit(trial)
    whole = trial.search()
    for allowed in {0, 1, whole.expanded // 2}:
        found = trial.search(limits=Limits(expansions=allowed))
        if found.expanded > allowed:
            raise CheckFailed(f"it expands {found.expanded} nodes under a limit of {allowed}")
        is_cut = found.expanded < whole.expanded and allowed < whole.expanded and not trial.algorithm.improves
        if found.found and is_cut and found.path != whole.path:
            raise CheckFailed(f"with a limit of {allowed} expansions it finds another path")
    if whole.expanded == 0:
        return
    late = trial.search(limits=Limits(seconds=0))
    if late.outcome is not Outcome.TIMEOUT:
        raise CheckFailed(f"with a limit of 0 seconds its outcome is {late.outcome.value}; timeout was expected")
    token = CancelToken()
    token.cancel()
    ended = trial.search(cancel=token)
    if ended.outcome is not Outcome.CANCELLED:
        raise CheckFailed(f"with a cancelled token its outcome is {ended.outcome.value}; cancelled was expected")


def a_workspace_may_be_used_again(trial: BenchmarkCase) -> None:
    """Check that a second search in a workspace gives the same events and result as the first."""
    must_fit(trial)
    workspace, first, second = Workspace(), Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=first, workspace=workspace)
    found = trial.search(observer=second, workspace=workspace)
    must_be_the_same("in a fresh workspace", wanted, first, "in a used one", found, second)


def cuts_make_no_difference(trial: BenchmarkCase) -> None:
    """Check that a run with many pauses gives the same events and result as a search."""
    must_fit(trial)
    whole, cut = Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=whole)
    must_be_the_same("in one go", wanted, whole, "by threes", search_with_pauses(trial, observer=cut), cut)


def engines_agree(trial: BenchmarkCase) -> str:
    """Check that every installed engine gives the same events and result as the interpreted one."""
    must_fit(trial)
    told = []
    for name in find_plugins(ENGINES):
        try:
            the_trace_is_the_same(trial, name)
        except (CannotCompile, PluginError, CheckSkipped) as error:
            told.append(f"{name}: {error}")
        else:
            told.append(f"{name}: the same, event by event")
    if not told:
        raise CheckSkipped("no other engine is installed")
    return "; ".join(told)


def the_contract_is_kept(trial: BenchmarkCase) -> None:
    """Check that the algorithm has a name, a summary, and options with help."""
    kind = type(trial.algorithm)
    fault = find_fault(kind)
    if fault is not None:
        raise CheckFailed(fault)
    for option in fields(cast(Any, kind)):
        if not option.metadata.get("help"):
            raise CheckFailed(f'the option {option.alias} has no help; give it metadata={{"help": ...}}')


def listing_is_light(trial: BenchmarkCase) -> None:
    """Check that the algorithm's module imports neither numpy nor llvmlite, so that listing the algorithms is fast."""
    module = type(trial.algorithm).__module__
    if heavy := _find_heavy_imports(module):
        raise CheckFailed(f"{module} imports {heavy}; import it inside the methods that need it")


@cache
def _find_heavy_imports(module: str) -> str:
    try:
        return find_heavy_imports(module)
    except ImportError:
        return ""  # the module of a script cannot be imported elsewhere


ALGORITHM_CHECKS: Final[tuple[AlgorithmCheck, ...]] = (
    the_contract_is_kept,
    listing_is_light,
    what_does_not_fit_is_refused,
    the_result_names_it,
    the_promise_holds,
    the_path_is_a_way,
    limits_hold,
    a_workspace_may_be_used_again,
    cuts_make_no_difference,
    engines_agree,
)
