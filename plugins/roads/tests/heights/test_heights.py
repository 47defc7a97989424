"""Heights: by hand on a plane, against an oracle of its own on a real map, and what is told where heights are missing."""

from __future__ import annotations

import json
import math
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
import rasterio
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_edges import Oracle
from PIL import Image
from scipy.interpolate import RegularGridInterpolator
from towns import NAMES, make_road, make_square, osm_file

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar_picture.writers.geojson import split_at_antimeridian
from genastar_roads.answers.route import Leg, Route
from genastar_roads.graph.lines import list_lines
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.profiles.traits import SPAN
from genastar_terrain.rasters import Raster
from genastar_terrain.sources.datasets import write_geotiff
from genastar_terrain.sources.read import make_raster

DATA = Path(__file__).parents[1] / "data"
WEST, NORTH, CELL = 23.99, 60.05, 0.0005
SHAPE = (100, 80)


def make_dem(heights, nodata=None) -> Raster:
    """A raster in degrees around the square of `towns`; heights by latitude and longitude."""
    lat = NORTH - CELL * (np.arange(SHAPE[0]) + 0.5)
    lon = WEST + CELL * (np.arange(SHAPE[1]) + 0.5)
    values = np.array([[heights(y, x) for x in lon] for y in lat], np.float64)
    return make_raster(values, (CELL, 0, WEST, 0, -CELL, NORTH), "EPSG:4326", nodata=nodata, name="dem")


def plane(lat: float, lon: float) -> float:
    """50 m up for a thousandth of a degree to the north: 111 m, a slope of 0.4496; level from west to east."""
    return 100.0 + 50.0 * (lat - 60.0) / 0.001


def gentle(lat: float, lon: float) -> float:
    """5 m up for a thousandth of a degree to the north: a slope of 0.04496."""
    return 100.0 + 5.0 * (lat - 60.0) / 0.001


def read(path: Path, *ways, heights=gentle, **options: object) -> Roads:
    source = osm_file(path / "a.osm", make_square(), ways)
    return Roads.read(source, Options(**{"part": "all"} | options)).with_heights(make_dem(heights))


def weights(roads: Roads) -> dict[tuple[int, int], int]:
    graph = roads.graph
    ends = zip(graph.node_id[graph.tail].tolist(), graph.node_id[graph.head].tolist(), strict=True)
    return dict(zip(ends, graph.weight.tolist(), strict=True))


def tobler(slope: float) -> float:
    """How much longer a metre takes than on the flat."""
    return math.exp(3.5 * abs(slope + 0.05)) / math.exp(3.5 * 0.05)


def power(slope: float) -> float:
    """The same of a cyclist of 120 W and 90 kg, by bisection."""

    def speed(slope: float) -> float:
        low, high = 0.0, 100.0
        for _ in range(60):
            middle = (low + high) / 2
            force = 90 * 9.81 * math.sin(math.atan(slope)) + 90 * 9.81 * 0.007 * math.cos(math.atan(slope))
            low, high = (middle, high) if middle * (force + 0.5 * 1.225 * 0.632 * middle**2) < 120 else (low, middle)
        return min(max(low, 3 / 3.6), 10.0)

    return speed(0.0) / speed(slope)


@pytest.mark.parametrize(("profile", "factor"), [("foot", tobler), ("bike", power), ("car", lambda slope: 1.0)])
def test_a_slope_takes_its_time_in_both_directions(tmp_path: Path, profile, factor) -> None:
    flat = weights(read(tmp_path, make_road(1, [11, 21]), heights=lambda lat, lon: 7.0, profile=profile))
    found = weights(read(tmp_path, make_road(1, [11, 21]), profile=profile))
    slope = 5.0 / (math.radians(0.001) * 6_371_008.8)
    assert found[11, 21] == pytest.approx(flat[11, 21] * factor(slope), abs=1.5)
    assert found[21, 11] == pytest.approx(flat[21, 11] * factor(-slope), abs=1.5)
    assert (found[11, 21] == found[21, 11]) == (profile == "car")


