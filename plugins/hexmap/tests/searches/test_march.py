"""Random maps in every layout, shape and wrapping, with edges, against the naive search; at both speeds."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_hex import Naive

import genastar
from genastar import BadInput, Cost, Limits, Outcome, Trace, Workspace
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap

pytestmark = pytest.mark.long

SLOW = settings(max_examples=60)
COSTS = st.sampled_from([0, 0, 1, 1, 1, 2, 3, "1.5", "7"])
EXTRAS = st.sampled_from(["wall", 1, 2.5, 4])
WORKSPACE = Workspace()


@st.composite
def rectangles(draw):
    """Rows, edges and options, as a JSON object, and the same for the oracle."""
    layout = draw(st.sampled_from(["odd-r", "even-r", "odd-q", "even-q"]))
    wrap = draw(st.sampled_from(["none", "none", "x", "y", "xy"]))
    width, height = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    if wrap != "none" and layout.endswith("-r"):
        height += height % 2
    elif wrap != "none":
        width += width % 2
    rows = draw(st.lists(st.lists(COSTS, min_size=width, max_size=width), min_size=height, max_size=height))
    costs = {(x, y): Fraction(str(cost)) or None for y, row in enumerate(rows) for x, cost in enumerate(row)}
    naive = Naive(layout, costs, (), wrap, (width, height))
    edges = {}
    for place in draw(st.lists(st.sampled_from(sorted(costs)), max_size=6)):
        beside = [to for to in naive.list_neighbours(place) if to in costs and to != place]
        if beside and width > 2 and height > 2:  # on narrow maps that wrap around, two hexes share several sides
            to = draw(st.sampled_from(beside))
            edges.setdefault(frozenset((place, to)), (place, to, draw(EXTRAS)))
    listed = [[list(one), list(other), extra] for one, other, extra in edges.values()]
    naive = Naive(layout, costs, edges.values(), wrap, (width, height))
    return {"layout": layout, "rows": rows, "wrap": wrap, "edges": listed}, naive


@st.composite
def forms(draw):
    """Hexagons, and maps of any form."""
    layout = draw(st.sampled_from(["pointy", "flat"]))
    if draw(st.booleans()):
        n = draw(st.integers(0, 3))
        places = [(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if abs(q + r) <= n]
        costs = {place: draw(COSTS) for place in places}
        wrap = draw(st.sampled_from(["none", "xy"]))
        source = {"layout": layout, "radius": n, "wrap": wrap, "cells": [[*place, cost] for place, cost in costs.items()]}
        return source, Naive(layout, {place: Fraction(str(cost)) or None for place, cost in costs.items()}, (), wrap, radius=n)
    costs = draw(st.dictionaries(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), COSTS, min_size=1, max_size=40))
    source = {"layout": layout, "cells": [[*place, cost] for place, cost in costs.items()]}
    return source, Naive(layout, {place: Fraction(str(cost)) or None for place, cost in costs.items()})


def _ends(data, naive):
    free = sorted(place for place, cost in naive.costs.items() if cost is not None)
    if not free:
        return None
    return data.draw(st.sampled_from(free)), tuple(data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=3)))


@SLOW
@given(st.one_of(rectangles(), forms()), st.sampled_from([None, 3, 4.5, 8]), st.data())
def test_the_optimum_is_that_of_the_naive_search(drawn, moves, data):
    source, naive = drawn
    if (ends := _ends(data, naive)) is None:
        return
    world = HexMap.read(source, Options(moves=moves))
    result = world.search(*ends, engine="compiled", workspace=WORKSPACE)
    if moves is None:
        expected = naive.cheapest(ends[0], ends[1])
        assert result.found == (expected is not None)
        assert expected is None or result.cost.travelled == expected
    else:
        expected = naive.soonest(ends[0], ends[1], Fraction(str(moves)))
        assert result.found == (expected is not None)
        assert expected is None or (result.cost.turns, result.cost.spent) == expected
    for one, other in zip(result.path, result.path[1:], strict=False):
        assert other in dict(naive.steps(one))


@settings(max_examples=25)
@given(st.one_of(rectangles(), forms()), st.sampled_from([None, 4]), st.data())
def test_both_speeds_do_the_same(drawn, moves, data):
    source, naive = drawn
    if (ends := _ends(data, naive)) is None:
        return
    world = HexMap.read(source, Options(moves=moves))
    slow, fast = Trace(), Trace()
    one = world.search(*ends, engine="interpreted", observer=slow)
    other = world.search(*ends, engine="compiled", observer=fast, workspace=WORKSPACE)
    assert slow.events == fast.events
    assert (one.outcome, one.path, one.cost, one.expanded) == (other.outcome, other.path, other.cost, other.expanded)


@SLOW
@given(st.one_of(rectangles(), forms()), st.data())
def test_the_estimate_is_admissible_and_consistent(drawn, data):
    source, naive = drawn
    if (ends := _ends(data, naive)) is None:
        return
    world = HexMap.read(source, Options())
    problem, unit = world.problem(ends[1]), world.world.unit
    estimates = {
        place: Fraction(problem.estimate(world.to_state(place)), unit)
        for place, cost in naive.costs.items()
        if cost is not None
    }
    for place, estimate in estimates.items():
        truth = naive.cheapest(place, ends[1])
        assert truth is None or estimate <= truth
        for to, cost in naive.steps(place):
            assert estimate <= cost + estimates[to]
    assert all(estimates[goal] == 0 for goal in ends[1])


@pytest.mark.parametrize("wrap", ["none", "x", "y", "xy"])
@pytest.mark.parametrize("layout", ["odd-r", "even-r", "odd-q", "even-q"])
def test_on_open_ground_the_estimate_is_the_truth(layout, wrap):
    width, height = 6, 8
    world = HexMap.read({"layout": layout, "rows": [[1] * width] * height, "wrap": wrap}, Options())
    naive = Naive(layout, {(x, y): Fraction(1) for x in range(width) for y in range(height)}, (), wrap, (width, height))
    for start in ((0, 0), (3, 4), (5, 7), (1, 6)):
        for goal, truth in naive.costs_from(start).items():
            assert world.problem((start,)).estimate(world.to_state(goal)) == truth


@pytest.mark.parametrize("radius", [0, 1, 2, 3])
def test_on_a_hexagon_that_wraps_around_the_estimate_is_the_truth(radius):
    world = HexMap.read({"radius": radius, "wrap": "xy"}, Options())
    costs = {
        (q, r): Fraction(1) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius
    }
    naive = Naive("pointy", costs, (), "xy", radius=radius)
    assert radius == 0 or all(len(set(naive.list_neighbours(place))) == 6 for place in costs)
    for start in costs:
        for goal, truth in naive.costs_from(start).items():
            assert world.problem((start,)).estimate(world.to_state(goal)) == truth


def _cost(source, start, goal, **options):
    return HexMap.read(source, Options(**options)).search(start, [goal], engine="compiled", workspace=WORKSPACE)


@SLOW
@given(
    st.lists(st.lists(st.sampled_from([0, 1, 2, 5]), min_size=5, max_size=5), min_size=5, max_size=5),
    st.sampled_from([None, 6]),
)
def test_mirrored_and_turned_maps_cost_the_same(rows, moves):
    """Upside down (5 rows: odd rows stay odd), and half a turn; and transposed, from odd-r to odd-q."""
    rows[0][0] = rows[4][4] = 1
    there = _cost({"rows": rows}, (0, 0), (4, 4), moves=moves)
    below = _cost({"rows": rows[::-1]}, (0, 4), (4, 0), moves=moves)
    beside = _cost({"layout": "even-r", "rows": [row[::-1] for row in rows]}, (4, 0), (0, 4), moves=moves)
    across = _cost({"layout": "odd-q", "rows": [list(row) for row in zip(*rows, strict=True)]}, (0, 0), (4, 4), moves=moves)
    costs = {(each.outcome, str(each.cost)) for each in (there, below, beside, across)}
    assert len(costs) == 1


def test_six_turns_by_sixty_degrees_cost_the_same():
    cells = {(0, 0): 1, (1, 0): 3, (2, 0): 1, (0, 1): 1, (0, 2): 2, (1, 1): 1, (2, -1): 4, (3, -1): 1, (3, 0): 1, (1, 2): 1}
    found = set()
    for _ in range(6):
        world = HexMap.read(cells, Options())
        places = list(cells)
        found.add(world.search(places[0], [places[8]], engine="interpreted").cost)
        cells = {(-r, q + r): cost for (q, r), cost in cells.items()}
    assert found == {Cost(4, 4)}


def test_a_wall_that_surrounds_is_no_way():
    walls = [
        [[1, 1], list(to), "wall"] for to in HexMap.read({"rows": [[1] * 3] * 3}, Options()).world.layout.neighbours((1, 1))
    ]
    world = HexMap.read({"rows": [[1] * 3] * 3, "edges": walls}, Options())
    assert not world.search((0, 0), [(1, 1)], engine="interpreted").found
    assert not world.search((1, 1), [(0, 0)], engine="interpreted").found


def test_a_limit_is_in_points():
    world = HexMap.read({"rows": [["1.5"] * 6]}, Options())
    assert world.search((0, 0), [(5, 0)], limits=genastar.Limits(cost=7.5), engine="interpreted").cost == Cost(7.5, 7.5)
    assert not world.search((0, 0), [(5, 0)], limits=genastar.Limits(cost=7.4), engine="interpreted").found
    with pytest.raises(BadInput, match="is no limit; give points"):
        world.search((0, 0), [(5, 0)], limits=genastar.Limits(cost=(1, 2)), engine="interpreted")


@pytest.mark.parametrize("layout", ["odd-r", "even-q", "pointy", "flat"])
@pytest.mark.parametrize(("width", "height"), [(1, 3000), (3000, 1), (60, 50), (1, 1)])
def test_a_map_of_any_proportions_needs_a_few_cells_for_each_hex(layout, width, height):
    cells = {"cells": [[x, y, 1] for x in range(width) for y in range(height)]}
    world = HexMap.read(cells, Options(layout=layout))
    assert len(world.world.prices) <= 4 * (width + 2) * (height + 2)
    far = (width - 1, height - 1)
    truth = world.world.layout.measure_distance((0, 0), far)
    assert world.search((0, 0), [far], engine="interpreted").cost.travelled == truth


NAMES = ("astar", "dijkstra", "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star", "both-ways")
SOME = Limits(expansions=2000)
"""IDA* walks every way, and on a map there are many."""


def fewest(naive, start, goals):
    """The fewest steps to a goal."""
    steps, ring, seen = 0, {start}, {start}
    while not ring & set(goals):
        ring = {to for place in ring for to, _ in naive.steps(place)} - seen
        seen |= ring
        steps += 1
    return steps


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(drawn=st.one_of(rectangles(), forms()), data=st.data())
def test_each_keeps_its_promise(name, drawn, data):
    source, naive = drawn
    if (ends := _ends(data, naive)) is None:
        return
    start, goals = ends
    world = HexMap.read(source, Options())
    if name == "both-ways" and len(set(goals)) > 1:
        with pytest.raises(BadInput, match="needs one goal; give one, or use astar"):
            world.search(start, goals, algorithm=name, engine="interpreted")
        return
    result = world.search(start, goals, algorithm=name, engine="interpreted", limits=SOME)
    if result.outcome is Outcome.LIMIT:
        assert name == "ida-star"
        return
    truth = naive.cheapest(start, goals)
    assert (result.algorithm, result.found) == (name, truth is not None)
    if truth is None:
        return
    assert (result.path[0], result.path[-1] in goals) == (start, True)
    paid = Fraction(0)
    for here, there in zip(result.path, result.path[1:], strict=False):
        paid += min(cost for to, cost in naive.steps(here) if to == there)
    assert paid == result.cost.travelled
    if result.bound is not None:
        assert paid <= Fraction(result.bound) * truth
    if name == "breadth-first":
        assert len(result.path) - 1 == fewest(naive, start, goals)
    else:
        assert (result.bound is None) == (name in ("greedy", "depth-first"))


@settings(max_examples=40)
@given(drawn=st.one_of(rectangles(), forms()), data=st.data())
def test_there_and_back_cost_the_same(drawn, data):
    source, naive = drawn
    if (ends := _ends(data, naive)) is None:
        return
    world = HexMap.read(source, Options())
    problem, start = world.problem(ends[1][:1]), world.to_state(ends[0])
    turned, end = problem.reverse(start)
    there, back = problem.search(start), turned.search(end)
    assert there.found == back.found
    assert not there.found or there.cost.travelled == back.cost.travelled
    again, first = turned.reverse(end)
    assert again.search(first).path == there.path


@pytest.mark.parametrize("name", NAMES)
def test_both_speeds_do_the_same_on_the_examples(name):
    for example in HexMap.examples():
        traces = {"interpreted": Trace(), "compiled": Trace()}
        asked = example.start, example.goals
        in_turns = example.domain.moves is not None
        if (in_turns and name not in ("astar", "ida-star")) or (name == "both-ways" and len(example.goals) > 1):
            with pytest.raises(BadInput, match="use astar"):
                example.domain.search(*asked, algorithm=name, engine="compiled")
            continue
        slow, fast = (
            example.domain.search(*asked, algorithm=name, engine=engine, observer=trace, limits=SOME)
            for engine, trace in traces.items()
        )
        assert evolve(fast, seconds=slow.seconds, engine="interpreted") == slow
        assert traces["interpreted"].events == traces["compiled"].events
