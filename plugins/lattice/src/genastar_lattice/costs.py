"""Costs of places: what may be one, and what a change of some may be."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.arguments import is_number
from genastar.errors import shown

MOST_COST: Final = 1_000_000
"""Of a place: sums of steps stay far within 64 bits."""


def check_change(cost: float, are_whole: bool, noun: str, realm: str) -> None:
    """Refuse a cost that places cannot be given.

    Args:
        cost: the new one, 0 to block places.
        are_whole: whether the costs of the world are whole numbers.
        noun: what a place is called in messages.
        realm: what the world is called in messages.

    Raises:
        BadInput: it is negative, not finite or too great; or a fraction in a world of whole numbers.
    """
    if not is_number(cost, 0, MOST_COST):
        raise _unfit(cost, noun)
    if are_whole and cost != int(cost):
        raise BadInput(f"a {noun} cannot cost {cost!r} in a {realm} of whole numbers; read the {realm} with costs in floats")


def are_broken(costs: NDArray[np.float64], noun: str) -> bool:
    """Return whether one of these new costs is no whole number.

    Raises:
        BadInput: one is negative or too great.
    """
    wrong = ~((costs >= 0) & (costs <= MOST_COST))
    if wrong.any():
        raise _unfit(costs[wrong][0].item(), noun)
    return bool((costs != np.floor(costs)).any())


def _unfit(cost: float, noun: str) -> BadInput:
    return BadInput(f"a {noun} cannot cost {shown(cost)}; give 0 to block it, or a number up to {MOST_COST:,}")
