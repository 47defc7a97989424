"""Routes that begin or end at a barrier: it lies on the roads of all its sides, but nothing passes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns import NAMES, make_road, make_square, osm_file

from genastar_roads.answers.guide import make_steps
from genastar_roads.info import Options
from genastar_roads.model import Roads

BARRIERS = pytest.mark.parametrize(
    "tags", [{"barrier": "bollard"}, {"barrier": "gate", "access": "private"}, {"access": "no"}, {"maxheight": "1.5"}]
)
PARTS = pytest.mark.parametrize("part", ["largest", "all"])


def ring(file: Path, tags: dict[str, str], part: str = "largest", **way: str) -> Roads:
    """A ring 11 12 13 23 33 32 31 21 11 with a barrier at 12, and a straight road 12 22 32 over the barrier and a junction."""
    ways = [make_road(1, [11, 12, 13, 23, 33, 32, 31, 21, 11], **way), make_road(2, [22, 32]), make_road(3, [12, 22])]
    osm_file(file, make_square(), ways, node_tags={12: tags})
    return Roads.read(file, Options(part=part, metric="distance"))  # type: ignore[arg-type]


def path(roads: Roads, start: str, goal: str, algorithm: str = "auto") -> list[str] | None:
    found = roads.search(roads.parse(start), [roads.parse(goal)], algorithm=algorithm, engine="interpreted")
    return [roads.format(place) for place in found.path] if found.found else None


@BARRIERS
@PARTS
def test_a_route_begins_and_ends_on_any_side_of_a_barrier(tmp_path: Path, tags: dict[str, str], part: str) -> None:
    roads = ring(tmp_path / "a.osm", tags, part)
    for algorithm in NAMES:
        for neighbour in ("11", "13", "22"):
            assert path(roads, "12", neighbour, algorithm) == ["12", neighbour]
            assert path(roads, neighbour, "12", algorithm) == [neighbour, "12"]


@BARRIERS
@PARTS
def test_no_route_passes_a_barrier(tmp_path: Path, tags: dict[str, str], part: str) -> None:
    roads = ring(tmp_path / "a.osm", tags, part)
    for algorithm in NAMES:
        for start, goal in (("11", "13"), ("13", "11"), ("11", "22"), ("22", "13")):
            found = path(roads, start, goal, algorithm)
            assert found is not None
            assert "12" not in found
    around = path(roads, "60.001,24.0015", "60.001,24.0025")
    assert around is not None
    assert around[1:-1] == ["11", "32"]


@BARRIERS
def test_tables_and_isochrones_at_a_barrier(tmp_path: Path, tags: dict[str, str]) -> None:
    roads = ring(tmp_path / "a.osm", tags)
    places = [roads.parse(each) for each in ("12", "11", "13", "60.0011,24.002")]
    for algorithm in ("dijkstra", "hierarchy"):
        costs = roads.matrix(places[:1], places[1:3], algorithm=algorithm, engine="interpreted")
        assert costs == pytest.approx(roads.matrix(places[1:3], places[:1], algorithm=algorithm, engine="interpreted").T)
        assert costs == pytest.approx(55.6, abs=1)
    found = roads.compute_isochrones([30.0], places[0], engine="interpreted")
    assert len(found["features"][0]["geometry"]["coordinates"]) == 3  # type: ignore[index]
    beside = roads.search(places[3], [places[2]], engine="interpreted")
    assert beside.cost is not None
    assert beside.cost.travelled > 400  # on the road to the south, not at the barrier


def test_a_place_by_coordinates_at_a_barrier(tmp_path: Path) -> None:
    roads = ring(tmp_path / "a.osm", {"barrier": "bollard"})
    for neighbour in ("11", "13", "22"):
        found = roads.find_tour([roads.find_nearest(60.001, 24.002), roads.parse(neighbour)], engine="interpreted")
        assert found is not None
        assert found.metres < 112
        assert len(make_steps(found)) == 2


def test_a_one_way_street_at_a_barrier(tmp_path: Path) -> None:
    roads = ring(tmp_path / "a.osm", {"barrier": "bollard"}, "all", oneway="yes")
    assert path(roads, "12", "13") == ["12", "13"]
    assert path(roads, "11", "12") == ["11", "12"]
    assert path(roads, "11", "13") is None
    assert path(roads, "13", "11") == ["13", "32", "11"]
    assert path(roads, "12", "11") == ["12", "22", "32", "11"]


def test_a_car_turns_round_at_a_barrier(tmp_path: Path) -> None:
    """The turn from 21 over 11 to 31 is banned, so a car drives to the barrier and back."""
    ways = [make_road(1, [21, 11]), make_road(2, [11, 12, 13]), make_road(3, [11, 31])]
    ban = [([("way", 1, "from"), ("node", 11, "via"), ("way", 3, "to")], {"type": "restriction", "restriction": "no_u_turn"})]
    osm_file(tmp_path / "a.osm", make_square(), ways, ban, {12: {"barrier": "bollard"}})
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance"))
    assert path(roads, "21", "31") == ["21", "11", "12", "11", "31"]


def test_a_side_that_is_left_out_is_not_reached(tmp_path: Path) -> None:
    """Behind the barrier is an island, which is not in the largest part."""
    ways = [make_road(1, [11, 13, 23, 21, 11]), make_road(2, [21, 22, 32])]
    osm_file(tmp_path / "a.osm", make_square(), ways, node_tags={22: {"barrier": "bollard"}})
    roads = Roads.read(tmp_path / "a.osm", Options(metric="distance"))
    assert path(roads, "11", "22") == ["11", "21", "22"]
    assert sorted(roads.graph.node_id.tolist()) == [11, 21, 22]


def test_the_ends_of_one_way_at_one_barrier(tmp_path: Path) -> None:
    """A loop that begins and ends at the barrier, where a street begins too."""
    ways = [make_road(1, [12, 13, 23, 22, 12]), make_road(2, [12, 11])]
    osm_file(tmp_path / "a.osm", make_square(), ways, node_tags={12: {"barrier": "bollard"}})
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", metric="distance"))
    assert path(roads, "12", "11") == ["12", "11"]
    assert path(roads, "23", "11") is None
    loop = roads.find_tour([roads.parse("12"), roads.parse("23"), roads.parse("12")], engine="interpreted")
    assert loop is not None
    assert roads.parse("12") == roads.find_nearest(60.001, 24.002)
