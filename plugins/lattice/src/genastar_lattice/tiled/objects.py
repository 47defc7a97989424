"""Objects in the object layers of Tiled: points and outlines, in pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, cos, floor, pi, radians, sin
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.tiled.documents import parse_number, read_properties
from genastar_lattice.tiled.layers import Offset, iterate_layers

Corners = NDArray[np.float64]
"""Corners of an outline, shape (n, 2), as rows of x, y."""

_ROUND: Final = 64
"""Number of corners that stand for an ellipse."""

TOUCH: Final = 1e-9
"""The part of a row, or of a line, below which a line only touches a cell."""


@frozen(eq=False)
class MapObject:
    """An object of an object layer."""

    where: str
    """Its place in the file, for messages."""
    name: str
    kind: str
    """Its class, or empty."""
    corners: Corners = field(repr=False)
    """Its outline in pixels; a point has one corner, and a polyline is not closed."""
    is_closed: bool
    properties: Mapping[str, str]
    """The user's properties, with those of its layer."""
    template: str
    """The file of its template, which is not read; empty if it has none."""


def read_objects(name: str, root: ET.Element, convert_offset: Callable[[float, float], Offset]) -> list[MapObject]:
    """Return the objects of all object layers, in the order of the file. Texts are left out.

    Args:
        name: the file, in messages.
        root: the map.
        convert_offset: returns the offset of a layer in the pixels of objects.

    Raises:
        BadInput: an object has no valid place or size; the message says where.
    """
    return [
        _read_object(f"{name}: object {element.get('id', '?')[:20]}", element, layer.properties, convert_offset(*layer.offset))
        for layer in iterate_layers(name, root)
        if layer.element.tag == "objectgroup"
        for element in layer.element.findall("object")
        if element.find("text") is None
    ]


def _read_object(where: str, element: ET.Element, outer: Mapping[str, str], offset: Offset) -> MapObject:
    x, y = parse_number(where, element, "x", 0.0), parse_number(where, element, "y", 0.0)
    width, height = parse_number(where, element, "width", 0.0), parse_number(where, element, "height", 0.0)
    line = next((each for each in map(element.find, ("polygon", "polyline")) if each is not None), None)
    if line is not None:
        corners = _parse_points(where, line.get("points", ""))
    elif element.find("point") is not None or width <= 0 or height <= 0:
        corners = np.zeros((1, 2))
    elif element.find("ellipse") is not None:
        angles = np.arange(_ROUND) * (2 * pi / _ROUND)
        corners = np.stack([(1 + np.cos(angles)) * width / 2, (1 + np.sin(angles)) * height / 2], axis=1)
    else:
        top = -height if "gid" in element.attrib else 0.0  # an image stands on its place
        corners = np.array([(0.0, top), (width, top), (width, top + height), (0.0, top + height)])
    turn = radians(parse_number(where, element, "rotation", 0.0))
    corners = corners @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + (x + offset[0], y + offset[1])
    kind = element.get("class") or element.get("type") or ""
    is_closed = line is None or line.tag == "polygon"
    properties, template = {**outer, **read_properties(element)}, element.get("template", "")
    return MapObject(where, element.get("name", ""), kind, corners, is_closed, properties, template)


def _parse_points(where: str, text: str) -> Corners:
    try:
        points = [tuple(map(float, pair.split(","))) for pair in text.split()]
        found = np.array(points, np.float64)
    except ValueError:
        found = np.zeros(0)
    if found.ndim != 2 or found.shape[1] != 2 or not (np.abs(found) < 1e9).all():
        raise BadInput(f"{where}: its points are {text[:20]!r}; expected x,y of each, with spaces between them")
    return found


def measure_outline(corners: Corners, width: int, height: int) -> int:
    """Return the work of `cover_cells`, in the time that one cell around the outline takes; a line or a row takes longer."""
    sides = np.array([width, height])
    low, high = corners.min(axis=0).clip(0, sides), (corners.max(axis=0) + 1).clip(0, sides)
    rows = np.abs(np.diff(corners[:, 1], append=corners[:1, 1])).clip(0, height)
    return int((high - low).prod() + 10 * rows.sum() + 10_000 * len(rows))


