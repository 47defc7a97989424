"""Interrupting Python code in another thread, when it does not look at its cancel token.

Domains that nobody here knows, and libraries that read files, may loop without end. An exception that is raised inside of
their thread (`PyThreadState_SetAsyncExc`) ends any loop of Python; it comes at the next step of the interpreter, so a call of
a C function is finished first. Three kinds of code are let alone until they are done, because what they leave behind halfway
stays for the whole process: an import, a compilation by Numba, and the removal of temporary files.
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

_SHARED: Final = frozenset(
    {"importlib", "_frozen_importlib", "_frozen_importlib_external", "numba", "llvmlite", "weakref", "shutil", "tempfile"}
)
"""Packages whose functions are not interrupted."""


class Interrupted(BaseException):
    """Raised inside of work that did not end with its budget. No ``except Exception`` holds it up."""


class Interruptible:
    """A piece of work in a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ident: int | None = None
        """Of the thread, as long as it may be interrupted."""

    def run(self, work: Callable[[], T], tell: Callable[[T | None, Exception | None], None]) -> None:
        """Do the work in this thread, and tell its result or its error, once, whenever the interruption comes."""
        result: T | None = None
        error: Exception | None = None
        try:
            try:
                with self._lock:
                    self._ident = get_ident()
                result = work()
            except Exception as raised:  # noqa: BLE001  # it is told
                error = raised
            except BaseException:  # noqa: BLE001  # Interrupted, or what a domain raises to end the process
                error = Cancelled("the work was interrupted")
            self._seal()
        except BaseException:  # noqa: BLE001  # an interruption between two of these lines
            error = Cancelled("the work was interrupted")
            self._seal()
        finally:
            tell(result, error)

    def interrupt(self) -> None:
        """Raise `Interrupted` in the thread, unless the work is done, or inside of code that is not interrupted."""
        with self._lock:
            if self._ident is not None and not _is_shared(sys._current_frames().get(self._ident)):
                _raise_in(self._ident, Interrupted)

    def _seal(self) -> None:
        """From here on, nothing is raised any more, also nothing that was on its way."""
        with self._lock:
            self._ident = None
            _raise_in(get_ident(), None)


def _is_shared(frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in _SHARED:
            return True
        frame = frame.f_back
    return False


def _raise_in(ident: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread; ``None`` takes back one that did not come yet."""
    argument = ctypes.py_object() if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), argument)
