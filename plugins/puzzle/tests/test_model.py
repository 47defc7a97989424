"""The domain as a user sees it: searches, refusals, pictures, and Korf's instances."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from genastar import BadInput, Cost, Limits, Outcome, Starts, Trace
from genastar.cli.app import run as genastar
from genastar_puzzle.command import run
from genastar_puzzle.draw import draw_board, list_moves
from genastar_puzzle.info import Options
from genastar_puzzle.model import Puzzle
from genastar_puzzle.sheet import TILE, draw_sheet

DATA = Path(__file__).parent / "data"
NEAR = [[1, 2, 3], [4, 5, 6], [0, 7, 8]]
FIFTEEN = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 12], [13, 14, 11, 15]]


@pytest.mark.parametrize(
    ("rows", "named", "expected"),
    [(NEAR, "auto", "astar"), (NEAR, "ida-star", "ida-star"), (FIFTEEN, "auto", "ida-star"), (FIFTEEN, "astar", "astar")],
)
def test_auto_deepens_large_boards_alone(rows: list[list[int]], named: str, expected: str) -> None:
    puzzle = Puzzle.read(rows, Options())
    result = puzzle.search(algorithm=named, engine="interpreted")
    assert (result.algorithm, "places" in result.why) == (expected, named == "auto")
    assert (result.path[0], result.path[-1], len(result.path)) == (puzzle.board, puzzle.goal, 3)


@pytest.mark.parametrize("algorithm", ["auto", "astar", "ida-star"])
def test_boards_that_do_not_lead_there(algorithm: str) -> None:
    swapped = Puzzle.read([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 15, 14, 0]], Options())
    with pytest.raises(BadInput, match="only half of all boards can be reached"):
        swapped.search(algorithm=algorithm, engine="interpreted")
    with pytest.raises(BadInput, match="only half of all boards can be reached"):
        swapped.problem((swapped.goal,), (swapped.board,))
    goals = [swapped.goal, swapped.board]  # one of two is enough, and of two starts
    assert swapped.search(goals=goals, algorithm=algorithm, engine="interpreted").path == (swapped.board,)
    assert swapped.search(Starts(goals), [swapped.goal], algorithm="astar", engine="interpreted").path == (swapped.goal,)


def test_refusals() -> None:
    puzzle = Puzzle.read(NEAR, Options())
    for start in ((1, 2), (1, 2, 3, 4, 5, 6, 7, 8, 8), "123456780", (1.5,) * 9):
        with pytest.raises(BadInput):
            puzzle.search(start, engine="interpreted")  # type: ignore[arg-type]
    for algorithm in ("auto", "astar", "ida-star"):
        with pytest.raises(BadInput, match="no goal"):
            puzzle.search(goals=[], algorithm=algorithm, engine="interpreted")
    for text in ("1 2 3", "1 2 3 / 4 5 6", "1 2 / 3 4 / 5 6 / 7 8", "1 2 3 / 4 5 6 / 7 8 8", "x", ""):
        with pytest.raises(BadInput):
            puzzle.parse(text)


def test_limits_reach_the_deepening() -> None:
    puzzle = Puzzle.read(DATA / "hardest8.puzzle", Options())
    result = puzzle.search(algorithm="ida-star", engine="interpreted", limits=Limits(expansions=100))
    assert (result.outcome, result.expanded) == (Outcome.LIMIT, 100)
    assert result.closest == result.path_to_closest[-1]


def test_text_pictures(tmp_path: Path) -> None:
    puzzle = Puzzle.read(NEAR, Options())
    assert draw_board(puzzle.shape, puzzle.board) == ["+-------+", "| 1 2 3 |", "| 4 5 6 |", "|   7 8 |", "+-------+"]
    result = puzzle.search(engine="interpreted")
    assert list_moves(puzzle.shape, result.path) == [(7, "left"), (8, "left")]
    out = tmp_path / "moves.txt"
    assert genastar(["solve", str(DATA / "near.puzzle.csv"), "--engine", "interpreted", "--out", str(out)]) == 0
    assert out.read_text().splitlines() == [
        "1 move: 8",
        "",
        "start      1: 8 left",
        "+-------+  +-------+",
        "| 1 2 3 |  | 1 2 3 |",
        "| 4 5 6 |  | 4 5 6 |",
        "| 7   8 |  | 7 8   |",
        "+-------+  +-------+",
    ]
    hard = ["solve", str(DATA / "hardest8.puzzle"), "--engine", "interpreted", "--limit", "expansions=5", "--out", str(out)]
    assert genastar(hard) == 1
    assert out.read_text().startswith("not found (limit)\nthe closest that was reached:\n")
    assert genastar([*hard[:-1], str(tmp_path / "moves.gif")]) == 2


@pytest.mark.long
def test_korfs_easy_instances() -> None:
    report = run(DATA / "korf_easy.csv", Options(gap="first"), None, "ida-star", "compiled")
    assert (report.queries, report.matched, report.mismatched) == (10, 10, [])
    assert report.search == "ida-star"


@pytest.mark.long
def test_the_command_on_korfs_instances(capsys: pytest.CaptureFixture[str]) -> None:
    assert genastar(["korf", str(DATA / "korf_easy.csv"), "--rows", "2"]) == 0
    assert "2 instances, 2 matched, 0 mismatched" in capsys.readouterr().out
    assert genastar(["korf", str(DATA / "korf_easy.csv"), "--rows", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["queries"], found["matched"], found["mismatched"], found["search"]) == (1, 1, [], "ida-star")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert genastar(["korf", str(DATA / "korf_easy.csv"), "--rows", "0"]) == 2
    assert genastar(["korf", str(DATA / "korf_easy.csv"), "--algorithm", "ida"]) == 2
    assert "did you mean ida-star?" in capsys.readouterr().err
    small = tmp_path / "small.csv"
    small.write_text("id,tiles,optimal_moves\na,1 0 2 3,1\nb,1 2 0 3,2\nc,2 1 0 3,4\n")
    assert genastar(["korf", str(small), "--engine", "interpreted"]) == 1
    told = capsys.readouterr().out
    assert "3 instances, 1 matched, 2 mismatched" in told
    assert "id b (line 3): no moves lead to the goal; published: 2 moves" in told
    assert "id c (line 4): another length:" in told


def test_images(tmp_path: Path) -> None:
    puzzle, trace = Puzzle.read(NEAR, Options()), Trace[object, Cost[int]]()
    for name, limits, boards in (("found.png", Limits(), 3), ("none.png", Limits(expansions=0), 1)):
        result = puzzle.search(engine="interpreted", limits=limits)
        puzzle.draw(result, trace, tmp_path / name)  # type: ignore[arg-type]
        with Image.open(tmp_path / name) as image:
            assert image.size == (14 + boards * (3 * TILE + 1 + 14), 14 + 3 * TILE + 1 + 14)
            assert image.getpixel((16, 16)) != image.getpixel((0, 0))
    with pytest.raises(BadInput, match="pixels"):
        draw_sheet(puzzle.shape, [puzzle.board] * 5000, tmp_path / "huge.png")


def test_other_options_without_reading_again() -> None:
    puzzle = Puzzle.read([[1, 2, 3], [4, 0, 5], [7, 8, 6]], Options())
    other = puzzle.with_options(Options(heuristic="manhattan"))
    assert other is not None
    assert other.search(engine="interpreted").path == puzzle.search(engine="interpreted").path
    assert puzzle.with_options(Options(gap="first")) is None
    assert puzzle.with_options(Options(width=3)) is None
