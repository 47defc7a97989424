"""Open directions: which steps may be taken from each cell, looked at once for the whole world.

One bit a direction, one word a cell; the hooks know no rule. Directions have numbers, those of the eight neighbours clockwise
from north, so that the even ones are straight:

    7 0 1
    6   2
    5 4 3

The sixteen and thirty-two directions add the moves between them, of which each cell that the move's line passes through must be
free (the 2^k neighbourhoods of Rivera, Hernández, Hormazábal and Baier, JAIR 2020); a knight jumps over what lies between.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
"""One bool a cell, shape (height, width)."""

Ways = NDArray[np.uint8] | NDArray[np.uint32]
"""The open directions of each cell, shape (height, width): bit d is direction d."""

Move = tuple[int, int]
"""Columns and rows."""

Area = tuple[int, int, int, int]
"""A rectangle of cells: left, top, right, bottom; all four belong to it."""

EIGHT: Final[tuple[Move, ...]] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
KNIGHT: Final[tuple[Move, ...]] = ((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2))


def moves_of(directions: str) -> tuple[Move, ...]:
    """The moves of a stencil by their numbers: 4 and 8 are the same, for the even ones of the eight are straight."""
    if directions == "knight":
        return KNIGHT
    if directions in ("4", "8"):
        return EIGHT
    reach = {"16": ((2, 1),), "32": ((2, 1), (3, 1), (3, 2))}[directions]
    more = [(sx * x, sy * y) for a, b in reach for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)]
    return (*EIGHT, *more)


def ways_of(free: Mask, directions: str, diagonals: str, wrap: str = "none") -> Ways:
    """The directions that are open from each cell.

    Args:
        free: shape (height, width).
        directions: ``"4"``, ``"8"``, ``"16"``, ``"32"`` or ``"knight"``.
        diagonals: of the two cells that a diagonal step passes between, how many may be blocked: ``"no-obstacle"``,
            ``"one-obstacle"``, ``"always"`` (both); ``"never"`` allows no diagonal step, and no move past a
            blocked corner.
        wrap: the axes whose ends are joined: ``"none"``, ``"x"``, ``"y"`` or ``"xy"``. What leaves at one end enters at the
            other. A step goes the shorter way around; so a column that is its own neighbour has no steps to itself.
    """
    moves = moves_of(directions)
    ways = np.zeros(free.shape, np.uint8 if len(moves) == 8 else np.uint32)
    height, width = free.shape
    framed = free
    for axis, name in enumerate("yx"):
        beyond = [(3 * (axis == side), 3 * (axis == side)) for side in (0, 1)]
        framed = np.pad(framed, beyond, mode="wrap") if name in wrap else np.pad(framed, beyond)
    farthest = [(size if name in wrap else 8) // 2 for name, size in (("x", width), ("y", height))]

    def beside(dx: int, dy: int) -> Mask:
        return framed[3 + dy : 3 + dy + height, 3 + dx : 3 + dx + width]

    for number, (dx, dy) in enumerate(moves):
        diagonal = abs(dx) == abs(dy)
        if diagonal and (directions == "4" or diagonals == "never"):
            continue
        if directions != "knight" and (abs(dx) > farthest[0] or abs(dy) > farthest[1]):
            continue
        opened = free & beside(dx, dy)
        if diagonal and diagonals != "always":
            one, other = beside(dx, 0), beside(0, dy)
            opened &= one & other if diagonals == "no-obstacle" else one | other
        elif directions != "knight":
            for x, y in touched(dx, dy, corners=diagonals == "never"):
                opened &= beside(x, y)
        ways |= opened.astype(ways.dtype) << np.array(number, ways.dtype)
    return ways


def look_again(ways: Ways, area: Area, reach: int, look: Callable[[tuple[slice, slice]], Ways]) -> None:
    """Write the open directions anew where cells have changed.

    Args:
        ways: those of the whole world.
        area: holds the cells.
        reach: no move is longer, in columns or in rows.
        look: gives the open directions in some rows and columns, of these alone.
    """
    height, width = ways.shape
    left, top = max(0, area[0] - reach), max(0, area[1] - reach)
    right, bottom = min(width, area[2] + reach + 1), min(height, area[3] + reach + 1)
    x, y = max(0, left - reach), max(0, top - reach)
    found = look((slice(y, bottom + reach), slice(x, right + reach)))
    ways[top:bottom, left:right] = found[top - y : bottom - y, left - x : right - x]


def touched(dx: int, dy: int, corners: bool = False) -> list[Move]:
    """The cells that the line from the middle of a cell to that of another passes through, without these two.

    With ``corners`` also those that it meets in a corner: the line of (3, 1) passes between two such cells.
    """
    if gcd(dx, dy) != 1 or abs(dx) + abs(dy) <= 2:
        return []
    found = []
    for x in range(min(0, dx), max(0, dx) + 1):
        for y in range(min(0, dy), max(0, dy) + 1):
            # The line passes through a square of side 1 iff the square's middle lies off it by less than its half
            # diagonal, as the line sees it, and meets a corner iff it lies off by just so much.
            if 2 * abs(x * dy - y * dx) < abs(dx) + abs(dy) + corners and (x, y) not in ((0, 0), (dx, dy)):
                found.append((x, y))
    return found
