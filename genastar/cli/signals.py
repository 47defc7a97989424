"""Signals that end a command: the first one ends it, and those that follow do not disturb how it ends."""

from __future__ import annotations

import os
import signal
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Final

from genastar.interrupts import SIGNALS

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

GRACE: Final = 10.0
"""Seconds in which a command has to end after a signal. After that its process ends, whatever it is at."""

_AGAIN: Final = 0.01
"""Seconds after which an interrupt is raised again that was raised where nothing can be raised: in a finalizer."""


class Signalled(KeyboardInterrupt):
    """A signal that asks this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def until_signal(command: Callable[[], int]) -> int:
    """Run the command of this process and give its exit code, or 128 and the number of the signal that ended it.

    It is for the last command of a process: signals are ignored after it, so that none disturbs Python's own end.
    """
    first = _First()
    numbers = [number for number in SIGNALS if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)]
    sys.unraisablehook = first.unraisable
    try:
        for number in numbers:  # one that is ignored, as nohup does, stays so
            signal.signal(number, first.handle)
        code = command()
    except KeyboardInterrupt:  # raised before the command itself heeds it
        sys.stderr.write("genastar: interrupted\n")
        code = 128 + signal.SIGINT
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)
    return code if first.number is None else 128 + first.number


class _First:
    """Raises the first signal, and no other."""

    def __init__(self) -> None:
        self.number: int | None = None

    def handle(self, number: int, _: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            # Not a thread of threading: the main thread may hold the lock of these just now.
            start_new_thread(_end, (128 + number,))
            raise Signalled(number)

    def unraisable(self, what: UnraisableHookArgs) -> None:
        """Raise the interrupt again, a little later, where Python cannot raise it; show all else as usual."""
        if isinstance(what.exc_value, Signalled):
            start_new_thread(self._again, (what.exc_value.number,))
        else:
            sys.__unraisablehook__(what)

    def _again(self, number: int) -> None:
        sleep(_AGAIN)
        self.number = None
        interrupt_main(signal.Signals(number))


def _end(code: int) -> None:
    sleep(GRACE)
    os._exit(code)
