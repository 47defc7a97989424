"""Puzzle instances in CSV files, such as Korf's (Artificial Intelligence 27, 1985, table 1)."""

from __future__ import annotations

import csv
import re
from typing import Final

from attrs import frozen

from genastar import BadInput
from genastar.files import AnyPath, make_csv_error, read_text
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.read import MOST_BYTES, make_board

COLUMNS: Final = ("id", "tiles", "optimal_moves")


@frozen
class Instance:
    """One row of a file."""

    id: str
    line: int
    """Line of the file, counted from 1."""
    shape: BoardShape
    board: Board
    moves: int
    """Published least number of moves."""


def read_instances(path: AnyPath, width: int | None) -> list[Instance]:
    """Read the rows of a file with the columns ``id``, ``tiles`` (row by row, 0 for the gap) and ``optimal_moves``.

    Raises:
        BadInput: this is no such file; the message names the file and the line.
    """
    lines = read_text(path, MOST_BYTES).splitlines()
    head = tuple(name.strip() for name in (lines[0] if lines else "").split(","))
    if any(head.count(name) != 1 for name in COLUMNS):
        raise BadInput(f"{path}: line 1: expected the columns {', '.join(COLUMNS)}, not {', '.join(head)[:60]!r}")
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            found += [(number, next(csv.reader([line], strict=True)))] if line.strip() else []
        except csv.Error as error:
            raise make_csv_error(str(path), number) from error
    return [_parse_instance(f"{path}: line {number}", number, head, parts, width) for number, parts in found]


def _parse_instance(where: str, line: int, head: tuple[str, ...], parts: list[str], width: int | None) -> Instance:
    if len(parts) != len(head):
        raise BadInput(f"{where}: expected {len(head)} columns as in the first line, but there are {len(parts)}")
    row = {name: part.strip() for name, part in zip(head, parts, strict=True)}
    if not re.fullmatch(r"[0-9]{1,6}", row["optimal_moves"]):
        raise BadInput(f"{where}: {row['optimal_moves'][:20]!r} is no number of moves; expected a whole number")
    shape, board = make_board([(where, row["tiles"].split())], width)
    return Instance(row["id"], line, shape, board, int(row["optimal_moves"]))
