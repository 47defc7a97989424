"""Interrupts that are held back until a block is complete."""

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
"""Signals that ask a process to end, as far as the system has them."""


@contextmanager
def hold_back_signals() -> Iterator[None]:
    """Hold back the `SIGNALS` while a short block runs, and call their handlers, which may raise, after the block.

    Use it for steps that must not be interrupted halfway, such as starting a process or writing a line. Python calls handlers
    only in the main thread, so other threads have nothing to hold back.
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
