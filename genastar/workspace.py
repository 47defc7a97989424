"""The memory of a search, kept for the next one.

Python's containers have no initial capacity to ask for. What replaces it is reuse: hand the same workspace to one search after
another, and the interpreter's allocator (or the arrays of a compiled engine) serves each from what the last one used.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock
from typing import Generic, TypeVar, cast

from genastar.errors import WorkspaceBusy

M = TypeVar("M")


class Workspace:
    """Holds the open list's queue and the closed dictionary between searches, for any solver and every engine.

    It is cleared at the start of a search, never at its end, and it serves one search at a time: give each thread its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._memories: dict[type, object] = {}

    def borrowed(self, kind: type[M]) -> AbstractContextManager[M]:
        """Lend the memory of one engine, ``kind()`` at its first use, for the length of a ``with`` block.

        Entering it raises:
            WorkspaceBusy: a search is using this workspace now, on another thread or further up this one.
        """
        return _Loan(self._lock, self._memories, kind)


class _Loan(Generic[M]):
    """What a ``with`` block holds. A generator would do, at a tenth of the time of a short search."""

    __slots__ = ("_kind", "_lock", "_memories")

    def __init__(self, lock: Lock, memories: dict[type, object], kind: type[M]) -> None:
        self._lock = lock
        self._memories = memories
        self._kind = kind

    def __enter__(self) -> M:
        if not self._lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this workspace is in use by another search; give each thread (and each search inside a hook) its own"
            )
        memory = self._memories.get(self._kind)
        if memory is None:
            memory = self._memories[self._kind] = self._kind()
        return cast(M, memory)

    def __exit__(self, *_: object) -> None:
        self._lock.release()
