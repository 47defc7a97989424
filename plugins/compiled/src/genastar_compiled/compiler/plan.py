"""Plans of the compiler: what it has found out about requests of one shape, and the programs made for them."""

from __future__ import annotations

import os
from threading import RLock
from typing import Any, Final

from genastar.contracts.request import Request
from genastar_compiled.compiler.containers.images import IMAGES
from genastar_compiled.compiler.entry import build
from genastar_compiled.compiler.faults import Fraction, NamesParents, NotCovered
from genastar_compiled.compiler.kinds import FLOAT, INT
from genastar_compiled.compiler.values import Kinds, in_floats, kind_of, kinds_of
from genastar_compiled.data.values.making import refuse_more_than_fields
from genastar_compiled.guards.guard import guard_for
from genastar_compiled.kernel import keys, loop
from genastar_compiled.kernel.control import ODD_INDEX, SHORT
from genastar_compiled.meaning.refusal import Origin
from genastar_compiled.plans.asked import SOURCES, Use, limit_of
from genastar_compiled.plans.layout import Layout, Program
from genastar_compiled.plans.objects import objects_for
from genastar_compiled.reach.reach import Reach

COMPILING: Final = RLock()
"""Held while a plan or a program is made."""

if hasattr(os, "register_at_fork"):  # a child that is forked while another thread compiles would wait for that thread for ever
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=COMPILING.release)


class Plan:
    """The shape of some requests, the layout that they fit, and the programs made for them.

    Raises:
        NotCovered: the compiler does not know what a question is made of.
    """

    def __init__(self, request: Request[Any, Any]) -> None:
        solver = request.problem
        if request.more_starts:
            raise NotCovered("several starts")
        parts = self._parts(request)
        try:
            refuse_more_than_fields((request.start, request.cost))
            for part in parts.values():
                kind_of(part)
            self._kinds = kinds_of(parts["start"], request.cost)
        except (TypeError, AttributeError, RecursionError) as error:
            raise NotCovered(str(error)) from None
        self._floats = in_floats(self._kinds)
        self._began_whole = False
        self._reach = Reach.of_solver(solver, request.start, request.cost)
        if self._reach.records:
            raise NotCovered("records outside the class, which may change")
        scope = {"limit_of": limit_of, "setting_of": lambda request: None}
        self.leaves = guard_for(parts, self._reach, SOURCES, scope, IMAGES)
        self._programs: dict[Use, Program | NotCovered] = {}
        self.dense = solver.is_indexed
        self.keyed = solver.is_keyed
        self.names_parents = self._reach.names_parents
        self.looks_up = not self._reach.names.isdisjoint(("known", "improves"))
        self._fits_ring = self._fits_packed = True
        self._has_odd_indices = False

    def fits_more_starts(self, request: Request[Any, Any]) -> bool:
        """Return whether the plan fits the other starts of a request: there must be none."""
        return not request.more_starts

    def slots_of(self, request: Request[Any, Any]) -> int:
        """Return the size of a search whose positions have no index."""
        return 0

    def _parts(self, request: Request[Any, Any]) -> dict[str, Any]:
        return {"solver": request.problem, "start": request.start, "cost": request.cost, "limit": limit_of(request)}

    def program(self, request: Request[Any, Any]) -> Program:
        """Return the program for requests of this plan, built at its first use; a failed build is not repeated.

        Raises:
            NotCovered: it cannot be built.
        """
        use = request.observer is not None, request.keeps_tree and self._fits_cells()
        program = self._programs.get(use)
        if program is None:
            with COMPILING:
                program = self._programs.get(use)
                if program is None:
                    program = self._programs[use] = self._built(request, use)
        if isinstance(program, NotCovered):
            raise program.with_traceback(None)
        return program

    def is_built(self, request: Request[Any, Any]) -> bool:
        """Return whether `program` would have to build nothing."""
        use = request.observer is not None, request.keeps_tree and self._fits_cells()
        return isinstance(self._programs.get(use), Program)

    def widen(self, program: Program, why: int) -> None:
        """Search in a wider layout from now on: a search ended with this status, because it was too wide for this program."""
        with COMPILING:
            if program in self._programs.values():
                if why == ODD_INDEX:
                    self._has_odd_indices = True
                elif why == SHORT:
                    self._fits_ring = False
                else:
                    self._fits_packed = False
                self._programs = {}

    def _fits_cells(self) -> bool:
        """Whether all that is known of a position may stand in one word."""
        relaxes = self._kinds.add and "insert" not in self._reach.names
        return self._fits_packed and self.dense and self._kinds.rank == INT and relaxes and not self.keyed

    def _built(self, request: Request[Any, Any], use: Use) -> Program | NotCovered:
        try:
            return self._compile(request, use)
        except NamesParents as error:
            if self.names_parents:
                return error
            self.names_parents = True
        except Fraction as error:
            if self._floats is None:
                return error
            self._kinds, self._floats, self._began_whole = self._floats, None, True
            use = use[0], request.keeps_tree and self._fits_cells()
        except NotCovered as error:
            return error
        return self._built(request, use)

    def _compile(self, request: Request[Any, Any], use: Use) -> Program:
        kinds: Kinds = self._kinds
        traced, tree = use
        parts = self._parts(request)
        objects = objects_for(
            {INT: int, FLOAT: float}.get(kinds.rank),
            cells=self._fits_cells(),
            ring=self._fits_ring,
            dense=self.dense,
            keyed=self.keyed,
            names_parents=self.names_parents,
            tree=tree,
        )
        layout = Layout(
            rank=loop.ByTotal if kinds.add else loop.ByItself,
            closest=loop.Closest if hasattr(type(parts["cost"]), "left") else loop.NoClosest,
            keys=keys.ByKey if self.keyed else keys.ByPosition,
            trace=loop.Recorder if traced else loop.Silent,
            origin=Origin(whole=self._began_whole, odd=self._has_odd_indices),
            **objects,  # type: ignore[arg-type]
        )
        return build(parts, kinds, layout, self._reach.fingerprint)
