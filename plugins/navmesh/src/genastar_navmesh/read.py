"""Readers of meshes: ``.mesh`` of Polyanya, ``.obj``, ``.bin`` of Detour, GeoJSON polygons, images and arrays of free cells."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import cos, pi
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import line_of, shown
from genastar.files import json_of, named, read_bytes, read_text, unpacked_name
from genastar_navmesh.detour import read_detour
from genastar_navmesh.info import Options
from genastar_navmesh.mesh import Mesh, check_coordinates, mesh_of
from genastar_navmesh.search import Floats
from genastar_picture.images import check_size, greys_of, opened_image

MOST_BYTES: Final = 500_000_000
"""Largest size of a file in bytes."""

_ARC: Final = 8
"""Sides of a quarter circle around a corner, at which an agent with a radius turns."""


def read_source(source: object, options: Options) -> Mesh:
    """Read a mesh from a file, an array of free cells, or a shape of shapely.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    if isinstance(source, shapely.Geometry):
        return mesh_of_area("the shape", source, options.radius)
    if isinstance(source, np.ndarray):
        return mesh_of_area("the array", _cells(source, "the array", options.megapixels), options.radius)
    if not isinstance(source, (str, PathLike)):
        raise BadInput(f"a mesh cannot be read from a {type(source).__name__}; give a path, an array or a shape of shapely")
    path = Path(source)
    name, text = str(path), ""
    suffix = Path(unpacked_name(path)).suffix.lower()
    if suffix in (".png", ".bmp", ".gif", ".ppm", ".pgm"):
        with opened_image(path, options.megapixels) as image:
            return mesh_of_area(name, _cells(greys_of(image) >= options.threshold, name, options.megapixels), options.radius)
    if suffix in (".mesh", ".obj", ".geojson", ".json"):
        text = read_text(path, MOST_BYTES)
    match suffix:
        case ".mesh":
            mesh = read_mesh(name, text)
        case ".bin":
            mesh = read_detour(name, read_bytes(path, MOST_BYTES), options.off_mesh == "ignore")
        case ".obj":
            mesh = read_obj(name, text, options.up)
        case ".geojson" | ".json":
            return mesh_of_area(name, read_geojson(name, text), options.radius)
        case _:
            raise BadInput(
                f"{named(path)}: a mesh is read from .mesh, .obj, .bin, .geojson, or an image (.png, .bmp, .gif, .ppm, .pgm)"
            )
    if options.radius == 0:
        return mesh
    slits = shapely.buffer(mesh.outer_sides, 100 * mesh.tolerance)  # walls without a width are lost in the union
    return mesh_of_area(name, shapely.union_all(mesh.shapes).difference(slits), options.radius)


def mesh_of_area(name: str, area: shapely.Geometry, radius: float = 0.0) -> Mesh:
    """Return the mesh of an area: shrunk by the radius, divided into triangles, and these merged to convex polygons.

    The area is shrunk slightly more than by the radius, because arcs become chords: the agent never comes nearer to a wall.

    Raises:
        BadInput: nothing is left of the area.
    """
    check_coordinates(name, shapely.get_coordinates(area))
    if radius > 0:
        area = area.buffer(-radius / cos(pi / 4 / _ARC), quad_segs=_ARC)
    if not area.is_valid:
        area = shapely.make_valid(area)
    triangles = [part for part in shapely.get_parts(shapely.constrained_delaunay_triangles(area)) if part.area > 0]
    if not triangles:
        narrow = f" for an agent of radius {radius:g}" if radius else ""
        raise BadInput(f"{name}: there is no free area{narrow}")
    rings = np.array([shapely.get_coordinates(part)[:3] for part in triangles])
    points, corners = np.unique(rings.reshape(-1, 2), axis=0, return_inverse=True)
    return mesh_of(name, points, merged(points, corners.reshape(-1, 3).tolist()))


