"""Costs of cells: their allowed range, and checks of changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar.values.arguments import expect, is_number

P = TypeVar("P")

MOST_COST: Final = 1_000_000
"""Largest cost of a cell; sums of steps stay far within 64 bits."""


def check_change(cost: float, are_whole: bool, noun: str, realm: str) -> None:
    """Check the new cost of cells.

    Args:
        cost: the new cost, 0 to block cells.
        are_whole: whether the costs of the world are whole numbers.
        noun: the word for a position in messages.
        realm: the word for the world in messages.

    Raises:
        BadInput: the cost is negative, not finite or too great; or it is a fraction in a world of whole numbers.
    """
    if not is_number(cost, 0, MOST_COST):
        raise _make_cost_error(cost, noun)
    if are_whole and cost != int(cost):
        raise BadInput(f"a {noun} cannot cost {cost!r} in a {realm} of whole numbers; read the {realm} with costs in floats")


def list_changes(
    places: Iterable[P] | Mapping[P, float], cost: float | None, are_whole: bool, noun: str, realm: str
) -> list[tuple[P, float]]:
    """Return places with their new costs.

    Args:
        places: a mapping of places to costs; or places, which all get ``cost``.
        cost: the new cost of all; ``None`` with a mapping.
        are_whole: as in `check_change`, for the following too.
        noun: the word for a position.
        realm: the word for the world.

    Raises:
        BadInput: as in `check_change`; or there is no cost, or one beside a mapping.
    """
    if isinstance(places, Mapping):
        if cost is not None:
            raise BadInput(f"cost={format_value(cost)} was given beside a mapping of {noun}s to costs; leave it out")
        changes = list(places.items())
    else:
        if cost is None:
            raise BadInput(f"no cost was given; give change({noun}s, cost), or a mapping of {noun}s to costs")
        expect(f"{noun}s", places, Iterable, f"{noun}s in a list or a tuple, or a mapping of {noun}s to costs")
        check_change(cost, are_whole, noun, realm)
        return [(place, cost) for place in places]
    for _, value in changes:
        check_change(value, are_whole, noun, realm)
    return changes


def has_fractions(costs: NDArray[np.float64], noun: str) -> bool:
    """Return whether one of these new costs is not a whole number.

    Raises:
        BadInput: a cost is negative or too great.
    """
    wrong = ~((costs >= 0) & (costs <= MOST_COST))
    if wrong.any():
        raise _make_cost_error(costs[wrong][0].item(), noun)
    return bool((costs != np.floor(costs)).any())


def _make_cost_error(cost: float, noun: str) -> BadInput:
    return BadInput(f"a {noun} cannot cost {format_value(cost)}; give 0 to block it, or a number up to {MOST_COST:,}")
