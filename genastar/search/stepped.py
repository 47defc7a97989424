"""Searches as generators, and the runs that advance them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from time import perf_counter
from typing import Generic, Protocol, TypeAlias, TypeVar

from genastar.contracts.run import Run, is_final, make_closed_run_error, make_failed_run_error
from genastar.memory.tree import Tree
from genastar.values.cost import Comparable, V
from genastar.values.node import K, Node
from genastar.values.result import Result

A = TypeVar("A")
"""The type of an answer."""

M = TypeVar("M")
"""The type of a memory."""

SteppedSearch: TypeAlias = Generator[int | A, int, None]
"""A search that can pause. Start it with ``next``. Then send the number of expansions at which it pauses next; it yields the
number of expansions so far, or an answer. It ends after the final answer."""


class Clock:
    """A clock for the time of a search without its pauses."""

    __slots__ = ("_stopped", "began", "deadline")

    def __init__(self, seconds: float | None) -> None:
        self.began = perf_counter()
        self.deadline = float("inf") if seconds is None else self.began + seconds

    def stop(self) -> float:
        """Stop the clock for a pause, and return the seconds of the search so far."""
        self._stopped = stopped = perf_counter()
        return stopped - self.began

    def resume(self) -> None:
        """Continue after the pause."""
        paused = perf_counter() - self._stopped
        self.began += paused
        self.deadline += paused


class OpenListInspector(Protocol[K, V]):
    """The part of an open list that a run inspects."""

    node: Node[K, V] | None
    """The node that is expanded next, during a pause; ``None`` if the open list is empty."""
    closest: Node[K, V] | None

    @property
    def next_bound(self) -> Comparable | None:
        """Return what `Run.next_bound` says."""

    def copy_tree(self) -> Tree[K, V]:
        """Return the tree of the positions reached so far."""


class SteppedRun(Run[K, V], Generic[K, V]):
    """A run that advances a generator."""

    def __init__(
        self, steps: SteppedSearch[Result[K, V]], open_list: OpenListInspector[K, V], loan: AbstractContextManager[object]
    ) -> None:
        self._steps = steps
        self._open_list = open_list
        self._lease: AbstractContextManager[object] | None = loan
        self._result: Result[K, V] | None = None
        self._expanded = 0
        next(steps)

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    @property
    def expanded(self) -> int:
        return self._expanded

    @property
    def best_open(self) -> Node[K, V] | None:
        return self._open_list.node

    @property
    def closest(self) -> Node[K, V] | None:
        return self._open_list.closest

    @property
    def next_bound(self) -> Comparable | None:
        return self._open_list.next_bound

    @property
    def tree(self) -> Tree[K, V]:
        if self._lease is None:
            raise make_closed_run_error()
        return self._open_list.copy_tree()

    def run_until(self, target: int) -> Result[K, V] | None:
        if self._result is not None and is_final(self._result):
            return self._result
        if self._lease is None:
            raise make_closed_run_error()
        try:
            reached = self._steps.send(target)
        except StopIteration:
            raise make_failed_run_error() from None
        if isinstance(reached, int):
            self._expanded = reached
            return None
        self._expanded = reached.expanded
        self._result = reached
        return reached

    def release(self) -> None:
        if self._lease is not None:
            self._steps.close()
            self._lease.__exit__(None, None, None)
            self._lease = None


def begin_stepped_run(
    loan: AbstractContextManager[M], begin: Callable[[M], tuple[SteppedSearch[Result[K, V]], OpenListInspector[K, V]]]
) -> SteppedRun[K, V]:
    """Borrow a memory and return a run that uses it."""
    memory = loan.__enter__()
    try:
        steps, open_list = begin(memory)
        return SteppedRun(steps, open_list, loan)
    except BaseException:
        loan.__exit__(None, None, None)
        raise
