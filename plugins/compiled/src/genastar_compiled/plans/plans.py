"""The plans of the engine, of which it remembers the latest."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from genastar import CannotCompile
from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.request import Request, Requests
from genastar.memory.garbage import pause_collector
from genastar.values.cost import V
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting
from genastar.values.node import K
from genastar_compiled.plans.asked import refusal_of
from genastar_compiled.plans.plan import COMPILING, Plan
from genastar_compiled.reach.names import must_be_built_in

MOST_PLANS: Final = 64
"""Plans that an engine remembers, at most. The oldest is forgotten; its programs are then loaded from disk again."""

Asked = Request[Any, Any] | Requests[Any, Any]
Found = tuple[Plan, tuple[object, ...]]
"""A plan for a request, and the leaves of the request."""


class Plans:
    """The plans for requests of one frontier, by the problem's class.

    Args:
        varying: names of the fields that vary between the questions of a batch; ``None`` for single questions.
    """

    def __init__(self, varying: tuple[str, ...] | None = None) -> None:
        self._make = partial(Plan, varying=varying)
        self._plans: dict[type, list[Plan]] = {}

    def find(self, request: Request[K, V]) -> Found:
        """Return the plan for a request, whose program is built, and the leaves of the request.

        Raises:
            CannotCompile: something of it is not supported in machine code.
        """
        found = self.find_known(request)
        return self._prepare(request) if found is None or not found[0].is_built(request) else found

    def find_known(self, request: Request[K, V]) -> Found | None:
        """Return the plan for a request, and the leaves of the request; ``None`` if there is no such plan yet."""
        for plan in self._plans.get(type(request.problem), ()):
            leaves = plan.leaves(request)
            if leaves is not None:
                return plan, leaves
        return None

    def _prepare(self, request: Request[K, V]) -> Found:
        must_be_built_in()
        with hold_back_signals(), pause_collector(), pause_counting(), COMPILING:
            try:
                found = self.find_known(request) or self._make_plan(request)
                found[0].program(request)
            except CannotCompile:
                raise
            except Exception as error:
                raise refusal_of(request, error) from error
            return found

    def _make_plan(self, request: Request[K, V]) -> Found:
        plan = self._make(request)
        leaves = plan.leaves(request)
        assert leaves is not None
        self._plans.setdefault(type(request.problem), []).append(plan)
        self._forget_oldest()
        return plan, leaves

    def _forget_oldest(self) -> None:
        while sum(map(len, self._plans.values())) > MOST_PLANS:
            solver = next(iter(self._plans))
            plans = self._plans.pop(solver)[1:]  # a new list: another thread may be reading the old one
            if plans:
                self._plans[solver] = plans


class AllPlans:
    """The plans of the engine, by the frontier of single requests, and by the fields that vary in a batch."""

    def __init__(self) -> None:
        self._best_first = Plans()
        self._others: dict[object, Plans] = {}

    def of(self, asked: Asked) -> Plans:
        """Return the plans for requests like these."""
        if isinstance(asked, Requests):
            fields = tuple(asked.fields)
            return self._others.get(fields) or self._others.setdefault(fields, Plans(fields))
        if asked.frontier is BEST_FIRST:
            return self._best_first
        kind = type(asked.frontier)
        return self._others.get(kind) or self._others.setdefault(kind, Plans())
