"""Images of solutions: all boards in rows, with the tile that has just slid in another colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from genastar import BadInput
from genastar.files import AnyPath, format_path, replace_file
from genastar_puzzle.boards import Board, BoardShape

TILE: Final = 24
"""Side of a tile in pixels."""
_GAP: Final = 14
"""Space between boards in pixels."""
_WIDE: Final = 900
"""Largest width of a row of boards in pixels."""
_MOST_PIXELS: Final = 20_000_000

_PAGE, _FRAME, _TILE, _SLID, _NUMBER = "#ffffff", "#3b4252", "#d8dee9", "#ebcb8b", "#2e3440"


def draw_sheet(shape: BoardShape, boards: Sequence[Board], out: AnyPath) -> None:
    """Write one or more boards to a ``.png``.

    Raises:
        BadInput: the picture would be too large, or the file cannot be written.
    """
    wide, high = shape.width * TILE + 1, shape.height * TILE + 1
    in_a_row = max(1, min(len(boards), (_WIDE - _GAP) // (wide + _GAP)))
    rows = -(-len(boards) // in_a_row)
    size = _GAP + in_a_row * (wide + _GAP), _GAP + rows * (high + _GAP)
    if size[0] * size[1] > _MOST_PIXELS:
        raise BadInput(
            f"{format_path(out)}: {len(boards)} boards need {size[0]} x {size[1]} pixels, which is too large; write a .txt"
        )
    sheet = Image.new("RGB", size, _PAGE)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=13)
    for number, board in enumerate(boards):
        down, along = divmod(number, in_a_row)
        left, top = _GAP + along * (wide + _GAP), _GAP + down * (high + _GAP)
        slid = board[boards[number - 1].index(0)] if number else 0
        pen.rectangle((left, top, left + wide - 1, top + high - 1), fill=_FRAME)
        for place, tile in enumerate(board):
            if tile:
                y, x = divmod(place, shape.width)
                corner = left + x * TILE + 1, top + y * TILE + 1
                pen.rectangle((*corner, corner[0] + TILE - 2, corner[1] + TILE - 2), fill=_SLID if tile == slid else _TILE)
                middle = corner[0] + TILE // 2 - 1, corner[1] + TILE // 2 - 1
                pen.text(middle, str(tile), fill=_NUMBER, font=font, anchor="mm")
    with replace_file(out) as beside:
        sheet.save(beside, "PNG", optimize=True)
