"""Shortest paths, against a visibility graph made with shapely, which shares no code with the search."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_mesh import shortest

import genastar
from genastar import BadInput, Trace
from genastar_navmesh.model import NavMesh

cells = st.integers(1, 7).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0, 1, 1, 1]), min_size=width, max_size=width), min_size=1, max_size=7
    ).filter(lambda rows: any(map(any, rows)))
)
inside = st.sampled_from([0.125, 0.25, 0.5, 0.8125])


def mesh_of(rows, **options) -> NavMesh:
    return genastar.load(np.array(rows), domain="navmesh", **options)


def area_of(rows) -> shapely.Geometry:
    boxes = [shapely.box(x, y, x + 1, y + 1) for y, row in enumerate(rows) for x, free in enumerate(row) if free]
    return shapely.union_all(boxes).simplify(0)


def ends(data, rows, count):
    free = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each]
    places = data.draw(st.lists(st.sampled_from(free), min_size=count, max_size=count))
    return [(x + data.draw(inside), y + data.draw(inside)) for x, y in places]


@given(rows=cells, data=st.data())
@settings(deadline=None, max_examples=60)
def test_paths_are_the_shortest(rows, data):
    start, *goals = ends(data, rows, data.draw(st.integers(2, 4)))
    area = area_of(rows)
    result = mesh_of(rows).search(start, goals, engine="interpreted")
    least = shortest(area, start, goals)
    assert result.found == (least < inf)
    if not result.found:
        return
    assert result.bound == 1
    assert result.path[0] == start
    assert result.path[-1] in goals
    assert result.cost.travelled == pytest.approx(least, rel=1e-4)
    assert result.cost.travelled == pytest.approx(sum(dist(*each) for each in pairwise(result.path)))
    roomy = area.buffer(1e-9, join_style="mitre")
    assert all(roomy.covers(shapely.LineString(each)) for each in pairwise(result.path) if each[0] != each[1])


@given(rows=cells, data=st.data())
@settings(deadline=None, max_examples=40)
def test_starts_and_goals_on_sides_and_vertices(rows, data):
    free = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each]
    places = data.draw(st.lists(st.sampled_from(free), min_size=2, max_size=2))
    (x, y), (to_x, to_y) = places
    result = mesh_of(rows).search((float(x), y + 0.5), [(to_x + 0.5, float(to_y))], engine="interpreted")
    inner = mesh_of(rows).search((x + 1e-7, y + 0.5), [(to_x + 0.5, to_y + 1e-7)], engine="interpreted")
    assert result.found == inner.found
    if result.found:
        assert result.cost.travelled == pytest.approx(inner.cost.travelled, abs=1e-5)
    corner = mesh_of(rows).search((x + 0.5, y + 0.5), [(float(to_x), float(to_y))], engine="interpreted")
    back = mesh_of(rows).search((float(to_x), float(to_y)), [(x + 0.5, y + 0.5)], engine="interpreted")
    assert corner.found == back.found
    assert not back.found or back.cost.travelled == pytest.approx(corner.cost.travelled)
    near = mesh_of(rows).search((x + 0.5, y + 0.5), [(to_x + 1e-7, to_y + 1e-7)], engine="interpreted")
    if near.found:
        assert corner.cost.travelled <= near.cost.travelled + 1e-5


@given(rows=cells, radius=st.sampled_from([0.1, 0.25, 0.4]), data=st.data())
@settings(deadline=None, max_examples=40)
def test_an_agent_with_a_radius_keeps_its_distance_from_walls(rows, radius, data):
    ground = area_of(rows)
    walls = ground.boundary
    start, goal = ends(data, rows, 2)
    try:
        world = mesh_of(rows, radius=radius)
        result = world.search(start, [goal], engine="interpreted")
    except genastar.BadInput:
        return  # no room for it
    if result.found and len(result.path) > 1:
        assert walls.distance(shapely.LineString(result.path)) >= radius - 1e-9
        assert result.cost.travelled >= mesh_of(rows).search(start, [goal], engine="interpreted").cost.travelled - 1e-9


@pytest.mark.parametrize("algorithm", ["dijkstra", "weighted", "greedy", "focal"])
def test_other_algorithms_keep_their_promises(algorithm):
    rows = np.random.default_rng(4).random((12, 12)) < 0.75
    rows[0, 0] = rows[11, 11] = True
    world = mesh_of(rows)
    best = world.search((0.5, 0.5), [(11.5, 11.5)], engine="interpreted")
    other = world.search((0.5, 0.5), [(11.5, 11.5)], algorithm=algorithm, engine="interpreted")
    assert best.found == other.found
    if best.found:
        assert other.cost.travelled >= best.cost.travelled - 1e-9
        assert other.bound is None or other.cost.travelled <= other.bound * best.cost.travelled + 1e-9


def test_two_obstacles_that_touch_leave_no_gap():
    assert not mesh_of([[1, 0], [0, 1]]).search((0.5, 0.5), [(1.5, 1.5)], engine="interpreted").found
    around = mesh_of([[1, 1, 1], [1, 0, 1], [0, 1, 1]]).search((0.5, 1.5), [(1.5, 2.5)], engine="interpreted")
    assert around.path == ((0.5, 1.5), (1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.5, 2.5))


@pytest.mark.long
def test_both_engines_find_the_same():
    pytest.importorskip("genastar_compiled")
    random = np.random.default_rng(5)
    rows = random.random((25, 25)) < 0.7
    world = mesh_of(rows)
    free = [(x + 0.5, y + 0.5) for y, x in np.argwhere(rows).tolist()]
    for _ in range(8):
        start, *goals = (free[random.integers(len(free))] for _ in range(random.integers(2, 4)))
        told = []
        for engine in ("interpreted", "compiled"):
            trace = Trace()
            result = world.search(start, goals, engine=engine, observer=trace)
            told.append((result.outcome, result.path, result.cost, result.expanded, trace.events))
        assert told[0] == told[1]


def test_a_start_on_a_side_sees_all_of_the_next_polygon():
    rows = [[each == "." for each in row] for row in (".##", "..#", ".#.", ".#.")]
    result = mesh_of(rows).search((1.0, 1.5), [(0.5, 3.0)], engine="interpreted")
    assert result.path == ((1.0, 1.5), (0.5, 3.0))


def test_a_start_where_obstacles_touch_sees_all_around_it():
    world = mesh_of([[1, 0], [0, 1]])
    for goal in ((0.5, 0.25), (1.5, 1.75)):
        result = world.search((1.0, 1.0), [goal], engine="interpreted")
        assert result.path == ((1.0, 1.0), goal)
    view = world.view()
    assert [view.place(view.position(place)) for place in range(view.shape.places)] == [0, 1]


def test_a_start_that_the_problem_does_not_know_is_refused():
    world = mesh_of([[1, 1], [1, 1]])
    problem = world.problem(((1.5, 1.5),))
    with pytest.raises(BadInput, match=r"made for other starts; give them to world.problem\(goals, starts\)"):
        problem.search(world.to_state((0.5, 0.5)))


SPIKE = "\n".join(
    [
        "v 0 0", "v -0.875 10", "v 0.875 10", "v -0.87 -4.92", "v 2.5 4.33", "v 2.5 10",
        "v -10 -10", "v 10 -10", "v 10 10", "v -10 10",
        "f 7 4 1 2 10", "f 1 4 5", "f 1 5 6 3", "f 4 8 9 5", "f 5 9 6", "f 7 8 4",
    ]
)  # fmt: skip
"""A square with a thin spike from above, whose tip is a corner with a wide view."""


@pytest.mark.parametrize("side", [1, -1], ids=["left turn", "right turn"])
def test_a_side_that_is_far_wider_than_the_view_of_a_corner(tmp_path, side):
    path = tmp_path / "spike.obj"
    rows = [row.split() for row in SPIKE.splitlines()]
    path.write_text("\n".join(f"v {side * float(row[1])} {row[2]} 0" if row[0] == "v" else " ".join(row) for row in rows))
    world = genastar.load(path, up="z")
    result = world.search((-5.0 * side, 3.0), [(6.0 * side, 4.0)], engine="interpreted")
    assert result.path == ((-5.0 * side, 3.0), (0.0, 0.0), (6.0 * side, 4.0))
    assert result.cost.travelled == pytest.approx(dist((-5, 3), (0, 0)) + dist((0, 0), (6, 4)))


LEDGE = "\n".join(
    [
        "v 0 4", "v 0 2", "v 0 0", "v 4 0", "v 4 4", "v 4 8", "v -4 8", "v -4 4", "v -4 0", "v -4 2",
        "f 1 2 3 4 5", "f 1 5 6 7 8", "f 9 3 2 10",
    ]
)  # fmt: skip
"""Three rooms around an obstacle, with a wall and a door in one line, in a polygon of which both are sides."""


@pytest.mark.parametrize("side", [1, -1], ids=["right turn", "left turn"])
@pytest.mark.parametrize("start", [(0.0, 6.0), (0.0, 4.0), (1e-13, 7.0)])
def test_a_door_in_line_with_the_wall_before_it(tmp_path, side, start):
    path = tmp_path / "ledge.obj"
    rows = [row.split() for row in LEDGE.splitlines()]
    path.write_text("\n".join(f"v {side * float(row[1])} {row[2]} 0" if row[0] == "v" else " ".join(row) for row in rows))
    world = genastar.load(path, up="z")
    there, back = ((side * start[0], start[1]), (side * -3.0, 1.0)), ((side * -3.0, 1.0), (side * start[0], start[1]))
    for one, other in (there, back):
        result = world.search(one, [other], engine="interpreted")
        assert result.cost.travelled == pytest.approx(dist(start, (0, 2)) + dist((0, 2), (-3, 1)))


def test_the_next_shortest_paths():
    """Their estimate calls the hooks again, without the way on which a path came to a corner."""
    rows = [[letter == "." for letter in row] for row in ("....", ".#..", "..#.", "....")]
    lengths = [each.cost.travelled for each in mesh_of(rows).results((0.5, 0.5), [(3.5, 3.5)], algorithm="k-shortest")]
    assert len(lengths) == 3
    assert lengths == sorted(lengths)


DIAGONAL = [[letter == "." for letter in row] for row in ("....", ".#..", "..#.", "....")]
"""Two obstacles whose corners touch."""


@pytest.mark.parametrize("algorithm", ["all-optimal", "alternatives", "k-shortest", "lss-lrta", "rtaa"])
@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_algorithms_that_call_the_hooks_without_parents(algorithm, engine):
    """They meet corners without the way on which a path came there, which decides what A* expands."""
    world = mesh_of(DIAGONAL)
    for start, goal in (((0.5, 0.5), (3.5, 3.5)), ((3.5, 0.25), (0.5, 3.75)), ((1.5, 2.5), (2.5, 1.5))):
        least = world.search(start, [goal]).cost.travelled
        costs = [each.cost.travelled for each in world.results(start, [goal], algorithm=algorithm, engine=engine)]
        assert min(costs) >= least - 1e-9
        if algorithm not in ("lss-lrta", "rtaa"):
            assert costs[0] == pytest.approx(least)
        if algorithm == "k-shortest":
            assert costs == sorted(costs)
