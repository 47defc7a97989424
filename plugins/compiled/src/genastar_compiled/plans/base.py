"""What is the same of the plans of both compilers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from genastar.contracts.frontier import BestFirstFrontier, Frontier
from genastar.contracts.request import Request
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.kernel import keys, loop
from genastar_compiled.kernel.control import ODD_INDEX, SHORT
from genastar_compiled.meaning.refusal import Origin
from genastar_compiled.plans.asked import Use, limit_of
from genastar_compiled.plans.layout import Layout, Program
from genastar_compiled.plans.objects import objects_for
from genastar_compiled.plans.order import ASTAR, Order
from genastar_compiled.reach.reach import Reach


class BasePlan:
    """The shape of some requests, the layout that they fit, and the programs made for them.

    Args:
        request: one of the requests.
        varying: names of the fields that vary between the questions of a batch; ``None`` if the plan is for single questions.
    """

    lock: AbstractContextManager[Any]
    """Held while the plan is changed."""
    leaves: Callable[..., tuple[object, ...] | None]
    """Returns the leaves of a request to pass to machine code; ``None`` if this plan does not fit the request."""
    _kinds: Any
    _reach: Reach

    def __init__(self, request: Request[Any, Any], varying: tuple[str, ...] | None = None) -> None:
        self.varying = varying
        self._order = _order_of(request.frontier)
        self._programs: dict[Use, Program | Exception] = {}
        self.dense = self._order.indexes and request.problem.is_indexed
        self.keyed = request.problem.is_keyed
        self._fits_ring = self._fits_packed = True
        """Whether all searches so far did fit into these parts of the narrowest layout."""
        self._has_odd_indices = False
        """Whether an index of an array was negative or too large in a search so far."""

    def _look_into(self, request: Request[Any, Any]) -> None:
        """Find out what the hooks name."""
        self._reach = reach = Reach.of_solver(request.problem, request.start, request.cost)
        self.names_parents = reach.names_parents
        """Whether a hook names the parents of what it adds."""
        self.looks_up = not reach.names.isdisjoint(("known", "improves"))
        """Whether a hook asks what is known."""

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
            CannotCompile, NotCovered: it cannot be built; the message says why.
        """
        program = self._programs.get(self._use(request)) or self._first_program(request)
        if isinstance(program, Exception):
            raise type(program)(*program.args) from program.__cause__
        return program

    def is_built(self, request: Request[K, V]) -> bool:
        """Return whether `program` would have to build nothing."""
        return isinstance(self._programs.get(self._use(request)), Program)

    def _use(self, request: Request[K, V]) -> Use:
        """Return the key of a request's program among those of this plan."""
        keeps_cells = request.keeps_tree and self._fits_cells(self._kinds)
        return request.observer is not None, keeps_cells or self._order.wants_table(request)

    def _first_program(self, request: Request[Any, Any]) -> Program | Exception:
        """Return the program of a request, or why it has none; build it, if no other thread has done so."""
        raise NotImplementedError

    def widen(self, program: Program, why: int) -> None:
        """Search in a wider layout from now on: a search was too wide for this program.

        Args:
            program: the program that ended.
            why: the status with which it ended. SHORT says that its ring was too narrow, TOO_WIDE that its other arrays were.
        """
        with self.lock:
            if program in self._programs.values():
                if why == ODD_INDEX:
                    self._has_odd_indices = True
                elif why == SHORT:
                    self._fits_ring = False
                else:
                    self._fits_packed = False
                self._programs = {}

    def _number(self, rank: Any) -> type | None:
        """Return the class of numbers of a kind of ranks; ``None`` if they are others than ints and floats of 64 bits."""
        raise NotImplementedError

    def _fits_cells(self, kinds: Any) -> bool:
        """Whether all that is known of a position may stand in one word."""
        relaxes = kinds.add and "insert" not in self._reach.names
        fits = self._fits_packed and self._order.fits_cells()
        return fits and self.dense and self._number(kinds.rank) is int and relaxes and not self.keyed

    def _layout(self, request: Request[Any, Any], kinds: Any, origin: Origin, counting: bool = False) -> Layout:
        """Return the narrowest layout for searches of these kinds."""
        traced, tree = self._use(request)
        objects = objects_for(
            self._number(kinds.rank),
            cells=self._fits_cells(kinds),
            ring=self._fits_ring,
            dense=self.dense,
            keyed=self.keyed,
            names_parents=self.names_parents,
            tree=tree,
        )
        return Layout(
            rank=loop.ByTotal if kinds.add else loop.ByItself,
            closest=self._order.closest if hasattr(type(request.cost), "left") else loop.NoClosest,
            keys=keys.ByKey if self.keyed else keys.ByPosition,
            trace=loop.Recorder if traced else loop.Silent,
            counting=counting,
            origin=origin,
            varying=self.varying,
            **{**objects, **self._order.objects(request, self._fits_packed)},
        )


def _order_of(frontier: Frontier) -> Order:
    """Return what a frontier changes. Most programs need no other than A*."""
    if type(frontier) is BestFirstFrontier:
        return ASTAR
    from genastar_compiled.plans.frontiers import ORDERS

    return ORDERS[type(frontier)]
