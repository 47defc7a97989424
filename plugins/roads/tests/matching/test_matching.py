"""Map matching: known routes come back from noisy tracks, and a naive search over all sequences agrees."""

from __future__ import annotations

import heapq
import json
import math
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import make_road, make_square, osm_file

from genastar import BadInput
from genastar.cli import main
from genastar_roads.answers.route import Route
from genastar_roads.graph.lines import cut_line, measure_along
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.matching.track import read_track
from genastar_roads.model import Roads

DATA = Path(__file__).parents[1] / "data"
METRES = math.pi / 180 * 6_371_008.8
SLOWLY = {"engine": "interpreted"}


@cache
def read_kotka() -> Roads:
    return Roads.read(DATA / "kotka.osm.pbf", Options(profile="bike"))


@pytest.fixture
def kotka() -> Roads:
    return read_kotka()


def sample(route: Route, step: float, noise: float, random: np.random.Generator) -> np.ndarray:
    """Points along a route with normal noise, in metres in both directions."""
    line = route.points
    length = measure_along(line)[-1]
    points = np.array([*(cut_line(line, at / length, at / length)[0] for at in np.arange(0, length, step)), line[-1]])
    return points + random.normal(0, noise, points.shape) / (METRES * np.array([1, math.cos(math.radians(points[0, 0]))]))


def measure_difference(truth: Route, found: tuple[Route, ...], ends: float) -> float:
    """The metres on roads of one that the other does not take, but for as many at the ends, by the length of the first."""
    side = truth.graph.sides.of_edge

    def list_sides(route: Route) -> dict[int, float]:
        sides, travelled = {}, 0.0
        for leg in route.legs:
            length = leg.share * float(truth.graph.facts.length[leg.edge])  # type: ignore[union-attr]
            if ends < travelled + length / 2 < route.metres - ends:
                sides[int(side[leg.edge])] = length
            travelled += length
        return sides

    mine, all_mine = list_sides(truth), {int(side[leg.edge]) for leg in truth.legs}
    others = {number: length for route in found for number, length in list_sides(route).items()}
    all_others = {int(side[leg.edge]) for route in found for leg in route.legs}
    wrong = sum(length for number, length in mine.items() if number not in all_others)
    return (wrong + sum(length for number, length in others.items() if number not in all_mine)) / truth.metres


