"""Weights of networkx, and which of them A* accepts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

Weigh = Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None]
Weight = str | Weigh | None

FAR: Final = float("inf")
LARGEST: Final = 1 << 53
"""Largest sum of weights for which numbers are exact."""


class NotOursError(Exception):
    """Networkx must answer: A* does not accept a weight, or an argument is not what this backend expects."""


def is_weight(step: object) -> bool:
    """Return whether A* accepts this weight: a finite number, 0 or more."""
    try:
        return bool(0 <= step < FAR)  # type: ignore[operator]
    except (TypeError, ValueError, ArithmeticError):
        return False


def to_numbers(weights: list[object]) -> NDArray[np.generic] | None:
    """Return the weights as an array; ``None`` if they are not numbers, or not exact in numpy."""
    try:
        array = np.asarray(weights)
    except (ValueError, OverflowError):
        return None  # nested lists of different lengths, or numbers beyond numpy's range
    with np.errstate(over="ignore"):
        if len(array) and (array.dtype.kind not in "iufb" or not np.abs(array.astype(float)).sum() < LARGEST):
            return None
    return array


def are_equal(before: list[object], now: list[object]) -> bool:
    """Return whether no weight has changed."""
    try:
        return before == now
    except (TypeError, ValueError, ArithmeticError):  # arrays and similar values do not compare to one bool
        return False


def make_weight_function(graph: Any, weight: Weight) -> Weigh:
    """Return a function from an edge's data to its cost, as networkx reads weights. Of parallel edges the cheapest counts."""
    if callable(weight):
        return weight
    if graph.is_multigraph():
        return lambda _, __, data: min(each.get(weight, 1) for each in data.values())
    return lambda _, __, data: cast("float | None", data.get(weight, 1))
