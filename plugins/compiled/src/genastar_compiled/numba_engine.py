"""The implementation of `engine.Compiled`, with Numba."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from numba.core.compiler_lock import global_compiler_lock

from genastar import CannotCompile, Cost, Result
from genastar.contracts.frontier import BEST_FIRST, Frontier
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import NEVER, Run
from genastar.contracts.workspace import acquire_workspace, release_workspace
from genastar.engine import Ask, F
from genastar.search.interpreted import INTERPRETED
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.kernels import machine_code
from genastar_compiled.plans.glimpse import raise_as_python
from genastar_compiled.plans.plan import BatchPlan, Plan
from genastar_compiled.plans.plans import Plans
from genastar_compiled.plans.turns import StillCompiling
from genastar_compiled.searches.batch import BatchSearch
from genastar_compiled.searches.memory import Memory
from genastar_compiled.searches.run import SearchRun
from genastar_compiled.searches.search import Search


class NumbaEngine:
    """Answers requests in machine code, and reports for which requests it is ready."""

    def __init__(self) -> None:
        self._plans = Plans(Plan, global_compiler_lock)
        self._batches: dict[tuple[str, ...], Plans[Plan]] = {}

    @cached_property
    def _others(self) -> dict[type[Frontier], Plans[Plan]]:
        """The plans of frontiers that have a loop or a queue of their own. Most programs need none of them."""
        from genastar_compiled.plans.frontiers import PLANS

        return {frontier: Plans(plan, global_compiler_lock) for frontier, plan in PLANS.items()}

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin to answer a request in machine code."""
        plans = self._plans_of(request)
        try:
            plan, leaves = plans.known(request) or plans.find(request)
            workspace = acquire_workspace(request.workspace)
            memory = workspace.acquire(Memory)
            try:
                return SearchRun(plan, request, leaves, memory, workspace)
            except BaseException:
                workspace.release()
                raise
        except StillCompiling:
            return INTERPRETED.begin(request)
        except CannotCompile as error:
            raise_as_python(request)
            raise error from None  # what Numba said is not for users

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Answer a request in machine code, without a run, which would take a tenth of a short search."""
        plans = self._plans if request.frontier is BEST_FIRST else self._plans_of(request)
        try:
            plan, leaves = plans.known(request) or plans.find(request)
            workspace = acquire_workspace(request.workspace)
            memory = workspace.acquire(Memory)
            try:
                found: Result[K, V] = Search(plan, request, leaves, memory).go_on(NEVER)  # type: ignore[assignment]  # no pause
            finally:
                workspace.release()
            release_workspace(workspace, request.workspace)
            return found
        except StillCompiling:  # the search was cancelled before it was compiled
            return INTERPRETED.search(request)
        except CannotCompile as error:
            raise_as_python(request)
            raise error from None  # what Numba said is not for users

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]]:
        """Answer all requests in a few calls of machine code, as a `Batch`."""
        first = requests[0]
        try:
            plans = self._plans_of_many(requests)
            if plans is not self._plans_of(first):
                plan, leaves = plans.find(first)
                workspace = acquire_workspace(first.workspace)
                with workspace.hold(Memory) as memory:
                    batch = BatchSearch(plan, first, leaves, memory)
                    # else the costs along a path could not be found later
                    answers = None if plan.names_parents else batch.answers(requests)
                release_workspace(workspace, first.workspace)
                if answers is not None:
                    return answers
        except StillCompiling:
            return INTERPRETED.search_many(requests)
        except CannotCompile as error:
            raise_as_python(first)
            raise error from None  # what Numba said is not for users
        return [self.search(request) for request in requests]

    def machine_code(self, function: F) -> F:
        """Return the function, to be compiled at its first call; see `kernels`."""
        return machine_code(function)

    def is_ready(self, ask: Ask, asked: Request[K, V] | Requests[K, V]) -> bool:
        """Return whether a program for this question is in memory."""
        plans, request = self._plans_for(asked)
        known = plans.known(request)
        return known is not None and known[0].is_built(request)

    def load(self, ask: Ask, asked: Request[K, V] | Requests[K, V]) -> bool:
        """Load the program for this question from disk; return whether there is one now.

        Raises:
            CannotCompile: the question cannot be compiled.
        """
        plans, request = self._plans_for(asked)
        return plans.find(request)[0].load(request)

    def make(self, ask: Ask, asked: Request[K, V] | Requests[K, V]) -> None:
        """Load the program for this question from disk, or compile it.

        Raises:
            CannotCompile: the question cannot be compiled.
        """
        plans, request = self._plans_for(asked)
        plans.find(request)[0].program(request)

    def _plans_for(self, asked: Request[K, V] | Requests[K, V]) -> tuple[Plans[Plan], Request[K, V]]:
        if isinstance(asked, Request):
            return self._plans_of(asked), asked
        return self._plans_of_many(asked), asked[0]

    def _plans_of(self, request: Request[K, V]) -> Plans[Plan]:
        return self._others.get(type(request.frontier), self._plans)

    def _plans_of_many(self, requests: Requests[K, V]) -> Plans[Plan]:
        """Return the plans of batches; those of single requests if a batch cannot answer these."""
        first, varying = requests[0], tuple(requests.fields)
        if isinstance(first.cost, Cost) and first.limits.seconds is None:
            plans = self._batches.setdefault(varying, Plans(partial(BatchPlan, varying), global_compiler_lock))
            if not plans.find(first)[0].packs:
                return plans
        return self._plans_of(first)
