"""Check an estimate around a start: overestimates, inconsistent steps, and whether the path is optimal.

The reference is `sample_states`: exact costs to go from all states within some expansions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from time import perf_counter
from typing import Any, Generic, Literal, TypeVar, cast

from attrs import define, evolve, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.algorithms.dijkstra import Dijkstra
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.testing.compare import is_greater
from genastar.testing.state_sample import Sample, Solver, sample_states
from genastar.values.cost import Comparable, Cost
from genastar.values.limits import CancelToken, Limits
from genastar.values.node import Node
from genastar.values.observer import Observer
from genastar.values.result import Outcome, Result
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.question import Question
from genastar.worlds.translation import translate_result

S = TypeVar("S", bound=Hashable)

Verdict = Literal["optimal", "suboptimal", "unknown", "unreachable"]


@frozen
class Overestimate(Generic[S]):
    """A state whose estimate exceeds the exact cost to go."""

    state: S
    estimate: float
    exact: float


@frozen
class Fall(Generic[S]):
    """A step along which the estimate falls by more than the step costs."""

    state: S
    to: S
    by: float
    step: float


@frozen
class EstimateReport(Generic[S]):
    """The result of a check. Costs are in the units of `Domain.search`: those of the solver divided by ``unit``."""

    verdict: Verdict
    sentence: str = ""
    """Summary for people."""
    holds: bool | None = None
    """Whether the path keeps the algorithm's promise, and the estimate is as declared; ``None`` if nothing was checked.

    An error of the estimate counts if the promise needs the property that it lacks, and the problem does not declare it False;
    or if the problem's class declares the property itself.
    """
    complete: bool = False
    """Whether every reachable state was checked."""
    states: int = 0
    """Number of expanded states."""
    optimum: float | None = None
    """Cost of the cheapest path; ``None`` if it is unknown or there is none."""
    cost: float | None = None
    """Cost of the path of the question's own search; ``None`` if it found none."""
    admissible: bool | None = None
    """``None`` without a counterexample if the sample was incomplete or the search does not use this estimate."""
    consistent: bool | None = None
    """Same as ``admissible``."""
    asks: bool = False
    """Whether the search uses the estimate that was checked."""
    unit: float = 1.0
    overestimates: tuple[Overestimate[S], ...] = ()
    inconsistent: tuple[Fall[S], ...] = ()
    """The worst step of each state."""


@define
class _Heard(Observer[S, Comparable]):
    """Records the cost of the destination of the question's own search."""

    cost: float | None = None

    def found(self, node: Node[S, Comparable]) -> None:
        if isinstance(node.cost, Cost):
            self.cost = node.cost.travelled


def check(
    domain: AnyDomain,
    asked: tuple[Algorithm, Request[object, Comparable], Question[object]],
    *,
    expansions: int,
) -> EstimateReport[object]:
    """Check the estimate around the start of a question, and the path that the question's search finds.

    The estimate is that of the domain's problem as the algorithm changes it: for weighted A*, the estimate times the weight. It
    is checked if the algorithm uses it in any way, `Algorithm.is_guided`. The check itself always runs interpreted. A third of
    the seconds that the question's search leaves of its limit is for exploring the states, before they are analysed.

    Args:
        domain: the world.
        asked: the question and its search, from `Domain.asked`. The search's token cancels everything.
        expansions: maximum number of states to check.

    Raises:
        BadInput: as `Domain.search`.
    """
    chosen, request, question = asked
    began, limits, cancel = perf_counter(), request.limits, request.cancel
    heard = _Heard[object]()
    unit = _get_unit(domain)
    result = translate_result(domain, chosen.search(request.evolve(observer=heard)), question)
    if not isinstance(request.cost, Cost):
        return EstimateReport("unknown", "Unknown: costs of this domain do not separate the estimate from the path's cost.")
    told = float(result.cost.travelled) if isinstance(result.cost, Cost) else None
    if heard.cost is None and told is not None:
        heard.cost = told * unit
    own = (chosen if chosen.is_guided else Dijkstra()).change_request(request)
    problem, first = cast("Solver[object]", own.problem), cast("Cost[float]", own.cost)
    try:
        seconds = None if limits.seconds is None else max(limits.seconds - (perf_counter() - began), 0) / 3
        sample = sample_states(problem, own.start, first, Limits(expansions, seconds), cancel)
    except NotImplementedError:  # the hooks need a real search's open list
        return EstimateReport("unknown", "Unknown: this search depends on what it knows of other states.", cost=told)

    def find_best() -> float | None:
        cheapest = translate_result(domain, Dijkstra().search(request), question)
        return float(cheapest.cost.travelled) if isinstance(cheapest.cost, Cost) else None

    report = _report(sample, result, heard, told, unit, cancel, find_best, asks=chosen.is_guided, by_steps=chosen.along_steps)
    terms = _Terms(chosen.promise, own.problem, cast("Hooks[Any, Any]", request.problem), reopen=own.reopen)
    return evolve(
        report, sentence=f"{report.sentence}{terms.make_remark(report)}.", holds=_is_kept(report, result.bound, terms)
    )


