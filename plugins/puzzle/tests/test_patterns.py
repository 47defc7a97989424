"""Additive pattern databases: every entry beside a naive search, and whole boards beside the true distances."""

from __future__ import annotations

import random
from collections import deque
from functools import cache
from pathlib import Path

import naive_puzzle
import pytest
from attrs import evolve

from genastar import BadInput
from genastar.cli.app import run as genastar
from genastar_prepare.patterns import pattern_database
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.info import Options
from genastar_puzzle.model import Puzzle
from genastar_puzzle.patterns import PARTITIONS, find_partition, make_tile_pattern, make_tile_patterns
from genastar_puzzle.search import pack

pytestmark = pytest.mark.long

DATA = Path(__file__).parent / "data"
EIGHT = BoardShape(3, 3)
FIRST, LAST = EIGHT.make_ordered_board("first"), EIGHT.make_ordered_board("last")
HALVES = ((1, 2, 3, 4), (5, 6, 7, 8))


@cache
def truth(goal: Board) -> dict[Board, int]:
    return naive_puzzle.distances(goal, 3)


def moves_of(tiles: tuple[int, ...], goal: Board) -> dict[Board, int]:
    """Return the fewest moves of these tiles for each arrangement of them, wherever the gap is. Other tiles are 9."""
    start = tuple(tile if tile in (0, *tiles) else 9 for tile in goal)
    found, waiting = {start: 0}, deque([start])
    while waiting:  # moves of 0 first
        board = waiting.popleft()
        for after in naive_puzzle.neighbours(board, 3):
            counts = after[board.index(0)] != 9
            if found[board] + counts < found.get(after, 99):
                found[after] = found[board] + counts
                if counts:
                    waiting.append(after)
                else:
                    waiting.appendleft(after)
    least: dict[Board, int] = {}
    for board, moves in found.items():
        arrangement = tuple(9 if tile == 0 else tile for tile in board)
        least[arrangement] = min(moves, least.get(arrangement, 99))
    return least


def test_states_have_numbers_without_gaps() -> None:
    for shape, tiles in ((EIGHT, (1, 5, 8)), (BoardShape(5, 3), (14, 2)), (BoardShape(5, 5), (24, 1, 7, 12, 18, 20))):
        pattern = make_tile_pattern(shape, shape.make_ordered_board("last"), tiles)
        for index in (0, pattern.size - 1, *random.Random(4).sample(range(pattern.size), 200)):
            assert pattern.index(pattern.state(index)) == index


