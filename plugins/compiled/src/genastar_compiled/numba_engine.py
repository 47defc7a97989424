"""The implementation of `engine.Compiled`, with Numba."""

from __future__ import annotations

from collections.abc import Sequence

from numba.core.compiler_lock import global_compiler_lock

from genastar import CannotCompile, Result
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import Run
from genastar.engine import Ask, F
from genastar.search.interpreted import INTERPRETED
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.kernels import machine_code
from genastar_compiled.plans.glimpse import raise_as_python
from genastar_compiled.plans.plan import Plan
from genastar_compiled.plans.plans import AllPlans, Plans, first_of
from genastar_compiled.plans.turns import StillCompiling
from genastar_compiled.searches import answers
from genastar_compiled.searches.answers import fits_batch


class NumbaEngine:
    """Answers requests in machine code, and reports for which requests it is ready."""

    def __init__(self) -> None:
        self._plans = AllPlans(Plan, global_compiler_lock)

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin to answer a request in machine code."""
        try:
            return answers.begin(request, *self._plans.of(request).find(request))
        except StillCompiling:  # the search was cancelled before it was compiled
            return INTERPRETED.begin(request)
        except CannotCompile as error:
            raise_as_python(request)
            raise error from None  # what Numba said is not for users

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Answer a request in machine code."""
        try:
            return answers.search(request, *self._plans.of(request).find(request))
        except StillCompiling:
            return INTERPRETED.search(request)
        except CannotCompile as error:
            raise_as_python(request)
            raise error from None

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]] | None:
        """Answer all requests in a few calls of machine code, as a `Batch`; ``None`` if it must be one by one."""
        first = requests[0]
        try:
            plan, leaves = self._plans.of(requests).find(first)
            return None if plan.packs else answers.search_many(requests, plan, leaves)
        except StillCompiling:
            return INTERPRETED.search_many(requests)
        except CannotCompile as error:
            raise_as_python(first)
            raise error from None

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
        first = first_of(asked)
        if isinstance(asked, Requests) and fits_batch(first):
            plans = self._plans.of(asked)
            if not plans.find(first)[0].packs:
                return plans, first
        return self._plans.of(first), first
