"""Questions: distances against oracles, places inside edges, and what is said of those that have no answer."""

from __future__ import annotations

import pickle
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import NAMES, compute_distance_with_turns, compute_distances, make_road, make_square, make_town, osm_file

from genastar import BadInput, Cost, Limits, Outcome, Result, Starts, Trace
from genastar.values.limits import NO_LIMITS
from genastar_roads.answers.route import Route
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place, make_node_place

DATA = Path(__file__).parents[1] / "data"


def solve(
    roads: Roads, start: Place, goals: list[Place], limits: Limits = NO_LIMITS, algorithm: str = "auto"
) -> Result[Place, Cost[float]]:
    """Interpreted: nothing here is worth compiling for."""
    return roads.search(start, goals, algorithm=algorithm, engine="interpreted", limits=limits)


@st.composite
def graphs(draw: st.DrawFn, turns: bool = False) -> RoadGraph:
    """Directed multigraphs with zero weights, self-loops, parallel edges and parts that cannot be reached."""
    size = draw(st.integers(1, 7))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, 5)), max_size=20))
    pairs = [(a, b) for a, (_, head, _) in enumerate(edges) for b, (tail, _, _) in enumerate(edges) if head == tail and turns]
    forbidden = draw(st.lists(st.sampled_from(pairs), max_size=8)) if pairs else []
    place = st.integers(0, 4).map(lambda number: number / 100_000)
    lat, lon = (draw(st.lists(place, min_size=size, max_size=size)) for _ in range(2))
    columns = [list(column) for column in zip(*edges, strict=True)] if edges else [[], [], []]
    return RoadGraph.from_edges(*columns, lat, lon, turns=forbidden)


@pytest.mark.long
@settings(max_examples=80)
@given(graphs())
def test_all_pairs_of_any_multigraph(graph: RoadGraph) -> None:
    roads = Roads("it", graph)
    for name in NAMES:
        for start in range(graph.size):
            wanted = compute_distances(graph, start)
            for goal in range(graph.size):
                found = solve(roads, roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name)
                assert (None if found.cost is None else found.cost.travelled) == wanted.get(goal)
                if found.found:
                    route = Route.of(graph, found.path)
                    assert route.cost == wanted[goal]
                    assert list(route.nodes) == [place.node for place in found.path]


@settings(max_examples=150)
@given(graphs(turns=True), st.data())
def test_forbidden_turns_against_a_search_over_edges(graph: RoadGraph, data: st.DataObject) -> None:
    start, goal = (data.draw(st.integers(0, graph.size - 1)) for _ in range(2))
    wanted = compute_distance_with_turns(graph, start, goal)
    roads = Roads("it", graph)
    for name in NAMES:
        found = solve(roads, roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name)
        assert (None if found.cost is None else found.cost.travelled) == wanted
        if found.found:
            route = Route.of(graph, found.path)
            assert route.cost == wanted
            forbidden = {(int(a), int(b)) for a, b in graph.turns}
            assert forbidden.isdisjoint(zip(map(int, route.edges), map(int, route.edges[1:]), strict=False))


@settings(max_examples=60)
@given(graphs(turns=True), st.integers(1, 9), st.data())
def test_turns_with_a_price_against_a_search_over_edges(graph: RoadGraph, price: int, data: st.DataObject) -> None:
    start, goal = (data.draw(st.integers(0, graph.size - 1)) for _ in range(2))
    wanted = compute_distance_with_turns(graph, start, goal, price)
    roads = Roads("it", graph, Options(turn=price))
    for name in NAMES:
        found = solve(roads, roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name)
        assert (None if found.cost is None else found.cost.travelled) == wanted


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
@pytest.mark.parametrize("metric", ["time", "distance"])
def test_random_pairs_as_networkx_has_them(file: str, metric: str) -> None:
    roads = Roads.read(DATA / file, Options(metric=metric))  # type: ignore[arg-type]
    graph = roads.graph
    oracle = nx.MultiDiGraph()
    oracle.add_nodes_from(range(graph.size))
    for tail, head, weight in zip(graph.tail, graph.head, graph.weight, strict=True):
        oracle.add_edge(int(tail), int(head), weight=int(weight))
    random = np.random.default_rng(6)
    scale = 1000 if metric == "time" else 100
    for start in map(int, random.integers(0, graph.size, 8)):
        wanted = nx.single_source_dijkstra_path_length(oracle, start)
        for goal in map(int, random.integers(0, graph.size, 8)):
            found = solve(roads, roads.make_node_place(start), [roads.make_node_place(goal)])
            assert (None if found.cost is None else round(found.cost.travelled * scale)) == wanted.get(goal)
            if found.found and graph.has_coordinates:
                route = Route.of(graph, found.path)
                assert route.cost == wanted[goal]
                line = route.points
                assert compute_metres(line[:-1, 0], line[:-1, 1], line[1:, 0], line[1:, 1]).sum() == pytest.approx(
                    route.metres, rel=1e-9, abs=1e-6
                )


