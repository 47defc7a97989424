"""The searches over tables: JPS+, and the graph of corners; and the files that tables are kept in."""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf, isclose
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from attrs import fields, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_grid import compute_lengths

from genastar import BadInput, Cost, Node, OpenList, Outcome, Trace, Workspace
from genastar.cli.app import run as genastar
from genastar_grid.algorithms import JpsPlus, Subgoal
from genastar_grid.command import run
from genastar_grid.formats.movingai_files import read_scenarios
from genastar_grid.info import Options
from genastar_grid.jump_points.canonical import DX, DY
from genastar_grid.jump_points.jump import compute_arrival
from genastar_grid.jump_points.jump_plus import JumpPlus
from genastar_grid.jump_points.jump_table import compute_clearances, compute_jump_distances, find_corner_points
from genastar_grid.model import Grid
from genastar_grid.steps.step_problems import Cell, EightWayProblem
from genastar_grid.subgoals import contraction
from genastar_grid.subgoals.subgoal_graph import build_graph, find_reachable_subgoals
from genastar_grid.world import MOST_CORNERS
from genastar_lattice.directions import EIGHT, compute_open_directions

pytestmark = pytest.mark.long

DATA = Path(__file__).parents[1] / "data"
SIZE = 9
SEARCHES = ("jps-plus", "subgoal")
MADE = {"jps-plus": JpsPlus, "subgoal": Subgoal}

grids = st.lists(st.lists(st.sampled_from([1, 1, 1, 0]), min_size=SIZE, max_size=SIZE), min_size=1, max_size=SIZE).map(np.array)
cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))


@settings(max_examples=100)
@given(grids)
def test_every_number_of_the_table(costs: np.ndarray) -> None:
    free = costs > 0
    open_directions = compute_open_directions(free, "8", "no-obstacle")
    table = compute_jump_distances([free], open_directions)
    for y, x in np.argwhere(free).tolist():
        for direction in range(8):
            assert table[y, x, direction] == walked(free, open_directions, x, y, direction)


def walked(free: np.ndarray, open_directions: np.ndarray, x: int, y: int, direction: int) -> int:
    """The same number, step by step."""
    dx, dy = EIGHT[direction]
    steps = 0
    while open_directions[y, x] >> direction & 1:
        x, y, steps = x + dx, y + dy, steps + 1
        if direction % 2 == 0 and is_jump_point(free, x, y, dx, dy):
            return steps
        if direction % 2 and any(walked(free, open_directions, x, y, (direction + turn) % 8) > 0 for turn in (1, 7)):
            return steps
    return -steps


def is_jump_point(free: np.ndarray, x: int, y: int, dx: int, dy: int) -> bool:
    """Whether beside a cell that was entered by this straight step a wall ends."""
    height, width = free.shape

    def at(column: int, row: int) -> bool:
        return 0 <= column < width and 0 <= row < height and bool(free[row, column])

    return any(at(x + side * dy, y + side * dx) and not at(x + side * dy - dx, y + side * dx - dy) for side in (1, -1))


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("search", SEARCHES)
def test_as_short_as_plain(search: str, engine: str) -> None:
    workspace = Workspace()

    @settings(max_examples=60)
    @given(grids, cells, cells)
    def check(costs: np.ndarray, start: tuple[int, int], goal: tuple[int, int]) -> None:
        costs = costs.copy()
        start, goal = ((x, y % len(costs)) for x, y in (start, goal))
        costs[start[1], start[0]] = costs[goal[1], goal[0]] = 1
        grid = Grid.read(costs, Options())
        plain = grid.search(start, [goal], algorithm="astar", engine="interpreted")
        found = grid.search(start, [goal], algorithm=search, engine=engine, workspace=workspace)
        assert found.outcome is plain.outcome
        if plain.outcome is Outcome.UNREACHABLE:
            return
        assert plain.cost is not None
        assert found.cost == plain.cost
        assert (found.path[0], found.path[-1], len(found.path)) == (start, goal, len(plain.path))
        open_directions = compute_open_directions(costs > 0, "8", "no-obstacle")
        for (x, y), (to_x, to_y) in pairwise(found.path):
            assert open_directions[y, x] >> EIGHT.index((to_x - x, to_y - y)) & 1

    check()


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", ["arena", "AR0011SR", "Berlin_0_256", "icecrown"])
def test_every_published_length(name: str, search: str) -> None:
    report = run(DATA / f"{name}.map.scen.gz", search, 73, "compiled")
    assert report.search == search
    assert report.queries == report.matched == 73


@pytest.mark.parametrize("search", SEARCHES)
def test_both_engines_do_the_same(search: str) -> None:
    grid = Grid.read(str(DATA / "arena.map.gz"), Options())
    for start, goal in (((1, 11), (40, 40)), ((30, 5), (3, 45)), ((24, 24), (25, 1))):
        traces = []
        for engine in ("interpreted", "compiled"):
            trace: Trace = Trace()  # type: ignore[type-arg]
            grid.search(start, [goal], algorithm=search, engine=engine, observer=trace)
            traces.append(trace.events)
        assert traces[0] == traces[1]


