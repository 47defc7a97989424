"""Focal search: of the nodes that may lie on a path that is cheap enough, what is nearest to the end first."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from attrs import evolve, field, frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.around import Around
from genastar.algorithms.weighted import Weight, at_least_one
from genastar.cost import Cost, N, V
from genastar.errors import BadInput, shown
from genastar.frontier import Focal as FocalFrontier
from genastar.node import K, Node
from genastar.request import Request


@frozen
class Focal(OneRun):
    """Search by the focus among all open nodes whose total is at most ``weight`` times the least.

    It is A*-epsilon (Pearl and Kim, Studies in semi-admissible heuristics, IEEE Transactions on Pattern Analysis and Machine
    Intelligence 4, 1982). The smallest focus is expanded first: what the problem's hook ``focus(node)`` gives, or the estimate
    where it has none. The bound asks of the estimate that it is admissible, and of the focus nothing. It asks that positions
    reopen, so they always do.

    Raises:
        BadInput: the weight is no finite number of at least 1.
    """

    name: ClassVar[str] = "focal"
    summary: ClassVar[str] = "expand the smallest focus first, of all within weight x the least total"

    weight: Weight = field(
        default=cast(Weight, 1.5), validator=at_least_one, metadata={"help": "factor of the least total, at least 1"}
    )

    @property
    def promise(self) -> Promise:
        """At most ``weight`` times the optimum."""
        return Promise(float(self.weight), "admissible")

    def check(self, request: Request[K, V]) -> None:
        """Refuse a weight that does not multiply the costs, too."""
        super().check(request)
        total = cast("Cost[Any]", request.cost).total
        try:
            bool(total * self.weight < total)
        except (TypeError, ArithmeticError):
            raise BadInput(
                f"weight={shown(self.weight)} does not multiply costs such as {shown(total)}; give one of their type"
            ) from None

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Ask for the focal frontier, and for reopening."""
        problem = request.problem
        if not callable(getattr(problem, "focus", None)):
            problem = cast("Any", ByEstimate(cast("Any", problem)))
        return evolve(request, problem=problem, frontier=FocalFrontier(self.weight), reopen=True)


@frozen(eq=False)
class ByEstimate(Around[K, Cost[N]]):
    """A problem whose focus is the estimate."""

    def focus(self, node: Node[K, Cost[N]]) -> N:
        """Return what is left."""
        return node.cost.left
