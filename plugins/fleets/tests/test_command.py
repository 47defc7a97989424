"""``genastar fleets``: files in, plans out, and one line for bad input."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from genastar.cli import main

DATA = Path(__file__).parent / "data"
MAP, SCEN = str(DATA / "empty-8-8.map.gz"), str(DATA / "empty-8-8-random-1.scen.gz")
QUICK = ["--count", "6", "--algorithm", "prioritised"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["fleets", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_json_has_the_plan(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "plan.json"
    code, told, _ = run(capsys, MAP, SCEN, *QUICK, "--json", "--out", str(out))
    found = json.loads(told)
    assert code == 0
    assert found == json.loads(out.read_text(encoding="utf-8"))
    assert set(found) == {
        *("outcome", "sum_of_costs", "makespan", "bound", "lower_bound", "tick", "algorithm", "seconds", "plans"),
    }
    assert found["outcome"] == "found"
    assert len(found["plans"]) == 6
    assert found["sum_of_costs"] == sum(len(path) - 1 for path in found["plans"])
    assert all(len(position) == 2 for path in found["plans"] for position in path)


def test_formats_of_other_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("plan.txt", "plan.paths", "plan.json"):
        code, told, _ = run(capsys, MAP, SCEN, *QUICK, "--out", str(tmp_path / name))
        assert code == 0
        assert told.startswith("found, 6 agents: sum of costs ")
    plans = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["plans"]
    lines = (tmp_path / "plan.txt").read_text(encoding="utf-8").splitlines()
    steps = lines[lines.index("solution=") + 1 :]
    assert steps[0] == "0:" + "".join(f"({path[0][0]},{path[0][1]})," for path in plans)
    assert len(steps) == max(map(len, plans))
    rows = (tmp_path / "plan.paths").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "Agent 0: " + "".join(f"({y},{x})->" for x, y in plans[0])


def test_pictures_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("plan.gif", "plan.svg"):
        assert run(capsys, MAP, SCEN, *QUICK, "--vanish", "--out", str(tmp_path / name))[0] == 0
    with Image.open(tmp_path / "plan.gif") as picture:
        assert picture.n_frames > 5
        first = np.array(picture.convert("RGB"))
        picture.seek(picture.n_frames // 2)
        assert (np.array(picture.convert("RGB")) != first).any()
    root = ElementTree.parse(tmp_path / "plan.svg").getroot()
    moving = [each for each in root.iter() if each.tag.endswith("animate") and each.get("attributeName") == "cx"]
    assert len(moving) == 6
    for each in moving:
        assert len(str(each.get("values")).split(";")) == len(str(each.get("keyTimes")).split(";"))


def test_agents_may_come_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "map.csv"
    table.write_text("1,1,1\n1,1,1\n", encoding="utf-8")
    agents = tmp_path / "agents.json"
    agents.write_text('[{"start": [0, 0], "goal": "2,0"}, {"start": "2,1", "goal": [0, 1]}]', encoding="utf-8")
    code, told, _ = run(capsys, str(table), str(agents), "--algorithm", "cbs", "--json")
    assert code == 0
    assert json.loads(told)["bound"] == 1
    agents.write_text(
        '[{"start": [0, 0], "goal": [[2, 0], "1,1"]}, {"start": "2,1", "goal": ["2,0", "2,1"]}]', encoding="utf-8"
    )
    code, told, _ = run(capsys, str(table), str(agents), "--algorithm", "cbs", "--json")
    assert (json.loads(told)["sum_of_costs"], json.loads(told)["bound"]) == (2, 1)
    for text, words in (
        ('[{"start": [0, 0]}]', "agent 0: goal is None; expected a position as text or a list of numbers"),
        ('[{"start": [0, 0], "goal": []}]', "expected a position as text or a list of numbers"),
        ('[{"start": [0, 0], "goal": [[1, 0], 3]}]', "expected a position as text or a list of numbers"),
        ("[3]", "agent 0 is 3; expected an object with a start and a goal"),
        ('[{"start": [0, 0], "goal": [1, 0]}, {"start": [2, 1], "goal": [9, 9]}]', "agents.json: agent 1: "),
        ('[{"start": [0, 0], "goal": "[x]"}]', "agents.json: agent 0: goal: "),
    ):
        agents.write_text(text, encoding="utf-8")
        code, told, error = run(capsys, str(table), str(agents))
        assert (code, told, error.count("\n")) == (2, "", 1)
        assert words in error


def test_a_scenario_has_an_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Millions of rows were read for two agents."""
    rows = tmp_path / "many.scen"
    rows.write_text("version 1\n" + "0\tm\t8\t8\t1\t1\t2\t2\t1\n" * 100_001, encoding="utf-8")
    code, told, error = run(capsys, MAP, str(rows))
    assert (code, told) == (2, "")
    assert "many.scen: it has more than 100,000 agents; give a --count" in error
    code, _, error = run(capsys, MAP, str(rows), "--count", "2", "--wait-cost", "1.5")
    assert (code, "expected a whole number, not '1.5'" in error) == (2, True)


