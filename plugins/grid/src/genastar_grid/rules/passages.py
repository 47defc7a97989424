"""One-way cells: ledges, doors and thin walls, by the sides where a cell may be entered and left.

The passages of a world are the straight steps that the sides of cells allow, as bits of the open directions. They close
straight steps, and diagonal steps by the rule for diagonal steps: a diagonal step goes beside two ways of two straight steps
each, and under *no-obstacle* both must be open, under *one-obstacle* one; under *always*, the sides of one must be open, also
those of blocked cells.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from genastar_lattice.directions import EIGHT, OpenDirections

Sides = NDArray[np.uint8]
"""Straight directions of each cell, shape (height, width): bits 0 (north), 2 (east), 4 (south) and 6 (west)."""

STRAIGHT: Final = (0, 2, 4, 6)
ALL_SIDES: Final = 0b0101_0101


def join_sides(enter: Sides, leave: Sides) -> Sides:
    """Return the straight steps that the sides of cells allow; edges are joined here, and closed by the open directions.

    Args:
        enter: the sides from which each cell may be entered.
        leave: the sides by which each cell may be left.
    """
    passages = np.zeros_like(leave)
    for number in STRAIGHT:
        there = _shift(enter >> ((number + 4) % 8) & 1, number, is_joined=True)
        passages |= ((leave >> number & 1 & there) << number).astype(np.uint8)
    return passages


def close_passages(open_directions: OpenDirections, passages: Sides, diagonals: str, is_joined: bool) -> OpenDirections:
    """Return the open directions that are left.

    Args:
        open_directions: those of eight neighbours, without one-way cells.
        passages: the straight steps that the sides of cells allow.
        diagonals: the rule for diagonal steps.
        is_joined: whether the edges of these cells are joined.
    """
    straight: NDArray[Any] = open_directions & passages & ALL_SIDES
    closed: Sides = straight.astype(np.uint8)
    for number in (1, 3, 5, 7):
        first, second = number - 1, (number + 1) % 8
        ways: list[NDArray[Any]] = []
        for one, other in ((first, second), (second, first)):
            allowed: NDArray[Any] = passages if diagonals == "always" else straight
            beside = _shift(allowed, one, is_joined)
            ways.append((allowed >> one & 1) & (beside >> other & 1))
        may = ways[0] & ways[1] if diagonals == "no-obstacle" else ways[0] | ways[1]
        closed |= (open_directions & (may << number)).astype(np.uint8)
    return closed


def reverse_directions(open_directions: Sides) -> Sides:
    """Return the directions of the same steps taken backwards."""
    found = np.zeros_like(open_directions)
    for number in range(8):
        back = (number + 4) % 8
        found |= ((_shift(open_directions, number, is_joined=True) >> back & 1) << number).astype(np.uint8)
    return found


def _shift(table: NDArray[Any], number: int, is_joined: bool) -> Sides:
    """Return the value of each cell's neighbour in a direction; 0 beyond edges that are not joined."""
    dx, dy = EIGHT[number]
    found: Sides = np.roll(table, (-dy, -dx), axis=(0, 1)).astype(np.uint8)
    if not is_joined:
        if dx:
            found[:, -1 if dx > 0 else 0] = 0
        if dy:
            found[-1 if dy > 0 else 0] = 0
    return found
