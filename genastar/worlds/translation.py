"""Translation: results of a problem in the positions and costs of the user."""

from __future__ import annotations

from typing import Any

from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result, map_result
from genastar.worlds.hooks import DomainHooks, S
from genastar.worlds.question import Question


def translate_result(world: DomainHooks[K, V, Any, S], found: Result[S, V], question: Question[K]) -> Result[K, V]:
    """Convert a result of the problem to the positions and costs of the user."""
    path = world.to_positions(found.path, question)
    nearest = path if found.path_to_closest is found.path else world.to_positions(found.path_to_closest, question)
    cost = None if found.cost is None else world.price(found.cost, path)
    if not path:
        return map_result(found, path, nearest, cost, (), ())
    has_action = len(found.path) == len(path)
    return map_result(
        found,
        path,
        nearest,
        cost,
        lambda: _price_result(world, found, path, question),
        lambda: found.actions if has_action else (),
    )


def _price_result(
    world: DomainHooks[K, V, Any, S], found: Result[S, V], path: tuple[K, ...], question: Question[K]
) -> tuple[V, ...]:
    """Return the cost at each position of a path in the units of the user."""
    if found.cost is None or len(found.costs) != len(found.path):
        return ()
    costs = [found.costs[state] for state in world.match_states(found.path, path, question)]
    # The last cost equals that of the result exactly, without rounding.
    return (*world.price_path(costs, path)[:-1], world.price(found.cost, path))
