"""Roads at the 180th meridian: directions, GeoJSON, maps and messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from towns import make_road, osm_file

from genastar import BadInput
from genastar_picture.writers.geojson import split_at_antimeridian
from genastar_roads.answers.guide import make_steps
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import bearings
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes
from genastar_roads.output.projection import MapDrawing
from genastar_roads.places.place import Place

Lines = list[list[list[float]]]

MERIDIANS = pytest.mark.parametrize("shift", [0.0, 0.001, -0.001, 0.0005, -0.0015])
"""How far east of the 180th meridian the middle of the town lies."""


def town(folder: Path, shift: float, **options: str) -> Roads:
    """A straight road 1 2 3 to the east, each part 0.001 degrees long, and a road 2 4 to the north."""
    longitudes = {1: 180 + shift - 0.001, 2: 180 + shift, 3: 180 + shift + 0.001, 4: 180 + shift}
    nodes = {number: (-16.8 + 0.001 * (number == 4), round(lon - 360 * (lon > 180), 7)) for number, lon in longitudes.items()}
    ways = [make_road(1, [1, 2, 3], name="Long Road"), make_road(2, [2, 4], name="Side Road")]
    return Roads.read(osm_file(folder / "a.osm", nodes, ways), Options(metric="distance", **options))  # type: ignore[arg-type]


def coordinates(feature: dict[str, dict[str, object]]) -> Lines:
    """Return the lines of a feature, after checking that none crosses the meridian."""
    geometry = feature["geometry"]
    found = geometry["coordinates"]
    lines: Lines = found if geometry["type"] == "MultiLineString" else [found]  # type: ignore[assignment, list-item]
    for line in lines:
        assert len(line) > 1
        assert abs(np.diff([lon for lon, _ in line])).max() < 180
        assert max(abs(lon) for lon, _ in line) <= 180
    return lines


@MERIDIANS
def test_directions_on_both_sides(tmp_path: Path, shift: float) -> None:
    roads = town(tmp_path, shift)

    def words(*places: str) -> list[str]:
        route = roads.find_tour([roads.parse(place) for place in places], engine="interpreted")
        assert route is not None
        return [step.text for step in make_steps(route)]

    assert words("1", "3") == ["head east on Long Road", "arrive"]
    assert words("3", "1") == ["head west on Long Road", "arrive"]
    assert words("1", "4") == ["head east on Long Road", "turn left onto Side Road", "arrive"]
    assert words("3", "4") == ["head west on Long Road", "turn right onto Side Road", "arrive"]
    assert words("4", "3") == ["head south on Side Road", "turn left onto Long Road", "arrive"]


@MERIDIANS
def test_turn_costs_on_both_sides(tmp_path: Path, shift: float) -> None:
    roads = town(tmp_path, shift)
    dear = roads.with_options(Options(metric="distance", turn=1000.0))
    assert dear is not None

    def price(start: str, goal: str) -> float:
        """What the turns of a route cost."""
        found = [each.search(each.parse(start), [each.parse(goal)], engine="interpreted") for each in (dear, roads)]
        assert found[0].cost is not None
        assert found[1].cost is not None
        return found[0].cost.travelled - found[1].cost.travelled

    assert price("1", "3") == pytest.approx(0, abs=1)
    assert price("1", "4") == price("4", "3") == pytest.approx(1000, abs=1)


@MERIDIANS
def test_geojson_of_routes_is_split(tmp_path: Path, shift: float) -> None:
    roads = town(tmp_path, shift)
    route = roads.find_tour([roads.parse("1"), roads.parse("3")], engine="interpreted")
    assert route is not None
    draw_routes([route], roads.graph, roads.options, tmp_path / "a.geojson")
    feature = json.loads((tmp_path / "a.geojson").read_text())["features"][0]
    lines = coordinates(feature)
    assert len(lines) == (2 if abs(shift) < 0.001 else 1)
    if len(lines) == 2:
        assert feature["geometry"]["type"] == "MultiLineString"
        assert lines[0][-1] == [180.0, pytest.approx(-16.8)]
        assert lines[1][0] == [-180.0, pytest.approx(-16.8)]
    draw_routes([route], roads.graph, roads.options, tmp_path / "a.gpx")
    tracks = (tmp_path / "a.gpx").read_text().split("<trkseg>")[1:]
    assert len(tracks) == len(lines)
    assert all(len({float(lon) > 0 for lon in re.findall('trkpt .*lon="(.*?)"', track)}) == 1 for track in tracks)


@MERIDIANS
def test_geojson_of_isochrones_is_split(tmp_path: Path, shift: float) -> None:
    roads = town(tmp_path, shift)
    found = roads.compute_isochrones([1000.0], roads.parse("1"), engine="interpreted")
    coordinates(found["features"][0])  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ([(1, 179), (2, -179)], [[(1, 179), (1.5, 180)], [(1.5, -180), (2, -179)]]),
        ([(1, -179), (2, 177)], [[(1, -179), (1.25, -180)], [(1.25, 180), (2, 177)]]),
        ([(1, 179), (2, 180), (3, -179)], [[(1, 179), (2, 180)], [(2, -180), (3, -179)]]),
        ([(1, 179), (2, -180), (3, -179)], [[(1, 179), (2, 180)], [(2, -180), (3, -179)]]),
        ([(1, 179), (2, -180)], [[(1, 179), (2, 180)]]),
        ([(1, 180), (2, -179)], [[(1, -180), (2, -179)]]),
        ([(1, 180), (1, -180), (2, -179)], [[(1, -180), (2, -179)]]),
        ([(1, 179), (2, 180), (3, 179)], [[(1, 179), (2, 180), (3, 179)]]),
        (
            [(1, 179), (1, -179), (2, -179), (2, 179)],
            [[(1, 179), (1, 180)], [(1, -180), (1, -179), (2, -179), (2, -180)], [(2, 180), (2, 179)]],
        ),
        ([(1, -170), (2, 0), (3, 170)], [[(1, -170), (2, 0), (3, 170)]]),
    ],
)
def test_split_lines(line: list[tuple[float, float]], wanted: list[list[tuple[float, float]]]) -> None:
    found = split_at_antimeridian(np.array(line, float), 1)
    assert [list(map(tuple, each.tolist())) for each in found] == wanted


@pytest.mark.parametrize("line", [[(1, 180), (1, -180)], [(1, 180), (2, -180)], [(1, 180)]])
def test_lines_on_the_meridian_stay(line: list[tuple[float, float]]) -> None:
    (found,) = split_at_antimeridian(np.array(line, float), 1)
    assert len(found) == len(line)
    assert abs(np.diff(found[:, 1])).max(initial=0) == 0


@MERIDIANS
def test_maps_are_as_anywhere_else(tmp_path: Path, shift: float) -> None:
    """The same town at another longitude has the same map."""
    roads, usual = town(tmp_path, shift), town(tmp_path, -90.0)

    def shape(of: Roads) -> tuple[tuple[int, int], Float64]:
        shown = np.stack((of.graph.lat, of.graph.lon), axis=1)
        drawing = MapDrawing.of(of.graph, shown, 500)
        return (drawing.projection.width, drawing.projection.height), np.sort(drawing.points, axis=0)

    assert shape(roads)[0] == shape(usual)[0]
    assert shape(roads)[1] == pytest.approx(shape(usual)[1], abs=0.01)
    views = [each.view() for each in (roads, usual)]
    points = [np.sort(np.frombuffer(view.shape.points, "<f4").reshape(-1, 2), axis=0) for view in views if view]
    assert points[0] == pytest.approx(points[1], abs=0.01)


def test_lines_beyond_the_edge_of_a_map_of_the_world() -> None:
    """Two roads around the world meet at 0 and at 180 degrees; a map has one seam, which no line crosses."""
    lon = [0.0, 60.0, 120.0, 180.0, -120.0, -60.0, 30.0, 90.0, 150.0, -150.0, -90.0, -30.0]
    ring = [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]
    roads = Roads.read(
        {"tail": ring, "head": [*ring[1:], ring[0]], "weight": [1] * 12, "lat": [0.0] * 12, "lon": lon}, Options()
    )
    drawing = MapDrawing.of(roads.graph, np.stack((roads.graph.lat, roads.graph.lon), axis=1), 1000)
    widths = [np.ptp(drawing.points[a:b, 0]) for a, b in zip(drawing.first[:-1], drawing.first[1:], strict=True)]
    assert max(widths) < 100


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("60,180.0001", "60,180.0001 is out of range"),
        ("60.5,-180.0000001", "60.5,-180.0000001 is out of range"),
        ("90.0001,24", "90.0001,24 is out of range"),
        ("60.1234567,24.7654321", "60.1234567,24.7654321 is 14,803,"),
    ],
)
def test_a_message_says_the_place_as_given(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(said)}"):
        town(tmp_path, 0.0).parse(text)


@MERIDIANS
def test_exchanged_coordinates_are_sought_in_the_map_only(tmp_path: Path, shift: float) -> None:
    roads = town(tmp_path, shift)
    with pytest.raises(BadInput, match="increase it, or choose") as caught:
        roads.find_nearest(50.0, -16.8)
    assert "latitude first" not in str(caught.value)


def test_bearings() -> None:
    begin = np.array([[0.0, 180.0], [0.0, -179.0], [0.0, 10.0]])
    end = np.array([[0.0, -179.0], [0.0, 179.0], [1.0, 10.0]])
    assert bearings(begin, end).tolist() == [90.0, -90.0, 0.0]


def test_a_place_inside_an_edge_across_the_meridian(tmp_path: Path) -> None:
    roads = town(tmp_path, 0.0005)
    start = roads.find_nearest(-16.8, 179.9998)
    route = roads.find_tour([start, roads.parse("3")], engine="interpreted")
    assert isinstance(start, Place)
    assert route is not None
    assert [step.text for step in make_steps(route)] == ["head east on Long Road", "arrive"]
