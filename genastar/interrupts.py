"""Interrupts that wait until a step is whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

SIGNALS: Final = tuple(
    getattr(signal.Signals, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal.Signals, name)
)
"""Signals that ask a process to end, where the system has them."""


@contextmanager
def held_back() -> Iterator[None]:
    """Hold back the `SIGNALS` while a short block runs. Their handlers, which may raise, are called after the block.

    For steps that would leave something behind if an exception cut them in two: a process that nobody knows of, a line that is
    written twice. Python calls handlers in the main thread alone, so that other threads have nothing to hold back.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    handlers = {number: handler for number in SIGNALS if callable(handler := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, lambda number, frame: came.append((number, frame)))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if came:
            handlers[signal.Signals(came[0][0])](*came[0])
