"""The engine with this compiler: it answers the requests whose hooks it knows, and leaves the others to Numba's."""

from __future__ import annotations

import os
from typing import Any, Final
from weakref import WeakKeyDictionary

from genastar import Result
from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER, Run
from genastar.contracts.workspace import acquire_workspace, release_workspace
from genastar.errors import format_error_line
from genastar.memory.garbage import pause_collector
from genastar.values.cost import V
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting
from genastar.values.node import K
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.plan import COMPILING, Plan
from genastar_compiled.plans.plans import Plans
from genastar_compiled.searches.memory import Memory
from genastar_compiled.searches.run import SearchRun
from genastar_compiled.searches.search import Search

SWITCH: Final = "GENASTAR_COMPILER"
"""For tests: ``only`` refuses what this compiler does not know, ``off`` leaves all to Numba."""


def _left_to_numba(why: str) -> None:
    if os.environ.get(SWITCH) == "only":
        raise NotCovered(why)


class CompilerEngine:
    """Answers requests in machine code of this compiler."""

    def __init__(self) -> None:
        self._plans: Plans[Plan] = Plans(Plan, COMPILING)
        self.refused: WeakKeyDictionary[type, str] = WeakKeyDictionary()
        """Why classes are left to Numba, as far as that is known."""

    def planned(self, request: Request[K, V]) -> tuple[Plan, tuple[object, ...]] | None:
        """Return the plan for a request, whose program is built, and its leaves; ``None`` if this compiler does not know it."""
        if request.frontier is not BEST_FIRST:
            return None
        why = self.refused.get(type(request.problem))
        if why is not None:
            _left_to_numba(why)
            return None
        found = self._plans.known(request)
        if found is not None and found[0].is_built(request):
            return found
        return self._built(request)

    def _built(self, request: Request[K, V]) -> tuple[Plan, tuple[object, ...]] | None:
        if os.environ.get(SWITCH) == "off":
            return None
        try:
            with hold_back_signals(), pause_collector(), pause_counting():
                found = self._plans.find(request)
                found[0].program(request)
        except NotCovered as error:
            why = str(error)
        except Exception as error:  # a fault of the compiler: Numba answers instead
            if os.environ.get(SWITCH) == "only":
                raise
            why = f"a fault of the compiler: {format_error_line(error)}"
        else:
            return found
        self.refused[type(request.problem)] = why
        _left_to_numba(why)
        return None

    def is_ready(self, request: Request[Any, Any], *, compiles: bool) -> bool:
        """Return whether a program for a request is in memory; if there is time, compile it."""
        if compiles:
            return self.planned(request) is not None
        found = self._plans.known(request) if request.frontier is BEST_FIRST else None
        return found is not None and found[0].is_built(request)

    def begin(self, request: Request[K, V], plan: Plan, leaves: tuple[object, ...]) -> Run[K, V]:
        """Begin to answer a request."""
        workspace = acquire_workspace(request.workspace)
        memory = workspace.acquire(Memory)
        try:
            return SearchRun(plan, request, leaves, memory, workspace)
        except BaseException:
            workspace.release()
            raise

    def search(self, request: Request[K, V], plan: Plan, leaves: tuple[object, ...]) -> Result[K, V]:
        """Answer a request without a run, which would take a tenth of a short search."""
        workspace = acquire_workspace(request.workspace)
        memory = workspace.acquire(Memory)
        try:
            found: Any = Search(plan, request, leaves, memory).go_on(NEVER)
        finally:
            workspace.release()
        release_workspace(workspace, request.workspace)
        result: Result[K, V] = found
        return result