def _report(
    sample: Sample[S],
    result: Result[object, Comparable],
    heard: _Heard[S],
    told: float | None,
    unit: float,
    cancel: CancelToken,
    best: Callable[[], float | None],
    *,
    asks: bool,
    by_steps: bool,
) -> EstimateReport[S]:
    """Return the report of a sample.

    ``asks`` says whether the search uses the checked estimate. ``by_steps`` says whether its paths consist of steps: otherwise
    a path may cost less than any path of steps, so the sample shows errors of the estimate, but not that there are none.

    ``best`` finds the optimum as answers state it: a sample's sums may differ from it in the last digits.
    """
    over = tuple(
        Overestimate(state, _to_user_units(sample.estimates[state], unit), _to_user_units(cost, unit))
        for state, cost in (sample.compute_exact_costs(cancel) if asks else {}).items()
        if is_greater(sample.estimates[state], cost)
    )
    falls = tuple(
        Fall(state, to, _to_user_units(by, unit), _to_user_units(step, unit))
        for state, to, by, step in (_find_falls(sample) if asks else ())
    )
    optimum = None if sample.optimum is None else _to_user_units(sample.optimum, unit)
    verdict: Verdict = "unknown"
    if sample.optimum is not None and not by_steps:
        optimum = None
    elif sample.optimum is None:
        verdict = "unreachable" if sample.complete else "unknown"
    elif heard.cost is not None and is_greater(heard.cost, sample.optimum):
        verdict, optimum = "suboptimal", best() or optimum
    elif heard.cost is not None:
        verdict, optimum = "optimal", told  # the same path, except for rounding
    sure = True if sample.complete and asks and by_steps else None
    report = EstimateReport(
        verdict,
        complete=sample.complete,
        states=len(sample.travelled),
        optimum=optimum,
        cost=told,
        admissible=False if over else sure,
        consistent=False if falls else sure,
        asks=asks,
        unit=unit,
        overestimates=over,
        inconsistent=falls,
    )
    if by_steps or sample.optimum is None:
        path = _describe_path(report, result.outcome)
    else:
        path = _describe_lines(_to_user_units(sample.optimum, unit))
    return evolve(report, sentence=f"{path}; {_describe_estimate(report)}")


Property = Literal["admissible", "consistent"]


@frozen
class _Terms:
    """What the estimate must be: the declared properties that the promise needs, or that the problem's class declares."""

    promise: Promise
    checked: Hooks[Any, Any]
    """The problem with the estimate that was checked."""
    asked: Hooks[Any, Any]
    """The problem of the question."""
    reopen: bool

    @property
    def declaring(self) -> Hooks[Any, Any]:
        """Return the problem whose class has the checked estimate, without the wrappers that pass it on."""
        problem = self.checked
        while isinstance(problem, ProblemWrapper) and type(problem).estimate is ProblemWrapper.estimate:
            problem = problem.problem
        return problem

    @property
    def source(self) -> Hooks[Any, Any]:
        """Return the problem whose declarations count. A promise that needs nothing of it is about the algorithm's estimate."""
        return self.declaring if self.promise.heuristic == "any" else self.asked

    @property
    def weight(self) -> float:
        """Return the factor by which the algorithm may raise the estimate that it is given, as weighted A* does."""
        return 1 if self.source is self.declaring else self.promise.bound or 1

    def is_lacking(self, report: EstimateReport[S], name: Property) -> bool:
        """Return whether the estimate lacks a property, apart from what the algorithm raises."""
        if name == "admissible":
            return any(is_greater(each.estimate, self.weight * each.exact) for each in report.overestimates)
        return any(is_greater(each.by, self.weight * each.step) for each in report.inconsistent)

    def is_declared(self, name: Property) -> bool:
        """Return whether the problem is declared to have the property. Without the first, the second has no meaning."""
        return self.source.admissible and (name == "admissible" or self.source.consistent)

    def is_required(self, name: Property) -> bool:
        """Return whether an estimate without this property is a failure."""
        says: set[str] = {name, "consistent"} if self.source.consistent else {name}  # a consistent estimate is admissible too
        is_own = any(says & vars(kind).keys() for kind in type(self.source).__mro__ if kind is not Hooks)
        return self.is_declared(name) and (is_own or self._is_needed(name))

    def _is_needed(self, name: Property) -> bool:
        if self.promise.bound is None:
            return False
        return name == "admissible" or (self.promise.heuristic != "admissible" and not self.reopen)

    def make_remark(self, report: EstimateReport[S]) -> str:
        """Return why the fault that the sentence states is no failure, and what is; empty if there is nothing to add."""
        name: Property = "admissible" if report.admissible is False else "consistent"
        if getattr(report, name) is not False:
            return ""
        if not self.is_lacking(report, name):
            fails = self.is_lacking(report, "consistent") and self.is_required("consistent")
            return ", as the algorithm raises it on purpose" + ("; without that, it is not consistent" if fails else "")
        if self.is_required(name):
            return ""
        return f"; the algorithm does not need it to be {name}" if self.is_declared(name) else f"; it is not declared {name}"


