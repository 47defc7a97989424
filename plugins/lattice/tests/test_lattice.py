"""What domains of cells share, without any of them."""

from __future__ import annotations

import sys
from subprocess import run

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar import BadInput, shortest_path
from genastar_lattice.costs.grounds import EvenGround, make_cost_ground
from genastar_lattice.costs.limits import check_change, has_fractions
from genastar_lattice.costs.units import Units
from genastar_lattice.directions import EIGHT, compute_open_directions, list_moves, look_again
from genastar_lattice.goals import NumberedGoals
from genastar_lattice.heuristics import Euclidean, EuclideanSquared, WholeEuclidean
from genastar_lattice.paths import Paths, check_counts, check_pairs, collect_answers
from genastar_lattice.positions import check_inside, format_position, parse_numbers, shorten_moves
from genastar_lattice.shades import DEAREST, WALL, make_brushes
from genastar_lattice.sizes import compute_clearance, describe_clearance, erode_at, erode_costs, make_footprint

FREE = st.integers(0, 999).map(lambda seed: np.random.default_rng(seed).random((4, 5)) > 0.3)
ENOUGH = {"no-obstacle": 2, "one-obstacle": 1, "always": 0, "never": 3}
"""Of the two cells beside a diagonal step, how many must be free."""


@settings(max_examples=30)
@given(FREE, st.sampled_from(["8", "4"]), st.sampled_from([*ENOUGH]), st.sampled_from(["none", "x", "y", "xy"]))
def test_ways_are_the_steps_of_the_rules(free, directions, diagonals, wrap):
    height, width = free.shape

    def is_free(x, y):
        x, y = x % width if "x" in wrap else x, y % height if "y" in wrap else y
        return 0 <= x < width and 0 <= y < height and bool(free[y, x])

    open_directions = compute_open_directions(free, directions, diagonals, wrap)
    for y in range(height):
        for x in range(width):
            for number, (dx, dy) in enumerate(EIGHT):
                wanted = is_free(x, y) and is_free(x + dx, y + dy)
                if dx and dy:
                    beside = is_free(x + dx, y) + is_free(x, y + dy)
                    wanted = wanted and directions == "8" and beside >= ENOUGH[diagonals]
                assert bool(open_directions[y, x] >> number & 1) == wanted


@settings(max_examples=30)
@given(FREE, st.integers(0, 4), st.integers(0, 3), st.sampled_from(["8", "32"]))
def test_looking_again_around_a_cell_is_looking_at_all(free, x, y, directions):
    open_directions = compute_open_directions(free, directions, "no-obstacle")
    free[y, x] = not free[y, x]
    reach = max(abs(part) for move in list_moves(directions) for part in move)
    look_again(
        open_directions, (x, y, x, y), reach, lambda where: compute_open_directions(free[where], directions, "no-obstacle")
    )
    assert (open_directions == compute_open_directions(free, directions, "no-obstacle")).all()


@pytest.mark.parametrize("leave", [0, 1])
@pytest.mark.parametrize("kind", [np.int32, np.float64])
def test_grounds_weigh_the_costs_of_both_ends(kind, leave):
    costs = np.array([[1, 5], [7, 2]], kind)
    ground = make_cost_ground(costs.T, leave)
    assert ground.get_factor((1, 0), (0, 1)) == 7 + leave * 5
    assert ground.reverse_steps().get_factor((0, 1), (1, 0)) == 7 + leave * 5
    assert type(ground.get_factor((0, 0), (1, 1))) is (int if kind is np.int32 else float)
    assert make_cost_ground(costs.reshape(-1), leave).get_factor(0, 3) == 2 + leave
    assert make_cost_ground(None, leave) == EvenGround() == EvenGround().reverse_steps()


def test_straight_lines_over_two_axes_and_three():
    assert Euclidean(2.0).estimate_steps(3, 4) == 10
    assert Euclidean(1.0).estimate_steps(2, 3, 6) == 7
    assert WholeEuclidean(2).estimate_steps(1, 1) == 2
    assert EuclideanSquared(2).estimate_steps(1, 2, 3) == 28


@given(st.lists(st.tuples(st.integers(-1, 5), st.integers(-1, 3), st.integers(-1, 2)), min_size=1))
def test_positions_are_inside_or_refused(positions):
    for position in positions:
        assert parse_numbers(format_position(position), 3) == position
        if all(0 <= part < side for part, side in zip(position, (5, 3, 2), strict=True)):
            assert check_inside(tuple(map(np.int64, position)), (5, 3, 2), "voxel", "world") == position
        else:
            with pytest.raises(BadInput, match=r"outside the world; x is from 0 to 4, y from 0 to 2, z from 0 to 1"):
                check_inside(position, (5, 3, 2), "voxel", "world")


@pytest.mark.parametrize("position", [(1,), (1, 2, 3), (0.5, 0), None, "ab", 3])
def test_what_is_no_position(position):
    with pytest.raises(BadInput, match=r"is no cell; give \(x, y\) in whole numbers"):
        check_inside(position, (4, 4), "cell", "grid")
    assert parse_numbers(position, 2) is None


def test_moves_around_the_ends():
    moves = np.array([[4, 1], [-4, -1], [2, 2]])
    assert shorten_moves(moves, (5, 3), "x").tolist() == [[-1, 1], [1, -1], [2, 2]]


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), 2_000_000, "1", 0.5])
def test_costs_that_cannot_be(cost):
    with pytest.raises(BadInput, match="a cell cannot cost"):
        check_change(cost, True, "cell", "grid")


