"""The command line, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from towns import make_road, make_square, osm_file

from genastar import BadInput
from genastar.cli import main
from genastar_roads.info import Options
from genastar_roads.model import Roads

DATA = Path(__file__).parents[1] / "data"
KOTKA = str(DATA / "kotka.osm.pbf")
ENDS = ["--from", "60.5251,26.9402", "--to", "60.5352,26.9601"]
SLOWLY = ["--engine", "interpreted"]


def run(*words: str) -> int:
    try:
        return main(list(words)) or 0
    except SystemExit as error:
        return int(error.code or 0)


@pytest.mark.parametrize(("count", "why"), [("0", "less than 1"), ("-5", "less than 1"), ("1.5", "expected a whole")])
def test_a_number_of_routes_that_cannot_be(count: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("roads", "route", KOTKA, *ENDS, *SLOWLY, "--alternatives", count) == 2
    line = capsys.readouterr().err
    assert "--alternatives" in line
    assert why in line


def test_calls_with_numbers_that_cannot_be() -> None:
    roads = Roads.read(KOTKA, Options())
    start, goal = map(roads.parse, (ENDS[1], ENDS[3]))
    for within in (float("nan"), -1, "5"):
        with pytest.raises(BadInput, match=r"within=.*: expected a number of at least 0"):
            roads.compute_costs_from(start, within=cast(float, within), engine="interpreted")
    everything = roads.compute_costs_from(start, engine="interpreted")
    assert (roads.compute_costs_from(start, within=float("inf"), engine="interpreted") == everything).all()
    with pytest.raises(BadInput, match="count=0 is less than 1"):
        roads.alternatives(start, goal, 0, engine="interpreted")


def test_solve_just_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "route.geojson"
    assert run("solve", KOTKA, *ENDS, "--out", str(out), *SLOWLY) == 0
    assert "found, cost" in capsys.readouterr().out
    assert json.loads(out.read_text(encoding="utf-8"))["features"]


NODES_MISSING = (
    "ways with highway=track, which only a key of the mode opens: 3 (way 122056889, 369829289, 413379491); "
    "nodes of ways that are not in the file, where the ways are cut: 274 (node 246985, 246986, 246987, ...)"
)
NODES_LEFT_OUT = (
    "40 (node 372554061, 372554078, 372554297, ...) of 337 nodes (11.9 %) are left out: "
    "they are not in the largest strongly connected component; part=all keeps them; " + NODES_MISSING
)


def test_all_answers_say_what_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, out = str(tmp_path / "a.roads"), str(tmp_path / "a.geojson")
    place = ["--from", "60.5251,26.9402"]
    for words in (
        ["solve", KOTKA, *ENDS, *SLOWLY],
        ["roads", "route", KOTKA, *ENDS, *SLOWLY],
        ["roads", "isochrone", KOTKA, *place, "--within", "60", "--out", out, *SLOWLY],
        ["roads", "matrix", KOTKA, *place, "--out", str(tmp_path / "a.csv"), *SLOWLY],
        ["roads", "save", KOTKA, saved],
        ["solve", saved, *ENDS, *SLOWLY],
    ):
        assert run(*words) == 0
        assert capsys.readouterr().out.splitlines()[-1] == f"  note: {NODES_LEFT_OUT}"
    for words in (["solve", KOTKA], ["roads", "route", KOTKA]):
        assert run(*words, *ENDS, *SLOWLY, "--json") == 0
        assert json.loads(capsys.readouterr().out)["remark"] == NODES_LEFT_OUT
    assert run("roads", "route", KOTKA, *ENDS, *SLOWLY, "--json", "--part", "all", "--u-turns", "allowed") == 0
    assert json.loads(capsys.readouterr().out)["remark"] == NODES_MISSING
    assert "note" not in Roads.read(KOTKA, Options(part="all")).remark


def test_a_route_with_its_guide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("roads", "route", KOTKA, *ENDS, *SLOWLY, "--out", str(tmp_path / "a.html")) == 0
    told = capsys.readouterr().out.splitlines()
    assert " km, " in told[0]
    assert told[1].startswith("  head ")
    assert "  arrive" in told
    assert "m from the road, at 60.5" in told[-2]
    assert told[-1] == f"  note: {NODES_LEFT_OUT}"
    assert (tmp_path / "a.html").stat().st_size > 1000


def test_a_route_as_json_by_a_place_and_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("roads", "route", KOTKA, *ENDS, *SLOWLY, "--json", "--via", "60.53,26.95") == 0
    by_via = json.loads(capsys.readouterr().out)["routes"]
    assert run("roads", "route", KOTKA, *ENDS, *SLOWLY, "--json", "--alternatives", "3") == 0
    several = json.loads(capsys.readouterr().out)["routes"]
    assert len(by_via) == 1
    assert 1 <= len(several) <= 3
    assert several[0]["cost"] <= min(each["cost"] for each in [*several, *by_via])
    assert run("roads", "route", KOTKA, *ENDS, "--via", "60.53,26.95", "--alternatives", "2") == 2
    assert "cannot be combined" in capsys.readouterr().err


def test_no_way_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12], oneway="yes"), make_road(2, [12, 13, 23, 12])])
    assert run("roads", "save", str(path), str(tmp_path / "a.roads")) == 0
    assert "nodes" in capsys.readouterr().out
    assert run("solve", str(path), "--from", "12", "--to", "11", "--option", "part=all", *SLOWLY) == 1
    assert "no path leads there" in capsys.readouterr().out


def test_a_matrix_and_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = ["60.5251,26.9402", "60.5352,26.9601"]
    assert run("roads", "matrix", KOTKA, "--from", places[0], "--from", places[1], *SLOWLY) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 3
    there, back = rows[1].split(",")[-1], rows[2].split(",")[-2]
    (tmp_path / "pairs.csv").write_text(f'{places[0]},{places[1]}\n"{places[1]}","{places[0]}"\n')
    assert run("roads", "matrix", KOTKA, "--pairs", str(tmp_path / "pairs.csv"), "--out", str(tmp_path / "o.csv"), *SLOWLY) == 0
    found = (tmp_path / "o.csv").read_text().splitlines()
    assert [line.split(",")[-1] for line in found] == [there, back]


def test_an_isochrone(tmp_path: Path) -> None:
    out = tmp_path / "a.geojson"
    assert (
        run(
            "roads",
            "isochrone",
            KOTKA,
            "--from",
            "60.5251,26.9402",
            "--within",
            "60",
            "--within",
            "120",
            "--out",
            str(out),
            *SLOWLY,
        )
        == 0
    )
    near, far = (each["properties"]["nodes"] for each in json.loads(out.read_text(encoding="utf-8"))["features"])
    assert 0 < near < far


def test_a_saved_graph_gives_the_same_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "kotka.roads")
    assert run("roads", "save", KOTKA, saved) == 0
    capsys.readouterr()
    answers = []
    for source in (KOTKA, saved):
        assert run("roads", "route", source, *ENDS, *SLOWLY, "--json") == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]


def test_options_of_the_domain_are_options_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for words in (["--metric", "distance", "--profile", "foot"], ["--option", "metric=distance", "--option", "profile=foot"]):
        assert run("roads", "route", KOTKA, *ENDS, "--json", *words) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", KOTKA, "--from", "0,0", "--to", "60.5352,26.9601"], "m from the nearest road"),
        (["solve", KOTKA, *ENDS, "--out", "a.svg"], "roads cannot draw a file of this suffix"),
        (["solve", KOTKA, *ENDS, "--option", "profile=plane"], "expected car, bike, foot"),
        (["solve", KOTKA, *ENDS, "--option", "metric=beauty"], "expected one of time, distance"),
        (["roads", "matrix", KOTKA], "no places given; name starts with --from, or pairs with --pairs FILE"),
        (
            ["roads", "matrix", KOTKA, "--from", "#3", "--pairs", "p.csv"],
            "--pairs p.csv has the starts and destinations; leave out --from",
        ),
        (["roads", "matrix", KOTKA, "--to", "#3", "--pairs", "p.csv"], "leave out --to"),
        (
            ["roads", "route", KOTKA, *ENDS, "--option", "nothing=1"],
            "--option nothing: roads has no such option; `genastar plugins --why roads` lists all ",
        ),
        (["roads", "route", KOTKA, *ENDS, "--option", "metric=beauty"], "expected one of time, distance"),
        (
            ["roads", "route", KOTKA, *ENDS, "--option", "profile=bike", "--profile", "foot"],
            "--option profile=bike: --profile is given too; leave one out",
        ),
        (["roads", "route", KOTKA, *ENDS, "--profile="], "profile is ''; expected car, bike, foot"),
        (["roads", "route", KOTKA, *ENDS, "--option", f"avoid_area={'9' * 2000}"], "999...999"),
        (["roads", "matrix", KOTKA, "--from", "#3", "--pairs", "9" * 2000], "999...999"),
        (["roads", "save", KOTKA, "a.gr"], "must end in .roads"),
        (["roads", "save", KOTKA], "--out is missing: Output file, .roads. See: genastar roads save --help"),
        (["roads", "route", KOTKA, *ENDS[:2]], "--to is missing: Destination: lat,lon (if exchanged"),
        (["roads", "isochrone", KOTKA, *ENDS[:2], "--within", "9"], "--out is missing: Output file, GeoJSON. See:"),
        (["roads", "isochrone", KOTKA, "--within", "9", "--out", "a.json"], "--from is missing: Starts (repeatable): lat,lon"),
        (["roads", "isochrone", KOTKA, *ENDS[:2], "--out", "a.json"], "--within is missing: Limits in seconds or metres"),
        (["roads", "route", "missing.osm", *ENDS], "cannot read this file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1
    assert len(error) < 1000


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a\n", "pairs.csv, line 1: 1 field; expected two places, or lat,lon,lat,lon"),
        (b"#3,#4\n\na,b,c\n", "pairs.csv, line 3: 3 fields; expected two places"),
        (b"\xff\xfe", "not a CSV list of pairs"),
        (b'"', "line 1: this is no valid CSV: a quote is not closed"),
        (b"", "pairs.csv: the file has no pairs; expected a start and a destination in each line"),
        (b"\n\n", "the file has no pairs"),
    ],
)
def test_lists_of_pairs_that_are_none(tmp_path: Path, content: bytes, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pairs.csv").write_bytes(content)
    assert run("roads", "matrix", KOTKA, "--pairs", str(tmp_path / "pairs.csv")) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("name", ["landmarks", "hierarchy", pytest.param("hub-labels", marks=pytest.mark.long)])
def test_what_an_algorithm_needs_is_saved_and_opened(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "town.roads"
    bautzen = str(DATA / "bautzen.osm.gz")
    assert run("roads", "save", bautzen, str(saved), "--prepare", name) == 0
    prepared = saved.with_name(f"town.roads.{name}")
    assert prepared.is_file()
    capsys.readouterr()
    words = "--from", "#3", "--to", "#17", *SLOWLY, "--json"
    answers = []
    roads = Roads.read(saved, Options())
    found = roads.search(roads.make_node_place(3), [roads.make_node_place(17)], engine="interpreted")
    assert (found.algorithm, found.bound) == (name, 1.0)
    assert "beside the graph" in found.why
    for source, other in ((bautzen, "dijkstra"), (str(saved), name), (str(saved), "auto")):
        assert run("roads", "route", source, *words, "--algorithm", other) == 0
        answers.append(json.loads(capsys.readouterr().out)["routes"][0]["cost"])
    assert len(set(answers)) == 1
    content = prepared.read_bytes()
    prepared.write_bytes(content[:-9] + bytes(255 - byte for byte in content[-9:]))
    assert run("roads", "route", str(saved), *words, "--algorithm", name) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_options_that_a_saved_graph_cannot_follow_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "town.roads")
    assert run("roads", "save", str(DATA / "bautzen.osm.gz"), saved) == 0
    for words in (("--metric", "distance"), ("--profile", "foot"), ("--part", "all")):
        assert run("roads", "matrix", saved, "--from", "#3", "--to", "#17", *words, *SLOWLY) == 2
        assert f"the option {words[0][2:]} was fixed when the graph was saved" in capsys.readouterr().err
    assert run("roads", "save", str(DATA / "bautzen.osm.gz"), saved, "--metric", "distance") == 0
    assert run("roads", "matrix", saved, "--from", "#3", "--to", "#17", "--metric", "distance", *SLOWLY) == 0


def test_a_graph_saved_again_leaves_no_preparation_of_the_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, saved = str(DATA / "bautzen.osm.gz"), str(tmp_path / "town.roads")
    assert run("roads", "save", source, saved, "--prepare", "hierarchy") == 0
    assert run("roads", "save", source, saved, "--metric", "distance", "--prepare", "landmarks") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["town.roads", "town.roads.landmarks"]
    assert run("roads", "route", saved, "--from", "#3", "--to", "#17", *SLOWLY) == 0


@pytest.mark.parametrize(
    ("part", "profile", "said"),
    [
        (
            "largest",
            "car",
            "has no node 46, or no way at it is open to the profile 'car', or it was left out; try part=all, or",
        ),
        ("all", "car", "has no node 46, or no way at it is open to the profile 'car'; give lat,lon, or another profile"),
        ("all", "foot", "has no node 46, or no way at it is open to the profile 'foot'; give lat,lon, or another profile"),
    ],
)
def test_a_node_that_is_not_in_the_graph(
    tmp_path: Path, part: str, profile: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12, 13, 11]), make_road(2, [21, 22, 23])])
    options = ["--option", f"part={part}", "--option", f"profile={profile}"]
    assert run("solve", str(file), "--from", "46", "--to", "11", *options) == 2
    assert f"{file} {said}" in capsys.readouterr().err


def test_a_node_that_other_sources_do_not_have(tmp_path: Path) -> None:
    """A bend too, of a way that is not in the largest part."""
    ways = [make_road(1, [11, 12, 13, 11]), make_road(2, [21, 22, 23]), make_road(3, [12, 32]), make_road(4, [13, 33])]
    roads = Roads.read(osm_file(tmp_path / "a.osm", make_square(), ways), Options())
    with pytest.raises(BadInput, match=r"a\.osm has no node 22, .*; try part=all, or give lat,lon"):
        roads.parse("22")
    roads.graph.save(tmp_path / "a.roads")
    for number in ("22", "46"):
        with pytest.raises(
            BadInput, match=rf"has no node {number}, or it was left out when the graph was saved; give lat,lon$"
        ):
            Roads.read(tmp_path / "a.roads", Options()).parse(number)
    for source in ({"tail": [0], "head": [1], "weight": [1]}, str(tmp_path / "a.gr")):
        (tmp_path / "a.gr").write_text("p sp 2 1\na 1 2 7\n")
        with pytest.raises(BadInput, match=r"has no node 46; give the number of another node$"):
            Roads.read(source, Options(part="all")).parse("46")
