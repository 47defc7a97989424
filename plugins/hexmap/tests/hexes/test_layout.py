from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_hex import TABLES

from genastar_hexmap.hexes.geometry import compute_centre, compute_corners, find_hexes_at
from genastar_hexmap.hexes.layout import DIRECTIONS, Layout, measure_axial_distance

LAYOUTS = [Layout(name) for name in TABLES]
COORDINATES = st.integers(-60, 60)


@given(st.sampled_from(LAYOUTS), COORDINATES, COORDINATES)
def test_axial_coordinates_and_back(layout, x, y):
    assert layout.from_axial(*layout.to_axial(x, y)) == (x, y)
    assert layout.to_axial(*layout.from_axial(x, y)) == (x, y)


@given(st.sampled_from(LAYOUTS), COORDINATES, COORDINATES)
def test_arrays_are_converted_as_numbers_are(layout, x, y):
    q, r = layout.to_axial(np.array([x]), np.array([y]))
    assert (q[0], r[0]) == layout.to_axial(x, y)


@given(st.sampled_from(LAYOUTS), COORDINATES, COORDINATES)
def test_the_neighbours_are_those_of_the_tables(layout, x, y):
    line = y if layout.name.endswith("-r") else x
    expected = {(x + dx, y + dy) for dx, dy in TABLES[layout.name][line % 2]}
    assert set(layout.neighbours((x, y))) == expected
    assert all((x, y) in layout.neighbours(other) for other in expected)
    assert all(layout.measure_distance((x, y), other) == 1 for other in expected)


@given(COORDINATES, COORDINATES)
def test_the_distance_is_half_the_sum_of_cube_coordinates(q, r):
    assert measure_axial_distance(q, r) == sum(map(abs, (q, r, -q - r))) // 2


def test_opposite_directions_are_three_apart():
    for number, (dq, dr) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(number + 3) % 6] == (-dq, -dr)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_distance_is_the_number_of_steps(layout):
    steps, waiting = {(3, 4): 0}, deque([(3, 4)])
    while waiting:
        place = waiting.popleft()
        for dx, dy in TABLES[layout.name][(place[1] if layout.name.endswith("-r") else place[0]) % 2]:
            to = place[0] + dx, place[1] + dy
            if to not in steps and steps[place] < 6:
                steps[to] = steps[place] + 1
                waiting.append(to)
    assert len(steps) == 1 + 3 * 6 * 7
    assert all(layout.measure_distance((3, 4), place) == number for place, number in steps.items())


@given(st.booleans(), COORDINATES, COORDINATES, st.integers(0, 5), st.floats(0.0, 0.98))
def test_a_point_inside_a_hexagon_is_found_in_it(flat, q, r, corner, share):
    middle = compute_centre(q, r, flat=flat)
    x, y = compute_corners(middle, flat=flat)[corner]
    point = [np.array([part + (end - part) * share]) for part, end in zip(middle, (x, y), strict=True)]
    found_q, found_r, near = find_hexes_at(*point, flat=flat)
    assert (found_q[0], found_r[0]) == (q, r)
    assert near[0] == pytest.approx(share, abs=1e-6)


@given(st.booleans(), COORDINATES, COORDINATES)
def test_neighbours_lie_one_hexagon_apart(flat, q, r):
    x, y = compute_centre(q, r, flat=flat)
    for dq, dr in DIRECTIONS:
        to_x, to_y = compute_centre(q + dq, r + dr, flat=flat)
        assert (to_x - x) ** 2 + (to_y - y) ** 2 == pytest.approx(3.0)
