"""The checks of an algorithm, in every engine, and of an engine, with every algorithm.

Each check takes a `Trial`: an algorithm and a question. It returns ``None`` or a remark, and raises `CheckFailed`, or
`CheckSkipped` if it does not apply.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Final, cast

from attrs import evolve, fields, frozen

from genastar.algorithm import Algorithm, fault_of
from genastar.astar import AStar, asked
from genastar.cost import Comparable
from genastar.errors import BadInput, CannotCompile, NoFrontier, PluginError, shortened
from genastar.limits import CancelToken, Limits
from genastar.observer import Trace
from genastar.plugin import ENGINES, plugins
from genastar.registry import AnyDomain, find_domain
from genastar.request import Request
from genastar.result import Outcome, Result
from genastar.testing.compare import exceeds, same_cost
from genastar.testing.oracle import World, explore, neighbours, way
from genastar.testing.problems import AnySubject, subjects
from genastar.testing.subject import BOUNDS, CheckFailed, CheckSkipped, lines_in
from genastar.verify import first_difference
from genastar.workspace import Workspace

AnyRequest = Request[Any, Any]
AnyResult = Result[Any, Any]

ENOUGH: Final = Limits(expansions=20 * BOUNDS.expansions)


@frozen(slots=False)
class Trial:
    """An algorithm and a question about a problem or a domain."""

    algorithm: Algorithm
    problem: AStar[Any, Any]
    start: object
    cost: Comparable | None
    ask: Callable[..., tuple[Algorithm, AnyRequest]]
    """Makes the request from the arguments of `AStar.search` beside the start."""

    def search(self, **how: Any) -> AnyResult:
        """Search, within a default limit unless another is given.

        Raises:
            CheckSkipped: the engine does not support the frontier of the algorithm.
        """
        algorithm, request = self.ask(**{"limits": ENOUGH} | how)
        try:
            return algorithm.search(request)
        except NoFrontier as error:
            raise CheckSkipped(str(error)) from error
        except PluginError as error:
            raise CheckFailed(str(error)) from error

    @cached_property
    def truth(self) -> World[Any, Any]:
        """Return the exploration of the oracle.

        Raises:
            CheckSkipped: the world is too large for the oracle.
        """
        world = explore(self.problem, self.start, self.cost, expansions=BOUNDS.expansions, stop_at_goal=True)
        if not world.certain:
            raise CheckSkipped(f"the oracle knows no answer within {BOUNDS.expansions} expansions")
        return world


AlgorithmCheck = Callable[[Trial], str | None]
"""A check of an algorithm."""


def trials_of(algorithm: Algorithm) -> Iterator[Trial]:
    """Yield the questions for an algorithm: the examples of its domain, or the kit's own problems."""
    if algorithm.domain:
        for example in find_domain(algorithm.domain).examples():
            yield domain_trial(algorithm, example.domain, example.start, example.goals)
        return
    for subject in subjects():

        def ask(subject: AnySubject = subject, **how: Any) -> tuple[Algorithm, AnyRequest]:
            return asked(subject.solver, subject.start, subject.cost, algorithm=algorithm, **how)

        yield Trial(algorithm, subject.solver, subject.start, subject.cost, ask)


def domain_trial(algorithm: Algorithm, world: AnyDomain, start: object, goals: tuple[object, ...]) -> Trial:
    """Return the trial for the question of an example."""

    def ask(engine: str = "interpreted", **how: Any) -> tuple[Algorithm, AnyRequest]:
        return world.asked((start,), goals, algorithm=algorithm, engine=engine, **how)[:2]

    problem = cast("AStar[Any, Any]", world.problem(goals, (start,)))
    return Trial(algorithm, problem, world.to_state(start), world.start_cost(start), ask)


def what_does_not_fit_is_refused(trial: Trial) -> None:
    """Check that a question that does not fit is refused before the search, in one line."""
    try:
        trial.search(limits=Limits(expansions=0))
    except BadInput as error:
        if lines_in(error) != 1:
            raise CheckFailed(f"it refuses in {lines_in(error)} lines; one was expected: {error!s:.60}") from error
        raise CheckSkipped(str(error)) from error


