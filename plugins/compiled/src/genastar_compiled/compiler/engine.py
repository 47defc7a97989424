"""The engine with this compiler: it answers the requests whose hooks it knows, and leaves the others to Numba's."""

from __future__ import annotations

import os
from typing import Any, Final
from weakref import WeakKeyDictionary

from genastar.contracts.request import Request, Requests
from genastar.errors import format_error_line
from genastar.memory.garbage import pause_collector
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.plan import COMPILING, CompilerPlan
from genastar_compiled.plans.plans import AllPlans, Plans, first_of
from genastar_compiled.reach.names import replaced_builtin

SWITCH: Final = "GENASTAR_COMPILER"
"""For tests: ``only`` refuses what this compiler does not know, ``off`` leaves all to Numba."""

Asked = Request[Any, Any] | Requests[Any, Any]
Planned = tuple[CompilerPlan, tuple[object, ...]]


def _left_to_numba(why: str) -> None:
    if os.environ.get(SWITCH) == "only":
        raise NotCovered(why)


class CompilerEngine:
    """Finds or compiles what answers requests in machine code of this compiler."""

    def __init__(self) -> None:
        self._plans = AllPlans(CompilerPlan, COMPILING)
        self._refused: WeakKeyDictionary[type, dict[int, str]] = WeakKeyDictionary()
        """Why classes are left to Numba, as far as that is known, by the plans of what was asked."""

    def refusal(self, asked: Asked) -> str | None:
        """Return why requests like these are left to Numba; ``None`` if they are not, or that is not known."""
        known = self._refused.get(type(first_of(asked).problem))
        return None if known is None else known.get(id(self._plans.of(asked)))

    def planned(self, asked: Asked) -> Planned | None:
        """Return the plan for requests, whose program is built, and the leaves of the first; ``None`` if they are not known."""
        plans, first = self._plans.of(asked), first_of(asked)
        if self._refused and (why := self.refusal(asked)) is not None:
            _left_to_numba(why)
            return None
        found = plans.known(first)
        if found is not None and found[0].is_built(first):
            return found
        return self._built(plans, first)

    def _built(self, plans: Plans[CompilerPlan], first: Request[Any, Any]) -> Planned | None:
        if os.environ.get(SWITCH) == "off" or replaced_builtin():  # which the kernel calls too: Numba's plan refuses it
            return None
        try:
            with hold_back_signals(), pause_collector(), pause_counting():
                found = plans.find(first)
                found[0].program(first)
        except NotCovered as error:
            why = str(error)
        except Exception as error:  # a fault of the compiler: Numba answers instead
            if os.environ.get(SWITCH) == "only":
                raise
            why = f"a fault of the compiler: {format_error_line(error)}"
        else:
            return found
        self._refused.setdefault(type(first.problem), {})[id(plans)] = why
        _left_to_numba(why)
        return None

    def is_ready(self, asked: Asked, *, compiles: bool) -> bool:
        """Return whether a program for requests is in memory; if there is time, compile it."""
        if compiles:
            return self.planned(asked) is not None
        first = first_of(asked)
        found = self._plans.of(asked).known(first)
        return found is not None and found[0].is_built(first)
