"""Tasks in child processes: they report, and nothing of them is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from genastar_compiled.background import child as children
from genastar_compiled.background.child import Child, can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system cannot fork")


def outcome(child: Child) -> str:
    for _ in range(3000):
        report = child.report()
        if report is not None:
            return report
        time.sleep(0.01)
    child.end()
    pytest.fail("the child did not end within 30 s")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def gone(pid: int) -> bool:
    for _ in range(1000):
        if not is_alive(pid):
            return True
        time.sleep(0.01)
    return False


def test_a_child_reports_what_its_task_returns():
    here = "a local of the parent"
    child = Child(lambda: f"{here} in {os.getpid()}")
    assert outcome(child).startswith("a local of the parent in ")
    assert outcome(child) != f"a local of the parent in {os.getpid()}"


def test_a_further_child_waits_until_another_has_ended(monkeypatch):
    monkeypatch.setattr(children, "AT_ONCE", 2)
    sleepers = [Child(lambda: str(time.sleep(60))) for _ in range(2)]
    assert children.is_full()
    sleepers[0].end()
    assert not children.is_full()
    quick = Child(lambda: "done")
    while children.is_full():  # a child that nobody asks for its report makes room too
        time.sleep(0.01)
    assert outcome(quick) == "done"
    sleepers[1].end()


def test_a_long_report_is_cut_and_does_not_block():
    assert outcome(Child(lambda: "x" * 1_000_000)) == "x" * (1 << 15)


@pytest.mark.parametrize("fault", [lambda: 1 / 0, lambda: os.kill(os.getpid(), signal.SIGSEGV), lambda: os._exit(0)])
def test_a_child_that_dies_reports_nothing(fault, capfd):
    assert outcome(Child(fault)) == ""
    assert capfd.readouterr() == ("", "")


def test_a_child_neither_writes_nor_reads_what_the_parent_has_open(tmp_path, capfd):
    with (tmp_path / "held").open("w") as held:
        number = held.fileno()

        def task() -> str:
            sys.stdout.write("to the terminal")
            try:
                os.write(number, b"x")
            except OSError:
                return "closed"
            return "open"

        assert outcome(Child(task)) == "closed"
    assert capfd.readouterr() == ("", "")


def test_ending_a_child_leaves_no_process():
    child = Child(lambda: time.sleep(60) or "")
    pid = child._pid
    assert child.report() is None
    child.end()
    assert gone(pid)
    assert child.report() == ""


PARENT = """
import os, sys, time
from genastar_compiled.background.child import Child
child = Child(lambda: time.sleep(60) or "")
print(child._pid, flush=True)
{rest}
"""


@pytest.mark.parametrize(
    "rest",
    ["", "raise SystemExit(3)", "os._exit(0)", "os.kill(os.getpid(), 9)", "raise RuntimeError"],
    ids=["end", "exit", "_exit", "kill -9", "error"],
)
def test_a_child_ends_with_its_parent(rest):
    done = subprocess.run(
        [sys.executable, "-c", PARENT.format(rest=rest)], capture_output=True, text=True, check=False, timeout=30
    )
    assert gone(int(done.stdout))


def test_a_child_outlives_an_interrupt_and_a_forked_brother_does_not_end_it():
    child = Child(lambda: time.sleep(0.5) or "done")
    os.kill(child._pid, signal.SIGINT)
    brother = os.fork()
    if brother == 0:
        os._exit(0)
    os.waitpid(brother, 0)
    assert outcome(child) == "done"
