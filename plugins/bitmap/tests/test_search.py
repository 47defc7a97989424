"""The problem beside a naive one, which knows the rules in its own words."""

import math
from heapq import heappop, heappush

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import genastar
from genastar import BadInput, Limits, Outcome, Trace
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap
from genastar_bitmap.search import cover_with_areas

pytestmark = pytest.mark.long

OPTIONS = st.builds(
    Options,
    directions=st.sampled_from([4, 8]),
    diagonals=st.sampled_from(["no-obstacle", "one-obstacle", "always", "never"]),
    cost=st.sampled_from(["5/7", "octile"]),
)


@st.composite
def worlds(draw):
    """Free pixels, of which there are some, and a few of them."""
    shape = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    free = draw(arrays(np.bool_, shape, elements=st.booleans() | st.just(True)))
    y, x = draw(st.integers(0, shape[0] - 1)), draw(st.integers(0, shape[1] - 1))
    free[y, x] = True
    places = [(int(x), int(y)) for y, x in np.argwhere(free)]
    return free, draw(st.sampled_from(places)), draw(st.lists(st.sampled_from(places), min_size=1, max_size=6))


def naive_steps(free, x, y, options):
    """Every step from a pixel: where to, and whether it is diagonal."""
    is_free = {(int(x), int(y)) for y, x in np.argwhere(free)}
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            diagonal = dx != 0 and dy != 0
            if (dx, dy) == (0, 0) or (x + dx, y + dy) not in is_free or (diagonal and options.directions == 4):
                continue
            passed = ((x + dx, y) in is_free) + ((x, y + dy) in is_free)
            if not diagonal or passed >= {"no-obstacle": 2, "one-obstacle": 1, "always": 0, "never": 3}[options.diagonals]:
                yield (x + dx, y + dy), diagonal


def naive_distances(free, start, options):
    """Dijkstra's algorithm: what it costs to get anywhere."""
    price = {False: 5, True: 7} if options.cost == "5/7" else {False: 1.0, True: math.sqrt(2)}
    found, queue = {}, [(0, start)]
    while queue:
        cost, pixel = heappop(queue)
        if pixel in found:
            continue
        found[pixel] = cost
        for step, diagonal in naive_steps(free, *pixel, options):
            heappush(queue, (cost + price[diagonal], step))
    return found


@settings(max_examples=400)
@given(worlds(), OPTIONS)
def test_the_cost_is_that_of_a_naive_search(world, options):
    free, start, goals = world
    result = Bitmap.read(free, options).search(start, goals, engine="interpreted")
    distances = naive_distances(free, start, options)
    reached = [distances[goal] for goal in goals if goal in distances]
    if not reached:
        assert result.outcome is genastar.Outcome.UNREACHABLE
        assert result.expanded == len(distances)
        return
    assert result.cost.travelled == pytest.approx(min(reached), rel=1e-12)
    assert type(result.cost.travelled) is (int if options.cost == "5/7" else float)
    assert result.path[0] == start
    assert result.path[-1] in goals
    price = {False: 5, True: 7} if options.cost == "5/7" else {False: 1.0, True: math.sqrt(2)}
    walked = 0
    for here, there in zip(result.path, result.path[1:], strict=False):
        walked += price[dict(naive_steps(free, *here, options))[there]]
    assert walked == pytest.approx(result.cost.travelled, rel=1e-12)


@settings(max_examples=200)
@given(worlds(), OPTIONS)
def test_the_estimate_is_admissible_and_consistent(world, options):
    free, _, goals = world
    problem = Bitmap.read(free, options).problem(tuple(goals))
    slack = 0 if options.cost == "5/7" else 1e-9
    left = {}
    for goal in goals:  # steps can be taken back, so a search from a goal gives the distances to it
        for pixel, cost in naive_distances(free, goal, options).items():
            left[pixel] = min(left.get(pixel, math.inf), cost)
    for pixel, cost in left.items():
        assert problem.estimate(pixel) <= cost + slack
    for y, x in np.argwhere(free).tolist():
        for step, diagonal in naive_steps(free, x, y, options):
            paid = problem.diagonal if diagonal else problem.straight
            assert problem.estimate((x, y)) <= paid + problem.estimate(step) + slack


@given(worlds(), OPTIONS)
def test_without_walls_the_estimate_is_the_cost(world, options):
    free, start, goals = world
    everywhere = np.ones_like(free)
    problem = Bitmap.read(everywhere, options).problem(tuple(goals))
    distances = naive_distances(everywhere, start, options)
    assert problem.estimate(start) == pytest.approx(min(distances[goal] for goal in goals))


PIXELS = st.tuples(st.integers(0, 8), st.integers(0, 8))


@given(st.sets(PIXELS, min_size=1))
def test_areas_cover_the_pixels_and_no_others_and_each_once(pixels):
    covered = [
        (x, y)
        for left, top, right, bottom in cover_with_areas(pixels)
        for x in range(left, right + 1)
        for y in range(top, bottom + 1)
    ]
    assert sorted(covered) == sorted(pixels)


def test_a_rectangle_is_one_area_and_rows_apart_are_two():
    assert cover_with_areas([(x, y) for x in range(2, 5) for y in range(3, 9)]) == [(2, 3, 4, 8)]
    assert sorted(cover_with_areas([(1, 1), (1, 2), (1, 4)])) == [(1, 1, 1, 2), (1, 4, 1, 4)]


