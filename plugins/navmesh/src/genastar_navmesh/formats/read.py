"""Readers of meshes: ``.mesh`` of Polyanya, ``.obj``, ``.bin`` of Detour, GeoJSON polygons, images and arrays of free cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import cos, pi
from operator import length_hint
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from attrs import evolve
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import format_path, parse_json, read_bytes, read_text, strip_packing
from genastar_navmesh.area import Area, unite_polygons
from genastar_navmesh.formats.detour import read_detour
from genastar_navmesh.info import Options
from genastar_navmesh.mesh import FARTHEST, Mesh, build_mesh
from genastar_navmesh.polygons.rings import Bools, Whole, unite_points
from genastar_navmesh.search import Floats, Point
from genastar_picture.sources.arrays import check_unmasked
from genastar_picture.sources.images import check_size, compute_brightness, open_image

MOST_BYTES: Final = 500_000_000
"""Largest size of a file in bytes."""

_MOST_COUNTED: Final = 100_000_000
"""Largest count, and the largest number of a vertex, in a file."""

_ARC: Final = 8
"""Sides of a quarter circle around a corner, at which an agent with a radius turns."""


def read_source(source: object, options: Options) -> Mesh:
    """Read a mesh from a file, an array of free cells, or a shape of shapely.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    if isinstance(source, shapely.Geometry):
        name = "the shape"
    elif isinstance(source, np.ndarray):
        name = "the array"
    elif isinstance(source, (str, PathLike)):
        name = str(Path(source))
    else:
        raise BadInput(f"a mesh cannot be read from a {type(source).__name__}; give a path, an array or a shape of shapely")
    try:
        area = _read(name, source, options)
        if isinstance(area, Mesh):
            if options.radius == 0:
                return area
            area = _build_area(area)
        return build_mesh_of_area(name, area, options.radius)
    except shapely.errors.ShapelyError:
        raise BadInput(f"{name}: the polygons cannot be joined to one area; give polygons whose sides do not cross") from None


def _read(name: str, source: str | PathLike[str] | NDArray[Any] | shapely.Geometry, options: Options) -> Mesh | Area:
    """Read a mesh, or an area that is to be divided."""
    if isinstance(source, shapely.Geometry):
        return unite_polygons(name, _list_polygons(source))
    if isinstance(source, np.ndarray):
        return _build_area_of_cells(source, name, options.megapixels)
    path = Path(source)
    suffix = Path(strip_packing(path)).suffix.lower()
    match suffix:
        case ".png" | ".bmp" | ".gif" | ".ppm" | ".pgm":
            with open_image(path, options.megapixels) as image:
                return _build_area_of_cells(compute_brightness(image) >= options.threshold, name, options.megapixels)
        case ".mesh":
            return read_mesh(name, read_text(path, MOST_BYTES))
        case ".bin":
            return read_detour(name, read_bytes(path, MOST_BYTES), options.off_mesh == "ignore")
        case ".obj":
            return read_obj(name, read_text(path, MOST_BYTES), options.up)
        case ".geojson" | ".json":
            return unite_polygons(name, read_geojson(name, read_text(path, MOST_BYTES)))
    raise BadInput(
        f"{format_path(path)}: a mesh is read from .mesh, .obj, .bin, .geojson, or an image (.png, .bmp, .gif, .ppm, .pgm)"
    )


def _build_area(mesh: Mesh) -> Area:
    """Return the area of a mesh, with slits in place of walls without a width, which are lost in a union."""
    free = unite_polygons(mesh.name, mesh.shapes.tolist())
    slits = shapely.buffer(mesh.outer_sides, 100 * mesh.tolerance)
    return evolve(free, shape=shapely.difference(free.shape, slits, grid_size=free.grid))


