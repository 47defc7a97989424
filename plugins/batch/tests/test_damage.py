"""Damaged and hostile files of questions, and damaged journals: they are read, or refused in one line."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar_batch.answers import COLUMNS
from genastar_batch.journal import Journal
from genastar_batch.questions import QuestionRow, count_of, read_questions

MUTATIONS = 60
SUFFIXES = (".scen", ".csv", ".jsonl", ".csv.gz", ".parquet")
PAIRS = [(f"{number},{number * 7 % 31}", f"{number * 3 % 17},{number}") for number in range(40)]


def written(suffix: str) -> bytes:
    """A whole file of questions."""
    if suffix == ".parquet":
        pyarrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        table = pyarrow.table({"from": [start for start, _ in PAIRS], "to": [[goal] for _, goal in PAIRS]})
        parquet.write_table(table, sink := pyarrow.BufferOutputStream())
        return bytes(sink.getvalue().to_pybytes())
    match suffix:
        case ".scen":
            rows = [f"1\tyard.map\t9\t9\t{start}\t{goal}\t1.5".replace(",", "\t") for start, goal in PAIRS]
            return "\n".join(["version 1", *rows]).encode()
        case ".jsonl":
            return "\n".join(json.dumps({"from": start, "to": [goal]}) for start, goal in PAIRS).encode()
    content = "\n".join(["from,to", *(f'"{start}","{goal}"' for start, goal in PAIRS)]).encode()
    return gzip.compress(content) if suffix == ".csv.gz" else content


def mutated(content: bytes, chance: Random) -> bytes:
    """The same with a few bytes changed, a stretch removed, doubled or zeroed, or its end cut off."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(changed)), chance.choice((1, 2, 8, 64))
        match chance.randrange(6):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                changed[at : at + length] = bytes(length)
            case 2:
                del changed[at : at + length]
            case 3:
                changed[at:at] = changed[at : at + length]
            case 4:
                changed[at : at + 1] = chance.choice((b"\xff", b"\n", b'"', b"{", b"9" * 400, b"nan", b"\\ud800"))
            case 5:
                del changed[at:]
        changed = changed or bytearray(b" ")
    return bytes(changed)


