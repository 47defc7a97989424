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
from genastar_compiled.data.kinds import Kinds, in_floats, kinds_of
from genastar_compiled.data.packed import is_packed
from genastar_compiled.data.packing import longest_text, needs_packing, packed
from genastar_compiled.data.shape import take_apart
from genastar_compiled.data.values.making import refuse_more_than_fields
from genastar_compiled.data.values.values import FRACTION
from genastar_compiled.failures.failure import forget_frames
from genastar_compiled.failures.survey import with_others
from genastar_compiled.guards.guard import guard_for
from genastar_compiled.kernel import keys, loop
from genastar_compiled.kernel.control import ODD_INDEX, SHORT
from genastar_compiled.meaning.numbers.questions import ROWS_ALONE
from genastar_compiled.meaning.refusal import Origin, is_of_numpy
from genastar_compiled.plans.asked import SOURCES, Use, limit_of
from genastar_compiled.plans.glimpse import first_positions
from genastar_compiled.plans.layout import Layout, Program
from genastar_compiled.plans.objects import objects_for
from genastar_compiled.plans.program import build
from genastar_compiled.plans.turns import compiling
from genastar_compiled.reach.functions import make_containers, translate_for
from genastar_compiled.reach.names import must_be_built_in
from genastar_compiled.reach.reach import Reach
from genastar_compiled.storage import notes
from genastar_compiled.storage.cache import NotKept, cache_for
from genastar_compiled.storage.notes import Note

_UNCOUNTED: Final = r"\bNRT\b|native lowering|returning of array"
"""Numba's words for a container in a function that does not count references. Other errors stay the same with counting."""

_TYPES: Final[dict[types.Type, type]] = {types.int64: int, types.float64: float}
"""The types of what orders costs, for which there are queues of their own."""


