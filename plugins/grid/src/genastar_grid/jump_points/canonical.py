"""Canonical successors: of all equally cheap paths to a cell, keep one that takes its diagonal steps early.

The search prunes each neighbour of a cell that an equally cheap path reaches without that cell. This is the pruning of jump
point search (Harabor and Grastien, AAAI 2011) without the jumps (canonical orderings, Sturtevant and Rabin, IJCAI 2016). It is
valid where a diagonal step costs more than a straight one and less than two. The successors depend on the rule for diagonals:

- *no-obstacle*: after a diagonal step, the neighbour ahead and the two straight ones beside it. After a straight step, the
  neighbour ahead. Also, on each side where a wall lay beside the previous cell and none lies beside this one, the neighbour at
  the side and the one diagonally ahead (*forced* neighbours). The open directions of the cell show such a wall: the side is
  open, and the diagonal step back along it is not.
- *one-obstacle* and *always*: a wall beside this cell forces the diagonal step past it. After a straight step this is the one
  ahead; after a diagonal step, the one to the side, past the wall behind.
- *never*: paths take their vertical steps early. After a vertical step, the neighbours ahead and on both sides. After a
  horizontal step, the neighbour ahead, and a side where a wall lay beside the previous cell and none lies beside this one. The
  open directions under *no-obstacle* show such a wall; therefore the problem stores those.

A table holds the successors, by direction of arrival and open directions.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar_grid.steps.step_problems import DIAGONAL, STRAIGHT, Cell, Dense
from genastar_lattice.directions import EIGHT

C = TypeVar("C", int, float)


def _select_directions(rule: str, arrived: int, open_directions: int) -> int:
    """Return the open directions that remain after a step in the direction ``arrived``."""
    around = [1 << (arrived + turn) % 8 for turn in range(8)]
    ahead, right, left = around[0], around[1], around[7]
    sides = ((around[2], right, around[3]), (around[6], left, around[5]))
    if rule == "never":
        kept = ahead
        for beside, _, back in sides:
            if arrived % 4 == 0 or not open_directions & back:
                kept |= beside
        return open_directions & kept & STRAIGHT_ONES
    if rule == "no-obstacle":
        kept = ahead | right | left if arrived % 2 else ahead
        for beside, between, back in sides if arrived % 2 == 0 else ():
            if open_directions & beside and not open_directions & back:
                kept |= beside | between
        return open_directions & kept
    kept = ahead | right | left if arrived % 2 else ahead
    for beside, between, back in sides:
        wall, past = (back, beside) if arrived % 2 else (beside, between)
        if not open_directions & wall:
            kept |= past
    return open_directions & kept


def _make_table(rule: str) -> NDArray[np.uint8]:
    table = np.empty((9, 256), dtype=np.uint8)
    table[4] = np.arange(256)  # the start has no direction of arrival
    if rule == "never":
        table[4] &= STRAIGHT_ONES
    for arrived, (dx, dy) in enumerate(EIGHT):
        table[3 * (dy + 1) + dx + 1] = [_select_directions(rule, arrived, open_directions) for open_directions in range(256)]
    return table


STRAIGHT_ONES: Final = 0b01010101
DIAGONAL_ONES: Final = 0b10101010
"""Masks of the straight and of the diagonal directions."""

KEPT: Final = {rule: _make_table(rule) for rule in ("no-obstacle", "one-obstacle", "never")}
KEPT["always"] = KEPT["one-obstacle"]
"""The remaining directions for each rule, by arrival, 3 * (dy + 1) + dx + 1, and open directions."""

LOWEST: Final = np.array(
    [0] + [(open_directions & -open_directions).bit_length() - 1 for open_directions in range(1, 256)], dtype=np.int64
)
"""The lowest direction in each byte of open directions."""

DX: Final = np.array([dx for dx, _ in EIGHT], dtype=np.int64)
DY: Final = np.array([dy for _, dy in EIGHT], dtype=np.int64)

for _each in (LOWEST, DX, DY):
    _each.flags.writeable = False  # otherwise each compiled search compares it


@frozen(eq=False)
class CanonicalProblem(Dense[C], Generic[C]):
    """Steps to eight neighbours at equal costs, canonical successors only."""

    kept_directions: NDArray[np.uint8]
    """The table `KEPT` for the rule."""
    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        from_x, from_y = node.position if node.parent is None else node.parent
        arrival = np.uint64(3 * (y - from_y + 1) + x - from_x + 1)
        open_directions = int(self.kept_directions[arrival, np.uint64(self.open_directions[np.uint64(y), np.uint64(x)])])
        travelled = node.cost.travelled
        if open_directions & STRAIGHT_ONES:
            for bit, dx, dy in STRAIGHT:
                if open_directions & bit:
                    open_list.relax((x + dx, y + dy), travelled + self.straight)
        if open_directions & DIAGONAL_ONES:  # rare after a straight step
            for bit, dx, dy in DIAGONAL:
                if open_directions & bit:
                    open_list.relax((x + dx, y + dy), travelled + self.diagonal)
