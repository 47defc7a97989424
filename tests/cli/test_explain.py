"""``genastar check --explain``: what a solver gains from the compiled engine, told before its first search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from genastar.cli import main
from genastar.testing.engine_explanation import explain
from genastar.values.cost import Cost
from graphs import Line

pytestmark = pytest.mark.long

pytest.importorskip("genastar_compiled")

FILE = """
from attrs import frozen
from genastar import AStar

@frozen
class Walk(AStar):
    goal: int = 60_000

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)
        open_list.relax(node.position + 2, node.cost.travelled + 3)

    def is_destination(self, position):
        return position == self.goal

@frozen
class Reader(Walk):
    def add_neighbours(self, node, open_list):
        with open("/dev/null"):
            open_list.relax(node.position + 1, node.cost.travelled + 1)

def whole():
    return Walk(50_000), 7

def needs(goal):
    return Walk(goal)

class Broken(Walk):
    def is_destination(self, position):
        return position / 0

class BrokenEstimate(Walk):
    def estimate(self, position):
        return 1 // position

seen = []

class BrokenLater(Walk):
    def is_destination(self, position):
        seen.append(position)
        assert seen.count(0) < 2, "in a later\\nsearch"
        return position == 9

number = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "walk.py"
    path.write_text(FILE)
    return path


def test_a_solver_that_compiles(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--explain", f"{file}:Walk", "--from", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["solver"] == "Walk"
    assert told["start"] == "0"
    assert told["compiles"] is told["agrees"] is True
    assert told["reason"] == told["difference"] == ""
    assert told["compiled"] > told["interpreted"] > 0
    assert told["gain"] == told["compiled"] / told["interpreted"]
    assert told["pays_after"] >= told["seconds_to_compile"] > 0
    assert set(told["hooks"]) == {"add_neighbours", "is_destination", "estimate"}
    assert all(0 <= share <= 1 for share in told["hooks"].values())


def test_the_interpreter_is_measured_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("genastar.search.auto.engine.LOOK_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.engine.PREPARE_AFTER", 0)
    assert main(["check", "--explain", f"{file}:Walk", "--from", "0", "--json"]) == 0
    assert capsys.readouterr().err == ""  # the wrapper that measures the hooks does not compile


def test_a_function_gives_the_solver_and_the_start(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--explain", f"{file}:whole"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Walk from 7: ")
    assert "times as many" in lines[1]
    assert lines[2].startswith("  machine code was ready after ")
    assert lines[3] == "  both engines give the same events"
    assert lines[4].startswith("  of the interpreted time: add_neighbours ")


def test_a_solver_that_does_not_compile(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--explain", f"{file}:Reader", "--from", "0"]) == 1
    out = capsys.readouterr().out
    assert "  it does not compile: Reader cannot be compiled: " in out
    assert "walk.py, line 19" in out


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["FILE:Walk"], "Walk: no start is known; give one with --from"),
        (["FILE:Walk", "--from", "(0"], "--from '(0': expected a position as a Python literal"),
        (["FILE:nothing", "--from", "0"], "there is no 'nothing' in this file"),
        (["FILE:needs", "--from", "0"], "needs needs goal; name a function without arguments"),
        (["FILE:number", "--from", "0"], "number gives a int; expected a solver"),
        (["FILE:Broken", "--from", "0"], "Broken: a hook failed in the search from 0 (walk.py, line"),
        (["FILE:BrokenEstimate", "--from", "0"], "BrokenEstimate: a hook failed in the search from 0 (walk.py, line"),
        (["FILE:BrokenLater", "--from", "0"], "BrokenLater: a hook failed in the search from 0 (walk.py, line"),
        (["grid"], "--explain: expected one solver as FILE.py:NAME, not 'grid'"),
        (["none.py:Walk"], "none.py: cannot read this file: No such file"),
    ],
)
def test_refusals(file: Path, words: list[str], refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--explain", *(word.replace("FILE", str(file)) for word in words)]) == 2
    errors = capsys.readouterr().err
    assert refusal in errors
    assert errors.count("\n") == 1


def test_a_start_is_for_explaining(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "grid", "--from", "0"]) == 2
    assert "--from goes with --explain" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "solver"), [("mine.py:walk", "mine.py:walk"), ("mine.py", "mine.py:NAME")])
def test_a_solver_is_no_domain(name: str, solver: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 2
    assert f"{name!r} is no name of a domain; to measure a solver: genastar check --explain {solver}" in capsys.readouterr().err


def test_an_estimate_is_counted_apart_from_the_hook_that_asks_for_it() -> None:
    told = explain(Line(goal=30), 0, Cost(30, 0))
    assert told.compiles
    assert sum(told.hooks.values()) <= 1


@pytest.mark.filterwarnings("default")
def test_mistakes_in_hooks_are_told_once(tmp_path, capsys):
    text = FILE.replace("goal: int = 60_000", "goal: int = 50").replace("node.cost.travelled + 1", "1")
    text = text.replace("        open_list.relax(node.position + 2, node.cost.travelled + 3)\n", "")
    file = tmp_path / "mistake.py"
    file.write_text(text, encoding="utf-8")
    main(["check", "--explain", f"{file}:Walk", "--from", "0"])
    err = capsys.readouterr().err
    assert err.count("Walk.add_neighbours gives relax() the cost of a step") == 1
    assert err.count("warning") == 1
