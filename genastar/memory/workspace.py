"""Workspaces keep the memory of a search for the next one.

Pass the same workspace to one search after another, and each reuses the memory of the last one: memory in the interpreter's
allocator, or the arrays of a compiled engine.

A search without a workspace borrows an idle one, so that a plain call is as fast. An idle workspace keeps memory, but no
position, node or cost of an earlier search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final, Generic, Protocol, TypeVar

from genastar.errors import WorkspaceBusy

MOST_IDLE: Final = 4
"""Maximum number of idle workspaces. There are as many as searches ran at once."""
MOST_KEPT: Final = 1 << 26
"""Maximum bytes of an idle workspace. A larger one is dropped after its search."""


class EngineMemory(Protocol):
    """The memory of an engine in a workspace."""

    def drop_objects(self) -> int:
        """Drop all objects of the last search and return the number of bytes kept for the next."""


M = TypeVar("M", bound=EngineMemory)


class Workspace:
    """The memory of searches, such as queue and closed dictionary, kept between searches of any solver and engine.

    A workspace of yours is cleared when its next search begins, a borrowed one when it is returned. It serves one search at a
    time: give each thread its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._leases: dict[type, MemoryLease[EngineMemory]] = {}

    def get_lease(self, kind: type[M]) -> MemoryLease[M]:
        """Lend the memory of an engine for a ``with`` block. The first use makes it by ``kind()``.

        Raises:
            WorkspaceBusy: on entering the block, if a search is using this workspace, in another thread or in a caller.
        """
        return self._leases.get(kind) or self._leases.setdefault(kind, MemoryLease(self._lock, kind))  # type: ignore[return-value]

    def drop_objects(self) -> int:
        """Drop all objects of the last search and return the number of bytes kept for the next."""
        kept = 0
        for loan in self._leases.values():
            if loan.is_used:
                loan.is_used = False
                loan.kept_bytes = 0 if loan.memory is None else loan.memory.drop_objects()
            kept += loan.kept_bytes
        return kept


class MemoryLease(Generic[M]):
    """The memory of an engine, lent to one search at a time. A generator would take a tenth of the time of a short search."""

    __slots__ = ("_kind", "_lock", "is_used", "kept_bytes", "memory", "release")

    def __init__(self, lock: Lock, kind: type[M]) -> None:
        self._lock = lock
        self.release: Callable[[], None] = lock.release
        """Takes the memory back."""
        self._kind = kind
        self.memory: M | None = None
        self.is_used = False
        """Whether the memory was lent since `Workspace.drop_objects`."""
        self.kept_bytes = 0
        """Bytes that the memory kept at the last `Workspace.drop_objects`."""

    def __enter__(self) -> M:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def acquire(self) -> M:
        """Lend the memory until `release`. A ``with`` block takes longer."""
        if not self._lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this workspace is in use by another search; give each thread, and each search inside a hook, its own"
            )
        self.is_used = True
        if self.memory is None:
            try:
                self.memory = self._kind()
            except BaseException:
                self._lock.release()
                raise
        return self.memory


def acquire_workspace() -> Workspace:
    """Return an idle workspace, or a new one. Give it back after a search without an error."""
    try:
        return _IDLE.pop()
    except IndexError:
        return Workspace()


def release_workspace(workspace: Workspace) -> None:
    """Make a workspace idle that nobody uses any more."""
    if workspace.drop_objects() <= MOST_KEPT:
        _IDLE.append(workspace)


@contextmanager
def hold_workspace(given: Workspace | None) -> Iterator[Workspace]:
    """Lend the given workspace for a ``with`` block or, without one, an idle one."""
    if given is not None:
        yield given
        return
    workspace = acquire_workspace()
    yield workspace
    release_workspace(workspace)  # not after an error: a traceback may still refer to the search, and so to the workspace


def forget_idle() -> None:
    """Drop the idle workspaces, to free their memory."""
    _IDLE.clear()


_IDLE: Final[deque[Workspace]] = deque(maxlen=MOST_IDLE)
"""Idle workspaces. The last one used is borrowed first, because its memory is in the cache. A deque is thread-safe."""
