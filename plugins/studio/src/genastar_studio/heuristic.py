"""What is true of an estimate around a start: where it says too much, where it falls too fast; and whether the path is optimal.

The truth is that of `survey`: exact costs to go, from all states within so many expansions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import isfinite
from time import perf_counter
from typing import Generic, Literal, TypeVar, cast

import msgspec
from attrs import define, evolve, field, frozen

from genastar import CancelToken, Comparable, Cost, Limits, Node, Observer, Outcome, Result
from genastar.algorithm import AUTO, Algorithm, OneRun
from genastar.registry import AnyDomain
from genastar.testing.compare import exceeds, same_cost
from genastar_studio.survey import Sample, Solver, survey
from genastar_studio.trace_json import Count

S = TypeVar("S", bound=Hashable)

Verdict = Literal["optimal", "suboptimal", "unknown", "unreachable"]

Place = int | str
"""A place of a view, or the name of a state in a world that has none."""


class EstimateShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is true of an estimate around a start."""

    complete: bool
    optimum: float | None
    cost: float | None
    verdict: Verdict
    sentence: str
    admissible: bool | None
    consistent: bool | None
    states: int
    unit: float
    overestimates: list[list[int | float | str]]
    """Place, estimate, exact cost to go."""
    inconsistent: list[list[int | float | str]]
    """The places of a step, by how much the estimate falls, what the step costs."""


@frozen
class Overestimate(Generic[S]):
    """A state from which the way costs less than the estimate says."""

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
    """What was seen. Numbers are as `Domain.solve` tells costs: those of the solver divided by ``unit``."""

    verdict: Verdict
    sentence: str = ""
    """All of it for people."""
    complete: bool = False
    """Whether every state that can be reached was looked at."""
    states: int = 0
    """How many were expanded."""
    optimum: float | None = None
    """What the cheapest way costs; ``None`` if that is not known, or if there is none."""
    cost: float | None = None
    """What the way of the question's own search costs; ``None`` if it found none."""
    admissible: bool | None = None
    """``None`` if the sample was cut off, or the search does not ask this estimate, and nothing speaks against it."""
    consistent: bool | None = None
    """As ``admissible``."""
    unit: float = 1.0
    overestimates: tuple[Overestimate[S], ...] = ()
    inconsistent: tuple[Fall[S], ...] = ()
    """For each state, the worst step."""

    def shown(self, place: Callable[[S], Place]) -> EstimateShown:
        """The report as the API has it: of states at one place, the worst stands for all."""
        over = {place(one.state): one for one in sorted(self.overestimates, key=lambda one: one.estimate - one.exact)}
        falls = {place(one.state): one for one in sorted(self.inconsistent, key=lambda one: one.by - one.step)}
        return EstimateShown(
            complete=self.complete,
            optimum=self.optimum,
            cost=self.cost,
            verdict=self.verdict,
            sentence=self.sentence,
            admissible=self.admissible,
            consistent=self.consistent,
            states=self.states,
            unit=self.unit,
            overestimates=[[at, _count(one.estimate), _count(one.exact)] for at, one in over.items()],
            inconsistent=[[at, place(one.to), _count(one.by), _count(one.step)] for at, one in falls.items()],
        )


_LISTENED = 10_000
"""So many estimates of the question's own search are held against those of the solver."""


@define
class _Heard(Observer[S, Comparable]):
    """What the question's own search lets be heard of: estimates, and what its destination costs."""

    left: dict[S, float] = field(factory=dict)
    cost: float | None = None

    def opened(self, node: Node[S, Comparable]) -> None:
        if isinstance(node.cost, Cost) and len(self.left) < _LISTENED:
            self.left[node.position] = node.cost.left

    def found(self, node: Node[S, Comparable]) -> None:
        if isinstance(node.cost, Cost):
            self.cost = node.cost.travelled


def check(
    domain: AnyDomain,
    start: object,
    goals: tuple[object, ...],
    *,
    expansions: int,
    algorithm: Algorithm | str = AUTO,
    engine: str = "auto",
    reopen: bool = False,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
) -> EstimateReport[object]:
    """Report what is true of an estimate around the start of a question, and of the path that the question's search finds.

    The estimate is that of the domain's problem as the algorithm changes it: weighted A*'s is the estimate times the weight.

    Args:
        domain: the world.
        start: where the question begins.
        goals: where it ends.
        expansions: the most states to look at.
        algorithm: of the question's own search.
        engine: of the question's own search; the sample is always looked at interpreted.
        reopen: of the question's own search.
        limits: of the question's own search; a third of the seconds that it leaves is for the look around, before more is
            made of what was seen.
        cancel: ends all of it.

    Raises:
        BadInput: as `Domain.solve`.
    """
    limits, began = limits or Limits(), perf_counter()
    heard = _Heard[object]()
    unit = _unit(domain)
    chosen, request, question = domain.asked(
        (start,), goals, algorithm=algorithm, engine=engine, reopen=reopen, limits=limits, cancel=cancel, observer=heard
    )
    result = domain.told(chosen.search(request), question)
    if not isinstance(request.cost, Cost):
        return EstimateReport("unknown", "Not known: costs here do not tell an estimate from the way that was travelled.")
    told = float(result.cost.travelled) if isinstance(result.cost, Cost) else None
    if heard.cost is None and told is not None:
        heard.cost = told * unit
    own = chosen.changed(request) if isinstance(chosen, OneRun) else request
    problem, first = cast("Solver[object]", own.problem), cast("Cost[float]", own.cost)
    try:
        seconds = None if limits.seconds is None else max(limits.seconds - (perf_counter() - began), 0) / 3
        sample = survey(problem, own.start, first, Limits(expansions, seconds), cancel)
    except NotImplementedError:  # an open list that is not a search's knows nothing
        return EstimateReport("unknown", "Not known: this search goes by what it knows of other states.", cost=told)
    asked = all(same_cost(sample.estimates[state], left) for state, left in heard.left.items() if state in sample.estimates)
    return _report(sample, result, heard, told, unit, cancel, asks=asked and own.start in heard.left)


