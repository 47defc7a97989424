"""Isochrones as polygons, against distances in metres to the reached lines."""

from __future__ import annotations

import json
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, shape
from towns import make_road, make_town, osm_file

from genastar import BadInput
from genastar.cli import main
from genastar_roads.graph.earth import compute_metres
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place
from genastar_roads.search.preference import Preference

DATA = Path(__file__).parents[1] / "data"


def find_features(roads: Roads, limits: list[float], *starts: Place, **settings: Any) -> list[Any]:
    found: Any = roads.compute_isochrones(limits, *starts, engine="interpreted", **settings)
    return [feature["geometry"] for feature in found["features"]]


def sample(lines: Any, count: int = 40) -> np.ndarray[Any, Any]:
    """Points along lines of GeoJSON: longitude and latitude."""
    parts = [np.linspace(a, b, count) for line in lines["coordinates"] for a, b in pairwise(line)]
    return np.concatenate(parts)


def metres_to(points: np.ndarray[Any, Any], lon: float, lat: float) -> float:
    return float(compute_metres(points[:, 1], points[:, 0], lat, lon).min())


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
@pytest.mark.parametrize("buffer", [5.0, 40.0])
def test_points_near_reached_streets_and_no_others_are_inside(file: str, buffer: float) -> None:
    roads = Roads.read(DATA / file, Options())
    edge = roads.make_node_place(7), roads.find_nearest(float(roads.graph.lat.mean()), float(roads.graph.lon.mean()))
    limits, random = [100.0, 20.0, 50.0, 0.0], np.random.default_rng(1)
    all_lines, polygons = find_features(roads, limits, *edge), find_features(roads, limits, *edge, buffer=buffer)
    west, south, east, north = shapely.box(
        roads.graph.lon.min(), roads.graph.lat.min(), roads.graph.lon.max(), roads.graph.lat.max()
    ).bounds
    inside = outside = 0
    for limit, lines, found in zip(limits, all_lines, polygons, strict=True):
        polygon = shape(found)
        assert polygon.is_valid
        assert all(polygon.contains(Point(start.lon, start.lat)) for start in edge)
        if not limit:
            continue
        points = sample(lines)
        assert all(polygon.contains(Point(point)) for point in points[::7])
        tries = zip(random.uniform(west, east, 150), random.uniform(south, north, 150), strict=True)
        near = points[random.integers(0, len(points), 150)] + random.normal(0, buffer / 60_000, (150, 2))
        for lon, lat in [*tries, *map(tuple, near)]:
            away = metres_to(points, lon, lat)
            if away < 0.97 * buffer - 0.5 or away > buffer + 0.5 + 0.01 * buffer:
                assert polygon.contains(Point(lon, lat)) == (away < buffer)
                inside, outside = inside + (away < buffer), outside + (away > buffer)
    assert min(inside, outside) > 50
    by_limit = [shape(found) for _, found in sorted(zip(limits, polygons, strict=True), key=lambda pair: pair[0])]
    for inner, outer in pairwise(by_limit):
        assert outer.buffer(2e-7).contains(inner)
        assert outer.area > inner.area


def test_holes_are_kept_and_streets_beyond_the_buffer_are_left_out(tmp_path: Path) -> None:
    """The block of streets around 22 has a hole, which a wide buffer closes."""
    ring = make_road(1, [11, 12, 13, 23, 33, 32, 31, 21, 11])
    roads = make_town(tmp_path / "a.osm", ring, make_road(2, [11, 22], oneway="-1"))
    start = roads.parse("11")
    (narrow,), (wide,) = (map(shape, find_features(roads, [1e4], start, buffer=buffer)) for buffer in (10.0, 200.0))
    assert (len(narrow.interiors), len(wide.interiors)) == (1, 0)
    assert not narrow.contains(Point(24.002, 60.002))  # node 22 is not reached
    assert narrow.contains(Point(24.002, 60.003))
    (half,) = map(
        shape,
        find_features(roads, [100.0], start, buffer=10.0, avoid=Preference(area=shapely.box(24.0012, 60, 24.0018, 60.0012))),
    )
    assert not half.contains(Point(24.0015, 60.001))
    assert not half.contains(Point(24.001, 60.0015))  # the ring is one edge
    assert half.contains(Point(24.001, 60.001))


