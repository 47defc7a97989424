"""Sources: what is read, and what is refused, in one line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import genastar
from genastar import BadInput
from genastar_puzzle.boards import BoardShape
from genastar_puzzle.info import Options
from genastar_puzzle.korf_files import read_instances
from genastar_puzzle.model import Puzzle
from genastar_puzzle.read import read_board, read_source

DATA = Path(__file__).parent / "data"
NEAR = (1, 2, 3, 4, 5, 6, 7, 0, 8)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n4 5 6\n7 0 8\n",
        "1 2 3 / 4 5 6 / 7 0 8",
        "1 2 3 4 5 6 7 0 8",
        "1,2,3\r\n4,5,6\r\n7,,8\r\n",
        "# a note\n  1 2 3\n4 5 6\n7 _ 8\n\n",
        "\ufeff1 2 3\n4 5 6\n7 . 8",
        "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]",
        "[1, 2, 3, 4, 5, 6, 7, 0, 8]",
        '{"start": [[1, 2, 3], [4, 5, 6], [7, 0, 8]]}',
    ],
)
def test_every_way_to_write_a_board(tmp_path: Path, text: str) -> None:
    path = tmp_path / "any name"
    path.write_text(text, encoding="utf-8")
    found = read_source(path, None)
    assert (found.shape, found.start, found.goal) == (BoardShape(3, 3), NEAR, None)


def test_boards_without_a_file() -> None:
    for source in (np.array(NEAR).reshape(3, 3), list(NEAR), [list(NEAR[:3]), NEAR[3:6], np.array(NEAR[6:])]):
        assert read_source(source, None).start == NEAR
    assert read_source([1, 2, 3, 4, 5, 0], 3).shape == BoardShape(3, 2)


def test_formats_by_their_names() -> None:
    for name, start, moves in (
        ("hardest8.puzzle", (8, 6, 7, 2, 5, 4, 3, 0, 1), 31),
        ("near.puzzle.csv", NEAR, 1),
        ("oblong.puzzle.json", (1, 2, 3, 4, 5, 6, 0, 7, 8, 9), 3),
    ):
        puzzle = genastar.load(DATA / name)
        result = puzzle.search(engine="interpreted")
        assert isinstance(puzzle, Puzzle)
        assert puzzle.board == start
        assert len(result.path) == moves + 1
    both = Puzzle.read(DATA / "two_boards.puzzle.txt", Options())
    assert (both.board[:4], both.goal) == ((1, 2, 3, 4), tuple(range(16)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this file has no board"),
        ("# nothing\n\n", "this file has no board"),
        ("1 2 3\n4 5\n7 8 0\n", "line 2: this row has 2 tiles, but the first has 3"),
        ("1 2 3\n4 5 5\n7 8 0\n", "line 2: tile 5 appears twice; missing: tile 6"),
        ("1 2 3\n4 0 6\n7 8 0\n", "line 3: the gap (0) appears twice; missing: tile 5"),
        ("1 2 3\n4 5 6\n7 8 9\n", "line 3: 9 is no tile of a board with 9 places"),
        ("1 2 3\n4 5 6\n7 8 -1\n", "line 3: '-1' is no tile"),
        ("1 2 3\n4 x 6\n7 8 0\n", "line 2: 'x' is no tile; expected a number, or 0 for the gap"),
        ("1 2 3\n4 \u0665 6\n7 8 0\n", "line 2: '\u0665' is no tile"),
        ("1 2 3 4 5 6 0\n", "line 1: 7 tiles in one line do not make rows"),
        ("1\n2\n0\n", "line 1: a board of 1 x 3 places is not possible; give at least two rows"),
        ("0\n", "line 1: a board of 1 x 1 places"),
        (" ".join(map(str, range(49))), "line 1: a board of 49 x 1 places"),
        ("\n".join(" ".join(map(str, range(row * 7, row * 7 + 7))) for row in range(7)), "line 1: a board of 7 x 7 places"),
        ("1 2\n3 0\n\n1 2\n3 0\n\n1 2\n3 0\n", "line 7: the file has a third board"),
        ("1 2\n3 0\n\n1 2 3\n4 5 0\n", "the goal has 2 rows of 3, but the start has 2 rows of 2"),
        ("[1, 2", "this is no valid JSON"),
        ("[" * 90_000, "this is no valid JSON"),
        ("[]", "start: there are 0 rows or tiles"),
        ("[[1, 2], 3]", "expected a list of rows of numbers, not int"),
        ("[[1, 2], [true, 0]]", "True is no tile"),
        ("[[1, 2], [3.5, 0]]", "'3.5' is no tile"),
        ("[[1, 2], [null, 0]]", "'None' is no tile"),
        ("[[[1]], [[2]]]", "is no tile"),
        ('{"board": [1, 2, 3, 0]}', "'board' is an unknown key"),
        ('{"goal": [1, 2, 3, 0]}', "start: expected a list of rows of numbers, not NoneType"),
        ("1 2 3\n" * 20_000, "more than 100,000 bytes"),
        ("1 0\n2 " + "1" * 90_000, "is no tile; expected a number"),
    ],
)
def test_what_is_no_board(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.puzzle"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        Puzzle.read(path, Options())
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500 + len(str(path))


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    for source in (tmp_path / "missing", tmp_path, tmp_path / "noise", "a\0b", 5, None, {}, [], np.array(5)):
        with pytest.raises(BadInput):
            Puzzle.read(source, Options())


@given(text=st.text(max_size=40) | st.text("0123456789 /,\n[]", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadInput):
        assert sorted(read_board(text, BoardShape(3, 3))) == list(range(9))


HEAD = "id,tiles,optimal_moves\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the columns id, tiles, optimal_moves, not ''"),
        ("id,tiles\n", "line 1: expected the columns"),
        (HEAD + "1,1 2 3 0\n", "line 2: expected 3 columns as in the first line, but there are 2"),
        (HEAD + "1,1 2 3 0,many\n", "line 2: 'many' is no number of moves"),
        (HEAD + "\n1,1 2 3 3,1\n", "line 3: tile 3 appears twice; missing: the gap (0)"),
        (HEAD + "1,1 2 0,1\n", "line 2: 3 tiles in one line do not make rows"),
        (HEAD + "1,,1\n", "line 2: 0 tiles in one line"),
        (HEAD + '1,"1 2 3 0,1\n', "this is no valid CSV"),
    ],
)
def test_bad_instances(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        read_instances(path, None)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