def _report(
    sample: Sample[S],
    result: Result[object, Comparable],
    heard: _Heard[S],
    told: float | None,
    unit: float,
    cancel: CancelToken | None,
    *,
    asks: bool,
) -> EstimateReport[S]:
    """The report of a sample; ``asks`` is whether the search asks the estimate that was looked at."""
    over = tuple(
        Overestimate(state, _told(sample.estimates[state], unit), _told(cost, unit))
        for state, cost in (sample.exact(cancel) if asks else {}).items()
        if exceeds(sample.estimates[state], cost)
    )
    falls = tuple(
        Fall(state, to, _told(by, unit), _told(step, unit)) for state, to, by, step in (_falls(sample) if asks else ())
    )
    optimum = None if sample.optimum is None else _told(sample.optimum, unit)
    verdict: Verdict = "unknown"
    if sample.optimum is None:
        verdict = "unreachable" if sample.complete else "unknown"
    elif heard.cost is not None and exceeds(heard.cost, sample.optimum):
        verdict = "suboptimal"
    elif heard.cost is not None:
        verdict, optimum = "optimal", told  # the same way, but for rounding
    sure = True if sample.complete and asks else None
    report = EstimateReport(
        verdict,
        complete=sample.complete,
        states=len(sample.travelled),
        optimum=optimum,
        cost=told,
        admissible=False if over else sure,
        consistent=False if falls else sure,
        unit=unit,
        overestimates=over,
        inconsistent=falls,
    )
    return evolve(report, sentence=f"{_of_the_path(report, result.outcome)}; {_of_the_estimate(report, asks=asks)}.")


def _falls(sample: Sample[S]) -> Iterable[tuple[S, S, float, float]]:
    """For each state, the step along which the estimate falls most beyond what the step costs, if there is one."""
    for state, steps in sample.steps.items():
        left = sample.estimates[state]
        worst: tuple[S, S, float, float] | None = None
        for to, step in steps:
            by = left - sample.estimates[to] if left != sample.estimates[to] else 0
            if exceeds(left, step + sample.estimates[to]) and (worst is None or worst[2] - worst[3] < by - step):
                worst = (state, to, by, step)
        if worst is not None:
            yield worst


def _of_the_path(report: EstimateReport[S], outcome: Outcome) -> str:
    match report:
        case EstimateReport(verdict="optimal", optimum=float(best)):
            return f"The path is optimal: no way costs less than {_number(best)}"
        case EstimateReport(verdict="suboptimal", optimum=float(best), cost=float(cost)):
            more = f", {_percent(cost / best - 1)} more than" if best else ", and not"
            return f"The path costs {_number(cost)}{more} the optimum of {_number(best)}"
        case EstimateReport(verdict="unreachable"):
            return f"No way leads there: all {report.states:,} states that can be reached were looked at"
        case EstimateReport(optimum=float(best)):
            return f"The search ended without a path ({outcome.value}), and the cheapest costs {_number(best)}"
    return f"The optimum is not known: it lies beyond the {report.states:,} states that are nearest to the start"


def _of_the_estimate(report: EstimateReport[S], *, asks: bool) -> str:
    if not asks:
        return "the search does not use this estimate, so nothing is said of it"
    states = f"{report.states:,} states"
    if report.admissible is False:
        return f"the estimate says too much at {len(report.overestimates):,} of {states}"
    if report.consistent is False:
        admissible = "is admissible but not consistent" if report.admissible else "is not consistent"
        return f"the estimate {admissible}: at {len(report.inconsistent):,} of {states} it falls by more than a step costs"
    if report.admissible:
        return "the estimate is admissible and consistent"
    return f"at the {states} that were looked at, nothing speaks against the estimate"


def _unit(domain: AnyDomain) -> float:
    view = domain.view()
    return 1.0 if view is None else view.unit


def _told(cost: float, unit: float) -> float:
    return float(cost) / unit


def _number(cost: float) -> str:
    return f"{cost:.6g}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:,.0f} %"


def _count(cost: float) -> Count:
    return cost if isfinite(cost) else "inf"