def test_steep_pieces_are_capped_and_distance_is_unchanged(tmp_path: Path) -> None:
    steep = weights(read(tmp_path, make_road(1, [11, 21]), heights=lambda lat, lon: 3 * plane(lat, lon), profile="foot"))
    flat = weights(read(tmp_path, make_road(1, [11, 21]), heights=lambda lat, lon: 7.0, profile="foot"))
    assert steep[11, 21] == pytest.approx(flat[11, 21] * tobler(0.5), abs=1.5)
    options = {"profile": "foot", "metric": "distance"}
    far = weights(read(tmp_path, make_road(1, [11, 21]), **options))
    assert far == weights(read(tmp_path, make_road(1, [11, 21]), heights=lambda lat, lon: 7.0, **options))


def test_the_profile_file_names_the_model(tmp_path: Path) -> None:
    base = Path(__file__).parents[2] / "src/genastar_roads/profiles/foot.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(base.read_text(encoding="utf-8").replace('slope = "tobler"', 'slope = "naismith"'), encoding="utf-8")
    found = weights(read(tmp_path, make_road(1, [11, 21]), profile=str(mine)))
    flat = weights(read(tmp_path, make_road(1, [11, 21]), heights=lambda lat, lon: 7.0, profile=str(mine)))
    assert found[11, 21] == pytest.approx(flat[11, 21] + 5 * 6 * 1000, abs=2)  # 10 minutes for 100 m, at 5 km/h
    assert found[21, 11] == flat[21, 11]  # less than 5 degrees
    mine.write_text(mine.read_text(encoding="utf-8").replace('"naismith"', '"steep"'), encoding="utf-8")
    with pytest.raises(BadInput, match="slope"):
        read(tmp_path, make_road(1, [11, 21]), profile=str(mine))


def test_climb_descent_and_profile_of_a_route(tmp_path: Path) -> None:
    roads = read(tmp_path, make_road(1, [11, 21, 31, 32, 22, 12]), heights=plane, profile="foot")
    route = roads.find_tour([roads.find_by_number(11), roads.find_by_number(12)], engine="interpreted")
    assert route is not None
    assert (route.climb, route.descent) == pytest.approx((100.0, 100.0))
    assert route.profile[0].tolist() == pytest.approx([0.0, 150.0])
    assert route.profile[-1].tolist() == pytest.approx([route.metres, 150.0])
    assert route.profile[:, 1].max() == pytest.approx(250.0)
    assert route.heights == pytest.approx([plane(*point) for point in route.points])
    half = roads.find_tour([roads.find_nearest(60.0015, 24.001), roads.find_by_number(31)], engine="interpreted")
    assert half is not None
    assert (half.climb, half.descent) == pytest.approx((75.0, 0.0), abs=0.01)
    assert half.heights == pytest.approx([175.0, 200.0, 250.0], abs=0.01)
    nothing = Roads.read(tmp_path / "a.osm", Options(part="all", profile="foot"))
    plain = nothing.find_tour([nothing.find_by_number(11), nothing.find_by_number(12)], engine="interpreted")
    assert plain is not None
    assert math.isnan(plain.climb)
    assert (plain.profile.shape, plain.heights.shape) == ((0, 2), (0,))
    rises = roads.to_geodataframes()[1][["climb", "descent"]]
    assert rises["climb"].sum() == pytest.approx(rises["descent"].sum())  # every road is open both ways