def test_the_graph_is_the_same_at_both_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    world = Grid.read(str(DATA / "arena.map.gz"), Options()).world
    fast = build_graph(find_corner_points(world.realms), world.realms, world.open_directions)
    in_python(monkeypatch)
    slow = build_graph(find_corner_points(world.realms), world.realms, world.open_directions)
    for one, other in ((slow, fast), (slow.shortcuts, fast.shortcuts)):
        for field in fields(type(one)):
            assert np.array_equal(getattr(one, field.name), getattr(other, field.name)) or field.name == "shortcuts"


def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what prepares the graph as ordinary Python."""
    for name, function in list(vars(contraction).items()):
        monkeypatch.setattr(contraction, name, getattr(function, "py_func", function))


def test_a_core_is_searched_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most nodes are left in the core, and hardly a node has boxes for its arcs up."""
    in_python(monkeypatch)
    monkeypatch.setattr(contraction, "MOST_ARCS", 3)
    monkeypatch.setattr(contraction, "LEAST_CORE", 4)
    monkeypatch.setattr(contraction, "MOST_PAIRS", 30)
    for seed in range(40):
        random = np.random.default_rng(seed)
        costs = (random.random((12, 14)) > 0.2).astype(int)
        costs[0, 0] = costs[11, 13] = 1
        plain, found = (
            Grid.read(costs, Options()).search((0, 0), [(13, 11)], algorithm=search, engine="interpreted")
            for search in ("astar", "subgoal")
        )
        assert (found.outcome, found.cost, len(found.path)) == (plain.outcome, plain.cost, len(plain.path))


def test_progress_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    in_python(monkeypatch)
    rows = ["S..", ".#.", "..G"]
    Grid.read(rows, Options()).search(algorithm="subgoal", engine="interpreted")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    Grid.read(rows, Options()).search(algorithm="subgoal", engine="interpreted")
    out, err = capsys.readouterr()
    assert out == ""
    assert "subgoals" in err


@settings(max_examples=100)
@given(grids)
def test_arcs_join_what_is_directly_reachable(costs: np.ndarray) -> None:
    """Against a search from each subgoal over the whole grid: free, as short as can be, and no subgoal on any such way."""
    free = costs > 0
    open_directions, points = compute_open_directions(free, "8", "no-obstacle"), find_corner_points([free])
    y, x = np.nonzero(points)
    origin, to_x, to_y, _ = find_reachable_subgoals(x, y, compute_clearances([free], open_directions, points))
    found = {(int(x[one]), int(y[one]), *end) for one, *end in zip(origin.tolist(), to_x.tolist(), to_y.tolist(), strict=True)}
    reached = {
        (column, row): compute_lengths(costs, (column, row), Options())
        for column, row in zip(x.tolist(), y.tolist(), strict=True)
    }

    def octile(one: Cell, other: Cell) -> float:
        wide, high = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(wide, high) + (2**0.5 - 1) * min(wide, high)

    def is_direct(one: Cell, other: Cell) -> bool:
        if one == other or not isclose(reached[one].get(other, inf), octile(one, other)):
            return False
        between = [each for each in reached if each not in (one, other)]
        return not any(
            isclose(octile(one, each) + octile(each, other), octile(one, other))
            and isclose(reached[one].get(each, inf), octile(one, each))
            and isclose(reached[each].get(other, inf), octile(each, other))
            for each in between
        )

    assert found == {(*one, *other) for one in reached for other in reached if is_direct(one, other)}


def test_boxes_save_work() -> None:
    reports = {search: run(DATA / "Berlin_0_256.map.scen.gz", search, None, "compiled") for search in SEARCHES}
    assert all(report.matched == report.queries == 930 for report in reports.values())
    assert reports["subgoal"].expanded < 0.5 * reports["jps-plus"].expanded


