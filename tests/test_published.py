from __future__ import annotations

import json
from pathlib import Path

import pytest

from genastar import BadInput
from genastar.cli.published import Mismatch, Report, hold, length_fault, map_of


def report(file: Path) -> Report:
    found = Report(str(file), "astar", queries=3, expanded=30, seconds=0.5)
    if file.name == "bad":
        found.mismatched += [Mismatch(0, 2, "another length: 3 and 4"), Mismatch(2, 4, "no way")]
    return found


def test_the_sum_and_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert hold([Path("good")], report, rows=None, json=False) == 0
    assert hold([Path("good"), Path("bad")], report, rows=1, json=False) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "all: 6 queries, 4 matched, 2 mismatched, 1.000 s"
    assert "  row 0 (line 2): another length: 3 and 4" in told


def test_json_holds_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert hold([Path("bad")], report, rows=None, json=True) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["queries"], found["matched"]) == (3, 1)
    assert found["mismatched"][1] == {"row": 2, "line": 4, "why": "no way"}


def test_many_mismatches_are_summed_by_their_kind() -> None:
    found = Report("file", "astar", 40, [Mismatch(row, row, f"another length: {row}") for row in range(40)])
    assert [*found.as_text()][-1] == "  and 30 more: another length"


def test_no_rows_is_no_number_of_rows() -> None:
    with pytest.raises(BadInput, match="--rows 0: give a number from 1 on"):
        hold([], report, rows=0, json=False)


def test_the_map_lies_beside(tmp_path: Path) -> None:
    scenarios, named = tmp_path / "b.map.scen.gz", tmp_path / "a.map"
    with pytest.raises(BadInput, match=r"expected a\.map or a\.map\.gz in the same folder"):
        map_of(scenarios, "maps\\a.map", scenarios=".scen", maps=".map")
    named.touch()
    assert map_of(scenarios, "maps\\a.map", scenarios=".scen", maps=".map") == named
    own = tmp_path / "b.map.gz"
    own.touch()
    assert map_of(scenarios, "maps\\a.map", scenarios=".scen", maps=".map") == own


def test_lengths_are_held_to_a_tolerance() -> None:
    assert length_fault(2.0, 2.001, 0.01) is None
    assert length_fault(2.0, 2.1, 0.01) == "another length: 2.00000000 is the shortest, 2.1 is published"
    assert length_fault(None, 2.1, 0.01) == "no way leads there: 2.1 is published"
