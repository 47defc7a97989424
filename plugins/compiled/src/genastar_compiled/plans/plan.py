"""Plans: what the engine has found out about requests of one shape, and the programs made for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import RLock
from typing import Any, Final, cast

from attrs import evolve

from genastar import CannotCompile
from genastar.contracts.frontier import BestFirstFrontier, Frontier
from genastar.contracts.request import Request
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.compiler.containers.kinds import kind_as_kept, of_any_length, opened
from genastar_compiled.compiler.faults import Fraction, NamesParents, NotCovered, OtherPositions
from genastar_compiled.compiler.kinds import FLOAT, INT, Kind
from genastar_compiled.compiler.values import Kinds, in_floats, kind_of, kinds_of
from genastar_compiled.data.making import refuse_more_than_fields
from genastar_compiled.failures.refusal import Origin
from genastar_compiled.guards.guard import guard_for
from genastar_compiled.kernel import keys, loop
from genastar_compiled.kernel.control import ODD_INDEX, OTHER_LENGTH, SHORT
from genastar_compiled.plans.asked import SOURCES, Use, limit_of, refusal_of
from genastar_compiled.plans.entry import build
from genastar_compiled.plans.layout import Layout, Program
from genastar_compiled.plans.objects import objects_for
from genastar_compiled.plans.order import ASTAR, Order
from genastar_compiled.reach.reach import Reach

COMPILING: Final = RLock()
"""Held while a plan or a program is made."""

if hasattr(os, "register_at_fork"):  # a child that is forked while another thread compiles would wait for that thread for ever
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=COMPILING.release)


class Plan:
    """The shape of some requests, the layout that they fit, and the programs made for them.

    Args:
        request: one of the requests.
        varying: names of the fields that vary between the questions of a batch; ``None`` if the plan is for single questions.

    Raises:
        NotCovered: the compiler does not know what a question is made of.
        CannotCompile: an object has an attribute of its own in the place of its class's.
    """

    def __init__(self, request: Request[Any, Any], varying: tuple[str, ...] | None = None) -> None:
        self.varying = varying
        self._order = _order_of(request.frontier)
        self._programs: dict[Use, Program | CannotCompile] = {}
        self.dense = self._order.indexes and request.problem.is_indexed
        """Whether positions have an index."""
        self.keyed = request.problem.is_keyed
        self._fits_ring = self._fits_packed = True
        """Whether all searches so far did fit into these parts of the narrowest layout."""
        self._has_odd_indices = False
        """Whether an index of an array was negative or too large in a search so far."""
        self._began_whole = False
        """Whether costs, which are floats here, began whole."""
        parts = self._parts(request)
        self._kinds = _kinds_of(request, parts, self._order)
        self._floats = in_floats(self._kinds)
        self._reach = reach = Reach.of_solver(request.problem, request.start, request.cost)
        self.names_parents = reach.names_parents
        """Whether a hook names the parents of what it adds."""
        self.looks_up = not reach.names.isdisjoint(("known", "improves"))
        """Whether a hook asks what is known."""
        scope = {"limit_of": limit_of, "setting_of": self._order.setting}
        self.leaves: Callable[..., tuple[object, ...] | None] = guard_for(parts, reach, SOURCES, scope)
        """Returns the leaves of a request to pass to machine code; ``None`` if this plan does not fit the request."""

    def slots_of(self, request: Request[Any, Any]) -> int:
        """Return the size of a search whose positions have no index."""
        return self._order.slots_of(request)

    def _parts(self, request: Request[Any, Any]) -> dict[str, Any]:
        """Return the parts of a request by their names."""
        parts = {"solver": request.problem, "start": request.start, "cost": request.cost, "limit": limit_of(request)}
        setting = self._order.setting(request)
        return parts if setting is None else parts | {"setting": setting}

    def program(self, request: Request[K, V]) -> Program:
        """Return the program for requests of this plan, built at its first use; a failed build is not repeated.

        Raises:
            CannotCompile: it cannot be built; the message says why.
        """
        program = self._programs.get(self._use(request)) or self._first_program(request)
        if isinstance(program, CannotCompile):
            raise CannotCompile(*program.args)
        return program

    def is_built(self, request: Request[K, V]) -> bool:
        """Return whether `program` would have to build nothing."""
        return isinstance(self._programs.get(self._use(request)), Program)

    def _use(self, request: Request[K, V]) -> Use:
        """Return the key of a request's program among those of this plan."""
        keeps_cells = request.keeps_tree and self._fits_cells()
        return request.observer is not None, keeps_cells or self._order.wants_table(request)

    def _first_program(self, request: Request[Any, Any]) -> Program | CannotCompile:
        with COMPILING:
            program = self._programs.get(self._use(request))
            while program is None:
                try:
                    program = self._build(request)
                except NotCovered as error:
                    program = refusal_of(request, error)
            self._programs[self._use(request)] = program
            return program

    def _build(self, request: Request[Any, Any]) -> Program | None:
        """Return a program; ``None`` if it is to be tried in another way."""
        try:
            return build(self._parts(request), self._kinds, self._layout(request), self._reach.fingerprint)
        except NamesParents:
            if self.names_parents:
                raise
            self.names_parents = True
        except Fraction:
            if self._floats is None:
                raise
            self._kinds, self._floats, self._began_whole = self._floats, None, True
        except OtherPositions as error:
            self._take_positions(cast(Kind, error.kind))
        return None

    def _take_positions(self, kind: Kind) -> None:
        self._kinds = evolve(self._kinds, position=kind)
        self._floats = self._floats and evolve(self._floats, position=kind)

    def widen(self, program: Program, why: int) -> None:
        """Search in a wider layout from now on: a search was too wide for this program.

        Args:
            program: the program that ended.
            why: the status with which it ended. SHORT says that its ring was too narrow, TOO_WIDE that its other arrays were.
        """
        with COMPILING:
            if program in self._programs.values():
                if why == ODD_INDEX:
                    self._has_odd_indices = True
                elif why == OTHER_LENGTH:
                    self._take_positions(kind_as_kept(of_any_length(opened(self._kinds.position))))
                elif why == SHORT:
                    self._fits_ring = False
                else:
                    self._fits_packed = False
                self._programs = {}

    def _fits_cells(self) -> bool:
        """Whether all that is known of a position may stand in one word."""
        relaxes = self._kinds.add and "insert" not in self._reach.names
        fits = self._fits_packed and self._order.fits_cells()
        return fits and self.dense and self._kinds.rank == INT and relaxes and not self.keyed

    def _layout(self, request: Request[Any, Any]) -> Layout:
        """Return the narrowest layout for searches of these kinds."""
        traced, tree = self._use(request)
        objects = objects_for(
            _NUMBERS.get(self._kinds.rank),
            cells=self._fits_cells(),
            ring=self._fits_ring,
            dense=self.dense,
            keyed=self.keyed,
            names_parents=self.names_parents,
            tree=tree,
        )
        return Layout(
            rank=loop.ByTotal if self._kinds.add else loop.ByItself,
            closest=self._order.closest if hasattr(type(request.cost), "left") else loop.NoClosest,
            keys=keys.ByKey if self.keyed else keys.ByPosition,
            trace=loop.Recorder if traced else loop.Silent,
            origin=Origin(whole=self._began_whole, odd=self._has_odd_indices),
            varying=self.varying,
            **{**objects, **self._order.objects(request, self._fits_packed)},
        )


def _order_of(frontier: Frontier) -> Order:
    """Return what a frontier changes. Most programs need no other than A*."""
    if type(frontier) is BestFirstFrontier:
        return ASTAR
    from genastar_compiled.plans.frontiers import ORDERS

    return ORDERS[type(frontier)]


def _kinds_of(request: Request[Any, Any], parts: dict[str, Any], order: Order) -> Kinds:
    """Return the kinds of what a search keeps."""
    try:
        refuse_more_than_fields((request.start, request.cost))
        for part in parts.values():
            kind_of(part)
        found = kinds_of(request.start, request.cost, order.focus(request))
        if len({tuple(map(kind_of, each)) for each in ((request.start, request.cost), *request.more_starts)}) > 1:
            raise NotCovered("starts of several kinds")
    except AttributeError as error:
        raise NotCovered(f"{type(error.obj).__qualname__}.{error.name} has no value; give it one") from None
    except RecursionError:
        raise NotCovered("a value that holds itself") from None
    except TypeError as error:
        raise NotCovered(str(error)) from None
    return found


_NUMBERS: Final = {INT: int, FLOAT: float}
"""The classes of numbers by the kinds of ranks."""
