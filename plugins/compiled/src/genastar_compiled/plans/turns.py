"""Programs are built one at a time, in the processes that are forked meanwhile too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from numba.core.compiler_lock import global_compiler_lock

from genastar import Cancelled, CancelToken
from genastar.values.limits import pause_counting

_COMPILING: Final = Lock()
"""Held while a program is built: Numba builds one at a time, and its own lock cannot be waited for with a cancel token."""

_WAKE: Final = 0.05
"""Seconds between two looks at whether a search that waits to compile was cancelled."""


class StillCompiling(Cancelled):
    """A search was cancelled while it waited for another thread to compile."""


@contextmanager
def compiling(cancel: CancelToken) -> Iterator[None]:
    """Build programs one at a time; a build that has begun goes on, because the next request needs it too.

    Raises:
        StillCompiling: the token was cancelled before it was this search's turn.
    """
    with pause_counting():
        while not _COMPILING.acquire(timeout=_WAKE):
            if cancel.cancelled:
                raise StillCompiling("cancelled while another search was compiled")
        try:
            yield
        finally:
            _COMPILING.release()


_FORKING: Final[list[int]] = []
"""The process that forks, if it holds the locks: this module may be imported in the middle of a fork."""


def _before_fork() -> None:
    _COMPILING.acquire()
    global_compiler_lock.acquire()
    _FORKING.append(os.getpid())


def _after_fork() -> None:
    if _FORKING:
        _FORKING.clear()
        global_compiler_lock.release()
        _COMPILING.release()


if hasattr(os, "register_at_fork"):  # a child that is forked while another thread compiles would wait for that thread for ever
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
