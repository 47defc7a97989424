"""The memory of a search, kept for the next one.

Python's containers have no initial capacity to ask for. What replaces it is reuse: hand the same workspace to one search after
another, and the interpreter's allocator (or the arrays of a compiled engine) serves each from what the last one used.

A search without a workspace borrows an idle one, so that a plain call is as fast. An idle workspace keeps memory, and no
position, node or cost of the search before.
"""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from threading import Lock
from typing import Final, Generic, Protocol, TypeVar, cast

from genastar.errors import WorkspaceBusy

MOST_IDLE: Final = 4
"""Workspaces that wait for the next search without one, at most: as many as searches ran at once."""
MOST_KEPT: Final = 1 << 26
"""Bytes that an idle workspace may hold; a larger one is dropped after its search."""


class Memory(Protocol):
    """What an engine keeps in a workspace."""

    def let_go(self) -> int:
        """Drop all that belongs to the last search; return the bytes that are kept for the next."""


M = TypeVar("M", bound=Memory)


class Workspace:
    """Holds the open list's queue and the closed dictionary between searches, for any solver and every engine.

    It is cleared at the start of a search, never at its end, and it serves one search at a time: give each thread its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loans: dict[type, _Loan[Memory]] = {}

    def borrowed(self, kind: type[M]) -> AbstractContextManager[M]:
        """Lend the memory of one engine, ``kind()`` at its first use, for the length of a ``with`` block.

        Entering it raises:
            WorkspaceBusy: a search is using this workspace now, on another thread or further up this one.
        """
        loan = self._loans.get(kind) or self._loans.setdefault(kind, _Loan(self._lock, kind))
        return cast("_Loan[M]", loan)

    def let_go(self) -> int:
        """Drop all that belongs to the last search; return the bytes that are kept for the next."""
        kept = 0
        for loan in self._loans.values():
            kept += loan.let_go()
        return kept


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

    def let_go(self) -> int:
        return 0 if self._memory is None else self._memory.let_go()


class lent:  # noqa: N801  # used as a function is
    """Lend the workspace that is given or, if there is none, an idle one, for the length of a ``with`` block."""

    __slots__ = ("_given", "_workspace")

    def __init__(self, given: Workspace | None) -> None:
        self._given = given

    def __enter__(self) -> Workspace:
        if self._given is not None:
            return self._given
        try:
            self._workspace = _IDLE.pop()
        except IndexError:
            self._workspace = Workspace()
        return self._workspace

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        # After an error a traceback may still hold the search, and with it the workspace.
        if self._given is None and error is None and self._workspace.let_go() <= MOST_KEPT:
            _IDLE.append(self._workspace)


def forget_idle() -> None:
    """Drop the idle workspaces: a search needs the memory."""
    _IDLE.clear()


_IDLE: Final[deque[Workspace]] = deque(maxlen=MOST_IDLE)
"""The last one used comes first: its memory is the warmest. A deque is safe among threads."""
