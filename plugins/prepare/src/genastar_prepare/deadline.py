"""A token that is cancelled at a certain time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from typing import Final

from genastar import CancelToken

POLLED: Final = 0.02
"""Seconds between two looks at the other token."""


@contextmanager
def cancel_at(end: float, other: CancelToken) -> Iterator[CancelToken]:
    """Yield a token that is cancelled at a time of `perf_counter`, or when another token is cancelled.

    What is compiled while the token governs does not count: the time is later by as much.
    """
    token, is_over = CancelToken(), Event()

    def compute_seconds_left() -> float:
        return end + token.uncounted_seconds - perf_counter()

    def check_time() -> bool:
        if other.cancelled or compute_seconds_left() <= 0:
            token.cancel()
        return token.cancelled

    def watch() -> None:
        while not check_time() and not is_over.wait(min(POLLED, max(0.0, compute_seconds_left()))):
            pass

    check_time()
    watcher = Thread(target=watch, name="limit of a preparation", daemon=True)
    watcher.start()
    try:
        yield token
    finally:
        is_over.set()
        watcher.join()
