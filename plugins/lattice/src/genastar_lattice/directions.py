"""Open directions: the steps that may be taken from each cell, computed once for the whole world.

Each cell has one word with one bit for each direction, so hooks need not know the rules. The eight neighbours are numbered
clockwise from north; even directions are straight:

    7 0 1
    6   2
    5 4 3

The sixteen and thirty-two directions add moves between these; every cell that the line of a move passes through must be free
(the 2^k neighbourhoods of Rivera, Hernández, Hormazábal and Baier, JAIR 2020). A knight jumps over other cells.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
"""One bool for each cell, shape (height, width)."""

OpenDirections = NDArray[np.uint8] | NDArray[np.uint32]
"""The open directions of each cell, shape (height, width): bit d is direction d."""

Move = tuple[int, int]
"""Columns and rows of a move."""

Area = tuple[int, int, int, int]
"""A rectangle of cells: left, top, right, bottom, all inclusive."""

EIGHT: Final[tuple[Move, ...]] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
KNIGHT: Final[tuple[Move, ...]] = ((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2))


def list_moves(directions: str) -> tuple[Move, ...]:
    """Return the moves of a stencil by number; 4 and 8 share the numbers of the eight neighbours."""
    if directions == "knight":
        return KNIGHT
    if directions in ("4", "8"):
        return EIGHT
    reach = {"16": ((2, 1),), "32": ((2, 1), (3, 1), (3, 2))}[directions]
    more = [(sx * x, sy * y) for a, b in reach for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)]
    return (*EIGHT, *more)


def compute_open_directions(free: Mask, directions: str, diagonals: str, wrap: str = "none") -> OpenDirections:
    """Return the open directions of each cell.

    Args:
        free: whether each cell is free, shape (height, width).
        directions: ``"4"``, ``"8"``, ``"16"``, ``"32"`` or ``"knight"``.
        diagonals: how many of the two cells beside a diagonal step may be blocked: ``"no-obstacle"`` (0), ``"one-obstacle"``
            (1) or ``"always"`` (2); ``"never"`` forbids diagonal steps, and moves that touch a blocked corner.
        wrap: the axes whose ends are joined: ``"none"``, ``"x"``, ``"y"`` or ``"xy"``. A step goes the shorter way around;
            therefore a column that is its own neighbour has no step to itself.
    """
    moves = list_moves(directions)
    open_directions = np.zeros(free.shape, np.uint8 if len(moves) == 8 else np.uint32)
    height, width = free.shape
    framed = free
    for axis, name in enumerate("yx"):
        beyond = [(3 * (axis == side), 3 * (axis == side)) for side in (0, 1)]
        framed = np.pad(framed, beyond, mode="wrap") if name in wrap else np.pad(framed, beyond)
    farthest = [(size if name in wrap else 8) // 2 for name, size in (("x", width), ("y", height))]

    def shift_frame(dx: int, dy: int) -> Mask:
        return framed[3 + dy : 3 + dy + height, 3 + dx : 3 + dx + width]

    for number, (dx, dy) in enumerate(moves):
        diagonal = abs(dx) == abs(dy)
        if diagonal and (directions == "4" or diagonals == "never"):
            continue
        if directions != "knight" and (abs(dx) > farthest[0] or abs(dy) > farthest[1]):
            continue
        opened = free & shift_frame(dx, dy)
        if diagonal and diagonals != "always":
            one, other = shift_frame(dx, 0), shift_frame(0, dy)
            opened &= one & other if diagonals == "no-obstacle" else one | other
        elif directions != "knight":
            for x, y in list_touched_cells(dx, dy, corners=diagonals == "never"):
                opened &= shift_frame(x, y)
        open_directions |= opened.astype(open_directions.dtype) << np.array(number, open_directions.dtype)
    return open_directions


def look_again(
    open_directions: OpenDirections, area: Area, reach: int, look: Callable[[tuple[slice, slice]], OpenDirections]
) -> None:
    """Recompute the open directions around changed cells.

    Args:
        open_directions: the open directions of the whole world.
        area: a rectangle that contains the changed cells.
        reach: the longest move, in columns or rows.
        look: returns the open directions in given rows and columns, computed from these alone.
    """
    height, width = open_directions.shape
    left, top = max(0, area[0] - reach), max(0, area[1] - reach)
    right, bottom = min(width, area[2] + reach + 1), min(height, area[3] + reach + 1)
    x, y = max(0, left - reach), max(0, top - reach)
    found = look((slice(y, bottom + reach), slice(x, right + reach)))
    open_directions[top:bottom, left:right] = found[top - y : bottom - y, left - x : right - x]


def list_touched_cells(dx: int, dy: int, corners: bool = False) -> list[Move]:
    """Return the cells between two cells that the line from middle to middle passes through.

    With ``corners``, include cells that the line meets in a corner: the line of (3, 1) passes between two such cells.
    """
    if gcd(dx, dy) != 1 or abs(dx) + abs(dy) <= 2:
        return []
    found = []
    for x in range(min(0, dx), max(0, dx) + 1):
        for y in range(min(0, dy), max(0, dy) + 1):
            # The line passes through a unit square if its distance from the square's middle is less than half the square's
            # extent across the line. It meets a corner if the distance equals that half extent.
            if 2 * abs(x * dy - y * dx) < abs(dx) + abs(dy) + corners and (x, y) not in ((0, 0), (dx, dy)):
                found.append((x, y))
    return found
