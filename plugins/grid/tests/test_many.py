"""Many questions at once: the answers are those of single ones, as arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_grid.info import Options
from genastar_grid.model import Grid

pytestmark = pytest.mark.long

COSTS = np.random.default_rng(7).integers(0, 4, (24, 31))
EVEN = (COSTS > 0).astype(np.int64)


def questions(grid: Grid, count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    cells = np.argwhere(grid.world.costs > 0)[:, ::-1]
    chosen = np.random.default_rng(1).integers(len(cells), size=(2, count))
    return cells[chosen[0]], cells[chosen[1]]


def check(grid: Grid, engine: str, algorithm: str = "auto") -> None:
    starts, goals = questions(grid)
    paths = grid.solve_all(starts, goals, algorithm=algorithm, engine=engine)
    for number, (start, goal) in enumerate(zip(starts.tolist(), goals.tolist(), strict=True)):
        single = grid.search(tuple(start), [tuple(goal)], algorithm=algorithm, engine=engine)
        assert paths.algorithm == single.algorithm
        assert [*map(tuple, paths.get_path(number).tolist())] == list(single.path)
        assert paths.expanded[number] == single.expanded
        if single.cost is None:
            assert np.isnan(paths.costs[number])
        else:
            assert paths.costs[number] == pytest.approx(single.cost.travelled, rel=1e-12)


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("jps", Options()),
        ("jps-plus", Options()),
        ("subgoal", Options()),
        ("auto", Options(turn=1.5, diagonals="always")),
        ("weighted", Options(turn=1.5, diagonals="always")),
    ],
)
def test_as_single_ones_compiled(algorithm: str, options: Options) -> None:
    check(Grid.read(EVEN, options), "compiled", algorithm)


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(directions="4"),
        Options(directions="16", step="mean"),
        Options(turn=0.5),
        Options(wrap="xy"),
        Options(tie_breaker=True),
        Options(diagonal_factor=1.25),
    ],
)
def test_as_single_ones_interpreted(options: Options) -> None:
    check(Grid.read(COSTS, options), "interpreted")


@pytest.mark.parametrize("algorithm", ["canonical", "jps", "jps-plus", "subgoal", "dijkstra", "greedy", "both-ways"])
def test_every_algorithm_as_single_ones(algorithm: str) -> None:
    check(Grid.read(EVEN, Options()), "interpreted", algorithm)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_search_many_asks_them_as_one(engine: str) -> None:
    grid = Grid.read(EVEN, Options(turn=1.5, diagonals="always"))
    check_many(grid, make_questions(grid), engine)


def make_questions(grid: Grid) -> list[tuple[tuple[int, int], tuple[tuple[int, int], ...]]]:
    starts, goals = questions(grid)
    return [((x, y), ((to_x, to_y),)) for (x, y), (to_x, to_y) in zip(starts.tolist(), goals.tolist(), strict=True)]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("algorithm", ["auto", "canonical", "jps", "subgoal"])
def test_pruned_searches_are_asked_as_one(algorithm: str, engine: str) -> None:
    grid = Grid.read(EVEN, Options())
    answers = grid.answer_batch(make_questions(grid), algorithm=algorithm, engine=engine)
    assert answers is not None
    for (start, goals), told in zip(make_questions(grid), answers, strict=True):
        single = grid.search(start, goals, algorithm=algorithm, engine=engine)
        assert evolve(told, seconds=single.seconds) == single
        assert told.costs == pytest.approx(single.costs)


def test_questions_that_do_not_go_together_are_not_asked_as_one() -> None:
    (start, goals), other = make_questions(Grid.read(EVEN, Options()))[:2]
    for options in (Options(turn=1.0), Options(tie_breaker=True)):
        assert Grid.read(EVEN, options).answer_batch([(start, goals), other], algorithm="jps") is None
    assert Grid.read(EVEN, Options()).answer_batch([(start, (*goals, start)), other], algorithm="canonical") is None


def test_goals_in_water(tmp_path: Path) -> None:
    lines = ["type octile", "height 5", "width 9", "map", ".........", "..WWWWW..", "..WWWWW..", "...@.....", "........."]
    file = tmp_path / "lake.map"
    file.write_text("\n".join(lines))
    check(Grid.read(file, Options()), "interpreted")


def test_no_questions() -> None:
    paths = Grid.read(EVEN, Options()).solve_all([], [])
    assert (len(paths.costs), len(paths.positions), paths.first.tolist()) == (0, 0, [0])


@pytest.mark.parametrize(
    ("starts", "goals", "message"),
    [
        ([[0, 0], [1, 1]], [[1, 1]], "2 starts but 1 goals"),
        ([[0.5, 0]], [[1, 1]], "whole numbers"),
        ([0, 0], [1, 1], "shape"),
        ([[0, 0]], [[99, 0]], "99,0"),
        ([[-1, 0]], [[0, 0]], "-1,0"),
    ],
)
def test_refusals(starts: list[object], goals: list[object], message: str) -> None:
    grid = Grid.read(np.ones((3, 3), int), Options())
    with pytest.raises(BadInput, match=message):
        grid.solve_all(starts, goals)
