"""Joints: polygons share whole sides and vertices, although rounding, or a vertex in the middle of a side, parts them.

Sources give polygons whose vertices differ by rounding, polygons so thin that their corners are in one line but for rounding,
and sides that overlap without sharing both ends (T-junctions). A search needs polygons with an area that share whole sides. So
vertices that are nearly at one place become one; polygons without a width are left out; and vertices that lie on a side divide
it. Then the neighbours of a thin polygon share sides with each other.
"""

from __future__ import annotations

import numpy as np
import shapely

from genastar_navmesh.rings import Bools, Rings, Whole
from genastar_navmesh.search import Floats


def clean_polygons(points: Floats, rings: Rings, width: float, distance: float) -> tuple[Floats, Rings]:
    """Return the vertices and the polygons that have an area, each counterclockwise.

    Args:
        points: x and y of the vertices.
        rings: polygons in either direction.
        width: of polygons that are left out; at most the distance.
        distance: within which two vertices are one.
    """
    points, rings = _weld_vertices(points, rings, distance)
    rings = rings.select_corners(rings.corners != rings.corners[rings.following])
    if len(rings.counts):
        rings = rings.select(~_find_thin(points, rings, width))
    return points, _orient(points, rings) if len(rings.counts) else rings


def _weld_vertices(points: Floats, rings: Rings, distance: float) -> tuple[Floats, Rings]:
    """Return the vertices of the polygons, and the polygons, with one vertex in place of those that lie within a distance."""
    points, corners = np.unique(points[rings.corners] + 0.0, axis=0, return_inverse=True)
    places = shapely.points(points)
    one, other = shapely.STRtree(places).query(places, predicate="dwithin", distance=distance)
    least, found = np.arange(len(points)), np.full(len(points), -1)
    while not np.array_equal(found, least):
        found = least.copy()
        np.minimum.at(least, one, found[other])
    return points, Rings(least[corners.reshape(-1)], rings.counts, rings.is_wall, rings.numbers)


def _find_thin(points: Floats, rings: Rings, width: float) -> Bools:
    """Return for each polygon whether all of its corners lie within a width of a line through two of them."""
    x, y = (points[rings.corners] - points[rings.corners[rings.first[:-1]]][rings.polygon]).T
    lengths = np.hypot(x, y)
    farthest = np.lexsort((lengths, rings.polygon))[rings.first[1:] - 1]
    along_x, along_y = (each[farthest][rings.polygon] for each in (x, y))
    across = np.abs(along_x * y - along_y * x)
    is_thin: Bools = np.maximum.reduceat(across, rings.first[:-1]) <= width * lengths[farthest]
    return is_thin


def _orient(points: Floats, rings: Rings) -> Rings:
    """Return the polygons counterclockwise."""
    x, y = (points[rings.corners] - points[rings.corners[rings.first[:-1]]][rings.polygon]).T
    return rings.reverse(np.add.reduceat(x * y[rings.following] - x[rings.following] * y, rings.first[:-1]) < 0)


def divide_sides(points: Floats, rings: Rings, distance: float) -> Rings:
    """Return polygons whose sides are divided where the side of another polygon ends on them, within a distance."""
    sides = np.flatnonzero(rings.find_single_sides())
    begins, ends = rings.corners[sides], rings.corners[rings.following[sides]]
    vertices = np.unique((begins, ends))
    lines = shapely.linestrings(np.stack((points[begins], points[ends]), axis=1))
    which, met = shapely.STRtree(shapely.points(points[vertices])).query(lines, predicate="dwithin", distance=distance)
    side, vertex = sides[which], vertices[met]
    is_new = ~_find_members(rings, rings.polygon[side], vertex, len(points))
    which, side, vertex = which[is_new], side[is_new], vertex[is_new]
    along = points[ends[which]] - points[begins[which]]
    order = np.lexsort((((points[vertex] - points[begins[which]]) * along).sum(axis=1), side))
    return rings.insert(side[order], vertex[order])


def _find_members(rings: Rings, polygons: Whole, vertices: Whole, count: int) -> Bools:
    """Return whether each of the vertices is a corner of the polygon at the same place."""
    return np.isin(polygons * count + vertices, rings.polygon * count + rings.corners)


def cut_reflex_corners(points: Floats, rings: Rings, tolerance: float) -> Rings:
    """Return convex polygons: those that a vertex on a side has bent inwards, by more than a tolerance, are cut there."""
    count = 0
    while count < len(rings.counts):
        count, rings = len(rings.counts), _cut_once(points, rings, tolerance)
    return rings


def _cut_once(points: Floats, rings: Rings, tolerance: float) -> Rings:
    """Return the polygons, each with a reflex corner cut in two."""
    here = points[rings.corners]
    into, out = here - here[rings.before], here[rings.following] - here
    turns = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    is_reflex = turns < -tolerance * np.maximum(np.hypot(*into.T), np.hypot(*out.T))
    is_bent = (np.bincount(rings.polygon[is_reflex], minlength=len(rings.counts)) > 0) & (rings.counts > 3)
    found = [rings.select(~is_bent)]
    for polygon in np.flatnonzero(is_bent).tolist():
        begin, end = int(rings.first[polygon]), int(rings.first[polygon + 1])
        corner = begin + int(is_reflex[begin:end].argmax())
        order = np.roll(np.arange(begin, end), begin - corner)
        along, inside = here[rings.following[corner]] - here[rings.before[corner]], here[order] - here[corner]
        to = 2 + int((along[0] * inside[:, 1] - along[1] * inside[:, 0])[2:-1].argmax())  # the corner opposite
        for part in (order[: to + 1], np.append(order[to:], corner)):
            is_wall = rings.is_wall[part]
            is_wall[-1] = False  # the side that cuts
            found.append(Rings(rings.corners[part], np.array([len(part)]), is_wall, rings.numbers[[polygon]]))
    fields = ("corners", "counts", "is_wall", "numbers")
    return Rings(*(np.concatenate([getattr(each, name) for each in found]) for name in fields))
