"""Improving runs: one search that gives better and better answers, each with the bound proven for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import inf, nextafter
from typing import Any, ClassVar, cast

from attrs import evolve

from genastar.algorithm import Algorithm, Promise
from genastar.contracts.frontier import AnytimeFrontier
from genastar.contracts.request import Request
from genastar.contracts.run import Run, RunWrapper
from genastar.errors import BadInput, format_value
from genastar.values.cost import NOT_COMPARABLE, Cost, V
from genastar.values.node import K
from genastar.values.result import Outcome, Result


class Improving(Algorithm):
    """An algorithm that is one run with the anytime frontier. Override `contracts/frontier`."""

    improves: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(1.0, "admissible")
    counts_cost: ClassVar[bool] = False

    @property
    @abstractmethod
    def frontier(self) -> AnytimeFrontier:
        """Return the order of expansion."""

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for costs that cannot be weighted as floats."""
        super().check(request)
        total = cast("Cost[Any]", request.cost).total
        try:
            float(total)
        except NOT_COMPARABLE:
            raise BadInput(
                f"the algorithm {self.name!r} weights costs as floats, and {format_value(total)} is not in their range; "
                "use astar"
            ) from None

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield better and better answers; at the end the best one again, if a better bound was proven since."""
        with self.begin(request) as run:
            yield (result := run.finish())
            while result.found and (result := run.finish()).found:
                yield result

    def begin(self, request: Request[K, V]) -> ImprovingRun[K, V]:
        """Begin a run that gives one answer after another."""
        first = self.frontier.first
        trusted = request.problem.consistent or not self.frontier.rounds
        run = evolve(request, frontier=self.frontier, reopen=True).begin()
        return ImprovingRun(run, None if request.bound is None else first if trusted else inf)


class ImprovingRun(RunWrapper[K, V]):
    """A run with the anytime frontier.

    If a better bound was proven since the best answer when the run ends, it gives that answer again, with that bound.
    """

    def __init__(self, run: Run[K, V], ratio: float | None) -> None:
        """Wrap a run.

        Args:
            run: the run with the anytime frontier.
            ratio: a bound that holds for every answer; ``None`` if nothing can be proven.
        """
        self._run = run
        self._ratio = ratio
        self._result: Result[K, V] | None = None
        self._best: Result[K, V] | None = None
        self._least: Any = None
        """The greatest lower bound of all answers that was known so far."""

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    def run_until(self, target: int) -> Result[K, V] | None:
        best = self._best
        while (found := self._run.run_until(target)) is not None and found.found:
            if best is None or cast("Any", found.cost).travelled < cast("Any", best.cost).travelled:
                break  # otherwise the best path turned out to cost less than the search had added up
        if found is None:
            return None
        if found.found:
            self._best = self._result = evolve(found, bound=self._compute_bound(found, found.outcome))
        elif best is not None and (bound := self._compute_bound(best, found.outcome)) != best.bound:
            counts = {name: getattr(found, name) for name in ("expanded", "generated", "reopened", "peak_open", "seconds")}
            self._best = self._result = evolve(best, bound=bound, **counts)
        else:
            self._result = found
        return self._result

    def _compute_bound(self, best: Result[K, V], outcome: Outcome) -> float | None:
        """Return the ratio of the best answer to the optimum that is proven now; ``None`` if nothing is proven."""
        if self._ratio is None:
            return None
        least: Any = self.next_bound
        if least is None:  # no open node can lead to a better answer, unless the run was ended before it looked
            return 1.0 if outcome in (Outcome.FOUND, Outcome.UNREACHABLE) else best.bound
        if self._least is None or self._least < least:
            self._least = least
        bound = min(self._ratio, _divide_up(cast("Cost[Any]", best.cost).travelled, self._least))
        return bound if bound < inf else None


def _divide_up(cost: Any, least: Any) -> float:
    """Return a float that is no less than ``cost / least``; infinity if the lower bound is 0."""
    if not least < cost:
        return 1.0
    return nextafter(float(cost) / float(least), inf) if least > 0 else inf
