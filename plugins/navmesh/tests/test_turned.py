"""An area that is turned, moved and scaled gives the same lengths, each way, as a visibility graph in whole numbers."""

from __future__ import annotations

from itertools import product
from math import hypot, inf
from pathlib import Path

import numpy as np
import pytest
import shapely
from frames import Frame, write_geojson, write_mesh, write_obj
from naive_cells import STEPS, Cells, outlines

import genastar

DATA = Path(__file__).parent / "data"

ANGLES = (0, 30, 45, 60, 90, 135, 150, 210, 225, 240, 330, 17.3)
SCALES = (1.0, 2**0.5, 0.1, 1e-3, 7e3)
MOVES = ((0.0, 0.0), (100.0, -7.0), (1e5, 3e5))


def worlds(path: Path, rows, frame: Frame):
    """The same area in each form."""
    boxes = [frame.box(*outline) for outline in outlines(rows)]
    free = [shapely.box(x, y, x + 1, y + 1) for y, row in enumerate(rows) for x, each in enumerate(row) if each]
    whole = shapely.union_all(free).simplify(0)
    yield shapely.transform(whole, lambda found: np.array([frame.place(x, y) for x, y in found]))
    yield shapely.transform(shapely.segmentize(whole, 0.5), lambda found: np.array([frame.place(x, y) for x, y in found]))
    yield write_geojson(path, boxes)
    yield write_obj(path, boxes)
    yield write_mesh(path, boxes)
    yield write_mesh(path.with_name("faces"), boxes, version=3)


def questions(random, rows, count: int):
    free = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each]
    for _ in range(count):
        ends = [free[random.integers(len(free))] for _ in range(2)]
        yield [tuple(STEPS * at + int(random.choice((0, 1, 4, 5, 8))) for at in cell) for cell in ends]


def check_area(path: Path, seed: int, count: int) -> int:
    random = np.random.default_rng(seed)
    rows = (random.random(random.integers(3, 9, 2)) < random.choice((0.65, 0.8, 0.9))).tolist()
    if not any(map(any, rows)):
        return 0
    cells = Cells(rows)
    frame = Frame(*(options[random.integers(len(options))] for options in (ANGLES, SCALES, MOVES)))
    asked = [(ends, cells.shortest(*ends)) for ends in questions(random, rows, count)]
    for source in worlds(path, rows, frame):
        world = genastar.load(source, domain="navmesh")
        for ends, least in asked:
            places = [frame.place(x / STEPS, y / STEPS) for x, y in ends]
            for start, goal in (places, places[::-1]):
                result = world.search(start, [goal], engine="interpreted")
                length = result.cost.travelled * STEPS / frame.scale if result.found else inf
                assert length == pytest.approx(least, rel=1e-7, abs=1e-7), (seed, source, start, goal)
                assert result.bound == 1 or not result.found
    return 2 * len(asked)


@pytest.mark.parametrize("seeds", [*(range(at, at + 5) for at in range(0, 15, 5)), [393]], ids=str)
def test_lengths_are_those_of_a_visibility_graph(tmp_path, seeds):
    assert sum(check_area(tmp_path / "area", seed, 4) for seed in seeds) > 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(100, 400, 100))
def test_lengths_of_many_areas(tmp_path, first):
    assert sum(check_area(tmp_path / "area", seed, 6) for seed in range(first, first + 100)) > 900


def test_an_area_whose_triangles_have_no_width():
    """45 degrees: corners in one line but for rounding make a triangle without a width."""
    world = genastar.load(DATA / "turned.geojson")
    ends = [(-4.596194077712558, 6.0104076400856545), (1.4142135623730953, 9.192388155425117)]
    for start, goal in (ends, ends[::-1]):
        assert world.search(start, [goal], engine="interpreted").cost.travelled == pytest.approx(6.889635872182421)


@pytest.mark.parametrize(("gap", "angle"), [*product((-4e-16, 0.0, 4e-16, 1e-13), (0, 30, 45))])
def test_walls_that_touch_but_for_rounding_leave_no_gap(tmp_path, gap, angle):
    """A corner of one hole at the side of another: the way leads around both, whichever way it is asked."""
    frame = Frame(angle, 1.0, (0.0, 0.0))
    area = [frame.box(0, 0, 10, 10)]
    holes = [frame.box(4, 1, 6, 5), [frame.place(*at) for at in ((5, 5 + gap), (7, 7), (5, 9), (3, 7))]]
    world = genastar.load(write_geojson(tmp_path / "touching", area, [[*hole, hole[0]] for hole in holes]))
    lengths = set()
    for ends in ((3.9, 5.2), (6.1, 5.2)), ((6.1, 5.2), (3.9, 5.2)):
        result = world.search(frame.place(*ends[0]), [frame.place(*ends[1])], engine="interpreted")
        lengths.add(round(result.cost.travelled, 6))
    assert lengths == {round(2 * hypot(0.9, 1.8) + 2 * hypot(2, 2), 6)}
