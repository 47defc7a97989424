"""A reader that turns a file of letters into an array. ``#`` wall, ``.`` ground, ``~`` mud, ``S`` start, ``G`` goal."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, read_text

Cell = tuple[int, int]
"""A position: ``(x, y)``, column and row, from the upper left."""

WALL: Final = 0
GROUND: Final = 1
MUD: Final = 2
LETTERS: Final = {"#": WALL, ".": GROUND, "~": MUD, "S": GROUND, "G": GROUND}

MOST_BYTES: Final = 16_000_000
"""Largest size of a file in bytes."""


@frozen(eq=False)
class Map:
    """A map that was read."""

    name: str
    """Name of the source in messages."""
    kinds: NDArray[np.uint8] = field(repr=False)
    """`WALL`, `GROUND` or `MUD` for each cell, shape (height, width)."""
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]

    def entered(self, position: Cell) -> Cell:
        """Return the position, after checking that it can be entered.

        Raises:
            BadInput: the position is outside the map or a wall.
        """
        x, y = position
        height, width = self.kinds.shape
        if not (0 <= x < width and 0 <= y < height):
            raise BadInput(f"{self.name}: {x},{y} is outside; x is from 0 to {width - 1}, y from 0 to {height - 1}")
        if self.kinds[y, x] == WALL:
            raise BadInput(f"{self.name}: {x},{y} is a wall; give another cell")
        return position


def read_map(path: AnyPath) -> Map:
    """Read a map from a file.

    Raises:
        BadInput: the file cannot be read or is no map; the message says what is wrong, and where.
    """
    return parse_map(str(path), read_text(path, MOST_BYTES))


def parse_map(name: str, text: str) -> Map:
    """Return the map drawn by a text, one letter for each cell.

    Raises:
        BadInput: the text has no cells, a letter is unknown, or the lines differ in length.
    """
    rows = text.splitlines()
    if not rows or not rows[0]:
        raise BadInput(f"{name}: the first line is empty; expected a row of cells: {' '.join(LETTERS)}")
    kinds = np.empty((len(rows), len(rows[0])), np.uint8)
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BadInput(f"{name}: line {y + 1} has {len(row)} cells, but the first has {len(rows[0])}")
        for x, letter in enumerate(row):
            if letter not in LETTERS:
                raise BadInput(f"{name}: line {y + 1}, column {x + 1}: {letter!r} is no cell; expected {' '.join(LETTERS)}")
            kinds[y, x] = LETTERS[letter]
    return Map(name, kinds, _find_cells(rows, "S"), _find_cells(rows, "G"))


def _find_cells(rows: list[str], letter: str) -> tuple[Cell, ...]:
    return tuple((x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == letter)
