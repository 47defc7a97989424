"""Routes by several metrics, beside all paths of small road graphs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import le
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from genastar import BadInput, Limits, Starts
from genastar.algorithms import Constrained
from genastar.cli import main
from genastar_picture.palette import make_hues
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
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


def make_roads(
    edges: list[Edge], turns: list[tuple[int, int]], metric: str = "time,distance", places: object = ((), ()), **options: object
) -> Roads:
    """Return roads between six nodes, or at places; an edge that takes 16 ms or less is a path."""
    tail, head, time, distance = (np.array(each, np.int64) for each in zip(*edges, strict=True))
    # A road is one way, whose edges there and back have the same ends and costs.
    ways = {key: way for way, key in enumerate(sorted({(*sorted(edge[:2]), *edge[2:]) for edge in edges}))}
    way = np.array([ways[*sorted(edge[:2]), *edge[2:]] for edge in edges], np.int64)
    facts = EdgeFacts(
        distance / 100,
        time / 1000,
        way,
        np.zeros(len(edges), np.int32),
        np.full(len(edges), STRAIGHT, np.int32),
        kind=(time <= 16).astype(np.int32),
        kinds=("primary", "path"),
    )
    weight, unit = (time, "ms") if metric.startswith("time") else (distance, "cm")
    size = None if len(places[0]) else 6  # type: ignore[index]
    forbidden = np.array(turns).reshape(-1, 2)
    graph = RoadGraph.from_edges(tail, head, weight, *places, size=size, unit=unit, turns=forbidden, facts=facts)  # type: ignore[arg-type, misc]
    return Roads.read(graph, Options(metric=metric, **options))  # type: ignore[arg-type]


def iterate_costs(
    edges: list[tuple[int, ...]],
    turns: list[tuple[int, int]],
    start: Place,
    goal: Place,
    rule: str,
    angles: Callable[[int, int], float] = lambda before, after: 0.0,
) -> Iterator[tuple[float, ...]]:
    """Yield the costs of all paths that take no edge twice; ``angles`` is what a turn adds to the first number."""

    def list_parts(place: Place) -> list[tuple[int, float]]:
        """Return the edges at a place, and the share of each before it."""
        tail, head, *costs = edges[place.edge]
        return [(place.edge, place.share)] + [
            (number, 1 - place.share) for number, edge in enumerate(edges) if edge == (head, tail, *costs)
        ]

    none = (0.0,) * (len(edges[0]) - 2)

    def add(cost: tuple[float, ...], edge: int, share: float = 1.0, turn: float = 0.0) -> tuple[float, ...]:
        found = [part + more * share for part, more in zip(cost, edges[edge][2:], strict=True)]
        return found[0] + turn, *found[1:]

    def follow(cost: tuple[float, ...], node: int, taken: list[int]) -> Iterator[tuple[float, ...]]:
        if goal.edge < 0 and node == goal.node:
            yield cost
        for edge, (tail, head, *_) in enumerate(edges):
            if tail != node or edge in taken or (taken and (taken[-1], edge) in turns):
                continue
            if rule == "never" and taken and edges[taken[-1]] == (head, tail, *edges[edge][2:]):
                continue
            turn = angles(taken[-1], edge) if taken else 0.0
            if goal.edge >= 0 and edge in (ends := dict(list_parts(goal))):
                yield add(cost, edge, ends[edge], turn)
            yield from follow(add(cost, edge, 1.0, turn), head, [*taken, edge])

    if start.edge < 0:
        yield from follow(none, start.node, [])
        return
    for edge, share in list_parts(start):
        if goal.edge >= 0 and dict(list_parts(goal)).get(edge, -1.0) >= share:
            yield add(none, edge, dict(list_parts(goal))[edge] - share)
        yield from follow(add(none, edge, 1 - share), edges[edge][1], [edge])


def find_front(costs: Iterable[tuple[float, ...]]) -> list[tuple[float, ...]]:
    found: list[tuple[float, ...]] = []
    for cost in sorted(set(costs)):
        if not any(all(map(le, other, cost)) for other in found):
            found.append(cost)
    return found


def find_costs(roads: Roads, start: Place, goal: Place, **settings: Any) -> list[tuple[int, ...]]:
    """Return the costs of a front in milliseconds and centimetres."""
    found = [each for each in roads.results(start, [goal], **{"engine": "interpreted", **settings}) if each.found]
    scales = [each.scale for each in roads.objectives]
    return [tuple(round(part * scale) for part, scale in zip(each.cost, scales, strict=True)) for each in found]  # type: ignore[call-overload]


def forbid_turns(random: Random, edges: list[Edge]) -> list[tuple[int, int]]:
    return [(a, b) for a, one in enumerate(edges) for b, two in enumerate(edges) if one[1] == two[0] and random.random() < 0.3]


def choose_ends(random: Random, roads: Roads, edges: Sequence[object]) -> list[Place]:
    nodes = roads.graph.size
    return [
        roads.make_node_place(random.randrange(nodes))
        if random.random() < 0.5
        else Place(edge=random.randrange(len(edges)), share=share)
        for share in (0.25, 0.75)
    ]


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_fronts_are_those_of_all_paths(engine: str) -> None:
    sizes = set()
    for seed in range(80):
        random, rule = Random(seed), ("allowed", "never")[seed % 2]
        edges = make_edges(random)
        turns = forbid_turns(random, edges)
        roads = make_roads(edges, turns, u_turns=rule)
        ends = choose_ends(random, roads, edges)
        found = [each for each in roads.results(ends[0], ends[1:], engine=engine) if each.found]
        costs = find_costs(roads, *ends, engine=engine)
        assert costs == find_front(iterate_costs(edges, turns, *ends, rule)), seed  # type: ignore[arg-type]
        for one, cost in zip(found, costs, strict=True):
            route = roads.make_route_of(one)
            assert (round(route.seconds * 1000), round(route.metres * 100)) == cost or len(one.path) == 1
        sizes.add(len(found))
    assert max(sizes) > 3


@pytest.mark.parametrize("metric", ["time,distance", "distance,time"])
def test_factors_multiply_a_number_of_their_own(metric: str) -> None:
    sizes = set()
    for seed in range(70):
        random = Random(seed)
        edges = sorted((tail, head, 2 * time, 2 * distance) for tail, head, time, distance in make_edges(random))
        turns = forbid_turns(random, edges)
        roads = make_roads(edges, turns, metric).with_preference(Preference("path", factor=0.5))
        roads = roads.with_preference(Preference("primary", factor=1.5))
        order = (2, 3) if metric == "time,distance" else (3, 2)
        weighted = [  # a path counts half, other roads one and a half
            (*edge[:2], edge[order[0]] * (1 if edge[2] <= 16 else 3) // 2, *(edge[each] for each in order)) for edge in edges
        ]
        ends = choose_ends(random, roads, edges)
        wanted = find_front(iterate_costs(weighted, turns, *ends, "allowed"))
        assert find_costs(roads, *ends) == wanted, seed
        if wanted:
            most = [random.choice(wanted)[place] for place in (1, 2)]
            allowed = [each for each in wanted if all(map(le, each[1:], most))]
            limits = [each / objective.scale for each, objective in zip(most, roads.objectives[1:], strict=True)]
            found = find_costs(roads, *ends, algorithm=Constrained((None, *limits)))
            assert found == allowed[:1]
        sizes.add(len(wanted))
    assert max(sizes) > 2


@pytest.mark.parametrize("metric", ["time,distance", "distance,time"])
def test_turns_count_in_the_time_alone(metric: str) -> None:
    sizes = set()
    for seed in range(60):
        random = Random(seed)
        streets = [(a, b) for a in range(6) for b in range(6) if abs(a % 3 - b % 3) + abs(a // 3 - b // 3) == 1]
        times = [random.randrange(1, 9) for _ in range(13)]
        edges = sorted((*each, 4 * time, 36 - 4 * time) for each, time in zip(random.sample(streets, 13), times, strict=True))
        places = np.arange(6) // 3 * 1e-3, np.arange(6) % 3 * 1e-3
        roads = make_roads(edges, [], metric, places, turn=0.005, u_turns="allowed")

        def turn(before: int, after: int, edges: list[Edge] = edges) -> float:
            (a, b, *_), (_, c, *_) = edges[before], edges[after]
            return 10.0 if a == c else 0.0 if b - a == c - b else 5.0

        ends = choose_ends(random, roads, edges)
        wanted = [*iterate_costs(edges, [], *ends, "allowed", turn)]  # type: ignore[arg-type]
        wanted = wanted if metric == "time,distance" else [each[::-1] for each in wanted]
        assert find_costs(roads, *ends) == find_front(wanted), seed
        sizes.add(len(find_front(wanted)))
    assert max(sizes) > 2


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


@pytest.mark.parametrize("options", [{}, {"profile": "bike", "heights": str(DATA / "kotka_hill.tif")}])
def test_the_ends_of_a_front_are_the_optima_of_each_metric(tmp_path: Path, options: Any) -> None:
    alone = {name: Roads.read(KOTKA, Options(metric=name, **options)) for name in ("distance", "time")}  # type: ignore[arg-type]
    saved = tmp_path / "kotka.roads"
    alone["distance"].graph.save(saved)
    alone["time"].graph.save(tmp_path / "time.roads")
    several = [
        Roads.read(source, Options(metric=metric, **fixed))
        for source, metric, fixed in (
            (KOTKA, "distance,time", options),
            (KOTKA, "time,distance", options),
            (saved, "distance,time", {}),
            (tmp_path / "time.roads", "time,distance", {}),
        )
    ]
    random = Random(3)
    for _ in range(10):
        ends = [alone["time"].make_node_place(random.randrange(alone["time"].graph.size)) for _ in range(2)]
        least = {name: roads.search(ends[0], ends[1:], engine="interpreted").cost for name, roads in alone.items()}
        for roads in several:
            here = [roads.find_by_number(int(alone["time"].graph.node_id[each.node])) for each in ends]
            front = [each.cost for each in roads.results(here[0], here[1:], engine="interpreted")]
            for place, objective in enumerate(roads.objectives):
                assert min(each[place] for each in front) == least[objective.name].travelled  # type: ignore[index, union-attr]


def test_roads_are_closed_to_all_metrics() -> None:
    roads = Roads.read(KOTKA, Options(metric="time,distance"))
    ends = roads.parse(ENDS[1]), [roads.parse(ENDS[3])]
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
    assert sum(pixels.count([*colour]) > 50 for colour in make_hues(len(lines))) > 1
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


def test_fronts_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", KOTKA, *ENDS, "--option", "metric=time,distance"]
    assert run(*words) == 0
    heading, row = (line.split() for line in capsys.readouterr().out.splitlines())
    assert heading[:5] == ["algorithm", "engine", "outcome", "cost", "paths"]
    assert row[:6] == ["pareto", "interpreted", "found", "220.963,", "2406.68", "2"]
    assert run(*words, "--algorithm", "constrained most=none,2450", "--out", str(tmp_path / "a.csv")) == 0
    assert '"241.651, 2406.68"' in (tmp_path / "a.csv").read_text()
    assert run(*words, "--out", str(tmp_path / "a.png"), "--measure", "paths") == 0
    assert run(*words, "--algorithm", "astar") == 2
    capsys.readouterr()
    assert run("solve", *words[1:], "--algorithm", "constrained", "--algorithm-option", "most=none,5") == 1
    assert capsys.readouterr().out.startswith("not found: no path leads there within the limits (unreachable)")


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
    for ends in ((start, [start, goal]), (Starts([start, goal]), [goal])):
        with pytest.raises(BadInput, match="need one start and one goal"):
            roads.search(*ends)
    with pytest.raises(BadInput, match="a departure needs times as costs; give metric=time"):
        roads.with_depart("2026-11-28T08:10")
    with pytest.raises(BadInput, match="metric=distance,climb has no time; leave out turn"):
        Options(metric="distance,climb", turn=2)
    with pytest.raises(BadInput, match="not by distance; name time first"):
        Roads.read(roads.graph, Options(metric="distance,time"))
    weighted = roads.with_preference(Preference("service", factor=2.0))
    with pytest.raises(BadInput, match="change them first"):
        weighted.with_costs({})
