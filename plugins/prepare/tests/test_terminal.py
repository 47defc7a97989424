"""What ``genastar prepare`` shows on a terminal, and what it leaves behind when it is interrupted there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
pytest.importorskip("cyclopts", reason="the command line is not installed")

pytestmark = pytest.mark.long

LONGEST = 120.0
"""Seconds after which a command that shows nothing has failed."""


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A large map, open everywhere."""
    pytest.importorskip("genastar_grid")
    side = 90
    rows = ("." * side + "\n") * side
    (tmp_path / "plain.map").write_text(f"type octile\nheight {side}\nwidth {side}\nmap\n{rows}", encoding="utf-8")
    return tmp_path


def on_a_terminal(arguments: Sequence[str], folder: Path, *, interrupt_at: str | None = None) -> tuple[int, str]:
    """Run a command on a terminal; press Ctrl-C when it has shown a text. Return its exit code and all that it showed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "genastar", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown, end = "", time.monotonic() + LONGEST
    try:
        while time.monotonic() < end:
            try:
                shown += os.read(ours, 4096).decode(errors="replace")
            except OSError:  # the command has ended
                break
            if interrupt_at is not None and interrupt_at in shown:
                os.killpg(process.pid, signal.SIGINT)
                interrupt_at = None
        return process.wait(timeout=LONGEST), shown
    finally:
        process.kill()
        os.close(ours)


def test_a_terminal_shows_an_estimate_and_a_bar(plain: Path) -> None:
    code, shown = on_a_terminal(["prepare", "plain.map", "--out", "plain.prepared"], plain)
    assert code == 0, shown
    assert "8,100 positions and 63,724 steps: about " in shown
    assert "s more the first time, to compile; Ctrl-C ends it without a file" in shown
    assert "contracting" in shown
    assert (plain / "plain.prepared").stat().st_size > 0


def test_an_interruption_on_a_terminal_leaves_no_file(plain: Path) -> None:
    code, shown = on_a_terminal(["prepare", "plain.map", "--out", "plain.prepared"], plain, interrupt_at="contracting")
    assert code == 130, shown
    assert "genastar: interrupted" in shown
    assert [path.name for path in plain.iterdir()] == ["plain.map"]


def test_a_pipe_gets_one_line(plain: Path) -> None:
    command = [sys.executable, "-m", "genastar", "prepare", "plain.map", "--out", "plain.prepared"]
    found = subprocess.run(command, cwd=plain, capture_output=True, text=True, check=True, timeout=LONGEST)
    assert found.stdout.startswith("plain.prepared: a contraction hierarchy, ")
    assert (found.stdout.count("\n"), found.stderr) == (1, "")
