"""OpenStreetMap files: what becomes of ways, by hand-made examples."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from towns import list_arcs, make_road, make_square, make_town, osm_file

from genastar import BadInput
from genastar_roads.graph.earth import compute_metres
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.profiles.profile import read_profile

DATA = Path(__file__).parents[1] / "data"


def both(*pairs: tuple[int, int]) -> set[tuple[int, int]]:
    return {pair for a, b in pairs for pair in ((a, b), (b, a))}


def test_ways_are_cut_where_they_meet_and_bends_are_kept(tmp_path: Path) -> None:
    graph = make_town(tmp_path / "a.osm", make_road(1, [11, 12, 13, 23]), make_road(2, [12, 22])).graph
    assert list_arcs(graph) == both((11, 12), (12, 23), (12, 22))
    bent = next(
        edge for edge in range(graph.edges) if {graph.node_id[graph.tail[edge]], graph.node_id[graph.head[edge]]} == {12, 23}
    )
    nodes = make_square()
    length = sum(float(compute_metres(*nodes[a], *nodes[b])) for a, b in ((12, 13), (13, 23)))
    assert graph.facts is not None
    assert graph.facts.length[bent] == pytest.approx(length, rel=1e-9)
    assert graph.weight[bent] == np.ceil(length * 100)
    assert list(graph.facts.shapes.node_id) == [13]


@pytest.mark.parametrize(
    ("profile", "tags", "wanted"),
    [
        ("car", {}, both((11, 12))),
        ("car", {"oneway": "yes"}, {(11, 12)}),
        ("car", {"oneway": "-1"}, {(12, 11)}),
        ("car", {"oneway": "no", "junction": "roundabout"}, both((11, 12))),
        ("car", {"junction": "roundabout"}, {(11, 12)}),
        ("car", {"highway": "motorway"}, {(11, 12)}),
        ("car", {"oneway": "reversible"}, both((11, 12))),
        ("car", {"access": "no"}, set()),
        ("car", {"access": "no", "motor_vehicle": "destination"}, both((11, 12))),
        ("car", {"access": "yes", "motorcar": "private"}, both((11, 12))),
        ("car", {"highway": "footway"}, set()),
        ("bike", {"oneway": "yes"}, {(11, 12)}),
        ("bike", {"oneway": "yes", "oneway:bicycle": "no"}, both((11, 12))),
        ("bike", {"oneway": "yes", "cycleway": "opposite_lane"}, both((11, 12))),
        ("bike", {"oneway:bicycle": "-1"}, {(12, 11)}),
        ("bike", {"highway": "footway"}, set()),
        ("bike", {"highway": "footway", "bicycle": "yes"}, both((11, 12))),
        ("bike", {"highway": "footway", "access": "yes"}, set()),
        ("foot", {"oneway": "yes"}, both((11, 12))),
        ("foot", {"area": "yes"}, both((11, 12))),
        ("car", {"area": "yes"}, set()),
        ("foot", {"highway": "motorway"}, set()),
        ("foot", {"highway": "cycleway", "foot": "designated"}, both((11, 12))),
        ("foot", {"oneway:foot": "yes"}, {(11, 12)}),
        ("car", {"highway": "", "route": "ferry"}, both((11, 12))),
        ("car", {"highway": "", "route": "ferry", "motor_vehicle": "no"}, set()),
    ],
)
def test_who_may_go_where(tmp_path: Path, profile: str, tags: dict[str, str], wanted: set[tuple[int, int]]) -> None:
    given = {key: value for key, value in ({"highway": "residential"} | tags).items() if value}
    always = make_road(9, [31, 32], highway="residential")
    graph = make_town(tmp_path / "a.osm", (1, [11, 12], given), always, profile=profile).graph
    assert list_arcs(graph) == wanted | both((31, 32))


@pytest.mark.parametrize(
    ("tags", "speed"),
    [
        ({}, 26.0),
        ({"maxspeed": "50"}, 45.0),
        ({"maxspeed": "30 mph"}, 30 * 1.609344 * 0.9),
        ({"maxspeed": "50 mph; 30 mph"}, 50 * 1.609344 * 0.9),
        ({"maxspeed": "walk"}, 5.4),
        ({"maxspeed": "none"}, 26.0),
        ({"maxspeed": "DE:urban"}, 45.0),
        ({"surface": "gravel"}, 26 * 0.6),
    ],
)
def test_speeds(tmp_path: Path, tags: dict[str, str], speed: float) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12], **tags), metric="time")
    length = float(compute_metres(*make_square()[11], *make_square()[12]))
    assert roads.graph.unit == "ms"
    assert list(roads.graph.weight) == [np.ceil(length / (speed / 3.6) * 1000)] * 2


def test_speeds_differ_by_direction(tmp_path: Path) -> None:
    graph = make_town(
        tmp_path / "a.osm", make_road(1, [11, 12], maxspeed__forward="50", maxspeed__backward="25"), metric="time"
    ).graph
    weight = dict(zip(map(int, graph.node_id[graph.tail]), graph.weight, strict=True))
    assert abs(int(weight[12]) - 2 * int(weight[11])) <= 1


def test_a_ferry_takes_as_long_as_is_signed(tmp_path: Path) -> None:
    graph = make_town(
        tmp_path / "a.osm", (1, [11, 12, 13], {"route": "ferry", "duration": "00:20"}), make_road(2, [12, 22]), metric="time"
    ).graph
    by_way = graph.weight[graph.facts.way == 1] if graph.facts else []
    assert sum(map(int, by_way)) == pytest.approx(2 * 20 * 60 * 1000, abs=4)


def test_a_barrier_is_a_dead_end_on_both_sides(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12, 13]), make_road(2, [11, 21])]
    tags = {12: {"barrier": "bollard"}, 21: {"barrier": "toll_booth"}}
    osm_file(tmp_path / "a.osm", make_square(), ways, node_tags=tags)
    graph = Roads.read(tmp_path / "a.osm", Options(part="all")).graph
    assert list_arcs(graph) == both((11, 12), (12, 13), (11, 21))
    came, after = graph.turns.T
    assert set(map(int, graph.node_id[graph.head[came]])) == {12}
    ends = graph.node_id[np.stack((graph.tail[came], graph.head[after]), axis=1)]
    assert set(map(tuple, ends.tolist())) == both((11, 13))
    assert list_arcs(Roads.read(tmp_path / "a.osm", Options(part="all", profile="foot")).graph) == both((11, 13), (11, 21))


def test_only_the_largest_part_is_kept_unless_all_is_asked_for(tmp_path: Path) -> None:
    ways = [
        make_road(1, [11, 12, 13, 11]),
        make_road(2, [13, 23], oneway="yes"),
        make_road(3, [31, 32]),
        make_road(4, [12, 22]),
    ]
    osm_file(tmp_path / "a.osm", make_square(), ways)
    largest, everything = (Roads.read(tmp_path / "a.osm", Options(part=part)).graph for part in ("largest", "all"))
    assert set(map(int, largest.node_id)) == {11, 12, 13, 22}
    assert (13, 23) in list_arcs(everything)
    assert (13, 23) not in list_arcs(largest)
    assert (31, 32) in list_arcs(everything)


def test_ways_break_where_a_node_is_missing(tmp_path: Path) -> None:
    nodes = {number: place for number, place in make_square().items() if number != 12}
    osm_file(tmp_path / "a.osm", nodes, [make_road(1, [11, 21, 12, 13, 23])])
    assert list_arcs(Roads.read(tmp_path / "a.osm", Options(part="all")).graph) == both((11, 21), (13, 23))


def test_a_round_way_and_a_self_loop(tmp_path: Path) -> None:
    graph = make_town(tmp_path / "a.osm", make_road(1, [11, 12, 22, 21, 11])).graph
    assert list_arcs(graph) == {(11, 11)}
    assert graph.edges == 2
    assert list(graph.twin) == [1, 0]


def test_negative_ids_as_editors_write_them(tmp_path: Path) -> None:
    nodes = {-1: (60.0, 24.0), -2: (60.001, 24.0), 3: (60.002, 24.0)}
    osm_file(tmp_path / "a.osm", nodes, [make_road(-5, [-1, -2, 3])])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    assert list_arcs(roads.graph) == both((-1, 3))
    assert roads.parse("-1").node == int(np.flatnonzero(roads.graph.node_id == -1)[0])


def test_names_and_ways_are_kept(tmp_path: Path) -> None:
    roads = make_town(
        tmp_path / "a.osm", make_road(7, [11, 12], name="Kaivokatu"), make_road(8, [12, 13], ref="E 18"), make_road(9, [13, 23])
    )
    facts = roads.graph.facts
    assert facts is not None
    assert {int(way): facts.names[name] for way, name in zip(facts.way, facts.name, strict=True)} == {
        7: "Kaivokatu",
        8: "E 18",
        9: "",
    }


def test_names_are_one_line_with_all_their_letters(tmp_path: Path) -> None:
    given = {
        "a,b=c @%20% d": "a,b=c @%20% d",
        "Käivö 大街 🛣": "Käivö 大街 🛣",
        "two\nlines\ttab": "two lines tab",
        "&<": "&<",
    }
    ways = [make_road(number, [10 * number + 1, 10 * number + 2], name=name) for number, name in enumerate(list(given)[:3], 1)]
    ways.append(make_road(4, [13, 23], name=list(given)[3]))
    facts = make_town(tmp_path / "a.osm", *ways).graph.facts
    assert facts is not None
    assert set(facts.names) == {"", *given.values()}


def test_all_packings_give_the_same_graph(tmp_path: Path) -> None:
    import bz2

    text = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12, 13]), make_road(2, [12, 22])]).read_bytes()
    (tmp_path / "b.osm.gz").write_bytes(gzip.compress(text))
    (tmp_path / "c.osm.bz2").write_bytes(bz2.compress(text))
    prints = {Roads.read(path, Options()).graph.fingerprint for path in sorted(tmp_path.iterdir())}
    assert len(prints) == 1


@pytest.mark.parametrize(("file", "profile"), [("kotka.osm.pbf", "car"), ("bautzen.osm.gz", "bike"), ("kotka.osm.pbf", "foot")])
def test_real_extracts(file: str, profile: str) -> None:
    graph = Roads.read(DATA / file, Options(profile=profile, metric="distance")).graph
    graph.check(file)
    assert graph.facts is not None
    assert (graph.weight >= graph.facts.length * 100).all()
    assert (graph.weight < graph.facts.length * 100 + 1).all()
    straight = compute_metres(graph.lat[graph.tail], graph.lon[graph.tail], graph.lat[graph.head], graph.lon[graph.head])
    assert (graph.facts.length >= straight - 1e-6).all()
    assert set(map(int, graph.facts.shapes.node_id)).isdisjoint(map(int, graph.node_id))


def test_profiles_of_ones_own(tmp_path: Path) -> None:
    content = {"name": "tram", "speeds": {"tramway": 20}, "oneway": False}
    (tmp_path / "tram.json").write_text(json.dumps(content))
    (tmp_path / "tram.toml").write_text('name = "tram"\noneway = false\n[speeds]\ntramway = 20\n')
    assert read_profile(str(tmp_path / "tram.json")) == read_profile(str(tmp_path / "tram.toml"))
    graph = make_town(
        tmp_path / "a.osm", (1, [11, 12], {"highway": "tramway"}), make_road(2, [12, 13]), profile=str(tmp_path / "tram.toml")
    ).graph
    assert list_arcs(graph) == both((11, 12))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = 3", "required"),
        ('name = "x"\n[speeds]\na = "fast"', "speeds"),
        ('name = "x"\n[speeds]\na = -1', "speeds: 'a' is -1.0; expected 0.01 to 1000"),
        ('name = "x"\n[speeds]\na = nan', "speeds: 'a' is nan; expected 0.01 to 1000"),
        ('name = "x"\n[speeds]\na = inf', "speeds: 'a' is inf; expected 0.01 to 1000"),
        ('name = "x"\n[speeds]\na = 5e-324', "speeds: 'a' is 5e-324; expected 0.01 to 1000"),
        ('name = "x"\n[speeds]\n[surfaces]\na = 5e-324', "surfaces: 'a' is 5e-324; expected 0.01 to 1000"),
        ('name = "x"\nshare = nan\n[speeds]', "share"),
        ('name = "x"\nshare = 5e-324\n[speeds]', "share is 5e-324; it must be a number from 0.01 to 10.0"),
        ('name = "x"\nferry = 5e-324\n[speeds]', "ferry is 5e-324; it must be a number from 0.01 to 1000.0"),
        ('name = "x"\nferry = inf\n[speeds]', "ferry"),
        ('name = "x"\nu_turns = "sometimes"\n[speeds]', "u_turns"),
        ('name = "x"\ncolour = "red"\n[speeds]', "colour"),
        ('name = "x"\nmaxspeed = "sometimes"\n[speeds]', "maxspeed"),
        ("name = ", "TOML"),
        ("[" * 5000, "TOML"),
    ],
)
def test_bad_profiles(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words) as caught:
        read_profile(str(path))
    assert len(str(caught.value).splitlines()) == 1


def test_a_profile_that_makes_ways_too_slow(tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text('name = "slow"\n[speeds]\nresidential = 0.01\n[surfaces]\nmud = 0.01\n')
    with pytest.raises(BadInput, match=r"way 1 is too long or too slow: 111 m and .* s between junctions; expected at most"):
        make_town(tmp_path / "a.osm", make_road(1, [11, 21], surface="mud"), profile=str(tmp_path / "slow.toml"), metric="time")


@pytest.mark.parametrize("name", ["", "plane", "nowhere.toml", "x\0.toml"])
def test_profiles_that_are_not_there(name: str) -> None:
    with pytest.raises(BadInput):
        read_profile(name)
