"""Areas without through traffic: estates behind gates and behind private roads, and gates between open streets."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns import make_road, make_square, osm_file

from genastar_roads.info import Options
from genastar_roads.model import Roads

PRIVATE = {"barrier": "gate", "access": "private"}


def path(roads: Roads, start: str, goal: str) -> list[str] | None:
    """The path by the numbers of its junctions."""
    found = roads.search(roads.parse(start), [roads.parse(goal)])
    return [roads.format(place) for place in found.path] if found.found else None


def estate(file: Path, gates: dict[int, dict[str, str]], part: str = "largest") -> Roads:
    """A street around, 11 12 13 23 33 32 31 21 11, with 22 inside, which leads to 12 and to 32 in a straight line."""
    ways = [make_road(1, [11, 12, 13, 23, 33, 32, 31, 21, 11]), make_road(2, [12, 1, 22]), make_road(3, [22, 2, 32])]
    nodes = make_square() | {1: (60.0015, 24.002), 2: (60.0025, 24.002)}
    osm_file(file, nodes, ways, node_tags=gates)
    return Roads.read(file, Options(part=part, metric="distance"))  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["largest", "all"])
def test_an_estate_behind_two_gates(tmp_path: Path, part: str) -> None:
    roads = estate(tmp_path / "a.osm", {1: PRIVATE, 2: PRIVATE}, part)
    assert path(roads, "12", "22") == ["12", "1", "22"]
    assert path(roads, "22", "32") == ["22", "2", "32"]
    around = path(roads, "12", "32")
    assert around is not None
    assert "22" not in around


def test_a_gate_on_one_side_stays_closed(tmp_path: Path) -> None:
    """The road is reached without it."""
    roads = estate(tmp_path / "a.osm", {1: PRIVATE})
    assert path(roads, "22", "12") == ["22", "32", "12"]
    assert path(roads, "12", "32") == ["12", "32"]


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ({"barrier": "gate"}, ["12", "22", "32"]),
        (PRIVATE | {"motor_vehicle": "yes"}, ["12", "22", "32"]),
        ({"access": "destination"}, ["12", "32"]),
        ({"motorcar": "no"}, ["12", "32"]),
    ],
)
def test_whom_a_gate_stops(tmp_path: Path, tags: dict[str, str], wanted: list[str]) -> None:
    roads = estate(tmp_path / "a.osm", {1: tags, 2: tags}, "all")
    found = path(roads, "12", "32")
    assert found is not None
    assert [each for each in found if len(each) == 2] == wanted


def test_estates_in_a_row(tmp_path: Path) -> None:
    """Behind a gate is another gate; a route begins at the inner place."""
    ways = [
        make_road(1, [11, 12, 13]),
        make_road(2, [12, 1, 22]),
        make_road(3, [22, 2, 32]),
        make_road(4, [11, 21, 22], access="private"),
    ]
    nodes = make_square() | {1: (60.0015, 24.002), 2: (60.0025, 24.002)}
    roads = Roads.read(
        osm_file(tmp_path / "a.osm", nodes, ways, node_tags={1: PRIVATE, 2: PRIVATE}), Options(metric="distance")
    )
    assert path(roads, "32", "13") == ["32", "2", "22", "1", "12", "13"]
    assert path(roads, "13", "32") == ["13", "12", "1", "22", "2", "32"]


def test_streets_behind_a_private_road(tmp_path: Path) -> None:
    """The streets of the estate, 22 23 33, say nothing of it; both roads to it are private."""
    nodes = make_square() | {4: (60.0032, 24.0021)}
    ways = [make_road(1, [13, 12, 11, 21, 31, 32, 4]), make_road(2, [12, 22], access="private"), make_road(3, [22, 23, 33, 22])]
    ways += [make_road(4, [33, 32], motor_vehicle="destination")]
    for part in ("largest", "all"):
        roads = Roads.read(osm_file(tmp_path / "a.osm", nodes, ways), Options(part=part, metric="distance"))  # type: ignore[arg-type]
        assert path(roads, "11", "23") == ["11", "12", "22", "23"]
        assert path(roads, "23", "31") == ["23", "33", "32", "31"]
        assert path(roads, "13", "4") == ["13", "12", "32", "4"]
        assert path(roads, "12", "32") == ["12", "22", "33", "32"]  # both lie on the private roads


def test_islands_keep_their_rule(tmp_path: Path) -> None:
    """The first row and the third are two islands, each with a private road, a longer way round, and streets at its ends."""
    nodes = make_square() | {1: (60.0005, 24.002), 3: (60.0035, 24.002), 34: (60.0031, 24.001), 35: (60.0031, 24.003)}
    ways = [
        make_road(1, [11, 12, 13], access="private"),
        make_road(2, [11, 1, 13]),
        make_road(3, [11, 21]),
        make_road(4, [13, 23]),
    ]
    ways += [
        make_road(5, [31, 32, 33], access="private"),
        make_road(6, [31, 3, 33]),
        make_road(7, [31, 34]),
        make_road(8, [33, 35]),
    ]
    roads = Roads.read(osm_file(tmp_path / "a.osm", nodes, ways), Options(part="all", metric="distance"))
    for start, goal, street in (("21", "23", 111.2), ("34", "35", 11.2)):
        found = roads.search(roads.parse(start), [roads.parse(goal)])
        assert found.cost is not None
        assert found.cost.travelled == pytest.approx(2 * street + 157.2, abs=1)
    assert path(roads, "34", "32") == ["34", "31", "32"]


def test_a_one_way_network(tmp_path: Path) -> None:
    """No part of it is strongly connected, and a private road is closed to through traffic all the same."""
    ways = [make_road(1, [11, 12], oneway="yes"), make_road(2, [12, 13], oneway="yes", access="private")]
    ways += [make_road(3, [12, 22, 13], oneway="yes"), make_road(4, [13, 23], oneway="yes")]
    roads = Roads.read(osm_file(tmp_path / "a.osm", make_square(), ways), Options(part="all", metric="distance"))
    found = roads.search(roads.parse("11"), [roads.parse("23")])
    assert found.cost is not None
    assert found.cost.travelled > 350
