"""Pictures of solutions: as text, the tiles that slide and the boards side by side; as an image, the boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from genastar import BadInput, Cost, Result
from genastar.files import AnyPath, format_path, write_text
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.sheet import draw_sheet

_WIDE = 100
"""Width of a line in characters."""


def draw_moves(shape: BoardShape, start: Board, result: Result[Board, Cost[int]], out: AnyPath) -> None:
    """Write a solution to a ``.txt`` or ``.png`` file; without a solution, the moves to the closest board.

    Raises:
        BadInput: the file cannot be written, or its name has another suffix.
    """
    out = Path(out)
    match out.suffix.lower():
        case ".txt":
            write_text(out, format_moves(shape, result))
        case ".png":
            draw_sheet(shape, result.path_to_closest or (start,), out)
        case _:
            raise BadInput(f"{format_path(out)}: a puzzle can be drawn as .txt or .png only; choose such a name")


def format_moves(shape: BoardShape, result: Result[Board, Cost[int]]) -> str:
    """Return the solution as text."""
    if not result.found:
        lines = [f"not found ({result.outcome.value})"]
        if result.path_to_closest:
            lines += ["the closest that was reached:", "", *_join_boards(shape, result.path_to_closest[-1:], [""])]
        return "\n".join(lines) + "\n"
    tiles = list_moves(shape, result.path)
    heads = ["start", *(f"{number}: {tile} {direction}" for number, (tile, direction) in enumerate(tiles, 1))]
    count = f"{len(tiles)} move{'' if len(tiles) == 1 else 's'}"
    slides = ": " + " ".join(str(tile) for tile, _ in tiles) if tiles else ""
    return "\n".join([f"{count}{slides}", "", *_join_boards(shape, result.path, heads)]) + "\n"


def list_moves(shape: BoardShape, path: Sequence[Board]) -> list[tuple[int, str]]:
    """Return the tile that slides in each move and its direction: ``left``, ``right``, ``up`` or ``down``."""
    found = []
    for before, after in pairwise(path):
        gap, place = before.index(0), after.index(0)
        direction = {1: "left", -1: "right", shape.width: "up", -shape.width: "down"}[place - gap]
        found.append((before[place], direction))
    return found


def draw_board(shape: BoardShape, board: Board) -> list[str]:
    """Return a board in a frame, as lines of equal length."""
    wide = len(str(shape.places - 1))
    edge = "+" + "-" * ((wide + 1) * shape.width + 1) + "+"
    rows = ["| " + " ".join((str(tile) if tile else "").rjust(wide) for tile in row) + " |" for row in shape.split_rows(board)]
    return [edge, *rows, edge]


def _join_boards(shape: BoardShape, boards: Sequence[Board], heads: Sequence[str]) -> list[str]:
    blocks = [[head, *draw_board(shape, board)] for head, board in zip(heads, boards, strict=True)]
    width = max(len(line) for block in blocks for line in block)
    fit = max(1, (_WIDE + 2) // (width + 2))
    lines: list[str] = []
    for first in range(0, len(blocks), fit):
        beside = blocks[first : first + fit]
        lines += [
            "  ".join(parts).rstrip()
            for parts in zip(*([line.ljust(width) for line in block] for block in beside), strict=True)
        ]
        lines.append("")
    return lines[:-1]
