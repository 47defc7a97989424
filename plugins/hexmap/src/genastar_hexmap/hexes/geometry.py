"""Hexagons in the plane: their positions, and the hexagon at a point. Lengths are in units of a hexagon's side."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

ROOT: Final = sqrt(3.0)

Point = tuple[float, float]
"""x to the right, y downwards."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def compute_centre(q: int, r: int, *, flat: bool) -> Point:
    """Return the centre of a hexagon, by axial coordinates."""
    return (1.5 * q, ROOT * (r + q / 2)) if flat else (ROOT * (q + r / 2), 1.5 * r)


def compute_centres(hexes: Floats, *, flat: bool) -> tuple[Floats, Floats]:
    """Return the centres of hexagons, as x and y, by axial coordinates, shape (n, 2)."""
    q, r = hexes.T
    x, y = compute_centre(1, 0, flat=flat), compute_centre(0, 1, flat=flat)
    return q * x[0] + r * y[0], q * x[1] + r * y[1]


def compute_corners(middle: Point, *, flat: bool) -> list[Point]:
    """Return the six corners of a hexagon."""
    first = 0.0 if flat else pi / 6
    return [(middle[0] + cos(first + k * pi / 3), middle[1] + sin(first + k * pi / 3)) for k in range(6)]


@cache
def compute_outline(radius: int, *, flat: bool) -> tuple[Point, ...]:
    """Return the corners around all hexagons within a number of steps of the one at the origin, in order."""
    sides: set[tuple[Point, Point]] = set()
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1):
            corners = [(round(x, 6), round(y, 6)) for x, y in compute_corners(compute_centre(q, r, flat=flat), flat=flat)]
            sides.update(zip(corners, [*corners[1:], corners[0]], strict=True))
    following = {one: other for one, other in sides if (other, one) not in sides}
    found = [min(following)]
    while len(found) < len(following):
        found.append(following[found[-1]])
    return tuple(found)


def compute_border(one: Point, other: Point) -> tuple[Point, Point]:
    """Return the side shared by two neighbours, by their centres."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    across, down = (other[0] - one[0]) / (2 * ROOT), (other[1] - one[1]) / (2 * ROOT)
    return (x - down, y + across), (x + down, y - across)


def find_hexes_at(x: Floats, y: Floats, *, flat: bool) -> tuple[Ints, Ints, Floats]:
    """Return the hexagon of each point as q and r, and its distance from the side: 0 at the centre, 1 on the side.

    Fractional cube coordinates are rounded; the one with the largest rounding error is recomputed from the other two.
    """
    q = x / 1.5 if flat else x / ROOT - y / 3
    r = y / ROOT - x / 3 if flat else y / 1.5
    s = -q - r
    whole_q, whole_r, whole_s = np.rint(q), np.rint(r), np.rint(s)
    off_q, off_r, off_s = np.abs(whole_q - q), np.abs(whole_r - r), np.abs(whole_s - s)
    fix_q = (off_q > off_r) & (off_q > off_s)
    fix_r = ~fix_q & (off_r > off_s)
    whole_q = np.where(fix_q, -whole_r - whole_s, whole_q)
    whole_r = np.where(fix_r, -whole_q - whole_s, whole_r)
    q, r = q - whole_q, r - whole_r
    side = np.maximum(np.maximum(np.abs(q - r), np.abs(2 * q + r)), np.abs(q + 2 * r))
    return whole_q.astype(np.int64), whole_r.astype(np.int64), side