def test_noise_below_a_metre_is_no_climb(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    noisy = read(
        tmp_path, make_road(1, [11, 31]), heights=lambda lat, lon: gentle(lat, lon) + random.uniform(-0.4, 0.4), profile="foot"
    )
    route = noisy.find_tour([noisy.find_by_number(11), noisy.find_by_number(31)], engine="interpreted")
    assert route is not None
    assert (route.climb, route.descent) == pytest.approx((10.0, 0.0), abs=0.8)


def test_bridges_and_tunnels_take_the_line_between_their_ends(tmp_path: Path) -> None:
    def valley(lat: float, lon: float) -> float:
        return 100.0 - (60.0 if 60.0155 < lat < 60.0205 else 0.0) + (200.0 if 60.0235 < lat < 60.0265 else 0.0)

    nodes = {number: (60.01 + 0.0025 * (number - 1), 24.012) for number in range(1, 10)}
    ways = [
        make_road(1, [1, 2]),
        make_road(2, [2, 4], bridge="yes"),
        make_road(3, [4, 6], bridge="viaduct"),
        make_road(4, [6, 8], tunnel="yes"),
        make_road(5, [8, 9]),
        make_road(6, [5, 4], bridge="yes"),
    ]
    source = osm_file(tmp_path / "b.osm", nodes, ways)
    roads = Roads.read(source, Options(part="all", profile="foot")).with_heights(make_dem(valley))
    route = roads.find_tour([roads.find_by_number(1), roads.find_by_number(9)], engine="interpreted")
    assert route is not None
    assert (route.climb, route.descent) == pytest.approx((0.0, 0.0), abs=1e-6)
    ground = Roads.read(
        osm_file(tmp_path / "c.osm", nodes, [make_road(1, list(range(1, 10)))]), Options(part="all", profile="foot")
    ).with_heights(make_dem(valley))
    route = ground.find_tour([ground.find_by_number(1), ground.find_by_number(9)], engine="interpreted")
    assert route is not None
    assert (route.climb, route.descent) == pytest.approx((260.0, 260.0), abs=1.0)


def test_a_chain_of_bridges_is_straight(tmp_path: Path) -> None:
    nodes = {number: (60.01 + 0.002 * number, 24.012) for number in range(6)}
    ways = [
        make_road(1, [0, 1]),
        *(make_road(each, [each - 1, each], bridge="yes") for each in (2, 3, 4)),
        make_road(5, [4, 5]),
    ]
    roads = Roads.read(osm_file(tmp_path / "b.osm", nodes, ways), Options(part="all", profile="foot"))
    heights = roads.with_heights(make_dem(lambda lat, lon: gentle(lat, lon) if not 60.0125 < lat < 60.0175 else 0.0))
    route = heights.find_tour([heights.find_by_number(0), heights.find_by_number(5)], engine="interpreted")
    assert route is not None
    assert route.heights == pytest.approx([gentle(lat, 0.0) for lat, _ in route.points], abs=0.01)
    assert route.descent == pytest.approx(0.0, abs=1e-6)


def test_missing_heights_are_counted_or_refused(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12, 13]), make_road(2, [12, 22, 32]), make_road(3, [11, 21])]
    source = osm_file(tmp_path / "a.osm", make_square(), ways)
    roads = Roads.read(source, Options(part="all", profile="foot"))
    holed = make_dem(lambda lat, lon: -5.0 if lat > 60.0026 else gentle(lat, lon), nodata=-5.0)
    found = roads.with_heights(holed)
    assert "1 of 4 roads have no heights in dem; they take the line between their ends" in found.remark
    route = found.find_tour([found.find_by_number(12), found.find_by_number(32)], engine="interpreted")
    assert route is not None
    assert route.heights == pytest.approx([105.0, 105.0, 105.0])  # beyond the hole there is no other end
    with pytest.raises(BadInput, match="100 % of the roads lie outside"):
        roads.with_heights(make_dem(lambda lat, lon: math.nan if lon < 24.02 else 1.0))
    write_geotiff(holed.values, holed.frame, tmp_path / "a.tif", None)
    other = make_raster(np.ones((5, 5)), (0.1, 0, 7, 0, -0.1, 47), "EPSG:4326")
    write_geotiff(other.values, other.frame, tmp_path / "far.tif", None)
    with pytest.raises(BadInput, match="the map lies outside, at 59"):
        roads.with_heights(tmp_path / "far.tif")
    with pytest.raises(BadInput, match="have heights already"):
        found.with_heights(holed)
    with pytest.raises(BadInput, match="this terrain has costs"):
        roads.with_heights(genastar.load(holed, domain="terrain"))
    with pytest.raises(BadInput, match="seems to mean no data"):
        roads.with_heights(make_dem(lambda lat, lon: -32768.0 if lat > 60.002 else 5.0))
    with pytest.raises(BadInput, match="go up to 29029; expected metres"):
        roads.with_heights(make_dem(lambda lat, lon: 29029.0))
    with rasterio.open(tmp_path / "a.tif", "r+") as dataset:
        dataset.units = ["ft"]
    with pytest.raises(BadInput, match="elevations are in feet"):
        roads.with_heights(tmp_path / "a.tif")
    with pytest.raises(BadInput, match=r"no.tif: .*No such file"):
        roads.with_heights(tmp_path / "no.tif")
    write_geotiff(holed.values, holed.frame, tmp_path / "b.tif", None)
    with pytest.raises(BadInput, match="leave out the option heights_crs"):
        Roads.read(source, Options(part="all", heights=str(tmp_path / "b.tif"), heights_crs="EPSG:32633"))
    with pytest.raises(BadInput, match="heights need coordinates"):
        genastar.load({"tail": [0], "head": [1], "weight": [1]}, domain="roads").with_heights(holed)
    with pytest.raises(BadInput, match="coordinates and lengths"):
        genastar.load(
            {"tail": [0], "head": [1], "weight": [1], "lat": [60.0, 60.01], "lon": [24.0, 24.0]}, "roads"
        ).with_heights(holed)


