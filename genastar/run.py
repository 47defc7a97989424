"""Runs: a search that can pause, be looked at, and go on, also after an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, Self

from genastar.arguments import expect_number, expect_whole
from genastar.cost import Comparable, V
from genastar.errors import BadInput, WorkspaceBusy
from genastar.node import K, Node
from genastar.result import Outcome, Result

if TYPE_CHECKING:
    from genastar.tree import Tree

NEVER: Final = (1 << 63) - 1
"""A number of expansions that no search reaches."""


class Run(ABC, Generic[K, V]):
    """A search under way. Make one with `AStar.begin`; it holds its memory until it is closed.

    >>> with problem.begin(start) as run:  # doctest: +SKIP
    ...     while run.advance(seconds=0.002) is None:
    ...         draw_a_frame()

    However a run is cut, it does what `AStar.search` does, event by event.
    """

    @property
    @abstractmethod
    def result(self) -> Result[K, V] | None:
        """The latest answer; ``None`` while the search is looking for the first one."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """Expansions so far."""

    @property
    @abstractmethod
    def best_open(self) -> Node[K, V] | None:
        """The node that is expanded next, of the lowest cost on the open list; ``None`` if nothing is left, or before
        `advance` was called.
        """

    @property
    @abstractmethod
    def closest(self) -> Node[K, V] | None:
        """The closed node with the smallest estimate left; ``None`` if costs do not know what is left."""

    @property
    @abstractmethod
    def beyond(self) -> Comparable | None:
        """The least `rank` of a cost above ``limits.cost`` that was met, in a depth-first run; ``None`` if there is none."""

    @property
    @abstractmethod
    def tree(self) -> Tree[K, V]:
        """All that was reached so far, as a copy.

        Raises:
            BadInput: the run was closed, or its request does not keep a tree.
        """

    @abstractmethod
    def go_to(self, target: int) -> Result[K, V] | None:
        """Search on until an answer, or until ``target`` nodes were expanded in all."""

    @abstractmethod
    def let_go(self) -> None:
        """Give the memory back, if that was not done before."""

    def close(self) -> None:
        """Give the memory back. The results stay.

        Raises:
            WorkspaceBusy: the run is searching now, in another thread or in whatever calls this.
        """
        with self._alone():
            self.let_go()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the run: a search has one memory and cannot be in two places."""
        lock = self.__dict__.setdefault("_lock", Lock())
        if not lock.acquire(blocking=False):
            raise WorkspaceBusy(
                "this run is searching now, in another thread or around this very call; wait until advance() has returned"
            )
        try:
            yield
        finally:
            lock.release()

    def advance(self, expansions: int | None = None, seconds: float | None = None) -> Result[K, V] | None:
        """Search on until the next answer, and no further than these bounds.

        Args:
            expansions: the most nodes to expand in this call.
            seconds: the wall time for this call. It is looked at after each few expansions.

        Returns:
            The result if the search has an answer, else ``None``: it is paused. After an answer that is FOUND, the next call
            goes on behind that destination, which is expanded first. Where nothing is left, or a limit of the search was met,
            the result is that of the end, each time.

        Raises:
            BadInput: a bound is negative; or the run was closed, or ended in an error.
            WorkspaceBusy: the run is searching now, in another thread or in whatever calls this.
            GenastarError: as in `AStar.search`.
        """
        with self._alone():
            return self._advance(expansions, seconds)

    def _advance(self, expansions: int | None, seconds: float | None) -> Result[K, V] | None:
        last = NEVER if expansions is None else self.expanded + expect_whole("expansions", expansions, 0)
        if seconds is None:
            return self.go_to(last)
        expect_number("seconds", seconds, 0)
        end = perf_counter() + seconds
        stretch = 1
        while True:
            before, began = self.expanded, perf_counter()
            found = self.go_to(min(last, before + stretch))
            now = perf_counter()
            if found is not None or now >= end or self.expanded >= last:
                return found
            # A tenth of what is left: the end is missed by no more than one expansion, or by a part of a short stretch.
            pace = (self.expanded - before) / max(now - began, 1e-9)
            stretch = max(1, int(min(8 * stretch, pace * (end - now) / 10)))

    def finish(self) -> Result[K, V]:
        """Search on until the next answer."""
        with self._alone():
            found = self.go_to(NEVER)
        if found is None:
            raise AssertionError("a search went on for ever and paused")
        return found

    def __iter__(self) -> Iterator[Node[K, V]]:
        """Expand one node after another, and give each after its expansion; end at the next answer."""
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


def closed_run() -> BadInput:
    """Return the error of a run that is used after it was closed."""
    return BadInput("this run was closed, and has nothing to go on with; begin another")


def is_final(result: Result[K, V]) -> bool:
    """Return whether nothing comes after this result."""
    return result.outcome is not Outcome.FOUND
