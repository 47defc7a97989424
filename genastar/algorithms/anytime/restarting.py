"""Restarting weighted A*: searches from the start again with each weight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.anytime.ara_star import check_above_zero
from genastar.algorithms.bounded.weighted import Weight, Weighted, check_at_least_one
from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.options import option
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result, make_empty_result


@frozen
class Restarting(Algorithm):
    """RWA*: weighted A* from the start again with each of some falling weights (Richter, Thayer and Ruml, ICAPS 2010).

    A node whose total is as high as the cost of the best answer is not opened. The paths of earlier searches are not kept, so a
    poor decision near the start, which a great weight made, does not survive: this is the advantage over ``anytime`` where the
    estimate is misleading near the start, as often in planning. Estimates and steps are computed again in each search.

    ``bound`` is the weight of the last search that ended. Counts and seconds are sums over all searches so far.

    Raises:
        BadInput: ``first`` is not a finite number of at least 1, or ``step`` not one above 0.
    """

    name: ClassVar[str] = "restarting"
    summary: ClassVar[str] = "search again with smaller and smaller weights, down to 1; yield each better answer"
    viewing_hint: ClassVar[str] = (
        "It begins again with a smaller weight after each path; watch how each new search expands more nodes."
    )
    improves: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(1.0, "consistent")
    counts_cost: ClassVar[bool] = False

    first: Weight = option(3.0, check_at_least_one, "first weight of the estimate, at least 1")
    step: float = option(0.5, check_above_zero, "fall of the weight from search to search")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield an answer for each weight that gives a better path or a better bound."""
        counts = Counts(request.limits)
        best: Result[K, V] | None = None
        weight = cast(float, self.first)
        while True:
            asked = request if best is None else _limit_to_cheaper(request, cast("Cost[Any]", best.cost).travelled)
            none: Result[K, V] = make_empty_result(Outcome.UNREACHABLE)
            result = none if asked is None else Weighted(weight).search(evolve(asked, limits=counts.left))
            counts.add(result)
            counts.seconds += result.seconds
            result = counts.add_to_result(result)
            bound = None if request.bound is None else float(weight)
            if result.found:
                best = evolve(result, bound=bound)
            elif best is None:
                yield result
                return
            elif result.outcome is Outcome.UNREACHABLE:  # a path that costs less by more than the weight would have been found
                best = counts.add_to_result(evolve(best, bound=bound))
            else:
                return
            yield best
            if weight <= 1:
                return
            weight = max(type(weight)(1), weight - self.step)


def _limit_to_cheaper(request: Request[Any, Any], most: Any) -> Request[Any, Any] | None:
    """Return the request without the nodes whose total is as high as a cost; ``None`` if no start is left."""
    starts = [each for each in ((request.start, request.cost), *request.more_starts) if each[1].total < most]
    if not starts:
        return None
    (start, cost), *more = starts
    return evolve(request, problem=CheaperProblem(request.problem, most), start=start, cost=cost, more_starts=tuple(more))


@frozen(eq=False)
class CheaperProblem(ProblemWrapper[K, Cost[N]]):
    """A problem without the nodes whose total is as high as a cost."""

    most: N

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _CheaperOpenList(open_list, self.problem, self.most))


@frozen(eq=False)
class _CheaperOpenList(OpenListWrapper[K, Cost[N]]):
    problem: Hooks[K, Cost[N]]
    most: N

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        if cost.total < self.most:
            self.open_list.insert(position, cost, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if travelled + self.problem.estimate(position) < self.most:
            self.open_list.relax(position, travelled, parent, action)
