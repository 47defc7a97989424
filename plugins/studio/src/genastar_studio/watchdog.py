"""A process beside the server that ends it, if a signal could not.

Python handles a signal when the main thread has the interpreter's lock. A thread in one long call of C, a regular expression
that explodes for instance, may keep that lock for hours. Python's C handler of signals needs no lock: it writes the number of
each signal into a pipe (`signal.set_wakeup_fd`), and the process at its other end waits, and kills the server if that is still
there.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final, NoReturn

_ENDING: Final = frozenset({signal.SIGINT, signal.SIGTERM})

_MOST_FILES: Final = 65_536


@contextmanager
def watched(patience: float) -> Iterator[None]:
    """Within this block, SIGINT and SIGTERM end the process within so many seconds, on POSIX; begin it before any thread."""
    if not hasattr(os, "fork"):
        yield
        return
    reader, writer = os.pipe()
    server = os.getpid()
    child = os.fork()
    if child == 0:
        _watch(server, reader, patience)
    os.close(reader)
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writer)  # which ends the other process, as the end of this one does
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _watch(server: int, reader: int, patience: float) -> NoReturn:
    """The other process."""
    try:
        for number in _ENDING:
            signal.signal(number, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nothing, standard)
        os.closerange(3, reader)  # the server's socket among them, and the end of the pipe that the server writes to
        os.closerange(reader + 1, _MOST_FILES)
        while told := os.read(reader, 1):
            if told[0] in _ENDING and not _ends(reader, patience):
                os.kill(server, signal.SIGKILL)
                break
    finally:
        os._exit(0)


def _ends(reader: int, patience: float) -> bool:
    """Whether the server ends within its time; the pipe says so."""
    last = monotonic() + patience
    while select.select([reader], [], [], max(0.0, last - monotonic()))[0]:
        if not os.read(reader, 1):
            return True
    return False
