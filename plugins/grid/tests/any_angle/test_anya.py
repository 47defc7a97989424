"""Anya against a visibility graph, against Theta*, against Polyanya, against a published length, and both engines."""

from __future__ import annotations

import gzip
from importlib.util import find_spec
from itertools import pairwise
from math import dist, inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_plane import Plane

import genastar
from genastar import BadInput, Limits, Starts, Trace
from genastar_grid.any_angle.anya import START, AnyaProblem, find_runs, list_goals, make_state
from genastar_grid.model import Grid

DATA = Path(__file__).parents[1] / "data"
RULES = ({}, {"diagonals": "one-obstacle"}, {"diagonals": "always"}, {"diagonals": "never"}, {"directions": "4"})

cells = st.integers(1, 8).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0, 1, 1, 1]), min_size=width, max_size=width), min_size=1, max_size=8
    ).filter(lambda rows: any(map(any, rows)))
)


def grid_of(rows, **options) -> Grid:
    return genastar.load(np.array(rows), domain="grid", **options)


def free_cells(rows) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each]


def halves(point) -> tuple[int, int]:
    return int(2 * point[0]), int(2 * point[1])


@given(rows=cells, options=st.sampled_from(RULES), data=st.data())
@settings(deadline=None, max_examples=120)
def test_paths_are_the_shortest(rows, options, data):
    start, *goals = data.draw(st.lists(st.sampled_from(free_cells(rows)), min_size=2, max_size=4))
    grid = grid_of(rows, **options)
    plane = Plane(np.array(rows) > 0, options.get("diagonals") == "always")
    result = grid.search(start, goals, algorithm="anya", engine="interpreted")
    least = plane.shortest(halves(start), [halves(goal) for goal in goals])
    assert result.found == (least < inf)
    along = grid.search(start, goals, algorithm="theta-star", engine="interpreted")
    assert result.found or not along.found
    if not result.found:
        return
    assert result.cost.travelled == pytest.approx(least, rel=1e-12, abs=1e-12)
    assert (result.path[0], result.bound) == (start, 1)
    assert result.path[-1] in goals
    assert all(plane.is_open(halves(here), halves(there)) for here, there in pairwise(result.path))
    assert [cost.travelled for cost in result.costs] == pytest.approx(
        np.cumsum([0, *(dist(*leg) for leg in pairwise(result.path))]).tolist()
    )
    if along.found:
        assert result.cost.travelled <= along.cost.travelled + 1e-9


@given(rows=cells, data=st.data())
@settings(deadline=None, max_examples=60)
def test_from_corner_to_corner(rows, data):
    free = np.array(rows) > 0
    around = np.pad(free, 1)
    blocked = [(x, y, 4 - around[y : y + 2, x : x + 2].sum()) for y in range(len(rows) + 1) for x in range(len(rows[0]) + 1)]
    places = [(x, y) for x, y, count in blocked if count <= 1]
    if not places:
        return
    start, *goals = data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=3))
    runs = find_runs([free])
    goal_array = list_goals([(2 * x + 2, 2 * y + 2) for x, y in goals])
    problem = AnyaProblem(runs.free, runs.first, runs.after, goal_array, False, 1.0)
    result = problem.search(make_state(START, (2 * start[0] + 2, 2 * start[1] + 2)))
    least = Plane(free, False).shortest((2 * start[0] - 1, 2 * start[1] - 1), [(2 * x - 1, 2 * y - 1) for x, y in goals])
    assert result.found == (least < inf)
    assert not result.found or result.cost.travelled == pytest.approx(least, rel=1e-12, abs=1e-12)


PUBLISHED = """
..#########...
...#####....#.
...##....#..#.
#.....#######.
#######.......
##.......#####
...#######....
.###.#.....##.
.#.....#.###..
.....#####...#
##########..##
"""
"""The maze custom_maze14x11 of Ohohcakester/Any-Angle-Pathfinding, which is in the public domain (Unlicense)."""


