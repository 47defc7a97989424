"""Jump point search (Harabor and Grastien, AAAI 2011) with block-based scans (ICAPS 2014), under every rule for diagonals.

On canonical paths (see `canonical`) most cells have one successor. A jump follows these to the next cell that has more, a
*jump point*, and adds only that cell. In a row, without corner cutting, a cell is a jump point if a wall beside it ends: a free
cell whose neighbour one step back is blocked. With corner cutting, a cell is a jump point if a wall beside it ends with it: a
blocked cell whose neighbour one step ahead is free. Rows are packed into words. A jump ends at a jump point or a wall; both are
tested for `BLOCK` cells at once, and the lowest bit is the first. Columns are rows of the transposed grid, and jumps to the
left are jumps to the right in the mirrored grid: there are four packed copies and one scan.

A diagonal jump scans the row and the column from each of its cells. Where a scan finds a jump point, the search adds that
point, not the cell where the path turns (pruning of intermediate points, ICAPS 2014). So a step of the path first goes
diagonally as far as it can, and then straight. `unroll_path` gives the cells.

With corner cutting, a wall may also force a step from a cell of a diagonal jump, which then ends there. Without diagonal
steps, a vertical jump takes the place of a diagonal one: it scans the rows of all its cells, and a step of the path first goes
vertically.

The saving is measurable: over all scenarios of AR0011SR and maze512-8-0 the search expands 18 and 576 nodes a query. With the
intermediate points it would expand 39 and 901, as many as Warthog (Harabor), which keeps them. (The number of nodes expanded
with the goal's f depends on the order of directions: 38.6 to 40.7 on AR0011SR.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, repeat
from typing import ClassVar, Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import Cost, Node, OpenList
from genastar_grid.jump_points.canonical import DX, DY, LOWEST
from genastar_grid.steps.step_problems import Cell, Dense
from genastar_lattice.directions import Mask

C = TypeVar("C", int, float)

Places = NDArray[np.int64]
Whole = NDArray[np.int32]

BLOCK: Final = 32
"""Cells in a word: a power of two, and half of 64 bits, so that the words are positive numbers on either engine."""

_MODULUS: Final = 37
"""2 is a generator modulo 37: the powers of 2 below 2^36 have different remainders."""

BIT_OF: Final = np.zeros(_MODULUS, dtype=np.int64)
BIT_OF[[pow(2, bit, _MODULUS) for bit in range(BLOCK)]] = np.arange(BLOCK)
"""The number of a bit, by the remainder of its power of 2."""
BIT_OF.flags.writeable = False  # otherwise each compiled search compares it


@frozen(eq=False)
class Stops:
    """The cells where jumps end: a bit for each wall and each jump point."""

    east: NDArray[np.int64]
    """Bit x % BLOCK of word x // BLOCK, shape (height, words); cells beyond the edge count as walls."""
    west: NDArray[np.int64]
    """The same for the mirrored grid."""
    south: NDArray[np.int64]
    """The same for the transposed grid: columns from north to south."""
    north: NDArray[np.int64]
    """The same for the transposed grid, mirrored."""


def pack_stops(free: Mask, rule: str = "no-obstacle") -> Stops:
    """Pack the walls and jump points of a grid."""
    return Stops(*(_pack_stops(view, rule) for view in (free, free[:, ::-1], free.T, free.T[:, ::-1])))


def _pack_stops(free: Mask, rule: str) -> NDArray[np.int64]:
    stops = ~free | find_jump_points(free, rule)
    width = free.shape[1]
    words = width // BLOCK + 1
    padded = np.pad(stops, ((0, 0), (0, words * BLOCK - width)), constant_values=True)
    octets = np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little"))
    return octets.view("<u4").astype(np.int64)


def find_jump_points(free: Mask, rule: str) -> Mask:
    """Return the jump points of jumps to the right."""
    framed = np.pad(free, 1)
    if rule in ("one-obstacle", "always"):
        ends = framed[:, 2:] & ~framed[:, 1:-1]  # blocked, and the cell after is not
        beside = framed[1:-1, 2:] if rule == "one-obstacle" else free  # both cells beside a step are not blocked
    else:
        ends = framed[:, 1:-1] & ~framed[:, :-2]  # free, and the cell before is not
        beside = framed[1:-1, :-2]
    points: Mask = free & beside & (ends[:-2] | ends[2:])
    return points


def scan(stops: NDArray[np.int64], line: int, place: int) -> int:
    """Return the first place after this one where a jump along the line ends, at a jump point or a wall."""
    place += 1
    block = place // BLOCK
    bits = int(stops[line, block]) >> place % BLOCK << place % BLOCK
    while bits == 0:
        block += 1
        bits = int(stops[line, block])
    return block * BLOCK + int(BIT_OF[(bits & -bits) % _MODULUS])


