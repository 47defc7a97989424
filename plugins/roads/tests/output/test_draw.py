"""What is written: GeoJSON, GPX, maps; and the words of the guide."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from PIL import Image
from towns import make_road, make_square, make_town, osm_file

from genastar import BadInput, Limits, Trace
from genastar_picture.palette import PALETTES
from genastar_picture.profile import round_scale_length
from genastar_roads.answers.guide import make_steps
from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes, paint
from genastar_roads.output.projection import Projection

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def kotka() -> Roads:
    return Roads.read(DATA / "kotka.osm.pbf", Options(width=400))


def drawn(roads: Roads, start: str, goal: str, out: Path, limits: Limits = Limits()) -> Route | None:  # noqa: B008
    trace: Trace[int, object] = Trace()
    result = roads.search(roads.parse(start), [roads.parse(goal)], engine="interpreted", observer=trace, limits=limits)  # type: ignore[arg-type]
    roads.draw(result, trace, out)  # type: ignore[arg-type]
    return Route.of(roads.graph, result.path) if result.found else None


ENDS = "60.5251,26.9402", "60.5352,26.9601"


def test_geojson_says_where_and_how_far(kotka: Roads, tmp_path: Path) -> None:
    route = drawn(kotka, *ENDS, tmp_path / "a.geojson")
    assert route is not None
    found = json.loads((tmp_path / "a.geojson").read_text(encoding="utf-8"))
    line, start, goal = found["features"]
    assert line["geometry"]["type"] == "LineString"
    assert np.array(line["geometry"]["coordinates"]) == pytest.approx(route.points[:, ::-1], abs=1e-7)
    facts = line["properties"]
    assert facts["metres"] == pytest.approx(route.metres, abs=0.01)
    assert facts["seconds"] == pytest.approx(route.seconds, abs=0.1)
    assert sum(street["metres"] for street in facts["streets"]) == pytest.approx(route.metres, abs=1)
    assert len(facts["ways"]) == len(facts["edges"]) == len(route.legs)
    assert start["geometry"]["coordinates"] == pytest.approx([route.start.lon, route.start.lat], abs=1e-7)
    assert start["properties"]["asked"] == [60.5251, 26.9402]
    assert goal["properties"]["metres_away"] == pytest.approx(route.goal.away, abs=0.01)
    assert found["attribution"] == "© OpenStreetMap contributors"


def test_gpx_has_the_track_and_the_guide(kotka: Roads, tmp_path: Path) -> None:
    route = drawn(kotka, *ENDS, tmp_path / "a.gpx")
    assert route is not None
    space = {"g": "http://www.topografix.com/GPX/1/1"}
    root = Xml.parse(tmp_path / "a.gpx").getroot()
    points = [
        (float(each.get("lat", "")), float(each.get("lon", ""))) for each in root.iterfind("g:trk/g:trkseg/g:trkpt", space)
    ]
    assert np.array(points) == pytest.approx(route.points, abs=1e-7)
    assert [each.text for each in root.iterfind("g:rte/g:rtept/g:desc", space)] == [step.text for step in make_steps(route)]


def test_a_map_shows_the_route_and_what_was_closed(kotka: Roads, tmp_path: Path) -> None:
    drawn(kotka, *ENDS, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert max(image.size) == 400
        pixels = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(int)
    palette = PALETTES[kotka.options.palette]
    assert (np.abs(pixels - palette.path).sum(axis=1) < 30).sum() > 100
    blue = (pixels[:, 2] > pixels[:, 0] + 40).sum()
    drawn(kotka, *ENDS, tmp_path / "b.png", Limits(expansions=3))
    with Image.open(tmp_path / "b.png") as image:
        fewer = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(int)
    assert blue > 200
    assert not (np.abs(fewer - palette.path).sum(axis=1) < 30).any()


def test_the_margin_of_a_route_cuts_no_other_route(kotka: Roads, tmp_path: Path) -> None:
    """Two routes part and meet again; whichever is drawn last, both are whole."""
    start, goal = map(kotka.parse, ENDS)
    routes = kotka.alternatives(start, goal, 2, engine="interpreted")
    assert len(routes) == 2
    closed = np.empty(0, np.int64)
    one, other = (np.asarray(paint(order, kotka.graph, closed, kotka.options)) for order in (routes, routes[::-1]))
    assert (one == other).all()
    draw_routes(routes, kotka.graph, kotka.options, tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert re.findall(r'class="(casing|route|end)"', text) == ["casing"] * 2 + ["route"] * 2 + ["end"] * 4


def test_a_page_asks_nothing_of_other_addresses(kotka: Roads, tmp_path: Path) -> None:
    drawn(kotka, *ENDS, tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "http" not in text
    assert not re.search(r"(?:src|href|@import|url)\s*[=(]", text)
    assert text.count('class="route"') == 1
    assert "<li>arrive" in text
    assert "© OpenStreetMap contributors" in text
    assert "$" not in text


def test_names_of_streets_are_text_and_not_markup(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12], name="<script>alert(1)</script>"))
    drawn(roads, "11", "12", tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_graph_without_coordinates_has_no_map(tmp_path: Path) -> None:
    roads = Roads("it", RoadGraph.from_edges([0, 1], [1, 2], [5, 6]), Options())
    drawn(roads, "0", "2", tmp_path / "a.geojson")
    found = json.loads((tmp_path / "a.geojson").read_text())
    assert found["features"][0]["geometry"] is None
    assert found["features"][0]["properties"]["nodes"] == [0, 1, 2]
    for suffix in (".png", ".gpx", ".html"):
        with pytest.raises(BadInput, match="no coordinates"):
            drawn(roads, "0", "2", tmp_path / f"a{suffix}")
        assert not (tmp_path / f"a{suffix}").exists()
    with pytest.raises(BadInput, match="no coordinates"):
        roads.parse("60,24")


def test_the_guide_turns_the_right_way(tmp_path: Path) -> None:
    ways = [
        make_road(1, [11, 12], name="East"),
        make_road(2, [12, 22], name="North"),
        make_road(3, [22, 21], name="West"),
        make_road(4, [22, 23]),
    ]
    osm_file(tmp_path / "a.osm", make_square(), ways)
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance"))
    words = {}
    for start, goal in (("11", "21"), ("21", "11"), ("21", "23")):
        route = roads.find_tour([roads.parse(start), roads.parse(goal)], engine="interpreted")
        assert route is not None
        words[start, goal] = [step.text for step in make_steps(route)]
        assert sum(step.metres for step in make_steps(route)) == pytest.approx(route.metres)
    assert words["11", "21"] == ["head east on East", "turn left onto North", "turn left onto West", "arrive"]
    assert words["21", "11"] == ["head east on West", "turn right onto North", "turn right onto East", "arrive"]
    assert words["21", "23"] == ["head east on West", "continue", "arrive"]


def test_a_view_keeps_shapes() -> None:
    projection = Projection.fit_points(np.array([[60.0, 24.0], [60.01, 24.02]]), 1000)
    (x0, y0), (x1, y1), (x2, _) = projection.to_pixels(np.array([[60.0, 24.0], [60.01, 24.0], [60.0, 24.02]]))
    assert abs(x1 - x0) < 1e-9
    assert y1 < y0
    assert (y0 - y1) / (x2 - x0) == pytest.approx(1, abs=0.01)  # at 60 degrees north a degree of longitude is half as long
    assert projection.to_metres(y0 - y1) == pytest.approx(1112, abs=1)
    assert max(projection.width, projection.height) == 1000


@pytest.mark.parametrize(
    ("most", "wanted"), [(1.0, 1), (1.9, 1), (2.0, 2), (49, 20), (50, 50), (999, 500), (1000, 1000), (0.1, 1)]
)
def test_scale_bars_are_round(most: float, wanted: float) -> None:
    assert round_scale_length(most) == wanted
