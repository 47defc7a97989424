"""Run a task in a forked child process, in parallel to the search that needs its outcome.

The child knows every class of its parent, so nothing is pickled and no user module is imported again. The child closes
inherited files, ignores Ctrl-C, yields the processor to others, and ends when its task does, when its parent is gone, or after
`LONGEST` seconds. A parent kills its children when it exits.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

AT_ONCE: Final = max(1, (os.cpu_count() or 1) - 1)
"""Maximum number of children of a process that run at once. More would slow each other and the searches that they serve."""
LONGEST: Final = 300
"""Maximum lifetime of a child in seconds."""
LARGEST: Final = 1 << 15
"""Maximum bytes of a report; it must fit into a pipe, which is read only after the child has ended."""


def can_fork() -> bool:
    """Return whether this system forks processes safely. Some macOS libraries do not survive a fork."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def is_full() -> bool:
    """Return whether as many children run as may run at once."""
    return sum(child.report() is None for child in tuple(_children)) >= AT_ONCE


class Child:
    """A process that runs one task and reports text."""

    def __init__(self, task: Callable[[], str]) -> None:
        """Fork the process.

        Raises:
            OSError: the process cannot be created.
        """
        self._lock = threading.Lock()
        self._report: str | None = None
        parent = os.getpid()
        self._pipe, writing = os.pipe()
        # An interrupt that arrives before the child ignores interrupts would end it.
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with warnings.catch_warnings():
                # Python 3.12 and later warn about forking a process with threads: a lock held by another thread stays locked
                # in the child. The child then ends after LONGEST seconds, and its parent continues without it.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._pid = os.fork()
        except OSError:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
            os.close(self._pipe)
            os.close(writing)
            raise
        if self._pid == 0:
            _live(task, writing, parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        os.close(writing)
        _children.add(self)

    def report(self) -> str | None:
        """Return the task's result; empty if the process ended without one, and ``None`` while it runs."""
        with self._lock:
            if self._report is None and self._has_ended():
                with os.fdopen(self._pipe, "rb") as pipe:
                    self._report = pipe.read().decode(errors="replace")
                _children.discard(self)
            return self._report

    def end(self) -> None:
        """Kill the process if it still runs."""
        with self._lock:
            if self._report is None:
                with suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(self._pid, 0)
                os.close(self._pipe)
                self._report = ""
                _children.discard(self)

    def _has_ended(self) -> bool:
        try:
            return os.waitpid(self._pid, os.WNOHANG)[0] != 0
        except ChildProcessError:  # other code has waited for it
            return True


_children: set[Child] = set()


@atexit.register
def _end_all() -> None:
    for child in tuple(_children):
        child.end()


def _live(task: Callable[[], str], pipe: int, parent: int) -> NoReturn:
    """Run the task in the child; never return into the parent's program."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for number in (signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        signal.alarm(LONGEST)
        os.nice(5)
        os.dup2(pipe, 3)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        nothing = os.open(os.devnull, os.O_RDWR)
        for inherited in range(3):
            os.dup2(nothing, inherited)
        sys.stdout = sys.stderr = os.fdopen(1, "w")  # the previous streams may use a closed file
        gc.disable()  # a collection would write to all memory shared with the parent
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        os.write(3, task().encode()[:LARGEST])
        code = 0
    finally:
        os._exit(code)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_children.clear)
