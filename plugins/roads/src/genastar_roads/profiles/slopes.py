"""What slopes do to the time of a road: factors by which a metre takes longer than on the flat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, get_args

import numpy as np

from genastar_roads.graph.columns import Float64

Slope = Literal["none", "tobler", "naismith", "power"]
"""How slopes count: not at all; on foot by Tobler's hiking function, or by Naismith's rule with Langmuir's corrections, both as
in `genastar_terrain.rules.paces`; or on a bicycle by its power, see `compute_cycling_speeds`."""

SLOPES: Final[tuple[Slope, ...]] = get_args(Slope)

STEEPEST: Final = 0.5
"""Steeper pieces count as this slope: raster and road do not lie exactly on each other at walls and cuttings."""

_GRAVITY: Final = 9.81
_ROLLING: Final = 0.007
_DRAG: Final = 0.5 * 1.225 * 0.632
"""Half the density of air times the area of drag of an upright rider, 0.632 m² (Wilson, Bicycling Science, 3rd ed., 2004)."""
_SLOWEST: Final = 3 / 3.6
_FASTEST: Final = 36 / 3.6


def make_slope_factors(slope: Slope, watts: float, mass: float) -> Callable[[Float64], Float64]:
    """Return the function that gives the factors of the time for slopes, rise over run, shape (k,); 1 on the flat."""
    if slope == "none":
        return np.ones_like
    if slope == "power":
        flat = compute_cycling_speeds(np.zeros(1), watts, mass)
        return lambda slopes: flat / compute_cycling_speeds(_limit(slopes), watts, mass)
    from genastar_terrain.rules.paces import Naismith, Tobler

    pace = Tobler() if slope == "tobler" else Naismith()
    return lambda slopes: np.array([pace.price(each, 1.0) for each in _limit(slopes).tolist()]) / pace.price(0.0, 1.0)


def compute_cycling_speeds(slopes: Float64, watts: float, mass: float) -> Float64:
    """Return speeds in m/s of a rider of constant power, shape (k,).

    Power overcomes the drag of air, rolling and climbing: P = v (D v² + m g (sin a + 0.007 cos a)); Martin et al. 1998, J Appl
    Biomech 14, 276-291, without wind. A rider pushes up steep slopes at 3 km/h, and brakes at 36 km/h.

    Args:
        slopes: rise over run, negative downhill.
        watts: power at the wheel.
        mass: kilograms of rider and bicycle.
    """
    force = mass * _GRAVITY * (slopes + _ROLLING) / np.sqrt(1 + slopes**2)
    speed = np.sqrt(np.maximum(-force, 0.0) / _DRAG) + np.cbrt(watts / _DRAG)  # too fast, so Newton's method comes down to it
    for _ in range(60):
        speed -= (_DRAG * speed**3 + force * speed - watts) / (3 * _DRAG * speed**2 + force)
    return np.asarray(np.clip(speed, _SLOWEST, _FASTEST))


def _limit(slopes: Float64) -> Float64:
    return np.clip(slopes, -STEEPEST, STEEPEST)
