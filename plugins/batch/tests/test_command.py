"""``genastar batch``, as a user runs it."""

from __future__ import annotations

import contextlib
import csv
import gzip
import json
import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from attrs import frozen

from genastar import BadInput, algorithm, load
from genastar.algorithms import Weighted
from genastar.algorithms.astar import Astar
from genastar.cli import main
from genastar_batch.answers import COLUMNS, Answered
from genastar_batch.journal import Journal
from genastar_batch.questions import QuestionRow, count_of, read_questions

MAP = """type octile
height 5
width 9
map
.........
..@.@.@@.
.....@...
@.@@.@.@.
...@.....
"""
QUESTIONS = [("0,0", "8,4"), ("0,0", "0,0"), ("8,4", "0,4"), ("0,0", "2,1"), ("0,4", "8,0")]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("yard.map").write_text(MAP)
    Path("asked.csv").write_text("from,to\n" + "".join(f'"{start}","{goal}"\n' for start, goal in QUESTIONS))
    return tmp_path


def run(*words: str) -> int:
    try:
        engine = () if "--engine" in words else ("--engine", "interpreted")
        return main(["batch", "yard.map", *words, *engine, "--executor", "threads"]) or 0
    except SystemExit as ended:
        return int(ended.code or 0)


def rows(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


@pytest.mark.usefixtures("world")
def test_answers_are_printed_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asked.csv") == 1  # a goal in a wall
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert sorted(answer["question"] for answer in answers) == list(range(5))
    by_number = {answer["question"]: answer for answer in answers}
    assert by_number[1]["cost"] == 0
    assert "2,1 is blocked" in by_number[3]["error"]
    assert "5 questions: 4 found, 1 failed" in told.err


@pytest.mark.usefixtures("world")
def test_files_of_answers() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.jsonl", "a.csv", "a.parquet"):
        assert run("asked.csv", "--out", name, "--paths") == 1
    listed = rows("a.jsonl")
    assert [row["question"] for row in listed] == list(range(5))
    with Path("a.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["outcome"] or None for row in table] == [row["outcome"] for row in listed]
    assert table[0]["path"].split(";") == listed[0]["path"]
    assert [row["path"] for row in parquet.read_table("a.parquet").to_pylist()] == [row["path"] for row in listed]
    assert parquet.read_table("a.parquet")["cost"].to_pylist() == [row["cost"] for row in listed]


@pytest.mark.usefixtures("world")
def test_a_run_that_was_cut_off_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    run("asked.csv", "--out", "a.jsonl")
    whole = Path("a.jsonl").read_text()
    part = Path("a.jsonl.part")
    lines = part.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'"question": 0' in line or b'"question": 4' in line]
    part.write_bytes(b"".join([lines[0], *kept, lines[2][:20]]))
    Path("a.jsonl").unlink()
    capsys.readouterr()
    assert run("asked.csv", "--out", "a.jsonl") == 1
    assert "3 questions, 2 answered before: 2 found, 1 failed" in capsys.readouterr().out
    assert Path("a.jsonl").read_text() == whole
    assert run("asked.csv", "--out", "a.jsonl") == 1  # the one that failed, again
    assert "1 questions, 4 answered before: 1 failed" in capsys.readouterr().out
    assert Path("a.jsonl").read_text() == whole


@pytest.mark.usefixtures("world")
def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("one.csv").write_text('from,to\n"0,0","8,4"\n')
    assert run("one.csv", "--out", "b.csv") == 0
    assert not Path("b.csv.part").exists()
    assert run("one.csv", "--out", "b.csv") == 2
    assert "remove it to ask again" in capsys.readouterr().err
    run("asked.csv", "--out", "c.csv")
    assert run("one.csv", "--out", "c.csv") == 2
    assert "these are the answers to other questions" in capsys.readouterr().err
    Path("c.csv.part").write_bytes(Path("c.csv.part").read_bytes() + b"[1]\n")
    assert run("asked.csv", "--out", "c.csv") == 2
    assert "this is not a row of a journal" in capsys.readouterr().err


def test_a_journal_needs_no_memory_for_its_rows(tmp_path: Path) -> None:
    def row(question: int, error: str | None = None) -> Answered:
        outcome = "found" if error is None else None
        values = {"question": question, "from": "0", "to": ["1"], "outcome": outcome, "error": error}
        return {**dict.fromkeys(COLUMNS), **values}

    journal = Journal(tmp_path / "a.jsonl", {})
    journal.add(row(3, "lost"))
    journal.add(row(1))
    tracemalloc.start()
    for question in range(20_000, 2, -1):
        journal.add(row(question))
    journal.add(row(2, "lost"))
    assert tracemalloc.get_traced_memory()[1] < 100_000
    tracemalloc.stop()
    assert [each for each in (0, 1, 2, 3, 20_000, 20_001) if journal.is_answered(each)] == [1, 3, 20_000]
    assert journal.outcomes["failed"] == 1
    journal.close()
    journal = Journal(tmp_path / "a.jsonl", {})
    assert journal.outcomes == {"failed": 1, "found": 19_999}
    journal.finish(20_001)
    journal.close()
    assert [row["question"] for row in rows(str(tmp_path / "a.jsonl"))] == list(range(1, 20_001))


def test_questions_of_every_kind(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    several = [{"from": "1,2", "to": ["3,4", "5,6"]}, {"from": "7,8", "to": ["9,9"]}]
    parquet.write_table(pyarrow.Table.from_pylist(several), tmp_path / "q.parquet")
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, several)))
    (tmp_path / "q.csv").write_text('from,to\n"1,2","3,4;5,6"\n"7,8","9,9"\n')
    with gzip.open(tmp_path / "q.jsonl.gz", "wt") as file:
        file.write(json.dumps(several[0]) + "\n\n" + json.dumps(several[1]))
    expected = [QuestionRow("1,2", ("3,4", "5,6")), QuestionRow("7,8", ("9,9",))]
    for name in ("q.parquet", "q.jsonl", "q.csv", "q.jsonl.gz"):
        assert list(read_questions(tmp_path / name)) == expected
        assert count_of(tmp_path / name) == 2 + (name == "q.jsonl.gz")  # an empty line
    (tmp_path / "q.scen").write_text("version 1\n0\tyard.map\t9\t5\t1\t2\t3\t4\t5.5\n")
    assert list(read_questions(tmp_path / "q.scen")) == [QuestionRow("1,2", ("3,4",))]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("q.txt", b"", "q.txt: unsupported question file; supported: .scen, .csv, .jsonl, .parquet"),
        ("q.csv", b"start,goal\n1,2\n", "line 1: expected a header with one column named from and one named to"),
        ("q.csv", b"from,to\n\xff,2\n", "this file is not UTF-8 text"),
        ("q.csv", b'from,to\n"' + b"x" * 200_000, "line 2: this is no valid CSV: a quote is not closed"),
        ("q.jsonl", b'{"from": 1, "to": "2"}', 'line 1: expected {"from": "...", "to": "..."}'),
        ("q.jsonl", b'{"from": "1", "to": []}', "line 1: expected"),
        ("q.jsonl", b"[" * 100_000, "line 1 is not JSON"),
        ("q.jsonl", b" " * (1 << 21), "line 1 is longer than"),
        ("q.csv", b"from,to,from\n1,2,3\n", "line 1: expected a header with one column named from"),
        (
            "q.csv",
            b"from,to\n1,2\n0,0,8,4\n",
            "line 3 has 4 columns, but the header has 2; put positions that contain commas in",
        ),
        ("q.csv", b"from,to\n1\n", "line 2 has 1 columns, but the header has 2"),
        ("q.csv", b"", "line 1: expected a header"),
        ("q.jsonl", b'{"from": "1", "from": "2", "to": "3"}', "line 1: an object contains a name twice"),
        ("q.jsonl", b'{"from": "\\ud800", "to": "3"}', "line 1: a position is not valid Unicode text"),
        ("q.jsonl", b'{"from": NaN, "to": "3"}', "line 1: expected"),
        ("q.jsonl", b'{"from": "1", "to": ' + b"9" * 400 + b"}", "line 1: expected"),
        ("q.jsonl", b'{"from": "1", "to": ' + b"9" * 5000 + b"}", "line 1 is not JSON"),
        ("q.jsonl", b'{"from": "1", "to": ["2", null]}', "line 1: expected"),
        ("q.jsonl", b'{"from": "1", "to": {"a": ' * 30_000, "line 1 is not JSON"),
        ("q.jsonl", b"\0\0\0", "line 1 is not JSON"),
        ("q.scen", b"\0" * (1 << 21), "line 1 is longer than"),
        ("q.scen", b"version 1\n1 2 3\n", "line 2 has 3 columns; expected 9"),
        ("q.scen", b"version nan\n", "line 1: expected 'version 1', not 'version nan'"),
        ("q.scen", b"version 2\n", "line 1: expected 'version 1', not 'version 2'"),
        ("q.scen", b"", "this file has no questions"),
        ("q.scen", b"version 1\n", "this file has no questions"),
        ("q.jsonl", b"\n", "this file has no questions"),
        ("q.csv", b"from,to\n", "this file has no questions"),
        ("q.csv", b'from,to\n1,2\n"0,0","6,0', "line 3: this is no valid CSV: a quote is not closed"),
        ("q.csv", b'from,to\n"1"2,3\n', "line 2: this is no valid CSV: a quote is not closed or text follows it"),
        ("q.csv.gz", b"no gzip", "this file is cut off or damaged"),
        ("q.parquet", b"no parquet", "this file is not Parquet or is damaged"),
        ("none/q.csv", None, "cannot read this file"),
    ],
)
def test_files_that_are_no_questions(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput) as refusal:
        list(read_questions(path))
    assert message in str(refusal.value)


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "--workers 0 is less than 1"),
        (["--workers", "1.5"], "Invalid value for --workers: expected a whole number, not '1.5'"),
        (["--workers", "2.9"], "Invalid value for --workers: expected a whole number, not '2.9'"),
        (["--engine", "foo"], "no engine named 'foo' is installed"),
        (["--limit", "cost=1,2"], "the limit cost=(1, 2) cannot be compared with the costs of this search, such as"),
        (["--out", "a.txt"], "a.txt: unsupported answer file; supported: .jsonl, .csv, .parquet"),
        (["--out", "none/a.csv"], "cannot write here"),
    ],
)
def test_refusals(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = () if "--out" in words else ("--out", "a.csv")
    before = sorted(Path().iterdir())
    assert run("asked.csv", *words, *out) == 2
    line = capsys.readouterr().err
    assert message in line
    assert line.count("\n") == 1
    assert sorted(Path().iterdir()) == before


@frozen
class Picky(Astar):
    """Fits no world."""

    name = "picky"
    summary = "refuse everything"

    def check(self, request: object) -> None:
        raise BadInput("the algorithm 'picky' fits no world; use astar")


@pytest.fixture
def picture(world: Path) -> str:
    """The same yard as an image."""
    pytest.importorskip("genastar_bitmap")
    image = pytest.importorskip("PIL.Image")
    rows = MAP.splitlines()[4:]
    found = image.new("L", (9, 5))
    found.putdata([255 * (sign == ".") for row in rows for sign in row])
    found.save(world / "yard.png")
    return "yard.png"


def ask(picture: str, *words: str) -> int:
    return main(["batch", picture, "asked.csv", "--engine", "interpreted", "--executor", "threads", *words])


def test_an_algorithm_answers_and_stands_in_each_row(picture: str) -> None:
    weight = ("--algorithm", "weighted", "--algorithm-option", "weight=5")
    assert ask(picture, *weight, "--out", "a.jsonl") == ask(picture, *weight, "--out", "a.csv") == 1  # a goal in a wall
    world, answers = load(picture), rows("a.jsonl")
    for answer in answers:
        if answer["error"] is None:
            goal = world.parse(str(answer["to"][0]))
            single = world.search(world.parse(str(answer["from"])), [goal], algorithm=Weighted(5), engine="interpreted")
            assert (answer["expanded"], answer["cost"]) == (single.expanded, single.cost.travelled)
    assert [answer["algorithm"] for answer in answers] == ["weighted", "weighted", "weighted", None, "weighted"]
    with Path("a.csv").open(newline="") as file:
        assert [row["algorithm"] or None for row in csv.DictReader(file)] == [row["algorithm"] for row in answers]
    assert ask(picture, "--out", "b.jsonl") == 1
    assert [answer["algorithm"] for answer in rows("b.jsonl")] == ["astar", "astar", "astar", None, "astar"], "what auto picks"


def test_a_run_goes_on_under_its_own_algorithm_alone(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    weight = ("--algorithm", "weighted", "--algorithm-option", "weight=2")
    assert ask(picture, *weight, "--out", "a.jsonl") == 1
    before = Path("a.jsonl.part").read_bytes()
    capsys.readouterr()
    for other in ((), weight[:2], (*weight[:3], "weight=3"), ("--algorithm", "dijkstra")):
        assert ask(picture, *other, "--out", "a.jsonl") == 2
        told = capsys.readouterr().err
        assert "these are the answers to other questions; remove it, or choose another --out" in told
        assert told.count("\n") == 1
        assert Path("a.jsonl.part").read_bytes() == before
    assert ask(picture, *weight, "--out", "a.jsonl") == 1
    assert "1 questions, 4 answered before" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--algorithm", "warp"], "no algorithm named 'warp' is installed"),
        (["--algorithm", "weighted", "--algorithm-option", "wait=2"], "weighted has no such option; it has: weight"),
        (["--algorithm", "weighted", "--algorithm-option", "weight=0.5"], "expected a finite number of at least 1"),
        (["--algorithm-option", "weight=2"], "auto has no options; name one with --algorithm"),
        (["--algorithm", "picky"], "the algorithm 'picky' fits no world; use astar"),
    ],
)
def test_algorithms_that_are_refused(
    picture: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(algorithm.REGISTRY.registered, "picky", Picky)
    before = sorted(Path().iterdir())
    assert ask(picture, *words, "--out", "a.csv") == 2
    line = capsys.readouterr().err
    assert message in line
    assert line.count("\n") == 1
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("world")
def test_scenarios_of_another_map(capsys: pytest.CaptureFixture[str]) -> None:
    Path("q.scen").write_text("version 1\n0\tmaps/back yard.map\t9\t5\t0\t0\t8\t4\t9.5\n")
    assert run("q.scen") == 0
    capsys.readouterr()
    Path("q.scen").write_text("version 1\n0\tother.map\t5\t9\t0\t0\t4\t4\t9.5\n")
    assert run("q.scen", "--out", "a.csv") == 2
    assert "q.scen: line 2 is for other.map of 5 x 9 cells, but this world has 9 x 5" in capsys.readouterr().err
    assert not Path("a.csv.part").exists()


def test_an_empty_parquet_file(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    nothing = pyarrow.array([], "string")
    parquet.write_table(pyarrow.table({"from": nothing, "to": nothing}), tmp_path / "q.parquet")
    with pytest.raises(BadInput, match="this file has no questions"):
        list(read_questions(tmp_path / "q.parquet"))


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_workers_are_at_most_the_questions(executor: str) -> None:
    Path("one.csv").write_text('from,to\n"0,0","8,4"\n')
    command = [sys.executable, "-m", "genastar", "batch", "yard.map", "one.csv", "--executor", executor, "--workers", "100000"]
    run = subprocess.run([*command, "--engine", "interpreted"], capture_output=True, text=True, timeout=90, check=True)
    assert "1 questions: 1 found" in run.stderr


@pytest.mark.usefixtures("world")
def test_an_executor_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "yard.map", "asked.csv", "--executor", "dusk=1"]) == 2
    assert "--executor dusk=1: expected threads, processes or dask=ADDRESS" in capsys.readouterr().err