class Plan:
    """The shape of some requests, the layout that they fit, and the programs made for them."""

    varying: tuple[str, ...] | None = None
    """Names of the fields that vary between the questions of a batch; ``None`` if the plan is for single questions."""
    _closest: type = loop.Closest
    _indexes: bool = True
    """Whether the search uses the index of positions."""

    def __init__(self, request: Request[Any, Any]) -> None:
        must_be_built_in()
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
            self._kinds = self._kinds_of(parts["start"], request)
        except TypeError as error:
            raise CannotCompile(
                f"{name} cannot be compiled: positions and costs must be made of numbers (the start is "
                f"{format_value(request.start)}, "
                f"its cost {format_value(request.cost)}), and {error}; "
                'number them, or search with engine="interpreted"'
            ) from error
        self._floats = in_floats(self._kinds)
        self._reach = Reach.of_solver(solver, request.start, request.cost)
        if (fault := fault_of_start(request.start, said, self._reach.classes)) is not None:
            raise CannotCompile(f"{name} cannot be compiled: of its positions, {fault}")
        sources = SOURCES | ({"start": "packed_start(request)"} if self.packs else {})
        scope = {"limit_of": limit_of, "setting_of": self._setting, "packed_start": self._packed_start}
        self.leaves = guard_for(parts, self._reach, sources, scope, FROZEN)
        """Returns the leaves of a request to pass to machine code; ``None`` if this plan does not fit the request."""
        self._programs: dict[Use, Program | CannotCompile] = {}
        self.dense = self._indexes and solver.is_indexed
        self.keyed = solver.is_keyed
        self.names_parents = self._reach.names_parents
        """Whether a hook names the parents of what it adds."""
        self.looks_up = not self._reach.names.isdisjoint(("known", "improves"))
        """Whether a hook asks what is known."""
        self._fits_ring = self._fits_packed = True
        """Whether all searches so far did fit into these parts of the narrowest layout."""
        self._has_odd_indices = False
        """Whether an index of an array was negative or too large in a search so far."""

    def fits_more_starts(self, request: Request[Any, Any]) -> bool:
        """Return whether the other starts of a request fit into the room for packed positions."""
        if not self.packs:
            return True
        return all(self.leaves(evolve(request, start=start, cost=cost)) is not None for start, cost in request.more_starts)

    def slots_of(self, request: Request[Any, Any]) -> int:
        """Return the size of a search whose positions have no index."""
        return 0

    def _parts(self, request: Request[Any, Any]) -> dict[str, object]:
        """Return the parts of a request by their names, with a start of text or sets packed."""
        start = packed(request.start, self._example, None, self._longest) if self.packs else request.start
        parts = {"solver": request.problem, "start": start, "cost": request.cost, "limit": limit_of(request)}
        setting = self._setting(request)
        return parts if setting is None else parts | {"setting": setting}

    def _packed_start(self, request: Request[Any, Any]) -> object:
        """Return the start of a request packed; ``None`` if it does not fit this plan."""
        if self._heeds_texts and longest_text(request.problem) > self._longest:
            return None
        try:
            return packed(request.start, self._example, None, self._longest)
        except TypeError:
            return None

    def _setting(self, request: Request[Any, Any]) -> object:
        """Return the parameters of the frontier; ``None`` if it has none."""
        return None

    def _kinds_of(self, start: object, request: Request[Any, Any]) -> Kinds:
        return kinds_of(start, request.cost)

    def program(self, request: Request[K, V]) -> Program:
        """Return the program for requests of this plan, built at its first use; a failed build is not repeated.

        Raises:
            CannotCompile: it cannot be built; the message says why.
        """
        program = self._programs.get(self._use(request)) or self._first_program(request)
        if isinstance(program, CannotCompile):
            raise CannotCompile(*program.args) from program.__cause__
        return program

    def is_built(self, request: Request[K, V]) -> bool:
        """Return whether `program` would have to build nothing."""
        return isinstance(self._programs.get(self._use(request)), Program)

    def _use(self, request: Request[K, V]) -> Use:
        """Return the key of a request's program among those of this plan."""
        return request.observer is not None, request.keeps_tree and self._fits_cells(self._kinds)

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

    def widen(self, program: Program, why: int) -> None:
        """Search in a wider layout from now on: a search was too wide for this program.

        Args:
            program: the program that ended.
            why: the status with which it ended. SHORT says that its ring was too narrow, TOO_WIDE that its other arrays were.
        """
        with global_compiler_lock:
            if program in self._programs.values():
                if why == ODD_INDEX:
                    self._has_odd_indices = True
                elif why == SHORT:
                    self._fits_ring = False
                else:
                    self._fits_packed = False
                self._programs = {}

    def _fits_cells(self, kinds: Kinds) -> bool:
        """Whether all that is known of a position may stand in one word."""
        relaxes = kinds.add and "insert" not in self._reach.names
        whole = self.dense and isinstance(kinds.rank, types.Integer)
        return self._fits_packed and whole and relaxes and not self.keyed

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        """Return the classes of the open list and of its parts, by their names in a `Layout`."""
        return objects_for(
            _TYPES.get(kinds.rank, int if isinstance(kinds.rank, types.Integer) else None),
            cells=self._fits_cells(kinds),
            ring=self._fits_ring,
            dense=self.dense,
            keyed=self.keyed,
            names_parents=self.names_parents,
            tree=tree,
        )

    def _first_program(self, request: Request[K, V]) -> Program | CannotCompile:
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
        traced, tree = self._use(request)
        parts, reach = self._parts(request), self._reach
        layout = Layout(
            rank=loop.ByTotal if kinds.add else loop.ByItself,
            closest=self._closest if hasattr(type(parts["cost"]), "left") else loop.NoClosest,
            keys=keys.ByKey if self.keyed else keys.ByPosition,
            trace=loop.Recorder if traced else loop.Silent,
            counting=way.counting,
            origin=Origin(reach.numpy, reach.members, reach.flags, whole=kinds is not self._kinds, odd=self._has_odd_indices),
            varying=self.varying,
            **self._objects(kinds, tree),
        )
        kept = cache_for(lambda: (self._reach.fingerprint, self._shape, str(kinds.rank), layout), only_kept)
        return build(parts, kinds, layout, kept)


class BatchPlan(Plan):
    """A plan for many requests whose starts, and these fields of the solver, differ."""

    def __init__(self, varying: tuple[str, ...], request: Request[Any, Any]) -> None:
        self.varying = varying
        super().__init__(request)
