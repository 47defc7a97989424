"""Every setting against a naive Dijkstra, and both engines against each other."""

from __future__ import annotations

from itertools import pairwise
from math import isclose
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_grid import lengths, steps

from genastar import BadInput, Limits, Outcome
from genastar_grid.info import Diagonals, Options, Search, Wrap
from genastar_grid.model import Grid
from genastar_grid.movingai_files import read_scenarios

SIZE = 9


def grids(values: list[float]) -> st.SearchStrategy[np.ndarray]:
    rows = st.lists(st.lists(st.sampled_from(values), min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)
    return rows.map(np.array)


cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))

EVEN = [1, 1, 1, 0]
MUD = [1, 2, 3, 7, 0]
BROKEN = [0.5, 1.0, 2.25, 0.0]

options_of_any_kind = st.builds(
    Options,
    directions=st.sampled_from(["4", "8", "16", "32", "knight"]),
    diagonals=st.sampled_from(["no-obstacle", "one-obstacle", "always", "never"]),
    diagonal_factor=st.sampled_from([1.0, 1.7, 0.6, 3.0]),
    step=st.sampled_from(["entered", "mean"]),
    turn=st.sampled_from([0.0, 0.0, 0.5, 3.0]),
    heuristic=st.sampled_from(["auto", "octile", "manhattan", "chebyshev", "euclidean", "none"]),
    weight=st.sampled_from([1.0, 1.0, 2.5]),
    wrap=st.sampled_from(["none", "x", "y", "xy"]),
)


def check(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], options: Options, engine: str) -> None:
    costs = costs.copy()
    for x, y in (start, goal):
        costs[y, x] = max(costs[y, x], 1)
    grid = Grid.read(costs, options)
    truth = lengths(costs, start, options).get(goal)
    result = grid.solve(start, [goal], engine=engine)
    if truth is None:
        assert result.outcome is Outcome.UNREACHABLE
        return
    assert result.cost is not None
    assert result.path[0] == start
    assert result.path[-1] == goal
    assert_is_a_way(costs, result.path, options, result.cost.travelled)
    promise = grid.guarantee()
    if promise.optimal:
        assert isclose(result.cost.travelled, truth, rel_tol=1e-5, abs_tol=1e-9)
    elif promise.bound is not None:
        assert result.cost.travelled <= promise.bound * truth * (1 + 1e-5)
    assert promise.optimal == (not promise.why)


def assert_is_a_way(costs: np.ndarray, path: tuple[tuple[int, int], ...], options: Options, length: float) -> None:
    """Along no other cells the length is the same."""
    total, before = 0.0, None
    for here, there in pairwise(path):
        move, price = next((move, price) for cell, move, price in steps(costs, here, options) if cell == there)
        total += price + (options.turn if before not in (None, move) else 0.0)
        before = move
    assert isclose(total, length, rel_tol=1e-9, abs_tol=1e-9)


@settings(max_examples=250, deadline=None)
@given(st.one_of(grids(EVEN), grids(MUD), grids(BROKEN)), cells, cells, options_of_any_kind)
def test_every_setting(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], options: Options) -> None:
    check(costs, start, goal, options, "interpreted")


def test_no_long_move_passes_a_blocked_corner_where_none_may_be_passed() -> None:
    """The line from 0,0 to 3,1 meets the corner that 2,0 and 1,1 have in common."""
    for row in ("..#.", "...."), ("....", ".#.."), ("..#.", ".#.."):
        for diagonals in get_args(Diagonals):
            grid = Grid.read(list(row), Options(directions="32", diagonals=diagonals))
            path = grid.solve((0, 0), [(3, 1)], engine="interpreted").path
            assert (path == ((0, 0), (3, 1))) == (diagonals != "never")


SHAPES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 6), (6, 1), (2, 5), (5, 2), (3, 4), (4, 3), (7, 2)]


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(SHAPES),
    st.integers(0, 2**32 - 1),
    st.sampled_from([EVEN, MUD, BROKEN]),
    options_of_any_kind,
    st.sampled_from(["x", "y", "xy"]),
)
def test_every_setting_around_small_grids(
    shape: tuple[int, int], seed: int, values: list[float], options: Options, wrap: Wrap
) -> None:
    random = np.random.default_rng(seed)
    costs = random.choice(np.array(values), shape)
    start, goal = ((int(random.integers(shape[1])), int(random.integers(shape[0]))) for _ in range(2))
    check(costs, start, goal, evolve(options, wrap=wrap), "interpreted")


