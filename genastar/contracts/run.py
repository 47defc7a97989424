"""Runs: searches that can pause, be inspected, and continue, also after an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, Self

from genastar.contracts.cost_type import CostTypeChecker
from genastar.errors import BadInput, WorkspaceBusy
from genastar.values.arguments import expect_number, expect_whole
from genastar.values.cost import Comparable, V
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result

if TYPE_CHECKING:
    from genastar.contracts.tree import Tree

NEVER: Final = (1 << 63) - 1
"""A number of expansions that no search reaches."""


class Run(ABC, Generic[K, V]):
    """A search that can pause. Make one with `AStar.begin`; it holds its memory until it is closed.

    >>> with problem.begin(start) as run:  # doctest: +SKIP
    ...     while run.advance(seconds=0.002) is None:
    ...         draw_a_frame()

    The pauses do not change the events of the search.
    """

    checked: CostTypeChecker | None = None
    """Looks at the errors of the hooks, if the caller began this run of a problem."""

    @property
    @abstractmethod
    def result(self) -> Result[K, V] | None:
        """Return the latest answer; ``None`` before the first one."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """Return the number of expansions so far."""

    @property
    @abstractmethod
    def best_open(self) -> Node[K, V] | None:
        """Return the node that is expanded next: the first on the open list.

        It is ``None`` if the open list is empty, before the first call of `advance`, and while a search from both ends expands
        from the destination next.
        """

    @property
    @abstractmethod
    def closest(self) -> Node[K, V] | None:
        """Return the closed node with the smallest estimate; ``None`` if the costs have no ``left``."""

    @property
    def path_to_closest(self) -> tuple[K, ...]:
        """Return the path as far as it is known: the path to `closest`; empty while that is ``None``.

        Raises:
            BadInput: as `tree`, which is copied.
        """
        node = self.closest
        return () if node is None else self.tree.path_to(node.position)

    @property
    @abstractmethod
    def next_bound(self) -> Comparable | None:
        """Return the least `rank` of a cost that may lie ahead; ``None`` if there is none.

        In a depth-first run it is the least rank above ``limits.cost`` so far; in an anytime run the least rank of an open node
        that is less than that of the best answer; in a beam or in layers the least rank that was left out. Other runs return
        ``None``.
        """

    @property
    @abstractmethod
    def tree(self) -> Tree[K, V]:
        """Return a copy of the tree of all positions reached so far.

        A search from both ends shows the positions reached from the start; after its answer, also those of the path.

        Raises:
            BadInput: the run was closed, or its request does not keep a tree.
        """

    @abstractmethod
    def run_until(self, target: int) -> Result[K, V] | None:
        """Continue until an answer, or until ``target`` nodes were expanded in all. Return the answer, if there is one."""

    @abstractmethod
    def release(self) -> None:
        """Return the memory to the workspace, unless this was done before."""

    def close(self) -> None:
        """Close the run and return its memory to the workspace. The results stay.

        Raises:
            WorkspaceBusy: the run is searching now, in another thread or in a caller of this method.
        """
        with self._hold_lock():
            self.release()

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """Hold the lock of the run, because two calls cannot share its memory."""
        lock = self.__dict__.setdefault("_lock", Lock())
        if not lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this run is searching now, in another thread or in a caller of this method; wait until advance() has returned"
            )
        try:
            if self.checked is None:
                yield
            else:
                with self.checked:
                    yield
        finally:
            lock.release()

    def advance(self, expansions: int | None = None, seconds: float | None = None) -> Result[K, V] | None:
        """Continue until the next answer, within these bounds.

        Args:
            expansions: maximum number of nodes to expand in this call.
            seconds: maximum wall time of this call in seconds. The clock is read after every few expansions.

        Returns:
            The answer, or ``None`` if the search is paused. After the outcome FOUND, the next call expands that destination and
            continues. After any other outcome, each further call returns the same result.

        Raises:
            BadInput: a bound is negative; or the run was closed before its last answer, or ended with an error.
            WorkspaceBusy: the run is searching now, in another thread or in a caller of this method.
            GenastarError: as in `AStar.search`.
        """
        with self._hold_lock():
            return self._advance(expansions, seconds)

    def _advance(self, expansions: int | None, seconds: float | None) -> Result[K, V] | None:
        last = NEVER if expansions is None else self.expanded + expect_whole("expansions", expansions, 0)
        if seconds is None:
            return self.run_until(last)
        end = perf_counter() + expect_number("seconds", seconds, 0)
        stretch = 1
        while True:
            before, began = self.expanded, perf_counter()
            found = self.run_until(min(last, before + stretch))
            now = perf_counter()
            if found is not None or now >= end or self.expanded >= last:
                return found
            # A tenth of the remaining time, so that the deadline is exceeded only by an expansion or a short stretch.
            pace = (self.expanded - before) / max(now - began, 1e-9)
            stretch = max(1, int(min(8 * stretch, pace * (end - now) / 10)))

    def __del__(self) -> None:
        """Return the memory of a run that was abandoned without `close`."""
        try:  # noqa: SIM105  # `suppress` takes longer, and each plain call drops a run
            self.release()
        except Exception:  # noqa: BLE001  # the run may not have begun
            pass

    def finish(self) -> Result[K, V]:
        """Continue until the next answer and return it."""
        with self._hold_lock():
            return self.run_until(NEVER)  # type: ignore[return-value]  # without a bound it does not pause

    def __iter__(self) -> Iterator[Node[K, V]]:
        """Expand one node after another and yield each after its expansion; end at the next answer."""
        answered = self.advance(0)
        while answered is None:
            node = self.best_open
            answered = self.advance(1)
            if node is not None:
                yield node

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunWrapper(Run[K, V]):
    """A run that shows the state of another, ``_run``, which it advances. Override `run_until` and `result`."""

    _run: Run[K, V]

    @property
    def expanded(self) -> int:
        return self._run.expanded

    @property
    def best_open(self) -> Node[K, V] | None:
        return self._run.best_open

    @property
    def closest(self) -> Node[K, V] | None:
        return self._run.closest

    @property
    def path_to_closest(self) -> tuple[K, ...]:
        return self._run.path_to_closest

    @property
    def next_bound(self) -> Comparable | None:
        return self._run.next_bound

    @property
    def tree(self) -> Tree[K, V]:
        return self._run.tree

    def release(self) -> None:
        self._run.close()


def take_first_answer(run: Run[K, V]) -> Result[K, V]:
    """Return the first answer of a run that has one user, without locking the run, and close it."""
    try:
        return run.run_until(NEVER)  # type: ignore[return-value]  # without a bound it does not pause
    finally:
        run.release()


def make_failed_run_error() -> BadInput:
    """Return the error of a run that is continued after a hook or an observer raised."""
    return BadInput("this run ended with an error and cannot continue; begin another")


def make_closed_run_error() -> BadInput:
    """Return the error of a run that was used after it was closed."""
    return BadInput("this run was closed and cannot continue; begin another")


def is_final(result: Result[K, V]) -> bool:
    """Return whether this result is the last of its search."""
    return result.outcome is not Outcome.FOUND