def list_lines(corners: Corners, is_closed: bool) -> list[tuple[Corners, Corners]]:
    """Return the lines of an outline, each its start and its end; a point is one line."""
    ends = np.roll(corners, -1, axis=0) if is_closed else corners[min(1, len(corners) - 1) :]
    return list(zip(corners, ends, strict=False))


def cover_cells(corners: Corners, is_closed: bool, width: int, height: int) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """Return rows and columns, and which of their cells an outline overlaps; touching a side of a cell is not enough.

    A cell is overlapped if a line of the outline passes through its inside, or if its middle is inside a closed outline. The
    time is proportional to the area, and to the rows of each line.

    Args:
        corners: the outline in cells: cell (x, y) reaches from x to x + 1 and from y to y + 1.
        is_closed: whether the last corner is joined to the first and the inside counts.
        width: number of columns of the map.
        height: number of rows of the map.
    """
    low, high = np.floor(corners.min(axis=0)), np.floor(corners.max(axis=0)) + 1
    left, top = (int(part) for part in np.clip(low, 0, (width, height)))
    right, bottom = (int(part) for part in np.clip(high, (left, top), (width, height)))
    area = _Area(left, top, right - left, bottom - top)
    for start, end in list_lines(corners, is_closed):
        area.add_line(start, end)
        if is_closed:
            area.add_side(start, end)
    return (slice(top, bottom), slice(left, right)), area.combine()


class _Area:
    """The cells of a rectangle that an outline overlaps, as changes from one cell of a row to the next."""

    def __init__(self, left: int, top: int, width: int, height: int) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self.passed = np.zeros((height, width + 1), np.int32)
        """Lines that begin to pass at a cell, minus those that end before it."""
        self.crossed = np.zeros((height, width + 1), np.bool_)
        """Whether an odd number of sides cross a row just before the middle of a cell."""

    def add_line(self, start: Corners, end: Corners) -> None:
        """Add the cells through whose inside a line passes: those where it spends some of its length, or a point lies."""
        (x, y), (to_x, to_y) = sorted((start.tolist(), end.tolist()), key=lambda point: float(point[1]))
        rows = np.arange(max(self.top, floor(y)), min(self.top + self.height, floor(to_y) + 1))
        if y == to_y:
            rows, one, other = rows[rows < y], np.full(len(rows[rows < y]), x), np.full(len(rows[rows < y]), to_x)
        else:
            begin, stop = np.maximum(rows, y), np.minimum(rows + 1, to_y)
            is_long = stop - begin > TOUCH
            rows, begin, stop = rows[is_long], begin[is_long], stop[is_long]
            one, other = (x + (part - y) / (to_y - y) * (to_x - x) for part in (begin, stop))
        near, far = np.round(np.minimum(one, other), 9), np.round(np.maximum(one, other), 9)
        first = np.clip(np.floor(near).astype(np.int64) - self.left, 0, self.width)
        last = np.clip(np.ceil(far).astype(np.int64) - self.left, 0, self.width)
        seen = first < last
        np.add.at(self.passed, (rows[seen] - self.top, first[seen]), 1)
        np.add.at(self.passed, (rows[seen] - self.top, last[seen]), -1)

    def add_side(self, start: Corners, end: Corners) -> None:
        """Add a side of a closed outline, which divides its inside from its outside."""
        (x, y), (to_x, to_y) = start.tolist(), end.tolist()
        rows = np.arange(max(self.top, ceil(min(y, to_y) - 0.5)), min(self.top + self.height, ceil(max(y, to_y) - 0.5)))
        at = x + (rows + 0.5 - y) / (to_y - y or 1.0) * (to_x - x)
        places = np.clip(np.ceil(at - 0.5).astype(np.int64) - self.left, 0, self.width)
        self.crossed[rows - self.top, places] ^= True

    def combine(self) -> NDArray[np.bool_]:
        """Return whether each cell is overlapped."""
        inside = np.logical_xor.accumulate(self.crossed[:, ::-1], axis=1)[:, ::-1][:, 1:]
        found: NDArray[np.bool_] = inside | (self.passed.cumsum(axis=1)[:, :-1] > 0)
        return found