def the_promise_holds(trial: Trial) -> str:
    """Check that the algorithm finds a path if there is one, at no more than the promised cost."""
    _must_fit(trial)
    best = trial.truth.best
    result = trial.search()
    if result.outcome is Outcome.LIMIT:
        raise CheckSkipped(f"it needs more than {ENOUGH.expansions} expansions")
    if best is None:
        if result.found:
            raise CheckFailed(f"it found a path to {result.path[-1]!r}, but the oracle finds none")
        return "there is no way"
    if result.cost is None:
        raise CheckFailed(f"its outcome is {result.outcome.value}, but a path to {best.position!r} costs {way(best.cost)!r}")
    paid, least = way(cast(Comparable, result.cost)), way(best.cost)
    if exceeds(least, paid) and trial.algorithm.along_steps:
        raise CheckFailed(f"it gives {paid!r} as the cost of its path, less than the optimum {least!r}")
    if result.bound is None:
        return f"{paid} beside {least}; nothing is promised of this question"
    most = least if result.bound == 1 else cast(Comparable, cast(float, least) * result.bound)
    if exceeds(paid, most):
        raise CheckFailed(f"its path costs {paid!r}; the optimum is {least!r}, and the promised ratio at most {result.bound:g}")
    return f"{paid} beside {least}"


def the_path_is_a_way(trial: Trial) -> None:
    """Check that the path leads from the start to a destination by steps of the problem, at the costs of the result."""
    _must_fit(trial)
    result = trial.search()
    if result.cost is None:
        raise CheckSkipped(f"it ended with {result.outcome.value}")
    if result.path[0] != trial.start or not trial.problem.is_destination(result.path[-1]):
        raise CheckFailed(f"the path leads from {result.path[0]!r} to {result.path[-1]!r}")
    if len(result.costs) != len(result.path):
        raise CheckFailed(f"the path has {len(result.path)} positions, but {len(result.costs)} costs")
    if not same_cost(way(cast(Comparable, result.costs[-1])), way(cast(Comparable, result.cost))):
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
        if way(then) < way(paid):
            raise CheckFailed(f"the costs fall from {paid!r} at {here!r} to {then!r} at {there!r}")
        if not trial.algorithm.along_steps and "sight" not in trial.algorithm.needs:
            continue  # it turns at points that the problem does not know
        steps = [each for node in ways for each in neighbours(trial.problem, node) if each.position == there]
        if not steps and (trial.algorithm.along_steps or not _is_line(trial.problem, here, there, paid, then)):
            raise CheckFailed(f"the path goes from {here!r} to {there!r}, which is not a neighbour")


def _is_line(problem: Any, here: object, there: object, paid: Any, then: Any) -> bool:
    """Return whether a path may go along the straight line between two positions, at the difference of their costs."""
    return bool(problem.sight(here, there)) and same_cost(way(then), way(paid) + problem.line_cost(here, there))


def the_result_names_it(trial: Trial) -> None:
    """Check that the result names the algorithm."""
    _must_fit(trial)
    name = trial.search().algorithm
    if name != trial.algorithm.name:
        raise CheckFailed(f"the result names the algorithm {name!r}; it is {trial.algorithm.name!r}")


def limits_hold(trial: Trial) -> None:
    """Check that limits on expansions and seconds hold, and that a cancelled token ends the search at once."""
    _must_fit(trial)
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


def a_workspace_may_be_used_again(trial: Trial) -> None:
    """Check that a second search in a workspace gives the same events and result as the first."""
    _must_fit(trial)
    workspace, first, second = Workspace(), Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=first, workspace=workspace)
    found = trial.search(observer=second, workspace=workspace)
    _compare("in a fresh workspace", wanted, first, "in a used one", found, second)


def cuts_make_no_difference(trial: Trial) -> None:
    """Check that a run with many pauses gives the same events and result as a search."""
    _must_fit(trial)
    whole, cut = Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=whole)
    _compare("in one go", wanted, whole, "by threes", _in_pieces(trial, observer=cut), cut)


def engines_agree(trial: Trial) -> str:
    """Check that every installed engine gives the same events and result as the interpreted one."""
    _must_fit(trial)
    told = []
    for name in plugins(ENGINES):
        try:
            the_trace_is_the_same(trial, name)
        except (CannotCompile, PluginError, CheckSkipped) as error:
            told.append(f"{name}: {error}")
        else:
            told.append(f"{name}: the same, event by event")
    if not told:
        raise CheckSkipped("no other engine is installed")
    return "; ".join(told)


def the_trace_is_the_same(trial: Trial, engine: str) -> None:
    """Check that the engine gives the same events and result as the interpreted one."""
    _must_fit(trial)
    for reopen in (False, True):
        traces = Trace[Any, Any](), Trace[Any, Any]()
        try:
            wanted = trial.search(observer=traces[0], reopen=reopen)
        except BadInput:
            continue  # depth-first search never reopens
        found = trial.search(engine=engine, observer=traces[1], reopen=reopen)
        _compare("interpreted", wanted, traces[0], engine, found, traces[1])


def several_starts_mean_the_same(trial: Trial, engine: str) -> None:
    """Check that the engine agrees with the interpreted one for several starts, each with its own cost."""
    _must_fit(trial)
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
    _compare("interpreted", wanted, traces[0], engine, found, traces[1])