@pytest.mark.long
@settings(max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_a_route_comes_back_from_a_track(seed: int) -> None:
    """Exactly with little noise; with 5 to 10 metres, up to streets that run beside each other within the noise."""
    kotka = read_kotka()
    random = np.random.default_rng(seed)
    start, goal = (kotka.make_node_place(int(node)) for node in random.integers(kotka.graph.size, size=2))
    route = kotka.find_tour([start, goal], **SLOWLY)
    if route is None or route.metres < 400:
        return
    for noise, most in ((1.0, 0.05), (5.0, 0.2), (10.0, 1.0)):
        found = kotka.match(sample(route, 25, noise, random).tolist(), sigma=max(noise, 4.0), **SLOWLY)
        assert (len(found.routes), found.breaks, found.matched) == (1, (), 1.0)
        assert measure_difference(route, found.routes, 4 * max(noise, 4.0)) <= most
        assert found.away < 1.5 * max(noise, 1.0)
        (back,) = found.routes
        assert back.metres == pytest.approx(route.metres, rel=0.1, abs=8 * noise)


def test_most_routes_come_back_exactly(kotka: Roads) -> None:
    random = np.random.default_rng(0)
    exact = count = 0
    while count < 8:
        start, goal = (kotka.make_node_place(int(node)) for node in random.integers(kotka.graph.size, size=2))
        route = kotka.find_tour([start, goal], **SLOWLY)
        if route is not None and route.metres > 400:
            found = kotka.match(sample(route, 25, 5.0, random).tolist(), **SLOWLY)
            exact += measure_difference(route, found.routes, 40) == 0
            count += 1
    assert exact >= 7


class Naive:
    """All sequences of states, one after another; on a plane, with a search over edges."""

    def __init__(self, graph: RoadGraph, sigma: float, beta: float, radius: float) -> None:
        self.graph, self.sigma, self.beta, self.radius = graph, sigma, beta, radius
        self.scale = METRES * np.array([1.0, math.cos(math.radians(60.002))])
        self.spots = np.stack((graph.lat, graph.lon), axis=1) * self.scale
        self.ends = list(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
        self.length = [math.dist(self.spots[a], self.spots[b]) for a, b in self.ends]

    def list_states(self, point: np.ndarray) -> list[tuple[int, float, float]]:
        found = []
        for edge, (a, b) in enumerate(self.ends):
            along = self.spots[b] - self.spots[a]
            share = float(np.clip((point * self.scale - self.spots[a]) @ along / (along @ along), 0, 1))
            away = math.dist(point * self.scale, self.spots[a] + share * along)
            if away <= self.radius:
                found.append((edge, share, away))
        return found

    def measure(self, edge: int, goal: int) -> float:
        """From the end of an edge to the beginning of another, without turning round."""
        queue, done = [(0.0, edge)], set()
        while queue:
            cost, last = heapq.heappop(queue)
            for after, ends in enumerate(self.ends):
                if ends[0] == self.ends[last][1] and ends != self.ends[last][::-1]:
                    if after == goal:
                        return cost
                    if after not in done:
                        done.add(after)
                        heapq.heappush(queue, (cost + self.length[after], after))
        return math.inf

    def measure_path(self, one: tuple[int, float, float], other: tuple[int, float, float]) -> float:
        edge, share, _ = one
        found = []
        turned = [(self.ends.index(self.ends[edge][::-1]), 1 - share, 50.0)] if self.ends[edge][::-1] in self.ends else []
        for way, at, price in [(edge, share, 0.0), *turned]:
            ahead = (other[1] - at) * self.length[way]
            if other[0] == way and (ahead >= -4 * self.sigma or price):
                found.append(abs(ahead) + price)
            rest = (1 - at) * self.length[way] + self.measure(way, other[0]) + other[1] * self.length[other[0]]
            found.append(rest + price)
        return min(found)

    def find_best(self, points: np.ndarray) -> tuple[float, tuple[int, ...]]:
        states = [self.list_states(point) for point in points]
        gaps = [math.dist(a * self.scale, b * self.scale) for a, b in pairwise(points)]
        emit = [
            [-0.5 * (away / self.sigma) ** 2 - math.log(self.sigma * math.sqrt(2 * math.pi)) for *_, away in each]
            for each in states
        ]
        move = [
            [
                [
                    -math.inf
                    if (way := self.measure_path(a, b)) > 2 * gap + 500
                    else -abs(way - gap) / self.beta - math.log(self.beta)
                    for b in after
                ]
                for a in before
            ]
            for (before, after), gap in zip(pairwise(states), gaps, strict=True)
        ]

        def score(chosen: tuple[int, ...]) -> float:
            moves = sum(move[row][a][b] for row, (a, b) in enumerate(pairwise(chosen)))
            return moves + sum(emit[row][number] for row, number in enumerate(chosen))

        best = max(product(*(range(len(each)) for each in states)), key=score)
        return score(best), tuple(states[row][number][0] for row, number in enumerate(best))


@pytest.mark.parametrize("seed", range(8))
def test_all_sequences_of_a_small_town_agree(tmp_path: Path, seed: int) -> None:
    ways = [
        make_road(1, [11, 12, 13]),
        make_road(2, [11, 21]),
        make_road(3, [12, 22], oneway="yes"),
        make_road(4, [21, 22]),
        make_road(5, [22, 13]),
    ]
    roads = Roads.read(osm_file(tmp_path / "a.osm", make_square(), ways), Options(part="all", profile="car", u_turns="allowed"))
    random = np.random.default_rng(seed)
    corners = np.array([[60.001, 24.001], [60.001, 24.002], [60.002, 24.002], [60.001, 24.003]])
    points = corners + random.normal(0, 12, corners.shape) / (METRES * np.array([1, 0.5]))
    sigma, beta, radius = 8.0, 6.0, 45.0
    found = roads.match(points.tolist(), sigma=sigma, beta=beta, radius=radius, **SLOWLY)
    naive = Naive(roads.graph, sigma, beta, radius)
    wanted, _ = naive.find_best(points)
    assert found.log_likelihood * len(points) == pytest.approx(wanted, abs=0.05)
    assert len(found.routes) == 1
    assert len([place for place in found.places if place is not None]) == len(points)


def test_a_track_with_a_gap_and_points_off_the_roads(tmp_path: Path) -> None:
    """Two roads that do not meet: a break; a point without a road: no place; a glitch: no part of its own."""
    nodes = {1: (60.0, 24.0), 2: (60.002, 24.0), 3: (60.02, 24.0), 4: (60.022, 24.0)}
    source = osm_file(tmp_path / "a.osm", nodes, [make_road(1, [1, 2]), make_road(2, [3, 4])])
    roads = Roads.read(source, Options(part="all", profile="car"))
    track = [(60.0, 24.0), (60.0005, 24.0), (60.001, 24.005), (60.0015, 24.0), (60.0202, 24.0), (60.0215, 24.0)]
    found = roads.match(track, **SLOWLY)
    assert found.breaks == ((3, 4),)
    assert [place is None for place in found.places] == [False, False, True, False, False, False]
    assert found.matched == pytest.approx(5 / 6)
    assert [round(route.metres) for route in found.routes] == [167, 145]
    nothing = roads.match([(61.0, 24.0), (61.1, 24.0)], **SLOWLY)
    assert (nothing.routes, nothing.matched, nothing.list_facts()["away"]) == ((), 0.0, None)


def test_a_long_gap_is_filled_by_the_shortest_path(tmp_path: Path) -> None:
    """Points without roads do not shorten the reach of the path across them; far tracks do not lengthen it."""
    nodes = {1: (60.0, 24.0), 2: (60.001, 24.0), 3: (60.001, 24.03), 4: (60.02, 24.03), 5: (60.02, 24.0), 6: (60.021, 24.0)}
    source = osm_file(tmp_path / "a.osm", nodes, [make_road(number, [number, number + 1]) for number in range(1, 6)])
    roads = Roads.read(source, Options(part="all", profile="car"))
    track = [
        (60.0002, 24.0),
        (60.0008, 24.0),
        *((60.0 + 0.001 * step, 24.0) for step in range(3, 19)),
        (60.0202, 24.0),
        (60.0208, 24.0),
    ]
    gap = roads.match(track, **SLOWLY)
    assert (len(gap.routes), gap.breaks, round(gap.matched * len(track))) == (
        2,
        ((1, 18),),
        4,
    )  # 5.4 km are more than twice 2.2
    near = {**nodes, 3: (60.001, 24.01), 4: (60.02, 24.01)}
    source = osm_file(tmp_path / "b.osm", near, [make_road(number, [number, number + 1]) for number in range(1, 6)])
    found = Roads.read(source, Options(part="all", profile="car")).match(track, **SLOWLY)
    assert (len(found.routes), found.breaks) == (1, ())
    assert found.routes[0].metres == pytest.approx(3402, abs=5)


def test_there_and_back_on_one_road_is_a_turn(tmp_path: Path) -> None:
    source = osm_file(tmp_path / "a.osm", {1: (60.0, 24.0), 2: (60.01, 24.0)}, [make_road(1, [1, 2])])
    roads = Roads.read(source, Options(part="all", profile="bike"))
    out = [(60.0 + 0.0005 * step, 24.0) for step in range(1, 9)]
    found = roads.match([*out, *out[-2::-1]], **SLOWLY)
    (route,) = found.routes
    assert len(route.legs) == 2
    assert roads.graph.twin[route.legs[0].edge] == route.legs[1].edge
    assert route.metres == pytest.approx(2 * 7 * 0.0005 * METRES, rel=1e-3)


def test_one_way_streets_and_turn_restrictions_bind(tmp_path: Path) -> None:
    """Against a one-way street there is no path; noise along it is none."""
    ways = [make_road(1, [11, 21, 31], oneway="yes")]
    roads = Roads.read(osm_file(tmp_path / "a.osm", make_square(), ways), Options(part="all", profile="car"))
    along = [(60.001 + 0.0002 * step, 24.001) for step in range(11)]
    assert round(roads.match(along, **SLOWLY).routes[0].metres) == 222
    assert roads.match(along[::-1], sigma=2, **SLOWLY).routes == ()
    back = [*along[:5], (along[4][0] - 0.0003, 24.001), *along[5:]]
    found = roads.match(back, **SLOWLY)
    assert round(found.routes[0].metres) == 222
    assert found.matched == 1.0


def test_tracks_of_all_kinds_are_read(tmp_path: Path) -> None:
    line = {"type": "LineString", "coordinates": [[24.0, 60.0], [24.1, 60.1, 5.0]]}
    first = "<trkpt lat='60' lon='24'><ele>4</ele><time>2020-01-01T00:00:00Z</time></trkpt>"
    segment = f"<trkseg>{first}<trkpt lat='60.1' lon='24.1'/></trkseg>"
    gpx = "<gpx xmlns='http://www.topografix.com/GPX/1/{}'><trk>{}</trk></gpx>"
    (tmp_path / "a.geojson").write_text(json.dumps({"type": "Feature", "geometry": line}), encoding="utf-8")
    (tmp_path / "a.gpx").write_text(gpx.format(1, segment), encoding="utf-8")
    (tmp_path / "b.GPX").write_text(gpx.format(0, segment * 2), encoding="utf-8")
    (tmp_path / "c.gpx").write_text(
        "<gpx><rte><rtept lat='60' lon='24'/><rtept lat='60.1' lon='24.1'/></rte></gpx>", encoding="utf-8"
    )
    wanted = [[60.0, 24.0], [60.1, 24.1]]
    sources = tmp_path / "a.geojson", str(tmp_path / "a.gpx"), tmp_path / "c.gpx", line, wanted, np.array(wanted)
    for source in (*sources, [(60.0, 24.0, "08:10"), (60.1, 24.1, "08:11")]):
        assert [part.tolist() for part in read_track(source)] == [wanted]
    assert [part.tolist() for part in read_track(tmp_path / "b.GPX")] == [wanted, wanted]
    several = {"type": "MultiLineString", "coordinates": [line["coordinates"]] * 2}
    point = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [24, 60]}}
    found = read_track({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": several}, point]})
    assert [part.tolist() for part in found] == [wanted, wanted]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.gpx", "<gpx><trk/></gpx>", "it has no track"),
        ("a.gpx", "<gpx><trk><trkseg><trkpt lat='a' lon='1'/></trkseg></trk></gpx>", "no latitude or longitude"),
        ("a.gpx", "<gpx>", "no well-formed XML"),
        ("a.gpx", "<!DOCTYPE gpx><gpx/>", "document type"),
        (
            "a.gpx",
            "<gpx><trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>",
            "1 points; expected a track of at least two",
        ),
        ("a.gpx", "<gpx><trk><trkseg><trkpt lat='91' lon='1'/></trkseg></trk></gpx>", "point 0 is 91,1"),
        ("a.json", "{", "no valid JSON"),
        ("a.fit", "\x00", r"a\.fit: no track can be read from this kind of file; expected \.gpx, \.geojson or \.json"),
        ("a.csv", "lat,lon", "expected .gpx"),
        ("a.json", '{"type": "Polygon"}', "has a 'Polygon'"),
        ("a.json", '{"kind": 1}', "not GeoJSON of lines"),
        ("a.json", '{"type": "LineString", "coordinates": [[1], [2]]}', "not GeoJSON of lines"),
    ],
)
def test_tracks_that_cannot_be_read(tmp_path: Path, kotka: Roads, name: str, text: str, why: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=why):
        kotka.match(tmp_path / name)