@pytest.mark.usefixtures("world")
def test_a_person_sees_how_far_it_is_and_a_pipe_does_not() -> None:
    pty = pytest.importorskip("pty", exc_type=ImportError)  # not on Windows
    Path("asked.csv").write_text("from,to\n" + '"0,0","8,4"\n' * 3000)
    command = [sys.executable, "-m", "genastar", "batch", "yard.map", "asked.csv", "--engine", "interpreted"]
    command += ["--executor", "threads", "--workers", "1", "--out"]
    seen = bytearray()
    ours, theirs = pty.openpty()
    with subprocess.Popen([*command, "a.jsonl"], stdin=theirs, stdout=theirs, stderr=theirs, env=TERMINAL) as run:
        os.close(theirs)
        with contextlib.suppress(OSError):  # the other end is closed
            while some := os.read(ours, 4096):
                seen += some
    os.close(ours)
    assert run.returncode == 0
    told = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", seen).decode()
    bars = re.findall(r"(\d+)/3000 +([\d,]+) a second +(\d:\d\d:\d\d|-:--:--)", told)
    assert any(left != "-:--:--" for *_, left in bars), told
    counts = [int(count) for count, *_ in bars]
    assert counts == sorted(counts)
    piped = subprocess.run([*command, "b.jsonl"], capture_output=True, text=True, check=True)
    assert piped.stdout.startswith("3,000 questions: 3,000 found")
    assert (piped.stdout.count("\n"), piped.stderr) == (1, "")


TERMINAL = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
