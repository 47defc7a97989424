from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from genastar import BadInput
from genastar.cli.app import run as genastar
from genastar_grid.command import run
from genastar_grid.formats.movingai_files import read_map, read_scenarios

DATA = Path(__file__).parents[1] / "data"
HEADER = "type octile\nheight 2\nwidth 3\nmap\n"


@pytest.mark.parametrize(
    "algorithm",
    [name if name == "astar" else pytest.param(name, marks=pytest.mark.long) for name in ("astar", "canonical", "jps", "auto")],
)
@pytest.mark.parametrize("name", ["arena", "AR0011SR", "Berlin_0_256"])
def test_every_published_length(name: str, algorithm: str) -> None:
    report = run(DATA / f"{name}.map.scen.gz", algorithm, 300, "compiled")
    assert report.queries == report.matched == min(300, len(read_scenarios(DATA / f"{name}.map.scen.gz")))


@pytest.mark.long
def test_jumps_expand_no_more_than_warthogs() -> None:
    report = run(DATA / "AR0011SR.map.scen.gz", "jps", None, "compiled")
    assert report.matched == report.queries == 1280
    assert report.expanded / report.queries < 38.4


@pytest.mark.long
def test_a_known_bad_row_is_explained() -> None:
    report = run(DATA / "icecrown.map.scen.gz", "auto", 80, "compiled")
    assert [(row.row, row.why) for row in report.mismatched] == [(74, "the start is blocked: 235,299")]


def test_the_interpreted_engine_agrees() -> None:
    for algorithm in ("astar", "canonical", "jps", "dijkstra", "both-ways"):
        report = run(DATA / "arena.map.scen.gz", algorithm, 40, "interpreted")
        assert report.queries == report.matched == 40


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert genastar(["movingai", str(DATA / "arena.map.scen.gz"), "--rows", "5"]) == 0
    assert "5 queries, 5 matched, 0 mismatched" in capsys.readouterr().out
    assert genastar(["movingai", str(DATA / "arena.map.scen.gz"), "--rows", "5", "--json"]) == 0
    assert '"mismatched": []' in capsys.readouterr().out
    table = tmp_path / "arena.table"
    how = ["--algorithm", "jps-plus", "--algorithm-option", f"table={table}"]
    assert genastar(["movingai", str(DATA / "arena.map.scen.gz"), "--rows", "5", *how]) == 0
    assert "(jps-plus, " in capsys.readouterr().out
    assert table.is_file()
    (tmp_path / "small.map").write_text(HEADER + "...\n.@.\n")
    (tmp_path / "small.map.scen").write_text("version 1\n0\tsmall.map\t3\t2\t0\t1\t2\t1\t5\n")
    assert genastar(["movingai", str(tmp_path / "small.map.scen")]) == 1
    assert "another length: 4.00000000 is the shortest, 5.0 is published" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("type tile\nheight 1\nwidth 1\nmap\n.\n", "line 1: expected 'type octile', not 'type tile'"),
        ("type octile\nheight x\nwidth 1\nmap\n.\n", "line 2: expected 'height N', not 'height x'"),
        ("type octile\nheight 1\nwidth 0\nmap\n.\n", "line 3: expected 'width N', not 'width 0'"),
        ("type octile\nheight 1\nwidth 1\nmop\n.\n", "line 4: expected 'map', not 'mop'"),
        ("type octile\n", "line 2: expected 'height N'"),
        ("type octile\nheight 999999999\nwidth 999999999\nmap\n", "exceed the limit of 100 million"),
        (HEADER + "...\n", "line 5: expected 2 rows as in the header, but there are 1"),
        (HEADER + "...\n...\n...\n", "line 7: expected 2 rows as in the header, but there are 3"),
        (HEADER + "...\n..\n", "line 6: expected 3 cells as in the header, but this row has 2"),
        (HEADER + "...\n.x.\n", "line 6, column 2: 'x' is no cell"),
        (HEADER + "...\n.\xff\n", "line 6"),
        ("", "line 1: expected 'type octile', not ''"),
    ],
)
def test_bad_maps(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.map"
    path.write_text(text)
    with pytest.raises(BadInput, match=f"{path}: ") as caught:
        read_map(path, 100)
    assert message in str(caught.value)


def test_letters(tmp_path: Path) -> None:
    path = tmp_path / "all.map"
    path.write_bytes(b"type octile\r\nheight 1\r\nwidth 7\r\nmap\r\n.G@OTSW\r\n")
    costs, water, swamp = read_map(path, 1)
    assert costs.tolist() == [[1, 1, 0, 0, 0, 1, 1]]
    assert water is not None
    assert water.tolist() == [[False] * 6 + [True]]
    assert swamp is not None
    assert swamp.tolist() == [[False] * 5 + [True, False]]


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.map.gz"
    path.write_bytes(gzip.compress(b"type octile\n" + bytes(3_000_000)))
    with pytest.raises(BadInput, match="more than 2,001,000 bytes"):
        read_map(path, 1)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(BadInput, match="damaged"):
        read_map(path, 100)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'version 1'"),
        ("version 2\n", "line 1: expected 'version 1'"),
        ("version 1\n0\ta.map\t3\t2\t0\t0\t1\t1\n", "line 2: expected bucket, map"),
        ("version 1\n\n0\ta.map\t3\t2\t0\tx\t1\t1\t1\n", "line 3: expected bucket, map"),
        ("version 1\n0\ta.map\t3\t2\t0\t0\t1\t1\tnan\n", "line 2: length nan is not valid"),
    ],
)
def test_bad_scenarios(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.scen"
    path.write_text(text)
    with pytest.raises(BadInput, match=f"{path}: ") as caught:
        read_scenarios(path)
    assert message in str(caught.value)


def test_a_scenario_of_another_map(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text(HEADER + "...\n...\n")
    (tmp_path / "a.map.scen").write_text("version 1\n0\ta.map\t4\t2\t0\t0\t1\t1\t1.41421\n")
    with pytest.raises(BadInput, match=r"line 2: this row is for a map of 4 x 2, but .* is 3 x 2"):
        run(tmp_path / "a.map.scen", "auto", None, "interpreted")
    (tmp_path / "b.scen").write_text("version 1\n0\tb.map\t4\t2\t0\t0\t1\t1\t1.41421\n")
    with pytest.raises(BadInput, match=r"its map is not beside it; expected b\.map"):
        run(tmp_path / "b.scen", "auto", None, "interpreted")
