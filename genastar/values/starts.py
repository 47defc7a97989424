"""Several start positions, each with its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Generic, overload

from attrs import field, frozen

from genastar.errors import BadInput, format_value
from genastar.values.arguments import iterate_items
from genastar.values.cost import Cost, V
from genastar.values.node import K


def _check_starts(_: object, __: object, costs: Mapping[K, V | None]) -> None:
    if not costs:
        raise BadInput("no start was given; give at least one")
    (first, cost), *others = costs.items()
    for position, other in others:
        if _is_addable(other) is not _is_addable(cost):
            raise BadInput(
                f"the start {format_value(first)} costs {format_value(cost)}, and {format_value(position)} costs "
                f"{format_value(other)}; give all starts "
                "costs of one type, None for a Cost with g = 0"
            )


def _is_addable(cost: object) -> bool:
    return cost is None or isinstance(cost, Cost)


@frozen(init=False)
class Starts(Generic[K, V]):
    """Start positions: ``problem.search(Starts([here, there]))`` finds the cheapest path from any of them.

    ``Starts({here: None, there: Cost(5, 2)})`` gives each a cost, for problems; in a world the starts cost nothing.

    The search puts them on the open list in their order. The path of the result begins at one of them.

    Raises:
        BadInput: no start is given, or costs of one type stand beside others.
    """

    costs: Mapping[K, V | None] = field(validator=_check_starts)
    """Each position with its cost. ``None`` means a `Cost` with g = 0. The totals order the starts: for ``travelled`` 5 give
    ``Cost(5 + h, 5, h)`` with h = ``estimate(position)``. With other totals the search may miss the optimum, and its result has
    no ``bound``."""

    @overload
    def __init__(self, starts: Mapping[K, V | None]) -> None: ...

    @overload
    def __init__(self, starts: Sequence[K] | Set[K]) -> None: ...

    def __init__(self, starts: Mapping[K, V | None] | Sequence[K] | Set[K]) -> None:
        if not isinstance(starts, Mapping):
            words = "positions, or a mapping of them to costs, such as {here: None, there: Cost(5, 2)}"
            try:
                starts = dict.fromkeys(iterate_items("starts", starts, words))
            except TypeError as error:
                raise BadInput(
                    f"starts={format_value(starts)}: a position is not hashable ({error}); give tuples, not lists"
                ) from error
        self.__attrs_init__(starts)
