from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from genastar import BadInput
from genastar.cli import main
from genastar.cli.published import Mismatch, Report, compare_length, find_map, run_files


def report(file: Path) -> Report:
    found = Report(str(file), "astar", queries=3, expanded=30, seconds=0.5)
    if file.name == "bad":
        found.mismatched += [Mismatch(0, 2, "another length: 3 and 4"), Mismatch(2, 4, "no way")]
    return found


def test_the_sum_and_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_files([Path("good")], report, rows=None, json=False) == 0
    assert run_files([Path("good"), Path("bad")], report, rows=1, json=False) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "all: 6 queries, 4 matched, 2 mismatched, 1.000 s"
    assert "  row 0 (line 2): another length: 3 and 4" in told


def test_json_holds_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_files([Path("bad")], report, rows=None, json=True) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["queries"], found["matched"]) == (3, 1)
    assert found["mismatched"][1] == {"row": 2, "line": 4, "why": "no way"}


def test_many_mismatches_are_summed_by_their_kind() -> None:
    found = Report("file", "astar", 40, [Mismatch(row, row, f"another length: {row}") for row in range(40)])
    assert [*found.format_lines()][-1] == "  and 30 more: another length"


def test_no_rows_is_no_number_of_rows() -> None:
    with pytest.raises(BadInput, match="--rows 0: expected a whole number of at least 1"):
        run_files([], report, rows=0, json=False)


def test_the_map_lies_beside(tmp_path: Path) -> None:
    scenarios, named = tmp_path / "b.map.scen.gz", tmp_path / "a.map"
    with pytest.raises(BadInput, match=r"expected a\.map or a\.map\.gz in the same folder"):
        find_map(scenarios, "maps\\a.map", scenarios=".scen", maps=".map")
    named.touch()
    assert find_map(scenarios, "maps\\a.map", scenarios=".scen", maps=".map") == named
    own = tmp_path / "b.map.gz"
    own.touch()
    assert find_map(scenarios, "maps\\a.map", scenarios=".scen", maps=".map") == own


def test_lengths_are_held_to_a_tolerance() -> None:
    assert compare_length(2.0, 2.001, 0.01) is None
    assert compare_length(2.0, 2.1, 0.01) == "another length: 2.00000000 is the shortest, 2.1 is published"
    assert compare_length(None, 2.1, 0.01) == "no path leads there: 2.1 is published"


KEYS = {
    "file": str,
    "search": str,
    "queries": int,
    "matched": int,
    "mismatched": list,
    "seconds": float,
    "expanded": int,
}
"""The schema in docs/json.md."""

PLUGINS = Path(__file__).parents[2] / "plugins"
FILES = {
    "movingai": PLUGINS / "grid" / "tests" / "data" / "arena.map.scen.gz",
    "voxels": PLUGINS / "voxel" / "tests" / "data" / "Simple.3dmap.3dscen.gz",
    "korf": PLUGINS / "puzzle" / "tests" / "data" / "korf_easy.csv",
}


LENGTHS = {"movingai": (1, r"(\s+)", 8), "voxels": (2, r"(\s+)", 6), "korf": (1, "(,)", 2)}
"""Where the first published answer stands: the row, what is between columns, and the column."""


def wrong(command: str, folder: Path) -> Path:
    """The file of a command with a wrong answer in its first row, and its map beside it."""
    whole = FILES[command]
    content = gzip.decompress(whole.read_bytes()) if whole.suffix == ".gz" else whole.read_bytes()
    lines = content.decode().splitlines()
    row, between, column = LENGTHS[command]
    parts = re.split(between, lines[row])
    parts[2 * column] = "999"
    lines[row] = "".join(parts)
    path = folder / whole.name.removesuffix(".gz")
    path.write_text("\n".join(lines) + "\n")
    for beside in whole.parent.glob(f"{whole.name.partition('.')[0]}*map.gz"):
        (folder / beside.name).write_bytes(beside.read_bytes())
    return path


@pytest.mark.parametrize("command", [pytest.param(each, marks=pytest.mark.long if each == "korf" else ()) for each in FILES])
def test_every_command_prints_the_same_documented_object(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--json", "--rows", "3", str(FILES[command]), str(wrong(command, tmp_path))]) == 1
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    for found in (good, bad):
        assert {key: type(value) for key, value in found.items()} == KEYS
        assert found["queries"] == 3 == found["matched"] + len(found["mismatched"])
    assert good["mismatched"] == []
    (row,) = bad["mismatched"]
    assert set(row) == {"row", "line", "why"}
    assert isinstance(row["row"], int | str)
    assert row["line"] == {"movingai": 2, "voxels": 3, "korf": 2}[command]
    assert "999" in row["why"]


def test_the_document_names_these_keys() -> None:
    text = (PLUGINS.parent / "docs" / "json.md").read_text(encoding="utf-8").partition("## Commands that compare")[2]
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == [*KEYS]


def test_every_command_that_uses_this_module_is_tried() -> None:
    sources = PLUGINS.glob("*/src/*/*.py")
    using = {path for path in sources if "genastar.cli.published" in path.read_text(encoding="utf-8")}
    assert len(using) == len(FILES)
