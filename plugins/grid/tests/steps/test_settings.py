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
from naive_grid import compute_lengths, list_steps

from genastar import BadInput, Limits, Outcome, Starts, Trace
from genastar.algorithms import Weighted
from genastar.authoring import Algorithm
from genastar.worlds.question import Question
from genastar_grid.formats.movingai_files import read_scenarios
from genastar_grid.info import Diagonals, Options, Wrap
from genastar_grid.model import Grid

pytestmark = pytest.mark.long

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
    wrap=st.sampled_from(["none", "x", "y", "xy"]),
)


def check(
    costs: np.ndarray,
    start: tuple[int, int],
    goal: tuple[int, int],
    options: Options,
    engine: str,
    algorithm: Algorithm | str = "auto",
) -> None:
    costs = costs.copy()
    for x, y in (start, goal):
        costs[y, x] = max(costs[y, x], 1)
    grid = Grid.read(costs, options)
    truth = compute_lengths(costs, start, options).get(goal)
    result = grid.search(start, [goal], algorithm=algorithm, engine=engine)
    if truth is None:
        assert result.outcome is Outcome.UNREACHABLE
        return
    assert result.cost is not None
    assert result.path[0] == start
    assert result.path[-1] == goal
    assert_is_a_way(costs, result.path, options, result.cost.travelled)
    if result.bound is not None:
        assert result.cost.travelled <= result.bound * truth * (1 + 1e-5) + 1e-9
    assert result.cost.travelled >= truth * (1 - 1e-5)
    if algorithm == "auto":
        assert (result.bound == 1) == grid.describe_guarantee().optimal
    costs_along = [cost.travelled for cost in result.costs]
    assert len(costs_along) == len(result.path)
    assert costs_along[0] == 0
    assert costs_along[-1] == result.cost.travelled
    assert costs_along == sorted(costs_along)


def assert_is_a_way(costs: np.ndarray, path: tuple[tuple[int, int], ...], options: Options, length: float) -> None:
    """Along no other cells the length is the same."""
    total, before = 0.0, None
    for here, there in pairwise(path):
        move, price = next((move, price) for cell, move, price in list_steps(costs, here, options) if cell == there)
        total += price + (options.turn if before not in (None, move) else 0.0)
        before = move
    assert isclose(total, length, rel_tol=1e-9, abs_tol=1e-9)


@settings(max_examples=250)
@given(st.one_of(grids(EVEN), grids(MUD), grids(BROKEN)), cells, cells, options_of_any_kind)
def test_every_setting(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], options: Options) -> None:
    check(costs, start, goal, options, "interpreted")


GENERIC = (Weighted(2.5), "dijkstra", "greedy", "breadth-first", "depth-first", "both-ways")


@settings(max_examples=150)
@given(st.one_of(grids(EVEN), grids(MUD), grids(BROKEN)), cells, cells, options_of_any_kind, st.sampled_from(GENERIC))
def test_every_setting_under_every_algorithm(
    costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], options: Options, algorithm: Algorithm | str
) -> None:
    if algorithm == "both-ways" and options.turn:
        options = evolve(options, turn=0.0)
    check(costs, start, goal, options, "interpreted", algorithm)


def test_both_ways_is_refused_where_a_problem_cannot_be_turned_round() -> None:
    with pytest.raises(BadInput, match=r"^[^\n]*needs one goal, but several were given; [^\n]*astar$"):
        Grid.read(["S.GG"], Options()).search(algorithm="both-ways")
    with pytest.raises(BadInput, match=r"^[^\n]*needs turn=0; use astar, or set turn=0$"):
        Grid.read(["S..G"], Options(turn=1.0)).search(algorithm="both-ways")


