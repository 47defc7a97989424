"""Translation: results of a problem in the positions and costs of the user, and algorithms in the units of the problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from genastar.algorithm import Algorithm
from genastar.algorithms.building_blocks.measures import convert_numbers
from genastar.algorithms.path_sets.pareto import Pareto
from genastar.errors import BadInput
from genastar.values.cost import Cost, V
from genastar.values.node import K
from genastar.values.result import Result, map_result
from genastar.values.vector import Vector
from genastar.worlds.hooks import DomainHooks, S
from genastar.worlds.question import Choice, Question

FRONT: Final = Choice(Pareto(), "costs have several numbers")
"""The algorithm for costs of several numbers."""

_NOISE: Final = 1e-9
"""How far, as a share, a sum of rounded numbers may exceed a limit that was computed without rounding."""


def translate_result(world: DomainHooks[K, V, Any, S], found: Result[S, V], question: Question[K]) -> Result[K, V]:
    """Convert a result of the problem to the positions and costs of the user."""
    path = world.to_positions(found.path, question)
    nearest = path if found.path_to_closest is found.path else world.to_positions(found.path_to_closest, question)
    cost = None if found.cost is None else price_cost(world, found.cost, path)
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
    return (*_price_path(world, costs, path)[:-1], price_cost(world, found.cost, path))


def price_cost(world: DomainHooks[K, V, Any, Any], cost: V, path: Sequence[K]) -> V:
    """Return the cost of a path in the units of the user: `DomainHooks.price`, also of the first number of a vector."""
    if not world.objectives:
        return world.price(cost, path)
    first = cast(Vector, cost)[0]
    return _price_vector(world, cost, world.price(cast(V, Cost(first, first)), path))


def _price_path(world: DomainHooks[K, V, Any, Any], costs: Sequence[V], path: Sequence[K]) -> Sequence[V]:
    if not world.objectives:
        return world.price_path(costs, path)
    vectors = cast("Sequence[Vector]", costs)
    firsts: list[Any] = [*world.price_path([cast(V, Cost(each[0], each[0])) for each in vectors], path)]
    return [_price_vector(world, cost, first) for cost, first in zip(costs, firsts, strict=True)]


def _price_vector(world: DomainHooks[K, V, Any, Any], cost: V, first: Any) -> V:
    return cast(V, convert_numbers(cast(Vector, cost), world.objectives, first.travelled))


def expect_one_number(world: DomainHooks[Any, Any, Any, Any], what: str) -> None:
    """Raise BadInput if costs of a world have several numbers.

    Raises:
        BadInput: they have; the message begins with what was asked.
    """
    if world.objectives:
        names = ", ".join(map(str, world.objectives))
        raise BadInput(
            f"{what} needs costs of one number, and those of this world are {names}; use pareto or constrained, or one metric"
        )


def fit_algorithm(world: DomainHooks[Any, Any, Any, Any], algorithm: Algorithm) -> Algorithm:
    """Return an algorithm with its limits in the units of the problem.

    Raises:
        BadInput: costs have several numbers, and the algorithm minimises one.
    """
    if not world.objectives:
        return algorithm
    if "dominates" not in algorithm.needs:
        expect_one_number(world, f"the algorithm {algorithm.name!r}")

    def convert(place: int, number: float) -> float | None:
        if place >= len(world.objectives):
            names = ", ".join(map(str, world.objectives))
            raise BadInput(f"number {place + 1} of a cost has a limit, and costs of this world are {names}; leave it out")
        units = cast("float | None", world.limit(number)) if place == 0 else number * world.objectives[place].scale
        return units + _NOISE * (1 + abs(units)) if isinstance(units, float) else units

    return algorithm.with_limits(convert)
