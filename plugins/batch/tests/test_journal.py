"""The journal ``OUT.part``: whose it is, who has it, what it survives."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from batch_files import ASKED, COMMAND, OUT, PART, make_row, make_yard

from genastar import BadInput
from genastar.cli import main
from genastar_batch.answers import Answered
from genastar_batch.journal import Journal


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_yard(tmp_path, monkeypatch)


def journal(about: dict[str, object] | None = None, out: Path = OUT) -> Journal:
    return Journal(out, about or {})


def keep(*rows: Answered, about: dict[str, object] | None = None, out: Path = OUT) -> None:
    """Leave a journal of these rows, as a run does that was stopped."""
    ours = journal(about, out)
    for each in rows:
        ours.add(each)
    ours.close()


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line of a run that ends with code 2."""
    assert main([*COMMAND, str(OUT), *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x",
        b"a novel without an end",
        b"a line\n",
        b"\0" * 100,
        b"{}\n",
        b"[1, 2",
        b'{"genastar',
        b"\xff\xfe\n",
        b"[" * 100_000,
    ],
)
def test_a_file_of_another_program_is_left_alone(content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    PART.write_bytes(content)
    before = PART.stat()
    assert "a.jsonl.part: not a journal of genastar batch" in refused(capsys)
    assert PART.read_bytes() == content
    assert PART.stat().st_mtime_ns == before.st_mtime_ns
    assert not OUT.exists()


def test_a_journal_where_files_have_no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    keep(make_row(0))
    again = journal()
    assert again.is_answered(0)
    again.close()
    assert sorted(path.name for path in Path().iterdir()) == ["a.jsonl.part", "asked.csv", "yard.map"]


def test_what_is_no_regular_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "target"
    target.write_text("of another")
    PART.symlink_to(target)
    assert "symbolic link" in refused(capsys)
    assert PART.is_symlink()
    assert target.read_text() == "of another"
    PART.unlink()
    PART.symlink_to(tmp_path / "nothing")
    assert "symbolic link" in refused(capsys)
    assert not (tmp_path / "nothing").exists()
    PART.unlink()
    PART.symlink_to(PART)
    assert "symbolic link" in refused(capsys)
    PART.unlink()
    os.mkfifo(PART)
    assert "named pipe" in refused(capsys)
    assert PART.is_fifo()
    PART.unlink()
    PART.mkdir()
    assert "directory" in refused(capsys)
    assert list(PART.iterdir()) == []


def test_an_answer_file_of_another_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    OUT.write_text("of another")
    assert "remove it to ask again" in refused(capsys)
    assert not PART.exists()
    Path("asked.csv").write_text(ASKED + '"0,0","1,1"\n')  # fails: the journal stays
    OUT.unlink()
    assert main([*COMMAND, str(OUT)]) == 1
    written = OUT.read_text()
    assert main([*COMMAND, str(OUT)]) == 1  # its own file may be written again
    assert OUT.read_text() == written
    kept = PART.read_bytes()
    OUT.write_text("of another")
    capsys.readouterr()
    assert "a.jsonl: this file was not written by the run that left a.jsonl.part" in refused(capsys)
    assert (OUT.read_text(), PART.read_bytes()) == ("of another", kept)
    OUT.unlink()
    OUT.symlink_to(tmp_path / "nothing")
    assert "was not written by" in refused(capsys)
    assert OUT.is_symlink()


def test_an_answer_file_that_comes_while_the_batch_runs() -> None:
    ours = journal()
    ours.add(make_row(0))
    OUT.write_text("of another")
    with pytest.raises(BadInput, match=r"a\.jsonl: this file was not written"):
        ours.finish(1)
    ours.close()
    assert OUT.read_text() == "of another"
    OUT.unlink()
    ours = journal()
    ours.finish(1)
    ours.close()
    assert OUT.read_text().count("\n") == 1
    assert not PART.exists()


def test_a_journal_that_was_replaced_is_not_removed() -> None:
    ours = journal()
    ours.add(make_row(0))
    ours.flush()
    PART.rename("moved")
    PART.write_text("of another")
    ours.finish(1)
    ours.close()
    assert PART.read_text() == "of another"
    assert OUT.exists()


def test_journals_of_other_questions_and_versions() -> None:
    journal({"questions": "a"}).close()
    assert not PART.exists()  # nothing was answered
    keep(make_row(0), about={"questions": "a"})
    kept = PART.read_bytes()
    with pytest.raises(BadInput, match="these are the answers to other questions"):
        journal({"questions": "b"})
    assert PART.read_bytes() == kept
    PART.write_bytes(kept.replace(b'journal": 1', b'journal": 2', 1))
    with pytest.raises(BadInput, match="another version"):
        journal({"questions": "a"})
    PART.write_bytes(kept)
    again = journal({"questions": "a"})
    assert again.is_answered(0)
    again.close()


@pytest.mark.parametrize("cut", [30, 45, -1])
def test_a_head_that_was_cut_off(cut: int) -> None:
    keep(make_row(0), about={"questions": "a"})
    head = PART.read_bytes().splitlines(keepends=True)[0]
    PART.write_bytes(head[:cut])
    again = journal({"questions": "b"})  # it holds no answers: it may be of any questions
    again.add(make_row(1))
    again.close()
    assert PART.read_bytes().count(b"\n") >= 2
    with pytest.raises(BadInput, match="these are the answers to other questions"):
        journal({"questions": "a"})


def test_a_row_that_was_cut_off_is_asked_again() -> None:
    keep(make_row(0), make_row(1))
    content = PART.read_bytes()
    PART.write_bytes(content[:-9])
    again = journal()
    assert (again.is_answered(0), again.is_answered(1)) == (True, False)
    again.add(make_row(1))
    again.finish(2)
    again.close()
    assert [json.loads(line)["question"] for line in OUT.read_text().splitlines()] == [0, 1]


@pytest.mark.parametrize(
    "line",
    [
        b"[1]", b"nonsense", b"\xff", b"[" * 100_000, b"1" * 5000, b'{"question": 1}', b'{"question": 1, "error": null}',
        json.dumps(make_row(-1)).encode(), json.dumps(make_row(10**30)).encode(), json.dumps(make_row(True)).encode(),
        json.dumps(make_row(1, to="a")).encode(), json.dumps(make_row(1, outcome=3)).encode(),
        json.dumps(make_row(1, path={})).encode(),
        json.dumps(make_row(1, expanded="1")).encode(), json.dumps(make_row(1, expanded=1 << 63)).encode(),
        json.dumps(make_row(1, error="\ud800")).encode(), json.dumps(make_row(1, cost=float("nan"))).encode(),
        json.dumps(make_row(1, more=1)).encode(), b'{"written": 1}',
    ],
)  # fmt: skip
def test_a_damaged_row_is_told_of_by_its_byte(line: bytes) -> None:
    keep(make_row(0))
    content = PART.read_bytes()
    PART.write_bytes(content + line + b"\n")
    with pytest.raises(BadInput, match=f"byte {len(content)}: this is not a row of a journal"):
        journal()
    assert PART.read_bytes() == content + line + b"\n"


def test_rows_beyond_the_questions() -> None:
    ours = journal()
    ours.add(make_row(7))
    with pytest.raises(BadInput, match=r"question 7.*2 questions"):
        ours.finish(2)
    ours.close()
    assert not OUT.exists()


SLOW = [sys.executable, "-c", "import sys, time\nsys.argv[0] = 'genastar'\n" + (
    "from genastar_batch.journal import Journal\nfrom pathlib import Path\n"
    "journal = Journal(Path('a.jsonl'), {})\nprint('locked', flush=True)\nsys.stdin.read()\n"
)]  # fmt: skip


def test_two_batches_with_one_answer_file(capsys: pytest.CaptureFixture[str]) -> None:
    with subprocess.Popen(SLOW, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        kept = PART.read_bytes()
        line = refused(capsys)
        assert re.search(
            rf"a\.jsonl\.part: process {other.pid} on \S+ has been writing to it since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC",
            line,
        )
        assert PART.read_bytes() == kept
        other.kill()  # the lock goes with its process
        other.wait()
    assert main([*COMMAND, str(OUT)]) == 0
    assert not PART.exists()


@pytest.mark.long
def test_commands_started_at_once() -> None:
    """One of them answers; each of the others says who does, or that the file is whole."""
    Path("asked.csv").write_text(ASKED + '"0,0","4,0"\n' * 3000)
    command = [sys.executable, "-m", "genastar", *COMMAND, str(OUT)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    told = [run.communicate(timeout=120) for run in runs]
    assert sorted(run.returncode for run in runs) == [0, 2, 2]
    assert OUT.read_text().count("\n") == 3002
    assert not PART.exists()
    for run, (_, err) in zip(runs, told, strict=True):
        if run.returncode:
            assert err.count("\n") == 1
            assert re.search(r"writing to it( since|;)|remove it to ask again", err)


@pytest.mark.long
def test_after_a_kill_the_lock_is_free() -> None:
    Path("asked.csv").write_text(ASKED + '"0,0","4,0"\n' * 5000)
    command = [sys.executable, "-m", "genastar", *COMMAND, str(OUT)]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while run.poll() is None and (not PART.exists() or PART.stat().st_size < 2000):
        time.sleep(0.005)
    run.send_signal(signal.SIGKILL)
    assert run.wait(30) == -signal.SIGKILL
    complete, _, _ = PART.read_bytes().rpartition(b"\n")  # the end of the process may have cut a row
    written = complete.count(b'"question"')
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{5002 - written:,} questions, {written:,} answered before" in again.stdout
    assert OUT.read_text().count("\n") == 5002


@pytest.mark.parametrize("cost", [1 << 53, (1 << 53) + 1, 10**400, [1, 2.5], "1/3", {"steps": 3}])
def test_costs_of_every_kind(cost: object) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.jsonl", "a.csv", "a.parquet"):
        keep(make_row(0, cost=cost), make_row(1), out=Path(name))
        again = journal(out=Path(name))
        again.finish(2)
        again.close()
    assert json.loads(OUT.read_text().splitlines()[0])["cost"] == cost
    found = parquet.read_table("a.parquet")["cost"].to_pylist()
    assert [found[0] if cost == 1 << 53 else json.loads(found[0]), found[1]] == [cost, None]


def test_the_exit_code_of_a_run_that_resumes_counts_the_rows_before(capsys: pytest.CaptureFixture[str]) -> None:
    Path("yard.map").write_text("type octile\nheight 1\nwidth 5\nmap\n..@..\n")
    Path("asked.csv").write_text('from,to\n"0,0","4,0"\n"0,0","1,0"\n')
    assert main([*COMMAND, str(OUT)]) == 1
    OUT.unlink()
    Path("asked.csv").write_text('from,to\n"0,0","4,0"\n"0,0","1,0"\n"0,0","2,0"\n')
    assert main([*COMMAND, str(OUT)]) == 1  # one failed: the journal stays
    OUT.unlink()
    lines = PART.read_bytes().splitlines(keepends=True)
    PART.write_bytes(b"".join(line for line in lines if b'"question": 2' not in line))
    capsys.readouterr()
    assert main([*COMMAND, str(OUT)]) == 1
    assert "2 answered before (1 unreachable)" in capsys.readouterr().out


def test_a_run_that_finds_all_answered() -> None:
    """One that was killed when all was in its journal: the next only writes the answers."""
    Path("yard.map").write_text("type octile\nheight 1\nwidth 5\nmap\n..@..\n")
    Path("asked.csv").write_text('from,to\n"0,0","4,0"\n"0,0","1,0"\n')
    Path("kill.py").write_text(
        "import os, signal, sys\nfrom genastar.cli import main\nfrom genastar_batch.journal import Journal\n"
        "Journal.finish = lambda self, count: (self.flush(), os.kill(os.getpid(), signal.SIGKILL))\n"
        "main(sys.argv[1:])\n"
    )
    assert subprocess.run([sys.executable, "kill.py", *COMMAND, str(OUT)], check=False).returncode == -signal.SIGKILL
    assert main([*COMMAND, str(OUT)]) == 1
    assert [json.loads(line)["outcome"] for line in OUT.read_text().splitlines()] == ["unreachable", "found"]