def test_a_raster_without_a_reference_system(tmp_path: Path) -> None:
    source = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 21])])
    dem = make_dem(gentle)
    write_geotiff(dem.values, evolve(dem.frame, crs=None), tmp_path / "a.tif", None)
    with pytest.raises(BadInput, match="heights_crs=EPSG"):
        Roads.read(source, Options(part="all", heights=str(tmp_path / "a.tif")))
    found = Roads.read(source, Options(part="all", heights=str(tmp_path / "a.tif"), heights_crs="EPSG:4326", profile="foot"))
    assert weights(found) == weights(read(tmp_path, make_road(1, [11, 21]), profile="foot"))


@pytest.mark.parametrize("crs", ["EPSG:32635", "EPSG:4326", "turned", "south-up", "full circle"])
def test_all_frames_and_sources_agree(tmp_path: Path, crs: str) -> None:
    """A plane in UTM, in degrees, turned by 30 degrees, upside down, beyond 180; as a file, as a dataset, as a terrain."""
    from pyproj import Transformer

    source = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 21]), make_road(2, [21, 12])])
    roads = Roads.read(source, Options(part="all", profile="bike"))
    if crs == "EPSG:4326":
        dem = make_dem(gentle)
    elif crs == "south-up":
        dem = make_raster(make_dem(gentle).values[::-1], (CELL, 0, WEST, 0, CELL, NORTH - SHAPE[0] * CELL), "EPSG:4326")
    elif crs == "full circle":
        dem = make_raster(make_dem(gentle).values, (CELL, 0, WEST + 360, 0, -CELL, NORTH), "EPSG:4326")
    else:
        x, y = Transformer.from_crs(4326, 32635, always_xy=True).transform(24.002, 60.002)
        turn = math.radians(30 if crs == "turned" else 0)
        a, b, d, e = 25 * math.cos(turn), 25 * math.sin(turn), 25 * math.sin(turn), -25 * math.cos(turn)
        place = (a, b, x - 100 * a - 100 * b, d, e, y - 100 * d - 100 * e)
        columns, rows = np.meshgrid(np.arange(200) + 0.5, np.arange(200) + 0.5)
        lon, lat = Transformer.from_crs(32635, 4326, always_xy=True).transform(
            place[0] * columns + place[1] * rows + place[2], place[3] * columns + place[4] * rows + place[5]
        )
        dem = make_raster(gentle(lat, lon), place, "EPSG:32635")
    write_geotiff(dem.values, dem.frame, tmp_path / "a.tif", None)
    wanted = weights(roads.with_heights(make_dem(gentle)))
    with rasterio.open(tmp_path / "a.tif") as dataset:
        for each in (dem, tmp_path / "a.tif", dataset, genastar.load(dem, domain="terrain", slope="length")):
            found = weights(roads.with_heights(each))
            assert found.keys() == wanted.keys()
            assert all(found[edge] == pytest.approx(wanted[edge], rel=2e-3) for edge in wanted)


def hills(lat, lon):
    return 40 + 30 * np.sin((lat - 60.5) * 900) * np.cos((lon - 26.9) * 500)


def make_hills() -> Raster:
    north, west, cell = 60.55, 26.90, 0.0004
    lat, lon = north - cell * (np.arange(100) + 0.5), west + cell * (np.arange(250) + 0.5)
    return make_raster(hills(lat[:, None], lon[None, :]), (cell, 0, west, 0, -cell, north), "EPSG:4326")