def merged(points: Floats, triangles: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return convex polygons made of triangles, by leaving out sides that are not needed (Hertel and Mehlhorn, 1983)."""
    polygons: dict[int, list[int]] = {}
    owner: dict[tuple[int, int], int] = {}
    places = [(float(x), float(y)) for x, y in points]

    def turn(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = places[a], places[b], places[c]
        return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)

    for number, (a, b, c) in enumerate(triangles):
        polygons[number] = ring = [a, b, c] if turn(a, b, c) > 0 else [a, c, b]
        owner |= {(ring[at - 1], ring[at]): number for at in range(3)}
    inner = sorted(
        ((one, other) for one, other in owner if one < other and (other, one) in owner),
        key=lambda side: -((places[side[0]][0] - places[side[1]][0]) ** 2 + (places[side[0]][1] - places[side[1]][1]) ** 2),
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
        flat = 1e-12 * max(abs(part) for place in (places[one], places[other]) for part in (*place, 1.0))
        if turn(whole[begin - 1], whole[begin], whole[(begin + 1) % len(whole)]) < flat * flat:
            continue
        if turn(whole[-1], whole[0], whole[1]) < flat * flat:
            continue
        polygons[left] = whole
        del polygons[right]
        owner |= {(whole[step - 1], whole[step]): left for step in range(len(whole))}
    return list(polygons.values())


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
            f"{name}: the file begins with {shown(begin)}; expected 'mesh' and '2' or '3', a mesh of Polyanya's version 2 or 3"
        )
    numbers = _numbers(name, words)
    try:
        return (_mesh_of_faces if words[1] == "3" else _mesh_of_numbers)(name, numbers)
    except IndexError:
        raise BadInput(
            f"{name}: the file ends too early; its third line counts more vertices or polygons than there are"
        ) from None


def _mesh_of_faces(name: str, numbers: Sequence[float]) -> Mesh:
    """Return the mesh of the numbers of a file of version 3. Vertices and faces count from 1.

    Raises:
        IndexError: there are too few.
    """
    count, faces = _count(name, numbers[2], "vertices"), _count(name, numbers[3], "faces")
    at = 4 + 2 * count
    if at > len(numbers):
        raise IndexError
    points = np.array(numbers[4:at], np.float64).reshape(-1, 2)
    rings, walls = [], []
    for _ in range(faces):
        is_free, size = numbers[at], _count(name, numbers[at + 1], "vertices of a face")
        if is_free not in (0, 1):
            raise BadInput(f"{name}: {is_free:g} cannot be whether a face is free; expected 0 or 1")
        ring = [_count(name, vertex, "the number of a vertex") - 1 for vertex in numbers[at + 2 : at + 2 + size]]
        beside = numbers[at + 2 + size : at + 2 + 2 * size]
        at += 2 + 2 * size
        if is_free:
            rings.append(ring)
            walls += [(ring[step - 1], ring[step]) for step, face in enumerate(beside) if face < 0]
    if at > len(numbers):
        raise IndexError
    if at < len(numbers):
        raise BadInput(f"{name}: the file goes on after its {faces:,} faces; the counts in its third line are wrong")
    return mesh_of(name, points, rings, walls)


def _mesh_of_numbers(name: str, numbers: Sequence[float]) -> Mesh:
    """Return the mesh of the numbers of a file of version 2.

    Raises:
        IndexError: there are too few.
    """
    count, polygons, at = _count(name, numbers[2], "vertices"), _count(name, numbers[3], "polygons"), 4
    points, rings = [], []
    for _ in range(count):
        points.append((numbers[at], numbers[at + 1]))
        at += 3 + _count(name, numbers[at + 2], "polygons of a vertex")
    for _ in range(polygons):
        size = _count(name, numbers[at], "vertices of a polygon")
        rings.append([_count(name, vertex, "the number of a vertex") for vertex in numbers[at + 1 : at + 1 + size]])
        at += 1 + 2 * size
    if at > len(numbers):
        raise IndexError
    if at < len(numbers):
        raise BadInput(f"{name}: the file goes on after its {polygons:,} polygons; the counts in its third line are wrong")
    return mesh_of(name, np.array(points, np.float64).reshape(-1, 2), rings)


def _numbers(name: str, words: Sequence[str]) -> list[float]:
    """Return all words as numbers, 0 for the first."""
    numbers = [0.0]
    for at, word in enumerate(words[1:], 2):
        try:
            numbers.append(float(word))
        except ValueError:
            raise BadInput(f"{name}: {shown(word)} is no number (word {at} of the file)") from None
    return numbers


def _count(name: str, number: float, what: str) -> int:
    if not 0 <= number <= 100_000_000 or number != int(number):
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
            raise BadInput(f"{name}: line {number}: {shown(line)} is no vertex and no face") from None
    found = np.array(points, np.float64).reshape(-1, 2)
    if not len(found):
        raise BadInput(f"{name}: there are no vertices; expected lines such as 'v 1 0 2'")
    # Tiles and faces may repeat vertices: those at one place are one.
    found, numbers = np.unique(found, axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    inside = [[int(numbers[at]) if 0 <= at < len(numbers) else -1 for at in ring] for ring in rings]
    return mesh_of(name, found, inside)


def read_geojson(name: str, text: str) -> shapely.Geometry:
    """Return the union of all polygons of a GeoJSON text. Rings inside a polygon are holes.

    Raises:
        BadInput: the text is no GeoJSON, or it has no polygons.
    """
    shapes = []
    for geometry in _geometries(name, json_of(name, text)):
        try:
            shape = shapely.from_geojson(json.dumps(geometry))
            check_coordinates(name, shapely.get_coordinates(shape))
            shapes.append(shapely.make_valid(shape))
        except (shapely.errors.ShapelyError, ValueError) as error:
            raise BadInput(f"{name}: a polygon cannot be read: {line_of(error)}") from None
    return shapely.union_all(shapes)


def _geometries(name: str, found: Any) -> Iterator[object]:
    kind = found.get("type") if isinstance(found, dict) else None
    match kind:
        case "FeatureCollection":
            parts = found.get("features")
        case "GeometryCollection":
            parts = found.get("geometries")
        case "Feature":
            parts = [found.get("geometry")]
        case "Polygon" | "MultiPolygon":
            yield found
            return
        case _:
            raise BadInput(f"{name}: {shown(kind)} is no polygon; expected GeoJSON with Polygon or MultiPolygon geometries")
    if not isinstance(parts, list) or not parts:
        raise BadInput(f"{name}: the {kind} is empty; expected polygons")
    for part in parts:
        yield from _geometries(name, part)


def _cells(cells: NDArray[Any], name: str, megapixels: int) -> shapely.Geometry:
    """Return the area of the free cells of an array; cell (x, y) covers x to x + 1 and y to y + 1."""
    if cells.ndim != 2 or cells.dtype.kind not in "biuf":
        raise BadInput(
            f"{name} has shape {cells.shape} and type {cells.dtype}; give numbers, 0 for blocked, shape (height, width)"
        )
    check_size(name, cells.shape[1], cells.shape[0], megapixels)
    free = np.pad(cells != 0, ((0, 0), (1, 1)))
    y, left = np.nonzero(free[:, 1:] & ~free[:, :-1])
    _, right = np.nonzero(free[:, :-1] & ~free[:, 1:])
    boxes = shapely.box(left, y, right, y + 1)
    return shapely.union_all(boxes).simplify(0)
