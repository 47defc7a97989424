"""Joints: polygons share whole sides and vertices, although rounding, or a vertex in the middle of a side, parts them.

Sources give polygons whose vertices differ by rounding, polygons so thin that their corners are in one line but for rounding,
and sides that overlap without sharing both ends (T-junctions). A search needs polygons with an area that share whole sides. So
vertices that are nearly at one place become one; polygons without a width are left out; and vertices that lie on a side divide
it. Then the neighbours of a thin polygon share sides with each other.
"""

from __future__ import annotations

import numpy as np
import shapely

from genastar_navmesh.polygons.rings import Bools, Rings, Whole, unite_points
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
    points, corners = unite_points(points[rings.corners])
    places = shapely.points(points)
    one, other = shapely.STRtree(places).query(places, predicate="dwithin", distance=distance)
    least, found = np.arange(len(points)), np.full(len(points), -1)
    while not np.array_equal(found, least):
        found = least.copy()
        np.minimum.at(least, one, found[other])
    return points, Rings(least[corners], rings.counts, rings.is_wall, rings.numbers)


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
    low, high = (each(points[begins], points[ends]) for each in (np.minimum, np.maximum))
    near = shapely.box(*(low - distance).T, *(high + distance).T)
    which, met = shapely.STRtree(shapely.points(points[vertices])).query(near)
    is_new = ~_find_members(rings, rings.polygon[sides[which]], vertices[met], len(points))
    which, met = which[is_new], met[is_new]
    lines = shapely.linestrings(np.stack((points[begins[which]], points[ends[which]]), axis=1))
    is_met = shapely.dwithin(lines, shapely.points(points[vertices[met]]), distance)
    which, vertex = which[is_met], vertices[met[is_met]]
    side = sides[which]
    along = points[ends[which]] - points[begins[which]]
    order = np.lexsort((((points[vertex] - points[begins[which]]) * along).sum(axis=1), side))
    return rings.insert(side[order], vertex[order])


def _find_members(rings: Rings, polygons: Whole, vertices: Whole, count: int) -> Bools:
    """Return whether each of the vertices is a corner of the polygon at the same place."""
    return np.isin(polygons * count + vertices, rings.polygon * count + rings.corners)


def cut_reflex_corners(points: Floats, rings: Rings, tolerance: float) -> Rings:
    """Return convex polygons: those that a vertex on a side has bent inwards, by more than a tolerance, are cut there."""
    is_reflex = _find_reflex(points[rings.corners], rings.before, rings.following, tolerance)
    is_bent = (np.bincount(rings.polygon[is_reflex], minlength=len(rings.counts)) > 0) & (rings.counts > 3)
    parts = [rings.select(~is_bent)]
    for polygon in np.flatnonzero(is_bent).tolist():
        corners = slice(rings.first[polygon], rings.first[polygon + 1])
        rest = [(rings.corners[corners], rings.is_wall[corners])]
        while rest:
            ring, is_wall = rest.pop()
            cut = _cut_once(points[ring], tolerance)
            for part in cut:
                inner = is_wall[part]
                inner[-1] = False  # the side that cuts
                rest.append((ring[part], inner))
            if not cut:
                parts.append(Rings(ring, np.array([len(ring)]), is_wall, rings.numbers[[polygon]]))
    fields = ("corners", "counts", "is_wall", "numbers")
    return Rings(*(np.concatenate([getattr(each, name) for each in parts]) for name in fields))


def _cut_once(here: Floats, tolerance: float) -> tuple[Whole, ...]:
    """Return the corners of both parts of a polygon that is cut at a reflex corner; none if there is nothing to cut."""
    places = np.arange(len(here))
    is_reflex = _find_reflex(here, places - 1, places + 1 - len(here), tolerance)
    if len(here) == 3 or not is_reflex.any():
        return ()
    corner = int(is_reflex.argmax())
    order = np.roll(places, -corner)
    along, inside = here[order[1]] - here[order[-1]], here[order] - here[corner]
    to = 2 + int((along[0] * inside[:, 1] - along[1] * inside[:, 0])[2:-1].argmax())  # the corner opposite
    return order[: to + 1], np.append(order[to:], corner)


def _find_reflex(here: Floats, before: Whole, following: Whole, tolerance: float) -> Bools:
    """Return for each corner whether it is bent inwards by more than a tolerance."""
    into, out = here - here[before], here[following] - here
    turns = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    is_reflex: Bools = turns < -tolerance * np.maximum(np.hypot(*into.T), np.hypot(*out.T))
    return is_reflex
