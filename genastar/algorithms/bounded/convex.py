"""Convex orders: bounded-suboptimal search whose bound is spent near the start or near the goal, without reopening."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from math import inf, sqrt
from typing import Any, ClassVar, Final, Literal, cast

from attrs import frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.bounded.weighted import Weight, check_at_least_one
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, reorder_request
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.options import choice, option
from genastar.values.cost import NOT_COMPARABLE, Cost, N, V
from genastar.values.node import K, Node

Order = Literal["xdp", "xup", "pwxd", "pwxu"]


@frozen
class Convex(OneRun):
    """Search by a convex function of g and h: XDP, XUP and the piecewise orders pwXD and pwXU (Chen and Sturtevant, AAAI 2021).

    Weighted A* allows the same ratio to the optimum everywhere on the path. These orders allow more of it in one part: ``xdp``
    and ``pwxd`` search near the start as A* does and hurry near the goal, ``xup`` and ``pwxu`` the other way round. The
    functions of ``pwxd`` and ``pwxu`` consist of two straight pieces. As with weighted A*, the bound holds for a consistent
    estimate without reopening.

    Use ``xdp`` in place of ``weighted`` where the estimate is poor near the start, so that a hurry there costs much.

    Raises:
        BadInput: the weight is not a finite number of at least 1.
        ValueError: there is no such order.
    """

    name: ClassVar[str] = "convex"
    summary: ClassVar[str] = "order nodes by a convex function of travelled and estimate, so that costs stay within the weight"
    viewing_hint: ClassVar[str] = (
        "It allows more excess cost in one part of the path; watch how broad the search is near the start, and near the goal."
    )
    counts_cost: ClassVar[bool] = False

    weight: Weight = option(1.5, check_at_least_one, "maximum ratio to the optimum, at least 1")
    order: Order = choice(
        Order, "xdp", "part of the path that is greedy: near the goal for xdp and pwxd, near the start for xup and pwxu"
    )

    @property
    def promise(self) -> Promise:
        """Return the promise of at most ``weight`` times the optimum."""
        return Promise(float(self.weight), "consistent")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for costs that are no floats."""
        super().check(request)
        total = cast("Cost[float]", request.cost).total
        try:
            float(total)
        except NOT_COMPARABLE:
            raise BadInput(
                f"the algorithm 'convex' computes with floats, and {format_value(total)} is not in their range; use weighted"
            ) from None

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Order nodes by the function."""
        problem = _ORDERS[self.order](cast("Hooks[K, Cost[float]]", request.problem), float(self.weight))
        return reorder_request(request, problem, lambda cost: problem.rank_cost(cost.travelled, cost.left))


@frozen(eq=False)
class ConvexProblem(ProblemWrapper[K, Cost[N]]):
    """A problem ordered by a function of g and h: h for g = 0, and g / weight for h = 0."""

    weight: float

    @abstractmethod
    def rank(self, g: float, h: float) -> float:
        """Return the value of the function."""

    def rank_cost(self, travelled: N, left: N) -> Cost[N]:
        """Return a cost whose total is the value of the function, which is defined from 0 on: less counts as 0."""
        g, h = max(float(travelled), 0.0), max(float(left), 0.0)  # type: ignore[arg-type]  # checked for the start
        total = self.rank(g, h) if h < inf else h
        return Cost(cast("N", total), travelled, left)

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        cost = node.cost
        own = Node(node.position, Cost(cost.travelled + cost.left, cost.travelled, cost.left), node.parent)
        self.problem.add_neighbours(own, _ConvexOpenList(open_list, self))


@frozen(eq=False)
class _ConvexOpenList(OpenListWrapper[K, Cost[N]]):
    problem: ConvexProblem[K, N]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, self.problem.rank_cost(cost.travelled, cost.left), parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        left = self.problem.estimate(position)
        self.open_list.insert(position, self.problem.rank_cost(travelled, left), parent, action)


@frozen(eq=False)
class ConvexDownwardParabola(ConvexProblem[K, N]):
    """The order XDP."""

    def rank(self, g: float, h: float) -> float:
        w = self.weight
        return (g + (2 * w - 1) * h + sqrt((g - h) * (g - h) + 4 * w * g * h)) / (2 * w)


@frozen(eq=False)
class ConvexUpwardParabola(ConvexProblem[K, N]):
    """The order XUP."""

    def rank(self, g: float, h: float) -> float:
        w = self.weight
        return (g + h + sqrt((g + h) * (g + h) + 4 * w * (w - 1) * h * h)) / (2 * w)


@frozen(eq=False)
class PiecewiseDownward(ConvexProblem[K, N]):
    """The order pwXD: f while h exceeds g."""

    def rank(self, g: float, h: float) -> float:
        return g + h if g < h else (g + (2 * self.weight - 1) * h) / self.weight


@frozen(eq=False)
class PiecewiseUpward(ConvexProblem[K, N]):
    """The order pwXU: a multiple of f once g exceeds h enough."""

    def rank(self, g: float, h: float) -> float:
        twice = 2 * self.weight - 1
        return g / twice + h if g < twice * h else (g + h) / self.weight


_ORDERS: Final[dict[str, Callable[[Hooks[Any, Cost[Any]], float], ConvexProblem[Any, Any]]]] = {
    "xdp": ConvexDownwardParabola,
    "xup": ConvexUpwardParabola,
    "pwxd": PiecewiseDownward,
    "pwxu": PiecewiseUpward,
}
