"""The command line: ``genastar solve`` on hex maps, and ``genastar reach``."""

import json
from pathlib import Path

import pytest

from genastar.cli import main

DATA = Path(__file__).parent / "data"
FORD = str(DATA / "ford.map")


def run(capsys, *arguments):
    code = main([*arguments, "--engine", "interpreted"])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_solve(capsys, tmp_path):
    for suffix in ("png", "svg"):
        out = tmp_path / f"x.{suffix}"
        code, said, _ = run(capsys, "solve", FORD, "--from", "1,2", "--to", "7,4", "--out", str(out))
        assert (code, out.exists()) == (0, True)
        assert said.startswith("found, cost 6, 7 positions: 1,2 -> ")
    code, said, _ = run(capsys, "solve", FORD, "--option", "moves=4", "--json")
    assert json.loads(said)["cost"] == {"turns": 1, "spent": 2}
    code, said, said_wrong = run(capsys, "solve", FORD, "--to", "4,2")
    assert (code, said) == (2, "")
    assert "4,2 is 'Wo', which cannot be entered" in said_wrong


def test_reach(capsys, tmp_path):
    out = tmp_path / "r.png"
    code, said, _ = run(capsys, "reach", FORD, "--within", "2", "--moves", "4", "--out", str(out))
    assert code == 0
    assert out.exists()
    lines = said.splitlines()
    assert lines[0].endswith("hexes can be reached from 1,2 within 2")
    assert lines[1].startswith("  turn 1: ")
    code, said, _ = run(capsys, "reach", FORD, "--within", "1,2", "--moves", "4", "--json")
    costs = json.loads(said)
    assert costs["1,2"] == [0, 0]
    assert max(costs.values()) <= [1, 2]
    code, said, _ = run(capsys, "reach", FORD, "--from", "2", "--within", "2.5", "--json")
    assert json.loads(said)["7,4"] == 0
    assert max(json.loads(said).values()) <= 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--within", "far"), "--within far: expected a number of points"),
        (("--within", "1,2"), "--within 1,2: expected a number of points"),
        (("--within", "0.5", "--moves", "4"), "--within 0.5: expected a number of turns, or TURNS,POINTS"),
        (("--within", "2", "--moves", "0"), "moves is 0.0; it must be a number"),
        (("--within", "2", "--movement", "tank"), "is unknown; use one of"),
        (("--within", "2", "--out", "x.gif"), "x.gif: unknown picture suffix"),
        (("--within", "2", "--from", "0,0"), "cannot be entered"),
    ],
)
def test_reach_refuses(capsys, arguments, message):
    code, said, said_wrong = run(capsys, "reach", FORD, *arguments)
    assert (code, said) == (2, "")
    assert message in said_wrong
    assert len(said_wrong.strip().splitlines()) == 1
