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
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache" / "compiled").iterdir()}
    assert len(kept) == 2  # the code, and the note on it
    assert main(["warm", f"{file}:far"]) == 2
    assert "gives no start" in capsys.readouterr().err
    assert main(["warm", str(tmp_path / "none.map")]) == 2
