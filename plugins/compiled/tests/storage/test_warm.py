"""``genastar warm``: machine code made ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from genastar.cli import main

FILE = """
from attrs import frozen
from genastar import AStar

@frozen
class Walk(AStar):
    goal: int

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == self.goal

def walk():
    return Walk(90), 0

far = Walk(10)
"""


@pytest.mark.long
def test_machine_code_is_made_ahead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENASTAR_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "walk.py"
    file.write_text(FILE)
    assert main(["warm", f"{file}:walk"]) == 0
    assert capsys.readouterr().out.startswith(f"{file}:walk: machine code is ready after ")
    kept = set((tmp_path / "cache" / "compiled").iterdir())
    assert kept
    assert main(["warm", f"{file}:far"]) == 2
    assert "no start is known; give one with --from" in capsys.readouterr().err
    assert main(["warm", f"{file}:far", "--from", "3"]) == 0  # its code is there
    assert set((tmp_path / "cache" / "compiled").iterdir()) == kept
    assert main(["warm", str(tmp_path / "none.map")]) == 2


@pytest.mark.long
def test_a_map_without_start_and_goal_is_compiled_for_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENASTAR_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "room.map"
    file.write_text("type octile\nheight 2\nwidth 3\nmap\n...\n...\n")
    assert main(["warm", str(file)]) == 2
    assert "names no start; give start= or --from" in capsys.readouterr().err
    assert main(["warm", str(file), "--from", "0,0", "--to", "0,0"]) == 0
    kept = set((tmp_path / "cache" / "compiled").iterdir())
    assert kept
    assert main(["solve", str(file), "--from", "2,0", "--to", "0,1", "--engine", "compiled"]) == 0
    assert set((tmp_path / "cache" / "compiled").iterdir()) == kept