def find_landing(
    onward: NDArray[np.int64], back: NDArray[np.int64], line: int, place: int, step: int, length: int, goal: int
) -> int:
    """Return the place where a jump along a line ends: at a jump point, at a wall, or at the goal.

    Args:
        onward: stops of the lines for jumps by +1.
        back: stops of the mirrored lines, for jumps by -1.
        line: number of the line.
        place: place on the line where the jump begins.
        step: +1 or -1.
        length: number of places on the line.
        goal: place of the goal, or -1 if it is not on the line.
    """
    end = scan(onward, line, place) if step > 0 else length - 1 - scan(back, line, length - 1 - place)
    return goal if goal >= 0 and 0 < (goal - place) * step <= (end - place) * step else end


@frozen(eq=False)
class Jumping(Dense[C], Generic[C]):
    """A search from jump point to jump point."""

    diagonals: ClassVar[bool] = True
    """Whether a jump first goes diagonally; otherwise it first goes vertically."""

    kept_directions: NDArray[np.uint8]
    """The table of successors; see `Canonical`."""

    def get_arrival(self, node: Node[Cell, Cost[C]]) -> int:
        """Return the last step of the jump that led to a node; see `compute_arrival`."""
        return compute_arrival(node)

    def unroll_path(self, path: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return the cells of a path from jump point to jump point."""
        return tuple(unroll_path(path, self.diagonals))

    def unroll_paths(self, first: Places, cells: Whole) -> tuple[Places, Whole]:
        """Return the cells of many concatenated paths: where each begins with the total count, and the cells, shape (m, 2)."""
        return unroll_paths(first, cells, self.diagonals)


@frozen(eq=False)
class Jump(Jumping[C], Generic[C]):
    """Jumps to one goal in eight directions, at equal costs, without corner cutting."""

    stops: Stops
    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        open_directions = int(self.kept_directions[self.get_arrival(node), int(self.open_directions[y, x])])
        while open_directions:
            direction = int(LOWEST[open_directions])
            open_directions &= open_directions - 1
            travelled = node.cost.travelled
            if direction & 1:
                self.jump_diagonally(x, y, direction, travelled, open_list)
            elif direction & 2:
                self.jump_along_row(x, y, int(DX[direction]), travelled, open_list)
            else:
                self.jump_along_column(x, y, int(DY[direction]), travelled, open_list)

    def jump_along_row(self, x: int, y: int, dx: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump point ahead, if there is one."""
        goal = int(self.goals.area[0]) if y == self.goals.area[1] else -1
        end = find_landing(self.stops.east, self.stops.west, y, x, dx, self.open_directions.shape[1], goal)
        if self.is_free(end, y):
            open_list.relax((end, y), travelled + self.straight * abs(end - x))

    def jump_along_column(self, x: int, y: int, dy: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump point ahead, if there is one."""
        goal = int(self.goals.area[1]) if x == self.goals.area[0] else -1
        end = find_landing(self.stops.south, self.stops.north, x, y, dy, self.open_directions.shape[0], goal)
        if self.is_free(x, end):
            open_list.relax((x, end), travelled + self.straight * abs(end - y))

    def jump_diagonally(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump points in the rows and columns of the cells ahead, and the goal if it is one of these cells."""
        dx, dy = int(DX[direction]), int(DY[direction])
        across, along = 1 << (2 if dx > 0 else 6), 1 << (4 if dy > 0 else 0)
        open_directions = 1 << direction
        while open_directions >> direction & 1:
            x, y = x + dx, y + dy
            travelled += self.diagonal
            if self.goals.area[0] == x and self.goals.area[1] == y:
                open_list.relax((x, y), travelled)
                return
            open_directions = int(self.open_directions[y, x])
            if open_directions & across:
                self.jump_along_row(x, y, dx, travelled, open_list)
            if open_directions & along:
                self.jump_along_column(x, y, dy, travelled, open_list)

    def is_free(self, x: int, y: int) -> bool:
        """Return whether a cell exists and can be left; jumps never arrive at other cells."""
        height, width = self.open_directions.shape
        return 0 <= x < width and 0 <= y < height and int(self.open_directions[y, x]) != 0


@frozen(eq=False)
class JumpPast(Jump[C], Generic[C]):
    """Jumps with corner cutting."""

    def jump_diagonally(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        dx, dy = int(DX[direction]), int(DY[direction])
        across, along = 1 << (2 if dx > 0 else 6), 1 << (4 if dy > 0 else 0)
        open_directions = 1 << direction
        while open_directions >> direction & 1:
            x, y = x + dx, y + dy
            travelled += self.diagonal
            open_directions = int(self.open_directions[y, x])
            if (self.goals.area[0] == x and self.goals.area[1] == y) or is_forced(
                self.kept_directions, direction, open_directions
            ):
                open_list.relax((x, y), travelled)
                return
            if open_directions & across:
                self.jump_along_row(x, y, dx, travelled, open_list)
            if open_directions & along:
                self.jump_along_column(x, y, dy, travelled, open_list)


@frozen(eq=False)
class JumpStraight(Jump[C], Generic[C]):
    """Jumps without diagonal steps. The open directions are those of the rule *no-obstacle*."""

    diagonals: ClassVar[bool] = False

    def get_arrival(self, node: Node[Cell, Cost[C]]) -> int:
        return compute_straight_arrival(node)

    def jump_along_column(self, x: int, y: int, dy: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        ahead = 1 << (4 if dy > 0 else 0)
        open_directions = ahead
        while open_directions & ahead:
            y += dy
            travelled += self.straight
            if self.goals.area[0] == x and self.goals.area[1] == y:
                open_list.relax((x, y), travelled)
                return
            open_directions = int(self.open_directions[y, x])
            for across, dx in ((1 << 2, 1), (1 << 6, -1)):
                if open_directions & across:
                    self.jump_along_row(x, y, dx, travelled, open_list)


JUMPS: Final = {"no-obstacle": Jump, "one-obstacle": JumpPast, "always": JumpPast, "never": JumpStraight}
"""The problem for each rule for diagonal steps."""


def is_forced(kept: NDArray[np.uint8], direction: int, open_directions: int) -> bool:
    """Return whether a wall forces a step after a diagonal step in this direction."""
    dx, dy = int(DX[direction]), int(DY[direction])
    natural = 1 << direction | 1 << (direction - 1) | 1 << (direction + 1) % 8
    return int(kept[3 * (dy + 1) + dx + 1, open_directions]) & ~natural != 0


def compute_arrival(node: Node[Cell, Cost[C]]) -> int:
    """Return the last step of the jump that led to a node, as 3 * (dy + 1) + dx + 1; 4 for the start."""
    x, y = node.position
    from_x, from_y = node.position if node.parent is None else node.parent
    return 3 * (_sign(y - from_y, x - from_x) + 1) + _sign(x - from_x, y - from_y) + 1


def compute_straight_arrival(node: Node[Cell, Cost[C]]) -> int:
    """Return the last step as `compute_arrival` does, for a jump that first went vertically."""
    x, y = node.position
    from_x, from_y = node.position if node.parent is None else node.parent
    if x != from_x:
        return 4 + (int(x > from_x) - int(x < from_x))
    return 4 + 3 * (int(y > from_y) - int(y < from_y))


def _sign(part: int, other: int) -> int:
    """Return one component of the last step of a jump by this vector: diagonally first, then straight."""
    if abs(part) < abs(other):
        return 0
    return int(part > 0) - int(part < 0)


def unroll_path(path: Sequence[Cell], diagonals: bool = True) -> list[Cell]:
    """Return the cells of a path from jump point to jump point.

    Each jump first goes diagonally, or vertically if there are no diagonal steps.
    """
    cells = list(path[:1])
    for (x, y), there in pairwise(path):
        to_x, to_y = there
        right, down = to_x - x, to_y - y
        if not (-2 < right < 2 and -2 < down < 2) or (right and down and not diagonals):
            dx, dy = (right > 0) - (right < 0), (down > 0) - (down < 0)
            turn = min(abs(right), abs(down)) if diagonals else 0
            if turn:  # diagonally first
                cells += zip(range(x + dx, x + dx * turn, dx), range(y + dy, y + dy * turn, dy), strict=True)
                x, y = x + dx * turn, y + dy * turn
                if (x, y) != there:
                    cells.append((x, y))
            cells += zip(repeat(x), range(y + dy, to_y, dy)) if y != to_y else ()
            if x != to_x and y != to_y:
                cells.append((x, to_y))
            cells += zip(range(x + dx, to_x, dx), repeat(to_y)) if x != to_x else ()
        cells.append(there)
    return cells


def unroll_paths(first: Places, points: Whole, diagonals: bool) -> tuple[Places, Whole]:
    """Return the cells of many paths from jump point to jump point; see `Jumping.unroll_paths`."""
    if len(points) == 0:
        return first, points
    moves = np.diff(points, axis=0, prepend=np.zeros((1, 2), np.int32))
    sides = np.abs(moves)
    begins, signs = first[:-1][np.diff(first) > 0], np.sign(moves)
    if diagonals:
        turn = sides.min(axis=1)
        counts = np.stack([turn, sides.max(axis=1) - turn], axis=1)
        runs = np.stack([signs, signs * (sides > turn[:, None])], axis=1)
    else:
        counts, runs = sides[:, ::-1].copy(), signs[:, None] * np.array([[0, 1], [1, 0]], np.int32)
    counts[begins] = 1, 0
    runs[begins, 0] = moves[begins]  # from the end of the previous path
    each = np.repeat(runs.reshape(-1, 2), counts.ravel(), axis=0)
    behind = np.concatenate([[0], np.cumsum(counts.sum(axis=1))])
    return behind[first], np.cumsum(each, axis=0, dtype=np.int32)
