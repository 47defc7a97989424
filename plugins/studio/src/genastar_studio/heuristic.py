"""What is true of an estimate around a start: where it says too much, where it falls too fast, and whether the path is optimal.

All states within so many expansions are looked at through the solver's own hooks. Two searches without an estimate, which are
Dijkstra's, tell the exact costs: one from the start, one from the destinations over the same steps the other way round.

A state is expanded as if it were the start. That is exact for solvers that leave out steps by where a node comes from, as jump
points do: from a start, they must leave out nothing that the cheapest way needs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from inspect import signature
from math import isfinite
from typing import Generic, Literal, TypeVar, cast

import msgspec
from attrs import define, evolve, field, frozen

from genastar import AStar, CancelToken, Comparable, Cost, EventKind, Limits, Node, Observer, OpenList, Outcome, Result, Trace
from genastar.registry import AnyDomain
from genastar.testing.compare import exceeds, same_cost
from genastar.testing.oracle import calls, first_cost
from genastar_studio.trace_json import Count

S = TypeVar("S", bound=Hashable)

Verdict = Literal["optimal", "suboptimal", "unknown", "unreachable"]

Solver = AStar[S, Cost[float]]
"""A solver whose cost is `Cost`; the numbers may be of any type that counts."""

Steps = Mapping[S, Sequence[tuple[S, float]]]
"""For each state that was expanded, the states that a step leads to, and what the step costs."""


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
    overestimates: list[tuple[Place, Count, Count]]
    inconsistent: list[tuple[Place, Place, Count, Count]]


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
            overestimates=[(at, _count(one.estimate), _count(one.exact)) for at, one in over.items()],
            inconsistent=[(at, place(one.to), _count(one.by), _count(one.step)) for at, one in falls.items()],
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


@frozen
class Sample(Generic[S]):
    """What lies within so many expansions of the start."""

    steps: Steps[S]
    travelled: Mapping[S, float]
    """The exact cost of each state that was expanded, the start's included."""
    edge: Sequence[S]
    """States that were reached and not expanded."""
    goals: Sequence[S]
    """The destinations that were expanded."""
    estimates: Mapping[S, float]

    @property
    def complete(self) -> bool:
        """Whether this is all that can be reached."""
        return not self.edge

    @property
    def optimum(self) -> float | None:
        """What the cheapest destination costs, if one was reached: states were expanded in the order of their costs."""
        return min((self.travelled[goal] for goal in self.goals), default=None)

    def exact(self, cancel: CancelToken | None = None) -> dict[S, float]:
        """The costs to go that are certain: no way out of the sample could be cheaper."""
        to_goal = _costs_to(self.goals, self.steps, cancel)
        to_edge = _costs_to(self.edge, self.steps, cancel) if self.edge else {}
        return {state: cost for state, cost in to_goal.items() if state not in to_edge or not to_edge[state] < cost}


def check(
    domain: AnyDomain,
    start: object,
    goals: tuple[object, ...],
    *,
    expansions: int,
    engine: str = "auto",
    reopen: bool = False,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
) -> EstimateReport[object]:
    """What is true of a domain's estimate around the start of a question, and of the path that the question's search finds.

    Args:
        domain: the world.
        start: where the question begins.
        goals: where it ends.
        expansions: the most states to look at.
        engine: of the question's own search; the sample is always looked at interpreted.
        reopen: of the question's own search.
        limits: of the question's own search; its seconds also bound each look at the sample.
        cancel: ends all of it.

    Raises:
        BadInput: as `Domain.solve`.
    """
    limits = limits or Limits()
    heard = _Heard[object]()
    unit = _unit(domain)
    result = domain.solve(start, goals, engine=engine, reopen=reopen, limits=limits, cancel=cancel, observer=heard)
    if not isinstance(result.cost, Cost | None) or not isinstance(domain.start_cost(start), Cost | None):
        return EstimateReport("unknown", "Not known: costs here do not tell an estimate from the way that was travelled.")
    told = None if result.cost is None else float(result.cost.travelled)
    if heard.cost is None and told is not None:
        heard.cost = told * unit
    solver = cast("Solver[object]", _solver(domain, start, goals))
    first = first_cost(solver, domain.start(start), cast("Cost[float] | None", domain.start_cost(start)))
    try:
        sample = survey(solver, domain.start(start), first, Limits(expansions, limits.seconds), cancel)
    except NotImplementedError:  # an open list that is not a search's knows nothing
        return EstimateReport("unknown", "Not known: this search goes by what it knows of other states.", cost=told)
    if sample is None:
        return EstimateReport("unknown", "Not known: some step costs less than nothing.", cost=told)
    asked = all(same_cost(sample.estimates[state], left) for state, left in heard.left.items() if state in sample.estimates)
    return _report(sample, result, heard, told, unit, cancel, asks=asked and domain.start(start) in heard.left)