def the_tree_is_the_same(trial: Trial, engine: str) -> None:
    """Check that in the middle of a run, the tree, the next node and the closest node equal those of the interpreted engine."""
    _must_fit(trial)
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
                f"the {what} of a paused run is {shortened(str(found))}, but interpreted {shortened(str(wanted))}"
            )


def the_engine_names_itself(trial: Trial, engine: str) -> None:
    """Check that the result names the engine."""
    _must_fit(trial)
    found = trial.search(engine=engine)
    if found.engine != engine:
        raise CheckFailed(f"the result names the engine {found.engine!r}; it is installed as {engine!r}")


def limits_mean_the_same(trial: Trial, engine: str) -> None:
    """Check that the engine agrees with the interpreted one under limits, and that a token ends it."""
    _must_fit(trial)
    whole = trial.search()
    bounds = [Limits(expansions=number) for number in (0, 1, whole.expanded // 2)]
    if whole.cost is not None and trial.algorithm.counts_cost:
        bounds.append(Limits(cost=whole.cost))
    for limits in bounds:
        wanted, found = (trial.search(limits=limits, engine=name) for name in ("interpreted", engine))
        _compare_results(f"interpreted, under {limits}", wanted, found)
    token = CancelToken()
    token.cancel()
    _compare_results("interpreted, cancelled", trial.search(cancel=token), trial.search(cancel=token, engine=engine))


def pauses_make_no_difference(trial: Trial, engine: str) -> None:
    """Check that a run of the engine with many pauses gives the same events and result as an interpreted search."""
    _must_fit(trial)
    whole, cut = Trace[Any, Any](), Trace[Any, Any]()
    wanted = trial.search(observer=whole)
    found = _in_pieces(trial, observer=cut, engine=engine)
    _compare("interpreted", wanted, whole, f"{engine}, by threes", found, cut)


def a_used_workspace_makes_no_difference(trial: Trial, engine: str) -> None:
    """Check that a second search of the engine in a workspace gives the same events and result as the first."""
    _must_fit(trial)
    workspace = Workspace()
    first, second = (trial.search(engine=engine, workspace=workspace) for _ in range(2))
    _compare_results("in a fresh workspace", first, second)


EngineCheck = Callable[[Trial, str], None]
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


def the_contract_is_kept(trial: Trial) -> None:
    """Check that the algorithm has a name, a summary, and options with help."""
    kind = type(trial.algorithm)
    fault = fault_of(kind)
    if fault is not None:
        raise CheckFailed(fault)
    for option in fields(cast(Any, kind)):
        if not option.metadata.get("help"):
            raise CheckFailed(f'the option {option.alias} has no help; give it metadata={{"help": ...}}')


def listing_is_light(trial: Trial) -> None:
    """Check that the algorithm's module imports neither numpy nor Numba, so that listing the algorithms is fast."""
    module = type(trial.algorithm).__module__
    heavy = _heavy_imports(module)
    if heavy:
        raise CheckFailed(f"{module} imports {heavy}; import it inside the methods that need it")


@cache
def _heavy_imports(module: str) -> str:
    line = f"import sys, {module}; print(*({{'numpy', 'numba', 'scipy', 'PIL'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=False, timeout=60)
    return done.stdout.strip() if done.returncode == 0 else ""  # the module of a script cannot be imported elsewhere


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


def _in_pieces(trial: Trial, **how: Any) -> AnyResult:
    """Return the answer of a run that pauses after every third expansion; the last answer if answers improve."""
    algorithm, request = trial.ask(limits=ENOUGH, **how)
    try:
        run = algorithm.begin(request)
    except (BadInput, NoFrontier) as error:
        raise CheckSkipped(str(error)) from error
    with run:
        best = found = None
        while found is None or (found.found and trial.algorithm.improves):
            found = run.advance(expansions=3)
            best = found if found is not None and (found.found or best is None) else best
        return found if best is None else best


def _compare_results(where: str, wanted: AnyResult, found: AnyResult) -> None:
    difference = first_difference(where, wanted, Trace(), "here", found, Trace())
    if difference:
        raise CheckFailed(difference)


def _must_fit(trial: Trial) -> None:
    try:
        trial.search(limits=Limits(expansions=0))
    except BadInput as error:
        raise CheckSkipped(str(error)) from error


def _compare(
    where: str, wanted: AnyResult, first: Trace[Any, Any], elsewhere: str, found: AnyResult, second: Trace[Any, Any]
) -> None:
    difference = first_difference(where, wanted, first, elsewhere, found, second)
    if difference:
        raise CheckFailed(difference)
