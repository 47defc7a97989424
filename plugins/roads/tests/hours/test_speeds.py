"""Tables of speeds by the hour of the day, and the commands."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import numpy as np
import pytest
from towns import make_road, make_square, osm_file

from genastar import BadInput
from genastar.cli import main
from genastar_roads.answers.guide import make_steps
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.hours.speed_table import SpeedTable
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.search.preference import Preference

DATA = Path(__file__).parents[1] / "data"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def town(path: Path, **tags: str) -> Roads:
    ways = [
        make_road(1, [11, 12], **tags),
        make_road(2, [12, 13], highway="tertiary"),
        make_road(3, [13, 23], highway="service"),
    ]
    osm_file(path / "a.osm", make_square(spacing=0.1), ways)
    return Roads.read(path / "a.osm", Options(part="all"))


def drive(metres: float, hour: float, speeds: dict[int, float], usual: float) -> float:
    """Seconds for a distance from a time of the day on, second by second."""
    seconds, left = 0.0, metres
    while left > 0:
        pace = speeds.get(int((hour + seconds / 3600) % 24), usual) / 3.6
        step = min(1.0, left / pace)
        left -= pace * step
        seconds += step
    return seconds


@pytest.mark.parametrize(
    "time", [pytest.param("06:00:00", marks=pytest.mark.long), "06:59:00", "07:00:00", "08:30:00", "23:50:00"]
)
def test_against_a_drive_second_by_second(tmp_path: Path, time: str) -> None:
    table = write(tmp_path / "a.csv", "road,7,8,23", "residential,10,50%,60", "2,,80%,", "*,30,,")
    roads = town(tmp_path).with_depart(f"2026-11-28T{time}", table)
    hour = sum(float(part) / 60**place for place, part in enumerate(time.split(":")))
    wanted = 0.0
    for way, speeds, usual in ((1, {7: 10, 8: 13, 23: 60}, 26), (2, {8: 0.8 * 42}, 42), (3, {7: 30}, 14)):
        metres = roads.graph.facts.length[roads.graph.facts.way == way][0]  # type: ignore[union-attr]
        wanted += drive(metres, (hour + wanted / 3600) % 24, speeds, usual)
    ends = [roads.parse("11"), roads.parse("23")]
    for engine in ("interpreted", "compiled"):
        found = roads.find_tour(ends, engine=engine)
        assert found is not None
        assert found.seconds == pytest.approx(wanted, abs=1.5)  # the drive looks at the clock once a second
        result = roads.search(ends[0], [ends[1]], engine=engine)
        assert result.cost is not None
        assert result.cost.travelled == found.seconds
    assert roads.matrix(ends[:1], ends[1:], engine="interpreted")[0, 0] == found.seconds


def test_a_limit_by_the_hour_and_a_share(tmp_path: Path) -> None:
    """The share is of the speed of that hour."""
    table = write(tmp_path / "a.csv", "road,7-9", "residential,50%")
    roads = town(tmp_path, maxspeed="50", maxspeed__conditional="30 @ (08:00-10:00)").with_depart("2026-11-27T07:30", table)
    found = roads.find_tour([roads.parse("11"), roads.parse("12")], engine="interpreted")
    assert found is not None
    wanted = drive(found.metres, 7.5, {7: 22.5, 8: 13.5, 9: 27}, 45)
    assert found.seconds == pytest.approx(wanted, abs=1.5)


def test_another_table(tmp_path: Path) -> None:
    """What a table said is forgotten with it; closed roads stay closed."""
    fast, other = (
        write(tmp_path / "a.csv", "road,0-24", "residential,200"),
        write(tmp_path / "b.csv", "road,0-24", "service,50%"),
    )
    roads = town(tmp_path)
    ends = [roads.parse("11"), roads.parse("23")]
    wanted = roads.with_depart("2026-11-28T07:30", other).find_tour(ends, engine="interpreted")
    twice = (
        roads.with_depart("2026-11-28T07:30", fast).with_preference(Preference("path")).with_depart("2026-11-28T08:30", other)
    )
    found = twice.find_tour(ends, engine="interpreted")
    assert wanted is not None
    assert found is not None
    assert found.seconds == wanted.seconds
    closed = twice.with_preference(Preference("service")).with_depart("2026-11-28T09:30")
    assert closed.find_tour(ends, engine="interpreted") is None


@pytest.mark.long
def test_a_city(tmp_path: Path) -> None:
    """A table of the usual speeds changes nothing; faster roads are found by the estimate too; engines and dijkstra agree."""
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    random = np.random.default_rng(5)
    places = [roads.make_node_place(node) for node in random.integers(0, roads.graph.size, 12).tolist()]
    usual = roads.with_depart("2026-11-28T07:30", write(tmp_path / "a.csv", "road,0-24", "*,100%"))
    fast = roads.with_depart("2026-11-28T07:55", write(tmp_path / "b.csv", "road,7,8", "residential,20,150", "*,10,90%"))
    for start, goal in zip(places[::2], places[1::2], strict=True):
        plain = roads.search(start, [goal], engine="interpreted")
        timed = usual.search(usual.adopt_place(start, roads.graph), [usual.adopt_place(goal, roads.graph)], engine="compiled")
        assert plain.cost is not None
        assert timed.cost is not None
        assert timed.cost.travelled == pytest.approx(plain.cost.travelled, rel=1e-4)
        ends = fast.adopt_place(start, roads.graph), [fast.adopt_place(goal, roads.graph)]
        found = [
            fast.search(*ends, algorithm=name, engine=engine)
            for name, engine in (
                ("astar", "interpreted"),
                ("dijkstra", "interpreted"),
                ("astar", "compiled"),
                ("dijkstra", "compiled"),
            )
        ]
        assert len({each.cost.travelled for each in found if each.cost is not None}) == 1
        assert found[0].path == found[2].path
        assert fast.make_route(found[0].path).seconds == found[0].cost.travelled  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["road,7"], "no speeds; expected a line of hours"),
        (["class,7", "a,5"], "line 1: expected road, and hours once each"),
        (["road,7-9,8", "a,5,5"], "line 1: expected road, and hours once each"),
        (["road,24", "a,5"], "'24' is no hour"),
        (["road,9-7", "a,5"], "'9-7' is no hour"),
        (["road,x", "a,5"], "'x' is no hour"),
        (["road,7", "residential,fast"], "line 2: 'fast' is no speed"),
        (["road,7", "residential,0"], "line 2: '0' is no speed"),
        (["road,7", "residential,0.001%"], "is no speed"),
        (["road,7", "residential,2000"], "is no speed"),
        (["road,7", "residential,5,6"], "line 2: 'residential' with 2 speeds"),
        (["road,7", "residential,5", "residential,6"], "line 3: 'residential' with 1 speeds"),
        (["road,7", "motorwayy,5"], "no road is in the table of speeds, which names 'motorwayy'"),
        (["road,7", '"a,5'], "no valid CSV"),
    ],
)
def test_tables_that_are_none(tmp_path: Path, lines: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        town(tmp_path).with_depart("2026-11-28T07:30", write(tmp_path / "a.csv", *lines))
    with pytest.raises(BadInput, match=r"b\.csv"):
        SpeedTable.read(tmp_path / "b.csv")


def test_speeds_of_a_graph_without_an_extract() -> None:
    table = SpeedTable(("*",), (((50.0, False),) * 24,))
    roads = Roads("it", RoadGraph.from_edges([0], [1], [5], unit="ms"))
    with pytest.raises(BadInput, match="classes"):
        roads.with_depart("2026-11-28T07:30", table)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str]:
        code = main([*words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    town(tmp_path, access__conditional="no @ (07:00-09:00)")
    file, ends = str(tmp_path / "a.osm"), ("--from", "11", "--to", "13", "--engine", "interpreted")
    table = write(tmp_path / "a.csv", "road,0-24", "*,36")
    code, text = run("roads", "route", file, *ends, "--depart", "2026-11-27T08:30")
    assert code == 0
    assert "departs 2026-11-27T08:30:00, arrives 2026-11-27T09:" in text
    assert "wait 30 min until it opens, head east" in text
    assert "note" not in text
    assert "ignored: 1 (way 1)" in run("roads", "route", file, *ends)[1]
    route = json.loads(
        run("roads", "route", file, *ends, "--json", "--depart", "2026-11-27T10:00", "--speeds-by-hour", str(table))[1]
    )["routes"][0]
    assert route["seconds"] == pytest.approx(route["metres"] / 10, abs=0.1)
    assert (route["departs"], route["cost"]) == ("2026-11-27T10:00:00", pytest.approx(route["seconds"] * 1000, abs=51))
    code, text = run("solve", file, *ends, "--option", "depart=2026-11-27T08:30", "--out", str(tmp_path / "a.geojson"))
    assert code == 0
    drawn = json.loads((tmp_path / "a.geojson").read_text(encoding="utf-8"))["features"][0]["properties"]
    assert drawn["seconds"] > 1800
    assert drawn["departs"] == "2026-11-27T08:30:00"
    code, text = run("roads", "matrix", file, "--from", "11", "--to", "13", "--depart", "2026-11-27T08:30")
    assert (code, float(text.splitlines()[1].split(",")[1]) == pytest.approx(drawn["seconds"], abs=0.06)) == (0, True)
    for words, why in (
        (("route", file, *ends, "--speeds-by-hour", str(table)), "speeds by the hour need a departure"),
        (("route", file, *ends, "--depart", "8"), "expected a date and a time"),
        (("route", file, *ends, "--depart", "2026-11-27T08:30", "--algorithm", "hierarchy"), "use astar or dijkstra"),
        (("route", file, *ends, "--depart", "2026-11-27T08:30", "--algorithm", "both-ways"), "use astar or dijkstra"),
        (("route", file, *ends, "--depart", "2026-11-27T08:30", "--alternatives", "2"), "depend on the time"),
        (("route", file, *ends, "--depart", "2026-11-27T08:30", "--metric", "distance"), "metric=time"),
        (("route", file, *ends, "--depart", "2026-11-27T08:30", "--prefer", "tertiary"), "a factor changes costs"),
        (
            ("isochrone", file, *ends[:2], "--within", "9", "--out", "a.geojson", "--depart", "2026-11-27T08:30"),
            "depend on the time",
        ),
        (("save", file, str(tmp_path / "a.roads"), "--option", "depart=2026-11-27T08:30"), "leave out depart"),
    ):
        code, text = run("roads", *words)
        assert (code, why in text) == (2, True), (words, text)


def test_directions_say_where_to_wait(tmp_path: Path) -> None:
    ways = [make_road(1, [11, 12], name="A"), make_road(2, [12, 13], name="A", access__conditional="no @ (07:00-09:00)")]
    osm_file(tmp_path / "a.osm", make_square(), ways)
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    found = roads.find_tour([roads.parse("11"), roads.parse("13")], depart="2026-11-27T08:58", engine="interpreted")
    assert found is not None
    texts = [step.text for step in make_steps(found)]
    assert texts == ["head east on A", "wait 2 min until it opens, go on along A", "arrive"]
    assert roads.matrix([roads.parse("13")], [roads.parse("11")]).max() < inf
