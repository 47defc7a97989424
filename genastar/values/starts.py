"""Several start positions, each with its cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from attrs import field, frozen

from genastar.errors import BadInput, shown
from genastar.values.arguments import expect
from genastar.values.cost import Cost, V
from genastar.values.node import K


def _some(_: object, __: object, costs: Mapping[K, V | None]) -> None:
    expect("starts", costs, Mapping, "a mapping of positions to costs, such as {here: None, there: Cost(5, 2)}")
    if not costs:
        raise BadInput("no start was given; give at least one")
    (first, cost), *others = costs.items()
    for position, other in others:
        if _adds(other) is not _adds(cost):
            raise BadInput(
                f"the start {shown(first)} costs {shown(cost)}, and {shown(position)} costs {shown(other)}; give all starts "
                "costs of one type, None for a Cost with g = 0"
            )


def _adds(cost: object) -> bool:
    return cost is None or isinstance(cost, Cost)


@frozen
class Starts(Generic[K, V]):
    """Start positions: ``problem.search(Starts({here: None, there: Cost(5, 2)}))`` finds the cheapest path from any of them.

    The search puts them on the open list in their order. The path of the result begins at one of them.

    Raises:
        BadInput: the mapping is empty or not a mapping, or costs of one type stand beside others.
    """

    costs: Mapping[K, V | None] = field(validator=_some)
    """Each position with its cost. ``None`` means a `Cost` with g = 0. The totals order the starts: for ``travelled`` 5 give
    ``Cost(5 + h, 5, h)`` with h = ``estimate(position)``. With other totals the search may miss the optimum, and its result has
    no ``bound``."""
