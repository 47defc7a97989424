"""Plans: what the engine has found out about requests of one shape.

Plans are made and changed under Numba's own lock, which every compilation needs anyway.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

from attrs import evolve
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from genastar import CannotCompile
from genastar.contracts.request import Request
from genastar.errors import format_value, name_problem
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.data.declared import fault_of_start, may_vary, said_of_positions
from genastar_compiled.data.frozen import FROZEN
from genastar_compiled.data.kinds import in_floats, kinds_of
from genastar_compiled.data.packed import is_packed
from genastar_compiled.data.packing import longest_text, needs_packing, packed
from genastar_compiled.data.shape import take_apart
from genastar_compiled.data.values.making import refuse_more_than_fields
from genastar_compiled.data.values.values import FRACTION
from genastar_compiled.failures.failure import forget_frames
from genastar_compiled.failures.survey import with_others
from genastar_compiled.guards.guard import guard_for
from genastar_compiled.meaning.numbers.questions import ROWS_ALONE
from genastar_compiled.meaning.refusal import Origin, is_of_numpy
from genastar_compiled.plans.asked import SOURCES, limit_of
from genastar_compiled.plans.base import BasePlan
from genastar_compiled.plans.glimpse import first_positions
from genastar_compiled.plans.layout import Program
from genastar_compiled.plans.program import build
from genastar_compiled.plans.turns import compiling
from genastar_compiled.reach.functions import make_containers, translate_for
from genastar_compiled.reach.names import must_be_built_in
from genastar_compiled.storage import notes
from genastar_compiled.storage.cache import NotKept, cache_for
from genastar_compiled.storage.notes import Note

_UNCOUNTED: Final = r"\bNRT\b|native lowering|returning of array"
"""Numba's words for a container in a function that does not count references. Other errors stay the same with counting."""


