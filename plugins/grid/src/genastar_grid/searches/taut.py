"""The turns that shortest ways take.

A leg between two subgoals takes steps of one straight direction, of one diagonal direction, or of two that are neighbours, in
any order. So it has one of 16 directions: 0 is north, 2 north-east, and 1 both of these mixed; and so on clockwise.

At a cell between two legs, let a step of the first be followed by one of the second. Where they differ by half a right angle or
less, the way is as short as can be. Two straight steps at a right angle may be one diagonal step, unless the cell inside the
corner is blocked. All other turns can be cut short, whatever is blocked beside them: two diagonal steps at a right angle are
two straight ones, and sharper turns come back beside a cell that the way was at.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_lattice.ways import Ways

Whole = NDArray[np.int32]

_EIGHTH: Final = np.array([[7, 0, 1], [6, -1, 2], [5, 4, 3]])
"""Of eight directions, by the signs of dy and dx, each plus one."""


def sixteenth(dx: NDArray[np.int64], dy: NDArray[np.int64]) -> Whole:
    """Return the direction of each leg over so many columns and rows."""
    diagonal = _EIGHTH[np.sign(dy) + 1, np.sign(dx) + 1]
    wide = np.abs(dx) > np.abs(dy)
    straight = _EIGHTH[np.where(wide, 0, np.sign(dy)) + 1, np.where(wide, np.sign(dx), 0) + 1]
    even = (dx == 0) | (dy == 0) | (np.abs(dx) == np.abs(dy))
    around = np.where(np.abs(straight - diagonal) > 4, 8, 0)  # between 7 and 0
    found: Whole = np.where(even, 2 * diagonal, (straight + diagonal + around) % 16).astype(np.int32)
    return found


def onward_of(ways: Ways) -> Whole:
    """Return the directions, as bits, in which a shortest way may leave a cell.

    Args:
        ways: the open directions of each cell, no corner cut, shape (n,).

    Returns:
        Shape (n, 16): for each of the directions in which the leg that the way came over lies, seen from the cell.
    """
    onward: Whole = ONWARD[ways >> 1 & 1 | ways >> 2 & 2 | ways >> 3 & 4 | ways >> 4 & 8]
    return onward


def _is_taut(lies: int, leaves: int, opened: int) -> bool:
    """Whether a way may come over a leg that lies in one direction and leave in another."""
    comes = (lies + 8) % 16
    for step in {comes // 2, (comes + 1) // 2 % 8}:
        for after in {leaves // 2, (leaves + 1) // 2 % 8}:
            turn = (after - step + 4) % 8 - 4
            inside = (step + 4 - turn // 2) % 8
            if abs(turn) > 2 or (abs(turn) == 2 and (step % 2 == 1 or opened >> inside // 2 & 1)):
                return False
    return True


ONWARD: Final = np.array(
    [[sum(_is_taut(lies, leaves, opened) << leaves for leaves in range(16)) for lies in range(16)] for opened in range(16)],
    np.int32,
)
"""By the diagonal steps that are open, as bits from the north-east clockwise."""
