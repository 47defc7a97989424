"""Straight lines over hexes: sight against fractions, and any-angle paths, which cost no more points."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import Trace
from genastar_hexmap.model import HexMap
from naive import expect_straightened

ALGORITHMS = ("theta-star", "lazy-theta-star")
LAYOUTS = ("odd-r", "even-q")
rows = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.lists(st.sampled_from([0, 1, 1, 1, 2]), min_size=width, max_size=width), min_size=1, max_size=6)
)


def map_of(rows, layout: str = "odd-r") -> HexMap:
    return genastar.load(np.array(rows), domain="hexmap", layout=layout)


def free_of(rows) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(rows) for x, cost in enumerate(row) if cost]


def meets(one, other, hexagon) -> bool:
    """Whether a line between the middles of two hexes meets a closed hex, in axial coordinates: it is clipped by six sides."""
    begin, end = Fraction(0), Fraction(1)
    move, away = np.subtract(other, one).tolist(), np.subtract(hexagon, one).tolist()
    for side in ((1, 0), (1, -1), (0, -1)):
        speed, low = double(move, side), double(away, side) - 1
        if speed == 0:
            if not low <= 0 <= low + 2:
                return False
            continue
        first, last = sorted((Fraction(low, speed), Fraction(low + 2, speed)))
        begin, end = max(begin, first), min(end, last)
    return begin <= end


def double(a, b) -> int:
    """Twice the scalar product of two axial vectors of hexes whose middles are 1 apart."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]


@given(rows=rows, layout=st.sampled_from(LAYOUTS), data=st.data())
@settings(deadline=None, max_examples=300)
def test_sight(rows, layout, data):
    free = free_of(rows)
    if not free:
        return
    world = map_of(rows, layout)
    one, other = (data.draw(st.sampled_from(free)) for _ in range(2))
    axial = world.world.layout.to_axial
    places = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    met = [each for each in places if meets(axial(*one), axial(*other), axial(*each))]
    # A line may also meet a place beyond the map, where nothing is free.
    beyond = [(x, y) for x in range(-2, len(rows[0]) + 2) for y in range(-2, len(rows) + 2) if (x, y) not in places]
    is_clear = all(rows[y][x] for x, y in met)
    is_clear = is_clear and not any(meets(axial(*one), axial(*other), axial(*each)) for each in beyond)
    problem = world.problem((other,))
    assert problem.sight(world.to_state(one), world.to_state(other)) == is_clear


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(rows=rows, layout=st.sampled_from(LAYOUTS), data=st.data())
@settings(deadline=None, max_examples=60)
def test_paths_cost_the_fewest_points_with_fewer_turns(algorithm, rows, layout, data):
    free = free_of(rows)
    if not free:
        return
    world = map_of(rows, layout)
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    steps = world.search(start, [goal], engine="interpreted")
    result = world.search(start, [goal], algorithm=algorithm, engine="interpreted")
    assert (result.outcome, result.cost) == (steps.outcome, steps.cost)
    assert len(result.path) <= len(steps.path)
    problem = world.problem((goal,))
    states = [world.to_state(each) for each in result.path]
    assert all(problem.sight(*each) for each in pairwise(states))
    if result.found:
        unit = world.world.unit
        assert sum(problem.line_cost(*each) for each in pairwise(states)) == result.cost.travelled * unit


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_both_engines_find_the_same(algorithm):
    pytest.importorskip("genastar_compiled")
    random = np.random.default_rng(5)
    rows = random.choice([0, 1, 1, 2], (20, 20))
    world, free = map_of(rows), free_of(rows.tolist())
    for _ in range(5):
        start, goal = (free[random.integers(len(free))] for _ in range(2))
        told = []
        for engine in ("interpreted", "compiled"):
            trace = Trace()
            result = world.search(start, [goal], algorithm=algorithm, engine=engine, observer=trace)
            told.append((result.outcome, result.path, result.cost, result.costs, result.expanded, trace.events))
        assert told[0] == told[1]


def test_no_line_passes_the_corner_of_a_closed_hex():
    world = map_of([[2, 1, 1, 0, 2], [0, 1, 1, 2, 1]])
    problem = world.problem(((0, 0),))
    assert not problem.sight(world.to_state((4, 1)), world.to_state((0, 0)))


def test_a_line_along_the_side_between_two_hexes_needs_both():
    # In axial coordinates (0, 0) to (1, 1) runs along the side between (1, 0) and (0, 1).
    for costs, is_seen in (((1, 1), True), ((0, 1), False), ((1, 0), False), ((0, 0), False)):
        rows = np.ones((3, 3), int)
        world = map_of(rows)
        places = {world.world.layout.to_axial(x, y): (x, y) for x in range(3) for y in range(3)}
        (q, r), far = next((at, (at[0] + 1, at[1] + 1)) for at in places if (at[0] + 1, at[1] + 1) in places)
        for place, cost in zip((places[q + 1, r], places[q, r + 1]), costs, strict=True):
            rows[place[1], place[0]] = cost
        world = map_of(rows)
        states = [world.to_state(places[at]) for at in ((q, r), far)]
        assert world.problem((places[far],)).sight(*states) == is_seen
        if is_seen:  # the dearer of the two counts
            rows[place[1], place[0]] = 2
            dearer = map_of(rows)
            problem = dearer.problem((places[far],))
            assert problem.line_cost(*states) == 3 * dearer.world.unit


@given(rows=rows, layout=st.sampled_from(LAYOUTS), data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_straightened_path_is_never_dearer_and_never_leads_through_a_wall(rows, layout, data):
    free = free_of(rows)
    if not free:
        return
    world = map_of(rows, layout)
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    result, problem = world.search(start, [goal], engine="interpreted"), world.problem((goal,))
    expect_straightened(
        world.straighten(result), result, lambda here, there: problem.sight(world.to_state(here), world.to_state(there))
    )
