"""Canonical successors: of all equally cheap ways to a cell, one that takes its diagonal steps early.

Of a cell that was reached in some direction only those neighbours are added that no equally cheap way reaches without it;
this is the pruning of jump point search (Harabor and Grastien, AAAI 2011) for grids where no step cuts a corner, without the
jumps (canonical orderings, Sturtevant and Rabin, IJCAI 2016). After a diagonal step these are the neighbour ahead and the two
straight ones beside it. After a straight step it is the neighbour ahead, and on either side, where a wall lay beside the cell
before and none beside this one (the *forced* neighbours), the one at the side and the one between.

That wall shows in the open directions of the cell itself: the side is open and the diagonal step back along it is not. So the
neighbours that remain stand in a table, by the direction of arrival and the open directions.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar_grid.search import DIAGONAL, STRAIGHT, Cell, Dense
from genastar_grid.ways import EIGHT

C = TypeVar("C", int, float)


def _kept(arrived: int, ways: int) -> int:
    """Of these open directions, those that are looked at after a step in the direction ``arrived``."""
    around = [1 << (arrived + turn) % 8 for turn in range(8)]
    ahead, right, left = around[0], around[1], around[7]
    if arrived % 2:
        return ways & (ahead | right | left)
    kept = ahead
    for beside, between, back in ((around[2], right, around[3]), (around[6], left, around[5])):
        if ways & beside and not ways & back:
            kept |= beside | between
    return ways & kept


def _table() -> NDArray[np.uint8]:
    table = np.empty((9, 256), dtype=np.uint8)
    table[4] = np.arange(256)  # the start: it was not arrived at
    for arrived, (dx, dy) in enumerate(EIGHT):
        table[3 * (dy + 1) + dx + 1] = [_kept(arrived, ways) for ways in range(256)]
    return table


KEPT: Final = _table()
"""The directions that are looked at, by the arrival, 3 * (dy + 1) + dx + 1, and the open directions."""

STRAIGHT_ONES: Final = 0b01010101
DIAGONAL_ONES: Final = 0b10101010
"""The bits of these directions."""

LOWEST: Final = np.array([0] + [(ways & -ways).bit_length() - 1 for ways in range(1, 256)], dtype=np.int64)
"""The lowest direction in a byte of them."""

DX: Final = np.array([dx for dx, _ in EIGHT], dtype=np.int64)
DY: Final = np.array([dy for _, dy in EIGHT], dtype=np.int64)


@frozen(eq=False)
class Canonical(Dense[C], Generic[C]):
    """Steps to eight neighbours at even costs, no corner cut, without those that other ways reach as cheaply."""

    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        from_x, from_y = node.position if node.parent is None else node.parent
        arrival = np.uint64(3 * (y - from_y + 1) + x - from_x + 1)
        ways = int(KEPT[arrival, np.uint64(self.ways[np.uint64(y), np.uint64(x)])])
        travelled = node.cost.travelled
        if ways & STRAIGHT_ONES:
            for bit, dx, dy in STRAIGHT:
                if ways & bit:
                    open_list.relax((x + dx, y + dy), travelled + self.straight)
        if ways & DIAGONAL_ONES:  # after a straight step there is mostly none
            for bit, dx, dy in DIAGONAL:
                if ways & bit:
                    open_list.relax((x + dx, y + dy), travelled + self.diagonal)
