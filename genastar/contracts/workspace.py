"""Workspaces keep the memory of a search for the next one: memory in the interpreter's allocator, or arrays of machine code.

Pass the same workspace to one search after another, and each reuses the memory of the last one. A search without a workspace
takes an idle one, so that a plain call is as fast. An idle workspace keeps memory, but no position, node or cost of an earlier
search. Engines acquire and release workspaces; nothing else does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final, Protocol, TypeVar

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
    """The memory of searches, such as queue and closed dictionary, kept between searches of any problem and engine.

    A workspace of yours is cleared when its next search begins, an idle one before it becomes idle. It serves one search at a
    time: give each thread its own.
    """

    __slots__ = ("_kept_bytes", "_lock", "_memories", "release")

    def __init__(self) -> None:
        self._lock = Lock()
        self._memories: dict[type, EngineMemory] = {}
        self._kept_bytes: dict[type, int] = {}
        """The bytes kept by each memory that was not used since `drop_objects`."""
        self.release: Callable[[], None] = self._lock.release
        """Let another search acquire this workspace."""

    def acquire(self, kind: type[M]) -> M:
        """Return the memory of an engine, for one search until `release`. The first use makes it by ``kind()``.

        Raises:
            WorkspaceBusy: a search is using this workspace, in another thread or in a caller.
        """
        if not self._lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this workspace is in use by another search; give each thread, and each search inside a hook, its own"
            )
        try:
            memory = self._memories.get(kind)
            if memory is None:
                memory = self._memories[kind] = kind()
            elif kind in self._kept_bytes:
                del self._kept_bytes[kind]
        except BaseException:
            self.release()
            raise
        return memory  # type: ignore[return-value]  # of this kind

    @contextmanager
    def hold(self, kind: type[M]) -> Iterator[M]:
        """Return the memory of an engine for a ``with`` block; see `acquire`, which takes less time."""
        try:
            yield self.acquire(kind)
        finally:
            self.release()

    def drop_objects(self) -> int:
        """Drop all objects of the last search and return the number of bytes kept for the next."""
        for kind, memory in self._memories.items():
            if kind not in self._kept_bytes:
                self._kept_bytes[kind] = memory.drop_objects()
        return sum(self._kept_bytes.values())


def acquire_workspace(given: Workspace | None) -> Workspace:
    """Return the workspace that a request gives; without one, an idle or a new one. Release it after the search."""
    if given is not None:
        return given
    try:
        return _IDLE.pop()
    except IndexError:
        return Workspace()


def release_workspace(workspace: Workspace, given: Workspace | None) -> None:
    """Make a workspace idle, unless a request gave it. Not after an error: a traceback may still refer to the search."""
    if workspace is not given and workspace.drop_objects() <= MOST_KEPT:
        _IDLE.append(workspace)


def forget_idle() -> None:
    """Drop the idle workspaces, to free their memory."""
    _IDLE.clear()


_IDLE: Final[deque[Workspace]] = deque(maxlen=MOST_IDLE)
"""Idle workspaces. The last one used is acquired first, because its memory is in the cache. A deque is thread-safe."""