@given(worlds())
def test_a_destination_is_one_of_the_goals(world):
    free, _, goals = world
    problem = Bitmap.read(free, Options()).problem(tuple(goals))
    found = {(int(x), int(y)) for y, x in np.argwhere(free) if problem.is_destination((int(x), int(y)))}
    assert found == set(goals)


@given(worlds())
def test_every_pixel_has_a_number_of_its_own(world):
    free, start, _ = world
    problem = Bitmap.read(free, Options()).problem((start,))
    numbers = [problem.index((x, y)) for y in range(free.shape[0]) for x in range(free.shape[1])]
    assert numbers == list(range(problem.size))


@pytest.mark.parametrize("goals", [[(4, 3)], [(4, 3), (0, 3), (2, 3)]])
def test_no_numpy_scalar_gets_out(goals):
    world = Bitmap.read(np.ones((4, 5), dtype=bool), Options())
    trace = genastar.Trace()
    result = world.search((np.int64(0), np.uint8(0)), np.array(goals), engine="interpreted", observer=trace)
    for pixel in (*result.path, *trace.list_closed(), result.closest):
        assert (type(pixel), *map(type, pixel)) == (tuple, int, int)
    for event in trace.events:
        cost = event.node.cost
        assert {type(cost.total), type(cost.travelled), type(cost.left)} == {int}
    assert type(world.problem(((1, 1),)).index((1, 1))) is int
    assert type(world.problem(((1, 1), (3, 3))).estimate((0, 0))) is int


def crossing(*rows, **options):
    """What it costs from the upper left to the bottom right, or None."""
    free = np.array([[letter == "." for letter in row] for row in rows])
    result = Bitmap.read(free, Options(**options)).search(engine="interpreted")
    return result.cost.travelled if result.found else None


def test_between_two_walls_only_who_may_always():
    assert crossing(".#", "#.") is None
    assert crossing(".#", "#.", diagonals="one-obstacle") is None
    assert crossing(".#", "#.", diagonals="always") == 7


def test_past_one_wall_who_may_cut_a_corner():
    assert crossing("..", "#.") == 10
    assert crossing("..", "#.", diagonals="one-obstacle") == 7
    assert crossing("..", "#.", diagonals="always") == 7
    assert crossing("..", "#.", diagonals="always", directions=4) == 10
    assert crossing("..", "..", diagonals="never") == 10


def test_costs():
    assert crossing("..", "..") == 7
    assert crossing("..", "..", cost="octile") == math.sqrt(2)
    assert crossing("..", "..", directions=4) == 10
    assert crossing("..", "..", directions=4, cost="octile") == 2
    assert crossing("....") == 15
    assert crossing(".") == 0


NAMES = ("astar", "dijkstra", "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star", "both-ways")
SOME = Limits(expansions=2000)
"""IDA* walks every way, and in an image there are many."""


def fewest(free, start, goals, options):
    """The fewest steps to a goal."""
    steps, ring, seen = 0, {start}, {start}
    while not ring & set(goals):
        ring = {to for pixel in ring for to, _ in naive_steps(free, *pixel, options)} - seen
        seen |= ring
        steps += 1
    return steps


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(drawn=worlds(), options=OPTIONS)
def test_each_keeps_its_promise(name, drawn, options):
    free, start, goals = drawn
    world = Bitmap.read(free, options)
    if name == "both-ways" and len(set(goals)) > 1:
        with pytest.raises(BadInput, match="needs one goal; give one, or use astar"):
            world.search(start, goals, algorithm=name, engine="interpreted")
        return
    result = world.search(start, goals, algorithm=name, engine="interpreted", limits=SOME)
    if result.outcome is Outcome.LIMIT:
        assert name == "ida-star"
        return
    costs = naive_distances(free, start, options)
    truth = min((costs[goal] for goal in goals if goal in costs), default=None)
    assert (result.algorithm, result.found) == (name, truth is not None)
    if truth is None:
        return
    assert (result.path[0], result.path[-1] in goals) == (start, True)
    straight, diagonal = (5, 7) if options.cost == "5/7" else (1, 2**0.5)
    paid = 0
    for here, there in zip(result.path, result.path[1:], strict=False):
        paid += diagonal if dict(naive_steps(free, *here, options))[there] else straight
    assert paid == pytest.approx(result.cost.travelled, rel=1e-12)
    if result.bound is not None:
        assert paid <= result.bound * truth * (1 + 1e-12)
    if name == "breadth-first":
        assert len(result.path) - 1 == fewest(free, start, goals, options)
    else:
        assert (result.bound is None) == (name in ("greedy", "depth-first"))


@pytest.mark.parametrize("name", NAMES)
def test_both_speeds_do_the_same_on_examples(name):
    for example in [each for each in Bitmap.examples() if each.domain.options.cost == "5/7"]:
        if name == "both-ways" and len(example.goals) > 1:
            with pytest.raises(BadInput, match="needs one goal; give one, or use astar"):
                example.domain.search(example.start, example.goals, algorithm=name, engine="compiled")
            continue
        slow, fast = Trace(), Trace()
        one, other = (
            example.domain.search(example.start, example.goals, algorithm=name, engine=engine, observer=trace, limits=SOME)
            for engine, trace in (("interpreted", slow), ("compiled", fast))
        )
        assert evolve(other, seconds=one.seconds, engine="interpreted") == one
        assert slow.events == fast.events
