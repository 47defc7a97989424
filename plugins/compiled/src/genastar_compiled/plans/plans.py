"""The plans of an engine, of which it remembers the latest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from threading import RLock
from typing import Any, Final, Generic, Protocol, TypeVar

from genastar.contracts.frontier import BEST_FIRST
from genastar.contracts.request import Request, Requests
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.plans.asked import Planned, starts_differ

MOST_PLANS: Final = 64
"""Plans that an engine remembers, at most. The oldest is forgotten; its programs are then loaded from disk again."""


class Known(Planned, Protocol):
    """A plan that is found by its requests."""

    def fits_more_starts(self, request: Request[Any, Any]) -> bool:
        """Return whether the plan fits the other starts of a request."""


P = TypeVar("P", bound=Known)


class Plans(Generic[P]):
    """The plans of an engine for requests of one frontier, by the solver's class.

    Args:
        kind: makes a plan.
        lock: held while a plan is made.
    """

    def __init__(self, kind: Callable[[Request[Any, Any]], P], lock: AbstractContextManager[Any] | None = None) -> None:
        self._kind = kind
        self._lock = RLock() if lock is None else lock
        self._plans: dict[type, list[P]] = {}

    def find(self, request: Request[K, V]) -> tuple[P, tuple[object, ...]]:
        """Return the plan for a request, and the leaves of the request.

        Raises:
            CannotCompile: something of it is not supported in machine code.
        """
        return self.known(request) or self._made(request)

    def known(self, request: Request[K, V]) -> tuple[P, tuple[object, ...]] | None:
        """Return the plan for a request, and the leaves of the request; ``None`` if there is no such plan yet."""
        for plan in self._plans.get(type(request.problem), ()):
            leaves = plan.leaves(request)
            if leaves is not None and plan.fits_more_starts(request):
                return plan, leaves
        return None

    def _made(self, request: Request[K, V]) -> tuple[P, tuple[object, ...]]:
        with self._lock:
            found = self.known(request)
            if found is None:
                plan = self._kind(request)
                leaves = plan.leaves(request)
                assert leaves is not None
                if not plan.fits_more_starts(request):
                    raise starts_differ(request)
                self._plans.setdefault(type(request.problem), []).append(plan)
                self._forget_oldest()
                found = plan, leaves
            return found

    def _forget_oldest(self) -> None:
        while sum(map(len, self._plans.values())) > MOST_PLANS:
            solver = next(iter(self._plans))
            plans = self._plans.pop(solver)[1:]  # a new list: another thread may be reading the old one
            if plans:
                self._plans[solver] = plans


class AllPlans(Generic[P]):
    """The plans of an engine, by the frontier of single requests, and by the fields that vary in a batch.

    Args:
        kind: makes a plan for requests like one, and for the fields that vary.
        lock: held while a plan is made.
    """

    def __init__(self, kind: Callable[..., P], lock: AbstractContextManager[Any]) -> None:
        self._kind = kind
        self._lock = lock
        self._best_first = Plans(kind, lock)
        self._others: dict[object, Plans[P]] = {}

    def of(self, asked: Request[Any, Any] | Requests[Any, Any]) -> Plans[P]:
        """Return the plans for requests like these."""
        if isinstance(asked, Requests):
            fields = tuple(asked.fields)
            return self._others.setdefault(fields, Plans(partial(self._kind, varying=fields), self._lock))
        if asked.frontier is BEST_FIRST:
            return self._best_first
        return self._others.setdefault(type(asked.frontier), Plans(self._kind, self._lock))


def first_of(asked: Request[K, V] | Requests[K, V]) -> Request[K, V]:
    """Return the first of some requests, or the only one."""
    return asked[0] if isinstance(asked, Requests) else asked