def test_no_plan_gives_exit_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, agents = tmp_path / "map.csv", tmp_path / "agents.json"
    table.write_text("1,1\n", encoding="utf-8")
    agents.write_text('[{"start": [0, 0], "goal": [1, 0]}, {"start": [1, 0], "goal": [0, 0]}]', encoding="utf-8")
    code, told, _ = run(capsys, str(table), str(agents))
    assert (code, told) == (1, "no plan for 2 agents: there is no plan\n")
    code, told, _ = run(capsys, str(table), str(agents), "--algorithm", "sipp")
    assert (code, told) == (
        1,
        "no plan for 2 agents: the algorithm gave up, or a limit was reached; lacam finds one if there is one\n",
    )
    code, told, _ = run(capsys, str(table), str(agents), "--json")
    assert code == 1
    assert json.loads(told)["sum_of_costs"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([MAP, SCEN, "--count", "1000"], "1000 agents were asked for, but there are 32; give a smaller --count"),
        ([MAP, SCEN, "--count", "-1"], "--count -1 is less than 1; give the number of agents"),
        ([MAP, MAP], "line 1: expected 'version 1' of a scenario, not 'type octile'; a list of agents is a .json"),
        ([MAP, str(DATA / "room-32-32-4-random-1.scen.gz")], "this row is for a map of 32 x 32, but grid world is 8 x 8"),
        ([MAP, SCEN, "--out", "plan.bmp"], "plan.bmp: the suffix is unknown; supported: .json, .txt, .paths, .gif, .svg"),
        ([MAP, SCEN, "--algorithm", "astar"], "the algorithm 'astar' plans one agent; use auto, cbs, eecbs, lacam"),
        ([MAP, SCEN, "--algorithm", "cbss"], "no algorithm for fleets is named 'cbss'; did you mean cbs or eecbs"),
        ([MAP, SCEN, "--algorithm", "foo"], "no algorithm for fleets is named 'foo'; use auto, cbs, eecbs, lacam, lns"),
        ([MAP, SCEN, "--algorithm", "PP"], "no algorithm for fleets is named 'PP'; did you mean prioritised"),
        ([MAP, SCEN, "--seconds", "0"], "--seconds 0 is not above 0; give the limit of the search in seconds"),
        ([MAP, SCEN, "--seconds", "nan"], "--seconds nan is not above 0"),
        ([MAP, SCEN, "--wait-cost", "-1"], "wait_cost=-1"),
        ([MAP, "missing.scen"], "missing.scen"),
    ],
)
def test_bad_input_gives_one_line(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    code, told, error = run(capsys, *words)
    assert (code, told) == (2, "")
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version 1\n0 map 8 8 1 1 2\n", "line 2: expected bucket, map, width, height"),
        ("version 1\n0 map 8 8 1 1 2 x 3\n", "line 2: expected bucket, map, width, height"),
        ("version 1\n", "it has no agents; expected at least one row"),
        ("version 1\n0 map 8 8 1 1 99 1 3\n", "99"),
        ("", "line 1: expected 'version 1'"),
        ("version 1\n0 map 8 8 1 1 2 2 3\n0 map 8 8 1 1 3 3 3\n", "bad.scen: agents 0 and 1 both start at (1, 1)"),
        (
            "version 1\n0 map 8 8 1 1 2 2 3\n0 map 8 8 1 2 2 2 3\n",
            "bad.scen: agents 0 and 1 both would stay at",
        ),
    ],
)
def test_bad_scenarios_give_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.scen"
    file.write_text(text, encoding="utf-8")
    code, told, error = run(capsys, MAP, str(file))
    assert (code, told) == (2, "")
    assert message in error
    assert error.count("\n") == 1
