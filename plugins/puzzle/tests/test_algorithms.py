"""Every algorithm by name on boards of the 8-puzzle, beside breadth-first search."""

from __future__ import annotations

import random
from itertools import pairwise

import naive_puzzle
import pytest

from genastar import BadInput
from genastar_puzzle.info import Options
from genastar_puzzle.model import Puzzle

NAMES = ("astar", "dijkstra", "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star", "both-ways")
PUZZLE = Puzzle.read([[1, 2, 3], [4, 5, 6], [7, 8, 0]], Options())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name == "depth-first" else name for name in NAMES]
)
def test_each_keeps_its_promise(name: str) -> None:
    near = {board: moves for board, moves in naive_puzzle.distances(PUZZLE.goal, 3).items() if moves <= 14}
    for board in random.Random(7).sample(sorted(near), 4):
        result = PUZZLE.search(board, algorithm=name, engine="interpreted")
        assert (result.algorithm, result.path[0], result.path[-1]) == (name, board, PUZZLE.goal)
        assert all(after in set(naive_puzzle.neighbours(before, 3)) for before, after in pairwise(result.path))
        assert result.cost is not None
        assert result.cost.travelled == len(result.path) - 1
        if result.bound is not None:
            assert result.cost.travelled <= result.bound * near[board]
        if name == "breadth-first":
            assert result.cost.travelled == near[board]
        else:
            assert (result.bound is None) == (name in ("greedy", "depth-first"))


def test_both_ways_needs_one_goal() -> None:
    with pytest.raises(BadInput, match="needs one goal; give one, or use astar"):
        PUZZLE.search(
            goals=[PUZZLE.goal, PUZZLE.shape.make_ordered_board("first")], algorithm="both-ways", engine="interpreted"
        )