def straight(path: Path, **tags: str) -> Roads:
    """A street from 11 over 12 to 13, and one from 12 to 22, which cuts it in two edges."""
    return make_town(path / "a.osm", make_road(1, [11, 12, 13], **tags), make_road(2, [12, 22]))


def at(row: float, column: float) -> str:
    return f"{60 + 0.001 * row:.7f},{24 + 0.001 * column:.7f}"


def test_parts_of_edges_count_exactly(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    result = solve(roads, roads.parse(at(1, 1.25)), [roads.parse(at(1, 2.75))])
    length = float(compute_metres(60.001, 24.00125, 60.001, 24.00275))
    route = Route.of(roads.graph, result.path)
    assert route.metres == pytest.approx(length, abs=1e-3)
    assert result.cost is not None
    assert 0 <= result.cost.travelled - length < 0.03
    assert [leg.share for leg in route.legs] == pytest.approx([0.75, 0.75], abs=1e-4)
    assert [int(roads.graph.node_id[node]) for node in route.nodes] == [12]


@pytest.mark.parametrize(("start", "goal"), [(1.25, 1.75), (1.75, 1.25)])
def test_both_ends_on_one_edge(tmp_path: Path, start: float, goal: float) -> None:
    roads = straight(tmp_path)
    result = solve(roads, roads.parse(at(1, start)), [roads.parse(at(1, goal))])
    assert result.cost is not None
    assert result.cost.travelled == pytest.approx(float(compute_metres(60.001, 24.00125, 60.001, 24.00175)), abs=0.02)
    route = Route.of(roads.graph, result.path)
    assert len(route.legs) == 1
    assert not len(route.nodes)


def test_back_around_on_a_oneway(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12], oneway="yes"), make_road(2, [12, 22, 21, 11], oneway="yes"))
    forward, backward = ((roads.parse(at(1, a)), roads.parse(at(1, b))) for a, b in ((1.25, 1.75), (1.75, 1.25)))
    assert len(Route.of(roads.graph, solve(roads, forward[0], [forward[1]]).path).legs) == 1
    around = Route.of(roads.graph, solve(roads, backward[0], [backward[1]]).path)
    assert len(around.legs) == 3
    assert around.metres == pytest.approx(float(compute_metres(60.001, 24.001, 60.002, 24.001)) * 2 + 2 * 55.6 - 27.8, abs=0.2)