@pytest.mark.parametrize("algorithm", [*GENERIC, "canonical", "jps", "jps-plus", "subgoal"], ids=str)
def test_both_engines_do_the_same_under_every_algorithm(algorithm: Algorithm | str) -> None:
    costs = (np.random.default_rng(3).random((20, 30)) > 0.2).astype(int)
    costs[10:12] *= 3 if algorithm in GENERIC else 1
    grid = Grid.read(costs, Options())
    ends = [(int(x), int(y)) for y, x in np.argwhere(costs > 0)[[0, -1]]]
    results, traces = [], []
    for engine in ("interpreted", "compiled"):
        trace: Trace = Trace()  # type: ignore[type-arg]
        results.append(grid.search(ends[0], ends[1:], algorithm=algorithm, engine=engine, observer=trace))
        traces.append(trace.events)
    assert traces[0] == traces[1]
    assert evolve(results[0], seconds=0.0, engine="") == evolve(results[1], seconds=0.0, engine="")
    assert results[0].found
    heard = {(event.node.position[0], event.node.position[1]) for event in traces[0]}
    assert all(costs[y, x] for x, y in heard)


def test_no_long_move_passes_a_blocked_corner_where_none_may_be_passed() -> None:
    """The line from 0,0 to 3,1 meets the corner that 2,0 and 1,1 have in common."""
    for row in ("..#.", "...."), ("....", ".#.."), ("..#.", ".#.."):
        for diagonals in get_args(Diagonals):
            grid = Grid.read(list(row), Options(directions="32", diagonals=diagonals))
            path = grid.search((0, 0), [(3, 1)], engine="interpreted").path
            assert (path == ((0, 0), (3, 1))) == (diagonals != "never")


SHAPES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 6), (6, 1), (2, 5), (5, 2), (3, 4), (4, 3), (7, 2)]


@settings(max_examples=250)
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
    assert not Grid.read(rows, Options(diagonals="never")).search(engine="interpreted").found
    paths = {wrap: Grid.read(rows, Options(wrap=wrap)).search(engine="interpreted").path for wrap in ("x", "y", "xy")}
    assert paths["x"] == paths["xy"] == ((0, 0), (4, 0))
    assert paths["y"] == ((0, 0), (1, 2), (2, 2), (3, 2), (4, 0))


RULES: tuple[Diagonals, ...] = ("no-obstacle", "one-obstacle", "always", "never")


@pytest.mark.parametrize("algorithm", ["canonical", "jps", "jps-plus"])
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_pruned_searches(algorithm: str, engine: str) -> None:
    @settings(max_examples=400 if engine == "interpreted" else 100)
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
        check(costs, start, goal, Options(diagonals=rule, diagonal_factor=factor), engine, algorithm)

    run()


@pytest.mark.parametrize("rule", RULES)
def test_pruned_searches_on_a_map(rule: Diagonals) -> None:
    """All answers are as long as those of plain A*, and jump points are fewer than cells."""
    file = str(Path(__file__).parents[1] / "data" / "AR0011SR.map.gz")
    rows = read_scenarios(Path(__file__).parents[1] / "data" / "AR0011SR.map.scen.gz")[::12]
    starts, goals = (np.array([getattr(row, end) for row in rows]) for end in ("start", "goal"))
    grid = Grid.read(file, Options(diagonals=rule))
    algorithms = "astar", "canonical", "jps", "jps-plus"
    plain, canonical, jps, plus = (grid.solve_all(starts, goals, algorithm=algorithm) for algorithm in algorithms)
    assert np.allclose(canonical.costs, plain.costs, rtol=1e-12)
    assert np.allclose(jps.costs, plain.costs, rtol=1e-12)
    assert np.allclose(plus.costs, plain.costs, rtol=1e-12)
    assert jps.expanded.sum() < 0.2 * plain.expanded.sum()
    steps = np.abs(np.diff(jps.positions, axis=0)).max(axis=1)
    steps[jps.first[1:-1] - 1] = 1
    assert (steps == 1).all()


@settings(max_examples=60)
@given(grids(MUD), cells, cells, st.sampled_from([0.5, 1.0, 2.0, 10.0]))
def test_turns_are_exact_compiled(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], turn: float) -> None:
    costs = costs.copy()
    costs[0, 0] = 2  # or a grid of even costs would compile anew
    check(costs, start, goal, Options(turn=turn), "compiled")


@settings(max_examples=60)
@given(grids(MUD), cells, cells, st.sampled_from(["no-obstacle", "one-obstacle", "always"]), st.sampled_from([1.0, 1.5]))
def test_terrain_compiled(
    costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int], diagonals: str, factor: float
) -> None:
    costs = costs.copy()
    costs[0, 0] = 2
    check(costs, start, goal, Options(diagonals=diagonals, diagonal_factor=factor), "compiled")  # type: ignore[arg-type]


