"""Boards: tiles by place, and which boards lead to which.

A board is a tuple of tiles in reading order, 0 being the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from genastar import BadInput

Board = tuple[int, ...]

MOST_PLACES: Final = 40
"""What `search.Wide` holds."""


@frozen
class Shape:
    """How many tiles there are in a row and in a column.

    Raises:
        BadInput: nothing would slide round on it, or it is too large.
    """

    width: int
    height: int

    def __attrs_post_init__(self) -> None:
        if min(self.width, self.height) < 2 or self.places > MOST_PLACES:
            raise BadInput(
                f"a board of {self.width} x {self.height} places; it needs two rows and two columns at least, and no more than "
                f"{MOST_PLACES} places"
            )

    @property
    def places(self) -> int:
        """The tiles and the gap."""
        return self.width * self.height

    def rows(self, board: Board) -> list[Board]:
        """The tiles row by row."""
        return [board[first : first + self.width] for first in range(0, self.places, self.width)]

    def distance(self, place: int, other: int) -> int:
        """Moves between two places, if nothing were in the way."""
        (y, x), (other_y, other_x) = divmod(place, self.width), divmod(other, self.width)
        return abs(x - other_x) + abs(y - other_y)

    def leads(self, board: Board, goal: Board) -> bool:
        """Whether moves lead from one board to the other; from each board they lead to half of all.

        A move exchanges the gap with a tile, so that it turns the parity of the order of the tiles, gap and all, and moves the
        gap by one place: the parity of both together never changes. Where it agrees there is a way, on any board of two rows
        and columns at least (Johnson and Story, American Journal of Mathematics 2, 1879).
        """
        home = {tile: place for place, tile in enumerate(goal)}
        turned = _is_odd([home[tile] for tile in board])
        return turned == bool(self.distance(board.index(0), goal.index(0)) % 2)

    def ordered(self, gap: str) -> Board:
        """The board whose tiles are in order, its gap ``"first"`` or ``"last"``."""
        tiles = tuple(range(1, self.places))
        return (0, *tiles) if gap == "first" else (*tiles, 0)


def checked_tiles(places: Sequence[tuple[str, int]]) -> Board:
    """The board of these tiles, each with where it was read, if it has the gap and each tile once.

    Raises:
        BadInput: it has not; the message says where, which tile is there twice, and which is missing.
    """
    board = tuple(tile for _, tile in places)
    missing = ", ".join(_named(tile) for tile in range(len(board)) if tile not in board)
    known: set[int] = set()
    for where, tile in places:
        if not 0 <= tile < len(board):
            raise BadInput(
                f"{where}: {tile} is no tile of a board with {len(board)} places: tiles are 1 to {len(board) - 1}, "
                f"the gap is 0; missing: {missing}"
            )
        if tile in known:
            raise BadInput(f"{where}: {_named(tile)} is there twice; missing: {missing}")
        known.add(tile)
    return board


def _named(tile: int) -> str:
    return f"tile {tile}" if tile else "the gap (0)"


def _is_odd(order: list[int]) -> bool:
    """Whether a permutation is an odd one: each of its cycles of even length turns its parity."""
    odd = False
    seen = [False] * len(order)
    for place in range(len(order)):
        while not seen[place]:
            seen[place] = True
            place = order[place]
            if not seen[place]:
                odd = not odd
    return odd
