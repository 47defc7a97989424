"""U-turns: every search against an oracle over edges, which knows the arcs, the forbidden turns and the rule alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_edges import Oracle
from towns import NAMES, make_road, make_square, osm_file

from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place

DATA = Path(__file__).parents[1] / "data"


@st.composite
def streets(draw: st.DrawFn) -> RoadGraph:
    """Small graphs with streets both ways, one-ways, loops, parallel edges, weights of 0, forbidden turns, private roads."""
    size = draw(st.integers(2, 7))
    node = st.integers(0, size - 1)
    roads = draw(st.lists(st.tuples(node, node, st.integers(0, 5), st.booleans()), min_size=1, max_size=14))
    edges = [arc for a, b, weight, both in roads for arc in ((a, b, weight), (b, a, weight))[: 1 + both]]
    pairs = [(a, b) for a, (_, head, _) in enumerate(edges) for b, (tail, _, _) in enumerate(edges) if head == tail]
    forbidden = draw(st.lists(st.sampled_from(pairs), max_size=10)) if pairs else []
    place = st.integers(0, 4).map(lambda number: number / 100_000)
    lat, lon = (draw(st.lists(place, min_size=size, max_size=size)) for _ in range(2))
    columns = [list(column) for column in zip(*edges, strict=True)]
    no_through = draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)) | st.just([]))
    return RoadGraph.from_edges(*columns, lat, lon, turns=forbidden, no_through=no_through)


# From 0 over 1 to 2, where the turn to 3 is forbidden; beyond 2 a street with side streets, 4, 5, 6.
_RUSE = RoadGraph.from_edges(
    [0, 1, 1, 2, 2, 3, 2, 4, 4, 5, 5, 6, 4, 6],
    [1, 0, 2, 1, 3, 2, 4, 2, 5, 4, 6, 5, 6, 4],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5],
    [0.0] * 7,
    [n / 100_000 for n in range(7)],
    turns=[(2, 4)],
)


_FREE = RoadGraph.from_edges([0, 1, 2, 2, 3, 4], [4, 2, 1, 0, 0, 1], [0, 0, 0, 0, 1, 0], [0.0] * 5, [0.0] * 5)
"""A step there and back costs nothing, so both sides of a hierarchy may meet beyond the goal."""

_FREE_AND_PRIVATE = RoadGraph.from_edges(
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2],
    [0, 0, 0, 0, 0, 1, 2, 0, 0, 2, 0, 1, 1],
    [0, 0, 0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1],
    [0.0] * 4,
    [0.0] * 4,
    no_through=[edge in (7, 12) for edge in range(13)],
)
"""A step there and back costs nothing, and private roads split junctions, although no turn is forbidden."""


@settings(max_examples=100)
@example(_RUSE, "never", NAMES)
@example(_RUSE, "dead-ends", NAMES)
@example(_FREE, "dead-ends", ["hierarchy", "hub-labels"])
@example(_FREE_AND_PRIVATE, "dead-ends", ["hierarchy", "hub-labels"])
@given(streets(), st.sampled_from(["dead-ends", "never"]), st.permutations(NAMES).map(lambda names: names[:2]))
def test_all_pairs_keep_the_rule_and_are_the_cheapest(graph: RoadGraph, rule: str, names: list[str]) -> None:
    oracle = Oracle(graph, rule)
    wanted = [[oracle.between(start, goal) for goal in range(graph.size)] for start in range(graph.size)]
    roads = Roads.read(graph, Options(u_turns=rule))  # type: ignore[arg-type]
    nodes = [roads.make_node_place(node) for node in range(graph.size)]
    for name in names:
        matrix = roads.matrix(
            nodes, nodes, algorithm=name if name in ("hierarchy", "dijkstra") else "auto", engine="interpreted"
        )
        assert [[round(cost) if np.isfinite(cost) else None for cost in row] for row in matrix] == wanted
        for start in nodes:
            for goal in nodes:
                found = roads.search(start, [goal], algorithm=name, engine="interpreted")
                assert (None if found.cost is None else found.cost.travelled) == wanted[start.node][goal.node]
                if found.found:
                    route = Route.of(roads.graph, found.path)
                    assert route.cost == wanted[start.node][goal.node]
                    assert oracle.is_legal(list(map(int, route.edges)))


@settings(max_examples=60)
@given(streets(), st.sampled_from(["dead-ends", "never"]), st.integers(1, 9), st.data())
def test_with_priced_turns(graph: RoadGraph, rule: str, price: int, data: st.DataObject) -> None:
    start, goal = (data.draw(st.integers(0, graph.size - 1)) for _ in range(2))
    wanted = Oracle(graph, rule, price).between(start, goal)
    roads = Roads.read(graph, Options(turn=price, u_turns=rule))  # type: ignore[arg-type]
    for name in NAMES:
        found = roads.search(roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name, engine="interpreted")
        assert (None if found.cost is None else found.cost.travelled) == wanted


@settings(max_examples=60)
@given(streets(), st.sampled_from(["dead-ends", "never"]), st.data())
def test_alternatives_and_isochrones_keep_the_rule(graph: RoadGraph, rule: str, data: st.DataObject) -> None:
    start, goal = (data.draw(st.integers(0, graph.size - 1)) for _ in range(2))
    oracle, roads = Oracle(graph, rule), Roads.read(graph, Options(u_turns=rule))  # type: ignore[arg-type]
    for route in roads.alternatives(roads.make_node_place(start), roads.make_node_place(goal), 5, engine="interpreted"):
        assert oracle.is_legal(list(map(int, route.edges)))
        assert [int(route.nodes[0]), int(route.nodes[-1])] == [start, goal]
    limit = data.draw(st.integers(0, 9))
    costs = [oracle.between(start, node) for node in range(graph.size)]
    (feature,) = roads.compute_isochrones([limit], roads.make_node_place(start), engine="interpreted")["features"]  # type: ignore[misc]
    reached = [node for node, cost in enumerate(costs) if cost is not None and cost <= limit]
    found = roads.compute_costs_from(roads.make_node_place(start), within=limit, engine="interpreted")
    assert np.flatnonzero(np.isfinite(found)).tolist() == reached
    assert feature["type"] == "Feature"


@settings(max_examples=100)
@given(streets(), st.sampled_from(["dead-ends", "never"]), st.data())
def test_places_inside_edges(graph: RoadGraph, rule: str, data: st.DataObject) -> None:
    """The oracle's graph has the places as nodes: of one edge, and of its other direction, each makes two."""
    graph = evolve(graph, weight=graph.weight * 4, lat=graph.lat[:0], lon=graph.lon[:0])
    oracle = Oracle(graph, rule)
    edge, other = (data.draw(st.integers(0, graph.edges - 1)) for _ in range(2))
    twins = [[e for e in range(graph.edges) if oracle.is_back(each, e)] for each in (edge, other)]
    ends_of = list(zip(oracle.tail, oracle.head, strict=True))
    if {1} != {ends_of.count(ends_of[each]) for each in (edge, other, *twins[0], *twins[1])} or other in (edge, *twins[0]):
        return  # one of parallel edges is another place; and ways along one edge have a test of their own
    begun = [(edge, 3 * oracle.weight[edge] // 4), *((back, oracle.weight[back] // 4) for back in twins[0])]
    found = oracle.arrivals(begun)

    def ends(last: int, done: int) -> list[int]:
        """What it costs to be that far along an edge."""
        before = [cost for came, cost in found.items() if last in oracle.follow[came]]
        return [cost + done for cost in before]

    costs = [
        *ends(other, oracle.weight[other] // 4),
        *(c for back in twins[1] for c in ends(back, 3 * oracle.weight[back] // 4)),
    ]
    roads = Roads.read(graph, Options(u_turns=rule))  # type: ignore[arg-type]
    for name in NAMES:
        ends = Place(edge=edge, share=0.25), [Place(edge=other, share=0.25)]
        answer = roads.search(*ends, algorithm=name, engine="interpreted")
        assert (None if answer.cost is None else answer.cost.travelled) == min(costs, default=None)


def crossing(path: Path, **options: object) -> Roads:
    """From 11 over 12 to 13, which is a dead end or not; the turn at 12 to 22 is forbidden, and 22 leads around to 11."""
    ways = [
        make_road(1, [11, 12]),
        make_road(2, [12, 13]),
        make_road(3, [12, 22]),
        make_road(4, [13, 23, 33, 32]),
        make_road(5, [22, 32]),
    ]
    no = {"type": "restriction", "restriction": "no_left_turn"}
    osm_file(path, make_square(), ways, [([("way", 1, "from"), ("node", 12, "via"), ("way", 3, "to")], no)])
    return Roads.read(path, Options(**({"part": "all", "metric": "distance"} | options)))


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, [11, 12, 13, 32, 22]),
        ({"u_turns": "never"}, [11, 12, 13, 32, 22]),
        ({"u_turns": "allowed"}, [11, 12, 13, 12, 22]),
        ({"profile": "bike"}, [11, 12, 13, 12, 22]),
        ({"profile": "bike", "u_turns": "dead-ends"}, [11, 12, 13, 32, 22]),
        ({"profile": "foot"}, [11, 12, 22]),
    ],
)
def test_who_may_turn_round(tmp_path: Path, options: dict[str, str], wanted: list[int]) -> None:
    roads = crossing(tmp_path / "a.osm", **options)
    saved = tmp_path / "a.roads"
    roads.graph.save(saved)
    for each in (roads, Roads.read(saved, Options())):
        route = each.find_tour([each.parse("11"), each.parse("22")], engine="interpreted")
        assert route is not None
        assert [int(each.graph.node_id[node]) for node in route.nodes] == wanted
    other = "allowed" if roads.options.u_turns == "never" else "never"
    assert roads.with_options(evolve(roads.options, u_turns=other)) is None  # it has to be read again


def test_a_dead_end_is_where_no_other_turn_is_allowed(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12]), make_road(2, [12, 13]), make_road(3, [12, 22]), make_road(4, [13, 23])]
    restrictions = [((1, 12, 3), "no_left_turn"), ((2, 13, 4), "no_left_turn")]
    for rule, closed, wanted in (("auto", 1, [13, 23, 13]), ("auto", 2, [13]), ("never", 2, None), ("never", 1, None)):
        relations = [
            ([("way", a, "from"), ("node", via, "via"), ("way", b, "to")], {"type": "restriction", "restriction": kind})
            for (a, via, b), kind in restrictions[:closed]
        ]
        osm_file(tmp_path / "a.osm", make_square(), ways, relations)
        roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance", u_turns=rule))  # type: ignore[arg-type]
        route = roads.find_tour([roads.parse("11"), roads.parse("22")], engine="interpreted")
        if wanted is None:
            assert route is None
        else:
            assert route is not None
            assert [int(roads.graph.node_id[node]) for node in route.nodes] == [11, 12, *wanted, 12, 22]


