"""Routes by several metrics, beside all paths of small road graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from genastar import BadInput, Limits
from genastar.algorithms import Constrained
from genastar.cli import main
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import make_route_colour
from genastar_roads.places.place import Place
from genastar_roads.search.preference import Preference

DATA = Path(__file__).parents[1] / "data"
KOTKA = str(DATA / "kotka.osm.pbf")
ENDS = ["--from", "60.5251,26.9402", "--to", "60.5352,26.9601"]
Edge = tuple[int, int, int, int]
"""Tail, head, milliseconds and centimetres, both divisible by 4."""


def make_edges(random: Random) -> list[Edge]:
    """Roads between six nodes, most in both directions, some parallel."""
    found: list[Edge] = []
    for number in range(11):
        tail, head = random.sample(range(6), 2)
        time = random.randrange(1, 9)
        costs = 4 * time, 4 * (9 - time if number % 3 else random.randrange(1, 9))
        found += [(tail, head, *costs), (head, tail, *costs)][: 1 + (number % 3 > 0)]
    return sorted(found)


def make_roads(edges: list[Edge], turns: list[tuple[int, int]], **options: object) -> Roads:
    tail, head, time, distance = (np.array(each, np.int64) for each in zip(*edges, strict=True))
    # A road is one way, whose edges there and back have the same ends and costs.
    ways = {key: way for way, key in enumerate(sorted({(*sorted(edge[:2]), *edge[2:]) for edge in edges}))}
    way = np.array([ways[*sorted(edge[:2]), *edge[2:]] for edge in edges], np.int64)
    facts = EdgeFacts(
        distance / 100,
        (time / 1000).astype(np.float32),
        way,
        np.zeros(len(edges), np.int32),
        np.full(len(edges), STRAIGHT, np.int32),
    )
    graph = RoadGraph.from_edges(tail, head, time, size=6, unit="ms", turns=np.array(turns).reshape(-1, 2), facts=facts)
    return Roads.read(graph, Options(metric="time,distance", **options))  # type: ignore[arg-type]


def iterate_costs(
    edges: list[Edge], turns: list[tuple[int, int]], start: Place, goal: Place, rule: str
) -> Iterator[tuple[int, int]]:
    """Yield the costs of all paths that take no edge twice."""

    def list_parts(place: Place) -> list[tuple[int, float]]:
        """Return the edges at a place, and the share of each before it."""
        tail, head, *costs = edges[place.edge]
        return [(place.edge, place.share)] + [
            (number, 1 - place.share) for number, edge in enumerate(edges) if edge == (head, tail, *costs)
        ]

    def add(cost: tuple[float, float], edge: int, share: float = 1.0) -> tuple[float, float]:
        return cost[0] + edges[edge][2] * share, cost[1] + edges[edge][3] * share

    def follow(cost: tuple[float, float], node: int, taken: list[int]) -> Iterator[tuple[float, float]]:
        if goal.edge < 0 and node == goal.node:
            yield cost
        for edge, (tail, head, *_) in enumerate(edges):
            if tail != node or edge in taken or (taken and (taken[-1], edge) in turns):
                continue
            if rule == "never" and taken and edges[taken[-1]] == (head, tail, *edges[edge][2:]):
                continue
            if goal.edge >= 0 and edge in (ends := dict(list_parts(goal))):
                yield add(cost, edge, ends[edge])
            yield from follow(add(cost, edge), head, [*taken, edge])

    if start.edge < 0:
        yield from follow((0, 0), start.node, [])  # type: ignore[misc]
        return
    for edge, share in list_parts(start):
        if goal.edge >= 0 and dict(list_parts(goal)).get(edge, -1.0) >= share:
            yield add((0, 0), edge, dict(list_parts(goal))[edge] - share)  # type: ignore[misc]
        yield from follow(add((0, 0), edge, 1 - share), edges[edge][1], [edge])  # type: ignore[misc]


def find_front(costs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted({one for one in costs if not any(x <= one[0] and y <= one[1] and (x, y) != one for x, y in costs)})


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_fronts_are_those_of_all_paths(engine: str) -> None:
    sizes = set()
    for seed in range(80):
        random, rule = Random(seed), ("allowed", "never")[seed % 2]
        edges = make_edges(random)
        turns = [
            (a, b) for a, one in enumerate(edges) for b, two in enumerate(edges) if one[1] == two[0] and random.random() < 0.3
        ]
        roads = make_roads(edges, turns, u_turns=rule)
        ends = [
            roads.make_node_place(random.randrange(6))
            if random.random() < 0.5
            else Place(edge=random.randrange(len(edges)), share=share)
            for share in (0.25, 0.75)
        ]
        found = [each for each in roads.results(ends[0], ends[1:], engine=engine) if each.found]
        costs = [
            tuple(round(part * each.scale) for part, each in zip(one.cost, roads.objectives, strict=True)) for one in found
        ]  # type: ignore[call-overload, misc]
        assert costs == find_front([*iterate_costs(edges, turns, *ends, rule)]), seed
        for one, cost in zip(found, costs, strict=True):
            route = roads.make_route_of(one)
            assert (round(route.seconds * 1000), round(route.metres * 100)) == cost or len(one.path) == 1
        sizes.add(len(found))
    assert max(sizes) > 3


def test_a_u_turn_that_saves_metres_alone_is_no_way_around_a_forbidden_turn() -> None:
    edges = sorted([(0, 1, 4, 4), (1, 2, 4, 4), (1, 3, 100, 4), (3, 1, 100, 4), (1, 4, 8, 100), (4, 1, 4, 96)])
    roads = make_roads(edges, [(edges.index((0, 1, 4, 4)), edges.index((1, 2, 4, 4)))], u_turns="never")
    found = [*roads.results(roads.make_node_place(0), [roads.make_node_place(2)], engine="interpreted")]
    assert [tuple(each.cost) for each in found] == [(0.02, 2.04)]  # type: ignore[arg-type]


def run(*words: str) -> int:
    try:
        return main(list(words)) or 0
    except SystemExit as error:
        return int(error.code or 0)


def test_the_ends_of_a_front_are_the_optima_of_each_metric() -> None:
    both = Roads.read(KOTKA, Options(metric="distance,time"))
    alone = {name: Roads.read(KOTKA, Options(metric=name)) for name in ("distance", "time")}  # type: ignore[arg-type]
    random = Random(3)
    for _ in range(10):
        ends = [both.make_node_place(random.randrange(both.graph.size)) for _ in range(2)]
        front = [each.cost for each in both.results(ends[0], ends[1:], engine="interpreted")]
        for place, (name, roads) in enumerate(alone.items()):
            least = roads.search(ends[0], ends[1:], engine="interpreted").cost
            assert least is not None
            assert min(each[place] for each in front) == pytest.approx(least.travelled, abs=0.05), name  # type: ignore[index]


def test_roads_that_are_avoided_and_preferred_are_so_by_all_metrics() -> None:
    roads = Roads.read(KOTKA, Options(metric="time,distance"))
    ends = roads.parse(ENDS[1]), [roads.parse(ENDS[3])]
    plain = roads.search(*ends, engine="interpreted").cost
    dear = roads.with_preference(Preference(roads.graph.facts.kinds, factor=2.0)).search(*ends, engine="interpreted").cost  # type: ignore[union-attr]
    assert tuple(dear) == pytest.approx([2 * each for each in plain], abs=0.05)  # type: ignore[call-overload, union-attr]
    shut = roads.with_preference(Preference("service"))
    used = [shut.make_route_of(each).edges for each in shut.results(*ends, engine="interpreted") if each.found]
    kinds = roads.graph.facts.kinds  # type: ignore[union-attr]
    assert used
    assert all(kinds[kind] != "service" for edges in used for kind in roads.graph.facts.kind[edges])  # type: ignore[union-attr]


def test_climb_is_a_metric_where_heights_are_known(tmp_path: Path) -> None:
    hill = str(DATA / "kotka_hill.tif")
    roads = Roads.read(KOTKA, Options(profile="bike", metric="time,climb", heights=hill))
    ends = roads.parse(ENDS[1]), [roads.parse(ENDS[3])]
    found = [each for each in roads.results(*ends, engine="interpreted") if each.found]
    assert len(found) > 1
    for each in found:
        route = roads.make_route_of(each)
        assert tuple(each.cost) == pytest.approx((route.seconds, route.climb), abs=0.2)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="climb of these roads is unknown; give heights=FILE"):
        Roads.read(KOTKA, Options(metric="time,climb"))


def test_the_command_prints_a_table_and_writes_a_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", KOTKA, *ENDS, "--engine", "interpreted", "--option", "profile=bike", "--option", "metric=time,climb"]
    words += ["--option", f"heights={DATA / 'kotka_hill.tif'}"]
    out = tmp_path / "front.geojson"
    assert run(*words, "--out", str(out)) == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split() == ["path", "time", "(s)", "climb", "(m)", "steps"]
    lines = [each for each in json.loads(out.read_text())["features"] if each["properties"]["kind"] == "route"]
    assert [row.split()[0] for row in rows[: len(lines)]] == [str(number) for number in range(1, len(lines) + 1)]
    assert run(*words, "--out", str(tmp_path / "front.png")) == 0
    pixels = np.asarray(Image.open(tmp_path / "front.png")).reshape(-1, 3).tolist()
    assert sum(pixels.count([*colour]) > 50 for colour in map(make_route_colour, np.arange(len(lines)) / len(lines))) > 1
    capsys.readouterr()
    assert run(*words, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    costs = [each["cost"] for each in (answer, *answer["others"])]
    assert [(each["properties"]["seconds"], each["properties"]["climb"]) for each in lines] == [
        (pytest.approx(time, abs=0.2), pytest.approx(climb, abs=0.2)) for time, climb in costs
    ]
    assert answer["objectives"] == [{"name": "time", "unit": "s"}, {"name": "climb", "unit": "m"}]
    most = costs[1][1]
    assert run(*words, "--json", "--algorithm", "constrained", "--algorithm-option", f"most=none,{most}") == 0
    assert json.loads(capsys.readouterr().out)["cost"] == costs[1]


def test_what_needs_one_number_is_refused() -> None:
    roads = Roads.read(KOTKA, Options(metric="time,distance"))
    start, goal = roads.parse(ENDS[1]), roads.parse(ENDS[3])
    with pytest.raises(BadInput, match=r"'astar' needs costs of one number, .* time \(s\), distance \(m\); use pareto"):
        roads.search(start, [goal], algorithm="astar")
    with pytest.raises(BadInput, match=r"explore\(\) needs costs of one number"):
        roads.explore(start)
    with pytest.raises(BadInput, match="a limit on the cost needs"):
        roads.search(start, [goal], limits=Limits(cost=100))
    with pytest.raises(BadInput, match="number 3 of a cost has a limit"):
        roads.search(start, [goal], algorithm=Constrained((None, 1, 1)))
    with pytest.raises(BadInput, match="need one start and one goal"):
        roads.search(start, [start, goal])
