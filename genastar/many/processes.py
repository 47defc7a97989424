"""Worker processes, which end when the process that asks them does."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread


@contextmanager
def _blocked(name: str) -> Iterator[None]:
    """Block a signal for the processes that are started in the block, from their first instruction on."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.Signals[name]})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker(SpawnProcess):
    """A process that Ctrl-C does not reach: the process that asks decides what ends."""

    def start(self) -> None:
        with _blocked("SIGINT"):
            super().start()


class _Workers(SpawnContext):
    # New processes: one that is forked off would share locks with threads that it does not have.
    Process = _Worker


def pool(workers: int | None) -> ProcessPoolExecutor:
    """Return a pool of so many processes. They end with this process, whatever ends it."""
    show = warnings.showwarning  # of a command: its workers show warnings as it does
    of_command = show.__module__ == "genastar.cli.console"
    if of_command:  # multiprocessing's tracker is a process of its own, which takes over these filters
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")  # a command that was killed could remove nothing
    with _blocked("SIGHUP"):  # its locks start multiprocessing's tracker, which heeds no other signal
        return ProcessPoolExecutor(workers, _Workers(), initializer=_begin, initargs=(show if of_command else None,))


def _begin(show: Callable[..., None] | None) -> None:
    if show is not None:
        warnings.showwarning = show
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it cannot be blocked
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
