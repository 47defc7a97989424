"""Objects in the object layers of Tiled: points and outlines, in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, radians, sin
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.tiled.documents import parse_number, read_properties
from genastar_lattice.tiled.layers import iterate_layers

Corners = NDArray[np.float64]
"""Corners of an outline, shape (n, 2), as rows of x, y."""

_ROUND: Final = 64
"""Number of corners that stand for an ellipse."""


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


def read_objects(name: str, root: ET.Element) -> list[MapObject]:
    """Return the objects of all object layers, in the order of the file. Texts are left out.

    Raises:
        BadInput: an object has no valid place or size; the message says where.
    """
    return [
        _read_object(f"{name}: object {element.get('id', '?')[:20]}", element, properties)
        for layer, properties in iterate_layers(root)
        if layer.tag == "objectgroup"
        for element in layer.findall("object")
        if element.find("text") is None
    ]


def _read_object(where: str, element: ET.Element, outer: Mapping[str, str]) -> MapObject:
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
    corners = corners @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + (x, y)
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


def cover_cells(corners: Corners, is_closed: bool, width: int, height: int) -> NDArray[np.bool_]:
    """Return the cells that an outline overlaps, shape (height, width); touching a side of a cell is not enough.

    A cell is overlapped if a line of the outline passes through its inside, or if its middle is inside a closed outline.

    Args:
        corners: the outline in cells: cell (x, y) reaches from x to x + 1 and from y to y + 1.
        is_closed: whether the last corner is joined to the first and the inside counts.
        width: number of columns.
        height: number of rows.
    """
    covered = np.zeros((height, width), np.bool_)
    ends = np.roll(corners, -1, axis=0) if is_closed else corners[1:]
    starts = corners if is_closed else corners[:-1]
    if len(corners) == 1:
        starts = ends = corners
    if is_closed and len(corners) > 2:
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        columns, rows = np.arange(left, min(width, int(high[0]))) + 0.5, np.arange(top, min(height, int(high[1]))) + 0.5
        inside = np.zeros((len(rows), len(columns)), np.bool_)
        for (x, y), (to_x, to_y) in zip(starts, ends, strict=True):
            crossed = (y > rows) != (to_y > rows)
            at = x + (rows[crossed] - y) / (to_y - y) * (to_x - x)
            inside[crossed] ^= columns < at[:, None]
        covered[top : top + len(rows), left : left + len(columns)] = inside
    for start, end in zip(starts, ends, strict=True):
        _cover_line(covered, start, end)
    return covered


def _cover_line(covered: NDArray[np.bool_], start: Corners, end: Corners) -> None:
    """Mark the cells through whose inside a line passes: those where it spends some of its length, or a point lies."""
    height, width = covered.shape
    low, high = np.floor(np.minimum(start, end)).astype(int), np.floor(np.maximum(start, end)).astype(int)
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    columns, rows = np.arange(left, min(width, int(high[0]) + 1)), np.arange(top, min(height, int(high[1]) + 1))
    enter, leave = np.zeros((len(rows), len(columns))), np.ones((len(rows), len(columns)))
    is_in = np.ones(enter.shape, np.bool_)
    for axis, cells in ((0, columns[None, :]), (1, rows[:, None])):
        along = end[axis] - start[axis]
        if along == 0:
            is_in &= (cells < start[axis]) & (start[axis] < cells + 1)
        else:
            near, far = np.sort([(cells - start[axis]) / along, (cells + 1 - start[axis]) / along], axis=0)
            enter, leave = np.maximum(enter, near), np.minimum(leave, far)
    part = covered[top : top + len(rows), left : left + len(columns)]
    part |= is_in & (leave - enter > 1e-9)
