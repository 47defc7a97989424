"""Writes sets of Detour's tiles from polygons, as its own library reads them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

Vertex = tuple[float, float, float]
"""x, height and z."""

BORDER = 0x8000


def tile(
    vertices: Sequence[Vertex],
    polygons: Sequence[Sequence[int]],
    beyond: Sequence[Sequence[int]],
    *,
    place: tuple[int, int] = (0, 0),
    climb: float = 0.5,
    cells: float = 1.0,
    flags: Sequence[int] | None = None,
    kinds: Sequence[int] | None = None,
) -> bytes:
    """Return the data of a tile.

    Args:
        beyond: for each side of each polygon the number of the neighbour, counted from 1; 0 for a wall; or ``BORDER`` and a
            side of the tile: 0 and 4 at the right and left, 2 and 6 at the ends of z.
        kinds: 0 for each polygon, and 1 for each off-mesh connection, whose vertices are its two ends.
    """
    links = sum(len(polygon) for polygon in polygons) + 2 * sum(what >= BORDER for sides in beyond for what in sides)
    triangles = sum(len(polygon) - 2 for polygon in polygons)
    counts = (len(polygons), len(vertices), links, len(polygons), 0, triangles, 0, 0, len(polygons))
    low, high = ([pick(vertex[axis] for vertex in vertices) for axis in range(3)] for pick in (min, max))
    data = struct.pack("<4s14i", b"VAND", 7, *place, 0, 0, *counts) + struct.pack("<10f", 2.0, 0.0, climb, *low, *high, cells)
    data += b"".join(struct.pack("<3f", *vertex) for vertex in vertices)
    for number, (polygon, sides) in enumerate(zip(polygons, beyond, strict=True)):
        corners, names = (list(each) + [0] * (6 - len(each)) for each in (polygon, sides))
        flag = 1 if flags is None else flags[number]
        kind = 0 if kinds is None else kinds[number]
        data += struct.pack("<I6H6HHBB", 0xFFFFFFFF, *corners, *names, flag, len(polygon), kind << 6)
    data += bytes(12 * links)
    first = 0
    for polygon in polygons:
        data += struct.pack("<IIBBxx", 0, first, 0, len(polygon) - 2)
        first += len(polygon) - 2
    return data + b"".join(bytes((0, at - 1, at, 0x15)) for polygon in polygons for at in range(2, len(polygon)))


def tile_set(tiles: Sequence[bytes], sides: tuple[float, float] = (1000.0, 1000.0), polygons: int = 1 << 16) -> bytes:
    """Return a set of tiles whose space begins at 0, 0, 0."""
    data = struct.pack("<4sii5fii", b"TESM", 1, len(tiles), 0.0, 0.0, 0.0, *sides, len(tiles), polygons)
    for number, each in enumerate(tiles):
        data += struct.pack("<Ii", number * polygons | 1 << 22, len(each)) + each
    return data


def neighbours(polygons: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return what lies beyond each side of polygons that share vertices."""
    owners: dict[tuple[int, int], int] = {}
    for number, polygon in enumerate(polygons, 1):
        owners |= {(polygon[at - 1], polygon[at]): number for at in range(len(polygon))}
    return [
        [owners.get((polygon[(at + 1) % len(polygon)], polygon[at]), 0) for at in range(len(polygon))] for polygon in polygons
    ]
