"""Tags that hold at some hours, each in a small file written by hand. 27 November 2026 is a Friday."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from towns import Tags, make_road, make_square, osm_file

import genastar
from genastar import BadInput
from genastar_roads.answers.timed_route import TimedRoute
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.search.preference import Preference

FRIDAY, SATURDAY = "2026-11-27T", "2026-11-28T"


def make(
    path: Path,
    *,
    nodes: Mapping[int, Tags] = {},
    relations: Iterable[tuple[list[tuple[str, int, str]], Tags]] = (),
    profile: str = "car",
    **way: str,
) -> Roads:
    """The street 11 12 13 with these tags, and a way round over 21, 22 and 23, without the street 22 12."""
    ways = [make_road(1, [11, 12], **way), make_road(2, [12, 13]), make_road(3, [11, 21, 22, 23, 13])]
    osm_file(path / "a.osm", make_square(), ways, relations, nodes)
    return Roads.read(path / "a.osm", Options(part="all", profile=profile))


def take(roads: Roads, depart: str, start: str = "11", goal: str = "13") -> tuple[list[int], float]:
    """The ways of the route, and how long it waits."""
    found = roads.find_tour([roads.parse(start), roads.parse(goal)], depart=depart, engine="interpreted")
    assert isinstance(found, TimedRoute)
    assert found.graph.facts is not None
    return list(dict.fromkeys(found.graph.facts.way[found.edges].tolist())), sum(found.waits.values())


STREET, ROUND = [1, 2], [3]


@pytest.mark.parametrize(
    ("value", "time", "ways"),
    [
        ("no @ (07:00-09:00)", "06:59:00", STREET),
        ("no @ (07:00-09:00)", "07:00:00", ROUND),
        ("no @ (07:00-09:00)", "08:00:00", ROUND),
        ("no @ (07:00-09:00)", "09:00:00", STREET),
        ("no @ 07:00-09:00", "08:00", ROUND),
        ("no @ (Mo-Th 07:00-09:00)", "08:00", STREET),
        ("no @ (Mo-Fr 07:00-09:00; PH off)", "08:00", ROUND),
        ("no @ (Fr)", "12:00", ROUND),
        ("no @ (Nov-Mar)", "12:00", ROUND),
        ("no @ (Apr-Oct)", "12:00", STREET),
        ("no @ (22:00-06:00)", "23:30", ROUND),
        ("no @ (22:00-06:00)", "05:30", ROUND),
        ("no @ (sunset-sunrise)", "17:30", ROUND),
        ("no @ (sunset-sunrise)", "12:00", STREET),
        ("no @ (07:00-19:00); yes @ (10:00-12:00)", "11:00", STREET),
        ("yes @ (10:00-12:00); no @ (07:00-19:00)", "11:00", ROUND),
        ("no @ (07:00-19:00 AND Fr)", "11:00", ROUND),
        ("no @ (07:00-19:00 AND Mo)", "11:00", STREET),
        ("no @ (07:00-19:00 AND weight>3.5)", "11:00", STREET),
        ("no @ (07:00-19:00 and weight<=3.5)", "11:00", ROUND),
        ("no @ (length > 4 m)", "11:00", ROUND),
        ("delivery @ (07:00-11:00)", "11:00", STREET),
    ],
)
def test_access(tmp_path: Path, value: str, time: str, ways: list[int]) -> None:
    roads = make(tmp_path, motor_vehicle__conditional=value)
    assert take(roads, FRIDAY + time) == (ways, 0)
    assert take(make(tmp_path, bicycle__conditional=value, profile="car"), FRIDAY + time) == (STREET, 0)


@pytest.mark.parametrize(
    "value", ["no @ (wet)", "no @ (08:00-18:00 AND snow)", "no @ (SH)", "no @ (stay > 1 h)", "no", "no @ ((8)"]
)
def test_what_cannot_be_read_is_counted_and_does_not_hold(tmp_path: Path, value: str) -> None:
    roads = make(tmp_path, access__conditional=value)
    assert "conditional tags (such as access:conditional), which are ignored: 1 (way 1)" in roads.remark
    timed = roads.with_depart(FRIDAY + "12:00")
    assert timed.remark == "ways with conditions that cannot be read, which count as not met: 1 (way 1)"
    assert take(roads, FRIDAY + "12:00") == (STREET, 0)


def test_a_street_that_is_open_at_some_hours_only(tmp_path: Path) -> None:
    """Without a departure it is closed, and with one its places are known."""
    roads = make(tmp_path, motor_vehicle="no", motor_vehicle__conditional="yes @ (10:00-12:00)")
    assert take(roads, FRIDAY + "11:00") == (STREET, 0)
    assert take(roads, FRIDAY + "12:00") == (ROUND, 0)
    ways, waited = take(roads, FRIDAY + "09:59:50")
    assert (ways, waited) == (STREET, 10)  # to wait is faster than to go round
    there = roads.with_depart(FRIDAY + "11:00").find_nearest(60.001, 24.0015)
    timed = roads.with_depart(FRIDAY + "09:00")
    assert there.away < 1 < roads.find_nearest(60.001, 24.0015).away
    assert timed.find_nearest(60.001, 24.0015).away > 1  # nobody is snapped to a road to wait on
    found = timed.find_tour([there, timed.parse("13")], engine="interpreted")
    assert isinstance(found, TimedRoute)
    assert found.waits == {0: 3600.0}  # the driver stands in it
    assert roads.find_tour([roads.parse("11"), roads.parse("12")], engine="interpreted") is not None


def test_destinations_at_some_hours(tmp_path: Path) -> None:
    roads = make(tmp_path, access__conditional="destination @ (07:00-19:00)")
    timed = roads.with_depart(FRIDAY + "12:00")
    for start, goal in (("11", "60.001,24.0015"), ("60.001,24.0015", "13"), ("12", "11")):
        assert take(timed, FRIDAY + "12:00", start, goal)[0] in ([1], [1, 2])
    beyond = "60.0012,24.001", "60.0012,24.003"  # on the way round, near the ends of the street
    assert take(timed, FRIDAY + "12:00", *beyond) == (ROUND, 0)
    assert take(timed, FRIDAY + "19:00", *beyond) == ([3, 1, 2], 0)


def test_nothing_opens_within_a_week(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12], access__conditional="no @ (Nov-Dec)")]
    osm_file(tmp_path / "a.osm", make_square(), ways)
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    ends = [roads.parse("11"), roads.parse("12")]
    assert roads.find_tour(ends, depart=FRIDAY + "12:00", engine="interpreted") is None
    found = roads.find_tour(ends, depart="2026-12-31T23:59:30", engine="interpreted")
    assert isinstance(found, TimedRoute)
    assert found.waits == {0: 30.0}


def test_one_way_streets(tmp_path: Path) -> None:
    roads = make(tmp_path, oneway__conditional="yes @ (07:00-09:00)")
    assert take(roads, FRIDAY + "08:00", "11", "13") == (STREET, 0)
    assert take(roads, FRIDAY + "08:00", "13", "11") == (ROUND, 0)
    assert take(roads, FRIDAY + "09:00", "13", "11") == (STREET[::-1], 0)
    roads = make(tmp_path, oneway="yes", oneway__conditional="-1 @ (07:00-09:00)")
    assert take(roads, FRIDAY + "08:00", "11", "13") == (ROUND, 0)
    assert take(roads, FRIDAY + "08:00", "13", "11") == (STREET[::-1], 0)
    assert take(roads, FRIDAY + "10:00", "13", "11") == (ROUND, 0)


@pytest.mark.parametrize(
    ("tags", "time", "speed"),
    [
        ({"maxspeed": "50", "maxspeed__conditional": "30 @ (07:00-09:00)"}, "08:00", 30),
        ({"maxspeed": "50", "maxspeed__conditional": "30 @ (07:00-09:00)"}, "09:00", 50),
        ({"maxspeed": "50", "maxspeed__conditional": "80 @ (22:00-06:00)"}, "23:00", 80),
        ({"maxspeed": "50", "maxspeed__conditional": "80 @ (22:00-06:00)"}, "12:00", 50),
        ({"maxspeed": "50", "maxspeed__forward__conditional": "20 @ (07:00-09:00)"}, "08:00", 20),
        ({"maxspeed": "50", "maxspeed__backward__conditional": "20 @ (07:00-09:00)"}, "08:00", 50),
        ({"maxspeed": "50", "maxspeed__conditional": "none @ (wet)"}, "12:00", 50),
    ],
)
def test_speed_limits(tmp_path: Path, tags: dict[str, str], time: str, speed: float) -> None:
    roads = make(tmp_path, **tags).with_depart(FRIDAY + time)
    found = roads.find_tour([roads.parse("11"), roads.parse("12")], engine="interpreted")
    assert found is not None
    assert found.seconds == pytest.approx(found.metres / (0.9 * speed / 3.6), abs=0.0011)


def test_a_limit_that_changes_on_the_way(tmp_path: Path) -> None:
    """55.6 m at 50 km/h until 7:00, then at 10 km/h; both at nine tenths."""
    roads = make(tmp_path, maxspeed="50", maxspeed__conditional="10 @ (07:00-09:00)").with_depart(FRIDAY + "06:59:58")
    found = roads.find_tour([roads.parse("11"), roads.parse("12")], engine="interpreted")
    assert found is not None
    assert found.seconds == pytest.approx(2 + (found.metres - 2 * 12.5) / 2.5, abs=0.0011)


@pytest.mark.parametrize(
    ("tags", "time", "ways"),
    [
        ({"barrier": "gate", "opening_hours": "08:00-20:00"}, "12:00", STREET),
        ({"barrier": "gate", "opening_hours": "08:00-20:00"}, "21:00", ROUND),
        ({"barrier": "gate", "opening_hours": "Mo-Th"}, "12:00", ROUND),
        ({"barrier": "gate", "opening_hours": "08:00-20:00", "locked": "yes"}, "12:00", STREET),
        ({"barrier": "gate", "access": "no", "access:conditional": "yes @ (08:00-20:00)"}, "12:00", STREET),
        ({"barrier": "gate", "access": "no", "access:conditional": "yes @ (08:00-20:00)"}, "21:00", ROUND),
        ({"barrier": "gate", "motor_vehicle:conditional": "no @ (22:00-06:00)"}, "23:00", ROUND),
        ({"barrier": "bollard", "opening_hours": "08:00-20:00"}, "12:00", ROUND),
    ],
)
def test_gates(tmp_path: Path, tags: Tags, time: str, ways: list[int]) -> None:
    roads = make(tmp_path, nodes={12: tags})
    assert take(roads, FRIDAY + time) == (ways, 0)
    for start, goal in (("12", "13"), ("12", "11"), ("11", "12")):  # a gate lies on the roads of both its sides
        assert take(roads, FRIDAY + time, start, goal)[1] == 0
    if "opening_hours" in tags:
        assert "barriers with opening hours, which are ignored: 1 (node 12)" in roads.remark
    assert roads.with_depart(FRIDAY + time).remark == ""


def test_a_gate_in_the_middle_of_a_way(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12, 13]), make_road(3, [11, 21, 22, 23, 13])]
    osm_file(tmp_path / "a.osm", make_square(), ways, node_tags={12: {"barrier": "gate", "opening_hours": "08:00-20:00"}})
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    assert take(roads, FRIDAY + "07:00") == ([3], 0)
    assert take(roads, FRIDAY + "07:59:50")[0] == [1]
    ways_taken, waited = take(roads, FRIDAY + "07:00", "60.001,24.0015", "60.001,24.0025")
    assert (ways_taken, waited) == ([1, 3], 0)


@pytest.mark.parametrize(
    "tags", [{"opening_hours": "SH"}, {"opening_hours": "by appointment"}, {"access:conditional": "no @ wet"}]
)
def test_gates_that_cannot_be_read(tmp_path: Path, tags: Tags) -> None:
    roads = make(tmp_path, nodes={12: {"barrier": "gate"} | tags})
    assert take(roads, FRIDAY + "12:00") == (STREET, 0)
    remark = roads.with_depart(FRIDAY + "12:00").remark
    assert remark == "barriers with conditions that cannot be read, which count as not met: 1 (node 12)"


def test_opening_hours_of_ways(tmp_path: Path) -> None:
    roads = make(tmp_path, opening_hours="06:00-22:00")
    assert "ways with opening hours, which are ignored: 1 (way 1)" in roads.remark
    assert take(roads, FRIDAY + "12:00") == (STREET, 0)
    assert take(roads, FRIDAY + "23:00") == (ROUND, 0)


def ban(
    kind: str, *via: tuple[str, int], origin: int = 1, target: int = 2, **tags: str
) -> tuple[list[tuple[str, int, str]], Tags]:
    members = [("way", origin, "from"), *((*each, "via") for each in via), ("way", target, "to")]
    return members, {"type": "restriction", **({"restriction": kind} if kind else {}), **tags}


@pytest.mark.parametrize(
    ("relation", "time", "ways"),
    [
        (ban("", ("node", 12), **{"restriction:conditional": "no_straight_on @ (07:00-09:00)"}), "08:00", ROUND),
        (ban("", ("node", 12), **{"restriction:conditional": "no_straight_on @ (07:00-09:00)"}), "09:00", STREET),
        (ban("no_straight_on", ("node", 12), **{"restriction:conditional": "none @ (07:00-09:00)"}), "08:00", STREET),
        (ban("no_straight_on", ("node", 12), **{"restriction:conditional": "none @ (07:00-09:00)"}), "12:00", ROUND),
        (ban("", ("node", 12), target=4, **{"restriction:conditional": "only_left_turn @ (07:00-09:00)"}), "08:00", ROUND),
        (ban("", ("node", 12), target=4, **{"restriction:conditional": "only_left_turn @ (07:00-09:00)"}), "06:00", STREET),
        (ban("", ("way", 2), target=5, **{"restriction:conditional": "no_right_turn @ (07:00-09:00)"}), "08:00", ROUND),
        (ban("", ("way", 2), target=5, **{"restriction:conditional": "no_right_turn @ (07:00-09:00)"}), "06:00", [*STREET, 5]),
        (ban("", ("node", 12), **{"restriction:hgv:conditional": "no_straight_on @ (07:00-09:00)"}), "08:00", STREET),
        (ban("", ("node", 12), **{"restriction:conditional": "no_straight_on @ (wet)"}), "08:00", STREET),
    ],
)
def test_turn_restrictions(
    tmp_path: Path, relation: tuple[list[tuple[str, int, str]], Tags], time: str, ways: list[int]
) -> None:
    """A street 12 32 leads away at the junction; the way 5 leads on from 13 to 33."""
    roads_of_town = [
        make_road(1, [11, 12]),
        make_road(2, [12, 13]),
        make_road(3, [11, 21, 22, 23, 13]),
        make_road(4, [12, 32]),
        make_road(5, [13, 33]),
    ]
    osm_file(tmp_path / "a.osm", make_square(), roads_of_town, [relation])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    goal = "33" if any(ref == 5 for _, ref, _ in relation[0]) else "13"
    wanted = [*ROUND, 5] if goal == "33" and ways == ROUND else ways
    assert take(roads, FRIDAY + time, "11", goal) == (wanted, 0)
    hgv_or_wet = any("hgv" in key or "wet" in value for key, value in relation[1].items())
    is_told = "restriction" in relation[1] or "hgv" in str(relation[1]) or "hold at some hours" in roads.remark
    assert is_told
    timed = roads.with_depart(FRIDAY + time)
    assert ("cannot be read" in timed.remark) == ("wet" in str(relation[1]))
    assert hgv_or_wet or timed.remark == ""


def test_a_tour_goes_on_when_it_arrives(tmp_path: Path) -> None:
    """The street closes while the first leg is driven."""
    roads = make(tmp_path, access__conditional="no @ (07:00-09:00)")
    places = [roads.parse(each) for each in ("13", "11", "13")]
    found = roads.find_tour(places, depart=FRIDAY + "06:59:50", engine="interpreted")
    assert isinstance(found, TimedRoute)
    assert found.graph.facts is not None
    assert list(dict.fromkeys(found.graph.facts.way[found.edges].tolist())) == [2, 1, 3]
    assert found.times[0].reached == 0
    assert found.arrival == found.departure + (found.arrival - found.departure)
    assert found.seconds == pytest.approx((found.arrival - found.departure).total_seconds())


def test_departures_one_after_another(tmp_path: Path) -> None:
    """Each answer is that of a departure on its own, whatever was asked before."""
    tags = {"access__conditional": "no @ (07:00-09:00)", "maxspeed": "50", "maxspeed__conditional": "10 @ (06:00-07:00)"}
    relation = ban("", ("node", 12), **{"restriction:conditional": "no_straight_on @ (12:00-13:00)"})
    for relations in ([], [relation]):
        roads = make(tmp_path, relations=relations, **tags)
        ends = [roads.parse("11"), roads.parse("13")]
        times = ("06:30", "08:00", "12:30", "14:00", "06:30", "12:30")
        found = [roads.find_tour(ends, depart=FRIDAY + time, engine="interpreted") for time in times]
        alone = [make(tmp_path, relations=relations, **tags).find_tour(ends, depart=FRIDAY + time) for time in times]
        chained = roads.with_depart(FRIDAY + "10:00")
        for one, other, time in zip(found, alone, times, strict=True):
            chained = chained.with_depart(FRIDAY + time)
            last = chained.find_tour(ends, engine="interpreted")
            assert one is not None
            assert other is not None
            assert last is not None
            assert one.seconds == other.seconds == last.seconds
        assert len({each.seconds for each in found if each is not None}) == 3


def test_avoiding_after_a_departure(tmp_path: Path) -> None:
    roads = make(tmp_path, toll="yes", access__conditional="no @ (07:00-09:00)")
    ends = [roads.parse("11"), roads.parse("13")]
    found = roads.find_tour(ends, depart=FRIDAY + "12:00", avoid=Preference("toll"), engine="interpreted")
    assert found is not None
    assert found.graph.facts is not None
    assert set(found.graph.facts.way[found.edges].tolist()) == {3}
    with pytest.raises(BadInput, match="a factor changes costs"):
        roads.find_tour(ends, depart=FRIDAY + "12:00", avoid=Preference("toll", factor=2))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("soon", "expected a date and a time, such as 2026-11-28T08:10"),
        ("2026-11-28", "expected a date and a time"),
        ("2026-13-28T08:10", "expected a date and a time"),
        ("0001-01-01T08:10", "expected a date and a time"),
        ("9999-12-31T08:10", "expected a date and a time"),
        (5, "expected a date and a time"),
        ("2026-11-28T08:10+02:00", "leave out the offset"),
        (datetime(2026, 11, 28, tzinfo=UTC), "leave out the offset"),
    ],
)
def test_departures_that_are_none(tmp_path: Path, given: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        make(tmp_path).with_depart(given)


def test_what_has_no_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roads = make(tmp_path, access__conditional="no @ (07:00-09:00)")
    roads.graph.save(tmp_path / "a.roads")
    with pytest.raises(BadInput, match="has no hours; read an OpenStreetMap extract, or give a table"):
        Roads.read(tmp_path / "a.roads", Options()).with_depart(FRIDAY + "08:00")
    with pytest.raises(BadInput, match="has no hours; read an OpenStreetMap extract, or give a table"):
        Roads.read(tmp_path / "a.roads", Options(depart=FRIDAY + "08:00"))
    with pytest.raises(BadInput, match="metric=time"):
        Roads.read(tmp_path / "a.osm", Options(metric="distance", depart=FRIDAY + "08:00"))
    with pytest.raises(BadInput, match="no costs of turns"):
        Roads.read(tmp_path / "a.osm", Options(turn=3, depart=FRIDAY + "08:00"))
    with pytest.raises(BadInput, match="choose the departure first"):
        roads.with_preference(Preference("toll")).with_depart(FRIDAY + "08:00")
    with pytest.raises(BadInput, match="speeds by the hour need a departure"):
        Roads.read(tmp_path / "a.osm", Options(speeds="a.csv"))
    timed = roads.with_depart(datetime(2026, 11, 27, 8))
    with pytest.raises(BadInput, match="read for a departure are not saved"):
        timed.graph.save(tmp_path / "b.roads")
    with pytest.raises(BadInput, match="matches with a departure are not computed"):
        timed.match([[60.001, 24.001], [60.001, 24.002]])
    with pytest.raises(BadInput, match="not prepared"):
        genastar.prepare(timed, "hierarchy")
    monkeypatch.setitem(sys.modules, "opening_hours", None)
    with pytest.raises(BadInput, match=r"opening-hours-py, which cannot be imported: .*genastar-roads\[hours\]"):
        make(tmp_path, access__conditional="no @ (07:00-09:00)").with_depart(FRIDAY + "08:00")
    assert make(tmp_path).with_depart(FRIDAY + "08:00").remark == ""  # nothing needs it
