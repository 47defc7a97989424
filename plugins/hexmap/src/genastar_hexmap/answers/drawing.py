"""The description of a picture, independent of its format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from attrs import field, frozen

from genastar_hexmap.hexes.geometry import Point, compute_border, compute_centre
from genastar_hexmap.hexes.layout import Hex, Layout
from genastar_picture.palette import Colour


@frozen(eq=False)
class HexDrawing:
    """A picture to draw."""

    layout: Layout
    hexes: Mapping[Hex, Colour] = field(repr=False)
    """The colour of each hex of the map, by axial coordinates."""
    tints: Mapping[Hex, Colour] = field(repr=False)
    """Colours that cover the terrain of some hexes."""
    walls: Sequence[tuple[Hex, Hex, Colour]]
    """Sides between two hexes, with their colours."""
    paths: Sequence[tuple[Colour, Sequence[Hex]]]
    """Paths with their colours, in pieces where they leave at one edge of the map and enter at another."""
    ends: tuple[Hex, ...]
    """The first and last hex of the first path."""
    colour: Colour
    """Colour of the last hex."""
    side: float
    """Side of a hexagon, in pixels."""
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of the map in units of a hexagon's side, with a margin."""

    def locate(self, place: Hex) -> Point:
        """Return the centre of a hex, in pixels from the upper left of the picture."""
        x, y = compute_centre(*place, flat=self.layout.is_flat)
        left, top, _, _ = self.box
        return (x - left) * self.side, (y - top) * self.side

    def locate_side(self, one: Hex, other: Hex) -> tuple[Point, Point]:
        """Return the ends of the side between two hexes, in pixels; for hexes joined by wrap-around, a point in the first."""
        flat = self.layout.is_flat
        start, end = compute_border(compute_centre(*one, flat=flat), compute_centre(*other, flat=flat))
        if abs(one[0] - other[0]) > 1 or abs(one[1] - other[1]) > 1:
            start = end = compute_centre(*one, flat=flat)
        left, top, _, _ = self.box
        return ((start[0] - left) * self.side, (start[1] - top) * self.side), (
            (end[0] - left) * self.side,
            (end[1] - top) * self.side,
        )

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        left, top, right, bottom = self.box
        return ceil((right - left) * self.side), ceil((bottom - top) * self.side)
