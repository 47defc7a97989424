"""A process beside the server that ends it if a signal could not.

Python handles a signal when the main thread has the interpreter's lock. A thread in one long C call, such as a pathological
regular expression, may keep that lock for hours. Python's C signal handler needs no lock: it writes the number of each signal
into a pipe (`signal.set_wakeup_fd`). The process at the other end waits, and kills the server if it still runs.
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
def watch_process(patience: float) -> Iterator[None]:
    """End the process within ``patience`` seconds of SIGINT or SIGTERM, in this block, on POSIX. Enter it before threads."""
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
        os.close(writer)  # ends the other process, as the end of this process does
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _watch(server: int, reader: int, patience: float) -> NoReturn:
    """Run the other process."""
    try:
        for number in _ENDING:
            signal.signal(number, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nothing, standard)
        os.closerange(3, reader)  # including the server's socket, and the server's end of the pipe
        os.closerange(reader + 1, _MOST_FILES)
        while told := os.read(reader, 1):
            if told[0] in _ENDING and not _ends_in_time(reader, patience):
                os.kill(server, signal.SIGKILL)
                break
    finally:
        os._exit(0)


def _ends_in_time(reader: int, patience: float) -> bool:
    """Return whether the server ends in time, which closes the pipe."""
    last = monotonic() + patience
    while select.select([reader], [], [], max(0.0, last - monotonic()))[0]:
        if not os.read(reader, 1):
            return True
    return False
