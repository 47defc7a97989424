"""Areas: polygons of shapely as one area, and its triangles.

shapely's overlays of floats may lose whole parts of an area where sides lie within rounding of each other, as they do in areas
that were turned. On a grid of places they are exact. So areas are united on a grid, far finer than what a search tells apart,
and the corners of the triangles return from the grid to the places that the source gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isclose, log2
from typing import Final

import numpy as np
import shapely
from attrs import field, frozen

from genastar import BadInput
from genastar_navmesh.mesh import check_coordinates, measure_size
from genastar_navmesh.search import Floats

_FINENESS: Final = 2**-6
"""The distance of two places of the grid, as a share of that below which two points count as one."""


@frozen(eq=False)
class Area:
    """A valid area, united on a grid of places."""

    shape: shapely.Geometry
    places: Floats = field(factory=lambda: np.empty((0, 2)), repr=False)
    """The corners of its source, to which those that the grid moved return; shape (n, 2)."""
    grid: float = 0.0
    """The distance of two places of the grid; 0 for none."""

    def divide(self, name: str) -> Floats:
        """Return triangles that cover the area, by constrained Delaunay triangulation, shape (n, 3, 2).

        Raises:
            BadInput: a part of the area cannot be divided.
        """
        rest, found = list(shapely.get_parts(shapely.get_parts(self.shape))), []
        while rest:
            part = rest.pop()
            triangles = _divide_polygon(part)
            if triangles is None:
                rest += _halve(name, part)
            else:
                found += [shapely.get_coordinates(each)[:3] for each in triangles]
        return self._restore(np.array(found, np.float64).reshape(-1, 2)).reshape(-1, 3, 2)

    def _restore(self, points: Floats) -> Floats:
        """Return the points, those that the grid moved where they were in the source."""
        if self.grid == 0:
            return points
        tree = shapely.STRtree(shapely.points(self.places))
        moved, nearest = tree.query_nearest(shapely.points(points), max_distance=self.grid, all_matches=False)
        points[moved] = self.places[nearest]
        return points


def unite_polygons(name: str, polygons: Sequence[shapely.Geometry]) -> Area:
    """Return the union of polygons, in which rings after the first are holes, even where rings cross.

    Raises:
        BadInput: a coordinate is no finite number, or is too large to compute with; or all lie too close together.
    """
    places = shapely.get_coordinates(polygons)
    check_coordinates(name, places)
    if not len(places):
        return Area(shapely.Polygon())
    extent, tolerance = measure_size(name, places)
    grid = 2.0 ** ceil(log2(max(tolerance * _FINENESS, 4 * _measure_unit(places, extent))))
    try:
        return _unite_on_grid(polygons, places, grid)
    except shapely.errors.ShapelyError:  # a few areas fail on one grid, and not on another
        return _unite_on_grid(polygons, places, 2 * grid)


def _unite_on_grid(polygons: Sequence[shapely.Geometry], places: Floats, grid: float) -> Area:
    """Return the union of polygons on a grid of places."""
    parts = [each if each.is_valid else _make_valid(each, grid) for each in polygons]
    return Area(shapely.union_all(parts, grid_size=grid), places, grid)


def _measure_unit(places: Floats, extent: float) -> float:
    """Return the unit to which the coordinates are rounded: in decimals or in single precision; 0 if they may mean more."""
    digits = next((each for each in range(13) if np.array_equal(np.round(places, each), places)), None)
    if digits is not None:
        unit = 10.0**-digits if digits > 2 else 0.0  # a few decimals may be exact
    else:
        single = places.astype(np.float32)
        unit = float(np.spacing(np.abs(single).max())) if np.array_equal(single, places) else 0.0
    return unit if unit <= 1e-5 * extent else 0.0


def _make_valid(polygon: shapely.Geometry, grid: float) -> shapely.Geometry:
    """Return the valid area of a polygon whose rings cross themselves or each other."""
    outer, *holes = (shapely.make_valid(shapely.polygons(ring)) for ring in shapely.get_rings(polygon))
    return shapely.difference(outer, shapely.union_all(holes, grid_size=grid), grid_size=grid)


def _divide_polygon(polygon: shapely.Geometry) -> Sequence[shapely.Geometry] | None:
    """Return the triangles; ``None`` where shapely fails, as it does at some holes that touch others at their corners."""
    try:
        triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    except shapely.errors.ShapelyError:
        return None
    return list(triangles) if isclose(shapely.area(triangles).sum(), polygon.area, rel_tol=1e-9) else None


def _halve(name: str, polygon: shapely.Geometry) -> Sequence[shapely.Geometry]:
    """Return the polygons on both sides of a line through a hole; so it is a hole of none of them."""
    holes = [shapely.bounds(hole) for hole in shapely.get_rings(polygon)[1:]]
    if not holes:
        x, y = shapely.get_coordinates(polygon)[0].tolist()
        raise BadInput(f"{name}: the area at {x:g},{y:g} cannot be divided into triangles; give simpler polygons")
    low, _, high, _ = holes[len(holes) // 2].tolist()
    left, bottom, right, top = polygon.bounds
    halves = (shapely.box(left, bottom, (low + high) / 2, top), shapely.box((low + high) / 2, bottom, right, top))
    parts = shapely.get_parts(shapely.get_parts(shapely.intersection(polygon, halves)))
    return [part for part in parts if part.area > 0]
