"""Many questions at once: the answers are those of single ones, as arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_grid.info import Options
from genastar_grid.model import Grid

COSTS = np.random.default_rng(7).integers(0, 4, (24, 31))
EVEN = (COSTS > 0).astype(np.int64)


def questions(grid: Grid, count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    cells = np.argwhere(grid.world.costs > 0)[:, ::-1]
    chosen = np.random.default_rng(1).integers(len(cells), size=(2, count))
    return cells[chosen[0]], cells[chosen[1]]


def check(grid: Grid, engine: str) -> None:
    starts, goals = questions(grid)
    ways = grid.solve_all(starts, goals, engine=engine)
    for number, (start, goal) in enumerate(zip(starts.tolist(), goals.tolist(), strict=True)):
        single = grid.solve(tuple(start), [tuple(goal)], engine=engine)
        assert [*map(tuple, ways.way(number).tolist())] == list(single.path)
        assert ways.expanded[number] == single.expanded
        if single.cost is None:
            assert np.isnan(ways.lengths[number])
        else:
            assert ways.lengths[number] == pytest.approx(single.cost.travelled, rel=1e-12)


@pytest.mark.parametrize("options", [Options(search="jps"), Options(search="jps+"), Options(turn=1.5, diagonals="always")])
def test_as_single_ones_compiled(options: Options) -> None:
    check(Grid.read(EVEN, options), "compiled")


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(search="jps"),
        Options(directions="4"),
        Options(directions="16", step="mean"),
        Options(turn=0.5),
        Options(wrap="xy"),
        Options(tie_breaker=True),
        Options(diagonal_factor=1.25),
    ],
)
def test_as_single_ones_interpreted(options: Options) -> None:
    check(Grid.read(EVEN if options.search == "jps" else COSTS, options), "interpreted")


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("options", [Options(search="jps"), Options(turn=1.5, diagonals="always")], ids=["jumps", "turns"])
def test_solve_many_asks_them_as_one(options: Options, engine: str) -> None:
    grid = Grid.read(EVEN, options)
    starts, goals = questions(grid)
    asked = [((x, y), ((to_x, to_y),)) for (x, y), (to_x, to_y) in zip(starts.tolist(), goals.tolist(), strict=True)]
    check_many(grid, asked, engine)


def test_goals_in_water(tmp_path: Path) -> None:
    lines = ["type octile", "height 5", "width 9", "map", ".........", "..WWWWW..", "..WWWWW..", "...@.....", "........."]
    file = tmp_path / "lake.map"
    file.write_text("\n".join(lines))
    check(Grid.read(file, Options()), "interpreted")


def test_no_questions() -> None:
    ways = Grid.read(EVEN, Options()).solve_all([], [])
    assert (len(ways.lengths), len(ways.cells), ways.first.tolist()) == (0, 0, [0])


@pytest.mark.parametrize(
    ("starts", "goals", "message"),
    [
        ([[0, 0], [1, 1]], [[1, 1]], "2 starts and 1 goals"),
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