def test_the_same_place_costs_nothing(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    for text in (at(1, 1.3), "12"):
        result = solve(roads, roads.parse(text), [roads.parse(text)])
        assert result.cost is not None
        assert result.cost.travelled == 0
        assert Route.of(roads.graph, result.path).metres == 0


def test_the_nearest_of_many(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    goals = [roads.parse(each) for each in ("22", at(1, 2.6), "13", at(1, 1.05))]
    result = solve(roads, roads.parse("12"), goals)
    alone = [solve(roads, roads.parse("12"), [goal]).cost for goal in goals]
    assert result.cost == min(cost for cost in alone if cost is not None)
    assert result.path[-1] == goals[1]


def test_the_nearest_of_many_starts(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    starts = [roads.parse(each) for each in ("22", at(1, 1.2), at(1, 1.6), "13")]
    goals = [roads.parse(each) for each in (at(1, 1.7), "11")]
    for wanted, number in ((2, 0), (1, 1)):
        alone = solve(roads, starts[wanted], [goals[number]])
        for name in NAMES:
            if name == "both-ways":
                continue
            found = roads.search(Starts(starts), [goals[number]], algorithm=name, engine="interpreted")
            assert found.cost == alone.cost
            assert found.path == alone.path
        assert roads.search(Starts(starts), goals, engine="interpreted").path[0] == starts[2]
    with pytest.raises(BadInput, match="searches from one start"):
        roads.search(Starts(starts), goals, algorithm="both-ways")


def test_every_algorithm_of_the_core_finds_a_way_and_is_heard(tmp_path: Path) -> None:
    """With a place inside an edge at each end. Their states are those of the plain problem."""
    roads = straight(tmp_path)
    ends = roads.parse(at(1, 1.25)), [roads.parse(at(1, 2.75))]
    best = solve(roads, *ends)
    for name in (*NAMES, "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star"):
        trace = Trace[int, Cost[float]]()
        found = roads.search(*ends, algorithm=name, engine="interpreted", observer=trace)
        assert (found.path[0], found.path[-1], found.algorithm) == (best.path[0], best.path[-1], name)
        assert found.bound != 1 or (found.path, found.cost) == (best.path, best.cost)
        assert {event.node.position for event in trace.events} <= set(range(roads.junctions.split.size + 2))


def test_auto_says_what_it_picked() -> None:
    near = Roads("it", RoadGraph.from_edges([0], [1], [1], [60.0, 60.1], [24.0, 24.0]))
    far = Roads("it", RoadGraph.from_edges([0], [1], [1]))
    found = [solve(roads, Place(0), [Place(1)]) for roads in (near, far)]
    assert [(each.algorithm, "coordinates" in each.why) for each in found] == [("astar", True), ("dijkstra", True)]


def test_alternatives_need_the_cheapest(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    with pytest.raises(BadInput, match=r"'greedy' does not guarantee the cheapest path.*use astar, landmarks or hierarchy"):
        roads.alternatives(roads.parse("11"), roads.parse("13"), 2, algorithm="greedy")


@settings(max_examples=60)
@given(graphs(turns=True), st.data())
def test_a_problem_that_is_turned_round_costs_the_same(graph: RoadGraph, data: st.DataObject) -> None:
    """From a node, and from a place inside an edge; as a problem of a world, and when the world is gone."""
    if not graph.edges:
        return
    starts = Place(data.draw(st.integers(0, graph.size - 1))), Place(edge=data.draw(st.integers(0, graph.edges - 1)), share=0.5)
    goal = Place(edge=data.draw(st.integers(0, graph.edges - 1)), share=0.25)
    roads = Roads("it", graph)
    for start in starts:
        problem = roads.problem((goal,), (start,))
        origin = roads.to_state(start)
        forth = problem.search(origin)
        for each in (problem, pickle.loads(pickle.dumps(problem))):
            back, end = each.reverse(origin)  # type: ignore[attr-defined]
            found = back.search(end)
            assert (found.cost and found.cost.travelled) == (forth.cost and forth.cost.travelled)
            assert not found.found or (found.path[0], found.path[-1]) == (forth.path[-1], forth.path[0])


def test_bends_can_be_named(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12, 13, 23]), make_road(2, [23, 33]))
    place = roads.parse("12")
    assert place.edge >= 0
    assert (place.lat, place.lon) == (60.001, 24.002)
    assert roads.format(place) == "12"
    result = solve(roads, place, [roads.parse("13")])
    assert result.cost is not None
    assert result.cost.travelled == pytest.approx(float(compute_metres(60.001, 24.002, 60.001, 24.003)), abs=0.02)


@pytest.mark.long
def test_forbidden_turns_bind_those_who_start_inside_an_edge(tmp_path: Path) -> None:
    members = [("way", 1, "from"), ("node", 12, "via"), ("way", 2, "to")]
    ways = [make_road(1, [11, 12]), make_road(2, [12, 22]), make_road(3, [12, 13, 23, 22])]
    osm_file(tmp_path / "a.osm", make_square(), ways, [(members, {"type": "restriction", "restriction": "no_right_turn"})])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance"))
    side = 55.6
    for start, goal, wanted in (
        (at(1, 1.5), at(1.5, 2), side / 2 + 111.2 * 1.5 + 2 * side),  # around, by 13 and 23
        (at(1.5, 2), at(1, 1.5), 111.2 / 2 + side / 2),
        ("12", at(1.5, 2), 111.2 / 2),
        ("11", "22", side + 111.2 + 2 * side),
    ):
        result = solve(roads, roads.parse(start), [roads.parse(goal)])
        assert result.cost is not None
        assert result.cost.travelled == pytest.approx(wanted, abs=0.5)


def test_turns_have_a_price(tmp_path: Path) -> None:
    osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12]), make_road(2, [12, 22]), make_road(3, [12, 13])])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance", turn=100.0))
    costs = {goal: solve(roads, roads.parse("11"), [roads.parse(goal)]).cost for goal in ("12", "13", "22")}
    found = {goal: cost.travelled for goal, cost in costs.items() if cost is not None}
    assert found["12"] == pytest.approx(55.6, abs=0.1)
    assert found["13"] == pytest.approx(111.2, abs=0.2)
    assert found["22"] == pytest.approx(55.6 + 111.2 + 100, abs=0.5)
    inside = solve(roads, roads.parse(at(1, 1.5)), [roads.parse(at(1.5, 2))]).cost
    assert inside is not None
    assert inside.travelled == pytest.approx(27.8 + 55.6 + 100, abs=0.5)