def test_each_axis_is_joined_alone() -> None:
    rows = ["S.#.G", "###..", "....."]
    assert not Grid.read(rows, Options(diagonals="never")).solve(engine="interpreted").found
    ways = {wrap: Grid.read(rows, Options(wrap=wrap)).solve(engine="interpreted").path for wrap in ("x", "y", "xy")}
    assert ways["x"] == ways["xy"] == ((0, 0), (4, 0))
    assert ways["y"] == ((0, 0), (1, 2), (2, 2), (3, 2), (4, 0))


RULES: tuple[Diagonals, ...] = ("no-obstacle", "one-obstacle", "always", "never")


@pytest.mark.parametrize("search", ["canonical", "jps", "jps+"])
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_pruned_searches(search: Search, engine: str) -> None:
    @settings(max_examples=400 if engine == "interpreted" else 100, deadline=None)
    @given(
        st.sampled_from([(9, 9), (5, 12), (1, 9), (9, 2)]),
        st.integers(0, 2**32 - 1),
        st.sampled_from([0.1, 0.25, 0.4]),
        st.sampled_from(RULES),
        st.sampled_from([1.0, 1.0, 0.75, 1.4]),
    )
    def run(shape: tuple[int, int], seed: int, blocked: float, rule: Diagonals, factor: float) -> None:
        random = np.random.default_rng(seed)
        costs = (random.random(shape) >= blocked).astype(int)
        start, goal = ((int(random.integers(shape[1])), int(random.integers(shape[0]))) for _ in range(2))
        check(costs, start, goal, Options(search=search, diagonals=rule, diagonal_factor=factor), engine)

    run()


@pytest.mark.parametrize("rule", RULES)
def test_pruned_searches_on_a_map(rule: Diagonals) -> None:
    """All answers are as long as those of plain A*, and jump points are fewer than cells."""
    file = str(Path(__file__).parent / "data" / "AR0011SR.map.gz")
    rows = read_scenarios(Path(__file__).parent / "data" / "AR0011SR.map.scen.gz")[::12]
    starts, goals = (np.array([getattr(row, end) for row in rows]) for end in ("start", "goal"))
    searches: tuple[Search, ...] = ("astar", "canonical", "jps", "jps+")
    plain, canonical, jps, plus = (
        Grid.read(file, Options(search=search, diagonals=rule)).solve_all(starts, goals) for search in searches
    )
    assert np.allclose(canonical.lengths, plain.lengths, rtol=1e-12)
    assert np.allclose(jps.lengths, plain.lengths, rtol=1e-12)
    assert np.allclose(plus.lengths, plain.lengths, rtol=1e-12)
    assert jps.expanded.sum() < 0.2 * plain.expanded.sum()
    steps = np.abs(np.diff(jps.cells, axis=0)).max(axis=1)
    steps[jps.first[1:-1] - 1] = 1
    assert (steps == 1).all()


@settings(max_examples=60, deadline=None)
@given(grids(MUD), cells, cells, st.sampled_from([0.5, 1.0, 2.0, 10.0]))
def test_turns_are_exact_compiled(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], turn: float) -> None:
    costs = costs.copy()
    costs[0, 0] = 2  # or a grid of even costs would compile anew
    check(costs, start, goal, Options(turn=turn), "compiled")


@settings(max_examples=60, deadline=None)
@given(grids(MUD), cells, cells, st.sampled_from(["no-obstacle", "one-obstacle", "always"]), st.sampled_from([1.0, 1.5]))
def test_terrain_compiled(
    costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], diagonals: str, factor: float
) -> None:
    costs = costs.copy()
    costs[0, 0] = 2
    check(costs, start, goal, Options(diagonals=diagonals, diagonal_factor=factor), "compiled")  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(grids(MUD), st.lists(st.tuples(cells, st.sampled_from([0, 1, 2, 9])), max_size=8), st.sampled_from(["none", "x", "xy"]))
def test_changes_are_as_if_read_anew(costs: np.ndarray, changes: list[tuple[tuple[int, int], int]], wrap: Wrap) -> None:
    options = Options(wrap=wrap, directions="32")
    grid = Grid.read(costs, options)
    costs = costs.copy()
    for (x, y), cost in changes:
        grid.change([(x, y)], cost)
        costs[y, x] = cost
    fresh = Grid.read(costs, options)
    assert (grid.world.ways == fresh.world.ways).all()
    assert (grid.world.costs == fresh.world.costs).all()
    assert (grid.world.least, grid.world.even) == (fresh.world.least, fresh.world.even)


def test_the_nearest_of_several_goals() -> None:
    grid = Grid.read(["S..#G", "...#.", ".....", "....G"], Options())
    result = grid.solve()
    assert result.path[-1] == (4, 3)
    assert result.cost is not None
    assert isclose(result.cost.travelled, 1 + 3 * 2**0.5)


