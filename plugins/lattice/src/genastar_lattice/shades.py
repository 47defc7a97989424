"""Greys for costs: the cheapest place is white, dearer ones darker on a logarithmic scale; walls are nearly black."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genastar.worlds.view import Brush

WALL: Final = (40, 40, 40)
LIGHTEST: Final = 255
_DARKEST: Final = 130
"""The grey of the dearest place."""

DEAREST: Final = 9.0
"""The cost with the darkest grey on a canvas. It is the same for all worlds up to this cost, so cells match their brushes."""


def compute_greys(costs: ArrayLike, least: float, most: float) -> NDArray[np.uint8]:
    """Return the greys for costs of free places.

    Args:
        costs: any shape.
        least: the cost of white.
        most: the cost of the darkest grey.
    """
    share = np.log(np.clip(np.asarray(costs, np.float64), least, most) / least) / np.log(max(most / least, 1 + 1e-9))
    return np.asarray(LIGHTEST - (LIGHTEST - _DARKEST) * share).astype(np.uint8)


def make_brushes(costs: Mapping[str, float], least: float, most: float) -> tuple[Brush, ...]:
    """Return a brush for each named cost, in the grey that this cost has in this world."""
    greys = compute_greys([*costs.values()], least, most).tolist()
    return tuple(
        Brush(name, cost, (grey, grey, grey) if cost else WALL) for (name, cost), grey in zip(costs.items(), greys, strict=True)
    )