@pytest.mark.parametrize("name", NAMES)
def test_a_town_with_many_forbidden_turns(name: str) -> None:
    graph = Roads.read(DATA / "kotka.osm.pbf", Options()).graph
    random = np.random.default_rng(3)
    before = random.choice(graph.edges, 60, replace=False)
    after = graph.first[graph.head[before]] + random.integers(0, np.diff(graph.first)[graph.head[before]])
    graph = evolve(graph, turns=np.unique(np.stack((before, after), axis=1).astype(np.int32), axis=0))
    oracle, roads = Oracle(graph, "dead-ends"), Roads("a town", graph)
    assert graph.u_turns == "dead-ends"
    junctions = roads.junctions
    assert graph.size + 60 <= junctions.split.size < graph.size + graph.edges // 2
    for start, goal in random.integers(0, graph.size, (25, 2)).tolist():
        found = roads.search(roads.make_node_place(start), [roads.make_node_place(goal)], algorithm=name, engine="interpreted")
        wanted = oracle.between(start, goal)
        assert (None if found.cost is None else round(found.cost.travelled * 1000)) == wanted
        if found.found:
            assert oracle.is_legal(list(map(int, Route.of(graph, found.path).edges)))


def test_without_forbidden_turns_nothing_is_split() -> None:
    graph = Roads.read(DATA / "kotka.osm.pbf", Options()).graph
    graph = evolve(graph, stage=np.ones_like(graph.stage))  # it has a private road
    assert Junctions.of(graph).split is graph