class Plan(BasePlan):
    """A plan of programs that Numba makes."""

    lock = global_compiler_lock

    def __init__(self, request: Request[Any, Any], varying: tuple[str, ...] | None = None) -> None:
        must_be_built_in()
        super().__init__(request, varying)
        solver = request.problem
        name = name_problem(solver)
        self._names = object()
        """Stands for what names mean to this plan."""
        translate_for(self._names)
        said = said_of_positions(solver)
        others = [start for start, _ in request.more_starts]
        also = first_positions(request) + others if may_vary(request.start, said) else []
        packs = any(needs_packing(each, said) for each in (request.start, *also))
        self._longest = longest_text(solver) if packs or also else 0
        self._heeds_texts = False
        """Whether the room in a position depends on the longest text of the solver, as in a set of texts."""
        self._example: Any = request.start
        try:
            if packs or also:
                self._example = packed(request.start, None, said, self._longest, also=also)
                longer = self._longest + longest_text(request.start) + 8
                self._heeds_texts = packed(request.start, None, said, longer, also=also) != self._example
        except TypeError as error:
            raise CannotCompile(f"{name} cannot be compiled: of its positions, {error}") from error
        self.packs = is_packed(self._example)
        """Whether positions are packed."""
        parts = self._parts(request)
        try:
            refuse_more_than_fields((request.start, request.cost))
            self._shape = tuple([take_apart(part, [], name == "solver") for name, part in parts.items()])
        except (TypeError, RecursionError) as error:
            raise CannotCompile(
                str(error) if isinstance(error, CannotCompile) else f"{name} cannot be compiled: {error}"
            ) from error
        try:
            self._kinds = kinds_of(parts["start"], request.cost, self._order.focus(request))
        except TypeError as error:
            raise CannotCompile(
                f"{name} cannot be compiled: positions and costs must be made of numbers (the start is "
                f"{format_value(request.start)}, "
                f"its cost {format_value(request.cost)}), and {error}; "
                'number them, or search with engine="interpreted"'
            ) from error
        self._floats = in_floats(self._kinds)
        self._look_into(request)
        if (fault := fault_of_start(request.start, said, self._reach.classes)) is not None:
            raise CannotCompile(f"{name} cannot be compiled: of its positions, {fault}")
        sources = SOURCES | ({"start": "packed_start(request)"} if self.packs else {})
        scope = {"limit_of": limit_of, "setting_of": self._order.setting, "packed_start": self._packed_start}
        self.leaves = guard_for(parts, self._reach, sources, scope, FROZEN)

    def fits_more_starts(self, request: Request[Any, Any]) -> bool:
        """Return whether the other starts of a request fit into the room for packed positions."""
        if not self.packs:
            return True
        return all(self.leaves(evolve(request, start=start, cost=cost)) is not None for start, cost in request.more_starts)

    def _parts(self, request: Request[Any, Any]) -> dict[str, Any]:
        """Return the parts of a request by their names, with a start of text or sets packed."""
        start = {"start": packed(request.start, self._example, None, self._longest)} if self.packs else {}
        return super()._parts(request) | start

    def _packed_start(self, request: Request[Any, Any]) -> object:
        """Return the start of a request packed; ``None`` if it does not fit this plan."""
        if self._heeds_texts and longest_text(request.problem) > self._longest:
            return None
        try:
            return packed(request.start, self._example, None, self._longest)
        except TypeError:
            return None

    def load(self, request: Request[K, V]) -> bool:
        """Take the program for requests of this plan from disk; return whether there is one now.

        Raises:
            CannotCompile: it is known that it cannot be built.
        """
        with global_compiler_lock:
            if self._use(request) not in self._programs:
                translate_for(self._names)
                note = self._note(request)
                with suppress(NotKept):
                    if note is not None:
                        self._programs[self._use(request)] = self._compile(request, note, only_kept=True)
            return self.is_built(request)

    def _number(self, rank: types.Type) -> type | None:
        return float if rank == types.float64 else int if isinstance(rank, types.Integer) else None

    def _first_program(self, request: Request[K, V]) -> Program | Exception:
        with compiling(request.cancel), global_compiler_lock:
            program = self._programs.get(self._use(request))
            if program is None:
                try:
                    program = self._build(request)
                except CannotCompile as error:
                    if ROWS_ALONE in str(error):  # a parent that was given by its place among the arguments
                        self.names_parents = True
                        return self._first_program(request)
                    program = error
                forget_frames(program if isinstance(program, CannotCompile) else None)
                self._programs[self._use(request)] = program
            return program

    def _build(self, request: Request[K, V]) -> Program:
        """Compile in the first way that works, and note which it was."""
        translate_for(self._names)
        note = self._note(request)
        way: Note | None = Note(counting=self.packs or make_containers(self._reach.functions)) if note is None else note
        while way is not None:
            try:
                program = self._compile(request, way)
            except CannotCompile as error:
                problem = error.with_traceback(None)  # its frames hold it, and the request
                way = self._other_way(way, error) if note is None else None
            else:
                if note is None:
                    notes.write(self._note_name(request), way)
                return program
        if ROWS_ALONE not in str(problem):
            problem = with_others(problem, request.problem)
            notes.write_refusal(self._note_name(request), problem, self._reach)
        raise problem

    def _other_way(self, way: Note, error: CannotCompile) -> Note | None:
        """Return the way to compile after an error; ``None`` if all were tried.

        Costs of floats replace those of ints that do not stay whole. References are counted, which is slower, if hooks make
        containers of their own.
        """
        reasons = f"{error} {error.__cause__}"
        if FRACTION in reasons:
            if way.floats or self._floats is None or is_of_numpy(error):
                return None  # numpy's numbers would compile in floats, and give other costs than numpy does
            return evolve(way, floats=True)
        return evolve(way, counting=True) if not way.counting and re.search(_UNCOUNTED, reasons) else None

    def _note_name(self, request: Request[K, V]) -> str:
        kind = (type(request.frontier).__name__,) if self.varying is None else ("search_many", *self.varying)
        return notes.name_of(kind, request, self._reach)

    def _note(self, request: Request[K, V]) -> Note | None:
        """Return the note on requests like this one.

        Raises:
            CannotCompile: it is remembered that they have no program.
        """
        note = notes.read(self._note_name(request), self._reach)
        if note is not None and note.refused:
            raise CannotCompile(note.refused)
        return note

    def _compile(self, request: Request[K, V], way: Note, *, only_kept: bool = False) -> Program:
        kinds = self._floats if way.floats and self._floats is not None else self._kinds
        reach = self._reach
        origin = Origin(reach.numpy, reach.members, reach.flags, whole=kinds is not self._kinds, odd=self._has_odd_indices)
        layout = self._layout(request, kinds, origin, way.counting)
        kept = cache_for(lambda: (reach.fingerprint, self._shape, str(kinds.rank), layout), only_kept)
        return build(self._parts(request), kinds, layout, kept)
