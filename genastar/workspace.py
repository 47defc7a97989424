"""The memory of a search, kept for the next one.

Python's containers have no initial capacity to ask for. What replaces it is reuse: hand the same workspace to one search after
another, and the interpreter's allocator (or the arrays of a compiled engine) serves each from what the last one used.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Generic, TypeVar

from genastar.errors import WorkspaceBusy

M = TypeVar("M")


class Workspace:
    """Holds the open list's queue and the closed dictionary between searches, for any solver and every engine.

    It is cleared at the start of a search, never at its end, and it serves one search at a time: give each thread its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loans: dict[type, _Loan[Any]] = {}

    def borrowed(self, kind: type[M]) -> AbstractContextManager[M]:
        """Lend the memory of one engine, ``kind()`` at its first use, for the length of a ``with`` block.

        Entering it raises:
            WorkspaceBusy: a search is using this workspace now, on another thread or further up this one.
        """
        return self._loans.get(kind) or self._loans.setdefault(kind, _Loan(self._lock, kind))


class _Loan(Generic[M]):
    """The memory of one engine, lent to one after another. A generator would do, at a tenth of the time of a short search."""

    __slots__ = ("_kind", "_lock", "_memory")

    def __init__(self, lock: Lock, kind: type[M]) -> None:
        self._lock = lock
        self._kind = kind
        self._memory: M | None = None

    def __enter__(self) -> M:
        if not self._lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this workspace is in use by another search; give each thread (and each search inside a hook) its own"
            )
        return self._made() if self._memory is None else self._memory

    def _made(self) -> M:
        try:
            self._memory = self._kind()
        except BaseException:
            self._lock.release()
            raise
        return self._memory

    def __exit__(self, *_: object) -> None:
        self._lock.release()