def test_a_published_length():
    free = np.array([[each == "." for each in row] for row in PUBLISHED.split()])
    runs = find_runs([free])
    problem = AnyaProblem(runs.free, runs.first, runs.after, list_goals([(24, 24)]), False, 1.0)
    result = problem.search(make_state(START, (2, 2)))
    assert result.found
    assert result.cost.travelled == pytest.approx(48.781956, abs=1e-5)  # published in 32 bits


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_the_any_angle_lengths_of_the_grid_based_path_planning_competition(part):
    pytest.importorskip("genastar_compiled")
    picture, rows = (gzip.decompress((DATA / f"AcrosstheCape.map{end}.gz").read_bytes()).decode() for end in ("", ".scen"))
    free = np.array([[each == "." for each in row] for row in picture.splitlines()[4:]])
    mesh = genastar.load(free, domain="navmesh") if find_spec("genastar_navmesh") else None
    runs, count = find_runs([free]), 0
    for row in rows.splitlines()[1 + part :: 4]:
        *ends, length = row.split("\t")[4:]
        (x, y, to_x, to_y), published, count = map(int, ends), pytest.approx(float(length), abs=1e-9), count + 1
        goals = list_goals([(2 * to_x + 2, 2 * to_y + 2)])
        problem = AnyaProblem(runs.free, runs.first, runs.after, goals, False, 1.0)
        result = problem.search(make_state(START, (2 * x + 2, 2 * y + 2)), engine="compiled")
        assert result.cost.travelled == published
        if mesh is not None:
            assert mesh.search((x, y), [(to_x, to_y)], engine="compiled").cost.travelled == published
    assert count == (51 if part == 0 else 50)


def test_the_same_lengths_as_polyanya():
    pytest.importorskip("genastar_navmesh")
    random = np.random.default_rng(11)
    rows = random.random((40, 60)) < 0.75
    grid, mesh = grid_of(rows), genastar.load(rows, domain="navmesh")
    free, found = free_cells(rows), 0
    for _ in range(25):
        (x, y), (to_x, to_y) = (free[random.integers(len(free))] for _ in range(2))
        one = grid.search((x, y), [(to_x, to_y)], algorithm="anya", engine="interpreted")
        other = mesh.search((x + 0.5, y + 0.5), [(to_x + 0.5, to_y + 0.5)], engine="interpreted")
        assert one.found == other.found
        if one.found:
            found += 1
            assert one.cost.travelled == pytest.approx(other.cost.travelled)
    assert found > 10


def test_ends():
    grid = grid_of([[1, 1, 0, 1]])
    here = grid.search((0, 0), [(0, 0), (1, 0)], algorithm="anya", engine="interpreted")
    assert (here.path, here.cost.travelled, here.expanded) == (((0, 0),), 0, 0)
    nowhere = grid.search((0, 0), [(3, 0)], algorithm="anya", engine="interpreted")
    assert nowhere.outcome is genastar.Outcome.UNREACHABLE
    with pytest.raises(BadInput, match="is blocked"):
        grid.search((0, 0), [(2, 0)], algorithm="anya")


def test_two_obstacles_that_touch_leave_a_gap_only_if_diagonals_are_always_open():
    gap = [[1, 0, 1], [0, 1, 1]]
    assert not grid_of(gap, diagonals="one-obstacle").search((0, 0), [(2, 0)], algorithm="anya", engine="interpreted").found
    through = grid_of(gap, diagonals="always").search((0, 0), [(2, 0)], algorithm="anya", engine="interpreted")
    assert through.path == ((0, 0), (0.5, 0.5), (1.5, 0.5), (2, 0))


def test_water_is_a_world_of_its_own(tmp_path):
    (tmp_path / "lake.map").write_text("type octile\nheight 4\nwidth 5\nmap\n.....\n.WWW.\n.WWW.\n.....\n")
    grid = genastar.load(tmp_path / "lake.map")
    around = grid.search((0, 1), [(4, 1)], algorithm="anya", engine="interpreted")
    assert around.path == ((0, 1), (0.5, 0.5), (3.5, 0.5), (4, 1))
    across = grid.search((1, 1), [(0, 0), (3, 2)], algorithm="anya", engine="interpreted")
    assert across.path == ((1, 1), (3, 2))
    assert not grid.search((1, 1), [(0, 0)], algorithm="anya", engine="interpreted").found


