"""Runs: searches in machine code that can pause, be inspected, and continue."""

from __future__ import annotations

from time import perf_counter
from typing import cast

from genastar.contracts.frontier import UndominatedFrontier
from genastar.contracts.request import Request
from genastar.contracts.run import Run, is_final, make_closed_run_error, make_failed_run_error
from genastar.contracts.tree import Tree
from genastar.contracts.workspace import Workspace, release_workspace
from genastar.errors import name_problem
from genastar.search.fronts import make_no_tree_error
from genastar.values.cost import Comparable, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Result
from genastar_compiled.kernel import control
from genastar_compiled.plans.plan import Plan
from genastar_compiled.searches.memory import Memory
from genastar_compiled.searches.search import HAS_BEYOND, HAS_CLOSEST, Search
from genastar_compiled.searches.trees import tree_of


class SearchRun(Search[K, V], Run[K, V]):
    """A run of a search. It holds its memory until it is closed."""

    _workspace: Workspace | None = None
    _result: Result[K, V] | None = None
    _has_failed = False
    _paused = 0.0
    """The time at which the last call of `run_until` ended; 0 before."""

    def __init__(
        self,
        plan: Plan,
        request: Request[K, V],
        leaves: tuple[object, ...],
        memory: Memory,
        workspace: Workspace,
    ) -> None:
        super().__init__(plan, request, leaves, memory)
        self._workspace = workspace

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    @property
    def expanded(self) -> int:
        return self._done

    @property
    def best_open(self) -> Node[K, V] | None:
        return None if self._mode == control.BEGIN or self._has_ended else self._node(control.CURRENT)

    @property
    def closest(self) -> Node[K, V] | None:
        return self._node(control.CLOSEST) if self._mode != control.BEGIN and self.words[HAS_CLOSEST] else None

    @property
    def next_bound(self) -> Comparable | None:
        has_bound = self._mode != control.BEGIN and self.words[HAS_BEYOND]
        return rank(cast(Comparable, self._node(control.BEYOND).cost)) if has_bound else None

    @property
    def tree(self) -> Tree[K, V]:
        if self._workspace is None:
            raise make_closed_run_error()
        if type(self.request.frontier) is UndominatedFrontier:
            raise make_no_tree_error(name_problem(self.request.problem))
        return tree_of(self.program, self.memory, self.request, self._mode != control.BEGIN)

    def release(self) -> None:
        workspace, self._workspace = self._workspace, None
        if workspace is not None:
            workspace.release()
            if not self._has_failed:
                release_workspace(workspace, self.request.workspace)

    def _node(self, which: int) -> Node[K, V]:
        node: Node[K, V] = self.memory.column(self.program, "nodes_at").one(which)
        return node

    def run_until(self, target: int) -> Result[K, V] | None:
        if self._result is not None and is_final(self._result):
            return self._result
        if self._workspace is None:
            raise make_closed_run_error()
        if self._has_failed:
            raise make_failed_run_error()
        if self.memory.shared_by is not None:
            self.memory.keep_shared()
        if self._paused:
            paused = perf_counter() - self._paused
            self.began += paused
            self._deadline = None if self._deadline is None else self._deadline + paused
        try:
            found = self.go_on(target)
            if found is not None:
                self._result = found
            return found
        except BaseException:
            self._has_failed = True
            raise
        finally:
            self._paused = perf_counter()
