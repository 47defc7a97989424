"""Searches as generators, and the runs that advance them."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Generic, Protocol, TypeAlias, TypeVar

from genastar.contracts.run import Run, is_final, make_closed_run_error, make_failed_run_error
from genastar.contracts.tree import Tree
from genastar.contracts.workspace import Workspace, release_workspace
from genastar.values.cost import Comparable, V
from genastar.values.node import K, Node
from genastar.values.result import Result

A = TypeVar("A")
"""The type of an answer."""

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

    @property
    def node(self) -> Node[K, V] | None:
        """Return the node that is expanded next, during a pause; ``None`` if the open list is empty."""

    @property
    def closest(self) -> Node[K, V] | None:
        """Return what `Run.closest` says."""

    @property
    def next_bound(self) -> Comparable | None:
        """Return what `Run.next_bound` says."""

    def copy_tree(self) -> Tree[K, V]:
        """Return the tree of the positions reached so far."""


class SteppedRun(Run[K, V], Generic[K, V]):
    """A run that advances a generator."""

    def __init__(
        self,
        steps: SteppedSearch[Result[K, V]],
        open_list: OpenListInspector[K, V],
        workspace: Workspace,
        given: Workspace | None,
        expanded: int,
    ) -> None:
        """Continue a started search, in a workspace that was acquired, or ``given`` by its request."""
        self._steps = steps
        self._open_list = open_list
        self._workspace: Workspace | None = workspace
        self._given = given
        self._result: Result[K, V] | None = None
        self._expanded = expanded
        self._has_failed = False

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
        if self._workspace is None:
            raise make_closed_run_error()
        return self._open_list.copy_tree()

    def run_until(self, target: int) -> Result[K, V] | None:
        if self._result is not None and is_final(self._result):
            return self._result
        if self._workspace is None:
            raise make_closed_run_error()
        if self._has_failed:
            raise make_failed_run_error()
        self._has_failed = True
        reached = self._steps.send(target)
        self._has_failed = False
        if isinstance(reached, int):
            self._expanded = reached
            return None
        self._expanded = reached.expanded
        self._result = reached
        return reached

    def release(self) -> None:
        workspace, self._workspace = self._workspace, None
        if workspace is not None:
            self._steps.close()
            workspace.release()
            if not self._has_failed:
                release_workspace(workspace, self._given)
