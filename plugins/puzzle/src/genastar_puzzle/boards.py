"""Boards: tiles by place, and which boards can be reached from which.

A board is a tuple of tiles, row by row; 0 is the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from genastar import BadInput

Board = tuple[int, ...]

MOST_PLACES: Final = 40
"""The capacity of `search.Wide`."""


@frozen
class BoardShape:
    """The number of tiles in a row and in a column.

    Raises:
        BadInput: the board has fewer than two rows or columns, or too many places.
    """

    width: int
    height: int

    def __attrs_post_init__(self) -> None:
        if min(self.width, self.height) < 2 or self.places > MOST_PLACES:
            raise BadInput(
                f"a board of {self.width} x {self.height} places is not possible; give at least two rows and columns, "
                f"and at most {MOST_PLACES} places"
            )

    @property
    def places(self) -> int:
        """Return the number of places: the tiles and the gap."""
        return self.width * self.height

    def split_rows(self, board: Board) -> list[Board]:
        """Return the tiles row by row."""
        return [board[first : first + self.width] for first in range(0, self.places, self.width)]

    def measure_distance(self, place: int, other: int) -> int:
        """Return the number of moves between two places on an empty board."""
        (y, x), (other_y, other_x) = divmod(place, self.width), divmod(other, self.width)
        return abs(x - other_x) + abs(y - other_y)

    def is_reachable(self, board: Board, goal: Board) -> bool:
        """Return whether moves lead from one board to the other; from each board they lead to half of all boards.

        A move exchanges the gap with a tile. So it changes the parity of the permutation of all places, and moves the gap by
        one place: the sum of both parities never changes. Boards with equal sums can reach each other if there are at least
        two rows and columns (Johnson and Story, American Journal of Mathematics 2, 1879).
        """
        home = {tile: place for place, tile in enumerate(goal)}
        turned = _is_odd([home[tile] for tile in board])
        return turned == bool(self.measure_distance(board.index(0), goal.index(0)) % 2)

    def make_ordered_board(self, gap: str) -> Board:
        """Return the board with its tiles in order and the gap ``"first"`` or ``"last"``."""
        tiles = tuple(range(1, self.places))
        return (0, *tiles) if gap == "first" else (*tiles, 0)


def check_tiles(places: Sequence[tuple[str, int]]) -> Board:
    """Return the board of these tiles, each with its place in the source, after checking that each tile appears once.

    Raises:
        BadInput: a tile is missing or appears twice; the message says where and which.
    """
    board = tuple(tile for _, tile in places)
    missing = ", ".join(_name_tile(tile) for tile in range(len(board)) if tile not in board)
    known: set[int] = set()
    for where, tile in places:
        if not 0 <= tile < len(board):
            raise BadInput(
                f"{where}: {tile} is no tile of a board with {len(board)} places; expected tiles 1 to {len(board) - 1}, and "
                f"0 for the gap; missing: {missing}"
            )
        if tile in known:
            raise BadInput(f"{where}: {_name_tile(tile)} appears twice; missing: {missing}")
        known.add(tile)
    return board


def _name_tile(tile: int) -> str:
    return f"tile {tile}" if tile else "the gap (0)"


def _is_odd(order: list[int]) -> bool:
    """Return whether a permutation is odd: each cycle of even length changes its parity."""
    odd = False
    seen = [False] * len(order)
    for place in range(len(order)):
        while not seen[place]:
            seen[place] = True
            place = order[place]
            if not seen[place]:
                odd = not odd
    return odd
