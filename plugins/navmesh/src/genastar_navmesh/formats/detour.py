"""Reader of Detour's tiles: the ``.bin`` files in which the demo of Recast and many games keep navigation meshes.

A file is a set: a header, and for each tile its size and its data: a header, vertices (x, height, z in 32-bit floats), polygons
of up to six vertices, and parts that are not needed here. Each side of a polygon names the neighbour in its tile, or nothing
(a wall), or the border of the tile. Sides at the border of two tiles meet where they overlap in the plane and their heights
differ by no more than a step; there they are divided, so that polygons share whole sides.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar import BadInput
from genastar_navmesh.mesh import MOST_SIDES, Mesh, build_mesh

_SET: Final = np.dtype([("magic", "S4"), ("version", "<i4"), ("tiles", "<i4"), ("params", "V28")])
_SIZE: Final = np.dtype([("size", "<i4")])
_TILE: Final = np.dtype(
    [
        *((name, "S4" if name == "magic" else "<i4") for name in ("magic", "version", "x", "y", "layer", "user")),
        *(
            (name, "<i4")
            for name in ("polygons", "vertices", "links", "details", "more", "triangles", "nodes", "jumps", "base")
        ),
        *((name, "<f4") for name in ("height", "radius", "climb")),
        ("low", "<f4", 3),
        ("high", "<f4", 3),
        ("cells", "<f4"),
    ]
)
_POLYGON: Final = np.dtype(
    [("link", "<u4"), ("corners", "<u2", 6), ("beyond", "<u2", 6), ("flags", "<u2"), ("count", "u1"), ("kind", "u1")]
)
_BORDER: Final = 0x8000
"""In place of a neighbour's number: the side is at the border of the tile."""

Place = tuple[float, float, float]
"""x, z and the height of a vertex."""


@define
class _TileParts:
    """Polygons of all tiles read so far."""

    rings: list[list[Place]] = field(factory=list)
    beyond: list[list[int]] = field(factory=list)
    """What lies behind each side of each polygon: 0 a wall, `_BORDER` or more a border, otherwise a neighbour."""
    climb: float = 0.0
    """The height of a step."""


def read_detour(name: str, content: bytes, ignores_connections: bool = False) -> Mesh:
    """Read a set of tiles. Polygons and off-mesh connections without flags are blocked.

    Raises:
        BadInput: the content is no such set; polygons lie above each other; or there are off-mesh connections that are not
            blocked, unless they are ignored.
    """
    if content[:4] != b"TESM":
        raise BadInput(f"{name}: the file does not begin as a set of Detour's tiles ('TESM', the number MSET)")
    head = _record(name, content, 0, _SET, "the header")
    if head["version"] != 1:
        raise BadInput(f"{name}: version {head['version']} of a set of tiles is not supported; expected 1")
    parts, at = _TileParts(), _SET.itemsize
    for tile in range(1, int(head["tiles"]) + 1):
        # Programs with references of 64 bits write 16 bytes before a tile, others 8.
        wide = content[at + 16 : at + 20] == b"VAND" and content[at + 8 : at + 12] != b"VAND"
        size = int(_record(name, content, at + (8 if wide else 4), _SIZE, f"tile {tile}")["size"])
        at += 16 if wide else 8
        if not 0 <= size <= len(content) - at:
            raise BadInput(
                f"{name}: tile {tile} has {size:,} bytes, but {len(content) - at:,} follow; the file is damaged or cut"
            )
        if size:
            _add_tile(f"{name}: tile {tile}", content[at : at + size], parts, ignores_connections)
        at += size
    if not parts.rings:
        raise BadInput(f"{name}: there is no free polygon; expected at least one")
    return _build_mesh(name, parts)


def _record(name: str, content: bytes, at: int, kind: np.dtype[np.void], what: str) -> np.void:
    if at + kind.itemsize > len(content):
        raise BadInput(f"{name}: the file ends within {what}; it is damaged or cut")
    found: np.void = np.frombuffer(content, kind, 1, at)[0]
    return found


