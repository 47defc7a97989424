"""Questions that avoid roads, against searches in graphs without these roads, or with their costs multiplied."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from math import inf, nan
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_edges import Oracle
from shapely.geometry import LineString, Point, Polygon, box, mapping
from towns import NAMES, make_road, make_square, make_town, osm_file

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar_roads.answers.route import Leg, Route, list_points
from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.ground import get_preparation_path
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.network import Network
from genastar_roads.search.preference import Preference

DATA = Path(__file__).parents[1] / "data"
ENGINES = ("interpreted", "compiled")


def has_class(roads: Roads, edge: int, *classes: str) -> bool:
    facts = roads.graph.facts
    assert facts is not None
    return facts.kinds[facts.kind[edge]].removesuffix("_link") in classes


def meets(roads: Roads, edge: int, polygon: Polygon) -> bool:
    return bool(LineString(list_points(roads.graph, Leg(edge))[:, ::-1]).intersects(polygon))


def middle_of(roads: Roads, radius: float) -> Polygon:
    lat, lon = (float(np.median(each)) for each in (roads.graph.lat, roads.graph.lon))
    return Point(lon, lat).buffer(radius)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("factor", [pytest.param(None, marks=pytest.mark.long), 0.3, 1, 2.5, 40])
@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
def test_routes_against_a_graph_without_the_avoided_roads(file: str, factor: float | None, engine: str) -> None:
    roads = Roads.read(DATA / file, Options())
    graph, area = roads.graph, middle_of(roads, 0.002)
    avoid = Preference(["residential, motorway"], area=area, factor=factor)
    is_avoided = [has_class(roads, edge, "residential", "motorway") or meets(roads, edge, area) for edge in range(graph.edges)]
    assert 0 < sum(is_avoided) < graph.edges
    asked = {"prefer" if factor is not None and factor < 1 else "avoid": avoid}
    split = roads.junctions.split  # which knows of turns and of roads without through traffic
    oracle = nx.MultiDiGraph()
    oracle.add_nodes_from(range(split.size))
    for state, after, edge in zip(split.tail.tolist(), split.head.tolist(), roads.junctions.edge_of.tolist(), strict=True):
        if not is_avoided[edge] or factor is not None:
            weight = int(np.ceil(graph.weight[edge] * (factor or 1))) if is_avoided[edge] else int(graph.weight[edge])
            oracle.add_edge(state, after, weight=weight)

    def distances(start: int) -> dict[int, int]:
        reached: dict[int, int] = {}
        for state, cost in nx.single_source_dijkstra_path_length(oracle, start).items():
            node = int(roads.junctions.node_of[state])
            reached[node] = min(cost, reached.get(node, cost))
        return reached

    random, changed = np.random.default_rng(4), roads.with_preference(avoid)
    found = []
    for start in map(int, random.integers(0, graph.size, 8)):
        wanted = distances(start)
        for goal in map(int, random.integers(0, graph.size, 8)):
            ends = roads.make_node_place(start), roads.make_node_place(goal)
            route = roads.find_tour(ends, engine=engine, **asked)
            assert (None if route is None else route.cost) == wanted.get(goal)
            assert changed.search(ends[0], [ends[1]], engine=engine).found == (route is not None)
            if route is not None:
                found.append(route)
                assert factor is not None or not any(is_avoided[edge] for edge in route.edges)
    assert found
    costs = roads.compute_costs_from(roads.make_node_place(0), engine=engine, **asked)
    assert {node: round(cost * 1000) for node, cost in enumerate(costs.tolist()) if cost < inf} == distances(0)


@st.composite
def graphs(draw: st.DrawFn) -> RoadGraph:
    """Multigraphs with forbidden turns, streets without through traffic and rules of U-turns."""
    size = draw(st.integers(2, 6))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, 5), st.booleans()), min_size=1, max_size=9))
    both = [(a, b, cost) for a, b, cost, _ in edges] + [(b, a, cost) for a, b, cost, two_ways in edges if two_ways and a != b]
    pairs = [(a, b) for a, (_, head, _) in enumerate(both) for b, (tail, _, _) in enumerate(both) if head == tail]
    turns = draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else []
    private = draw(st.lists(st.integers(0, len(both) - 1), max_size=2))
    rule = draw(st.sampled_from(["allowed", "dead-ends", "never"]))
    no_through = np.isin(np.arange(len(both)), private)
    return RoadGraph.from_edges(*map(list, zip(*both, strict=True)), turns=turns, u_turns=rule, no_through=no_through)


@settings(max_examples=200)
@given(graphs(), st.data())
def test_closed_roads_against_a_search_over_edges(graph: RoadGraph, data: st.DataObject) -> None:
    """Closed are both sides of a road, whatever the turns."""
    roads_of = np.minimum(graph.tail, graph.head) * 10 + np.maximum(graph.tail, graph.head)
    closed = np.isin(roads_of, data.draw(st.lists(st.sampled_from(sorted(set(roads_of.tolist()))), max_size=3)))
    changed = GraphWithClosures.of(graph, closed)
    kept = np.flatnonzero(~closed)
    number = {int(edge): place for place, edge in enumerate(kept)}
    first = np.concatenate(([0], np.cumsum(np.bincount(graph.tail[kept], minlength=graph.size)))).astype(np.int32)
    turns = np.array([(number[a], number[b]) for a, b in graph.turns.tolist() if a in number and b in number], np.int32)
    rest = evolve(
        graph,
        first=first,
        head=graph.head[kept],
        weight=graph.weight[kept],
        turns=turns.reshape(-1, 2),
        stage=graph.stage[kept],
    )
    oracle = Oracle(rest, graph.u_turns)
    roads = Roads("it", changed, network=Network(changed, is_changed=True))
    start, goal = (data.draw(st.integers(0, graph.size - 1)) for _ in range(2))
    wanted = oracle.between(start, goal)
    for name in NAMES:
        ends = roads.make_node_place(start), roads.make_node_place(goal)
        found = roads.search(ends[0], [ends[1]], algorithm=name, engine="interpreted")
        assert (None if found.cost is None else found.cost.travelled) == wanted
        if found.found:
            route = Route.of(changed, found.path)
            assert route.cost == wanted
            assert not closed[route.edges].any()
            assert oracle.is_legal([number[int(edge)] for edge in route.edges])


def test_places_inside_edges_keep_their_meaning(tmp_path: Path) -> None:
    """The straight way from 11 to 13 is a street with a toll; the way round leads over 22."""
    roads = make_town(
        tmp_path / "a.osm",
        make_road(1, [11, 12, 13], toll="yes"),
        make_road(2, [11, 21, 22, 23, 13]),
        make_road(3, [12, 22]),
    )
    inside, beside = roads.find_nearest(60.001, 24.0013), roads.find_nearest(60.0015, 24.001)
    ends, avoid = [roads.parse("11"), roads.parse("13")], Preference("toll")
    direct = roads.find_tour(ends, engine="interpreted")
    around = roads.find_tour(ends, engine="interpreted", avoid=avoid)
    assert direct is not None
    assert around is not None
    assert (len(direct.points), len(around.points)) == (3, 5)
    assert roads.find_tour([inside, ends[1]], engine="interpreted") is not None
    for pair in ([inside, ends[1]], [ends[1], inside]):
        assert roads.find_tour(pair, engine="interpreted", avoid=avoid) is None
    assert roads.find_tour([beside, ends[1]], engine="interpreted", avoid=avoid) is not None
    found = roads.matrix([inside, beside], ends, engine="interpreted", avoid=avoid)
    assert np.isinf(found).tolist() == [[True, True], [False, False]]
    assert roads.compute_costs_between([inside], [beside], engine="interpreted", avoid=avoid).tolist() == [inf]
    changed = roads.with_preference(avoid)
    moved = changed.find_nearest(60.001, 24.0013)
    assert changed.parse("11") == ends[0]
    assert moved.node == changed.parse("12").node or moved.edge >= 0
    assert changed.search(moved, [ends[1]], engine="interpreted").found
    assert [each.edge for each in (inside, beside)] == [roads.check_place(each).edge for each in (inside, beside)]
    assert roads.alternatives(*ends, 2, engine="interpreted", avoid=avoid)[0].cost == around.cost
    twice = changed.with_preference(Preference(area=box(24.0005, 60.0015, 24.0035, 60.0025)))
    assert not twice.search(ends[0], [ends[1]], engine="interpreted").found
    with pytest.raises(BadInput, match="save the whole graph"):
        changed.graph.save(tmp_path / "a.roads")
    assert pickle.loads(pickle.dumps(changed)).search(ends[0], [ends[1]], engine="interpreted").found


TAGS: tuple[tuple[Mapping[str, str], str], ...] = (
    ({"toll": "yes"}, "toll"),
    ({"toll:motorcar": "yes", "toll": "no"}, "toll"),
    ({"toll:motorcar": "no", "toll": "yes"}, ""),
    ({"toll:hgv": "yes"}, ""),
    ({"surface": "gravel"}, "unpaved"),
    ({"surface": "asphalt; dirt"}, "unpaved"),
    ({"surface": "asphalt", "tracktype": "grade4"}, ""),
    ({"tracktype": "grade3"}, "unpaved"),
    ({"highway": "track", "motorcar": "yes"}, "unpaved"),
    ({"highway": "track", "motorcar": "yes", "tracktype": "grade1"}, "track"),
    ({"highway": "", "route": "ferry"}, "ferry"),
    ({"highway": "service", "route": "ferry"}, "ferry"),
    ({"highway": "motorway_link"}, "motorway"),
    ({"highway": "motorway"}, "motorway"),
    ({}, ""),
)


@pytest.mark.parametrize(("tags", "name"), TAGS)
def test_classes_that_tags_say_and_a_saved_graph_keeps(tags: Mapping[str, str], name: str, tmp_path: Path) -> None:
    ways = [(1, [11, 12], {key: value for key, value in ({"highway": "residential"} | tags).items() if value})]
    source = osm_file(tmp_path / "a.osm", make_square(), [*ways, make_road(2, [12, 13, 12])])
    roads = Roads.read(source, Options(part="all"))
    roads.graph.save(tmp_path / "a.roads")
    for each in (roads, Roads.read(tmp_path / "a.roads", Options())):
        ends = [each.parse("11"), each.parse("12")]
        assert each.find_tour(ends, engine="interpreted") is not None
        for wanted in ("toll", "unpaved", "ferry", "motorway", "track"):
            is_open = each.find_tour(ends, engine="interpreted", avoid=Preference(wanted)) is not None
            assert is_open == (wanted != name and (wanted != "track" or tags.get("highway") != "track")), wanted


def test_a_preparation_beside_the_graph_is_not_used(tmp_path: Path) -> None:
    whole = Roads.read(DATA / "kotka.osm.pbf", Options())
    whole.graph.save(tmp_path / "k.roads")
    roads = Roads.read(tmp_path / "k.roads", Options())
    genastar.prepare(roads, "landmarks").save(get_preparation_path(tmp_path / "k.roads", "landmarks"))
    start, goal = roads.find_nearest(60.5251, 26.9402), roads.find_nearest(60.5352, 26.9601)
    assert roads.search(start, [goal], engine="interpreted").algorithm == "landmarks"
    changed = roads.with_preference(Preference("secondary", factor=5))
    found = changed.search(start, [goal], engine="interpreted")
    assert found.algorithm == "astar"
    assert "costs were changed" in (found.why or "")
    assert changed.search(start, [goal], algorithm="landmarks", engine="interpreted").cost == found.cost
    assert roads.search(start, [goal], engine="interpreted").algorithm == "landmarks"
    assert genastar.load(tmp_path / "k.roads", avoid="secondary", avoid_factor=5).search(start, [goal]).cost == found.cost
    slow = changed.with_costs({(roads.make_node_place(0), roads.make_node_place(int(roads.graph.head[0]))): 9e4})
    assert slow.search(start, [goal], engine="interpreted").cost == found.cost
    assert changed.with_options(Options(snap=5)) is not None
    assert changed.with_options(Options(avoid=("toll",))) is None


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"classes": "motorwy"}, "did you mean motorway"),
        ({"classes": "qqq"}, "is no class of roads; give toll, ferry"),
        ({"classes": 7}, "expected names of classes"),
        ({"classes": [7]}, "expected names of classes"),
        ({}, "no road is meant"),
        ({"classes": " , "}, "no road is meant"),
        ({"classes": "toll", "factor": 0}, "factor=0 is too small"),
        ({"classes": "toll", "factor": nan}, "expected a number of at least 0"),
        ({"classes": "residential", "factor": 1e9}, "times the limit"),
    ],
)
def test_what_cannot_be_avoided(given: dict[str, Any], why: str) -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    with pytest.raises(BadInput, match=why):
        roads.with_preference(Preference(**given))


def test_a_preference_is_given_as_what_it_is() -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    ends, quiet = [roads.make_node_place(0), roads.make_node_place(9)], Preference("residential", factor=0.5)
    for asked, why in (
        ({"avoid": quiet}, "give 1 or more, or pass it as prefer"),
        ({"prefer": Preference("toll")}, "give less than 1"),
        ({"prefer": Preference("toll", factor=1)}, "give less than 1"),
        ({"prefer": "cycleway"}, "expected a Preference"),
    ):
        with pytest.raises(BadInput, match=why):
            roads.find_tour(ends, **asked)  # type: ignore[arg-type]
    both = roads.matrix(ends, ends, prefer=quiet, avoid=Preference("tertiary", factor=3), engine="interpreted")
    chained = roads.with_preference(Preference("tertiary", factor=3)).with_preference(quiet)
    assert both.tolist() == chained.matrix(ends, ends, engine="interpreted").tolist()


@pytest.mark.parametrize(
    ("tags", "pays"), [({}, True), ({"toll": "no"}, False), ({"toll:motorcar": "no", "toll": "yes"}, False)]
)
@pytest.mark.parametrize("booth", [12, 5])
def test_a_toll_booth_is_a_toll(tmp_path: Path, tags: dict[str, str], pays: bool, booth: int) -> None:
    """The booth is a bend of the straight way, or the node where it begins; the way round leads over 22."""
    nodes = make_square() | {5: (60.001, 24.0015)}
    ways = [
        make_road(1, [11, 5, 12, 13]),
        make_road(2, [11, 21, 22, 23, 13]),
        make_road(3, [5, 22] if booth == 5 else [21, 31]),
    ]
    osm_file(tmp_path / "a.osm", nodes, ways, node_tags={booth: {"barrier": "toll_booth"} | tags})
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance"))
    found = roads.find_tour([roads.parse("11"), roads.parse("13")], engine="interpreted", avoid=Preference("toll"))
    assert found is not None
    ways_taken = {int(each) for each in roads.graph.facts.way[found.edges]}  # type: ignore[union-attr]
    assert ways_taken == ({2} if pays else {1})


def test_graphs_that_do_not_know_what_is_avoided() -> None:
    plain = Roads("it", RoadGraph.from_edges([0], [1], [5]))
    with pytest.raises(BadInput, match="classes of its roads are unknown"):
        plain.with_preference(Preference("motorway"))
    with pytest.raises(BadInput, match="no coordinates"):
        plain.with_preference(Preference(area=box(0, 0, 1, 1)))
    graph = nx.MultiDiGraph()
    graph.add_nodes_from([(1, {"x": 24.0, "y": 60.0}), (2, {"x": 24.1, "y": 60.0})])
    graph.add_edge(1, 2, length=5600.0, highway="motorway", travel_time=300.0)
    roads = Roads.read(graph, Options())
    with pytest.raises(BadInput, match="toll is unknown of its roads"):
        roads.with_preference(Preference("toll"))
    ends = [roads.parse("1"), roads.parse("2")]
    assert roads.find_tour(ends, engine="interpreted", avoid=Preference("motorway")) is None
    assert roads.find_tour(ends, engine="interpreted", avoid=Preference("trunk")) is not None
    assert roads.find_tour(ends, engine="interpreted", avoid=Preference("motorway", factor=inf)) is None


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str]:
        try:
            code = main([*words]) or 0
        except SystemExit as error:
            code = int(error.code or 0)
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    file = str(DATA / "kotka.osm.pbf")
    ends = ("--from", "60.5251,26.9402", "--to", "60.5352,26.9601", "--engine", "interpreted")
    area = tmp_path / "a.geojson"
    area.write_text(json.dumps(mapping(box(26.945, 60.528, 26.953, 60.532))), encoding="utf-8")
    plain = json.loads(run("roads", "route", file, *ends, "--json")[1])["routes"][0]
    around = json.loads(run("roads", "route", file, *ends, "--json", "--avoid-area", str(area))[1])["routes"][0]
    assert around["seconds"] > plain["seconds"]
    slower = json.loads(run("roads", "route", file, *ends, "--json", "--avoid", "secondary,toll", "--avoid-factor", "2")[1])
    assert slower["routes"][0]["cost"] > plain["cost"]
    code, text = run("solve", file, *ends, "--option", "avoid=secondary,toll", "--option", "avoid_factor=2")
    assert code == 0
    assert f"cost {slower['routes'][0]['cost'] / 1000:g}" in text
    code, text = run("roads", "route", file, *ends, "--avoid", "motorwy")
    assert (code, "did you mean motorway" in text) == (2, True)
    liked = json.loads(run("roads", "route", file, *ends, "--json", "--prefer", "tertiary", "--prefer-factor", "0.2")[1])
    assert liked["routes"][0]["cost"] < plain["cost"]
    code, text = run("roads", "route", file, *ends, "--prefer", "tertiary", "--prefer-factor", "1.5")
    assert (code, "prefer_factor is 1.5" in text) == (2, True)
    code, text = run("roads", "route", file, *ends, "--avoid-factor", "3")
    assert (code, "no road is meant" in text) == (2, True)
    code, text = run("roads", "save", file, str(tmp_path / "a.roads"), "--option", "avoid=toll")
    assert (code, "a saved graph has all roads" in text, "leave out avoid" in text) == (2, True, True)
    code, _ = run(
        "roads", "isochrone", file, *ends[:2], "--within", "100", "--out", str(tmp_path / "i.geojson"), "--avoid", "toll"
    )
    assert code == 0
