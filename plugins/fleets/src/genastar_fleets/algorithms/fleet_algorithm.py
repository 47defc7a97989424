"""The contract of algorithms that plan several agents together. As every module of algorithms, it imports no numpy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from attrs import evolve, frozen

from genastar import BadInput, Cost, Outcome, Result
from genastar.authoring import Algorithm, Request
from genastar.errors import Cancelled
from genastar.values.arguments import expect
from genastar.values.cost import V
from genastar.values.limits import NO_LIMITS, CancelToken, Limits, governing_token, sum_uncounted_seconds
from genastar.values.node import K
from genastar.values.result import make_empty_result
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem


DEFAULT_SECONDS: Final = 10.0
"""Seconds of a search without a limit: some algorithms improve a plan forever, or do not notice that there is none."""


class FleetClock:
    """The limits of one search: seconds without compilation, and a token."""

    def __init__(self, limits: Limits | None, cancel: CancelToken | None) -> None:
        limits = NO_LIMITS if limits is None else limits
        cancel = governing_token() if cancel is None else cancel
        expect("limits", limits, Limits)
        expect("cancel", cancel, CancelToken)
        is_limited = limits.seconds is not None or limits.expansions is not None
        self.limits = limits if is_limited else evolve(limits, seconds=DEFAULT_SECONDS)
        self.cancel = cancel
        self._began = perf_counter() - sum_uncounted_seconds()

    @property
    def seconds(self) -> float:
        """The seconds since the search began."""
        return max(0.0, perf_counter() - sum_uncounted_seconds() - self._began)

    @property
    def left(self) -> float:
        """The seconds until the limit."""
        return inf if self.limits.seconds is None else self.limits.seconds - self.seconds

    @property
    def is_over(self) -> bool:
        """Whether the search must end."""
        return self.cancel.cancelled or self.left <= 0

    def take_share(self, share: float, expansions: int | None = None) -> FleetClock:
        """Return a clock for a share of the time that is left."""
        seconds = None if self.left == inf else share * max(0.0, self.left)
        return FleetClock(Limits(seconds=seconds, expansions=expansions), self.cancel)

    @contextmanager
    def govern(self) -> Iterator[None]:
        """Raise `Cancelled` in what is done in a block, when it is over."""
        with self.cancel.limit_seconds(self.left) as token, token.govern():
            yield

    def has_spent(self, expanded: int) -> bool:
        """Return whether the limit on expansions is reached."""
        return self.limits.expansions is not None and expanded >= self.limits.expansions

    @property
    def failure(self) -> Solution:
        """The solution of a search that the limits ended before it had a plan."""
        if self.cancel.cancelled:
            return Solution(Outcome.CANCELLED)
        return Solution(Outcome.TIMEOUT if self.left <= 0 else Outcome.LIMIT)


class FleetAlgorithm(Algorithm):
    """An algorithm for `genastar_fleets.problem.FleetProblem`. Subclass it as an attrs ``@frozen`` class."""

    domain: ClassVar[str] = "fleet"
    improves: ClassVar[bool] = False

    @property
    def is_guided(self) -> bool:
        """Return False: distances are exact, and no estimate of the problem is used."""
        return False

    @property
    def counts_cost(self) -> bool:
        """Return False: a limit on the cost has no meaning."""
        return False

    @abstractmethod
    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        """Yield plans, each better than the one before; without a plan, one solution that says why there is none.

        Each agent can come to its goal, and the distances are known.
        """

    def solve(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        """Measure the distances and yield the solutions of `plans`, all before the clock is over."""
        try:
            with clock.govern():
                can_arrive = problem.can_arrive
        except Cancelled:
            yield clock.failure
            return
        yield from self.plans(problem, clock) if can_arrive else [Solution(Outcome.UNREACHABLE)]

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput unless the problem is one of several agents.

        Raises:
            BadInput: it is another problem, or a limit has no meaning.
        """
        from genastar_fleets.problem import FleetProblem

        if not isinstance(request.problem, FleetProblem):
            raise BadInput(
                f"the algorithm {self.name!r} plans several agents together; call genastar_fleets.plan_together, or use astar"
            )
        super().check(evolve(request, question=(_FLEET, None)))

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield a result for each plan; its path has the node of each agent at each time."""
        problem = cast("FleetProblem", request.problem)
        clock = FleetClock(request.limits, request.cancel)
        for solution in self.solve(problem, clock):
            yield cast("Result[K, V]", _make_result(problem, solution, cast("Request[Any, Any]", request), clock))


@frozen
class _Fleet:
    name: str = "fleet"

    @property
    def info(self) -> _Fleet:
        return self


_FLEET = _Fleet()
"""What stands for a domain where a request is checked."""


def _make_result(problem: FleetProblem, solution: Solution, request: Request[Any, Any], clock: FleetClock) -> Result[Any, Any]:
    empty: Any = make_empty_result(solution.outcome, request.engine.installed_as, request.algorithm)
    empty = evolve(empty, seconds=clock.seconds, why=request.why)
    if not solution.paths:
        return cast("Result[Any, Any]", empty)
    from genastar_fleets.plan import price_paths, prove_ratio

    makespan = max(len(path) for path in solution.paths)
    rows = [[*path.tolist(), *[-1 - int(path[-1])] * (makespan - len(path))] for path in solution.paths]
    path = tuple(zip(*rows, strict=True))
    costs = tuple(Cost(total, total, 0) for total in price_paths(problem.graph.steps, solution.paths).tolist())
    found: Result[Any, Any] = evolve(
        empty,
        path=path,
        cost=costs[-1],
        costs=costs,
        bound=prove_ratio(costs[-1].travelled, max(problem.lower_bound, solution.lower_bound)),
        closest=path[-1],
        path_to_closest=path,
        actions=(None,) * (makespan - 1),
    )
    return found