def test_what_the_tie_breaker_and_others_lose() -> None:
    grid = Grid.read(["S...", "....", "...G"], Options(tie_breaker=True))
    assert grid.solve().found
    promise = grid.guarantee()
    assert not promise.optimal
    assert promise.bound is None
    assert "tie_breaker" in promise.why[0]
    assert not Grid.read(["S.G"], Options(heuristic="manhattan")).guarantee().optimal
    assert Grid.read(["S.G"], Options(heuristic="manhattan", directions="4")).guarantee().optimal
    assert "euclidean-squared" in Grid.read(["S.G"], Options(heuristic="euclidean-squared")).guarantee().why[0]
    assert Grid.read(["S.G"], Options(weight=2.0)).guarantee().bound == 2.0


@frozen
class Taxi:
    """Columns and rows, which overestimates where there are diagonal steps."""

    share: float

    def left(self, dx: int, dy: int) -> float:
        """In straight steps."""
        return self.share * (dx + dy)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_an_estimate_of_ones_own(engine: str, tmp_path: Path) -> None:
    rows = ["S....", ".##..", "....."]
    for options in (Options(directions="4"), Options(directions="16")):
        plain = Grid.read(rows, options)
        grid = plain.guided_by(Taxi(0.7))
        ways = [each.solve((0, 0), [(4, 2)], engine=engine) for each in (plain, grid)]
        assert ways[0].cost == ways[1].cost
        assert ways[0].expanded <= ways[1].expanded
        promise = grid.guarantee()
        assert (promise.optimal, promise.bound) == (False, None)
        assert promise.why == ("Taxi is a heuristic of your own: whether it is admissible is not known",)
        assert plain.guarantee().optimal
    with pytest.raises(BadInput, match="cannot be saved"):
        grid.save(tmp_path / "a.genastar.json", (0, 0), [(4, 2)])
    with pytest.raises(BadInput, match="choose search=astar"):
        Grid.read(rows, Options(search="jps")).guided_by(Taxi(1.0))


def test_limits_are_lengths() -> None:
    grid = Grid.read(["S........G"], Options())
    assert grid.solve(limits=Limits(cost=9.0)).found
    assert grid.solve(limits=Limits(cost=8.9)).outcome is Outcome.LIMIT


def test_auto_picks_what_fits() -> None:
    open_grid = Grid.read(np.ones((20, 20)), Options())
    assert open_grid.search_for(((3, 3),)) == "jps"
    assert open_grid.search_for(((3, 3), (4, 4))) == "canonical"
    crowded = np.random.default_rng(1).random((64, 64)) > 0.4
    assert Grid.read(crowded, Options()).search_for(((3, 3),)) == "canonical"
    assert Grid.read(np.full((5, 5), 2), Options()).search_for(((3, 3),)) == "astar"
    assert Grid.read(np.ones((5, 5)), Options(weight=2.0)).search_for(((3, 3),)) == "astar"
    for rule in RULES:
        assert Grid.read(np.ones((20, 20)), Options(diagonals=rule)).search_for(((3, 3),)) == "jps"
        assert Grid.read(crowded, Options(diagonals=rule)).search_for(((3, 3),)) == "canonical"
    assert Grid.read(np.ones((20, 20)), Options(directions="4")).search_for(((3, 3),)) == "jps"
    assert Grid.read(np.ones((5, 5)), Options(wrap="x")).search_for(((3, 3),)) == "astar"
    assert Grid.read(np.ones((5, 5)), Options(diagonals="never", table="unused")).search_for(((3, 3),)) == "jps+"
    open_grid.change([(1, 1)], 5)
    assert open_grid.search_for(((3, 3),)) == "astar"


@pytest.mark.parametrize(
    "wrong",
    [
        {"search": "jps", "turn": 1.0},
        {"search": "canonical", "directions": "16"},
        {"search": "subgoal", "directions": "4"},
        {"search": "canonical", "diagonal_factor": 0.7},
        {"search": "jps", "weight": 2.0},
        {"search": "jps", "heuristic": "manhattan"},
        {"turn": float("nan")},
        {"turn": -1.0},
        {"weight": 0.5},
        {"diagonal_factor": 0.0},
        {"directions": 5},
    ],
)
def test_options_that_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"it must be|needs"):
        evolve(Options(), **wrong)


def test_searches_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadInput, match="every free cell costs 1"):
        Grid.read(["S2G"], Options(search="jps")).solve()
    with pytest.raises(BadInput, match="takes one goal, and there are 2"):
        Grid.read(["S.G", "..G"], Options(search="jps")).solve()