def test_unreachable_and_too_far_are_said(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12], oneway="yes"), make_road(2, [31, 32]), snap=50.0)
    assert solve(roads, roads.parse("12"), [roads.parse("11")]).outcome is Outcome.UNREACHABLE
    assert solve(roads, roads.parse("11"), [roads.parse("32")]).outcome is Outcome.UNREACHABLE
    assert roads.parse(at(1.4, 1.5)).away == pytest.approx(0.4 * 111.2, abs=0.1)
    with pytest.raises(BadInput, match=r"is \d+ m from the nearest road"):
        roads.parse(at(1.6, 1.5))


@pytest.mark.parametrize(
    "text", ["", "91,0", "0,181", "60.1", "x,y", "#9", "#-1", "99", "9" * 30, "nan,nan", "60.001,24.001,3", "1e3,0"]
)
def test_places_that_are_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        straight(tmp_path).parse(text)
    assert len(str(caught.value).splitlines()) == 1


def test_limits_are_in_metres(tmp_path: Path) -> None:
    roads = straight(tmp_path)
    ends = roads, roads.parse("11"), [roads.parse("13")]
    assert solve(*ends, limits=Limits(cost=110.0)).outcome is Outcome.LIMIT
    assert solve(*ends, limits=Limits(cost=112.0)).found


def test_a_world_of_one_node() -> None:
    roads = Roads("it", RoadGraph.from_edges([], [], [], size=1))
    assert solve(roads, Place(0), [make_node_place(roads.graph, 0)]).found


def test_places_made_by_hand_have_the_coordinates_of_their_roads() -> None:
    roads = next(example.domain for example in Roads.examples())
    assert isinstance(roads, Roads)
    graph = roads.graph
    made = [Place(node) for node in range(graph.size)]
    made += [Place(edge=edge, share=share) for edge in range(graph.edges) for share in (0.25, 0.5)]
    pairs = [(start, goal) for start in made[::3] for goal in made[1::8]]
    together = roads.answer_batch([(start, (goal, made[0])) for start, goal in pairs], algorithm="astar", engine="interpreted")
    assert together is not None
    for number, (start, goal) in enumerate(pairs):
        wanted = solve(roads, start, [goal], algorithm="dijkstra").cost
        assert solve(roads, start, [goal], algorithm="astar").cost == wanted
        several = solve(roads, start, [goal, made[0]], algorithm="dijkstra").cost
        assert solve(roads, start, [goal, made[0]], algorithm="astar").cost == several
        assert together[number].cost == several
