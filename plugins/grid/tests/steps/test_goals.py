"""Several starts, several goals, and distance fields, against a naive Dijkstra."""

from __future__ import annotations

from itertools import product
from math import inf, isclose
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_grid import compute_lengths, list_steps

from genastar import BadInput, Cancelled, CancelToken, Starts
from genastar_grid.info import Options
from genastar_grid.model import Grid
from genastar_grid.steps.goals import MOST_AREAS, Scattered, cover_with_areas
from genastar_grid.steps.problem_choice import make_problem

pytestmark = pytest.mark.long

SIZE = 9
DATA = Path(__file__).parents[1] / "data"

Cell = tuple[int, int]


def grids(values: list[float]) -> st.SearchStrategy[np.ndarray]:
    rows = st.lists(st.lists(st.sampled_from(values), min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)
    return rows.map(np.array)


cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
some_cells = st.lists(cells, min_size=1, max_size=5, unique=True)
EVEN, MUD = [1, 1, 1, 0], [1, 2, 3, 7, 0]

options_of_any_kind = st.builds(
    Options,
    directions=st.sampled_from(["4", "8", "8", "16", "knight"]),
    diagonals=st.sampled_from(["no-obstacle", "one-obstacle", "always"]),
    step=st.sampled_from(["entered", "mean"]),
    turn=st.sampled_from([0.0, 0.0, 0.5, 3.0]),
    wrap=st.sampled_from(["none", "x", "y", "xy"]),
)


def opened(costs: np.ndarray, *ends: Cell) -> np.ndarray:
    costs = costs.copy()
    for x, y in ends:
        costs[y, x] = max(costs[y, x], 1)
    return costs


def shortest(costs: np.ndarray, starts: list[Cell], goals: list[Cell], options: Options) -> float:
    lengths = [compute_lengths(costs, start, options) for start in starts]
    return min(from_start.get(goal, inf) for from_start in lengths for goal in goals)


def check(
    costs: np.ndarray, starts: list[Cell], goals: list[Cell], options: Options, engine: str, algorithm: str = "auto"
) -> None:
    costs = opened(costs, *starts, *goals)
    result = Grid.read(costs, options).search(Starts(starts), goals, algorithm=algorithm, engine=engine)
    truth = shortest(costs, starts, goals, options)
    assert result.found == (truth < inf)
    if result.cost is not None:
        assert isclose(result.cost.travelled, truth, rel_tol=1e-5, abs_tol=1e-9)
        assert result.bound == 1
        assert result.path[0] in starts
        assert result.path[-1] in goals
        for here, there in zip(result.path, result.path[1:], strict=False):
            assert any(cell == there for cell, _, _ in list_steps(costs, here, options))


@settings(max_examples=80)
@given(st.one_of(grids(EVEN), grids(MUD)), some_cells, some_cells, options_of_any_kind)
def test_from_any_of_some_to_any_of_others(costs: np.ndarray, starts: list[Cell], goals: list[Cell], options: Options) -> None:
    check(costs, starts, goals, options, "interpreted")


@pytest.mark.parametrize(
    ("algorithm", "engine"),
    [
        *((name, "interpreted") for name in ("canonical", "jps", "jps-plus", "subgoal", "dijkstra")),
        *((name, "compiled") for name in ("canonical", "jps", "subgoal")),
    ],
)
def test_other_algorithms_from_several(algorithm: str, engine: str) -> None:
    @settings(max_examples=40)
    @given(grids(EVEN), some_cells, cells)
    def run(costs: np.ndarray, starts: list[Cell], goal: Cell) -> None:
        check(costs, starts, [goal], Options(), engine, algorithm)

    run()


@settings(max_examples=25)
@given(grids(MUD), some_cells, cells)
def test_from_several_compiled(costs: np.ndarray, starts: list[Cell], goal: Cell) -> None:
    starts, goals = [*starts, (0, 0)], [goal, (8, 8), (0, 8)]
    costs = opened(costs, *starts, *goals)
    costs[0, 0] = 2  # or a grid of even costs would compile anew
    check(costs, starts, goals, Options(turn=1.0), "compiled")


@settings(max_examples=30)
@given(grids(MUD), some_cells, options_of_any_kind, st.booleans())
def test_fields(costs: np.ndarray, sources: list[Cell], options: Options, backwards: bool) -> None:
    costs = opened(costs, *sources)
    grid = Grid.read(costs, options)
    found = grid.compute_distances(*sources, backwards=backwards, engine="interpreted")
    check_field(costs, sources, options, backwards, found.lengths, found.towards)


@settings(max_examples=25)
@given(grids(MUD), some_cells, st.sampled_from([0.0, 1.0]), st.booleans())
def test_fields_compiled(costs: np.ndarray, sources: list[Cell], turn: float, backwards: bool) -> None:
    costs = opened(costs, *sources, (0, 0))
    costs[0, 0] = 2
    sources = [*sources, (0, 0)] if sources != [(0, 0)] else [(0, 0), (1, 1)]
    costs = opened(costs, *sources)
    grid = Grid.read(costs, Options(turn=turn))
    found = grid.compute_distances(*sources, backwards=backwards, engine="compiled")
    slow = grid.compute_distances(*sources, backwards=backwards, engine="interpreted")
    assert (found.lengths == slow.lengths).all()
    assert (found.towards == slow.towards).all()


def check_field(
    costs: np.ndarray, sources: list[Cell], options: Options, backwards: bool, found: np.ndarray, towards: np.ndarray
) -> None:
    forwards = [compute_lengths(costs, source, options) for source in sources]
    for x, y in product(range(SIZE), range(SIZE)):
        if backwards and (x + 3 * y) % 7:
            continue  # a Dijkstra for each cell takes long
        if backwards:
            wanted = min(compute_lengths(costs, (x, y), options).get(source, inf) for source in sources) if costs[y, x] else inf
        else:
            wanted = min(way.get((x, y), inf) for way in forwards)
        assert isclose(found[y, x], wanted, rel_tol=1e-5, abs_tol=1e-9)
        if wanted == inf:
            assert towards[y, x].tolist() == [-1, -1]
            continue
        here, seen = (x, y), set()
        while here not in sources:
            assert here not in seen
            seen.add(here)
            there = tuple(towards[here[1], here[0]].tolist())
            step = (here, there) if backwards else (there, here)
            assert any(cell == step[1] for cell, _, _ in list_steps(costs, step[0], options))
            here = there
        assert tuple(towards[here[1], here[0]].tolist()) == here


def test_a_field_has_an_edge_where_it_is_told() -> None:
    grid = Grid.read(["....", "...."], Options())
    found = grid.compute_distances((0, 0), within=1.5, engine="interpreted")
    assert found.lengths.round(2).tolist() == [[0, 1, inf, inf], [1, 1.41, inf, inf]]
    everything = grid.compute_distances((0, 0), within=inf, engine="interpreted")
    assert everything.lengths.max() < 4
    for within in (float("nan"), -1, "5"):
        with pytest.raises(BadInput, match="expected a number of at least 0"):
            grid.compute_distances((0, 0), within=within, engine="interpreted")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("turn", [0.0, 1.0])
def test_a_field_of_a_wide_grid(engine: str, turn: float) -> None:
    grid = Grid.read(["...#.", "#####", "....."], Options(turn=turn))
    found = grid.compute_distances((1, 0), engine=engine)
    assert found.lengths.tolist() == [[1, 0, 1, inf, inf], [inf] * 5, [inf] * 5]
    assert found.towards[0].tolist() == [[1, 0], [1, 0], [1, 0], [-1, -1], [-1, -1]]
    assert (found.towards[1:] == -1).all()
    alone = grid.compute_distances((4, 0), engine=engine)
    assert np.isfinite(alone.lengths).sum() == 1
    assert alone.towards[0, 4].tolist() == [4, 0]
    for within, count in ((0, 1), (0.99, 1), (1, 2), (2, 3)):
        assert np.isfinite(grid.compute_distances((0, 2), within=within, engine=engine).lengths).sum() == count


def test_a_cancelled_field_is_none() -> None:
    token = CancelToken()
    token.cancel()
    with token.govern(), pytest.raises(Cancelled):
        Grid.read(["..."], Options()).compute_distances((0, 0), engine="interpreted")


def test_a_field_of_a_real_map_has_the_lengths_of_searches() -> None:
    grid = Grid.read(DATA / "arena.map.gz", Options())
    field = grid.compute_distances((1, 11), engine="interpreted")
    for goal in ((40, 40), (1, 12), (20, 30)):
        cost = grid.search((1, 11), [goal], engine="interpreted").cost
        assert cost is not None
        assert isclose(field.lengths[goal[1], goal[0]], cost.travelled, rel_tol=2e-6)


def test_the_nearest_start_is_told() -> None:
    grid = Grid.read(["S..S.G", "......"], Options())
    result = grid.search(engine="interpreted")
    assert result.path == ((3, 0), (4, 0), (5, 0))
    assert grid.default_starts() == ((0, 0), (3, 0))
    named = Grid.read(["......"], Options(start="0,0;3,0", goal="5,0; 1,0"))
    assert named.search(engine="interpreted").path == ((0, 0), (1, 0))
    with pytest.raises(BadInput, match="no start was given"):
        grid.search(Starts([]))
    with pytest.raises(BadInput, match="no cell was given"):
        grid.compute_distances()
    with pytest.raises(BadInput, match="9,9 is outside"):
        grid.compute_distances((0, 0), (9, 9))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=40, unique=True))