def simplify(points: list[tuple[float, float]], most: float) -> list[tuple[float, float]]:
    """Ramer, Douglas and Peucker, as in their papers."""
    (x, y), (u, v) = points[0], points[-1]
    far = [abs((v - y) * (p - x) - (u - x) * (q - y)) / math.hypot(u - x, v - y) for p, q in points[1:-1]]
    if not far or max(far) <= most:
        return [points[0], points[-1]]
    split = far.index(max(far)) + 1
    return simplify(points[: split + 1], most)[:-1] + simplify(points[split:], most)


@pytest.mark.parametrize(("profile", "factor"), [("foot", tobler), ("bike", power)])
def test_a_real_map_equals_an_oracle(profile: str, factor) -> None:
    """Each edge by a grid of scipy, the paper's simplification and the formulas; then paths by a naive search."""
    plain, dem = Roads.read(DATA / "kotka.osm.pbf", Options(profile=profile)), make_hills()
    roads, frame = plain.with_heights(dem), dem.frame
    graph, facts = roads.graph, roads.graph.facts
    assert facts is not None
    lat, lon = frame.centres(np.arange(frame.size))[:: frame.width, 1], frame.centres(np.arange(frame.width))[:, 0]
    read = RegularGridInterpolator((lat[::-1], lon), dem.values[::-1])
    metres = math.radians(0.0004) * 6_371_008.8 * math.cos(math.radians(60.53))
    checked = 0
    for edge in range(graph.edges):
        if facts.traits[edge] & SPAN:
            continue
        line, _ = list_lines(graph, np.array([edge]))
        samples: list[tuple[float, float]] = []
        travelled = 0.0
        for (y, x), (v, u) in pairwise(line.tolist()):
            step = 6_371_008.8 * math.hypot(math.radians(v - y), math.radians(u - x) * math.cos(math.radians((y + v) / 2)))
            for part in range(count := max(math.ceil(step / metres), 1)):
                share = part / count
                place = (y + share * (v - y), x + share * (u - x))
                samples.append((travelled + share * step, float(read(place).item())))
            travelled += step
        samples.append((travelled, float(read(line[-1]).item())))
        pieces = list(pairwise(simplify(samples, 1.0)))
        wanted = sum((u - x) * factor(max(min((v - y) / (u - x), 0.5), -0.5)) for (x, y), (u, v) in pieces) / travelled
        if len(pieces) == 1 or profile == "bike":  # where a point is kept is a matter of the last digit elsewhere
            near = graph.weight[edge] == pytest.approx(plain.graph.weight[edge] * wanted, rel=0.01, abs=2)
            checked += near
            assert near or len(pieces) > 1, edge
    assert checked > 0.85 * graph.edges * (1 if profile == "bike" else 0.5)
    oracle = Oracle(graph, graph.u_turns)
    random = np.random.default_rng(3)
    for start, goal in random.integers(graph.size, size=(6, 2)).tolist():
        wanted_cost = oracle.between(start, goal)
        for name in NAMES:
            ends = roads.make_node_place(start), [roads.make_node_place(goal)]
            found = roads.search(*ends, algorithm=name, engine="interpreted")
            assert found.cost is not None
            assert round(found.cost.travelled * 1000) == wanted_cost
    edges = list_lines(graph, np.arange(graph.edges))
    assert len(edges[0])


@cache
def read_kotka(profile: str) -> Roads:
    return Roads.read(DATA / "kotka.osm.pbf", Options(profile=profile))


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["bike", "foot", "car"]), cell=st.sampled_from([0.0007, 0.003]))
def test_laws_of_heights_on_any_ground(seed: int, profile: str, cell: float) -> None:
    """Up less down is the difference of the ends; the way back is the mirror; A* with its estimate finds what Dijkstra does."""
    random = np.random.default_rng(seed)
    size = round(0.04 / cell) + 2, round(0.08 / cell) + 2
    ground = make_raster(random.normal(50, 40, size), (cell, 0, 26.91, 0, -cell, 60.55), "EPSG:4326")
    roads = read_kotka(profile).with_heights(ground)
    start, goal = (roads.make_node_place(int(node)) for node in random.integers(roads.graph.size, size=2))
    route = roads.find_tour([start, goal], algorithm="astar", engine="interpreted")
    wanted = Oracle(roads.graph, roads.graph.u_turns).between(start.node, goal.node)
    assert (None if route is None else route.cost) == wanted
    if route is None or not route.legs:
        return
    heights = route.heights
    assert route.climb - route.descent == pytest.approx(heights[-1] - heights[0])
    twins = roads.graph.twin[route.edges]
    if (twins >= 0).all():
        back = Route(roads.graph, goal, start, tuple(map(Leg, twins[::-1].tolist())))
        assert (back.climb, back.descent) == pytest.approx((route.descent, route.climb))
        assert back.heights == pytest.approx(heights[::-1])


