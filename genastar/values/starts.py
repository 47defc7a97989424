"""Several start positions, each with its cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from attrs import field, frozen

from genastar.errors import BadInput
from genastar.values.arguments import expect
from genastar.values.cost import V
from genastar.values.node import K


def _some(_: object, __: object, costs: Mapping[K, V | None]) -> None:
    expect("starts", costs, Mapping, "a mapping of positions to costs, such as {here: None, there: Cost(5, 2)}")
    if not costs:
        raise BadInput("no start was given; give at least one")


@frozen
class Starts(Generic[K, V]):
    """Start positions: ``problem.search(Starts({here: None, there: Cost(5, 2)}))`` finds the cheapest path from any of them.

    The search puts them on the open list in their order. The path of the result begins at one of them.

    Raises:
        BadInput: the mapping is empty or not a mapping.
    """

    costs: Mapping[K, V | None] = field(validator=_some)
    """Each position with its cost. ``None`` means a `Cost` with g = 0. The totals order the starts: for ``travelled`` 5 give
    ``Cost(5 + h, 5, h)`` with h = ``estimate(position)``. With other totals the search may miss the optimum, and its result has
    no ``bound``."""