def _add_tile(name: str, content: bytes, parts: _TileParts, ignores_connections: bool) -> None:
    """Add the free polygons of a tile."""
    head = _record(name, content, 0, _TILE, "its header")
    if head["magic"] != b"VAND" or head["version"] != 7:
        raise BadInput(
            f"{name}: {bytes(head['magic'])!r}, version {head['version']} is no tile; expected b'VAND' and version 7"
        )
    vertices, polygons, at = int(head["vertices"]), int(head["polygons"]), _TILE.itemsize
    if min(vertices, polygons) < 0 or at + 12 * vertices + _POLYGON.itemsize * polygons > len(content):
        raise BadInput(f"{name}: {vertices:,} vertices and {polygons:,} polygons do not fit into {len(content):,} bytes")
    points = np.frombuffer(content, "<f4", 3 * vertices, at).reshape(-1, 3)
    if not (np.isfinite(points).all() and np.isfinite(head["climb"])):
        raise BadInput(f"{name}: a coordinate is not a finite number")
    rows = np.frombuffer(content, _POLYGON, polygons, at + 12 * vertices)
    rows = rows[rows["flags"] != 0]
    is_ground = rows["kind"] >> 6 == 0
    if not (ignores_connections or is_ground.all()):
        raise BadInput(
            f"{name}: it has {np.count_nonzero(~is_ground):,} off-mesh connections, such as jumps, along which no path is "
            "searched; give off_mesh=ignore to read it without them"
        )
    rows = rows[is_ground]
    counts = rows["count"].astype(np.int64)
    if ((counts < 3) | (counts > 6)).any():
        raise BadInput(f"{name}: a polygon has {counts[(counts < 3) | (counts > 6)][0]} vertices; expected 3 to 6")
    named = rows["corners"][np.arange(6) < counts[:, None]]
    if (named >= vertices).any():
        raise BadInput(f"{name}: a polygon names vertex {named.max()}; the vertices are 0 to {vertices - 1}")
    parts.climb = max(parts.climb, float(head["climb"]))
    places = _snap_places(points.astype(np.float64), head)
    for row, count in zip(rows, counts.tolist(), strict=True):
        parts.rings.append([places[corner] for corner in row["corners"][:count].tolist()])
        parts.beyond.append(row["beyond"][:count].tolist())


def _snap_places(points: NDArray[np.float64], head: np.void) -> list[Place]:
    """Return places as whole 64ths of a cell of the tile, so that rounding does not part vertices at one place."""
    cells = float(head["cells"])
    if 0 < cells < 1e6:
        points[:, ::2] = np.round(points[:, ::2] * cells * 64) / (cells * 64)
    return [(x, z, height) for x, height, z in points.tolist()]


def _build_mesh(name: str, parts: _TileParts) -> Mesh:
    """Return the mesh of polygons whose sides at borders are divided where others end."""
    ends: dict[tuple[int, float], set[float]] = defaultdict(set)
    for ring, beyond in zip(parts.rings, parts.beyond, strict=True):
        for side, what in enumerate(beyond):
            if what >= _BORDER:
                axis, line, begin, end = _locate_side(ring, side)
                ends[axis, line] |= {begin, end}
    sorted_ends = {key: np.array(sorted(found)) for key, found in ends.items()}
    numbers: dict[tuple[float, float], int] = {}
    polygons: list[list[int]] = []
    walls: list[tuple[int, int]] = []
    halves: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    total = 0
    for ring, beyond in zip(parts.rings, parts.beyond, strict=True):
        polygon: list[int] = []
        for side, what in enumerate(beyond):
            places = [ring[side], ring[(side + 1) % len(ring)]]
            if what >= _BORDER:
                places = _divide_side(ring, side, sorted_ends)
            corners = [numbers.setdefault(place[:2], len(numbers)) for place in places]
            polygon += corners[:-1]
            for at in range(len(corners) - 1):
                pair = min(corners[at : at + 2]), max(corners[at : at + 2])
                if what >= _BORDER:
                    low, high = (place for _, place in sorted(zip(corners[at : at + 2], places[at : at + 2], strict=True)))
                    halves[pair].append((low[2], high[2]))
                elif what == 0:
                    walls.append(pair)
        total += len(polygon)
        if total > MOST_SIDES:
            raise BadInput(f"{name}: the polygons have more than {MOST_SIDES:,} sides")
        polygons.append(polygon)
    step = 2 * parts.climb
    walls += [pair for pair, sides in halves.items() if len(sides) == 2 and not _meet(sides[0], sides[1], step)]
    points = np.array(list(numbers), np.float64)
    return build_mesh(name, points, polygons, walls)


def _locate_side(ring: list[Place], side: int) -> tuple[int, float, float, float]:
    """Return the axis across a side at a border, the line it lies on, and its ends along that line."""
    one, other = ring[side], ring[(side + 1) % len(ring)]
    axis = 0 if abs(one[0] - other[0]) <= abs(one[1] - other[1]) else 1
    return axis, one[axis], one[1 - axis], other[1 - axis]


def _divide_side(ring: list[Place], side: int, ends: dict[tuple[int, float], NDArray[np.float64]]) -> list[Place]:
    """Return the places at which a side at a border is divided, with both of its ends."""
    one, other = ring[side], ring[(side + 1) % len(ring)]
    axis, line, begin, end = _locate_side(ring, side)
    if one[axis] != other[axis]:
        return [one, other]
    low, high = min(begin, end), max(begin, end)
    found = ends[axis, line]
    between = found[np.searchsorted(found, low, "right") : np.searchsorted(found, high, "left")].tolist()
    places = []
    for place in between if begin < end else reversed(between):
        height = one[2] + (other[2] - one[2]) * (place - begin) / (end - begin)
        places.append((line, place, height) if axis == 0 else (place, line, height))
    return [one, *places, other]


def _meet(one: tuple[float, float], other: tuple[float, float], step: float) -> bool:
    """Return whether two sides, by the heights of their ends, cross or come as near as a step."""
    begin, end = one[0] - other[0], one[1] - other[1]
    return begin * end < 0 or min(abs(begin), abs(end)) <= step
