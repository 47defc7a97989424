"""Signals that end a command. The first signal ends it; later ones are ignored."""

from __future__ import annotations

import os
import signal
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Final

from genastar.values.interrupts import SIGNALS

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

GRACE: Final = 10.0
"""Seconds that a command has to end after a signal. Its process is ended after that."""

_AGAIN: Final = 0.01
"""Seconds until an interrupt is raised again that came where Python cannot raise it, as in a finalizer."""


class Signalled(KeyboardInterrupt):
    """A signal that asks this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def run_until_signal(command: Callable[[], int]) -> int:
    """Run the command of this process and return its exit code, or 128 plus the number of the signal that ended it.

    Call it only for the last command of a process: signals are ignored after it, so that Python can end undisturbed.
    """
    first = _FirstSignal()
    numbers = [number for number in SIGNALS if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)]
    sys.unraisablehook = first.raise_later
    try:
        for number in numbers:  # an ignored signal, as under nohup, stays ignored
            signal.signal(number, first.handle)
        code = command()
    except KeyboardInterrupt:  # raised before the command catches it
        sys.stderr.write("genastar: interrupted\n")
        code = 128 + signal.SIGINT
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)
    return code if first.number is None else 128 + first.number


class _FirstSignal:
    """Raises the first signal, and no other."""

    def __init__(self) -> None:
        self.number: int | None = None

    def handle(self, number: int, _: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            # Not a thread of threading: the main thread may hold the lock of that module.
            start_new_thread(_end, (128 + number,))
            raise Signalled(number)

    def raise_later(self, what: UnraisableHookArgs) -> None:
        """Raise an interrupt again a little later, where Python could not raise it; show other errors as usual."""
        if isinstance(what.exc_value, Signalled):
            start_new_thread(self._interrupt_again, (what.exc_value.number,))
        else:
            sys.__unraisablehook__(what)

    def _interrupt_again(self, number: int) -> None:
        sleep(_AGAIN)
        self.number = None
        interrupt_main(signal.Signals(number))


def _end(code: int) -> None:
    sleep(GRACE)
    os._exit(code)
