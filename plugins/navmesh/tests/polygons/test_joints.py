"""Polygons whose sides overlap without sharing both ends are joined, in each format and in the presence of rounding."""

from __future__ import annotations

from math import dist, hypot, inf
from pathlib import Path

import numpy as np
import pytest
import shapely
from frames import Frame, write_geojson, write_mesh, write_obj
from naive_mesh import shortest

import genastar
from genastar import BadInput

DATA = Path(__file__).parents[1] / "data"

JUNCTIONS = {
    "one beside two": [(0, 0, 2, 2), (2, 0, 4, 1), (2, 1, 4, 2)],
    "partial": [(0, 0, 2, 2), (2, -1, 4, 1), (2, 1, 4, 3)],
    "one within another": [(0, 0, 2, 4), (2, 1, 4, 1.5), (2, 0, 4, 1), (2, 1.5, 4, 4)],
    "a chain": [(0, 0, 1, 2), (1, 0, 2, 0.6), (1, 0.6, 2, 2), (2, 0, 3, 1.2), (2, 1.2, 3, 2), (3, 0, 4, 0.3), (3, 0.3, 4, 2)],
    "four at one corner": [(0, 0, 2, 1), (0, 1, 2, 2), (2, 0, 4, 1), (2, 1, 4, 2)],
}


@pytest.mark.parametrize("angle", [0, 30, 45, 200])
@pytest.mark.parametrize("write", [write_geojson, write_obj, write_mesh, lambda *of: write_mesh(*of, version=3)])
@pytest.mark.parametrize("boxes", JUNCTIONS.values(), ids=JUNCTIONS)
def test_sides_that_overlap_are_joined(tmp_path, boxes, write, angle):
    frame = Frame(angle, 1.0, (0.0, 0.0))
    world = genastar.load(write(tmp_path / "junction", [frame.box(*box) for box in boxes]))
    for y, to_y in ((0.5, 0.5), (0.25, 1.125), (1.0, 1.0), (0.1, 0.9)):
        for ends in ((0.5, y), (3.5, to_y)), ((3.5, to_y), (0.5, y)):
            start, goal = (frame.place(*end) for end in ends)
            assert world.search(start, [goal], engine="interpreted").cost.travelled == pytest.approx(hypot(3, to_y - y))


@pytest.mark.parametrize("digits", [6, 7, "single"])
@pytest.mark.parametrize("write", [write_geojson, write_obj, write_mesh])
@pytest.mark.parametrize("boxes", JUNCTIONS.values(), ids=JUNCTIONS)
def test_junctions_of_rounded_coordinates_are_joined(tmp_path, boxes, write, digits):
    frame = Frame(33, 7.0, (40.0, -20.0))
    rings = np.array([frame.box(*box) for box in boxes])
    rings = rings.astype(np.float32).astype(np.float64) if digits == "single" else np.round(rings, digits)
    world = genastar.load(write(tmp_path / "junction", [[tuple(corner) for corner in ring] for ring in rings.tolist()]))
    for ends in ((0.5, 0.25), (3.5, 1.125)), ((3.5, 1.125), (0.5, 0.25)):
        start, goal = (frame.place(*end) for end in ends)
        found = world.search(start, [goal], engine="interpreted").cost.travelled
        assert found == pytest.approx(7 * hypot(3, 0.875), rel=1e-6)


@pytest.mark.parametrize("write", [write_geojson, write_obj, write_mesh])
def test_a_side_with_very_many_junctions(tmp_path, write):
    """Rounding bends the long side at most of them, and each bend is cut."""
    frame, count = Frame(33, 1.0, (0.0, 0.0)), 250
    rings = [frame.box(0, 0, 10, count), *(frame.box(10, at, 20, at + 1) for at in range(count))]
    world = genastar.load(write(tmp_path / "comb", [[(round(x, 6), round(y, 6)) for x, y in ring] for ring in rings]))
    for ends in ((5.0, 0.5), (15.0, count - 0.5)), ((15.0, 0.25), (5.0, count - 1.0)):
        start, goal = (frame.place(*end) for end in ends)
        assert world.search(start, [goal], engine="interpreted").cost.travelled == pytest.approx(dist(*ends), rel=1e-6)


def test_a_junction_in_a_file_of_another_program():
    world = genastar.load(DATA / "junction.obj")
    assert world.search((0.5, 0.5), [(3.5, 0.5)], engine="interpreted").path == ((0.5, 0.5), (3.5, 0.5))


