"""Plans: what the engine has found out about questions of one shape.

Plans are made and changed under Numba's own lock, which every compilation needs anyway.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, Final

from attrs import evolve
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from genastar import Cancelled, CancelToken, CannotCompile, Cost
from genastar.cost import V, rank
from genastar.engine import Question
from genastar.node import K
from genastar_compiled.data.guard import guard_for
from genastar_compiled.data.packing import longest_text, needs_packing, packed, said_of_positions
from genastar_compiled.data.shape import LARGEST, take_apart
from genastar_compiled.data.values import FRACTION, Instance
from genastar_compiled.functions import forget_translations
from genastar_compiled.meaning.refusal import is_of_numpy
from genastar_compiled.program import Kinds, Layout, Program, build, in_floats, kinds_of
from genastar_compiled.reach import Reach
from genastar_compiled.storage import notes
from genastar_compiled.storage.cache import NotKept, cache_for
from genastar_compiled.storage.notes import Note, is_lasting

_COMPILING: Final = Lock()
"""Held while a program is built: Numba builds one at a time, and its own lock cannot be waited for with a cancel token."""

_WAKE: Final = 0.05
"""Seconds between two looks at whether a search that waits to compile was cancelled."""


class StillCompiling(Cancelled):
    """A search was cancelled while it waited for another thread to compile."""


@contextmanager
def _compiling(cancel: CancelToken) -> Iterator[None]:
    """Build programs one at a time; a build that has begun goes on, because the next question needs it too.

    Raises:
        StillCompiling: the token was cancelled before it was this search's turn.
    """
    while not _COMPILING.acquire(timeout=_WAKE):
        if cancel.cancelled:
            raise StillCompiling("cancelled while another search was compiled")
    try:
        yield
    finally:
        _COMPILING.release()


_FORKING: Final[list[int]] = []
"""The process that forks, if it holds the locks: this module may be imported in the middle of a fork."""


def _before_fork() -> None:
    _COMPILING.acquire()
    global_compiler_lock.acquire()
    _FORKING.append(os.getpid())


def _after_fork() -> None:
    if _FORKING:
        _FORKING.clear()
        global_compiler_lock.release()
        _COMPILING.release()


if hasattr(os, "register_at_fork"):  # a child that is forked while another thread compiles would wait for that thread for ever
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)


class Plan:
    """The shape of some questions, the layout that they fit, and the programs made for them."""

    kind: tuple[str, ...] = ("search",)
    """What is asked, and the names of the fields that vary."""

    def __init__(self, question: Question[Any, Any]) -> None:
        solver = question.solver
        name = type(solver).__qualname__
        self._packs = needs_packing(question.start)
        self._longest = longest_text(solver) if self._packs else 0
        self._example: Any = None
        try:
            parts = self._parts(question)
        except TypeError as error:
            raise CannotCompile(f"{name} cannot be compiled: of its positions, {error}") from error
        self._example = parts["start"]
        try:
            self._shape = tuple([take_apart(part, [], name == "solver") for name, part in parts.items()])
        except (TypeError, RecursionError) as error:
            raise CannotCompile(f"{name} cannot be compiled: {error}") from error
        try:
            self._kinds = kinds_of(parts["start"], question.cost)
        except TypeError as error:
            raise CannotCompile(
                f"{name} cannot be compiled: positions and costs must be made of numbers, and {error}; "
                'number them, or search with engine="interpreted"'
            ) from error
        self._floats = in_floats(self._kinds)
        self._reach = Reach.of_solver(solver)
        self._guard = guard_for(parts, self._reach.pins.values())
        self._programs: dict[bool, Program | CannotCompile | None] = {False: None, True: None}
        """With an observer, and without."""
        self.dense = hasattr(solver, "index") and hasattr(solver, "size")
        self._fits_ring = self._fits_packed = True
        """Whether all searches so far did fit into these parts of the narrowest layout."""

    def leaves(self, question: Question[K, V]) -> tuple[object, ...] | None:
        """What to hand to the machine code; ``None`` if this plan is not for that question."""
        if not self._packs:
            return self._guard(question.solver, question.start, question.cost, limit_of(question))
        if longest_text(question.solver) > self._longest:
            return None
        try:
            return self._guard(*self._parts(question).values())
        except TypeError:
            return None

    def _parts(self, question: Question[Any, Any]) -> dict[str, object]:
        """What a program is made for, with a start of text or sets packed."""
        parts = parts_of(question)
        if self._packs:
            said = said_of_positions(type(question.solver))
            parts["start"] = packed(question.start, self._example, said, self._longest)
        return parts

    def program(self, question: Question[K, V]) -> Program:
        """The program for questions of this plan, built at its first use; what cannot be built is not tried again.

        Raises:
            CannotCompile: it cannot be built; the message says why.
        """
        traced = question.observer is not None
        program = self._programs[traced] or self._first_program(question, traced)
        if isinstance(program, CannotCompile):
            raise CannotCompile(*program.args) from program.__cause__
        return program

    def is_built(self, question: Question[K, V]) -> bool:
        """Return whether `program` would have to build nothing."""
        return isinstance(self._programs[question.observer is not None], Program)

    def load(self, question: Question[K, V]) -> bool:
        """Take the program for questions of this plan from disk; return whether there is one now.

        Raises:
            CannotCompile: it is known that it cannot be built.
        """
        traced = question.observer is not None
        with global_compiler_lock:
            if self._programs[traced] is None:
                note = self._note(question)
                with suppress(NotKept):
                    if note is not None:
                        self._programs[traced] = self._compile(question, note, only_kept=True)
            return self.is_built(question)

    def widen(self, program: Program, *, ring: bool) -> None:
        """Search in a wider layout from now on: a search was too wide for this program's ring, or for its other arrays."""
        with global_compiler_lock:
            if program in self._programs.values():
                if ring:
                    self._fits_ring = False
                else:
                    self._fits_packed = False
                self._programs = {False: None, True: None}

    def _narrowest(self, kinds: Kinds) -> Layout:
        integers = isinstance(kinds.rank, types.Integer)
        costs = isinstance(kinds.cost, Instance) and kinds.cost.cls is Cost and "insert" not in self._reach.names
        packed = self.dense and integers and costs
        return Layout(packed=packed, dense=self.dense, buckets=integers, traced=False, numpy=self._reach.numpy)

    def _first_program(self, question: Question[K, V], traced: bool) -> Program | CannotCompile:
        with _compiling(question.cancel), global_compiler_lock:
            program = self._programs[traced]
            if program is None:
                try:
                    program = self._build(question)
                except CannotCompile as error:
                    program = error
                self._programs[traced] = program
            return program

    def _build(self, question: Question[K, V]) -> Program:
        """Compile in the first way that works, and note which it was."""
        note = self._note(question)
        way: Note | None = Note(counting=self._packs) if note is None else note
        while way is not None:
            try:
                program = self._compile(question, way)
            except CannotCompile as error:
                problem = error
                way = self._other_way(way, error) if note is None else None
            else:
                if note is None:
                    notes.write(self._note_name(question), way)
                return program
        if is_lasting(problem):
            notes.write(self._note_name(question), Note(refused=str(problem)))
        raise problem

    def _other_way(self, way: Note, error: CannotCompile) -> Note | None:
        """The way to try after an error: costs of floats where those of ints do not stay whole; else to count references,
        which is slower, for hooks that make containers of their own. ``None`` if both were tried.
        """
        if FRACTION in f"{error} {error.__cause__}":
            if way.floats or self._floats is None or is_of_numpy(error):
                return None  # numpy's numbers would compile in floats, and give other costs than numpy does
            return evolve(way, floats=True)
        return None if way.counting else evolve(way, counting=True)

    def _note_name(self, question: Question[K, V]) -> str:
        return notes.name_of(self.kind, question, self._reach)

    def _note(self, question: Question[K, V]) -> Note | None:
        """What is remembered of questions like this one.

        Raises:
            CannotCompile: it is remembered that they have no program.
        """
        note = notes.read(self._note_name(question))
        if note is not None and note.refused:
            raise CannotCompile(note.refused)
        return note

    def _compile(self, question: Question[K, V], way: Note, *, only_kept: bool = False) -> Program:
        kinds = self._floats if way.floats and self._floats is not None else self._kinds
        narrowest = self._narrowest(kinds)
        layout = evolve(
            narrowest,
            packed=narrowest.packed and self._fits_packed,
            buckets=narrowest.buckets and self._fits_ring,
            traced=question.observer is not None,
            counting=way.counting,
        )
        kept = cache_for(lambda: (self._reach.fingerprint, self._shape, str(kinds.rank), layout), only_kept)
        parts = self._parts(question)
        return build(parts["solver"], parts["start"], parts["cost"], parts["limit"], kinds, layout, kept)


