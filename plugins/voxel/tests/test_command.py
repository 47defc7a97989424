"""``genastar voxels`` and ``genastar solve``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput, Workspace
from genastar.cli.app import run as genastar
from genastar_voxel.command import run
from genastar_voxel.info import Options

DATA = Path(__file__).parent / "data"
SCENARIOS = DATA / "Simple.3dmap.3dscen.gz"


@pytest.mark.long
def test_every_published_length() -> None:
    report = run(SCENARIOS, None, "compiled", Options(), Workspace())
    assert (report.queries, report.matched, report.mismatched) == (400, 400, [])


@pytest.mark.long
def test_other_corner_rules_are_not_the_benchmarks() -> None:
    """The published lengths tell the rules apart: what the map's rows say of the rule is no accident."""
    for corners in ("passage", "always", "never"):
        report = run(SCENARIOS, 50, "interpreted", Options(diagonals=corners), Workspace())  # type: ignore[arg-type]
        assert report.matched < report.queries


def test_the_interpreted_engine_agrees() -> None:
    report = run(SCENARIOS, 5, "interpreted", Options(), Workspace())
    assert report.queries == report.matched == 5


@pytest.mark.long
def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert genastar(["voxels", str(SCENARIOS), "--rows", "5"]) == 0
    assert "5 queries, 5 matched, 0 mismatched" in capsys.readouterr().out
    assert genastar(["voxels", str(SCENARIOS), str(SCENARIOS), "--rows", "2", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["matched"] for answer in answers] == [2, 2]
    assert [answer["search"] for answer in answers] == ["astar", "astar"]
    assert genastar(["voxels", str(SCENARIOS), "--rows", "5", "--algorithm", "both-ways", "--engine", "interpreted"]) == 0
    assert "5 queries, 5 matched, 0 mismatched" in (told := capsys.readouterr().out)
    assert "(both-ways, " in told
    assert genastar(["voxels", str(SCENARIOS), "--algorithm", "neither-way"]) == 2
    assert answers[0].keys() == {"file", "search", "queries", "matched", "mismatched", "seconds", "expanded"}
    (tmp_path / "small.3dmap").write_text("voxel 2 2 2\n1 0 0\n")
    small = tmp_path / "small.3dmap.3dscen"
    rows = ["0 0 0 1 1 0 1.41421356 1", "0 0 0 1 0 0 1 1", "0 0 0 0 0 5 5 1", "0 0 0 1 1 1 2.41421356 1"]
    small.write_text("version 1\nsmall.3dmap\n" + "\n".join(rows))
    assert genastar(["voxels", str(small), "--json", "--engine", "interpreted"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["matched"] == 1
    assert [(row["row"], row["line"], row["why"]) for row in answer["mismatched"]] == [
        (0, 3, "another length: 2.00000000 is the shortest, 1.41421356 is published"),
        (1, 4, "the goal is blocked: 1,0,0"),
        (2, 5, "the goal is outside: 0,0,5"),
    ]
    assert genastar(["voxels", str(small), "--rows", "0"]) == 2
    assert genastar(["voxels", str(small), "--megavoxels", "0"]) == 2


def test_a_map_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.3dscen").write_text("version 1\n..\\maps\\b.3dmap\n0 0 0 1 1 1 1.7 1\n")
    with pytest.raises(BadInput, match=r"its map is not beside it; expected b\.3dmap or b\.3dmap\.gz"):
        run(tmp_path / "a.3dscen", None, "interpreted", Options(), Workspace())
    (tmp_path / "b.3dmap").write_text("voxel 2 2 2\n")
    report = run(tmp_path / "a.3dscen", None, "interpreted", Options(), Workspace())
    assert report.mismatched[0].why.startswith("another length: 1.73205081")


def test_solve(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    np.save(tmp_path / "cave.npy", np.random.default_rng(7).random((10, 10, 10)) > 0.2)
    asked = ["solve", str(tmp_path / "cave.npy"), "--domain", "voxel", "--from", "0,0,0", "--to", "9,5,8", "--json"]
    for view in ("slices", "isometric"):
        out = tmp_path / f"{view}.png"
        assert genastar([*asked, "--engine", "interpreted", "--option", f"view={view}", "--out", str(out)]) == 0
        assert json.loads(capsys.readouterr().out)["path"][-1] == "9,5,8"
        assert out.read_bytes().startswith(b"\x89PNG")
