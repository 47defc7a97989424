"""Straight lines: sight against fractions, Theta* against all straight lines, and both engines against each other."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import dist, inf, isclose

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import Trace
from genastar_grid.model import Grid
from naive import expect_straightened

ALGORITHMS = ("theta-star", "lazy-theta-star")
RULES = ({}, {"diagonals": "one-obstacle"}, {"diagonals": "always"}, {"diagonals": "never"}, {"directions": "4"})

costs = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.lists(st.sampled_from([0, 1, 1, 1, 2]), min_size=width, max_size=width), min_size=1, max_size=6)
)
rules = st.sampled_from(RULES)


def grid_of(rows, **options) -> Grid:
    return genastar.load(np.array(rows), domain="grid", **options)


def passed(one, other, cell) -> Fraction:
    """The share of a line that lies inside a cell, by clipping it against the four sides."""
    begin, end = Fraction(0), Fraction(1)
    for axis in (0, 1):
        move, low = other[axis] - one[axis], Fraction(2 * (cell[axis] - one[axis]) - 1, 2)
        if move == 0:
            if not low < 0 < low + 1:
                return Fraction(0)
            continue
        first, last = sorted((low / move, (low + 1) / move))
        begin, end = max(begin, first), min(end, last)
    return max(end - begin, Fraction(0))


def sees(grid: Grid, one, other) -> bool:
    """Whether a line between two cells is open: every cell is looked at, and every corner."""
    costs, diagonals = grid.world.costs, grid.options.diagonals
    if grid.options.directions == "4":
        diagonals = "never"
    height, width = costs.shape
    cells = [(x, y) for y in range(height) for x in range(width)]
    through = [cell for cell in cells if passed(one, other, cell) > 0]
    if any(costs[y, x] == 0 for x, y in through):
        return False
    if len({costs[y, x] for x, y in through if (x, y) != one}) > 1:
        return False
    for x in range(width - 1):
        for y in range(height - 1):
            # The corner between x and x + 1, y and y + 1.
            across, down = Fraction(2 * (x - one[0]) + 1, 2), Fraction(2 * (y - one[1]) + 1, 2)
            dx, dy = other[0] - one[0], other[1] - one[1]
            if across * dy != down * dx or not 0 < across * dx + down * dy < dx * dx + dy * dy:
                continue
            around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            beside = [cell for cell in around if cell not in through]
            free = sum(costs[y, x] > 0 for x, y in beside)
            if free < {"no-obstacle": 2, "one-obstacle": 1, "always": 0, "never": 2}[diagonals]:
                return False
    return True


@given(rows=costs, options=rules, data=st.data())
@settings(deadline=None)
def test_sight(rows, options, data):
    grid = grid_of(rows, **options)
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    if not free:
        return
    one, other = (data.draw(st.sampled_from(free)) for _ in range(2))
    if one != other:
        problem, truth = grid.problem((other,)), sees(grid, one, other)
        assert problem.sight(one, other) == truth
        assert grid.with_line_of_sight(problem).sight(one, other) == truth


@given(options=rules, blocked=st.sampled_from([0.002, 0.01, 0.05, 0.3]), seed=st.integers(0, 10_000), is_even=st.booleans())
@settings(deadline=None, max_examples=40)
def test_sight_by_squares_is_sight_by_cells(options, blocked, seed, is_even):
    random = np.random.default_rng(seed)
    dearer = 1 if is_even else 1 + (random.random((40, 60)) < blocked)
    grid = grid_of(np.where(random.random((40, 60)) < blocked, 0, dearer), **options)
    free = np.argwhere(grid.world.costs > 0)[:, ::-1]
    by_cells = grid.problem((tuple(free[0].tolist()),))
    by_squares = grid.with_line_of_sight(by_cells)
    assert by_squares.squares.size > by_cells.squares.size == 0
    for one, other in free[random.integers(len(free), size=(60, 2))].tolist():
        assert by_squares.sight(tuple(one), tuple(other)) == by_cells.sight(tuple(one), tuple(other))


@given(rows=costs, options=rules)
@settings(deadline=None, max_examples=60)
def test_even_squares(rows, options):
    grid = grid_of(rows, **options)
    costs, squares = grid.world.costs, grid.world.squares
    height, width = costs.shape
    for quarter, (dx, dy) in enumerate(((1, 1), (-1, 1), (1, -1), (-1, -1))):
        for y in range(height):
            for x in range(width):
                reach = 0
                while 0 <= x + (reach + 1) * dx < width and 0 <= y + (reach + 1) * dy < height:
                    end_x, end_y = x + (reach + 1) * dx, y + (reach + 1) * dy
                    inside = costs[min(y, end_y) : max(y, end_y) + 1, min(x, end_x) : max(x, end_x) + 1]
                    if inside.min() == 0 or inside.min() < inside.max():
                        break
                    reach += 1
                assert squares[quarter, y, x] == reach


def test_a_change_is_seen_by_lines():
    grid = grid_of(np.ones((9, 30)))
    assert grid.search((0, 4), [(29, 4)], algorithm="theta-star", engine="interpreted").path == ((0, 4), (29, 4))
    grid.change([(15, y) for y in range(1, 9)], 0)
    result = grid.search((0, 4), [(29, 4)], algorithm="theta-star", engine="interpreted")
    assert len(result.path) > 2
    assert all(sees(grid, *leg) for leg in pairwise(result.path))


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"diagonals": "no-obstacle"}, 0),
        ({"diagonals": "one-obstacle"}, 1),
        ({"diagonals": "always"}, 2),
        ({"diagonals": "never"}, 0),
        ({"directions": "4"}, 0),
    ],
)
def test_a_line_through_a_corner_keeps_the_rule_of_diagonal_steps(options, most):
    for beside in ((1, 1), (1, 0), (0, 1), (0, 0)):
        # The line from (0, 0) to (3, 3) passes three corners; the cells beside the middle one may be blocked.
        rows = np.ones((4, 4), int)
        rows[1, 2], rows[2, 1] = beside
        grid = grid_of(rows, **options)
        assert grid.with_line_of_sight(grid.problem(((3, 3),))).sight((0, 0), (3, 3)) == (beside.count(0) <= most)


def test_a_line_has_one_cost():
    grid = grid_of([[2, 1, 1, 1, 3]])
    problem = grid.problem(((4, 0),))
    assert problem.sight((1, 0), (3, 0))
    assert problem.sight((0, 0), (3, 0))  # `step=entered`: the first cell's cost does not count
    assert not problem.sight((1, 0), (4, 0))
    assert not grid_of([[2, 1, 1, 1, 3]], step="mean").problem(((4, 0),)).sight((0, 0), (3, 0))


def shortest(grid: Grid, start, goal) -> float:
    """The length of the shortest path of straight lines between middles of cells of cost 1: every pair of cells is tried."""
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    lengths, done = {start: 0.0}, set()
    while lengths.keys() - done:
        here = min(lengths.keys() - done, key=lengths.__getitem__)
        done.add(here)
        for there in free:
            if there not in done and sees(grid, here, there):
                lengths[there] = min(lengths.get(there, inf), lengths[here] + dist(here, there))
    return lengths.get(goal, inf)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(rows=costs, options=rules, data=st.data())
@settings(deadline=None, max_examples=60)
def test_paths_are_straight_lines_and_none_is_too_short(algorithm, rows, options, data):
    grid = grid_of(np.minimum(rows, 1), **options)
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    if not free:
        return
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    result = grid.search(start, [goal], algorithm=algorithm, engine="interpreted")
    least = shortest(grid, start, goal)
    assert result.found == (least < inf)
    if not result.found:
        return
    assert (result.path[0], result.path[-1], result.bound) == (start, goal, None)
    for here, there in pairwise(result.path):
        assert sees(grid, here, there)
    paid = sum(dist(here, there) for here, there in pairwise(result.path))
    assert isclose(result.cost.travelled, paid)
    assert paid >= least - 1e-9
    assert [cost.travelled for cost in result.costs] == pytest.approx(
        np.cumsum([0, *(dist(here, there) for here, there in pairwise(result.path))]).tolist()
    )


@given(rows=costs, options=rules, data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_straightened_path_is_never_longer_and_never_leads_through_a_wall(rows, options, data):
    grid = grid_of(rows, **options)
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    if not free:
        return
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    result = grid.search(start, [goal], engine="interpreted")
    pulled = grid.straighten(result)
    expect_straightened(pulled, result, partial(sees, grid), 1e-5)
    if result.found:
        assert grid.straighten(pulled).cost.travelled <= pulled.cost.travelled * (1 + 1e-5)


def test_where_nothing_can_be_straightened():
    grid = grid_of([[1, 1]], turn=1.0)
    with pytest.raises(
        genastar.BadInput, match=r"stays as it is: worlds of grid have no straight lines with these options or this source"
    ):
        grid.straighten(grid.search((0, 0), [(1, 0)], engine="interpreted"))


def test_only_results_are_straightened_and_drawn(tmp_path):
    grid = grid_of([[1, 1]])
    result = grid.search((0, 0), [(1, 0)], engine="interpreted")
    with pytest.raises(genastar.BadInput, match=r"result=\[\(0, 0\)\]: expected the result of a search"):
        grid.straighten([(0, 0)])
    with pytest.raises(genastar.BadInput, match=r"result=\[\(0, 0\)\]: expected the result of a search"):
        grid.draw([(0, 0)], genastar.Trace(), tmp_path / "a.png")
    with pytest.raises(genastar.BadInput, match="trace=None: expected the observer of that search, or an empty one"):
        grid.draw(result, None, tmp_path / "a.png")


def test_terrain_is_crossed_by_lines_of_one_cost():
    grid = grid_of([[1, 1, 1, 1, 1, 1], [1, 3, 3, 3, 3, 1], [1, 1, 1, 1, 1, 1]])
    result = grid.search((0, 0), [(5, 2)], algorithm="theta-star", engine="interpreted")
    along = [grid.world.costs[y, x] for x, y in result.path]
    assert along == [1] * len(along)
    assert result.cost.travelled == pytest.approx(sum(dist(*each) for each in pairwise(result.path)))


@pytest.mark.parametrize("options", [{"wrap": "x"}, {"turn": 1.0}, {"diagonal_factor": 1.5}, {"directions": "16"}])
def test_where_there_are_no_straight_lines(options):
    message = r"'theta-star' needs .*\.sight\(one, other\), which it lacks; change the world's options, or use astar"
    with pytest.raises(genastar.BadInput, match=message):
        grid_of([[1, 1], [1, 1]], **options).search((0, 0), [(1, 1)], algorithm="theta-star")


def test_many_questions_give_the_same_lengths():
    grid = grid_of(np.random.default_rng(3).random((20, 20)) < 0.8)
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    starts, goals = free[:20], free[-20:]
    paths = grid.solve_all(starts, goals, algorithm="theta-star", engine="interpreted")
    for row, (start, goal) in enumerate(zip(starts, goals, strict=True)):
        single = grid.search(start, [goal], algorithm="theta-star", engine="interpreted")
        assert [tuple(cell) for cell in paths.get_path(row).tolist()] == list(single.path)
        assert not single.found or paths.costs[row] == pytest.approx(single.cost.travelled)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_both_engines_find_the_same(algorithm):
    pytest.importorskip("genastar_compiled")
    random = np.random.default_rng(5)
    for kinds in ([0, 1, 1], [0, 1, 1, 1, 2], [0.0, 0.5, 1.0, 1.0]):
        grid = grid_of(random.choice(kinds, (25, 30)))
        free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
        for _ in range(5):
            start, goal = (free[random.integers(len(free))] for _ in range(2))
            told = []
            for engine in ("interpreted", "compiled"):
                trace = Trace()
                result = grid.search(start, [goal], algorithm=algorithm, engine=engine, observer=trace)
                told.append((result.outcome, result.path, result.cost, result.costs, result.expanded, trace.events))
            assert told[0] == told[1]