@frozen(eq=False)
class WithIntermediatePoints(JumpPlus[int]):
    """JPS as Warthog has it: a diagonal jump ends where the way may turn. West comes first, north last."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        open_directions = int(self.kept_directions[compute_arrival(node), int(self.open_directions[y, x])])
        for direction in (7, 6, 5, 4, 3, 2, 1, 0):
            steps = int(self.distances[y, x, direction])
            if open_directions >> direction & 1 and steps > 0:
                price = self.diagonal if direction & 1 else self.straight
                there = x + steps * int(DX[direction]), y + steps * int(DY[direction])
                open_list.relax(there, node.cost.travelled + steps * price)
        self.add_goal(x, y, open_directions, node.cost.travelled, open_list)


def test_with_intermediate_points_as_many_expansions_as_warthog() -> None:
    grid = Grid.read(str(DATA / "AR0011SR.map.gz"), Options())
    rows, workspace = read_scenarios(DATA / "AR0011SR.map.scen.gz"), Workspace()
    expanded = 0
    for row in rows:
        plain = cast("EightWayProblem[float]", grid.problem((row.goal,), (row.start,)))
        plus = cast("JumpPlus[int]", JpsPlus().make_pruned_problem(grid.world, plain))
        solver = WithIntermediatePoints(
            plus.open_directions, plus.goals, plus.kept_directions, plus.distances, plus.straight, plus.diagonal
        )
        expanded += solver.search(row.start, workspace=workspace).expanded
    assert isclose(expanded / len(rows), 38.4, rel_tol=0.05)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_change_makes_the_table_anew(search: str, tmp_path: Path) -> None:
    grid, algorithm = Grid.read(["S...", ".##.", "...G"], Options()), MADE[search](tmp_path / "table")
    assert len(grid.search(algorithm=algorithm, engine="interpreted").path) == 6
    before = (tmp_path / "table").read_bytes()
    grid.change([(0, 1), (1, 2)], 0)
    path = grid.search(algorithm=algorithm, engine="interpreted").path
    assert path == ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2))
    grid.change([(3, 0)], 0)
    assert grid.search(algorithm=algorithm, engine="interpreted").outcome is Outcome.UNREACHABLE
    assert (tmp_path / "table").read_bytes() == before


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_is_kept(search: str, tmp_path: Path) -> None:
    algorithm, arena = MADE[search](tmp_path / "arena.table"), str(DATA / "arena.map.gz")
    first = Grid.read(arena, Options()).search((1, 11), [(40, 40)], algorithm=algorithm)
    written = (tmp_path / "arena.table").stat().st_mtime_ns
    again = Grid.read(arena, Options()).search((1, 11), [(40, 40)], algorithm=algorithm)
    assert (first.path, first.expanded) == (again.path, again.expanded)
    assert (tmp_path / "arena.table").stat().st_mtime_ns == written
    with pytest.raises(BadInput, match=r"arena\.table: this table belongs to another map"):
        Grid.read(["S..", ".#.", "..G"], Options()).search(algorithm=algorithm)
    other = MADE["jps-plus" if search == "subgoal" else "subgoal"](algorithm.table)
    with pytest.raises(BadInput, match=r"arena\.table: this file is for another method"):
        Grid.read(arena, Options()).search((1, 11), [(40, 40)], algorithm=other)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_that_was_made_is_written_where_a_later_search_names_a_file(search: str, tmp_path: Path) -> None:
    grid, kept = Grid.read(["S...", ".##.", "...G"], Options()), MADE[search](tmp_path / "table")
    first = grid.search(algorithm=search, engine="interpreted")
    assert grid.search(algorithm=kept, engine="interpreted").path == first.path
    (tmp_path / "table").write_bytes((tmp_path / "table").read_bytes()[:-1])
    with pytest.raises(BadInput, match="cut off"):
        Grid.read(["S...", ".##.", "...G"], Options()).search(algorithm=kept)


def test_no_damaged_table_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "small.table"
    algorithm, rows = Subgoal(path), ["S....", ".##..", "..#.G"]
    answer = Grid.read(rows, Options()).search(algorithm=algorithm, engine="interpreted").path
    whole, refused = path.read_bytes(), list[str]()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        try:  # the bytes between arrays have no meaning
            assert Grid.read(rows, Options()).search(algorithm=algorithm, engine="interpreted").path == answer
        except BadInput as error:
            refused.append(str(error))
    assert all(re.fullmatch(r"[^\n]*small\.table: [^\n]*", line) for line in refused)
    assert len(refused) > len(whole) // 7 // 2
    for length in (0, 10, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput, match=r"small\.table: (not a file saved by genastar|its .* is cut off)"):
            Grid.read(rows, Options()).search(algorithm=algorithm, engine="interpreted")
    with pytest.raises(BadInput, match=r"small\.table: the folder .* does not exist"):
        Grid.read(rows, Options()).search(algorithm=Subgoal(tmp_path / "none" / "small.table"), engine="interpreted")
    path.unlink()
    path.mkdir()
    with pytest.raises(BadInput, match=r"small\.table: cannot read"):
        Grid.read(rows, Options()).search(algorithm=algorithm, engine="interpreted")
    with pytest.raises(BadInput, match="table=5: expected a file path"):
        Subgoal(5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="table is ''; it must be text that is not empty"):
        Subgoal("")


def test_too_many_corners_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"up to {MOST_CORNERS:,} corners" in Subgoal.summary
    monkeypatch.setattr("genastar_grid.world.MOST_CORNERS", 2)
    with pytest.raises(BadInput, match=r"at most 2 corners, but this map has 4; use jps-plus"):
        Grid.read(["S..", ".#.", "..G"], Options()).search(algorithm="subgoal")


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    for search in SEARCHES:
        assert genastar(["movingai", str(DATA / "arena.map.scen.gz"), "--rows", "5", "--algorithm", search]) == 0
        out = capsys.readouterr().out
        assert "5 matched, 0 mismatched" in out
        assert f"({search}," in out
