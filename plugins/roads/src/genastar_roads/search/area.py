"""Areas: polygons in degrees, from GeoJSON, shapely or geopandas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_error_line, format_value, make_missing_library_error
from genastar.files import format_path, parse_json, read_text

Polygons = NDArray[np.object_]
"""Polygons of shapely, shape (k,)."""

_LARGEST: Final = 100_000_000
"""Maximum size of a file in bytes."""

_DEGREES: Final = ("CRS84", "EPSG::4326", "EPSG:4326")
"""How names of reference systems in degrees end."""


def read_area(source: object) -> Polygons:
    """Return the polygons of an area, longitude and latitude in degrees, as an array of shapely geometries, shape (k,).

    Args:
        source: polygons of shapely, a GeoDataFrame or GeoSeries with a reference system, GeoJSON as a dictionary, or the path
            of a GeoJSON file. Polygons that cross themselves are repaired.

    Raises:
        BadInput: the source cannot be read, is no polygon or not in degrees, or shapely is not installed.
    """
    try:
        import shapely
    except ImportError as error:
        raise make_missing_library_error("an area", "shapely", error, "'genastar-roads[vectors]'") from error
    name = format_path(source) if isinstance(source, (str, PathLike)) else "the area"
    try:
        with np.errstate(invalid="ignore"):  # of coordinates that are not finite, which are refused below
            shapes = np.array(list(_iterate_shapes(source, name)), dtype=object)
    except BadInput:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, shapely.errors.ShapelyError) as error:
        raise BadInput(f"{name}: not an area: {format_error_line(error)}; expected polygons as GeoJSON") from error
    if len(others := [each.geom_type for each in shapes if each.geom_type not in ("Polygon", "MultiPolygon")]):
        raise BadInput(f"{name}: expected polygons, and it has a {others[0]}; draw a polygon around it, as buffer does")
    points = shapely.get_coordinates(shapes)
    if not (np.isfinite(points) & (np.abs(points) <= (360.0, 90.0))).all():
        raise BadInput(f"{name}: its coordinates are not longitude and latitude in degrees; reproject it to EPSG:4326")
    polygons: Polygons = shapely.get_parts(shapely.make_valid(shapes))
    polygons = shapely.get_parts(polygons)  # the polygons of repaired ones, among lines
    polygons = polygons[(shapely.get_type_id(polygons) == 3) & (shapely.area(polygons) > 0)]
    if not len(polygons):
        raise BadInput(f"{name}: it is empty; expected at least one polygon")
    bounds = shapely.bounds(polygons)
    if (bounds[:, 2] - bounds[:, 0]).max() > 180.0:
        raise BadInput(f"{name}: a polygon is wider than 180 degrees; split it at the 180th meridian, as GeoJSON asks")
    return polygons


def swap_axes(polygons: Polygons) -> Polygons:
    """Return polygons with latitude and longitude swapped."""
    import shapely

    swapped: Polygons = shapely.transform(polygons, lambda points: points[:, ::-1])
    return swapped


def _iterate_shapes(source: Any, name: str) -> Iterator[Any]:
    """Yield the geometries of a source."""
    import shapely

    if isinstance(source, (str, PathLike)):
        source = parse_json(name, read_text(source, _LARGEST, "an area has less"))
    if hasattr(source, "to_crs"):
        if source.crs is None:
            raise BadInput(f"{name}: the frame names no reference system; set it with set_crs")
        source = list(source.to_crs(4326).geometry)
    if isinstance(source, shapely.Geometry):
        yield from _iterate_parts(source)
    elif isinstance(source, (list, tuple, np.ndarray)):
        for each in source:
            if each is not None:
                yield from _iterate_shapes(each, name)
    elif isinstance(source, Mapping):
        system = str((source.get("crs") or {}).get("properties", {}).get("name", "CRS84"))
        if not system.endswith(_DEGREES):
            raise BadInput(f"{name}: its reference system is {format_value(system)}; reproject it to EPSG:4326")
        kind = source.get("type")
        if kind == "FeatureCollection":
            yield from _iterate_shapes(list(source["features"]), name)
        elif kind == "Feature":
            yield from _iterate_shapes([source["geometry"]], name)
        else:
            yield from _iterate_parts(shapely.geometry.shape(source))
    else:
        raise BadInput(f"{format_value(source)} is no area; give polygons, a GeoDataFrame, or GeoJSON")


def _iterate_parts(shape: Any) -> Iterator[Any]:
    """Yield a geometry, or the geometries of a collection; nothing for an empty one."""
    if shape.is_empty:
        return
    if shape.geom_type != "GeometryCollection":
        yield shape
        return
    for each in shape.geoms:
        yield from _iterate_parts(each)