def build_mesh_of_area(name: str, area: Area, radius: float = 0.0) -> Mesh:
    """Return the mesh of an area: shrunk by the radius, divided into triangles, and these merged to convex polygons.

    The area is shrunk slightly more than by the radius, because arcs become chords: the agent never comes nearer to a wall.

    Raises:
        BadInput: nothing is left of the area.
    """
    if radius > 0:
        area = evolve(area, shape=shapely.make_valid(area.shape.buffer(-radius / cos(pi / 4 / _ARC), quad_segs=_ARC)))
    triangles = area.divide(name)
    if not len(triangles):
        narrow = f" for an agent of radius {radius:g}" if radius else ""
        raise BadInput(f"{name}: there is no free area{narrow}")
    corners = np.arange(3 * len(triangles)).reshape(-1, 3).tolist()
    return build_mesh(name, triangles.reshape(-1, 2), corners, grid=area.grid)


def read_mesh(name: str, text: str) -> Mesh:
    """Read a mesh in Polyanya's format, version 2 or 3.

    Version 2 has vertices with their polygons, and polygons with their vertices and neighbours. Version 3 has vertices, and
    faces that may be blocked, with walls between faces. Neighbours are found again from the vertices that polygons share.

    Raises:
        BadInput: the text is no such mesh.
    """
    words = text.split()
    if words[:2] not in (["mesh", "2"], ["mesh", "3"]):
        begin = " ".join(words[:2])
        raise BadInput(
            f"{name}: the file begins with {format_value(begin)}; expected 'mesh' and '2' or '3', a mesh of Polyanya's "
            "version 2 or 3"
        )
    numbers = _parse_numbers(name, words)
    try:
        return (_parse_faces if words[1] == "3" else _parse_polygons)(name, numbers)
    except IndexError:
        raise BadInput(
            f"{name}: the file ends too early; its third line counts more vertices or polygons than there are"
        ) from None


def _parse_faces(name: str, numbers: Floats) -> Mesh:
    """Return the mesh of the numbers of a file of version 3. Vertices and faces count from 1.

    Raises:
        IndexError: there are too few.
    """
    count, faces = _count(name, numbers[2], "vertices"), _count(name, numbers[3], "faces")
    begins, end = _find_rows(name, numbers, 4 + 2 * count, faces, (2, 2), "vertices of a face")
    _check_end(name, numbers, end, f"{faces:,} faces")
    is_free, sizes = numbers[begins], numbers[begins + 1].astype(np.int64)
    wrong = (is_free != 0) & (is_free != 1)
    if wrong.any():
        raise BadInput(f"{name}: {is_free[wrong][0]:g} cannot be whether a face is free; expected 0 or 1")
    rings, walls = [], []
    for free, ring, at in zip(
        is_free.tolist(), _vertices_of(name, numbers, begins + 2, sizes, 1), begins.tolist(), strict=True
    ):
        if free:
            rings.append(ring)
            beside = numbers[at + 2 + len(ring) : at + 2 + 2 * len(ring)]
            walls += [(ring[step - 1], ring[step]) for step in np.flatnonzero(beside < 0).tolist()]
    return build_mesh(name, numbers[4 : 4 + 2 * count].reshape(-1, 2), rings, walls)


def _parse_polygons(name: str, numbers: Floats) -> Mesh:
    """Return the mesh of the numbers of a file of version 2.

    Raises:
        IndexError: there are too few.
    """
    count, polygons = _count(name, numbers[2], "vertices"), _count(name, numbers[3], "polygons")
    vertices, at = _find_rows(name, numbers, 4, count, (3, 1), "polygons of a vertex")
    begins, end = _find_rows(name, numbers, at, polygons, (1, 2), "vertices of a polygon")
    _check_end(name, numbers, end, f"{polygons:,} polygons")
    rings = _vertices_of(name, numbers, begins + 1, numbers[begins].astype(np.int64), 0)
    return build_mesh(name, np.stack((numbers[vertices], numbers[vertices + 1]), axis=1), rings)


