"""All paths of the least cost: listed one by one, or counted without listing them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Generic, cast

from attrs import evolve, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.path_sums import PathSums, expect_no_key
from genastar.algorithms.building_blocks.remaining_costs import explore_remaining_costs
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import hide_parents
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.memory.replay import CLOSE
from genastar.options import option, whole
from genastar.values.cost import Cost, N, V
from genastar.values.node import K
from genastar.values.result import Result


@frozen
class AllOptimal(Algorithm):
    """All optimal paths: yield every path of the least cost, at most ``k`` of them.

    The first path is that of A*. Then the remaining cost of each position near the cheapest paths is computed, and the others
    follow one by one: from each position, every step that keeps to the least cost. So each path takes time in proportion to its
    length. Costs that are floats count as equal within 1e-9 of the cost. A path visits no position twice, and ends at the first
    destination that it reaches. The costs must add: a step costs the same on every path.

    `count` returns the number of the paths without listing them.

    Raises:
        ValueError: k is not a whole number from 1 to 1,000,000,000.
    """

    name: ClassVar[str] = "all-optimal"
    summary: ClassVar[str] = "yield every path of the least cost"
    viewing_hint: ClassVar[str] = "It finds every cheapest path; watch the search for the first path, which is that of A*."
    lists: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(1.0, "consistent")

    k: int = option(100, whole(1, 1_000_000_000), "maximum number of paths")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for problems with a key."""
        super().check(request)
        expect_no_key(self.name, request)

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the paths. If a limit ends the search first, the last answer is not found, and its outcome is that limit."""
        optimal = OptimalPaths(cast("Request[K, Cost[int]]", request))
        return cast("Iterator[Result[K, V]]", islice(optimal, self.k))

    def count(self, request: Request[K, V]) -> int:
        """Return the number of the paths. ``k`` has no meaning here.

        Raises:
            BadInput: the paths have circles of steps that cost nothing; or a limit ended the search.
        """
        return OptimalPaths(cast("Request[K, Cost[int]]", request)).count()


class OptimalPaths(Generic[K, N]):
    """The paths of the least cost of a request."""

    def __init__(self, request: Request[K, Cost[N]]) -> None:
        request = evolve(request, problem=hide_parents(request.problem))
        self._request = request
        self._sums = PathSums(request)
        self._most: N = request.cost.travelled
        self._informed: Hooks[K, Cost[N]] = request.problem
        self._steps = StepCosts(request.problem, request.cost.travelled - request.cost.travelled, request.algorithm)

    def __iter__(self) -> Iterator[Result[K, Cost[N]]]:
        first = self._sums.search(self._request)
        yield first
        cut = self._explore(first)
        if cut is not None:
            yield self._sums.make_cut_result(cut)
        if cut is not None or first.cost is None:
            return
        self._sums.is_new(first.path)
        least = first.cost.travelled
        for path, travelled in self._iterate_paths():
            if self._sums.is_new(path):  # without a proof, a path may cost less than the first
                yield self._sums.make_result(path, travelled if self._is_less(travelled, least) else least, first)

    def count(self) -> int:
        """Return the number of paths."""
        first = self._sums.search(self._request)
        cut = first if self._sums.is_over(first) else self._explore(first)
        if cut is not None:
            raise BadInput(f"the paths cannot be counted, because the search ended with {cut.outcome.value}; raise the limit")
        if first.cost is None:
            return 0
        number: dict[K, int] = {}
        line: dict[K, None] = {}
        waiting = [(start, travelled) for start, travelled in self._find_starts()]
        starts = [start for start, _ in waiting]
        while waiting:
            position, travelled = waiting[-1]
            if position in number:
                waiting.pop()
                continue
            following = [] if self._request.problem.is_destination(position) else self._find_successors(position, travelled)
            if position not in line:
                line[position] = None
                for after, cost in following:
                    if after in line:
                        raise BadInput(
                            "the paths cannot be counted: steps that cost nothing form a circle through "
                            f"{format_value(after)}; "
                            "give each step a cost above 0"
                        )
                    waiting.append((after, cost))
                continue
            waiting.pop()
            del line[position]
            ends = self._request.problem.is_destination(position)
            number[position] = 1 if ends else sum(number[after] for after, _ in following)
        return sum(number[start] for start in starts)

    def _explore(self, first: Result[K, Cost[N]]) -> Result[K, Cost[N]] | None:
        """Compute the remaining costs. Return the result of a search that a limit ended."""
        if first.cost is None:
            return None
        least = first.cost.travelled
        self._most = cast("N", least * (1 + CLOSE)) if isinstance(least, float) else least
        with self._sums.measure_time():
            explored = explore_remaining_costs(self._request, self._steps, self._most, self._sums.limits)
        self._sums.count(explored.work)
        self._informed = explored.problem
        return explored.work if self._sums.is_over(explored.work) else None

    def _find_starts(self) -> list[tuple[K, N]]:
        """Return the starts of optimal paths, each with its cost."""
        costs = {start: cost.travelled for start, cost in self._sums.starts.items()}
        return [(start, cost) for start, cost in costs.items() if not self._most < cost + self._informed.estimate(start)]

    def _find_successors(self, position: K, travelled: N) -> list[tuple[K, N]]:
        """Return the positions that follow on optimal paths, each with its cost g."""
        ahead = [(after, travelled + step) for after, step in self._steps.costs_from(position).items()]
        return [(after, cost) for after, cost in ahead if not self._most < cost + self._informed.estimate(after)]

    def _is_less(self, travelled: Any, least: Any) -> bool:
        """Return whether a cost is less than the first, by more than sums of floats differ."""
        return bool(travelled < least) and not (isinstance(least, float) and least <= travelled * (1 + CLOSE))

    def _iterate_paths(self) -> Iterator[tuple[tuple[K, ...], N]]:
        """Yield the paths and their costs, depth first."""
        line: dict[K, None] = {}
        ahead = [iter(self._find_starts())]
        while ahead:
            following = next(ahead[-1], None)
            if following is None:
                ahead.pop()
                if line:
                    line.popitem()
                continue
            position, travelled = following
            if position in line:
                continue
            if self._request.problem.is_destination(position):
                yield (*line, position), travelled
                continue
            line[position] = None
            ahead.append(iter(self._find_successors(position, travelled)))
