"""Sliding tiles: a user's own solver whose positions have no index, so that the closed list is a hash table."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from benchmarks.problems import Puzzle
from genastar import AStar, Cost, Node, OpenList

KORF_13 = (3, 6, 5, 2, 10, 0, 15, 14, 1, 4, 13, 12, 9, 8, 11, 7)
KORF_19 = (7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10)
"""Instances 13 and 19 of the hundred of Korf (1985, Artificial Intelligence 27, table 1); each needs 46 moves."""
KORF_MOVES = 46
EIGHT = (8, 6, 7, 2, 5, 4, 3, 0, 1)
"""One of the two instances of the 8-puzzle that need 31 moves."""
EIGHT_MOVES = 31


@frozen
class Board:
    """The tiles by place, four bits each: the first eight places in ``upper``, the others in ``lower``; 0 is the gap."""

    upper: int
    lower: int
    gap: int

    @classmethod
    def of(cls, tiles: tuple[int, ...]) -> Board:
        halves = [sum(tile << (4 * place) for place, tile in enumerate(half)) for half in (tiles[:8], tiles[8:])]
        return cls(halves[0], halves[1], tiles.index(0))

    def tile(self, place: int) -> int:
        return ((self.upper if place < 8 else self.lower) >> (4 * (place & 7))) & 15

    def slide_tile(self, place: int) -> Board:
        """Return the board after the tile at this place has slid into the gap."""
        tile = self.tile(place)
        here, there = tile << (4 * (place & 7)), tile << (4 * (self.gap & 7))
        upper = self.upper ^ (here if place < 8 else 0) ^ (there if self.gap < 8 else 0)
        lower = self.lower ^ (0 if place < 8 else here) ^ (0 if self.gap < 8 else there)
        return Board(upper, lower, place)


@frozen(eq=False)
class Tiles(AStar[Board, Cost[int]]):
    """A puzzle of ``width`` times ``width``, estimated by the Manhattan distances of its tiles."""

    width: int
    goal: Board
    distance: NDArray[np.int64] = field(repr=False)
    """By tile and place."""

    @classmethod
    def of(cls, problem: Puzzle) -> Tiles:
        return cls(problem.width, Board.of(problem.goal), np.array(problem.distance))

    def add_neighbours(self, node: Node[Board, Cost[int]], open_list: OpenList[Board, Cost[int]]) -> None:
        board = node.position
        travelled = node.cost.travelled + 1
        column = board.gap % self.width
        if board.gap >= self.width:
            open_list.relax(board.slide_tile(board.gap - self.width), travelled)
        if column > 0:
            open_list.relax(board.slide_tile(board.gap - 1), travelled)
        if column < self.width - 1:
            open_list.relax(board.slide_tile(board.gap + 1), travelled)
        if board.gap < self.width * (self.width - 1):
            open_list.relax(board.slide_tile(board.gap + self.width), travelled)

    def is_destination(self, position: Board) -> bool:
        return position == self.goal

    def estimate(self, position: Board) -> int:
        left = 0
        for place in range(self.width * self.width):
            left += self.distance[position.tile(place), place]
        return left


def fifteen(tiles: tuple[int, ...]) -> Puzzle:
    """Return the 15-puzzle with Korf's goal: the gap in the first place."""
    return Puzzle.of(tiles, tuple(range(16)))


def eight() -> Puzzle:
    """Return the 8-puzzle."""
    return Puzzle.of(EIGHT, (1, 2, 3, 4, 5, 6, 7, 8, 0))
