"""The memory of a search, kept for the next one.

Python's containers have no initial capacity to ask for. What replaces it is reuse: hand the same workspace to one search after
another, and the interpreter's allocator (or the arrays of a compiled engine) serves each from what the last one used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from genastar.errors import WorkspaceBusy

M = TypeVar("M")


class Workspace:
    """Holds the open list's queue and the closed dictionary between searches, for any solver and every engine.

    It is cleared at the start of a search, never at its end, and it serves one search at a time: give each thread its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._memories: dict[type, object] = {}

    @contextmanager
    def borrowed(self, kind: type[M]) -> Iterator[M]:
        """Lend the memory of one engine, ``kind()`` at its first use, for the length of a ``with`` block.

        Raises:
            WorkspaceBusy: a search is using this workspace now, on another thread or further up this one.
        """
        if not self._lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this workspace is in use by another search; give each thread (and each search inside a hook) its own"
            )
        try:
            memory = self._memories.get(kind)
            if memory is None:
                memory = self._memories[kind] = kind()
            assert isinstance(memory, kind)
            yield memory
        finally:
            self._lock.release()