def _find_rows(name: str, numbers: Floats, at: int, count: int, form: tuple[int, int], what: str) -> tuple[Whole, int]:
    """Return where each of many rows begins, and where the last ends.

    A row begins with as many numbers as the form says first, of which the last counts what follows: for each, as many numbers
    as the form says second.

    Raises:
        IndexError: there are too few numbers.
    """
    head, times = form
    begins, sizes = [], np.where(_find_wrong(numbers), -1, numbers).astype(np.int64).tolist()
    for _ in range(count):
        begins.append(at)
        size = sizes[at + head - 1]
        at += head + times * (size if size >= 0 else _count(name, numbers[at + head - 1], what))
    if at > len(sizes):
        raise IndexError
    return np.array(begins, np.int64), at


def _vertices_of(name: str, numbers: Floats, begins: Whole, sizes: Whole, least: int) -> list[list[int]]:
    """Return the vertices of polygons, each as many numbers as its size; the first vertex has the number ``least``."""
    ends = np.cumsum(sizes)
    found = numbers[np.repeat(begins - ends + sizes, sizes) + np.arange(sizes.sum())]
    for vertex in found[_find_wrong(found)][:1].tolist():
        _count(name, vertex, "the number of a vertex")
    corners = (found.astype(np.int64) - least).tolist()
    return [corners[end - size : end] for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]


def _check_end(name: str, numbers: Floats, end: int, what: str) -> None:
    """Raise BadInput if the numbers go on."""
    if end < len(numbers):
        raise BadInput(f"{name}: the file goes on after its {what}; the counts in its third line are wrong")


def _parse_numbers(name: str, words: Sequence[str]) -> Floats:
    """Return all words as numbers, 0 for the first."""
    rest = iter(words[1:])
    try:
        return np.fromiter(chain([0.0], map(float, rest)), np.float64, len(words))
    except ValueError:
        at = len(words) - length_hint(rest)
        raise BadInput(f"{name}: {format_value(words[at - 1])} is no number (word {at} of the file)") from None


def _find_wrong(numbers: Floats) -> Bools:
    """Return for each number whether it is no whole number from 0 to the largest count."""
    is_right: Bools = (numbers >= 0) & (numbers <= _MOST_COUNTED) & (numbers == np.floor(numbers))
    return ~is_right


def _count(name: str, number: float, what: str) -> int:
    if _find_wrong(np.array(number)):
        raise BadInput(f"{name}: {number:g} cannot be {what}; expected a whole number of at least 0")
    return int(number)


def read_obj(name: str, text: str, up: str = "y") -> Mesh:
    """Read a Wavefront .obj file, as Recast writes meshes: ``v`` lines and ``f`` lines. The axis ``up`` is left out.

    Raises:
        BadInput: a line is wrong; the message names it.
    """
    points, rings = [], []
    kept = (0, 2) if up == "y" else (0, 1)
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] not in ("v", "f"):
            continue
        try:
            if words[0] == "v":
                place = [float(word) for word in words[1:4]]
                points.append([place[axis] for axis in kept])
            else:
                ring = [int(word.split("/")[0]) for word in words[1:]]
                rings.append([at - 1 if at > 0 else len(points) + at for at in ring])
        except (ValueError, IndexError):
            raise BadInput(f"{name}: line {number}: {format_value(line)} is no vertex and no face") from None
    found = np.array(points, np.float64).reshape(-1, 2)
    if not len(found):
        raise BadInput(f"{name}: there are no vertices; expected lines such as 'v 1 0 2'")
    # Tiles and faces may repeat vertices: those at one place are one.
    found, numbers = unite_points(found)
    inside = [[int(numbers[at]) if 0 <= at < len(numbers) else -1 for at in ring] for ring in rings]
    return build_mesh(name, found, inside)