@settings(max_examples=60)
@given(grids(MUD), st.lists(st.tuples(cells, st.sampled_from([0, 1, 2, 9])), max_size=8), st.sampled_from(["none", "x", "xy"]))
def test_changes_are_as_if_read_anew(costs: np.ndarray, changes: list[tuple[tuple[int, int], int]], wrap: Wrap) -> None:
    options = Options(wrap=wrap, directions="32")
    grid = Grid.read(costs, options)
    costs = costs.copy()
    for (x, y), cost in changes:
        grid.change([(x, y)], cost)
        costs[y, x] = cost
    fresh = Grid.read(costs, options)
    assert (grid.world.open_directions == fresh.world.open_directions).all()
    assert (grid.world.costs == fresh.world.costs).all()
    assert (grid.world.least, grid.world.even) == (fresh.world.least, fresh.world.even)


def test_the_nearest_of_several_goals() -> None:
    grid = Grid.read(["S..#G", "...#.", ".....", "....G"], Options())
    result = grid.search()
    assert result.path[-1] == (4, 3)
    assert result.cost is not None
    assert isclose(result.cost.travelled, 1 + 3 * 2**0.5)


def test_what_the_tie_breaker_and_others_lose() -> None:
    grid = Grid.read(["S...", "....", "...G"], Options(tie_breaker=True))
    assert grid.search().found
    promise = grid.describe_guarantee()
    assert not promise.optimal
    assert grid.search().bound is None
    assert "tie_breaker" in promise.why[0]
    assert not Grid.read(["S.G"], Options(heuristic="manhattan")).describe_guarantee().optimal
    assert Grid.read(["S.G"], Options(heuristic="manhattan", directions="4")).describe_guarantee().optimal
    assert "euclidean-squared" in Grid.read(["S.G"], Options(heuristic="euclidean-squared")).describe_guarantee().why[0]
    for heuristic, algorithm, bound in (
        ("auto", "weighted", 1.5),
        ("manhattan", "weighted", None),
        ("manhattan", "dijkstra", 1),
    ):
        grid = Grid.read(["S.G"], Options(heuristic=heuristic))  # type: ignore[arg-type]
        assert grid.search(algorithm=algorithm).bound == bound


@frozen
class Taxi:
    """Columns and rows, which overestimates where there are diagonal steps."""

    share: float

    def estimate_steps(self, dx: int, dy: int) -> float:
        """In straight steps."""
        return self.share * (dx + dy)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_an_estimate_of_ones_own(engine: str, tmp_path: Path) -> None:
    rows = ["S....", ".##..", "....."]
    for options in (Options(directions="4"), Options(directions="16")):
        plain = Grid.read(rows, options)
        grid = plain.with_heuristic(Taxi(0.7))
        results = [each.search((0, 0), [(4, 2)], engine=engine) for each in (plain, grid)]
        assert results[0].cost == results[1].cost
        assert results[0].expanded <= results[1].expanded
        promise = grid.describe_guarantee()
        assert not promise.optimal
        assert (results[0].bound, results[1].bound) == (1, None)
        assert promise.why == ("Taxi is your own heuristic: whether it is admissible is not known",)
        assert plain.describe_guarantee().optimal
    with pytest.raises(BadInput, match="cannot be saved"):
        grid.save(tmp_path / "a.genastar.json", (0, 0), [(4, 2)])
    with pytest.raises(BadInput, match="does not fit this grid: Taxi is your own heuristic"):
        Grid.read(rows, Options()).with_heuristic(Taxi(1.0)).search((0, 0), [(4, 2)], algorithm="jps")


def test_limits_are_lengths() -> None:
    grid = Grid.read(["S........G"], Options())
    assert grid.search(limits=Limits(cost=9.0)).found
    assert grid.search(limits=Limits(cost=8.9)).outcome is Outcome.LIMIT