def test_a_saved_graph_keeps_its_heights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dem = make_hills()
    write_geotiff(dem.values, dem.frame, tmp_path / "a.tif", None)
    source, option = str(DATA / "kotka.osm.pbf"), ["--profile", "bike", "--option", f"heights={tmp_path / 'a.tif'}"]
    ends = ["--from", "60.5251,26.9402", "--to", "60.5352,26.9601", "--json", "--engine", "interpreted"]
    assert main(["roads", "save", source, str(tmp_path / "k.roads"), "--prepare", "hierarchy", *option]) == 0
    capsys.readouterr()
    for arguments in ([source, *option, *ends], [str(tmp_path / "k.roads"), *ends]):
        assert main(["roads", "route", *arguments, "--plot", str(tmp_path / "p.png"), "--out", str(tmp_path / "w.gpx")]) == 0
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert one == other
    (route,) = one["routes"]
    assert route["climb"] == pytest.approx(sum(max(b[1] - a[1], 0) for a, b in pairwise(route["profile"])), abs=1.5)
    assert route["profile"][-1][0] == pytest.approx(route["metres"], abs=0.1)
    with Image.open(tmp_path / "p.png") as picture:
        assert picture.size == (1000, 300)
    heights = [
        (float(point.get("lat", "")), float(point.get("lon", "")), float(point[0].text or ""))
        for point in Xml.parse(tmp_path / "w.gpx").iter("{http://www.topografix.com/GPX/1/1}trkpt")
    ]
    assert np.median([abs(hills(lat, lon) - height) for lat, lon, height in heights]) < 1
    with pytest.raises(BadInput, match="heights was fixed when the graph was saved"):
        Roads.read(tmp_path / "k.roads", Options(heights=str(tmp_path / "a.tif")))
    with pytest.raises(BadInput, match="save its source with --option heights"):
        Roads.read(tmp_path / "k.roads", Options()).with_heights(dem)
    assert Roads.read(DATA / "kotka.osm.pbf", Options()).with_options(Options(heights="other.tif")) is None
    graph = Roads.read(tmp_path / "k.roads", Options()).graph
    reverse = graph.reverse_edges()
    assert reverse.facts is not None
    assert graph.facts is not None
    back = graph.facts.get_rises(graph.get_reverse_order())[:, ::-1]
    assert np.array_equal(reverse.facts.get_rises(np.arange(graph.edges)), back)
    assert back.sum() > 100


def test_roads_of_their_own_without_heights_are_level(tmp_path: Path) -> None:
    """An island without data has no ends to hang between: it lies as high as the nearest road."""
    ways = [make_road(1, [11, 12]), make_road(2, [12, 13]), make_road(3, [21, 22]), make_road(4, [31, 32])]
    roads = Roads.read(osm_file(tmp_path / "a.osm", make_square(), ways), Options(part="all", profile="foot"))
    found = roads.with_heights(make_dem(lambda lat, lon: math.nan if lat > 60.0026 else plane(lat, lon)))
    assert "1 of 4 roads" in found.remark
    route = found.find_tour([found.find_by_number(31), found.find_by_number(32)], engine="interpreted")
    assert route is not None
    assert route.heights == pytest.approx([plane(60.002, 0)] * 2)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genastar_roads.heights.elevations", None)
    with pytest.raises(BadInput, match=r"heights needs genastar-terrain.*pip install 'genastar-roads\[heights\]'"):
        Roads.read(DATA / "kotka.osm.pbf", Options(heights="a.tif"))


def test_heights_are_cut_at_the_antimeridian() -> None:
    one, other = split_at_antimeridian(np.array([[0.0, 179.0, 10.0], [2.0, -179.0, 30.0]]), 1)
    assert (one.tolist(), other.tolist()) == ([[0, 179, 10], [1, 180, 20]], [[1, -180, 20], [2, -179, 30]])