@pytest.mark.parametrize("lat", [0.0, 60.0, -83.0])
def test_a_long_ferry_follows_the_great_circle(lat: float, tmp_path: Path) -> None:
    ferry = (1, [1, 2], {"route": "ferry"})
    roads = Roads.read(osm_file(tmp_path / "a.osm", {1: (lat, 10.0), 2: (lat, 12.0)}, [ferry]), Options(metric="distance"))
    (lines,), (polygon,) = (find_features(roads, [1e6], roads.parse("1"), buffer=buffer) for buffer in (None, 30.0))
    found = shape(polygon)
    assert found.geom_type == "Polygon"
    middle = roads.find_nearest(*roads.network.snapper.snap(lat + (0.003 if lat else 0), 11.0).requested_point or (0, 0))
    assert found.contains(Point(middle.lon, middle.lat))
    assert lines["type"] == "MultiLineString"
    for north, is_inside in ((29.0, True), (-29.0, True), (31.0, False), (-31.0, False)):
        assert found.contains(Point(middle.lon, middle.lat + north / 111_195)) == is_inside


def test_polygons_are_split_at_the_antimeridian(tmp_path: Path) -> None:
    source = osm_file(tmp_path / "a.osm", {1: (0.0, 179.99), 2: (0.0, -179.99)}, [make_road(1, [1, 2])])
    roads = Roads.read(source, Options(metric="distance"))
    for start in ("1", "2"):
        (found,) = find_features(roads, [1e4], roads.parse(start), buffer=50.0)
        polygon = shape(found)
        assert polygon.is_valid
        assert polygon.geom_type == "MultiPolygon"
        assert [round(abs(part.bounds[2] - part.bounds[0]), 3) for part in polygon.geoms] == [0.01, 0.01]
        assert all(polygon.contains(Point(lon, 0.0)) for lon in (179.995, -179.995, 179.9999, -179.9999))
        assert np.abs(shapely.get_coordinates(polygon)[:, 0]).max() == 180.0


@pytest.mark.parametrize("buffer", [0, -5, nan, "5", 1e9])
def test_buffers_that_cannot_be(buffer: Any) -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    with pytest.raises(BadInput, match="buffer="):
        roads.compute_isochrones([10.0], roads.make_node_place(1), buffer=buffer)


def test_frames_and_the_command(tmp_path: Path) -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    start = roads.parse("60.5251,26.9402")
    found: Any = roads.compute_isochrones([60.0, 20.0], start, buffer=25.0, engine="interpreted")
    frame = roads.to_geodataframe(found)
    assert (list(frame["limit"]), frame.crs.to_epsg(), set(frame.geom_type)) == ([60.0, 20.0], 4326, {"Polygon"})
    assert frame.geometry[0].buffer(1e-6).contains(frame.geometry[1])
    routes = roads.to_geojson(roads.search(start, [roads.make_node_place(9)], engine="interpreted"))
    assert list(roads.to_geodataframe(routes).geom_type) == ["LineString", "Point", "Point"]
    out = tmp_path / "a.geojson"
    words = ["--from", "60.5251,26.9402", "--within", "60", "--within", "20", "--buffer", "25", "--engine", "interpreted"]
    main(["roads", "isochrone", str(DATA / "kotka.osm.pbf"), *words, "--out", str(out)])
    assert json.loads(out.read_text(encoding="utf-8")) == json.loads(json.dumps(found))
    places = [Place(edge=3, share=0.5), Place(node=4)]  # made without coordinates
    assert all(shape(each).area > 0 for each in find_features(roads, [0.0], *places, buffer=25.0))