def picked(grid: Grid, *goals: tuple[int, int]) -> str:
    """The algorithm that auto picks; the answer says the same, and why."""
    choice = grid.choose(Question(((0, 0),), goals))
    assert choice.why
    return choice.algorithm.name


def test_auto_picks_what_fits() -> None:
    open_grid = Grid.read(np.ones((20, 20)), Options())
    assert picked(open_grid, (3, 3)) == "jps"
    assert picked(open_grid, (3, 3), (4, 4)) == "canonical"
    found = open_grid.search((0, 0), [(3, 3)], engine="interpreted")
    assert (found.algorithm, found.why) == ("jps", "every free cell costs 1, and jump points are few")
    assert open_grid.search((0, 0), [(3, 3)], algorithm="jps", engine="interpreted").why == ""
    crowded = np.random.default_rng(1).random((64, 64)) > 0.4
    assert picked(Grid.read(crowded, Options()), (3, 3)) == "canonical"
    for costs, options, why in (
        (np.full((5, 5), 2), Options(), "not every free cell costs 1"),
        (np.ones((5, 5)), Options(wrap="x"), "wrap=x joins edges"),
        (np.ones((5, 5)), Options(turn=2.0), "turn=2 adds a cost for turns"),
        (np.ones((5, 5)), Options(directions="knight"), "directions=knight has moves other than steps"),
        (np.ones((5, 5)), Options(diagonal_factor=1.5), "diagonal_factor=1.5 is outside 0.71 to 1.41"),
    ):
        found = Grid.read(costs, options).search((0, 0), [(3, 3)], engine="interpreted")
        assert (found.algorithm, found.why) == ("astar", why)
    for rule in RULES:
        assert picked(Grid.read(np.ones((20, 20)), Options(diagonals=rule)), (3, 3)) == "jps"
        assert picked(Grid.read(crowded, Options(diagonals=rule)), (3, 3)) == "canonical"
    assert picked(Grid.read(np.ones((20, 20)), Options(directions="4")), (3, 3)) == "jps"
    open_grid.change([(1, 1)], 5)
    assert picked(open_grid, (3, 3)) == "astar"


@pytest.mark.parametrize("wrong", [{"turn": float("nan")}, {"turn": -1.0}, {"diagonal_factor": 0.0}, {"directions": 5}])
def test_options_that_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"it must be|needs"):
        evolve(Options(), **wrong)


@pytest.mark.parametrize(
    ("rows", "options", "algorithm", "message"),
    [
        (["S2G"], Options(), "jps", "not every free cell costs 1; use auto or astar"),
        (["S.G", "..G"], Options(), "jps", "needs one goal, but 2 were given; use auto or canonical"),
        (["S.G"], Options(turn=1.0), "jps", "turn=1 adds a cost for turns"),
        (["S.G"], Options(directions="16"), "canonical", "directions=16 has moves other than steps"),
        (["S.G"], Options(directions="4"), "subgoal", "it needs directions=8, diagonals=no-obstacle"),
        (["S.G"], Options(diagonals="always"), "subgoal", "it needs directions=8, diagonals=no-obstacle"),
        (["S.G"], Options(diagonal_factor=0.7), "canonical", "diagonal_factor=0.7 is outside 0.71 to 1.41"),
        (["S.G"], Options(wrap="xy"), "jps-plus", "wrap=xy joins edges"),
        (["S.G"], Options(heuristic="manhattan"), "jps", "heuristic=manhattan overestimates"),
        (["S.G"], Options(tie_breaker=True), "jps", "tie_breaker adds to the heuristic"),
    ],
)
def test_algorithms_that_do_not_fit_are_refused(rows: list[str], options: Options, algorithm: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        Grid.read(rows, options).search(algorithm=algorithm)
    assert str(caught.value).startswith(f"the algorithm {algorithm!r} ")
    with pytest.raises(BadInput, match=message):
        Grid.read(rows, options).search(Starts([(0, 0), (1, 0)]), algorithm=algorithm)


def test_algorithms_of_grids_search_grids_alone() -> None:
    problem = Grid.read(["S.G"], Options()).problem(((2, 0),))
    with pytest.raises(BadInput, match=r"'jps' searches only grid worlds; use astar"):
        problem.search((0, 0), algorithm="jps")
