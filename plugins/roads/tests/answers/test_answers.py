"""Answers to larger questions: matrices, isochrones, tours, alternatives."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from naive_edges import Oracle
from towns import make_road, make_town

from genastar import BadInput
from genastar_prepare.methods import HierarchyMethod
from genastar_roads.answers.route import Route
from genastar_roads.graph.earth import compute_metres
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def kotka() -> Roads:
    return Roads.read(DATA / "kotka.osm.pbf", Options(metric="distance"))


def some_places(roads: Roads, count: int, seed: int = 3) -> list[Place]:
    """Nodes, and places inside edges."""
    random = np.random.default_rng(seed)
    graph = roads.graph
    nodes = [roads.make_node_place(int(node)) for node in random.integers(0, graph.size, count)]
    lats, lons = (random.uniform(each.min(), each.max(), 20 * count) for each in (graph.lat, graph.lon))
    snapped: list[Place] = []
    for lat, lon in zip(lats, lons, strict=True):
        try:
            snapped.append(roads.find_nearest(float(lat), float(lon)))
        except BadInput:
            continue
    return [*nodes, *(place for place in snapped if place.edge >= 0)][: 2 * count]


def test_a_matrix_is_what_single_questions_say(kotka: Roads) -> None:
    places = some_places(kotka, 3)
    found = kotka.matrix(places, places, engine="interpreted")
    for row, start in enumerate(places):
        for column, goal in enumerate(places):
            cost = kotka.search(start, [goal], engine="interpreted").cost
            assert found[row, column] == (np.inf if cost is None else cost.travelled)


@pytest.mark.long
def test_pairs_by_a_hierarchy_cost_what_searches_say(kotka: Roads) -> None:
    """In one go; places inside edges, on one edge and at nodes where a turn is forbidden among them."""
    edge = int(np.flatnonzero(np.diff(kotka.graph.first)[kotka.graph.head] > 1)[0])
    turns = [[edge, int(kotka.graph.first[kotka.graph.head[edge]])]]
    graph = evolve(kotka.graph, turns=np.array(turns, np.int32))
    roads = Roads("it", graph)
    places = [*some_places(roads, 6), roads.make_node_place(int(graph.head[edge]))]
    starts, goals = [a for a in places for _ in places], [b for _ in places for b in places]
    found = roads.compute_costs_between(starts, goals, algorithm="hierarchy", engine="interpreted")
    assert found.tolist() == roads.compute_costs_between(starts, goals, engine="interpreted").tolist()
    assert found.tolist() == roads.matrix(places, places, algorithm="dijkstra", engine="interpreted").ravel().tolist()
    few = roads.matrix(places, places[:1], algorithm="hierarchy", engine="interpreted")
    assert few.tolist() == found.reshape(13, 13)[:, :1].tolist()
    assert not len(roads.compute_costs_between([], [], algorithm=HierarchyMethod()))
    with pytest.raises(BadInput, match="13 starts and 0 goals do not form pairs"):
        roads.compute_costs_between(places, [])
    with pytest.raises(BadInput, match="use hierarchy, dijkstra or auto"):
        roads.matrix(places, places, algorithm="astar")


def test_costs_from_a_node_are_those_of_an_oracle(kotka: Roads) -> None:
    found = kotka.compute_costs_from(kotka.make_node_place(5), engine="interpreted")
    oracle = Oracle(kotka.graph, kotka.graph.u_turns)
    wanted = {node: cost for node in range(kotka.graph.size) if (cost := oracle.between(5, node)) is not None}
    assert {node: round(cost * 100) for node, cost in enumerate(found) if np.isfinite(cost)} == wanted
    near = kotka.compute_costs_from(kotka.make_node_place(5), within=500.0, engine="interpreted")
    assert {node for node, cost in enumerate(near) if np.isfinite(cost)} == {
        node for node, cost in wanted.items() if cost <= 50_000
    }


def test_an_isochrone_ends_where_the_limit_is(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12, 13]), make_road(2, [12, 22]))
    found = roads.compute_isochrones([100.0, 40.0], roads.parse("60.001,24.0015"), engine="interpreted")
    wide, narrow = found["features"]  # type: ignore[misc]
    total = [
        sum(float(compute_metres(*a[::-1], *b[::-1])) for line in each["geometry"]["coordinates"] for a, b in pairwise(line))
        for each in (wide, narrow)
    ]
    # 27.8 m to 11, which is a dead end; beyond 12, at 27.8 m, a way of 55.6 m and one of 111.2 m.
    assert total[0] == pytest.approx(2 * 27.8 + 55.6 + 72.2, abs=0.3)
    assert total[1] == pytest.approx(2 * 27.8 + 2 * 12.2, abs=0.3)
    assert [each["properties"]["limit"] for each in (wide, narrow)] == [100.0, 40.0]
    assert found["attribution"] == "© OpenStreetMap contributors"
    json.dumps(found, allow_nan=False)


def test_an_isochrone_draws_a_road_that_is_reached_from_both_ends_once(kotka: Roads) -> None:
    features = kotka.compute_isochrones([1e6], kotka.make_node_place(0), engine="interpreted")["features"]
    lines = features[0]["geometry"]["coordinates"]  # type: ignore[index]
    drawn = sum(float(compute_metres(*a[::-1], *b[::-1])) for line in lines for a, b in pairwise(line))
    graph = kotka.graph
    assert graph.facts is not None
    once = (graph.stage < 2) & ((graph.twin < 0) | (np.arange(graph.edges) < graph.twin))
    assert drawn == pytest.approx(float(graph.facts.length[once].sum()), rel=1e-5)


@pytest.mark.parametrize("limits", [[-1.0], [float("nan")], [float("inf")]])
def test_limits_that_are_none(kotka: Roads, limits: list[float]) -> None:
    with pytest.raises(BadInput):
        kotka.compute_isochrones(limits, kotka.make_node_place(0))


def test_a_tour_is_the_sum_of_its_parts(kotka: Roads) -> None:
    places = some_places(kotka, 2)
    found = kotka.find_tour(places, engine="interpreted")
    parts = [kotka.find_tour(pair, engine="interpreted") for pair in pairwise(places)]
    assert found is not None
    assert found.metres == pytest.approx(sum(part.metres for part in parts if part is not None))
    with pytest.raises(BadInput):
        kotka.find_tour(places[:1])


def test_no_tour_where_there_is_no_way(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12], oneway="yes"))
    assert roads.find_tour([roads.parse("12"), roads.parse("11")], engine="interpreted") is None
    assert roads.alternatives(roads.parse("12"), roads.parse("11"), 3, engine="interpreted") == ()


@pytest.mark.parametrize("seed", range(6))
def test_alternatives_begin_with_the_cheapest_and_are_ways(kotka: Roads, seed: int) -> None:
    start, goal = some_places(kotka, 1, seed)[:2]
    routes = kotka.alternatives(start, goal, 4, engine="interpreted")
    cost = kotka.search(start, [goal], engine="interpreted").cost
    assert cost is not None
    assert routes[0].cost == pytest.approx(cost.travelled * 100, abs=2)
    assert [each.cost for each in routes] == sorted(each.cost for each in routes)
    for number, each in enumerate(routes):
        is_a_way(each, start, goal)
        assert each.cost <= 1.4 * routes[0].cost + 4
        assert all(each.measure_share(other) <= 0.75 for other in routes[:number])


def test_there_are_alternatives(tmp_path: Path) -> None:
    roads = make_town(
        tmp_path / "a.osm", make_road(1, [11, 12, 13, 23, 33]), make_road(2, [11, 21, 31, 32, 33]), make_road(3, [21, 22, 23])
    )
    routes = roads.alternatives(roads.parse("11"), roads.parse("33"), 5, engine="interpreted")
    assert len(routes) == 2
    assert routes[1].measure_share(routes[0]) < 0.75


def is_a_way(route: Route, start: Place, goal: Place) -> None:
    graph = route.graph
    for before, after in pairwise(route.legs):
        assert graph.head[before.edge] == graph.tail[after.edge]
        assert before.end == 1.0
        assert after.begin == 0.0
    assert route.points[0] == pytest.approx([start.lat, start.lon], abs=1e-6)
    assert route.points[-1] == pytest.approx([goal.lat, goal.lon], abs=1e-6)


def test_ways_are_geojson(kotka):
    """A result, and routes of a tour and of alternatives, are the same lines as in the file of a way."""
    start, middle, goal = some_places(kotka, 3)[:3]
    result = kotka.search(start, [goal])
    tour = kotka.find_tour([start, middle, goal])
    assert tour is not None
    found = kotka.to_geojson(result, tour)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    lines = [each for each in found["features"] if each["properties"]["kind"] == "route"]
    assert [line["properties"]["cost"] for line in lines] == pytest.approx([result.cost.travelled * kotka.scale, tour.cost])
    lon, lat = lines[0]["geometry"]["coordinates"][0]
    assert compute_metres(lat, lon, start.lat, start.lon) < 0.1
    assert kotka.to_geojson() == kotka.to_geojson(result) | {"features": []}


def test_no_way_is_no_geojson():
    *_, example = Roads.examples()  # to a place that is cut off
    result = example.domain.search(example.start, example.goals)
    with pytest.raises(BadInput, match=r"a result without a path \(unreachable\) cannot be written as GeoJSON; leave it out"):
        example.domain.to_geojson(result)


def test_a_route_cannot_be_pulled_straight() -> None:
    example = next(iter(Roads.examples()))
    result = example.domain.search(example.start, example.goals, engine="interpreted")
    with pytest.raises(BadInput, match=r"worlds of roads have no straight lines with these options or this source"):
        example.domain.straighten(result)
