"""The turns of shortest paths.

A leg between two subgoals takes steps in one straight direction, in one diagonal direction, or in two adjacent directions in
any order. So it has one of 16 directions: 0 is north, 2 north-east, 1 a mixture of both; and so on clockwise.

Consider the step before a cell between two legs and the step after it. If their directions differ by 45 degrees or less, the
path cannot be shortened there. Two straight steps at a right angle may be replaced by one diagonal step, unless the cell inside
the corner is blocked. All other turns can be shortened whatever is blocked: two diagonal steps at a right angle by two straight
ones, and sharper turns by a direct step.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_lattice.directions import OpenDirections

Whole = NDArray[np.int32]

_EIGHTH: Final = np.array([[7, 0, 1], [6, -1, 2], [5, 4, 3]])
"""The number of each of eight directions, indexed by the signs of dy and dx, each plus one."""


def compute_sixteenth(dx: NDArray[np.int64], dy: NDArray[np.int64]) -> Whole:
    """Return the direction, of 16, of each leg over so many columns and rows."""
    diagonal = _EIGHTH[np.sign(dy) + 1, np.sign(dx) + 1]
    wide = np.abs(dx) > np.abs(dy)
    straight = _EIGHTH[np.where(wide, 0, np.sign(dy)) + 1, np.where(wide, np.sign(dx), 0) + 1]
    even = (dx == 0) | (dy == 0) | (np.abs(dx) == np.abs(dy))
    around = np.where(np.abs(straight - diagonal) > 4, 8, 0)  # wrap from 7 to 0
    found: Whole = np.where(even, 2 * diagonal, (straight + diagonal + around) % 16).astype(np.int32)
    return found


def compute_onward_directions(open_directions: OpenDirections) -> Whole:
    """Return the directions, as bits, in which a shortest path may leave a cell.

    Args:
        open_directions: the open directions of each cell without corner cutting, shape (n,).

    Returns:
        Shape (n, 16): for each direction from the cell back along the leg of arrival.
    """
    onward: Whole = ONWARD[
        open_directions >> 1 & 1 | open_directions >> 2 & 2 | open_directions >> 3 & 4 | open_directions >> 4 & 8
    ]
    return onward


def _is_taut(lies: int, leaves: int, opened: int) -> bool:
    """Return whether a shortest path may arrive over a leg in one direction and leave in another."""
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
"""The directions, indexed by the open diagonal steps, as bits from the north-east clockwise."""
ONWARD.flags.writeable = False  # otherwise each compiled search compares it
