"""The formats, and files that are refused."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from PIL import Image

import genastar
from genastar import BadInput
from genastar.worlds.view import Canvas
from genastar_navmesh.info import Options
from genastar_navmesh.model import NavMesh

DATA = Path(__file__).parents[1] / "data"


def solve(world, start, *goals):
    return world.search(start, goals, engine="interpreted")


def test_a_mesh_around_a_square():
    world = genastar.load(DATA / "square.mesh")
    assert world.mesh.size == 4
    result = solve(world, (0.5, 2.0), (3.5, 2.0))
    assert result.path in (((0.5, 2.0), (1.0, 1.0), (3.0, 1.0), (3.5, 2.0)), ((0.5, 2.0), (1.0, 3.0), (3.0, 3.0), (3.5, 2.0)))
    assert result.cost.travelled == pytest.approx(2 + 2 * 1.25**0.5)


FACES = """mesh
3
6 3
0 0
2 0
4 0
4 2
2 2
0 2
1 4 1 2 5 6 0 0 {wall} 0
{free} 4 2 3 4 5 {wall} 0 0 0
0 3 1 2 3 0 0 0
"""
"""Two squares side by side and a blocked face; an edge is named at its second vertex."""


def faces(tmp_path, **how):
    (tmp_path / "faces.mesh").write_text(FACES.format(**{"wall": 2, "free": 1} | how))
    return tmp_path / "faces.mesh"


def test_faces_of_version_3(tmp_path):
    world = genastar.load(faces(tmp_path))
    assert world.mesh.size == 2
    assert solve(world, (0.5, 1.0), (3.5, 1.5)).path == ((0.5, 1.0), (3.5, 1.5))
    assert not solve(genastar.load(faces(tmp_path, wall=-2)), (0.5, 1.0), (3.5, 1.5)).found
    blocked = genastar.load(faces(tmp_path, free=0))
    with pytest.raises(genastar.BadInput, match=r"3\.5,1\.5 is outside of the mesh"):
        solve(blocked, (0.5, 1.0), (3.5, 1.5))


def test_a_wall_without_a_width_is_walked_around(tmp_path):
    text = "mesh 3\n8 3\n0 0\n2 0\n4 0\n4 2\n2 2\n0 2\n0 4\n4 4\n"
    text += "1 4 1 2 5 6 0 0 -2 3\n1 4 2 3 4 5 -1 0 0 3\n1 5 6 5 4 8 7 0 1 2 0 0\n"
    (tmp_path / "thin.mesh").write_text(text)
    result = solve(genastar.load(tmp_path / "thin.mesh"), (1.0, 1.0), (3.0, 1.0))
    assert result.path == ((1.0, 1.0), (2.0, 2.0), (3.0, 1.0))
    wide = solve(genastar.load(tmp_path / "thin.mesh", radius=0.25), (1.0, 1.0), (3.0, 1.0))
    assert result.cost.travelled + 0.1 < wide.cost.travelled < result.cost.travelled + 0.5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"free": 2}, "2 cannot be whether a face is free; expected 0 or 1"), ({"wall": "2 2"}, "cannot be|goes on|too early")],
)
def test_faces_that_are_wrong(tmp_path, wrong, message):
    with pytest.raises(genastar.BadInput, match=message):
        genastar.load(faces(tmp_path, **wrong))


def test_recasts_obj_and_its_axes():
    world = genastar.load(DATA / "rooms.obj")
    assert solve(world, (1.0, 4.0), (8.0, 4.0)).path == ((1.0, 4.0), (4.0, 2.0), (5.0, 2.0), (8.0, 4.0))
    with pytest.raises(genastar.BadInput, match="no polygon has an area"):
        genastar.load(DATA / "rooms.obj", up="z")


def test_geojson_with_a_hole():
    world = genastar.load(DATA / "island.geojson")
    assert solve(world, (2.0, 4.0), (8.0, 4.0)).path in (
        ((2.0, 4.0), (3.0, 2.0), (7.0, 2.0), (8.0, 4.0)),
        ((2.0, 4.0), (3.0, 6.0), (7.0, 6.0), (8.0, 4.0)),
    )


def test_an_image_an_array_and_a_shape_are_the_same(tmp_path):
    cells = np.ones((5, 8), np.uint8)
    cells[1:4, 3] = 0
    Image.fromarray(cells * 255).save(tmp_path / "room.png")
    area = shapely.box(0, 0, 8, 5) - shapely.box(3, 1, 4, 4)
    found = [
        solve(genastar.load(source, domain="navmesh"), (1.0, 2.5), (7.0, 2.5)).cost.travelled
        for source in (cells, tmp_path / "room.png", area)
    ]
    assert found == pytest.approx([found[0]] * 3)


def test_a_compressed_image(tmp_path):
    Image.fromarray(np.array([[255, 0, 255]], np.uint8)).save(tmp_path / "room.png")
    (tmp_path / "room.png.gz").write_bytes(gzip.compress((tmp_path / "room.png").read_bytes()))
    world = genastar.load(tmp_path / "room.png.gz", domain="navmesh")
    assert shapely.area(world.mesh.shapes).sum() == pytest.approx(2)


def test_polygons_are_convex_and_cover_the_area():
    cells = np.random.default_rng(2).random((20, 20)) < 0.7
    mesh = NavMesh.read(cells, Options()).mesh
    assert shapely.area(mesh.shapes).sum() == pytest.approx(cells.sum())
    assert mesh.size < cells.sum()
    hulls = shapely.convex_hull(mesh.shapes)
    assert shapely.area(hulls) == pytest.approx(shapely.area(mesh.shapes))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.mesh", "", "the file begins with ''; expected 'mesh' and '2'"),
        ("a.mesh", "mesh 1", "expected 'mesh' and '2'"),
        ("a.mesh", "mesh 2 3", "the file ends too early"),
        ("a.mesh", "mesh 2 3 x", "'x' is no number"),
        ("a.mesh", "mesh 2 0 0", "there is no polygon"),
        ("a.mesh", "mesh 2 -1 0", "-1 cannot be vertices"),
        ("a.mesh", "mesh 2 1 1 0 0 0 3 0 0 9 -1 -1 -1", "polygon 1 names vertex 9; the vertices are 0 to 0"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1 0 0 nan 1 0 3 0 1 2 -1 -1 -1", "a coordinate is not a finite number"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1 0 0 2 0 0 3 0 1 2 -1 -1 -1", "no polygon has an area"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1 0 0 1 1 0 3 0 1 2 -1 -1 -1 7", "the file goes on after its 1 polygons"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1 0 0 1 1 0 2 0 1 -1 -1", "polygon 1 has 2 vertices"),
        ("a.mesh", "mesh 3 4 1 0 0 1 0 1", "the file ends too early"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1e300 0 0 0 1 0 3 0 1 2 -1 -1 -1", "the coordinate 1e\\+300 is larger than 1e\\+50"),
        ("a.mesh", "mesh 2 3 1 0 0 0 1e-90 0 0 0 1e-90 0 3 0 1 2 -1 -1 -1", "all polygons lie within 1e-90"),
        ("a.obj", "f 1 2 3", "there are no vertices"),
        ("a.obj", "v 0 0\nf 1", "line 1: 'v 0 0' is no vertex and no face"),
        ("a.obj", "v 0 0 0\nf 1 2 3", "polygon 1 names vertex -1"),
        ("a.obj", "v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 1 2 3 4", "polygon 1 is not convex at 1,1"),
        ("a.geojson", "[", "this is no valid JSON"),
        ("a.geojson", "[]", "None is no polygon"),
        ("a.geojson", '{"type": "Point", "coordinates": [1, 2]}', "'Point' is no polygon"),
        ("a.geojson", '{"type": "FeatureCollection", "features": []}', "the FeatureCollection is empty"),
        ("a.geojson", '{"type": "Polygon", "coordinates": [[[0, 0], [1, 1]]]}', "a polygon cannot be read"),
        ("a.geojson", '{"type": "Polygon", "coordinates": []}', "there is no free area"),
        ("a.geojson", '{"type": "Polygon", "coordinates": [[[0, 0], [1e300, 0], [0, 1], [0, 0]]]}', "the coordinate 1e\\+300"),
    ],
)
def test_what_is_no_mesh(tmp_path, name, text, message):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(genastar.BadInput, match=message) as refused:
        genastar.load(tmp_path / name, domain="navmesh")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("array", [np.zeros((3, 3)), np.ones(3), np.ones((2, 2), object), np.zeros((0, 0))])
def test_arrays_that_are_refused(array):
    with pytest.raises(genastar.BadInput):
        genastar.load(array, domain="navmesh")


def test_points_that_are_refused():
    world = genastar.load(DATA / "square.mesh")
    for text, message in (
        ("2,2", "2.0,2.0 is outside of the mesh"),
        ("1", "is no point"),
        ("nan,1", "is no point"),
        ("1e999,1", "is no point"),
    ):
        with pytest.raises(genastar.BadInput, match=message):
            world.parse(text)
    with pytest.raises(genastar.BadInput, match="names no start; give start= or --from x,y"):
        world.search()
    assert world.parse(world.format((0.1, 1 / 3))) == (0.1, 1 / 3)


def test_points_on_sides_far_from_the_origin():
    """Where coordinates are rounded to more than a share of the mesh, points on a side count as in the mesh."""
    square, far = shapely.from_wkt("POLYGON ((0 0, 7 1, 8 9, 2 6, 0 0))"), np.array((5e8, -4e8))
    corners = shapely.get_coordinates(square) + far
    world = genastar.load(shapely.Polygon(corners), domain="navmesh")
    for share in np.linspace(0, 1, 50):
        for (x, y), (to_x, to_y) in pairwise(corners.tolist()):
            point = x + share * (to_x - x), y + share * (to_y - y)
            assert solve(world, point, (5e8 + 4, -4e8 + 4)).path == (point, (5e8 + 4, -4e8 + 4))


def test_an_agent_that_fits_nowhere():
    with pytest.raises(genastar.BadInput, match="there is no free area for an agent of radius 3"):
        genastar.load(DATA / "square.mesh", radius=3)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".geojson"])
def test_pictures(tmp_path, suffix):
    world, trace = genastar.load(DATA / "square.mesh", width=100), genastar.Trace()
    result = world.search((0.5, 2.0), [(3.5, 2.0)], engine="interpreted", observer=trace)
    out = tmp_path / f"square{suffix}"
    world.draw(result, trace, out)
    if suffix == ".png":
        with Image.open(out) as image:
            assert image.size == (100, 100)
            assert image.getpixel((50, 50)) == (60, 60, 60)  # the square in the middle
    elif suffix == ".geojson":
        assert json.loads(out.read_text())["geometry"]["coordinates"] == [list(point) for point in result.path]
    else:
        assert out.read_text().count("<polygon") == 4


def test_the_view():
    view = genastar.load(DATA / "square.mesh").view()
    assert view.shape.places == 4
    assert [view.place(view.position(place)) for place in range(4)] == [0, 1, 2, 3]


def test_polygons_are_painted_blocked():
    world = genastar.load(DATA / "square.mesh")
    start, goal = (0.5, 2.0), (3.5, 2.0)
    straight = world.search(start, [goal], engine="interpreted")
    below = world.view().place((2.0, 0.5))
    painted = world.view().paint({below: 0})
    around = painted.search((0.5, 0.5), [(3.5, 0.5)], engine="interpreted")
    assert around.cost.travelled > world.search((0.5, 0.5), [(3.5, 0.5)], engine="interpreted").cost.travelled + 1
    view = painted.view()
    assert np.frombuffer(view.values).tolist().count(0) == 1
    with pytest.raises(BadInput, match="is blocked"):
        view.position(below)
    with pytest.raises(BadInput, match="outside of the mesh"):
        painted.search((2.0, 0.5), [goal], engine="interpreted")
    with pytest.raises(BadInput, match="leave one free"):
        world.view().paint(dict.fromkeys(range(4), 0))
    free = view.paint({below: 1})
    assert free.search(start, [goal], engine="interpreted").cost == straight.cost
    trace = genastar.Trace()
    painted.search((0.5, 0.5), [(3.5, 0.5)], engine="interpreted", observer=trace)
    places = {view.place_of_state(event.node.position) for event in trace.events}
    assert below not in places
    assert len(places) == 3


def test_an_agent_with_a_radius_has_no_canvas():
    view = genastar.load(DATA / "square.mesh", radius=0.1).view()
    assert not isinstance(view, Canvas)
    assert isinstance(genastar.load(DATA / "square.mesh").view(), Canvas)


@pytest.mark.parametrize("source", ["arena-merged.mesh", "island.geojson", "faces.mesh"])
def test_a_painted_mesh_is_saved_and_read_again(tmp_path, source):
    path = faces(tmp_path, wall=-2) if source == "faces.mesh" else DATA / source
    world = genastar.load(path)
    ends = world.view().middles.tolist()
    painted = world if source == "faces.mesh" else world.view().paint({1: 0, 3: 0})
    start, goals = tuple(ends[0]), [tuple(ends[-1])]
    painted.view().save(tmp_path / "saved.mesh", start, goals)
    again = genastar.load(tmp_path / "saved.mesh")
    assert again.mesh.size == painted.mesh.size
    free = [tuple(ends[at]) for at in range(len(ends)) if at not in painted.blocked]
    for goal in free[1:]:
        found, expected = (solve(each, free[0], goal) for each in (again, painted))
        assert (found.found, found.path, found.cost) == (expected.found, expected.path, expected.cost)
    with pytest.raises(BadInput, match=r"the name of a saved mesh must end in \.mesh"):
        painted.view().save(tmp_path / "saved.obj", start, goals)