class WalkPlan(Plan):
    """The same for rounds of IDA*."""

    kind = ("walk",)

    def _narrowest(self, kinds: Kinds) -> Layout:
        return evolve(super()._narrowest(kinds), packed=False, dense=False, buckets=False, depth_first=True)


class BatchPlan(Plan):
    """The same for many questions, whose starts and these fields of the solver differ."""

    def __init__(self, varying: tuple[str, ...], question: Question[Any, Any]) -> None:
        self.varying = varying
        self.kind = ("search_many", *varying)
        super().__init__(question)

    def _narrowest(self, kinds: Kinds) -> Layout:
        return evolve(super()._narrowest(kinds), varying=self.varying)


MOST_PLANS: Final = 64
"""Plans that an engine remembers, at most. The oldest is forgotten; its programs are then loaded from disk again."""


class Plans:
    """The plans of an engine, by the solver's class."""

    def __init__(self, kind: Callable[[Question[Any, Any]], Plan]) -> None:
        self._kind = kind
        self._plans: dict[type, list[Plan]] = {}

    def find(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]]:
        """The plan for a question, and the leaves of the question.

        Raises:
            CannotCompile: something of it has no counterpart in machine code.
        """
        return self.known(question) or self._made(question)

    def known(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]] | None:
        """The plan for a question, and the leaves of the question; ``None`` if there is no such plan yet."""
        for plan in self._plans.get(type(question.solver), ()):
            leaves = plan.leaves(question)
            if leaves is not None:
                return plan, leaves
        return None

    def _made(self, question: Question[K, V]) -> tuple[Plan, tuple[object, ...]]:
        with global_compiler_lock:
            found = self.known(question)
            if found is None:
                forget_translations()  # they hold constants and helpers as they were
                plan = self._kind(question)
                leaves = plan.leaves(question)
                assert leaves is not None
                self._plans.setdefault(type(question.solver), []).append(plan)
                self._forget_oldest()
                found = plan, leaves
            return found

    def _forget_oldest(self) -> None:
        while sum(map(len, self._plans.values())) > MOST_PLANS:
            solver = next(iter(self._plans))
            plans = self._plans.pop(solver)[1:]  # a new list: another thread may be reading the old one
            if plans:
                self._plans[solver] = plans


def parts_of(question: Question[K, V]) -> dict[str, object]:
    """What a program is made for, by name."""
    return {
        "solver": question.solver,
        "start": question.start,
        "cost": question.cost,
        "limit": limit_of(question),
    }


def limit_of(question: Question[K, V]) -> object:
    """What bounds the rank of a cost. An int beyond 64 bits is the greatest float that is no greater, which bounds the same."""
    bound = question.limits.cost
    if bound is None:
        return None
    limit = rank(bound)
    if type(limit) is not int or -LARGEST - 1 <= limit <= LARGEST:
        return limit
    try:
        near = float(limit)
    except OverflowError:
        return math.inf if limit > 0 else -math.inf
    return near if near <= limit else math.nextafter(near, -math.inf)
