"""Focal search: expands a node with a small focus among those that may lie on a path within the bound."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.bounded.weighted import Weight, check_at_least_one
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.contracts.frontier import FocalFrontier
from genastar.contracts.hooks import has_hook
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.options import option
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


@frozen
class Focal(OneRun):
    """Focal search: search by the focus among all open nodes whose total is at most ``weight`` times the least.

    It is A*-epsilon (Pearl and Kim, Studies in semi-admissible heuristics, IEEE Transactions on Pattern Analysis and Machine
    Intelligence 4, 1982). The focus is the value of the problem's hook ``focus(node)``, or the estimate if there is no such
    hook; the smallest comes first. The bound needs an admissible estimate and any focus. It also needs reopening, so positions
    are always reopened.

    Raises:
        BadInput: the weight is not a finite number of at least 1.
    """

    name: ClassVar[str] = "focal"
    summary: ClassVar[str] = "expand the smallest focus among the nodes within weight x the least total"
    viewing_hint: ClassVar[str] = (
        "Focal search prefers nodes near the goal as long as the bound allows it; watch how seldom it goes back to older nodes."
    )

    weight: Weight = option(1.5, check_at_least_one, "factor of the least total, at least 1")

    @property
    def promise(self) -> Promise:
        """Return the promise of at most ``weight`` times the optimum."""
        return Promise(float(self.weight), "admissible")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for a weight that cannot be multiplied with the costs."""
        super().check(request)
        total = cast("Cost[Any]", request.cost).total
        try:
            bool(total * self.weight < total)
        except (TypeError, ArithmeticError):
            raise BadInput(
                f"weight={format_value(self.weight)} cannot be multiplied with costs such as {format_value(total)}; give "
                "one of their type"
            ) from None

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Set the focal frontier and reopening."""
        problem = request.problem
        if not has_hook(problem, "focus"):
            problem = cast("Any", FocusByEstimate(cast("Any", problem)))
        return evolve(request, problem=problem, frontier=FocalFrontier(self.weight), reopen=True)


@frozen(eq=False)
class FocusByEstimate(ProblemWrapper[K, Cost[N]]):
    """A problem whose focus is the estimate."""

    def focus(self, node: Node[K, Cost[N]]) -> N:
        """Return the estimate."""
        return node.cost.left
