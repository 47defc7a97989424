"""Layouts: how hexes are numbered, and how far apart they are.

Inside, every hex has axial coordinates (q, r); with s = -q - r they are the cube coordinates (q, r, s). A step changes two of
the three by one, in opposite ways, so the distance between two hexes is the greatest of the three differences. Maps of
columns and rows use one of four offset layouts: with pointy tops every other row is shoved half a hex to the right, the odd
ones or the even ones (``odd-r``, ``even-r``); with flat tops every other column is shoved down (``odd-q``, ``even-q``).
``pointy`` and ``flat`` are axial coordinates themselves, for maps of any form. (Patel, Hexagonal Grids,
redblobgames.com/grids/hexagons.)
"""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Hex = tuple[int, int]
"""A position in the coordinates of its map: column and row, or q and r where the layout is axial."""

LayoutName = Literal["odd-r", "even-r", "odd-q", "even-q", "pointy", "flat"]

I = TypeVar("I", int, NDArray[np.int64])  # noqa: E741
"""One coordinate, or many."""

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps in axial coordinates, counterclockwise as pointy tops are drawn, from the right. Opposite steps are three
apart."""


@frozen
class Layout:
    """A way to number hexes."""

    name: LayoutName

    @property
    def is_flat(self) -> bool:
        """Whether hexes lie with a side on top, in columns; otherwise with a corner on top, in rows."""
        return self.name in ("odd-q", "even-q", "flat")

    @property
    def is_axial(self) -> bool:
        """Whether the map's own coordinates are axial."""
        return self.name in ("pointy", "flat")

    def axial(self, x: I, y: I) -> tuple[I, I]:
        """From the map's own coordinates to axial ones."""
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

    def own(self, q: I, r: I) -> tuple[I, I]:
        """From axial coordinates to the map's own; the inverse of `axial`."""
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
        """The six hexes around one, in the order of `DIRECTIONS`, in the map's own coordinates."""
        q, r = self.axial(*position)
        return tuple(self.own(q + dq, r + dr) for dq, dr in DIRECTIONS)

    def distance(self, one: Hex, other: Hex) -> int:
        """The number of steps between two hexes where nothing is in the way."""
        (q, r), (to_q, to_r) = self.axial(*one), self.axial(*other)
        return distance(to_q - q, to_r - r)


def distance(dq: int, dr: int) -> int:
    """The number of steps that lead so far in axial coordinates."""
    return max(abs(dq), abs(dr), abs(dq + dr))
