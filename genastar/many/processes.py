"""Worker processes, which end with the process that started them."""

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
def _block_signal(name: str) -> Iterator[None]:
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
    """A process that ignores Ctrl-C: the process that started it ends it."""

    def start(self) -> None:
        with _block_signal("SIGINT"):
            super().start()


class _Workers(SpawnContext):
    # Spawned, not forked: a forked process would inherit locks of threads that do not exist in it.
    Process = _Worker


def make_process_pool(workers: int | None) -> ProcessPoolExecutor:
    """Return a pool of processes. They end with this process, however it ends."""
    show = warnings.showwarning  # the workers of a command show warnings as the command does
    of_command = show.__module__ == "genastar.cli.console"
    if of_command:  # multiprocessing's tracker process inherits these filters
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")  # a killed command could not clean up
    with _block_signal("SIGHUP"):  # its locks start multiprocessing's tracker, which ignores the other signals
        return ProcessPoolExecutor(workers, _Workers(), initializer=_begin, initargs=(show if of_command else None,))


def _begin(show: Callable[..., None] | None) -> None:
    if show is not None:
        warnings.showwarning = show
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems that cannot block it
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