@pytest.mark.parametrize(
    ("rows", "options", "reason"),
    [
        ([[1, 2]], {}, "not every free cell costs 1"),
        ([[1, 1]], {"turn": 1.0}, "turn=1 adds a cost for turns"),
        ([[1, 1]], {"wrap": "x"}, "wrap=x joins edges"),
        ([[1, 1]], {"directions": "16"}, "directions=16 has moves other than steps"),
        ([[1, 1]], {"diagonal_factor": 1.2}, r"diagonal_factor=1\.2 is not 1"),
    ],
)
def test_grids_that_are_no_plane_are_refused(rows, options, reason):
    with pytest.raises(BadInput, match=f"'anya' does not fit this grid: {reason}; use auto or astar"):
        grid_of(rows, **options).search((0, 0), [(1, 0)], algorithm="anya")


CORNERS = [[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 0, 1]]


def test_several_starts_limits_and_a_changed_grid():
    grid = grid_of(CORNERS)
    result = grid.search(Starts([(1, 2), (3, 0)]), [(3, 2)], algorithm="anya", engine="interpreted")
    assert result.path == ((3, 0), (3, 2))
    cut = grid.search((0, 1), [(3, 2)], algorithm="anya", engine="interpreted", limits=Limits(cost=4.2))
    assert cut.outcome is genastar.Outcome.LIMIT
    assert grid.search((0, 1), [(3, 2)], algorithm="anya", engine="interpreted", limits=Limits(cost=4.3)).found
    grid.change([(1, 1), (2, 1)], 1)
    assert grid.search((0, 1), [(3, 2)], algorithm="anya", engine="interpreted").path == ((0, 1), (2.5, 1.5), (3, 2))


def test_a_run_shows_the_points():
    grid = grid_of(CORNERS)
    algorithm, request, _ = grid.make_request((0, 1), [(3, 2)], algorithm="anya", engine="interpreted")
    run = algorithm.begin(request)
    result = run.run_until(1000)
    assert result is not None
    assert result.path == ((0, 1), (0.5, 0.5), (2.5, 0.5), (3, 2))
    assert run.tree.path_to((3, 2)) == result.path


def test_many_questions_give_points():
    grid = grid_of(CORNERS)
    paths = grid.solve_all([(0, 1), (0, 0)], [(3, 2), (0, 2)], algorithm="anya", engine="interpreted")
    assert paths.get_path(0).tolist() == [[0, 1], [0.5, 0.5], [2.5, 0.5], [3, 2]]
    assert paths.get_path(1).tolist() == [[0, 0], [0, 2]]
    assert paths.costs == pytest.approx([2**0.5 / 2 + 2 + 2.5**0.5, 2])


def test_pictures_show_the_lines(tmp_path):
    grid, trace = grid_of(CORNERS, scale=20), Trace()
    result = grid.search((0, 1), [(3, 2)], algorithm="anya", engine="interpreted", observer=trace)
    image = grid.make_image(result, trace, "path")
    orange = (240, 120, 0)
    assert image.getpixel((40, 20)) == orange  # along the upper side of the wall
    assert image.getpixel((40, 10)) != orange
    assert image.getpixel((40, 30)) != orange
    grid.draw(result, trace, tmp_path / "path.svg", layers="path")
    assert 'd="M0.5 1.5L1.0 1.0L3.0 1.0L3.5 2.5"' in (tmp_path / "path.svg").read_text()
    assert grid.format_art(result).splitlines() == [".**.", "S##*", "..#G"]
    view = grid.view()
    assert view.points(result.path) == [(0.5, 1.5), (1, 1), (3, 1), (3.5, 2.5)]
    assert view.points(((0, 1), (3, 2))) is None
    assert [view.place(point) for point in result.path] == [4, 5, 7, 11]


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"diagonals": "always"}])
def test_both_engines_find_the_same(options):
    pytest.importorskip("genastar_compiled")
    random = np.random.default_rng(5)
    for share in (0.7, 0.9):
        rows = random.random((40, 50)) < share
        grid, free = grid_of(rows, **options), free_cells(rows)
        for _ in range(6):
            start, *goals = (free[random.integers(len(free))] for _ in range(random.integers(2, 4)))
            told = []
            for engine in ("interpreted", "compiled"):
                trace = Trace()
                result = grid.search(start, goals, algorithm="anya", engine=engine, observer=trace)
                told.append((result.outcome, result.path, result.cost, result.costs, result.expanded, trace.events))
            assert told[0] == told[1]
