"""Areas to avoid: every kind that is taken, what is refused, and the antimeridian."""

from __future__ import annotations

import json
from math import inf, nan
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Point, Polygon, box, mapping
from towns import make_road, osm_file

from genastar import BadInput
from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.search.preference import Preference

DATA = Path(__file__).parents[1] / "data"


def middle_of(roads: Roads, radius: float) -> Polygon:
    lat, lon = (float(np.median(each)) for each in (roads.graph.lat, roads.graph.lon))
    return Point(lon, lat).buffer(radius)


def test_areas_of_all_kinds_close_the_same_roads(tmp_path: Path) -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    area = middle_of(roads, 0.003)
    file = tmp_path / "a.geojson"
    file.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": mapping(area)}), encoding="utf-8")
    frame = geopandas.GeoDataFrame({"a": [1]}, geometry=[area], crs=4326)
    collection = {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": mapping(area)}]}
    halves = shapely.GeometryCollection(
        list(shapely.ops.split(area, LineString([(0, area.centroid.y), (90, area.centroid.y)])).geoms)
    )
    sources = (area, [area], mapping(area), collection, file, str(file), frame, frame.geometry, frame.to_crs(3067), halves)
    closed = [
        changed.closed
        for each in sources
        if isinstance(changed := roads.with_preference(Preference(area=each)).graph, GraphWithClosures)
    ]
    assert len(closed) == len(sources)
    assert 0 < closed[0].sum() < len(closed[0])
    for each in closed[1:]:
        assert np.count_nonzero(each != closed[0]) <= 2  # of another system, whose sides are curved
    ring = Polygon(area.exterior, [area.buffer(-0.0001).exterior])
    around = roads.with_preference(Preference(area=ring)).graph
    assert isinstance(around, GraphWithClosures)
    assert around.closed.sum() < closed[0].sum()


HOSTILE: tuple[tuple[Any, str], ...] = (
    (Polygon(), "it is empty"),
    ([], "it is empty"),
    (Polygon([(26, 60), (27, 61), (26, 60), (26, 60)]), "it is empty"),
    (Point(26, 60), "it has a Point; draw a polygon around it"),
    (LineString([(26, 60), (27, 60)]), "it has a LineString"),
    (box(380000, 6700000, 390000, 6800000), "not longitude and latitude in degrees"),
    ({"type": "Polygon", "coordinates": [[[26, 60], [nan, 61], [27, 60], [26, 60]]]}, "not longitude and latitude"),
    ({"type": "Polygon", "coordinates": [[[26, 60], [inf, 61], [27, 60], [26, 60]]]}, "not longitude and latitude"),
    (box(-179, 60, 179, 61), "wider than 180 degrees"),
    ({"type": "Polygon"}, "not an area"),
    ({"type": "Polygon", "coordinates": [[[1, 2], [3]]]}, "not an area"),
    ({"type": "Polygon", "coordinates": "no"}, "not an area"),
    ({"type": "Nothing"}, "not an area"),
    ({"type": "FeatureCollection", "features": 7}, "not an area"),
    ({"type": "Polygon", "crs": {"properties": {"name": "urn:ogc:def:crs:EPSG::3067"}}}, "reference system is 'urn:ogc"),
    (7, "7 is no area"),
    ("no.geojson", "no.geojson"),
    (geopandas.GeoSeries([box(26, 60, 27, 61)]), "names no reference system"),
)


@pytest.mark.parametrize(("area", "why"), HOSTILE)
def test_areas_that_are_refused(area: object, why: str) -> None:
    with pytest.raises(BadInput, match=why) as refused:
        Preference(area=area)
    assert "\n" not in str(refused.value)


def test_a_polygon_that_crosses_itself_and_one_that_is_swapped() -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    west, south, east, north = middle_of(roads, 0.004).bounds
    bow = roads.with_preference(Preference(area=Polygon([(west, south), (east, north), (east, south), (west, north)]))).graph
    assert isinstance(bow, GraphWithClosures)
    assert bow.closed.any()
    with pytest.raises(BadInput, match="give longitude first"):
        roads.with_preference(Preference(area=box(south, west, north, east)))
    assert not roads.with_preference(Preference(area=box(0, 0, 1, 1))).graph.closed.any()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("area", "closes"),
    [
        (box(179.9995, -1, 180, 1), True),
        (box(-180, -1, -179.9995, 1), True),
        (box(179.99, -1, 180.01, 1), True),
        (box(-180.01, -1, -179.99, 1), True),
        (box(179, -1, 179.98, 1), False),
        (box(-0.1, -1, 0.1, 1), False),
    ],
)
def test_a_road_across_the_antimeridian(area: Polygon, closes: bool, tmp_path: Path) -> None:
    source = osm_file(tmp_path / "a.osm", {1: (0.0, 179.99), 2: (0.0, -179.99)}, [make_road(1, [1, 2])])
    roads = Roads.read(source, Options())
    found = roads.find_tour([roads.parse("1"), roads.parse("2")], engine="interpreted", avoid=Preference(area=area))
    assert (found is None) == closes