def refusal(read: Callable[[], object]) -> str:
    """The line of a refusal, empty if there is none. Any other error is the test's."""
    try:
        read()
    except BadInput as error:
        line = str(error)
    else:
        line = ""
    assert "\n" not in line
    return line


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_questions(suffix: str, tmp_path: Path) -> None:
    content = written(suffix)
    path = tmp_path / f"q{suffix}"
    chance = Random(13)
    path.write_bytes(content)
    assert list(read_questions(path)) == [QuestionRow(start, (goal,)) for start, goal in PAIRS]
    refused = 0
    for _ in range(MUTATIONS):
        path.write_bytes(mutated(content, chance))
        for read in (lambda: list(read_questions(path)), lambda: count_of(path)):
            if line := refusal(read):
                assert line.startswith(str(path))
                assert len(line) < len(str(path)) + 500
                refused += 1
    assert refused > MUTATIONS // 10


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(100, 300), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_answers_to_damaged_questions(
    suffix: str, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are those of the questions in their rows, or the file is refused in one line and nothing is written."""
    monkeypatch.chdir(tmp_path)
    rows = ["." * 41] * 41
    Path("yard.map").write_text("\n".join(["type octile", "height 41", "width 41", "map", *rows]))
    content, questions, out = written(suffix), Path(f"q{suffix}"), Path("a.jsonl")
    yard = genastar.load("yard.map")
    words = ["--engine", "interpreted", "--executor", "threads", "--workers", "1", "--out", str(out)]
    for seed in seeds:
        questions.write_bytes(mutated(content, Random(seed)))
        code = main(["batch", "yard.map", str(questions), *words])
        error = capsys.readouterr().err
        assert code in (0, 1, 2), seed
        assert "Traceback" not in error
        if code == 2:
            assert not out.exists()
        else:
            for row in map(json.loads, out.read_text().splitlines()):
                if row["outcome"] == "found":
                    goals = [yard.parse(goal) for goal in row["to"]]
                    plain = yard.search(yard.parse(row["from"]), goals, engine="interpreted")
                    assert row["cost"] == pytest.approx(plain.cost.travelled), seed
        for each in (out, Path(f"{out}.part")):
            each.unlink(missing_ok=True)


def test_a_parquet_file_whose_names_are_not_utf_8(tmp_path: Path) -> None:
    content = written(".parquet")
    path = tmp_path / "q.parquet"
    path.write_bytes(content.replace(b"from", b"fr\xffm"))
    assert "this file is not Parquet or is damaged" in refusal(lambda: list(read_questions(path)))


@pytest.mark.parametrize(
    "columns", [{"from": [1, 2], "to": ["a", "b"]}, {"from": ["a", None], "to": ["a", "b"]}, {"to": ["a"]}]
)
def test_parquet_columns_of_other_kinds(columns: dict[str, list[object]], tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "q.parquet"
    parquet.write_table(pyarrow.table(columns), path)
    assert "expected" in refusal(lambda: list(read_questions(path)))


def test_a_damaged_journal(tmp_path: Path) -> None:
    out, about = tmp_path / "a.parquet", {"questions": "x"}
    if not written(".parquet"):
        return
    journal = Journal(out, about)
    for number in range(20):
        values = {"question": number, "from": "0,0", "to": ["1,1"], "outcome": "found", "cost": 1.5, "expanded": 3}
        journal.add({**dict.fromkeys(COLUMNS), **values})
    journal.close()
    content = journal.part.read_bytes()
    chance = Random(13)

    def go_on() -> None:
        again = Journal(out, about)
        try:
            again.finish(20)
        finally:
            again.close()

    for _ in range(2 * MUTATIONS):
        damaged = mutated(content, chance)
        journal.part.write_bytes(damaged)
        line = refusal(go_on)
        if line:
            assert line.startswith(str(tmp_path))
            assert journal.part.read_bytes() == damaged or "answers question" in line
        out.unlink(missing_ok=True)


@pytest.mark.parametrize("damage", [b'{"pid": ', b'{"pid": 1}', b'{"pid": \xff', b'{"pid": ' + b"[" * 5000])
def test_a_damaged_journal_that_another_run_holds(damage: bytes, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "a.jsonl"
    journal = Journal(out, {})
    head, *_ = journal.part.read_bytes().splitlines(keepends=True)
    journal.part.write_bytes(head + damage + b"\n")
    assert "another process is writing to it; wait" in refusal(lambda: Journal(out, {}))
    journal.close()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_no_regular_file_is_not_opened(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    Path("yard.map").write_text("type octile\nheight 1\nwidth 3\nmap\n...\n")
    os.mkfifo(f"pipe{suffix}")
    Path(f"zero{suffix}").symlink_to("/dev/zero")
    Path(f"loop{suffix}").symlink_to(f"loop{suffix}")
    Path(f"folder{suffix}").mkdir()
    reasons = {"pipe": "named pipe", "zero": "device", "loop": "levels of symbolic links", "folder": "directory"}
    for path, reason in ((Path(f"{name}{suffix}"), reason) for name, reason in reasons.items()):
        assert reason in refusal(partial(list, read_questions(path)))
        assert reason in refusal(partial(count_of, path))
        for words in ([], ["--out", "a.jsonl"]):
            assert main(["batch", "yard.map", str(path), *words]) == 2
    assert not Path("a.jsonl.part").exists()


HOSTILE = [
    "", " ", ",", "nan,nan", "inf,0", "1e400,0", "9" * 400 + ",0", "9" * 5000 + ",0", "0,0," * 1000, "\0,0", "\x1b[31m,0",
    "x" * 100_000, "[" * 100_000, "-1,-1", "0.5,0", "\uff11,\uff12", "\u202e0,0", "0,0\n1,1", "0x1,0", "1_0,0", "+1,0", "{}",
]  # fmt: skip


def test_hostile_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A position that cannot be parsed is a row with its reason, and does not stop the others."""
    monkeypatch.chdir(tmp_path)
    Path("yard.map").write_text("type octile\nheight 1\nwidth 3\nmap\n...\n")
    ends = [{"from": text, "to": "2,0"} for text in HOSTILE] + [{"from": "0,0", "to": [text]} for text in HOSTILE]
    Path("q.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in [*ends, {"from": "0,0", "to": "2,0"}]))
    for suffix in ("jsonl", "csv", "parquet"):
        with suppress(ImportError):
            assert (
                main(
                    ["batch", "yard.map", "q.jsonl", "--engine", "interpreted", "--executor", "threads", "--out", f"a.{suffix}"]
                )
                == 1
            )
            assert Path(f"a.{suffix}").exists()
    assert "Traceback" not in capsys.readouterr().err
    rows = [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()]
    assert len(rows) == len(ends) + 1
    assert rows[-1]["outcome"] == "found"
    assert all((row["error"] is None) != (row["outcome"] is None) for row in rows)
