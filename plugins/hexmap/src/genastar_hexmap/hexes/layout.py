"""Layouts: how hexes are numbered, and their distances.

Internally, every hex has axial coordinates (q, r); with s = -q - r, (q, r, s) are its cube coordinates. A step changes two of
the three by one, in opposite directions, so the distance between two hexes is the largest of the three differences. Maps of
columns and rows use one of four offset layouts. With pointy tops, odd or even rows are offset by half a hex to the right
(``odd-r``, ``even-r``); with flat tops, odd or even columns are offset downwards (``odd-q``, ``even-q``). ``pointy`` and
``flat`` are axial coordinates, for maps of any shape. (Patel, Hexagonal Grids, redblobgames.com/grids/hexagons.)
"""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Hex = tuple[int, int]
"""A position in the coordinates of its map: column and row, or q and r in axial layouts."""

LayoutName = Literal["odd-r", "even-r", "odd-q", "even-q", "pointy", "flat"]

I = TypeVar("I", int, NDArray[np.int64])  # noqa: E741
"""One coordinate, or an array."""

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps in axial coordinates, counterclockwise for pointy tops, starting to the right. Opposite steps are three
apart."""


@frozen
class Layout:
    """A way to number hexes."""

    name: LayoutName

    @property
    def is_flat(self) -> bool:
        """Return whether hexes have a side on top and form columns; otherwise they have a corner on top and form rows."""
        return self.name in ("odd-q", "even-q", "flat")

    @property
    def is_axial(self) -> bool:
        """Return whether the map's coordinates are axial."""
        return self.name in ("pointy", "flat")

    def to_axial(self, x: I, y: I) -> tuple[I, I]:
        """Convert the map's coordinates to axial ones."""
        match self.name:
            case "odd-r":
                return x - (y - (y & 1)) // 2, y
            case "even-r":
                return x - (y + (y & 1)) // 2, y
            case "odd-q":
                return x, y - (x - (x & 1)) // 2
            case "even-q":
                return x, y - (x + (x & 1)) // 2
        return x, y

    def from_axial(self, q: I, r: I) -> tuple[I, I]:
        """Convert axial coordinates to the map's; the inverse of `to_axial`."""
        match self.name:
            case "odd-r":
                return q + (r - (r & 1)) // 2, r
            case "even-r":
                return q + (r + (r & 1)) // 2, r
            case "odd-q":
                return q, r + (q - (q & 1)) // 2
            case "even-q":
                return q, r + (q + (q & 1)) // 2
        return q, r

    def neighbours(self, position: Hex) -> tuple[Hex, ...]:
        """Return the six neighbours of a hex in the order of `DIRECTIONS`, in the map's coordinates."""
        q, r = self.to_axial(*position)
        return tuple(self.from_axial(q + dq, r + dr) for dq, dr in DIRECTIONS)

    def measure_distance(self, one: Hex, other: Hex) -> int:
        """Return the number of steps between two hexes without obstacles."""
        (q, r), (to_q, to_r) = self.to_axial(*one), self.to_axial(*other)
        return measure_axial_distance(to_q - q, to_r - r)


def measure_axial_distance(dq: int, dr: int) -> int:
    """Return the number of steps for a displacement in axial coordinates."""
    return max(abs(dq), abs(dr), abs(dq + dr))
