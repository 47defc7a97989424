"""The checks of costs that are only partly ordered: the laws of their method ``dominates``."""

from __future__ import annotations

from itertools import product
from typing import Any, Final, cast

from attrs import evolve

from genastar.testing.check_subject import CheckFailed, Subject, spread
from genastar.testing.oracle import get_travelled, neighbours
from genastar.values.cost import Cost, V
from genastar.values.node import K, Node

_BY_PARTS: Final = "let a cost dominate another if it is at least as good in every part"


def dominance_is_an_order(subject: Subject[K, V]) -> None:
    """Check that ``dominates`` is an order, and that ``<`` and ``+`` keep it."""
    costs = _list_costs(subject)
    equals = [cost for cost in costs if cost.dominates(cost)]
    if equals and len(equals) < len(costs):
        odd = next(cost for cost in costs if not cost.dominates(cost))
        raise CheckFailed(f"{equals[0]!r} dominates itself, and {odd!r} does not; let equal costs dominate each other")
    for a, b in product(costs, repeat=2):
        if not a.dominates(b) or a == b:
            continue
        if b.dominates(a):
            raise CheckFailed(f"{a!r} and {b!r} differ, but dominate each other; {_BY_PARTS}, and compare all parts by ==")
        if not a < b:
            raise CheckFailed(f"{a!r} dominates {b!r}, but is not smaller: let < put a cost before those that it dominates")
        for c in costs:
            if b.dominates(c) and not a.dominates(c):
                raise CheckFailed(f"{a!r} dominates {b!r}, and {b!r} dominates {c!r}, but {a!r} not {c!r}; {_BY_PARTS}")
            if hasattr(a, "__add__") and not (a + c).dominates(b + c):
                raise CheckFailed(f"{a!r} dominates {b!r}, but not if {c!r} is added to both; let + add each part")


def better_nodes_have_better_neighbours(subject: Subject[K, V]) -> str | None:
    """Check that a step keeps dominance: whoever begins it as well ends it as well, so that nobody overtakes by waiting."""
    costs, number = _list_costs(subject), 0
    if not costs:
        return None  # they are compared by < alone
    for node in subject.samples:
        better = get_travelled(node.cost)
        known: list[Node[K, V]] = []
        for worse in costs:
            if worse == better or not cast(Any, better).dominates(worse):
                continue
            known = known or [node, *neighbours(subject.solver, node)]
            number += 1
            for late in neighbours(subject.solver, _at_cost(node, worse)):
                found: Any = get_travelled(late.cost)
                early: list[Any] = [get_travelled(each.cost) for each in known if each.position == late.position]
                if not any(each == found or each.dominates(found) for each in early):
                    raise CheckFailed(
                        f"at {node.position!r}, {better!r} dominates {worse!r}, but {late.position!r} is reached at "
                        f"{early or 'no cost'} from the first, and at {found!r} from the second; let no step make up for it"
                    )
    return f"{number} pairs"


def _list_costs(subject: Subject[K, V]) -> list[Any]:
    """Return some of the costs travelled; none if they have no ``dominates``."""
    costs = spread([get_travelled(node.cost) for node in subject.world.nodes.values()], subject.bounds.costs)
    return costs if hasattr(costs[0], "dominates") else []


def _at_cost(node: Node[K, V], travelled: Any) -> Node[K, V]:
    """Return a node of the same position that costs as much."""
    cost: Any = node.cost
    cost = Cost(travelled + cost.left, travelled, cost.left) if isinstance(cost, Cost) else travelled
    return evolve(node, cost=cast(V, cost))
