"""Readers that turn files and arrays of tiles into boards.

Text: rows of numbers, one row in a line or separated by ``/``, with spaces or commas between the numbers; the gap is ``0``,
``_``, ``.`` or empty between two commas. Lines that begin with ``#`` are comments. A second board after an empty line is the
goal. JSON: a list of rows, or of all tiles; or an object with ``start`` and, optionally, ``goal``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from operator import index
from os import PathLike
from pathlib import Path
from typing import Final, SupportsIndex, cast

from attrs import frozen

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import parse_json, read_text
from genastar.values.arguments import expect
from genastar_puzzle.boards import MOST_PLACES, Board, BoardShape, check_tiles

MOST_BYTES: Final = 100_000
_GAPS: Final = ("_", ".", "")

Row = tuple[str, list[str]]
"""The place of a row in the source, and the texts of its tiles."""


@frozen
class BoardSource:
    """A board that was read, and possibly a goal."""

    name: str
    """Name of the source in messages."""
    shape: BoardShape
    start: Board
    goal: Board | None = None


def read_source(source: object, width: int | None) -> BoardSource:
    """Read a board from a path, or from a list or array of rows or of all tiles.

    Raises:
        BadInput: this is no board; the message says what is wrong, and where.
    """
    if not isinstance(source, (str, PathLike)):
        return _read_values("the board", source, None, width)
    name, text = str(Path(source)), read_text(Path(source), MOST_BYTES)
    if text.lstrip()[:1] in ("[", "{"):
        return _read_json(name, text, width)
    boards = _split_paragraphs(name, text)
    if not boards:
        raise BadInput(f"{name}: this file has no board; expected rows of numbers such as 1 2 3")
    if len(boards) > 2:
        raise BadInput(
            f"{boards[2][0][0]}: the file has a third board; expected a start and, optionally, a goal after an empty line"
        )
    return _make_source(name, [make_board(rows, width) for rows in boards])


def read_board(text: str, shape: BoardShape) -> Board:
    """Return a board typed as ``1 2 3 / 4 5 6 / 7 8 0``.

    Raises:
        BadInput: the text is no board of this shape.
    """
    expect("text", text, str, "a board, as 1 2 3 / 4 5 6 / 7 8 0")
    where = format_value(text)
    rows = [(where, _split_tiles(each)) for each in re.split(r"[/\n]", text.strip())]
    found, board = make_board(rows, shape.width)
    if found != shape:
        raise BadInput(f"{where} has {found.height} rows of {found.width}; expected {shape.height} rows of {shape.width}")
    return board


def _split_paragraphs(name: str, text: str) -> list[list[Row]]:
    boards: list[list[Row]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            boards.append([])
            continue
        boards[-1] += [(f"{name}: line {number}", _split_tiles(row)) for row in line.strip().split("/") if row.strip()]
    return [rows for rows in boards if rows]


def _split_tiles(row: str) -> list[str]:
    return [tile.strip() for tile in row.split(",")] if "," in row else row.split()


def make_board(rows: Sequence[Row], width: int | None) -> tuple[BoardShape, Board]:
    """Return a board from the texts of its tiles; a single row is split into rows of ``width``, or into a square.

    Raises:
        BadInput: the texts are no board; the message says where.
    """
    where, first = rows[0]
    for here, row in rows:
        if len(row) != len(first):
            raise BadInput(f"{here}: this row has {len(row)} tiles, but the first has {len(first)}")
    shape = _choose_shape(where, len(first), len(rows), width)
    return shape, check_tiles([(here, _parse_tile(here, tile)) for here, row in rows for tile in row])


def _choose_shape(where: str, width: int, height: int, wanted: int | None) -> BoardShape:
    """Return the shape of these rows; a single row is split into rows."""
    places = width * height
    if height == 1 and places <= MOST_PLACES:
        width = wanted or math.isqrt(places)
        if width == 0 or places % width or (wanted is None and width * width != places):
            raise BadInput(
                f"{where}: {places} tiles in one line do not make rows of {width or 2}; write one row a line, or set width"
            )
        height = places // width
    try:
        return BoardShape(width, height)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _parse_tile(where: str, text: str) -> int:
    if text in _GAPS:
        return 0
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise BadInput(f"{where}: {text[:20]!r} is no tile; expected a number, or 0 for the gap")
    return int(text)


def _read_json(name: str, text: str, width: int | None) -> BoardSource:
    found = parse_json(name, text)
    if isinstance(found, dict):
        if unknown := sorted(set(found) - {"start", "goal"}):
            raise BadInput(f"{name}: {unknown[0][:20]!r} is an unknown key; expected start and, optionally, goal")
        return _read_values(name, found.get("start"), found.get("goal"), width)
    return _read_values(name, found, None, width)


def _read_values(name: str, start: object, goal: object, width: int | None) -> BoardSource:
    boards = [("start", start)] if goal is None else [("start", start), ("goal", goal)]
    return _make_source(name, [_read_lists(f"{name}: {which}", value, width) for which, value in boards])


def _read_lists(where: str, value: object, width: int | None) -> tuple[BoardShape, Board]:
    """Return a board from rows, or from all tiles: lists, tuples or arrays of whole numbers."""
    outer = _expect_items(where, value)
    nested = any(isinstance(each, (list, tuple)) or _is_array(each) for each in outer)
    rows = [_expect_items(where, row) for row in outer] if nested else [outer]
    return make_board([(where, [_expect_whole(where, tile) for tile in row]) for row in rows], width)


def _expect_items(where: str, value: object) -> list[object]:
    if isinstance(value, (list, tuple)) or _is_array(value):
        items = list(cast("Sequence[object]", value))
        if 0 < len(items) <= MOST_PLACES:
            return items
        raise BadInput(f"{where}: there are {len(items)} rows or tiles; expected 1 to {MOST_PLACES}")
    raise BadInput(f"{where}: expected a list of rows of numbers, not {type(value).__name__}")


def _is_array(value: object) -> bool:
    """Return whether a value is an array of at least one dimension, of numpy or a library with its interface."""
    return bool(getattr(value, "ndim", False))


def _expect_whole(where: str, tile: object) -> str:
    if isinstance(tile, bool):
        raise BadInput(f"{where}: {tile!r} is no tile; expected a whole number, or 0 for the gap")
    try:
        return str(index(cast(SupportsIndex, tile)))
    except TypeError:
        raise BadInput(f"{where}: {str(tile)[:20]!r} is no tile; expected a whole number, or 0 for the gap") from None


def _make_source(name: str, boards: list[tuple[BoardShape, Board]]) -> BoardSource:
    shape, start = boards[0]
    if len(boards) == 1:
        return BoardSource(name, shape, start)
    other, goal = boards[1]
    if other != shape:
        raise BadInput(
            f"{name}: the goal has {other.height} rows of {other.width}, but the start has {shape.height} rows of {shape.width}"
        )
    return BoardSource(name, shape, start, goal)