def read_geojson(name: str, text: str) -> list[shapely.Geometry]:
    """Return all polygons of a GeoJSON text. Rings inside a polygon are holes.

    Raises:
        BadInput: the text is no GeoJSON, or it has no polygons.
    """
    polygons: list[shapely.Geometry] = []
    rest = [parse_json(name, text)]
    while rest:
        value = rest.pop()
        found: dict[str, object] = value if isinstance(value, dict) else {}
        match kind := found.get("type"):
            case "FeatureCollection" | "GeometryCollection":
                parts = found.get("features" if kind == "FeatureCollection" else "geometries")
                if not isinstance(parts, list) or not parts:
                    raise BadInput(f"{name}: the {kind} is empty; expected polygons")
                rest += reversed(parts)
            case "Feature":
                rest.append(found.get("geometry"))
            case "Polygon":
                polygons.append(_make_polygon(name, found.get("coordinates")))
            case "MultiPolygon":
                polygons += [_make_polygon(name, rings) for rings in _expect_list(name, found.get("coordinates"), "polygons")]
            case _:
                raise BadInput(
                    f"{name}: {format_value(kind)} is no polygon; expected GeoJSON with Polygon or MultiPolygon geometries"
                )
    return polygons


def _make_polygon(name: str, rings: object) -> shapely.Geometry:
    """Return the polygon of GeoJSON's coordinates."""
    found = [
        [_check_place(name, place) for place in _expect_list(name, ring, "places")]
        for ring in _expect_list(name, rings, "rings")
    ]
    for ring in found:
        if len(ring) < 4 or ring[0] != ring[-1]:
            raise BadInput(f"{name}: a polygon cannot be read: a ring has 4 places or more, of which the last is the first")
    return shapely.Polygon(found[0], found[1:]) if found else shapely.Polygon()


def _expect_list(name: str, found: object, what: str) -> list[object]:
    if not isinstance(found, list):
        raise BadInput(f"{name}: a polygon cannot be read: {format_value(found)} is no list of {what}")
    return found


def _check_place(name: str, place: object) -> Point:
    match place:
        case [int() | float() as x, int() | float() as y, *_] if not (isinstance(x, bool) or isinstance(y, bool)):
            if abs(largest := max(x, y, key=abs)) > FARTHEST:  # a whole number may be larger than any float
                raise BadInput(
                    f"{name}: the coordinate {format_value(largest)} is larger than {FARTHEST:g}; give coordinates in a "
                    "larger unit"
                )
            return float(x), float(y)
    raise BadInput(
        f"{name}: a polygon cannot be read: {format_value(place)} is no place; expected two numbers, such as [1.5, 2]"
    )


def _list_polygons(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """Return the polygons of a shape, without its points and lines."""
    parts = [shape]
    while any(hasattr(part, "geoms") for part in parts):
        parts = shapely.get_parts(parts).tolist()
    return [part for part in parts if shapely.get_dimensions(part) == 2]


def _build_area_of_cells(cells: NDArray[Any], name: str, megapixels: int) -> Area:
    """Return the area of the free cells of an array; cell (x, y) covers x to x + 1 and y to y + 1."""
    if cells.ndim != 2 or cells.dtype.kind not in "biuf":
        raise BadInput(
            f"{name} has shape {cells.shape} and type {cells.dtype}; give numbers, 0 for blocked, shape (height, width)"
        )
    check_unmasked(name, cells)
    check_size(name, cells.shape[1], cells.shape[0], megapixels)
    wrong = ~(cells >= 0)  # also catches NaN
    if wrong.any():
        row, column = map(int, np.argwhere(wrong)[0])
        raise BadInput(
            f"{name}: row {row + 1}, column {column + 1}: {cells[row, column]} is no cell; give 0 for blocked, 1 for free"
        )
    free = np.pad(cells != 0, ((0, 0), (1, 1)))
    y, left = np.nonzero(free[:, 1:] & ~free[:, :-1])
    _, right = np.nonzero(free[:, :-1] & ~free[:, 1:])
    boxes = shapely.box(left, y, right, y + 1)
    return Area(shapely.union_all(boxes).simplify(0))  # whole numbers are exact