def survey(
    solver: Solver[S], start: S, cost: Cost[float], limits: Limits, cancel: CancelToken | None = None
) -> Sample[S] | None:
    """Look at all states around a start, the cheapest first; ``None`` if a step costs less than nothing."""
    blind, trace = _Blind(solver), Trace[S, Cost[float]]()
    blind.search(start, Cost(cost.travelled, cost.travelled, 0), limits=limits, cancel=cancel, observer=trace)
    if any(step < 0 for steps in blind.steps.values() for _, step in steps):
        return None
    travelled = {each.node.position: each.node.cost.travelled for each in trace.events if each.kind is EventKind.CLOSED}
    edge = [each.node.position for each in trace.events if each.node.position not in travelled]
    goals = [state for state in travelled if solver.is_destination(state)]
    states = {*travelled, *edge}
    return Sample(blind.steps, travelled, list(dict.fromkeys(edge)), goals, {state: solver.estimate(state) for state in states})


@frozen
class _Blind(AStar[S, Cost[float]]):
    """The states of another solver without its estimate, as far as its destinations and not beyond them."""

    solver: Solver[S]
    steps: dict[S, list[tuple[S, float]]] = field(factory=dict)
    """What the other's hooks say, which are asked once for each state."""

    def add_neighbours(self, node: Node[S, Cost[float]], open_list: OpenList[S, Cost[float]]) -> None:
        state, travelled, left = node.position, node.cost.travelled, self.solver.estimate(node.position)
        is_end = self.solver.is_destination(state)
        added = () if is_end else calls(self.solver, Node(state, Cost(travelled + left, travelled, left)))
        steps = self.steps[state] = [(call.position, _way(call.value) - travelled) for call in added]
        for to, step in steps:
            open_list.relax(to, travelled + step)

    def is_destination(self, position: S) -> bool:
        return False


class _End(Enum):
    """Where a search against the steps begins: before all destinations."""

    END = 0


@frozen
class _Backwards(AStar["S | _End", Cost[float]]):
    """Steps the other way round."""

    steps: Mapping[S | _End, Sequence[tuple[S, float]]]

    def add_neighbours(self, node: Node[S | _End, Cost[float]], open_list: OpenList[S | _End, Cost[float]]) -> None:
        for to, step in self.steps.get(node.position, ()):
            open_list.relax(to, node.cost.travelled + step)

    def is_destination(self, position: S | _End) -> bool:
        return False


def _costs_to(ends: Iterable[S], steps: Steps[S], cancel: CancelToken | None) -> dict[S, float]:
    """What the cheapest way from each state to any of these ends costs, by these steps."""
    back: dict[S | _End, list[tuple[S, float]]] = {_End.END: [(end, 0) for end in ends]}
    for state, following in steps.items():
        for to, step in following:
            back.setdefault(to, []).append((state, step))
    trace = Trace[S | _End, Cost[float]]()
    _Backwards(back).search(_End.END, Cost(0, 0, 0), cancel=cancel, observer=trace)
    closed = [each.node for each in trace.events if each.kind is EventKind.CLOSED]
    return {node.position: node.cost.travelled for node in closed if not isinstance(node.position, _End)}


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
        return "the search goes by other states than the places, so that nothing is said of its estimate"
    states = f"{report.states:,} states"
    if report.admissible is False:
        return f"the estimate says too much at {len(report.overestimates):,} of {states}"
    if report.consistent is False:
        admissible = "is admissible but not consistent" if report.admissible else "is not consistent"
        return f"the estimate {admissible}: at {len(report.inconsistent):,} of {states} it falls by more than a step costs"
    if report.admissible:
        return "the estimate is admissible and consistent"
    return f"at the {states} that were looked at, nothing speaks against the estimate"


def _solver(domain: AnyDomain, start: object, goals: tuple[object, ...]) -> object:
    """The solver of a question; some domains' also know the start: for a tie-breaker, or a place between two junctions."""
    make: Callable[..., object] = domain.solver
    return make(goals, start=start) if "start" in signature(make).parameters else make(goals)


def _unit(domain: AnyDomain) -> float:
    view = domain.view()
    return 1.0 if view is None else view.unit


def _way(value: object) -> float:
    """The way travelled in what a hook told its open list."""
    return cast(float, value.travelled if isinstance(value, Cost) else value)


def _told(cost: float, unit: float) -> float:
    return float(cost) / unit


def _number(cost: float) -> str:
    return f"{cost:.6g}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:,.0f} %"


def _count(cost: float) -> Count:
    return cost if isfinite(cost) else "inf"