def test_rectangles_hold_their_goals_and_are_apart(goals: list[Cell]) -> None:
    areas = cover_with_areas(np.array(goals, np.int64))
    assert len(areas) <= MOST_AREAS
    held = [sum(left <= x <= right and top <= y <= bottom for left, top, right, bottom in areas.tolist()) for x, y in goals]
    assert held == [1] * len(goals)


@settings(max_examples=40)
@given(grids(MUD), st.sampled_from(["none", "x", "y", "xy"]), st.sampled_from(["8", "4", "16", "knight"]))
def test_the_estimate_to_goals_apart_is_consistent(costs: np.ndarray, wrap: str, directions: str) -> None:
    goals = ((0, 0), (8, 8), (0, 8))
    costs = opened(costs, *goals)
    options = Options(wrap=wrap, directions=directions)  # type: ignore[arg-type]
    world = Grid.read(costs, options).world
    problem = make_problem(world, options, goals)
    assert isinstance(problem.goals, Scattered)  # type: ignore[attr-defined]
    single = [make_problem(world, options, (goal,)) for goal in goals]
    unit = 1 if directions == "16" else problem.straight if directions != "knight" else problem.prices[0]  # type: ignore[attr-defined]
    for x, y in product(range(SIZE), range(SIZE)):
        estimate = problem.estimate((x, y))
        assert estimate == min(each.estimate((x, y)) for each in single)
        for there, _, price in list_steps(costs, (x, y), options) if costs[y, x] else ():
            assert estimate <= price * unit * (1 + 1e-5) + problem.estimate(there) + 1e-9


def test_goals_apart_are_found_with_fewer_expansions() -> None:
    grid = Grid.read(np.ones((60, 60)), Options())
    goals = [(0, 59), (59, 0)]
    near, box = (grid.search((30, 20), goals, algorithm=name, engine="interpreted") for name in ("astar", "dijkstra"))
    assert near.expanded * 10 < box.expanded
