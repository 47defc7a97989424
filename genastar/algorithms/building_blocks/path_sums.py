"""Sums over the searches of an algorithm that gives several paths, and the results that tell of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from time import perf_counter
from typing import Any, Generic, cast

from attrs import evolve

from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.contracts.request import Request
from genastar.errors import BadInput
from genastar.memory.replay import Actions, Replay, expect_sum
from genastar.values.cost import Cost, N, V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Outcome, Result, make_result


class PathSums(Generic[K, N]):
    """The counts and the time of all searches so far, and what the limits of the request leave for the next one."""

    def __init__(self, request: Request[K, Cost[N]]) -> None:
        self.starts: dict[K, Cost[N]] = {}
        """The cost of each start position."""
        for start, cost in ((request.start, request.cost), *request.more_starts):
            if start not in self.starts or cost.travelled < self.starts[start].travelled:
                self.starts[start] = cost
        self._request = request
        self._counts = Counts(request.limits)
        self._known: set[tuple[object, ...]] = set()
        self._step_costs = StepCosts(request.problem, request.cost.travelled - request.cost.travelled, request.algorithm)
        self._steps: dict[tuple[N, K, K], N] = {}
        """The cost travelled after each step, by that before it and both positions."""

    @property
    def limits(self) -> Limits:
        """Return the limits for the next search."""
        return self._counts.left

    def search(self, request: Request[K, Cost[N]]) -> Result[K, Cost[N]]:
        """Search, and count it."""
        with self.measure_time():
            result = request.search()
        self.count(result)
        return result

    def count(self, result: Result[Any, Any]) -> None:
        """Add the counts of a search."""
        self._counts.add(result)

    @contextmanager
    def measure_time(self) -> Iterator[None]:
        """Add the time of a block. Blocks inside of it count once."""
        began, before = perf_counter(), self._counts.seconds
        yield
        self._counts.seconds = before + perf_counter() - began

    def is_over(self, result: Result[Any, Any]) -> bool:
        """Return whether a limit on all searches together ended this one, the latest."""
        most = self._request.limits.expansions
        return result.outcome in (Outcome.TIMEOUT, Outcome.CANCELLED) or (
            result.outcome is Outcome.LIMIT and most is not None and self._counts.expanded >= most
        )

    def is_new(self, path: tuple[K, ...]) -> bool:
        """Return whether a path differs from all before. Paths of states may be one path of the domain's positions."""
        shown: tuple[object, ...] = path
        if isinstance(self._request.question, tuple):
            domain, question = self._request.question
            shown = domain.to_positions(path, question)
        if shown in self._known:
            return False
        self._known.add(shown)
        return True

    def make_result(self, path: tuple[K, ...], travelled: N, first: Result[K, Cost[N]]) -> Result[K, Cost[N]]:
        """Return the result of a path. Its bound is the ratio to the first.

        Raises:
            BadInput: the path costs something else, because steps depend on the cost travelled.
        """
        problem = self._request.problem
        left, least = problem.estimate(path[-1]), cast("Cost[N]", first.cost).travelled
        cost = Cost(travelled + left, travelled, left)
        expect_sum(problem, self._sum_path(path), travelled)
        costs = Replay(problem, self.starts[path[0]], path, cost)
        return make_result(
            outcome=Outcome.FOUND,
            path=path,
            cost=cost,
            closest=path[-1],
            path_to_closest=path,
            engine=first.engine,
            algorithm=first.algorithm,
            why=first.why,
            bound=_compute_ratio(first.bound, travelled, least),
            costs=costs,
            actions=Actions(problem, path, costs),
            **self._counts.sums,
        )

    def _sum_path(self, path: tuple[K, ...]) -> N:
        """Return the cost of a path, step by step from its start. A step that many paths take at one cost is asked for once."""
        travelled = self.starts[path[0]].travelled
        for step in pairwise(path):
            known = self._steps.get((travelled, *step))
            if known is None:
                known = self._steps[travelled, *step] = self._step_costs.step_from(step[0], travelled, step[1])
            travelled = known
        return travelled

    def make_cut_result(self, cut: Result[Any, Any]) -> Result[K, Cost[N]]:
        """Return the result that says which limit ended the searches."""
        return self._counts.add_to_result(evolve(cut, path=(), path_to_closest=(), closest=None))


def _compute_ratio(proven: float | None, travelled: Any, least: Any) -> float | None:
    if proven is None or travelled == least:
        return proven
    return float(travelled / least) if least else None


def expect_no_key(algorithm: str, request: Request[K, V]) -> None:
    """Raise BadInput if the problem has a key, because positions of one key may have different steps."""
    if request.problem.is_keyed:
        raise BadInput(f"the algorithm {algorithm!r} does not support problems with the hook key; use astar")
