"""``genastar compare``: a row for each question, algorithm and engine."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from command_output import read_json, split_rows
from genastar.cli import main

pytestmark = pytest.mark.quick


@pytest.fixture(autouse=True)
def algorithms(site):
    site.core()


def test_a_table(meadow, capsys):
    assert main(["compare", "pond.meadow"]) == 0
    head, *rows = split_rows(capsys.readouterr().out)
    assert head == ["algorithm", "engine", "outcome", "cost", "bound", "expanded", "generated", "seconds"]
    assert [row[:5] for row in rows] == [
        ["dijkstra", "interpreted", "found", "9", "1"],
        ["astar", "interpreted", "found", "9", "1"],
    ]


def test_questions_algorithms_and_engines(meadow, capsys):
    tokens = ["--from=0,0", "--to=2,0", "--from=5,0", "--to=0,4;5,2", "--algorithm=astar", "--algorithm=weighted weight=2"]
    assert main(["compare", "pond.meadow", "--json", *tokens, "--engine=interpreted", "--engine=auto"]) == 0
    rows = read_json(capsys)["rows"]
    assert len(rows) == 8
    assert [(row["start"], row["goals"], row["cost"]) for row in rows[::4]] == [("0,0", ["2,0"], 2), ("5,0", ["0,4", "5,2"], 2)]
    assert [(row["algorithm"], row["engine"]) for row in rows[:3]] == [
        ("astar", "interpreted"),
        ("astar", "auto"),
        ("weighted weight=2.0", "interpreted"),
    ]


def test_one_end_goes_with_all(meadow, capsys):
    assert main(["compare", "pond.meadow", "--json", "--from=0,0", "--from=1,0", "--to=2,0", "--algorithm=astar"]) == 0
    assert [(row["start"], row["cost"]) for row in read_json(capsys)["rows"]] == [("0,0", 2), ("1,0", 1)]
    assert main(["compare", "pond.meadow", *["--from=0,0"] * 2, *["--to=2,0"] * 3]) == 2
    assert "--from is given 2 times and --to 3 times; give as many, or one of them once" in capsys.readouterr().err


def test_several_sources_are_named(meadow, capsys):
    assert main(["compare", "pond.meadow", "gate.mdw", "--json", "--algorithm=astar"]) == 0
    assert [row["problem"] for row in read_json(capsys)["rows"]] == ["pond.meadow", "gate.mdw"]


def test_a_refusal_and_a_limit_are_rows(meadow, capsys):
    tokens = ["--algorithm=theta-star", "--algorithm=dijkstra", "--algorithm=astar", "--limit=expansions=13"]
    assert main(["compare", "pond.meadow", "--json", *tokens]) == 0
    rows = read_json(capsys)["rows"]
    assert [row["outcome"] for row in rows] == ["refused", "limit", "found"]
    assert "which it lacks" in rows[0]["note"]


def test_without_a_path_the_exit_code_is_1(meadow, capsys):
    assert main(["compare", "shut.meadow"]) == 1
    assert capsys.readouterr().out.count("unreachable") == 2


def test_a_table_in_a_file(meadow, capsys):
    assert main(["compare", "pond.meadow", "--out=new/table.csv", "--from=0,0", "--to=2,0;0,4"]) == 0
    assert capsys.readouterr().out.endswith("written: new/table.csv\n")
    with Path("new/table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["algorithm"] for row in rows] == ["dijkstra", "astar"]
    assert (rows[0]["problem"], rows[0]["start"], rows[0]["goals"], rows[0]["cost"]) == ("pond.meadow", "0,0", "2,0;0,4", "2")


def test_a_chart_in_a_file(meadow):
    image = pytest.importorskip("PIL.Image")
    assert main(["compare", "pond.meadow", "--out=chart.png"]) == 0
    assert main(["compare", "pond.meadow", "--algorithm=astar", "--out=short.png", "--measure=seconds"]) == 0
    with image.open("chart.png") as chart, image.open("short.png") as short:
        blue = [number for number, colour in chart.getcolors(1 << 16) if colour == (0, 114, 178)]
        assert blue[0] > 420 * 18  # the longest bar, and the other
        assert chart.height > short.height


def test_a_chart_without_pillow(meadow, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert main(["compare", "pond.meadow", "--out=chart.png"]) == 2
    assert "a chart needs pillow, which cannot be imported" in capsys.readouterr().err
    assert not Path("chart.png").exists()


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["pond.meadow", "--out=table.txt"], "table.txt: unsupported suffix; supported: .csv for the table, .png for a chart"),
        (["nothing.meadow"], "nothing.meadow"),
        (["pond.meadow", "--algorithm=astra"], "astar"),
        (["pond.meadow", "--algorithm=weighted weight=0"], "weight=0"),
        (["pond.meadow", "--algorithm=weighted 2"], "--algorithm 2: expected NAME=VALUE"),
        (["pond.meadow", "--algorithm="], "--algorithm '': expected a name"),
        (["pond.meadow", "--algorithm=theta-star"], "which it lacks"),
        (["pond.meadow", "--from=99,99"], "99,99"),
        (["pond.meadow", "--measure=colour"], "colour"),
    ],
)
def test_what_is_given_wrongly(meadow, capsys, tokens, message):
    assert main(["compare", *tokens]) == 2
    assert message in capsys.readouterr().err
    assert capsys.readouterr().out == ""


SOLVER = """
from attrs import frozen
from genastar import AStar


@frozen
class Stairs(AStar):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == 7


def begins():
    return Stairs(), 2
"""


def test_a_solver_of_a_file(tmp_path, capsys):
    (tmp_path / "stairs.py").write_text(SOLVER)
    source = f"{tmp_path / 'stairs.py'}:Stairs"
    assert main(["compare", source, "--json", "--from=0", "--from=3", "--algorithm=astar", "--algorithm=dijkstra"]) == 0
    rows = read_json(capsys)["rows"]
    assert [(row["start"], row["algorithm"], row["cost"]) for row in rows] == [
        (0, "astar", 7), (0, "dijkstra", 7), (3, "astar", 4), (3, "dijkstra", 4),
    ]  # fmt: skip
    assert main(["compare", f"{tmp_path / 'stairs.py'}:begins", "--json"]) == 0
    assert {(row["start"], row["cost"]) for row in read_json(capsys)["rows"]} == {(2, 5)}
    assert main(["compare", source]) == 2
    assert "no start is known; give one with --from" in capsys.readouterr().err
    assert main(["compare", source, "--from=0", "--to=7"]) == 2
    assert "--to goes with a source of a domain, and" in capsys.readouterr().err
    assert main(["compare", f"{tmp_path / 'stairs.py'}:Nothing", "--from=0"]) == 2
    assert "there is no 'Nothing' in this file" in capsys.readouterr().err
