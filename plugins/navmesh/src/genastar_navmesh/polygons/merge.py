"""Merging of convex polygons (Hertel and Mehlhorn, 1983)."""

from __future__ import annotations

from itertools import chain
from math import dist

import numpy as np

from genastar_navmesh.polygons.rings import Rings
from genastar_navmesh.search import Floats


def merge_polygons(points: Floats, rings: Rings, tolerance: float) -> Rings:
    """Return convex polygons made of counterclockwise ones, by leaving out sides that are not needed.

    Args:
        points: x and y of the vertices.
        rings: polygons that share whole sides.
        tolerance: by which a corner stands out at least, so that rounding makes no corner that is not convex.
    """
    polygons = dict(enumerate(rings.to_lists()))
    owner = {(ring[at - 1], ring[at]): number for number, ring in polygons.items() for at in range(len(ring))}
    places: list[tuple[float, float]] = [(x, y) for x, y in points.tolist()]

    def is_convex(a: int, b: int, c: int) -> bool:
        (ax, ay), (bx, by), (cx, cy) = places[a], places[b], places[c]
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        return turn > tolerance * max(dist(places[a], places[b]), dist(places[b], places[c]))

    inner = sorted(
        ((one, other) for one, other in owner if one < other and (other, one) in owner),
        key=lambda side: -dist(places[side[0]], places[side[1]]),
    )
    for one, other in inner:  # the longest first
        left, right = owner[one, other], owner[other, one]
        if left == right:
            continue
        first, second = polygons[left], polygons[right]
        at, to = first.index(other), second.index(one)
        ring = first[at:] + first[:at]  # from other to one
        rest = second[to:] + second[:to]  # from one to other
        whole = ring + rest[1:-1]
        begin = len(ring) - 1
        if is_convex(whole[begin - 1], one, whole[(begin + 1) % len(whole)]) and is_convex(whole[-1], other, whole[1]):
            polygons[left] = whole
            del polygons[right]
            owner |= {(whole[step - 1], whole[step]): left for step in range(len(whole))}
    corners = np.fromiter(chain.from_iterable(polygons.values()), np.int64)
    counts = np.array([len(ring) for ring in polygons.values()], np.int64)
    return Rings(corners, counts, np.zeros(len(corners), np.bool_), rings.numbers[list(polygons)])
