"""Pattern databases of the 8-puzzle, compared with the true distances of all 181,440 boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from slides import ALL, GOAL, Board, Slides, distances

from genastar import BadInput
from genastar_prepare.patterns import EstimateValue, Guided, Max, PatternDatabase, Scaled, Sum, pattern_database, sum_disjoint

pytestmark = pytest.mark.long

HARDEST: Board = (8, 6, 7, 2, 5, 4, 3, 0, 1)


@cache
def oracle() -> dict[Board, int]:
    return distances()


@cache
def table(*counted: int) -> PatternDatabase[Board, int]:
    return pattern_database(Slides(counted), GOAL)


def test_has_an_entry_for_each_pattern() -> None:
    assert table(1, 2, 3, 4).states == 9 * 8 * 7 * 6 * 5
    assert len(oracle()) == 181_440


HEURISTICS: dict[str, Callable[[], EstimateValue[Board, int]]] = {
    "one": lambda: table(1, 2, 3, 4),
    "max": lambda: Max(table(1, 2, 3, 4), table(5, 6, 7, 8), table(2, 4, 6)),
    "sum": lambda: sum_disjoint(Slides(), GOAL, table(1, 2, 3, 4), table(5, 6, 7, 8)),
    "nested": lambda: Max(Sum(table(1, 2, 3), table(4, 5, 6), table(7, 8), disjoint=True), Scaled(table(1, 4, 7, 8), 0)),
}


@pytest.mark.parametrize("name", HEURISTICS)
def test_is_admissible_and_consistent_at_every_board(name: str) -> None:
    heuristic = HEURISTICS[name]()
    left = {board: heuristic.estimate(board) for board in oracle()}
    assert all(left[board] <= distance for board, distance in oracle().items())
    assert left[GOAL] == 0
    for board in oracle():
        gap = board.index(0)
        for other in (gap + 1, gap + 3):  # each pair of neighbours once
            if other < 9 and (other == gap + 3 or gap % 3 < 2):
                after = list(board)
                after[gap], after[other] = after[other], 0
                assert abs(left[board] - left[tuple(after)]) <= 1
    guided = Guided(Slides(), heuristic).search(HARDEST)
    assert guided.found
    assert (guided.cost.travelled, guided.bound) == (oracle()[HARDEST], 1)


def test_finds_the_distances_themselves_where_all_tiles_count() -> None:
    whole = table(*ALL)
    assert {board: whole.estimate(board) for board in oracle()} == oracle()


def test_the_sum_expands_less_than_its_parts() -> None:
    parts = table(1, 2, 3, 4), table(5, 6, 7, 8)
    total = Guided(Slides(), sum_disjoint(Slides(), GOAL, *parts)).search(HARDEST).expanded
    assert total < Guided(Slides(), Max(*parts)).search(HARDEST).expanded / 4


def test_refuses_to_call_overlapping_patterns_disjoint() -> None:
    with pytest.raises(BadInput, match=r"not disjoint: the step .* costs 1, but the patterns charge 1 \+ 1; use Max"):
        sum_disjoint(Slides(), GOAL, table(1, 2, 3), table(3, 4, 5))


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_runs_the_same_at_both_speeds(algorithm: str) -> None:
    combined = Max(sum_disjoint(Slides(), GOAL, table(1, 2, 3, 4), table(5, 6, 7, 8)), Scaled(table(2, 4, 6), 1), Slides())
    result = Guided(Slides(), combined).search((8, 1, 3, 4, 0, 2, 7, 6, 5), algorithm=algorithm, verify=True)
    assert result.found
    assert result.cost.travelled == oracle()[(8, 1, 3, 4, 0, 2, 7, 6, 5)]


def test_is_built_alike_by_both_engines() -> None:
    interpreted, compiled = (pattern_database(Slides((1, 5)), GOAL, engine=engine) for engine in ("interpreted", "compiled"))
    assert (interpreted.costs == compiled.costs).all()
    assert interpreted.fingerprint == compiled.fingerprint


def test_an_unsolvable_board_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="not in the pattern database: no path leads from the position to the goal"):
        Guided(Slides(), table(*ALL)).search((2, 1, 3, 4, 5, 6, 7, 8, 0))
