"""Plans of the compiler: what it has found out about requests of one shape, and the programs made for them."""

from __future__ import annotations

import os
from threading import RLock
from typing import Any, Final

from genastar.contracts.request import Request
from genastar_compiled.compiler.containers.images import IMAGES
from genastar_compiled.compiler.entry import build
from genastar_compiled.compiler.faults import Fraction, NamesParents, NotCovered
from genastar_compiled.compiler.kinds import FLOAT, INT, Kind
from genastar_compiled.compiler.values import in_floats, kind_of, kinds_of
from genastar_compiled.data.values.making import refuse_more_than_fields
from genastar_compiled.guards.guard import guard_for
from genastar_compiled.meaning.refusal import Origin
from genastar_compiled.plans.asked import SOURCES, limit_of
from genastar_compiled.plans.base import BasePlan
from genastar_compiled.plans.layout import Program

COMPILING: Final = RLock()
"""Held while a plan or a program is made."""

if hasattr(os, "register_at_fork"):  # a child that is forked while another thread compiles would wait for that thread for ever
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=COMPILING.release)


class CompilerPlan(BasePlan):
    """A plan of programs that this compiler makes.

    Raises:
        NotCovered: the compiler does not know what a question is made of.
    """

    lock = COMPILING
    _began_whole = False

    def __init__(self, request: Request[Any, Any], varying: tuple[str, ...] | None = None) -> None:
        super().__init__(request, varying)
        parts = self._parts(request)
        try:
            refuse_more_than_fields((request.start, request.cost))
            for part in parts.values():
                kind_of(part)
            self._kinds = kinds_of(request.start, request.cost, self._order.focus(request))
            if len({tuple(map(kind_of, each)) for each in ((request.start, request.cost), *request.more_starts)}) > 1:
                raise NotCovered("starts of several kinds")
        except (TypeError, AttributeError, RecursionError) as error:
            raise NotCovered(str(error)) from None
        self._floats = in_floats(self._kinds)
        self._look_into(request)
        if self._reach.records:
            raise NotCovered("records outside the class, which may change")
        scope = {"limit_of": limit_of, "setting_of": self._order.setting}
        self.leaves = guard_for(parts, self._reach, SOURCES, scope, IMAGES)

    def fits_more_starts(self, request: Request[Any, Any]) -> bool:
        """Return whether the plan fits the other starts of a request: later ones are seen by their leaves."""
        return True

    def _first_program(self, request: Request[Any, Any]) -> Program | Exception:
        with self.lock:
            program = self._programs.get(self._use(request))
            while program is None:
                program = self._built(request)
            self._programs[self._use(request)] = program
            return program

    def _built(self, request: Request[Any, Any]) -> Program | NotCovered | None:
        """Return a program, or why there is none, without what was on the way; ``None`` if it is to be tried in another way."""
        origin = Origin(whole=self._began_whole, odd=self._has_odd_indices)
        try:
            return build(self._parts(request), self._kinds, self._layout(request, self._kinds, origin), self._reach.fingerprint)
        except NamesParents as error:
            if self.names_parents:
                return NotCovered(*error.args)
            self.names_parents = True
        except Fraction as error:
            if self._floats is None:
                return NotCovered(*error.args)
            self._kinds, self._floats, self._began_whole = self._floats, None, True
        except NotCovered as error:
            return NotCovered(*error.args)
        return None

    def _number(self, rank: Kind) -> type | None:
        return {INT: int, FLOAT: float}.get(rank)