def test_numbers_and_points_that_cannot_be(kotka: Roads) -> None:
    track = [(60.5251, 26.9402), (60.5352, 26.9601)]
    for wrong in ({"sigma": 0}, {"beta": -1}, {"radius": 1e6}):
        with pytest.raises(BadInput, match=r"negative|out of range|at least|less"):
            kotka.match(track, **wrong)
    for points in ([1, 2], ["ab", "cd"], [(1, "x"), (2, 3)], 5):
        with pytest.raises(BadInput, match="list of points"):
            kotka.match(points)
    with pytest.raises(BadInput, match="coordinates"):
        Roads("it", RoadGraph.from_edges([0], [1], [5])).match(track)


def test_the_command(tmp_path: Path, kotka: Roads, capsys: pytest.CaptureFixture[str]) -> None:
    route = kotka.find_tour([kotka.find_nearest(60.5251, 26.9402), kotka.find_nearest(60.5352, 26.9601)], **SLOWLY)
    assert route is not None
    line = {"type": "LineString", "coordinates": sample(route, 30, 4, np.random.default_rng(2))[:, ::-1].tolist()}
    (tmp_path / "t.geojson").write_text(json.dumps(line), encoding="utf-8")
    words = ["match", str(DATA / "kotka.osm.pbf"), str(tmp_path / "t.geojson"), "--profile", "bike", "--engine", "interpreted"]
    assert main([*words, "--out", str(tmp_path / "way.gpx")]) == 0
    assert "100% of" in capsys.readouterr().out
    assert main([*words, "--json", "--out", str(tmp_path / "way.geojson")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["matched"], found["breaks"], len(found["routes"])) == (1.0, [], 1)
    assert found["routes"][0]["metres"] == pytest.approx(route.metres, rel=0.02)
    assert json.loads((tmp_path / "way.geojson").read_text(encoding="utf-8"))["features"][0]["properties"]["ways"]
    again = kotka.match(tmp_path / "way.gpx", **SLOWLY)  # what was written is read
    assert again.routes[0].metres == pytest.approx(found["routes"][0]["metres"], abs=1)
    (tmp_path / "far.geojson").write_text('{"type": "LineString", "coordinates": [[1, 1], [2, 2]]}', encoding="utf-8")
    words[2] = str(tmp_path / "far.geojson")
    assert main(words) == 1
    assert "not found" in capsys.readouterr().out
