"""The hooks against a naive breadth-first search over all boards."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import naive_puzzle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genastar import Cost, Node, OpenList, Outcome, Workspace
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.info import Heuristic
from genastar_puzzle.search import AnyProblem, PackedSliding, make_problem, pack, unpack

pytestmark = pytest.mark.long

EIGHT = BoardShape(3, 3)
GOAL = EIGHT.make_ordered_board("last")
HEURISTICS: tuple[Heuristic, ...] = ("linear-conflict", "manhattan")


@pytest.fixture(scope="module")
def truth() -> dict[Board, int]:
    """The fewest moves from every board of the 8-puzzle."""
    return naive_puzzle.distances(GOAL, 3)


class Listed(OpenList[object, Cost[int]]):
    """Remembers what a hook adds."""

    def __init__(self) -> None:
        self.costs: dict[object, Cost[int]] = {}

    def insert(self, position: object, cost: Cost[int]) -> None:
        self.costs[position] = cost

    def relax(self, position: object, travelled: int) -> None:  # type: ignore[override]
        self.costs[position] = Cost(travelled, travelled, -1)


def listed(problem: AnyProblem, board: Board) -> dict[Board, Cost[int]]:
    """The neighbours of a board and their costs, by the hook."""
    state = pack(board)
    left = problem.estimate(state)  # type: ignore[arg-type]
    found = Listed()
    problem.add_neighbours(Node(state, Cost(left, 0, left)), found)  # type: ignore[arg-type]
    return {unpack(problem, each): cost for each, cost in found.costs.items()}  # type: ignore[arg-type]


def test_all_boards_are_there(truth: dict[Board, int]) -> None:
    assert len(truth) == 181_440
    assert max(truth.values()) == 31
    assert sorted(board for board, moves in truth.items() if moves == 31) == [
        (6, 4, 7, 8, 5, 0, 3, 2, 1),
        (8, 6, 7, 2, 5, 4, 3, 0, 1),
    ]


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_estimates_never_say_too_much(heuristic: Heuristic, truth: dict[Board, int]) -> None:
    problem = make_problem(EIGHT, (GOAL,), heuristic)
    for board in random.Random(1).sample(sorted(truth), 5000):
        assert problem.estimate(pack(board)) <= truth[board]  # type: ignore[arg-type]


def test_linear_conflict_knows_more(truth: dict[Board, int]) -> None:
    plain, more = (make_problem(EIGHT, (GOAL,), heuristic) for heuristic in ("manhattan", "linear-conflict"))
    boards = random.Random(2).sample(sorted(truth), 2000)
    gains = [more.estimate(pack(board)) - plain.estimate(pack(board)) for board in boards]  # type: ignore[arg-type]
    assert min(gains) == 0
    assert max(gains) >= 4
    reversed_row = (3, 2, 1, 4, 5, 6, 8, 7, 0)  # two must leave the first row, and one the last
    assert plain.estimate(pack(reversed_row)) == 6  # type: ignore[arg-type]
    assert more.estimate(pack(reversed_row)) == 6 + 2 * 3  # type: ignore[arg-type]


@given(
    shape=st.sampled_from(
        [BoardShape(3, 3), BoardShape(4, 4), BoardShape(2, 5), BoardShape(5, 3), BoardShape(4, 5), BoardShape(6, 6)]
    ),
    data=st.data(),
)
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_hooks_on_any_board(heuristic: Heuristic, shape: BoardShape, data: st.DataObject) -> None:
    """What a hook makes of a parent's estimate is the estimate; it is consistent; the boards are those of the oracle."""
    board = tuple(data.draw(st.permutations(range(shape.places))))
    goal = tuple(data.draw(st.permutations(range(shape.places))))
    problem = make_problem(shape, (goal,), heuristic)
    assert unpack(problem, pack(board)) == board
    assert problem.estimate(pack(goal)) == 0  # type: ignore[arg-type]
    here = problem.estimate(pack(board))  # type: ignore[arg-type]
    found = listed(problem, board)
    assert set(found) == set(naive_puzzle.neighbours(board, shape.width))
    for after, cost in found.items():
        left = problem.estimate(pack(after))  # type: ignore[arg-type]
        assert cost == Cost(1 + left, 1, left)
        assert cost.left == left
        assert abs(left - here) == 1


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_every_search_finds_the_fewest_moves(heuristic: Heuristic, engine: str, truth: dict[Board, int]) -> None:
    problem, workspace = make_problem(EIGHT, (GOAL,), heuristic), Workspace()
    boards = random.Random(3).sample(sorted(truth), 15 if engine == "interpreted" else 300)
    for board in (*boards, GOAL, (8, 6, 7, 2, 5, 4, 3, 0, 1)) if engine == "compiled" else boards:
        for algorithm in ("astar", "ida-star"):
            result = problem.search(pack(board), algorithm=algorithm, engine=engine, workspace=workspace)  # type: ignore[type-var, misc]
            path = [unpack(problem, state) for state in result.path]
            assert (path[0], path[-1], result.cost.travelled) == (board, GOAL, truth[board])
            assert len(path) == truth[board] + 1
            assert all(after in set(naive_puzzle.neighbours(before, 3)) for before, after in pairwise(path))