def test_an_agent_with_a_radius_walks_through_junctions(tmp_path):
    frame = Frame(30, 1.0, (0.0, 0.0))
    for write in (write_geojson, write_obj, write_mesh):
        source = write(tmp_path / "junction", [frame.box(*box) for box in JUNCTIONS["a chain"]])
        world = genastar.load(source, radius=0.2)
        start, goal = frame.place(0.5, 0.6), frame.place(3.5, 0.6)
        assert world.search(start, [goal], engine="interpreted").cost.travelled == pytest.approx(3)


def test_a_wall_of_version_3_stays_where_vertices_divide_it(tmp_path):
    boxes = JUNCTIONS["one beside two"]
    source = write_mesh(tmp_path / "junction", [Frame(0, 1.0, (0.0, 0.0)).box(*box) for box in boxes], version=3)
    lines = source.read_text().splitlines()
    lines[-3] = lines[-3].replace(" 0 0 0 0", " 0 0 -1 0")  # the right side of the first box ends at its third vertex
    source.write_text("\n".join(lines))
    assert not genastar.load(source).search((0.5, 0.5), [(3.5, 0.5)], engine="interpreted").found


def test_holes_that_touch_each_other_and_the_border():
    """shapely cannot divide this area into triangles at once."""
    world = genastar.load(DATA / "touching.geojson")
    area = shapely.from_geojson((DATA / "touching.geojson").read_text())
    with pytest.raises(BadInput, match=r"1\.0,1\.0 is outside of the mesh"):
        world.parse("1,1")
    middles = [(x, y) for x, y in world.view().middles.tolist()]
    for start, goal in zip(middles, middles[3:], strict=False):
        lengths = [world.search(*ends, engine="interpreted") for ends in ((start, [goal]), (goal, [start]))]
        least = shortest(area, start, [goal])
        assert [each.cost.travelled if each.found else inf for each in lengths] == pytest.approx([least] * 2, rel=1e-4)


def test_holes_that_overlap_are_holes(tmp_path):
    frame = Frame(0, 1.0, (0.0, 0.0))
    holes = [[*ring, ring[0]] for ring in (frame.box(2, 2, 6, 6), frame.box(4, 4, 8, 8))]
    world = genastar.load(write_geojson(tmp_path / "holes", [frame.box(0, 0, 10, 10)], holes))
    with pytest.raises(BadInput, match=r"5\.0,5\.0 is outside of the mesh"):
        world.search((5.0, 5.0), [(1.0, 1.0)])


WRONG = {
    "above each other": (
        [(0, 0, 4, 4), (1, 1, 2, 2)],
        r"polygons lie above each other at 1\.5,1\.5; only meshes of one storey",
    ),
    "overlapping": ([(0, 0, 4, 4), (3, 1, 6, 2)], r"polygons lie above each other at 3\.5,1\.5"),
    "twice": ([(0, 0, 4, 4), (0, 0, 4, 4)], "polygons overlap along a side, from 0,0 to 0,4"),
}


@pytest.mark.parametrize("write", [write_obj, write_mesh])
@pytest.mark.parametrize(("boxes", "message"), WRONG.values(), ids=WRONG)
def test_polygons_that_overlap_are_refused(tmp_path, boxes, message, write):
    source = write(tmp_path / "wrong", [Frame(0, 1.0, (0.0, 0.0)).box(*box) for box in boxes])
    with pytest.raises(BadInput, match=message):
        genastar.load(source)


@pytest.mark.parametrize(
    ("ring", "message"),
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "polygon 1 is not convex at"),  # a bow tie, whose area is 0 with signs
        ([(0, 0), (4, 0), (6, 0), (4, 0), (4, 4), (0, 4)], "polygon 1 is not convex at"),  # there and back
        ([(0, 3), (2, -3), (-3, 1), (3, 1), (-2, -3)], "polygon 1 is not convex at"),  # a star, which turns left everywhere
    ],
)
def test_rings_that_cross_themselves_are_refused(tmp_path, ring, message):
    lines = [f"v {x} 0 {y}" for x, y in ring]
    (tmp_path / "ring.obj").write_text("\n".join([*lines, "f " + " ".join(str(at + 1) for at in range(len(ring)))]))
    with pytest.raises(BadInput, match=message):
        genastar.load(tmp_path / "ring.obj")


def test_tiles_that_cross_each_other():
    with pytest.raises(BadInput, match=r"crossed\.bin: polygon .* is not convex"):
        genastar.load(DATA / "crossed.bin", domain="navmesh")
