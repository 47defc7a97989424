"""Weighted A*: multiplies the estimate, so that fewer nodes are expanded and the path may cost more."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import ClassVar, cast

from attrs import Attribute, frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, estimate_cost, reorder_request
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.options import option
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node

Weight = float | Fraction | Decimal


def check_at_least_one(_: object, option: Attribute[Weight], weight: Weight) -> None:
    """Raise BadInput unless the weight is at least 1 and finite as a float."""
    try:
        fits = not isinstance(weight, bool) and weight >= 1 and isfinite(weight)
    except (TypeError, ArithmeticError):
        fits = False
    if not fits:
        raise BadInput(f"{option.name}={format_value(weight)}: expected a finite number of at least 1, such as 1.5")


@frozen
class Weighted(OneRun):
    """Weighted A*: search by g + weight x h (Pohl, Artificial Intelligence 1, 1970).

    The bound holds for a consistent estimate whether positions reopen or not (Likhachev, Gordon and Thrun, ARA*, 2003).

    Raises:
        BadInput: the weight is not a finite number of at least 1.
    """

    name: ClassVar[str] = "weighted"
    summary: ClassVar[str] = "expand the smallest travelled + weight x estimate first"
    viewing_hint: ClassVar[str] = (
        "The weight makes the estimate count more; watch how few nodes are expanded beside A*, and what the path costs."
    )
    takes_batches: ClassVar[bool] = True
    batch_field: ClassVar[str | None] = "problem"
    counts_cost: ClassVar[bool] = False

    weight: Weight = option(1.5, check_at_least_one, "factor of the estimate, at least 1")

    @property
    def promise(self) -> Promise:
        """Return the promise of at most ``weight`` times the optimum."""
        return Promise(float(self.weight), "consistent")

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Multiply the estimate."""
        problem = WeightedProblem(cast("Hooks[K, Cost[int]]", request.problem), self.weight)
        return reorder_request(request, problem, problem.weigh_cost)


@frozen(eq=False)
class WeightedProblem(ProblemWrapper[K, Cost[N]]):
    """A problem with its estimate times ``weight``."""

    weight: Weight

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        # Hooks may compute the estimate of a neighbour from that of the node, so they get the unweighted one.
        own = Node(node.position, estimate_cost(self.problem, node.position, node.cost.travelled), node.parent)
        self.problem.add_neighbours(own, _WeightedOpenList(open_list, self))

    def estimate(self, position: K) -> N:
        return self.multiply_estimate(self.problem.estimate(position))

    def multiply_estimate(self, left: N) -> N:
        """Return an estimate times the weight."""
        return cast("N", left * self.weight)  # type: ignore[operator]  # numbers multiply

    def weigh_cost(self, cost: Cost[N]) -> Cost[N]:
        """Return a cost with its estimate times the weight."""
        left = self.multiply_estimate(cost.left)
        return Cost(cost.travelled + left, cost.travelled, left)


@frozen(eq=False)
class _WeightedOpenList(OpenListWrapper[K, Cost[N]]):
    problem: WeightedProblem[K, N]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, self.problem.weigh_cost(cost), parent, action)
