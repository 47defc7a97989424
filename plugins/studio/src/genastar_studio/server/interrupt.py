"""Interrupt Python code in another thread if it does not check its cancel token.

Third-party domains, and libraries that read files, may loop for ever. An exception raised in their thread
(`PyThreadState_SetAsyncExc`) ends any Python loop. It arrives at the next step of the interpreter, so a call of a C function is
finished first. Three kinds of code are not interrupted, because an unfinished one would damage the whole process: an import, a
compilation, and the removal of temporary files.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from threading import Lock, get_ident
from types import FrameType
from typing import Final, TypeVar

from genastar import Cancelled

T = TypeVar("T")

_SHARED: Final = (
    *("importlib.", "_frozen_importlib.", "_frozen_importlib_external.", "weakref.", "shutil.", "tempfile."),
    *("genastar_compiled.compiler.", "llvmlite."),
)
"""How the names of modules begin, with a dot after each, whose functions are not interrupted."""


class Interrupted(BaseException):
    """Raised in work that did not end within its budget. ``except Exception`` does not catch it."""


class Interruptible:
    """Work in its own thread that can be interrupted."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ident: int | None = None
        """Identity of the thread while it may be interrupted."""

    def run(self, work: Callable[[], T], tell: Callable[[T | None, Exception | None], None]) -> None:
        """Do the work in this thread, and report its result or error exactly once, whenever the interruption comes."""
        result: T | None = None
        error: Exception | None = None
        try:
            try:
                with self._lock:
                    self._ident = get_ident()
                result = work()
            except Exception as raised:  # noqa: BLE001  # reported below
                error = raised
            except BaseException:  # noqa: BLE001  # Interrupted, or a domain's attempt to end the process
                error = Cancelled("the work was interrupted")
            self._seal()
        except BaseException:  # noqa: BLE001  # interrupted between two of these lines
            error = Cancelled("the work was interrupted")
            self._seal()
        finally:
            tell(result, error)

    def interrupt(self) -> None:
        """Raise `Interrupted` in the thread, unless the work is done or runs code that must not be interrupted."""
        with self._lock:
            if self._ident is not None and not _is_shared(sys._current_frames().get(self._ident)):
                _raise_in(self._ident, Interrupted)

    def _seal(self) -> None:
        """Prevent further interruptions, including one that is on its way."""
        with self._lock:
            self._ident = None
            _raise_in(get_ident(), None)


def _is_shared(frame: FrameType | None) -> bool:
    while frame is not None:
        if f"{frame.f_globals.get('__name__')}.".startswith(_SHARED):
            return True
        frame = frame.f_back
    return False


def _raise_in(ident: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread; ``None`` withdraws one that has not arrived yet."""
    argument = ctypes.py_object() if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), argument)
