"""A disk that is full, and folders that cannot be written."""

from __future__ import annotations

import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from batch_files import ASKED, COMMAND, OUT, PART, make_row, make_yard

from genastar import BadInput
from genastar.cli import main
from genastar_batch.journal import Journal


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_yard(tmp_path, monkeypatch)


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size: the disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 10, 300, 1000, 5000, 17_000, 20_000])
def test_a_full_disk(size: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The disk is full from this size of a file on: in the journal's head, in its rows, in its index, in the answers."""
    Path("asked.csv").write_text(ASKED + '"0,0","4,0"\n' * 98)
    with files_up_to(size):
        code = main([*COMMAND, str(OUT)])
    told = capsys.readouterr()
    assert (code, told.out, told.err.count("\n")) == (2, "", 1) if size < 17_000 else code in (0, 2)
    if code:
        assert re.match(r"genastar: a\.jsonl(\.part|\.index)?: cannot write here: File too large", told.err)
    assert not OUT.exists() or size >= 17_000
    if code:
        assert main([*COMMAND, str(OUT)]) == 0
        again = capsys.readouterr().out
        assert "100 found" in again or "answered before" in again
    assert OUT.read_text().count("\n") == 100
    assert sorted(path.name for path in Path().iterdir()) == ["a.jsonl", "asked.csv", "yard.map"]


def test_a_full_disk_is_no_fault_of_the_journal(capsys: pytest.CaptureFixture[str]) -> None:
    """The index, which is made anew from the journal of an earlier run, has no room."""
    Path("asked.csv").write_text(ASKED + '"0,0","4,0"\n' * 2000 + '"0,0","1,1"\n')
    assert main([*COMMAND, str(OUT)]) == 1  # one failed: the journal stays
    rows = [line for line in PART.read_bytes().splitlines(keepends=True) if b'"question": 20' in line or b"pid" in line]
    PART.write_bytes(PART.read_bytes().splitlines(keepends=True)[0] + b"".join(rows))
    OUT.unlink()
    kept = PART.read_bytes()
    assert len(kept) < 8 * 2000
    capsys.readouterr()
    with files_up_to(8 * 2000):
        assert main([*COMMAND, str(OUT)]) == 2
    assert capsys.readouterr().err == "genastar: a.jsonl: cannot write here: File too large\n"
    assert PART.read_bytes() == kept


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_full_disk_when_answers_of_other_kinds_are_written(kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    out = Path(f"a.{kind}")
    ours = Journal(out, {})
    for number in range(200):
        ours.add(make_row(number, **{"from": f"{number * 7919}", "to": [f"{number * 104729}"]}))
    ours.flush()
    with files_up_to(1000), pytest.raises(BadInput, match=rf"a\.{kind}: cannot write here: .*File too large"):
        ours.finish(200)
    ours.close()
    assert not out.exists()
    again = Journal(out, {})
    again.finish(200)
    again.close()
    assert out.exists()


def test_a_folder_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "/proc/a.jsonl"]) == 2
    told = capsys.readouterr().err
    assert "/proc/a.jsonl: cannot write here" in told
    assert told.count("\n") == 1
