"""Storms of signals: nothing lives on, the journal is whole, and the next run finishes the work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it looks for processes in /proc"),
]

COUNT = 200
HANGS = 90
"""Seconds; only for a run that would never end."""
CODES = {0: "", 130: "genastar: interrupted\n", 143: "genastar: interrupted\n", 129: "genastar: interrupted\n"}


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [row for gap in ("@.", ".@") * 10 for row in ("." * 40, gap[0] + "@" * 38 + gap[1])]  # to and fro
    Path("snake.map").write_text("\n".join(["type octile", "height 40", "width 40", "map", *rows]))
    ends = [f'"{number % 40},0","{number * 7 % 40},38"' for number in range(COUNT)]
    Path("asked.csv").write_text("\n".join(["from,to", *ends]))
    Path("temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))


def started(executor: str) -> subprocess.Popen[str]:
    """``genastar batch`` in a session of its own, as soon as it heeds signals."""
    command = [sys.executable, "-m", "genastar", "batch", "snake.map", "asked.csv", "--out", "out.jsonl", "--workers", "2"]
    command += ["--algorithm", "astar", "--engine", "interpreted", "--executor", executor]
    run = subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed
    )
    while run.poll() is None and not catches(run.pid, signal.SIGTERM):
        time.sleep(0.001)
    return run


def heed() -> None:
    """Jobs in the background of a shell ignore SIGINT, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal."""
    status = Path(f"/proc/{pid}/status").read_text().split()
    return bool(int(status[status.index("SigCgt:") + 1], 16) >> (number - 1) & 1)


def alive(session: int) -> list[str]:
    """The processes of a session that have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, _, of = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(of) == session and state != "Z":
                found.append(f"{folder.name}: {(folder / 'cmdline').read_text()}")
    return found


def ended(run: subprocess.Popen[str]) -> str:
    """What the run wrote. No process of it is left, and no file but its own."""
    try:
        out, err = run.communicate(timeout=HANGS)
        for _ in range(HANGS * 20):  # multiprocessing's tracker ends after the process that it watches
            if not alive(run.pid):
                break
            time.sleep(0.05)
        assert alive(run.pid) == []
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode in CODES, err
    assert err == CODES[run.returncode]
    assert list(Path("temporary").iterdir()) == []
    return out


def answered() -> list[int]:
    """The questions of the journal, or of the answers, each of which has a whole row."""
    journal = Path("out.jsonl.part")
    file = journal if journal.exists() else Path("out.jsonl")
    if not file.exists():
        return []
    content = file.read_text()
    assert content.endswith("\n")
    rows = [json.loads(line) for line in content.splitlines()]
    return [row["question"] for row in rows if "question" in row]


def finish(executor: str) -> None:
    """Whatever was cut off before, the same command finishes."""
    before = answered()
    assert len(before) == len(set(before))
    Path("out.jsonl").unlink(missing_ok=True)
    out = ended(run := started(executor))
    assert run.returncode == 0
    if 0 < len(before) < COUNT:
        assert f"{COUNT - len(before)} questions, {len(before)} answered before" in out
    rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert [row["question"] for row in rows] == list(range(COUNT))
    assert {row["outcome"] for row in rows} == {"found"}


@pytest.mark.parametrize(
    ("executor", "numbers", "whole_session"),
    [
        ("processes", [signal.SIGINT], False),
        ("processes", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], True),
        ("threads", [signal.SIGINT, signal.SIGTERM], False),
    ],
)
def test_storms_at_any_moment(executor: str, numbers: list[int], whole_session: bool) -> None:
    chance = Random(13)
    for storm in range(3):
        run = started(executor)
        time.sleep(storm * chance.random())
        for _ in range(15):
            with suppress(ProcessLookupError):
                (os.killpg if whole_session else os.kill)(run.pid, chance.choice(numbers))
            time.sleep(0.03 * chance.random())
        ended(run)
        answered()
        if run.returncode == 0:
            Path("out.jsonl").unlink()
    finish(executor)


def test_a_run_that_is_killed_takes_its_workers_along() -> None:
    run = started("processes")
    part = Path("out.jsonl.part")
    while run.poll() is None and (not part.exists() or b'"question"' not in part.read_bytes()):
        time.sleep(0.005)
    run.kill()
    assert run.communicate(timeout=HANGS) == ("", "")
    for _ in range(HANGS * 20):
        if not alive(run.pid):
            break
        time.sleep(0.05)
    assert alive(run.pid) == []
    for left in Path("temporary").iterdir():  # a process that is killed removes nothing
        for file in left.iterdir():
            file.unlink()
        left.rmdir()
    content = part.read_bytes()
    part.write_bytes(content[: content.rindex(b"\n") + 1])
    finish("threads")


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    command = [sys.executable, "-m", "genastar", "batch", "snake.map", "asked.csv", "--engine", "interpreted"]
    run = subprocess.Popen(
        command,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert run.stdout is not None
    assert run.stdout.readline()
    run.send_signal(signal.SIGHUP)
    run.communicate(timeout=HANGS)
    assert run.returncode == 0
