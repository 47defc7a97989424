"""``genastar prepare`` and searches with its files."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cyclopts", reason="the command line is not installed")

from genastar.cli.app import run
from genastar_prepare.hierarchy.hierarchy import Hierarchy

pytestmark = pytest.mark.long


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A map in the current folder; its walls are 1."""
    pytest.importorskip("genastar_grid")
    monkeypatch.chdir(tmp_path)
    Path("yard.map").write_text("type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n......\n", encoding="utf-8")
    return "yard.map"


@pytest.mark.parametrize("method", ["customizable", "first-moves", "hierarchy", "hub-labels", "landmarks"])
def test_a_file_is_written_and_used(yard: str, method: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prepare", yard, "--method", method, "--out", "yard.prepared"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("yard.prepared: ")
    assert (told.out.count("\n"), told.err) == (1, "")
    asked = ["solve", yard, "--from", "0,0", "--to", "5,2", "--algorithm", method]
    assert run([*asked, "--algorithm-option", "table=yard.prepared"]) == 0
    with_table = capsys.readouterr().out.splitlines()
    assert run(["solve", yard, "--from", "0,0", "--to", "5,2", "--algorithm", "astar"]) == 0
    assert with_table[0].partition(",")[0] == capsys.readouterr().out.partition(",")[0]
    assert method in with_table[1]


@pytest.mark.parametrize("method", ["customizable", "first-moves", "hierarchy", "hub-labels", "landmarks"])
def test_the_estimate_of_a_file_is_checked(yard: str, method: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Only landmarks give an estimate; of the other methods the path is checked."""
    assert run(["prepare", yard, "--method", method, "--out", "yard.prepared"]) == 0
    capsys.readouterr()
    words = ["--from", "0,0", "--to", "5,2", "--algorithm", method, "--algorithm-option", "table=yard.prepared"]
    assert run(["check", "grid", yard, *words]) == 0
    estimate = {"landmarks": "is admissible and consistent"}.get(method, "was not checked")
    told = capsys.readouterr().out
    assert "estimate in yard.map  passed  The path is optimal: no path costs less than 7; " in told
    assert estimate.replace("was", "so it was") in told
    Path("yard.map").write_text("type octile\nheight 1\nwidth 6\nmap\n......\n", encoding="utf-8")
    assert run(["check", "grid", yard, "--from", "0,0", "--to", "5,0", *words[4:]]) == 2
    assert "another graph" in capsys.readouterr().err


def test_a_table_that_a_check_writes_is_named(yard: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--from", "0,0", "--to", "5,2", "--algorithm", "landmarks", "--algorithm-option", "table=nosuch"]
    assert run(["check", "grid", yard, *words]) == 0
    assert capsys.readouterr().err.startswith("genastar: note: there was no file nosuch, so the preparation was computed")
    assert Path("nosuch").is_file()


def test_a_table_that_does_not_exist_is_written_and_named(yard: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", yard, "--from", "0,0", "--to", "5,2", "--algorithm", "hierarchy", "--algorithm-option", "table=nosuch"]
    assert run(asked) == 0
    assert capsys.readouterr().err == (
        "genastar: note: there was no file nosuch, so the preparation was computed and saved there\n"
    )
    assert run(asked) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("method", "which"),
    [
        ("hierarchy", "this contraction hierarchy belongs"),
        ("hub-labels", "these hub labels belong"),
        ("first-moves", "this table of first moves belongs"),
        ("landmarks", "these landmarks belong"),
    ],
)
def test_a_stale_file_is_refused_in_one_line(yard: str, method: str, which: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prepare", yard, "--method", method, "--out", "yard.prepared"]) == 0
    Path(yard).write_text(Path(yard).read_text(encoding="utf-8").replace("@@@@", "@.@@"), encoding="utf-8")
    capsys.readouterr()
    asked = ["solve", yard, "--from", "0,0", "--to", "5,2", "--algorithm", method]
    assert run([*asked, "--algorithm-option", "table=yard.prepared"]) == 2
    error = capsys.readouterr().err
    assert f"yard.prepared: {which} to another graph" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "yard.map"], "yard.map: the preparation would overwrite the source"),
        (
            ["--out", "x", "--method", "astar"],
            "the algorithm 'astar' prepares nothing; use customizable or first-moves or hierarchy or",
        ),
        (["--out", "x", "--method-option", "count=3"], "--method-option count: hierarchy has no such option; it has: table"),
        (["--out", "x", "--method", "landmarks", "--method-option", "count=0"], "count"),
        ([], "--out"),
    ],
)
def test_bad_arguments(yard: str, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(Path().iterdir())
    assert run(["prepare", yard, *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_an_interruption_leaves_no_file(yard: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Hierarchy, "of", interrupted)
    assert run(["prepare", yard, "--out", "yard.prepared"]) == 130
    assert capsys.readouterr().err == "genastar: interrupted\n"
    assert [path.name for path in Path().iterdir()] == ["yard.map"]
