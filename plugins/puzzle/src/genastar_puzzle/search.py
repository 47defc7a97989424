"""The problems: hooks over boards packed into integers.

The estimate is the sum of the tiles' Manhattan distances. Linear conflicts (Hansson, Mayer and Yung, Information Sciences 63,
1992) add two moves for each tile that must leave its row or column to let others pass. A slide changes the distance of one
tile, and the conflicts of the one line of its home that it leaves or enters; so the estimate of a neighbour is computed from
that of its parent.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, Literal, TypeVar, cast

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_puzzle.boards import Board, BoardShape

S = TypeVar("S")
"""A packed board."""

NORTH: Final = 1
WEST: Final = 2
EAST: Final = 4
SOUTH: Final = 8

ROW: Final = 0
COLUMN: Final = 1
"""Kinds of lines."""

_ONES: Final = 0x111111111111111
"""A bit for each of the fifteen places that `PackedSliding` stores."""
_LAST: Final = 15


@frozen
class WideBoard:
    """A board of up to forty places: six bits each, ten to a word, and the place of the gap."""

    first: int
    second: int
    third: int
    fourth: int
    gap: int


@frozen(eq=False)
class Sliding(AStar[S, Cost[int]]):
    """A problem in which each move slides a tile into the gap and costs 1."""

    width: int
    goals: tuple[S, ...]
    open_directions: NDArray[np.int64] = field(repr=False)
    """Directions in which the gap can move, by its place: bits `NORTH`, `WEST`, `EAST`, `SOUTH`."""
    distance: NDArray[np.int8] = field(repr=False)
    """Moves from a tile to its home, by goal, tile and place; 0 for the gap."""
    home: NDArray[np.int8] = field(repr=False)
    """Home of a tile, by goal, tile and kind of line; -1 for the gap."""
    bits: NDArray[np.int32] = field(repr=False)
    """Bit of the tile's home within its line, by goal, kind of line, line and tile; 0 if its home is in another line."""
    lines: NDArray[np.int8] = field(repr=False)
    """Row and column of a place, by place and kind of line."""
    heuristic: Literal["linear-conflict", "manhattan"] = "linear-conflict"

    @abstractmethod
    def find_gap(self, board: S) -> int:
        """Return the place of the gap."""

    @abstractmethod
    def get_tile(self, board: S, place: int) -> int:
        """Return the tile at a place, 0 for the gap."""

    def to_board(self, state: S) -> Board:
        """Return the board of a state."""
        return tuple(self.get_tile(state, place) for place in range(len(self.open_directions)))

    @abstractmethod
    def slide_tile(self, board: S, tile: int, place: int, gap: int) -> S:
        """Return the board after the tile at this place has slid into the gap."""

    def add_neighbours(self, node: Node[S, Cost[int]], open_list: OpenList[S, Cost[int]]) -> None:
        gap = self.find_gap(node.position)
        open_directions = self.open_directions[gap]
        if open_directions & NORTH:
            self.slide(node, open_list, gap, gap - self.width, ROW)
        if open_directions & WEST:
            self.slide(node, open_list, gap, gap - 1, COLUMN)
        if open_directions & EAST:
            self.slide(node, open_list, gap, gap + 1, COLUMN)
        if open_directions & SOUTH:
            self.slide(node, open_list, gap, gap + self.width, ROW)

    def slide(self, node: Node[S, Cost[int]], open_list: OpenList[S, Cost[int]], gap: int, place: int, changes: int) -> None:
        """Add the neighbour with the gap at this place; the tile from there changes its `ROW` or its `COLUMN`."""
        board = node.position
        tile = self.get_tile(board, place)
        after = self.slide_tile(board, tile, place, gap)
        travelled = node.cost.travelled + 1
        if len(self.goals) > 1:
            open_list.relax(after, travelled)
            return
        left = node.cost.left + int(self.distance[0, tile, gap]) - int(self.distance[0, tile, place])
        if self.heuristic == "linear-conflict":
            line = self.home[0, tile, changes]
            if line == self.lines[place, changes] or line == self.lines[gap, changes]:
                left += 2 * (self.count_conflicts(after, 0, line, changes) - self.count_conflicts(board, 0, line, changes))
        open_list.insert(after, Cost(travelled + left, travelled, left))

    def is_destination(self, position: S) -> bool:
        for goal in self.goals:  # noqa: SIM110  # machine code has no generators here
            if position == goal:
                return True
        return False

    def estimate(self, position: S) -> int:
        least = self.bound_moves(position, 0)
        for goal in range(1, len(self.goals)):
            least = min(least, self.bound_moves(position, goal))
        return least

    def bound_moves(self, board: S, goal: int) -> int:
        """Return a lower bound of the moves to one of the goals."""
        places = len(self.open_directions)
        left = 0
        for place in range(places):
            left += int(self.distance[goal, self.get_tile(board, place), place])
        if self.heuristic == "linear-conflict":
            for row in range(places // self.width):
                left += 2 * self.count_conflicts(board, goal, row, ROW)
            for column in range(self.width):
                left += 2 * self.count_conflicts(board, goal, column, COLUMN)
        return left

    def count_conflicts(self, board: S, goal: int, line: int, kind: int) -> int:
        """Return how many tiles of a line, a `ROW` or a `COLUMN`, must leave it to let others of that line pass.

        These are all tiles with their home in the line except the longest run in the right order. ``ends`` has a bit for the
        least end of a run of each length (Fredman, Discrete Mathematics 11, 1975): a tile beyond all of them lengthens the
        longest run, and any other replaces the next one. The code has no branches: a tile of another line has no bit.
        """
        first, step, count = line * self.width, 1, self.width
        if kind == COLUMN:
            first, step, count = line, self.width, len(self.open_directions) // self.width
        ends = found = 0
        for place in range(first, first + count * step, step):
            bit = int(self.bits[goal, kind, line, self.get_tile(board, place)])
            behind = ends & -bit
            next_end = behind & -behind
            found += 1 if next_end != 0 else 0
            ends = (ends ^ next_end) | bit
        return found

    def reverse(self, start: S) -> tuple[Sliding[S], S]:
        """Return the reversed problem; see `genastar.algorithms.Reversible`. Each move can be undone.

        Raises:
            BadInput: there are several goals.
        """
        if len(self.goals) != 1:
            raise BadInput("the algorithm 'both-ways' needs one goal; give one, or use astar")
        shape = BoardShape(self.width, len(self.open_directions) // self.width)
        turned = make_problem(shape, (self.to_board(start),), self.heuristic)
        return cast("Sliding[S]", turned), self.goals[0]


@frozen(eq=False)
class PackedSliding(Sliding[int]):
    """Up to sixteen places in one integer, four bits each from the lowest.

    The sixteenth place is not stored, so that 60 bits suffice: its tile is the one that the others leave.
    """

    def find_gap(self, board: int) -> int:
        # Subtracting 1 from a place borrows if the place is 0: exact for the lowest, the gap. If none is 0, the gap is last.
        empty = (((board - _ONES) & ~board) >> 3) & _ONES | (1 << 60)
        below = ((empty & -empty) - 1) & _ONES
        below += below >> 32  # sum over the places; a product would overflow 64 bits
        below += below >> 16
        below += below >> 8
        return (below + (below >> 4)) & 15

    def get_tile(self, board: int, place: int) -> int:
        if place == _LAST:
            board ^= board >> 32  # 0 to 15 cancel out, so the last is the exclusive or of the others
            board ^= board >> 16
            board ^= board >> 8
            return (board ^ board >> 4) & 15
        return (board >> 4 * place) & 15

    def slide_tile(self, board: int, tile: int, place: int, gap: int) -> int:
        taken = 0 if place == _LAST else tile << 4 * place
        put = 0 if gap == _LAST else tile << 4 * gap
        return board ^ taken ^ put


@frozen(eq=False)
class SpreadSliding(Sliding[WideBoard]):
    """Up to forty places in several integers."""

    def find_gap(self, board: WideBoard) -> int:
        return board.gap

    def get_tile(self, board: WideBoard, place: int) -> int:
        lower = board.first if place < 10 else board.second
        upper = board.third if place < 30 else board.fourth
        return ((lower if place < 20 else upper) >> 6 * (place % 10)) & 63

    def slide_tile(self, board: WideBoard, tile: int, place: int, gap: int) -> WideBoard:
        return WideBoard(
            board.first ^ _get_bits(tile, place, 0) ^ _get_bits(tile, gap, 0),
            board.second ^ _get_bits(tile, place, 10) ^ _get_bits(tile, gap, 10),
            board.third ^ _get_bits(tile, place, 20) ^ _get_bits(tile, gap, 20),
            board.fourth ^ _get_bits(tile, place, 30) ^ _get_bits(tile, gap, 30),
            place,
        )


def _get_bits(tile: int, place: int, first: int) -> int:
    """Return a tile's bits in the word that begins at place ``first``; 0 if its place is in another word."""
    return tile << 6 * (place - first) if first <= place < first + 10 else 0


AnyProblem = PackedSliding | SpreadSliding
State = int | WideBoard


def pack(board: Board) -> State:
    """Return a board packed for the problems."""
    if len(board) <= 16:
        return sum(tile << 4 * place for place, tile in enumerate(board[:_LAST]))
    words = [sum(tile << 6 * place for place, tile in enumerate(board[first : first + 10])) for first in range(0, 40, 10)]
    return WideBoard(words[0], words[1], words[2], words[3], board.index(0))


def make_problem(shape: BoardShape, goals: tuple[Board, ...], heuristic: Literal["linear-conflict", "manhattan"]) -> AnyProblem:
    """Return the problem with these goals."""
    places = range(shape.places)
    open_directions = [_compute_open_directions(shape, gap) for gap in places]
    distance = np.zeros((len(goals), len(places), len(places)), np.int8)
    home = np.full((len(goals), len(places), 2), -1, np.int8)
    bits = np.zeros((len(goals), 2, max(shape.width, shape.height), len(places)), np.int32)
    for number, goal in enumerate(goals):
        for belongs, tile in enumerate(goal):
            if tile:
                distance[number, tile] = [shape.measure_distance(place, belongs) for place in places]
                home[number, tile] = row, column = divmod(belongs, shape.width)
                bits[number, ROW, row, tile], bits[number, COLUMN, column, tile] = 1 << column, 1 << row
    lines = np.array([divmod(place, shape.width) for place in places], np.int8)
    arrays = np.array(open_directions), distance, home, bits, lines
    packed = [pack(goal) for goal in goals]
    if shape.places <= 16:
        return PackedSliding(shape.width, tuple(each for each in packed if isinstance(each, int)), *arrays, heuristic)
    return SpreadSliding(shape.width, tuple(each for each in packed if isinstance(each, WideBoard)), *arrays, heuristic)


def unpack(problem: AnyProblem, state: State) -> Board:
    """Return the board of a state."""
    return cast("Sliding[State]", problem).to_board(state)


def _compute_open_directions(shape: BoardShape, gap: int) -> int:
    row, column = divmod(gap, shape.width)
    north, west = (NORTH if row > 0 else 0), (WEST if column > 0 else 0)
    east, south = (EAST if column < shape.width - 1 else 0), (SOUTH if row < shape.height - 1 else 0)
    return north | west | east | south
