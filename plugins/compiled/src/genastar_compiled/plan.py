"""Plans: what the engine has found out about questions of one shape."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from attrs import evolve
from numba.core import types

from genastar import CannotCompile, Cost
from genastar.cost import V, rank
from genastar.engine import Question
from genastar.node import K
from genastar_compiled.cache import cache_for
from genastar_compiled.functions import forget_translations
from genastar_compiled.guard import guard_for
from genastar_compiled.program import Layout, Program, build, in_floats, kinds_of
from genastar_compiled.reach import Reach
from genastar_compiled.shape import take_apart
from genastar_compiled.values import Instance


class Plan:
    """The shape of some questions, the layout that they fit, and the programs made for them."""

    def __init__(self, question: Question[Any, Any]) -> None:
        solver = question.solver
        name = type(solver).__qualname__
        parts = parts_of(question)
        try:
            self._shape = tuple([take_apart(part, [], name == "solver") for name, part in parts.items()])
        except TypeError as error:
            raise CannotCompile(f"{name} cannot be compiled: {error}") from error
        try:
            self._kinds = kinds_of(question.start, question.cost)
        except TypeError as error:
            raise CannotCompile(
                f"{name} cannot be compiled: positions and costs must be made of numbers, and {error}; "
                'number them, or search with engine="interpreted"'
            ) from error
        reach = Reach(solver)
        self._fingerprint = reach.fingerprint
        self._guard = guard_for(parts, reach.pins.values())
        self._programs: dict[bool, Program | CannotCompile | None] = {False: None, True: None}
        """With an observer, and without."""
        self._lock = Lock()
        self.dense = hasattr(solver, "index") and hasattr(solver, "size")
        self._names = reach.names
        self._numpy = reach.numpy
        self._layout = self._narrowest(reach.names)

    def leaves(self, question: Question[K, V]) -> tuple[object, ...] | None:
        """What to hand to the machine code; ``None`` if this plan is not for that question."""
        limit = question.limits.cost
        return self._guard(question.solver, question.start, question.cost, limit if limit is None else rank(limit))

    def program(self, question: Question[K, V]) -> Program:
        """The program for questions of this plan, built at its first use; what cannot be built is not tried again.

        Raises:
            CannotCompile: it cannot be built; the message says why.
        """
        traced = question.observer is not None
        program = self._programs[traced] or self._first_program(question, traced)
        if isinstance(program, CannotCompile):
            raise CannotCompile(*program.args)
        return program

    def widen(self, program: Program, *, ring: bool) -> None:
        """Search in a wider layout from now on: a search was too wide for this program's ring, or for its other arrays."""
        with self._lock:
            if program in self._programs.values():
                self._layout = evolve(self._layout, buckets=False) if ring else evolve(self._layout, packed=False)
                self._programs = {False: None, True: None}

    def _narrowest(self, names: frozenset[str]) -> Layout:
        integers = isinstance(self._kinds.rank, types.Integer)
        cost = self._kinds.cost
        packed = self.dense and integers and isinstance(cost, Instance) and cost.cls is Cost and "insert" not in names
        return Layout(packed=packed, dense=self.dense, buckets=integers, traced=False, numpy=self._numpy)

    def _first_program(self, question: Question[K, V], traced: bool) -> Program | CannotCompile:
        with self._lock:
            program = self._programs[traced]
            if program is None:
                try:
                    program = self._build(question, traced)
                except CannotCompile as error:
                    program = error
                self._programs[traced] = program
            return program

    def _build(self, question: Question[K, V], traced: bool) -> Program:
        """Compile with whole costs where the search begins with one, and with floats if they do not stay whole."""
        try:
            return self._build_counting(question, traced)
        except CannotCompile:
            floats = in_floats(self._kinds)
            if floats is None:
                raise
            whole, self._kinds = self._kinds, floats
            self._layout = self._narrowest(self._names)
            try:
                return self._build_counting(question, traced)
            except CannotCompile:
                self._kinds = whole
                raise

    def _build_counting(self, question: Question[K, V], traced: bool) -> Program:
        """Compile without counting references, which is faster, and with it where a hook makes containers of its own."""
        layout = evolve(self._layout, traced=traced)
        try:
            return self._compile(question, layout)
        except CannotCompile:
            return self._compile(question, evolve(layout, counting=True))

    def _compile(self, question: Question[K, V], layout: Layout) -> Program:
        disk = cache_for(self._fingerprint, self._shape, str(self._kinds.rank), layout)
        parts = parts_of(question)
        return build(parts["solver"], parts["start"], parts["cost"], parts["limit"], self._kinds, layout, disk)


class WalkPlan(Plan):
    """The same for rounds of IDA*."""

    def _narrowest(self, names: frozenset[str]) -> Layout:
        return evolve(super()._narrowest(names), packed=False, dense=False, buckets=False, depth_first=True)


class BatchPlan(Plan):
    """The same for many questions, whose starts and these fields of the solver differ."""

    def __init__(self, varying: tuple[str, ...], question: Question[Any, Any]) -> None:
        self.varying = varying
        super().__init__(question)

    def _narrowest(self, names: frozenset[str]) -> Layout:
        return evolve(super()._narrowest(names), varying=self.varying)


class Plans:
    """The plans of an engine, by the solver's class."""

    def __init__(self, kind: Callable[[Question[Any, Any]], Plan]) -> None:
        self._kind = kind
        self._plans: dict[type, list[Plan]] = {}
        self._lock = Lock()

    def find(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]]:
        """The plan for a question, and the leaves of the question.

        Raises:
            CannotCompile: something of it has no counterpart in machine code.
        """
        return self._known(question) or self._made(question)

    def _known(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]] | None:
        for plan in self._plans.get(type(question.solver), ()):
            leaves = plan.leaves(question)
            if leaves is not None:
                return plan, leaves
        return None

    def _made(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]]:
        with self._lock:
            found = self._known(question)
            if found is None:
                forget_translations()  # they hold constants and helpers as they were
                plan = self._kind(question)
                leaves = plan.leaves(question)
                assert leaves is not None
                self._plans.setdefault(type(question.solver), []).append(plan)
                found = plan, leaves
            return found


def parts_of(question: Question[K, V]) -> dict[str, object]:
    """What a program is made for, by name."""
    limit = question.limits.cost
    return {
        "solver": question.solver,
        "start": question.start,
        "cost": question.cost,
        "limit": None if limit is None else rank(limit),
    }