@pytest.mark.parametrize("goal", [FIRST, LAST])
def test_the_sum_is_that_of_the_fewest_moves_of_each_pattern(goal: Board) -> None:
    heuristic = make_tile_patterns(EIGHT, goal, HALVES)
    mirror = {goal[place]: goal[place % 3 * 3 + place // 3] for place in range(9)}
    tables = [moves_of(tiles, goal) for tiles in HALVES]

    def total(board: Board) -> int:
        return sum(
            table[tuple(tile if tile in tiles else 9 for tile in board)] for tiles, table in zip(HALVES, tables, strict=True)
        )

    for board in random.Random(2).sample(sorted(truth(goal)), 3000):
        mirrored = tuple(mirror[board[place % 3 * 3 + place // 3]] for place in range(9))
        assert heuristic.estimate(pack(board)) == max(total(board), total(mirrored)) <= truth(goal)[board]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_finds_the_fewest_moves(engine: str) -> None:
    puzzle = Puzzle.read([[1, 2, 3], [4, 5, 6], [7, 8, 0]], Options()).with_patterns(HALVES)
    for board in random.Random(3).sample(sorted(truth(LAST)), 10):
        deepened = puzzle.search(board, algorithm="ida-star", engine=engine)
        reopened = puzzle.search(board, algorithm="astar", reopen=True, engine=engine)
        plain = puzzle.search(board, algorithm="astar", engine=engine)
        assert len(deepened.path) - 1 == len(reopened.path) - 1 == truth(LAST)[board]
        assert (deepened.bound, reopened.bound, plain.bound) == (1, 1, None)


def test_other_goals_keep_the_heuristic_of_the_options() -> None:
    puzzle = Puzzle.read([[1, 2, 3], [4, 5, 6], [7, 0, 8]], Options()).with_patterns(HALVES)
    other = (1, 2, 3, 4, 5, 6, 0, 7, 8)
    result = puzzle.search(goals=[other], engine="interpreted")
    assert result.path == (puzzle.board, other)


def test_boards_that_are_not_square_have_no_mirror_image() -> None:
    shape = BoardShape(4, 2)
    heuristic = make_tile_patterns(shape, shape.make_ordered_board("last"), ((1, 2, 3), (4, 5, 6, 7)))
    for board, moves in list(naive_puzzle.distances(shape.make_ordered_board("last"), 4).items())[::7]:
        assert heuristic.estimate(pack(board)) <= moves


def test_boards_of_several_words() -> None:
    """The 17-puzzle: the places of a pattern do not depend on how a board is packed."""
    shape = BoardShape(6, 3)
    puzzle = Puzzle("17", Options(), shape, shape.make_ordered_board("last"), shape.make_ordered_board("last"))
    guided = evolve(puzzle, heuristic=make_tile_patterns(shape, puzzle.goal, ((11, 12), (16, 17))))
    board = puzzle.goal
    for step in random.Random(5).choices(range(4), k=16):
        options = sorted(naive_puzzle.neighbours(board, 6))
        board = options[step % len(options)]
    assert guided.search(board, algorithm="ida-star").cost == puzzle.search(board, algorithm="ida-star").cost


def test_named_partitions_cover_all_tiles_from_either_corner() -> None:
    for name in PARTITIONS:
        shape = BoardShape(5, 5) if name == "6-6-6-6" else BoardShape(4, 4)
        for gap in ("first", "last"):
            partition = find_partition(name, shape, shape.make_ordered_board(gap))
            assert sorted(tile for tiles in partition for tile in tiles) == list(range(1, shape.places))
    assert find_partition("7-8", BoardShape(4, 4), BoardShape(4, 4).make_ordered_board("last"))[0] == (15, 12, 11, 8, 7, 4, 3)


def test_patterns_that_are_turned_ones_share_a_table(tmp_path: Path) -> None:
    """The same estimates as from tables of their own."""
    shape = BoardShape(5, 5)
    goal = shape.make_ordered_board("first")
    partition = ((3, 4), (9, 14), (23, 24), (10, 15), (20, 21))
    shared = make_tile_patterns(shape, goal, partition, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["25-3-4.patterns", "25-9-14.patterns"]
    own = [pattern_database(make_tile_pattern(shape, goal, tiles), pack(goal), compress=23) for tiles in partition]
    for seed in range(200):
        board = tuple(random.Random(seed).sample(range(25), 25))
        numbers = [int(each.costs[each.pattern.number_arrangement(each.pattern.read_places(pack(board)))]) for each in own]
        found = [
            int(each.costs[each.pattern.number_arrangement(each.pattern.read_places(pack(board)))])
            for each in shared.databases[: shared.patterns]
        ]
        assert found == numbers


def test_korfs_easy_instances_by_patterns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    korf = ["korf", str(DATA / "korf_easy.csv"), "--patterns", "5-5-5", "--tables", str(tmp_path), "--engine", "compiled"]
    assert genastar(korf) == 0
    assert "10 instances, 10 matched, 0 mismatched" in capsys.readouterr().out
    assert sorted(path.stat().st_size // 1000 for path in tmp_path.iterdir()) == [524, 524]  # two patterns are mirror images
    assert genastar([*korf, "--rows", "2"]) == 0  # with the tables that are there


def test_faults_are_told_in_one_line(tmp_path: Path) -> None:
    puzzle = Puzzle.read([[1, 2, 3], [4, 5, 6], [7, 8, 0]], Options())
    with pytest.raises(BadInput, match="patterns='9' is none of 5-5-5, 6-6-3, 7-8, 6-6-6-6; give a name, or the tiles of each"):
        puzzle.with_patterns("9")
    with pytest.raises(BadInput, match="the patterns 7-8 need 4 x 4 places"):
        puzzle.with_patterns("7-8")
    with pytest.raises(BadInput, match="1,2/2,3 are no partition; give two or more, and each tile once, not tile 2 twice"):
        puzzle.with_patterns(((1, 2), (2, 3)))
    with pytest.raises(BadInput, match="1,2 are no partition; give two or more"):
        puzzle.with_patterns(((1, 2),))
    with pytest.raises(BadInput, match="1 9 is no pattern; give 1 to 9 different tiles from 1 to 8"):
        puzzle.with_patterns(((1, 9), (2, 3)))
    with pytest.raises(BadInput, match=r"has 4,151,347,200 indices and needs about 2.1 GB to build, more than memory=1e\+09"):
        make_tile_patterns(BoardShape(4, 4), BoardShape(4, 4).make_ordered_board("first"), PARTITIONS["7-8"][::-1], memory=1e9)
    assert genastar(["korf", str(DATA / "korf_easy.csv"), "--tables", str(tmp_path)]) == 2
    make_tile_patterns(EIGHT, FIRST, HALVES, tmp_path)
    with pytest.raises(BadInput, match=r"9-1-2-3-4\.patterns: this pattern database was built for another problem"):
        make_tile_patterns(EIGHT, LAST, HALVES, tmp_path)
