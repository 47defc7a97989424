"""Several positions to begin at, each with its cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from attrs import field, frozen

from genastar.arguments import expect
from genastar.cost import V
from genastar.errors import BadInput
from genastar.node import K


def _some(_: object, __: object, costs: Mapping[K, V | None]) -> None:
    expect("starts", costs, Mapping, "a mapping of positions to costs, such as {here: None, there: Cost(5, 2)}")
    if not costs:
        raise BadInput("no start was given; give at least one")


@frozen
class Starts(Generic[K, V]):
    """Positions to begin at: ``problem.search(Starts({here: None, there: Cost(5, 2)}))`` takes the cheapest way from any.

    They are put on the open list in their order. The path of the result begins at the one that it leads from.

    Raises:
        BadInput: there is none, or they are no mapping.
    """

    costs: Mapping[K, V | None] = field(validator=_some)
    """Each position with its cost; ``None`` where the cost is `Cost` and nothing was travelled."""