@pytest.mark.parametrize("which", range(4))
def test_engines_do_the_same(which: int, truth: dict[Board, int]) -> None:
    board = random.Random(4).sample(sorted(truth), 4)[which]
    problem = make_problem(EIGHT, (GOAL,), "linear-conflict")
    slow, fast = (
        problem.search(pack(board), algorithm="ida-star", engine=engine)  # type: ignore[type-var, misc]
        for engine in ("interpreted", "compiled")
    )
    for name in ("outcome", "path", "cost", "closest", "expanded", "generated", "peak_open"):
        assert getattr(slow, name) == getattr(fast, name), name


def test_several_goals(truth: dict[Board, int]) -> None:
    goals = (GOAL, EIGHT.make_ordered_board("first"), (1, 2, 3, 8, 0, 4, 7, 6, 5))
    problem = make_problem(EIGHT, goals, "linear-conflict")
    truths = [naive_puzzle.distances(goal, 3) for goal in goals]
    for board in random.Random(5).sample(sorted(truth), 3):
        least = min(truth.get(board, 99) for truth in truths)
        result = problem.search(pack(board))  # type: ignore[type-var, misc]
        assert result.cost is not None
        assert result.cost.travelled == least


@pytest.mark.parametrize("shape", [BoardShape(2, 2), BoardShape(3, 2), BoardShape(2, 3)], ids=str)
def test_parity_tells_what_can_be_reached(shape: BoardShape) -> None:
    goal = shape.make_ordered_board("first")
    reached = naive_puzzle.distances(goal, shape.width)
    boards = list(permutations(range(shape.places)))
    assert len(reached) * 2 == len(boards)
    assert {board for board in boards if shape.is_reachable(board, goal)} == set(reached)


def test_a_search_without_a_way_ends() -> None:
    for heuristic in HEURISTICS:
        problem = make_problem(BoardShape(2, 2), ((1, 2, 3, 0),), heuristic)
        assert isinstance(problem, PackedSliding)
        for algorithm in ("astar", "ida-star"):
            assert problem.search(pack((2, 1, 3, 0)), algorithm=algorithm).outcome is Outcome.UNREACHABLE  # type: ignore[arg-type]


def test_walks_on_wide_boards() -> None:
    """Twenty random moves away from the goal of a 24-puzzle and a 35-puzzle; the way back is no longer."""
    for shape in (BoardShape(5, 5), BoardShape(6, 6)):
        board, draw = shape.make_ordered_board("last"), random.Random(6)
        for _ in range(20):
            board = draw.choice(list(naive_puzzle.neighbours(board, shape.width)))
        problem = make_problem(shape, (shape.make_ordered_board("last"),), "linear-conflict")
        slow, fast = (
            problem.search(pack(board), algorithm="ida-star", engine=engine)  # type: ignore[type-var, misc]
            for engine in ("interpreted", "compiled")
        )
        assert slow.cost is not None
        assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)
        assert slow.cost.travelled <= 20
        assert slow.cost.travelled == problem.search(pack(board)).cost.travelled  # type: ignore[type-var, misc, union-attr]
