"""Turn restrictions, by hand-made examples: what they forbid, and that copies of edges change nothing else."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from towns import compute_distance_with_turns, compute_distances, list_arcs, make_road, make_square, osm_file

from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads

# The cross: 12 above 22 above 32, and 21, 22, 23 from left to right; around it a ring of streets.
CROSS = [
    make_road(1, [12, 22]),
    make_road(2, [22, 32]),
    make_road(3, [21, 22]),
    make_road(4, [22, 23]),
    make_road(5, [12, 13, 23]),
    make_road(6, [23, 33, 32]),
    make_road(7, [32, 31, 21]),
    make_road(8, [21, 11, 12]),
]

Member = tuple[str, int, str]


def graph_with(path: Path, *relations: tuple[list[Member], dict[str, str]], profile: str = "car") -> RoadGraph:
    osm_file(path, make_square(), CROSS, [(members, {"type": "restriction"} | tags) for members, tags in relations])
    return Roads.read(path, Options(part="all", metric="distance", profile=profile)).graph


def by_node(origin: int, via: int, target: int) -> list[Member]:
    return [("way", origin, "from"), ("node", via, "via"), ("way", target, "to")]


def turns(graph: RoadGraph) -> set[tuple[int, int, int]]:
    """Forbidden turns as three nodes."""
    node = graph.node_id
    return {(int(node[graph.tail[a]]), int(node[graph.head[a]]), int(node[graph.head[b]])) for a, b in graph.turns}


def cost(graph: RoadGraph, start: int, goal: int) -> int:
    ids = list(map(int, graph.node_id))
    found = compute_distance_with_turns(graph, ids.index(start), ids.index(goal))
    assert found is not None
    return found


def costs(graph: RoadGraph, start: int) -> dict[int, int]:
    """Without turns, by the numbers of nodes."""
    found = compute_distances(graph, list(map(int, graph.node_id)).index(start))
    return {int(graph.node_id[node]): found[node] for node in sorted(found)}


def test_no_left_turn(tmp_path: Path) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), {"restriction": "no_left_turn"}))
    assert turns(graph) == {(12, 22, 23)}
    assert graph.remark == ""


def test_only_straight_on_forbids_all_else(tmp_path: Path) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 2), {"restriction": "only_straight_on"}))
    assert turns(graph) == {(12, 22, 21), (12, 22, 23), (12, 22, 12)}


def test_two_only_restrictions_allow_both(tmp_path: Path) -> None:
    graph = graph_with(
        tmp_path / "a.osm",
        (by_node(1, 22, 2), {"restriction": "only_straight_on"}),
        (by_node(1, 22, 4), {"restriction": "only_left_turn"}),
    )
    assert turns(graph) == {(12, 22, 21), (12, 22, 12)}


def test_no_u_turn(tmp_path: Path) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 1), {"restriction": "no_u_turn"}))
    assert turns(graph) == {(12, 22, 12)}


@pytest.mark.parametrize(
    ("profile", "tags", "bound"),
    [
        ("bike", {"restriction": "no_left_turn"}, True),
        ("bike", {"restriction": "no_left_turn", "except": "bicycle;psv"}, False),
        ("car", {"restriction": "no_left_turn", "except": "psv"}, True),
        ("car", {"restriction": "no_left_turn", "except": "motorcar"}, False),
        ("car", {"restriction:motorcar": "no_left_turn"}, True),
        ("car", {"restriction:hgv": "no_left_turn"}, False),
        ("bike", {"restriction:motorcar": "no_left_turn"}, False),
        ("foot", {"restriction": "no_left_turn"}, False),
        ("car", {"restriction": "give_way"}, False),
        ("car", {"restriction": "no_left_turn_on_red"}, False),
        ("car", {"restriction": "no_right_turn_on_red; no_left_turn"}, True),
        ("car", {"restriction": "no_u_turn;no_left_turn"}, True),
        ("car", {"restriction": "no_left_turn", "type": "route"}, False),
        ("car", {"restriction": "no_left_turn", "type": "restriction:hgv"}, False),
        ("car", {"restriction": "no_left_turn", "type": "restriction:motorcar"}, True),
        ("car", {"restriction:vehicle": "no_left_turn"}, True),
        ("bike", {"restriction:bicycle": "no_left_turn", "restriction": "no_right_turn", "except": "psv"}, True),
    ],
)
def test_whom_it_binds(tmp_path: Path, profile: str, tags: dict[str, str], bound: bool) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), tags), profile=profile)
    assert bool(len(graph.turns)) is bound


def test_capitals_do_not_matter(tmp_path: Path) -> None:
    assert turns(graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), {"restriction": "No_Left_Turn"}))) == {(12, 22, 23)}
    exempt = {"restriction": "no_left_turn", "except": "Motorcar"}
    assert not len(graph_with(tmp_path / "b.osm", (by_node(1, 22, 4), exempt)).turns)


@pytest.mark.parametrize("kind", ["no_left", "no_right", "no_straight", "no_u"])
def test_what_holds_at_a_red_light_is_no_ban(tmp_path: Path, kind: str) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), {"restriction": f"{kind}_turn_on_red"}))
    assert not len(graph.turns)
    assert graph.remark == ""


def test_only_u_turn(tmp_path: Path) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 1), {"restriction": "only_u_turn"}))
    assert turns(graph) == {(12, 22, 21), (12, 22, 23), (12, 22, 32)}
    assert graph.remark == ""


def test_several_entries_and_exits(tmp_path: Path) -> None:
    many_from = [*by_node(1, 22, 4), ("way", 2, "from")]
    many_to = [*by_node(1, 22, 4), ("way", 2, "to")]
    graph = graph_with(tmp_path / "a.osm", (many_from, {"restriction": "no_entry"}))
    assert turns(graph) == {(12, 22, 23), (32, 22, 23)}
    graph = graph_with(tmp_path / "b.osm", (many_to, {"restriction": "no_exit"}))
    assert turns(graph) == {(12, 22, 23), (12, 22, 32)}
    wrong = [(many_from, "no_exit"), (many_to, "no_entry"), (many_from, "no_left_turn"), (many_to, "only_straight_on")]
    graph = graph_with(tmp_path / "c.osm", *((members, {"restriction": kind}) for members, kind in wrong))
    assert not len(graph.turns)
    assert graph.remark == (
        "4 of 4 turn restrictions are left out: "
        "4 (relation 1, 2, 3, ...) have several from members without no_entry, or several to members without no_exit"
    )
    twice = [*by_node(1, 22, 4), ("way", 1, "from"), ("way", 4, "to")]
    assert turns(graph_with(tmp_path / "d.osm", (twice, {"restriction": "no_left_turn"}))) == {(12, 22, 23)}


@pytest.mark.parametrize(
    "tags",
    [
        {"restriction:conditional": "no_left_turn @ (07:00-09:00)"},
        {"restriction:motorcar:conditional": "no_left_turn @ (07:00-09:00)"},
        {"restriction": "no_left_turn", "hour_on": "07:00", "hour_off": "09:00"},
        {"restriction": "no_left_turn", "day_on": "Monday"},
    ],
)
def test_what_holds_at_some_hours_is_left_out_and_said(tmp_path: Path, tags: dict[str, str]) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), tags))
    assert not len(graph.turns)
    assert graph.remark == "1 of 1 turn restrictions are left out: 1 (relation 1) hold at some hours or for some vehicles only"
    other = {"restriction:hgv:conditional": "no_left_turn @ (weight>3.5)"}
    assert graph_with(tmp_path / "b.osm", (by_node(1, 22, 4), other)).remark == ""


@pytest.mark.parametrize("tags", [{"restriction": "foo"}, {}, {"restriction": ""}, {"restriction:motorcar": "keep_left"}])
def test_unknown_restrictions_are_left_out_and_said(tmp_path: Path, tags: dict[str, str]) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), tags))
    assert not len(graph.turns)
    assert graph.remark == (
        "1 of 1 turn restrictions are left out: "
        "1 (relation 1) forbid nothing that is known, such as no_left_turn or only_straight_on"
    )
    for known in (
        {"restriction": "no_left_turn_on_red"},
        {"restriction:hgv": "no_left_turn"},
        {"restriction": "foo;no_u_turn"},
    ):
        assert "forbid nothing" not in graph_with(tmp_path / "b.osm", (by_node(1, 22, 4), known)).remark
    assert not graph_with(tmp_path / "c.osm", (by_node(1, 22, 4), tags), profile="foot").remark


def test_the_reasons_are_said(tmp_path: Path) -> None:
    no = {"restriction": "no_left_turn"}
    incomplete: list[Member] = [("way", 1, "from"), ("way", 4, "to")]
    graph = graph_with(
        tmp_path / "a.osm", (incomplete, no), (by_node(1, 22, 99), no), (by_node(1, 33, 4), no), (by_node(1, 22, 4), no)
    )
    assert turns(graph) == {(12, 22, 23)}
    assert graph.remark == (
        "3 of 4 turn restrictions are left out: 1 (relation 1) have no from, to or via member that can be used, "
        "1 (relation 2) name a way that is closed to this profile or not in the file, "
        "1 (relation 3) name ways that do not meet there, or are not split there"
    )


def test_a_ban_of_what_one_way_streets_forbid_is_not_left_out(tmp_path: Path) -> None:
    ways = [
        make_road(1, [12, 22]),
        make_road(2, [32, 22], oneway="yes"),
        make_road(3, [22, 21], oneway="yes"),
        make_road(4, [22, 23]),
    ]
    no = {"type": "restriction", "restriction": "no_left_turn"}
    relations = [(by_node(1, 22, 2), no), (by_node(3, 22, 1), no), (by_node(3, 22, 2), no)]
    osm_file(tmp_path / "a.osm", make_square(), ways, relations)
    assert Roads.read(tmp_path / "a.osm", Options(part="all")).remark == ""


@pytest.mark.parametrize(
    "members",
    [
        by_node(1, 22, 99),
        by_node(99, 22, 1),
        by_node(1, 33, 4),
        by_node(5, 99, 6),
        [("way", 1, "from"), ("way", 4, "to")],
        [("way", 1, "from"), ("relation", 1, "via"), ("way", 4, "to")],
        [("way", 1, "from"), ("way", 1, "via"), ("way", 1, "to")],
        [("way", 1, "from"), ("way", 99, "via"), ("way", 4, "to")],
        [("node", 1, "from"), ("node", 22, "via"), ("node", 4, "to")],
        [("way", 1, "from"), ("node", 22, "via"), ("node", 21, "via"), ("way", 4, "to")],
    ],
)
def test_those_that_do_not_fit_are_left_out(tmp_path: Path, members: list[Member]) -> None:
    graph = graph_with(tmp_path / "a.osm", (members, {"restriction": "no_left_turn"}))
    assert not len(graph.turns)
    assert graph.remark.startswith("1 of 1 turn restrictions are left out")
    graph.save(tmp_path / "a.roads")
    assert RoadGraph.open(tmp_path / "a.roads").remark == graph.remark


def test_by_a_way_only_the_whole_sequence_is_forbidden(tmp_path: Path) -> None:
    members = [("way", 1, "from"), ("way", 2, "via"), ("way", 6, "to")]
    plain = graph_with(tmp_path / "a.osm")
    graph = graph_with(tmp_path / "b.osm", (members, {"restriction": "no_left_turn"}))
    assert graph.edges == plain.edges + 1
    assert list_arcs(graph) == list_arcs(plain)
    for start in plain.node_id:
        assert costs(graph, int(start)) == costs(plain, int(start))
    forbidden = {(int(a), int(b)) for a, b in graph.turns}

    def allowed(*nodes: int) -> bool:
        """Whether one may go by these nodes, over any of parallel edges."""
        states = [e for e in range(graph.edges) if (graph.node_id[graph.tail[e]], graph.node_id[graph.head[e]]) == nodes[:2]]
        for a, b in pairwise(nodes[1:]):
            states = [
                after
                for after in range(graph.edges)
                if (graph.node_id[graph.tail[after]], graph.node_id[graph.head[after]]) == (a, b)
                and any((before, after) not in forbidden for before in states)
            ]
        return bool(states)

    assert not allowed(12, 22, 32, 23)
    assert allowed(12, 22, 32, 21)
    assert allowed(21, 22, 32, 23)
    assert allowed(23, 22, 32, 23)
    assert allowed(22, 32, 23)


def test_restrictions_that_share_a_beginning_or_follow_each_other(tmp_path: Path) -> None:
    down = [("way", 1, "from"), ("way", 2, "via"), ("way", 6, "to")]
    down_other = [("way", 1, "from"), ("way", 2, "via"), ("way", 7, "to")]
    on = [("way", 8, "from"), ("way", 1, "via"), ("way", 2, "to")]
    no = {"restriction": "no_left_turn"}
    graph = graph_with(tmp_path / "a.osm", (down, no), (down_other, no), (on, no), (by_node(4, 22, 2), no))
    node = graph.node_id
    forbidden = {(int(a), int(b)) for a, b in graph.turns}

    def walks(edges: list[int], left: int) -> set[tuple[int, ...]]:
        """All that can be walked on, as nodes."""
        if not left:
            return {()}
        return {
            (int(node[graph.head[after]]), *rest)
            for before in edges
            for after in range(graph.first[graph.head[before]], graph.first[graph.head[before] + 1])
            if (before, after) not in forbidden
            for rest in walks([after], left - 1)
        }

    def find_edge(a: int, b: int) -> list[int]:
        """The edge itself: who begins on it remembers nothing."""
        return [next(e for e in range(graph.edges) if (node[graph.tail[e]], node[graph.head[e]]) == (a, b))]

    assert {walk for walk in walks(find_edge(12, 22), 2) if walk[0] == 32} == {(32, 22)}
    after_ring = walks(find_edge(21, 12), 3)
    assert (22, 23, 12) in after_ring
    assert not any(walk[:2] == (22, 32) for walk in after_ring)
    assert (32,) not in walks(find_edge(23, 22), 1)
    assert {walk for walk in walks(find_edge(21, 22), 2) if walk[0] == 32} == {(32, 22), (32, 23), (32, 21)}


def test_ways_around_what_is_forbidden(tmp_path: Path) -> None:
    plain = graph_with(tmp_path / "a.osm")
    every = [(by_node(1, 22, target), {"restriction": "no_turn"}) for target in (2, 3, 4)]
    graph = graph_with(tmp_path / "b.osm", *every)
    around = {target: cost(graph, 12, target) for target in (21, 22, 23, 32)}
    assert around[22] == cost(plain, 12, 22)
    assert around[23] == costs(plain, 12)[23]  # by the ring, which is no longer
    assert around[32] == min(around[21] + cost(plain, 21, 32), around[23] + cost(plain, 23, 32))
    assert around[32] > cost(plain, 12, 32)
    assert cost(graph, 32, 12) == cost(plain, 32, 12)


def test_they_follow_renumbering_and_reversal(tmp_path: Path) -> None:
    graph = graph_with(tmp_path / "a.osm", (by_node(1, 22, 4), {"restriction": "no_left_turn"}))
    assert turns(graph.reorder_nodes(list(reversed(range(graph.size))))) == {(12, 22, 23)}
    assert turns(graph.reverse_edges()) == {(23, 22, 12)}
    assert turns(graph.select_part(graph.node_id != 31)) == {(12, 22, 23)}
    assert turns(graph.select_part(graph.node_id != 23)) == set()


def test_by_a_way_one_may_stop_on_the_way(tmp_path: Path) -> None:
    members = [("way", 1, "from"), ("way", 2, "via"), ("way", 6, "to")]
    graph = graph_with(tmp_path / "a.osm", (members, {"restriction": "no_left_turn"}))
    roads = Roads("it", graph)
    there = roads.find_nearest(60.0025, 24.002)  # in the middle of way 2
    for start in ("12", "11"):
        found = roads.search(roads.parse(start), [there], engine="interpreted")
        route = Route.of(graph, found.path)
        assert graph.facts is not None
        assert [int(graph.facts.way[leg.edge]) for leg in route.legs][-2:] == [1, 2]
        assert route.cost == pytest.approx(found.cost.travelled * 100 if found.cost else 0, abs=2)