def _is_kept(report: EstimateReport[S], bound: float | None, terms: _Terms) -> bool | None:
    """Return whether a path costs at most the proven ratio, and the estimate has the properties that it must have."""
    cost, optimum = report.cost, report.optimum
    is_dear = bound is not None and cost is not None and optimum is not None and is_greater(cost, bound * optimum)
    names: tuple[Property, ...] = ("admissible", "consistent")
    if is_dear or any(terms.is_lacking(report, name) and terms.is_required(name) for name in names):
        return False
    return None if report.verdict == "unknown" and not report.asks else True


def _find_falls(sample: Sample[S]) -> Iterable[tuple[S, S, float, float]]:
    """Yield for each state the step along which the estimate falls most beyond the step's cost, if there is one."""
    for state, steps in sample.steps.items():
        left = sample.estimates[state]
        worst: tuple[S, S, float, float] | None = None
        for to, step in steps:
            by = left - sample.estimates[to] if left != sample.estimates[to] else 0
            if is_greater(left, step + sample.estimates[to]) and (worst is None or worst[2] - worst[3] < by - step):
                worst = (state, to, by, step)
        if worst is not None:
            yield worst


def _describe_path(report: EstimateReport[S], outcome: Outcome) -> str:
    match report:
        case EstimateReport(verdict="optimal", optimum=float(best)):
            return f"The path is optimal: no path costs less than {_format_number(best)}"
        case EstimateReport(verdict="suboptimal", optimum=float(best), cost=float(cost)):
            more = f", {_format_percent(cost / best - 1)} more than" if best else ", and not"
            return f"The path costs {_format_number(cost)}{more} the optimum of {_format_number(best)}"
        case EstimateReport(verdict="unreachable"):
            return f"There is no path: all {_format_number(report.states)} reachable states were checked"
        case EstimateReport(optimum=float(best)):
            return f"The search ended without a path ({outcome.value}); the cheapest costs {_format_number(best)}"
    return f"The optimum is unknown: it lies beyond the {_format_number(report.states)} states nearest to the start"


def _describe_lines(best: float) -> str:
    """Return what is known of a path that need not consist of steps."""
    return (
        f"The optimum is unknown: the cheapest path of steps costs {_format_number(best)}, and a path of straight "
        "lines may cost less"
    )


def _describe_estimate(report: EstimateReport[S]) -> str:
    if not report.asks:
        return "the search does not use this estimate, so it was not checked"
    states = f"{_format_number(report.states)} states"
    if report.admissible is False:
        return f"the estimate is too high at {_format_number(len(report.overestimates))} of {states}"
    if report.consistent is False:
        admissible = "is admissible but not consistent" if report.admissible else "is not consistent"
        return (
            f"the estimate {admissible}: at {_format_number(len(report.inconsistent))} of {states} it falls by more "
            "than a step costs"
        )
    if report.admissible:
        return "the estimate is admissible and consistent"
    return f"no error of the estimate was found at the {states} that were checked"


def _get_unit(domain: AnyDomain) -> float:
    view = domain.view()
    return 1.0 if view is None else view.unit


def _to_user_units(cost: float, unit: float) -> float:
    return float(cost) / unit


def _format_number(value: float) -> str:
    """Return a number in words for people: rounded to three decimals."""
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def _format_percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:,.0f} %"
