"""The cheapest path within limits on resources."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, ClassVar

from attrs import Attribute, evolve, frozen

from genastar.algorithm import Need, Promise
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest
from genastar.algorithms.path_sets.pareto import MOST, lift_to_fronts
from genastar.contracts.frontier import UndominatedFrontier
from genastar.contracts.request import Request
from genastar.errors import BadInput, BadOption, format_value
from genastar.options import option, whole
from genastar.values.cost import V, get_travelled
from genastar.values.node import K
from genastar.values.vector import Vector


def _check_limits(_: object, field: Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or any(
        each is not None and (not isinstance(each, (int, float)) or isinstance(each, bool) or each != each) for each in value
    ):
        raise BadOption(f"{field.alias} is {format_value(value)}; it must be a number or None for each number of a cost")


@frozen
class Constrained(LiftedAlgorithm):
    """The cheapest path within limits: the first path of the Pareto front that no limit excludes.

    Costs have the method ``dominates(other)``, and the first number of a `genastar.Vector` is the cost, the others are
    resources. With ``most``, a number of the cost of a path is at most the limit at its place; ``None`` is no limit, and those
    at the end may be left out. A problem whose resources do not add, such as a charge that refills, or a window of time that
    must be awaited, has a class of costs of its own, and its `add_neighbours` leaves out the steps that its resources do not
    allow: a cost then dominates another if it is as cheap and leaves as much.

    The search is that of `genastar.algorithms.Pareto`, with its estimates, and ends at the first answer. The outcome
    UNREACHABLE means that no path keeps to the limits.

    Raises:
        BadInput: an option is out of its range.
    """

    name: ClassVar[str] = "constrained"
    summary: ClassVar[str] = "find the cheapest path within limits on the other numbers of its cost"
    viewing_hint: ClassVar[str] = (
        "It keeps dear paths that spare a resource beside cheap ones; watch how it expands positions again."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"pulse", "rc-boa*", "resource-constrained"})
    needs: ClassVar[frozenset[Need]] = frozenset({"dominates"})
    promise: ClassVar[Promise] = Promise(1.0, "consistent")

    most: tuple[float | None, ...] = option(
        (), _check_limits, "the greatest allowed value of each number of the cost; none for any"
    )
    nodes: int = option(50_000_000, whole(1, MOST), "maximum number of nodes, which bounds the memory")

    def with_limits(self, convert: Callable[[int, float], float | None]) -> Constrained:
        """Return the algorithm with other limits."""
        return evolve(self, most=tuple(None if each is None else convert(place, each) for place, each in enumerate(self.most)))

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for limits that do not fit the costs."""
        super().check(request)
        cost: Any = get_travelled(request.cost)
        if self.most and (type(cost) is not Vector or len(self.most) > len(cost)):
            raise BadInput(
                f"most={format_value(self.most)} limits the numbers of a Vector, and the start's cost is {format_value(cost)}; "
                "give a limit for each number, or leave out the steps that are not allowed in add_neighbours"
            )

    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Return the search over fronts within the limits."""
        within = None
        if self.most:
            count = len(get_travelled(request.cost))
            limits = (*self.most, *[None] * (count - len(self.most)))
            within = Vector(*(inf if each is None else float(each) for each in limits))
        return lift_to_fronts(request, UndominatedFrontier(most=self.nodes, within=within))
