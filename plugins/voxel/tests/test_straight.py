"""Straight lines through voxels: sight against fractions, and any-angle paths."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import dist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import Trace
from genastar_voxel.model import Voxels
from naive import expect_straightened

ALGORITHMS = ("theta-star", "lazy-theta-star")
RULES = [{"diagonals": rule, "neighbours": n} for rule in ("no-obstacle", "passage", "always") for n in (6, 18, 26)]

costs = st.tuples(*[st.integers(1, 4)] * 3).flatmap(
    lambda shape: st.lists(st.sampled_from([0, 1, 1, 1, 2]), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))).map(
        lambda cells: np.array(cells).reshape(shape)
    )
)


def voxels_of(costs: np.ndarray, **options: object) -> Voxels:
    return genastar.load(costs, domain="voxel", **options)


def free_of(world: Voxels) -> list[tuple[int, int, int]]:
    sides = world.sides
    return [each for each in product(*map(range, sides)) if not world.find_fault(each)]


def share(one, other, voxel) -> tuple[Fraction, Fraction]:
    """Where a line enters and leaves a closed voxel; the end before the beginning if it does not meet it."""
    begin, end = Fraction(0), Fraction(1)
    for at in range(3):
        move, low = other[at] - one[at], Fraction(2 * (voxel[at] - one[at]) - 1, 2)
        if move == 0:
            if not low <= 0 <= low + 1:
                return Fraction(1), Fraction(0)
            continue
        first, last = sorted((low / move, (low + 1) / move))
        begin, end = max(begin, first), min(end, last)
    return begin, end


@given(cells=costs, options=st.sampled_from(RULES), data=st.data())
@settings(deadline=None, max_examples=200)
def test_sight(cells, options, data):
    world = voxels_of(cells, **options)
    free = free_of(world)
    if not free:
        return
    one, other = (data.draw(st.sampled_from(free)) for _ in range(2))
    problem = world.problem((other,))
    met = {each: share(one, other, each) for each in product(*map(range, world.sides))}
    through = sorted((begin, each) for each, (begin, end) in met.items() if begin < end)
    costs = {each: cost_of(world, each) for each in met}
    is_clear = all(costs[each] for _, each in through) and len({costs[each] for _, each in through[1:]}) <= 1
    for (_, here), (_, there) in pairwise(through):
        is_clear = is_clear and step_is_open(costs, here, there, options)
    found = problem.sight(world.to_state(one), world.to_state(other))
    assert found == is_clear


def cost_of(world: Voxels, voxel) -> float:
    if world.find_fault(voxel):
        return 0
    return float(world.world.costs[world.world.frame.to_number(voxel)]) if world.world.costs is not None else 1.0


def step_is_open(costs, here, there, options) -> bool:
    """Whether a line may pass from a voxel to the next, which may share only an edge or a corner with it."""
    box = list(product(*(sorted({a, b}) for a, b in zip(here, there, strict=True))))
    axes = sum(a != b for a, b in zip(here, there, strict=True))
    rule = options["diagonals"]
    if axes == 1 or all(costs[each] for each in box):
        return True
    if {6: 1, 18: 2, 26: 3}[options["neighbours"]] < axes or rule == "no-obstacle":
        return False
    if rule == "always":
        return True
    reached = {here}
    for _ in range(3):
        beside = [each for each in box if any(np.abs(np.subtract(each, other)).sum() == 1 for other in reached)]
        reached |= {each for each in beside if costs[each]}
    return there in reached


@pytest.mark.parametrize(("diagonals", "most"), [("no-obstacle", 0), ("passage", 1), ("always", 2)])
def test_a_line_through_an_edge_keeps_the_rule_of_steps_along_two_axes(diagonals, most):
    for blocked in ([], [(1, 0, 0)], [(1, 0, 0), (0, 1, 0)]):
        world = voxels_of(np.ones((2, 2, 1)), diagonals=diagonals)
        world.change(blocked, 0)
        one, other = (world.to_state(each) for each in ((0, 0, 0), (1, 1, 0)))
        assert world.problem(((1, 1, 0),)).sight(one, other) == (len(blocked) <= most)


def test_a_step_that_neighbours_leave_out_needs_a_free_box():
    for neighbours, is_seen in (("6", False), ("18", True), ("26", True)):
        world = voxels_of(np.ones((2, 2, 1)), diagonals="always", neighbours=int(neighbours))
        one, other = (world.to_state(each) for each in ((0, 0, 0), (1, 1, 0)))
        assert world.problem(((1, 1, 0),)).sight(one, other)
        world.change([(1, 0, 0)], 0)
        assert world.problem(((1, 1, 0),)).sight(one, other) == is_seen


def test_a_line_has_one_cost():
    world = voxels_of(np.array([1, 1, 1, 2]).reshape(4, 1, 1))
    problem = world.problem(((3, 0, 0),))
    assert problem.sight(world.to_state((0, 0, 0)), world.to_state((2, 0, 0)))
    assert not problem.sight(world.to_state((0, 0, 0)), world.to_state((3, 0, 0)))


@given(cells=costs, options=st.sampled_from(RULES), data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_straightened_path_is_never_longer_and_never_leads_through_a_wall(cells, options, data):
    world = voxels_of(cells, **options)
    free = free_of(world)
    if not free:
        return
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    result, problem = world.search(start, [goal], engine="interpreted"), world.problem((goal,))
    expect_straightened(
        world.straighten(result), result, lambda here, there: problem.sight(world.to_state(here), world.to_state(there)), 1e-5
    )


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(cells=costs, data=st.data())
@settings(deadline=None, max_examples=50)
def test_paths_go_along_open_lines(algorithm, cells, data):
    world = voxels_of(np.minimum(cells, 1))
    free = free_of(world)
    if not free:
        return
    start, goal = (data.draw(st.sampled_from(free)) for _ in range(2))
    result = world.search(start, [goal], algorithm=algorithm, engine="interpreted")
    steps = world.search(start, [goal], engine="interpreted")
    assert result.found == steps.found
    if not result.found:
        return
    problem = world.problem((goal,))
    assert all(problem.sight(world.to_state(here), world.to_state(there)) for here, there in pairwise(result.path))
    assert result.cost.travelled == pytest.approx(sum(dist(*each) for each in pairwise(result.path)))
    assert result.cost.travelled >= dist(start, goal) - 1e-9


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_both_engines_find_the_same(algorithm):
    pytest.importorskip("genastar_compiled")
    random = np.random.default_rng(5)
    world = voxels_of(random.choice([0, 1, 1, 1], (8, 9, 10)))
    free = free_of(world)
    for _ in range(5):
        start, goal = (free[random.integers(len(free))] for _ in range(2))
        told = []
        for engine in ("interpreted", "compiled"):
            trace = Trace()
            result = world.search(start, [goal], algorithm=algorithm, engine=engine, observer=trace)
            told.append((result.outcome, result.path, result.cost, result.costs, result.expanded, trace.events))
        assert told[0] == told[1]