def test_new_costs():
    assert has_fractions(np.array([1.0, 0.5]), "cell")
    assert not has_fractions(np.array([0.0, 3.0]), "cell")
    with pytest.raises(BadInput, match="a cell cannot cost -1"):
        has_fractions(np.array([1.0, -1.0]), "cell")


def test_limits_in_units():
    assert Units(True, 10).convert_bound(2) == 21
    assert Units(False, 10).convert_bound(2.5) == 25
    assert Units(True, 10).convert_bound(float("inf")) is None
    assert Units(True, 10).convert_bound(float("-inf")) == -1


def test_brushes_are_darker_where_they_are_dearer():
    free, wall, mud = make_brushes({"free": 1, "wall": 0, "mud": 9}, 1, DEAREST)
    assert free.colour == (255, 255, 255)
    assert wall.colour == WALL
    assert mud.colour == (130, 130, 130)


@given(st.sets(st.integers(0, 30)))
def test_goals_are_found_by_binary_search(numbers):
    goals = NumberedGoals(-1, np.array(sorted(numbers), np.int64))
    assert {number for number in range(-1, 32) if goals.include(number)} == numbers
    assert [number for number in range(9) if NumberedGoals(4, goals.numbers).include(number)] == [4]


def test_answers_as_arrays():
    steps = {(0, 0, 4): [((1, 0, 4), 2)]}
    results = [
        shortest_path(start, lambda at: steps.get(at, []), lambda at: at == (1, 0, 4), engine="interpreted")
        for start in ((0, 0, 4), (5, 5, 4))
    ]
    found = collect_answers(results, 2)
    assert found.states.tolist() == [[0, 0], [1, 0]]
    assert found.first.tolist() == [0, 2, 2]
    paths = Paths(found.travelled, found.expanded, found.first, found.states, 0.0, "astar")
    assert paths.get_path(0).tolist() == [[0, 0], [1, 0]]
    assert paths.get_path(1).tolist() == []
    assert collect_answers([], 2).states.shape == (0, 2)


def test_questions_as_arrays():
    assert check_pairs([], "cell").shape == (0, 2)
    assert check_pairs([(1, 2)], "cell").tolist() == [[1, 2]]
    for wrong in ([1, 2], [(1.5, 2)], [(1, 2, 3)]):
        with pytest.raises(BadInput, match="cells have shape"):
            check_pairs(wrong, "cell")
    with pytest.raises(BadInput, match="1 starts but 2 goals"):
        check_counts([0], [0, 1])


def test_options_import_no_numpy():
    run([sys.executable, "-c", "import sys, genastar_lattice.options; assert 'numpy' not in sys.modules"], check=True)


@pytest.mark.parametrize("shape", [(9,), (7, 8), (4, 5, 4)])
@pytest.mark.parametrize("seed", range(5))
def test_clearance_is_the_side_of_the_largest_free_box(shape, seed):
    free = np.random.default_rng(seed).random(shape) < 0.85
    found = compute_clearance(free)
    for place in np.ndindex(*shape):
        sides = [
            side
            for side in range(1, 10)
            if all(first + side <= most for first, most in zip(place, shape, strict=True))
            and free[tuple(slice(first, first + side) for first in place)].all()
        ]
        assert found[place] == max(sides, default=0)


@pytest.mark.parametrize("kind", [np.int32, np.float64, np.uint8])
@pytest.mark.parametrize("size", ["1x1", "3x2", "1.3", "9x9"])
@pytest.mark.parametrize("wrap", ["none", "x", "xy"])
def test_costs_under_a_unit_cell_by_cell(kind, size, wrap):
    random = np.random.default_rng(4)
    costs = np.where(random.random((6, 5)) < 0.1, 0, random.integers(1, 9, (6, 5))).astype(kind)
    footprint = make_footprint(size, 2)
    found = erode_costs(costs, footprint, wrap)
    places = np.argwhere(np.ones_like(costs, bool))
    assert (found.reshape(-1) == erode_at(costs, places, footprint, wrap)).all()
    assert found.dtype == kind
    if size == "1x1":
        assert (found == costs).all()


@pytest.mark.parametrize("wrap", ["none", "xy"])
def test_the_clearance_of_a_cell_is_the_largest_size_that_fits(wrap):
    costs = (np.random.default_rng(6).random((9, 8)) < 0.9).astype(np.int32)
    costs[4, 4] = 0
    for cell in np.ndindex(costs.shape):
        square, radius = (describe_clearance(costs, cell, make_footprint(size, 2), wrap) for size in ("2x2", "1.5"))
        if not costs[cell]:
            assert square == radius == ""
            continue
        side, wide = int(square.partition("x")[0]), float(radius.removeprefix("radius "))
        fitting = (f"{side}x{side}", str(wide))
        assert all(erode_costs(costs, make_footprint(size, 2), wrap)[cell] for size in fitting)
        larger = (f"{side + 1}x{side + 1}", str(wide + 0.02))
        assert not any(erode_costs(costs, make_footprint(size, 2), wrap)[cell] for size in larger)


def test_the_form_of_a_unit_lies_around_its_cells():
    assert make_footprint("3x1", 2).form.outline == ((-0.5, -0.5), (2.5, -0.5), (2.5, 0.5), (-0.5, 0.5))
    assert make_footprint("1x1x4", 3).form.layers == 4
    assert {round(x * x + y * y, 9) for x, y in make_footprint("1.5", 2).form.outline} == {2.25}
