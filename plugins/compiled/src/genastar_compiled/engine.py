"""The engine: what `genastar.AStar.search` calls for ``engine="compiled"``."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, cast

from attrs import evolve
from numba.core import types

from genastar import BadInput, CannotCompile, Cost, CostError, Observer, Outcome, Result, Trace, Workspace
from genastar.cost import V, rank
from genastar.engine import Question, Round
from genastar.node import K, Node
from genastar_compiled import control
from genastar_compiled.cache import cache_folder, cache_for
from genastar_compiled.control import WORDS
from genastar_compiled.memory import WIDEST_RING, Memory
from genastar_compiled.program import Layout, Program, build, kinds_of
from genastar_compiled.reach import reach_of
from genastar_compiled.shape import itself, take_apart
from genastar_compiled.values import Instance

FIRST_BUDGET = 1 << 14
PAUSE_EVERY = 0.02
"""Seconds that machine code runs before Python looks at Ctrl-C and the clock."""

TIMED_OUT = -1

_OUTCOMES = {
    control.EXHAUSTED: Outcome.UNREACHABLE,
    control.FOUND: Outcome.FOUND,
    control.CANCELLED: Outcome.CANCELLED,
    control.TOO_DEAR: Outcome.LIMIT,
    TIMED_OUT: Outcome.TIMEOUT,
}


class Compiled:
    """The engine for solvers that are attrs classes of numbers and arrays."""

    api_version = "1"

    def __init__(self) -> None:
        self._lock = Lock()
        self._programs: dict[object, Program | CannotCompile] = {}
        self._layouts: dict[object, Layout] = {}

    @property
    def cache_folder(self) -> Path | None:
        """Where machine code is kept between processes; ``None`` if nowhere."""
        return cache_folder()

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question in machine code."""
        with workspace.borrowed(Memory) as memory:
            return Search(self, question, memory).answer()

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """One round of IDA* in machine code."""
        from genastar_compiled.walk import Walk  # which is built upon this module

        with workspace.borrowed(Memory) as memory:
            return Walk(self, question, memory).round()

    def layout(self, shape: object, narrowest: Callable[[], Layout]) -> Layout:
        """The layout to search this shape in."""
        layout = self._layouts.get(shape)
        if layout is None:
            layout = self._layouts[shape] = narrowest()
        return layout

    def widen(self, shape: object) -> None:
        """Search this shape in the widest layout from now on: one search was too wide for what it has."""
        self._layouts[shape] = evolve(self._layouts[shape], packed=False, buckets=False)

    def program(self, shape: object, layout: Layout, build: Callable[[], Program]) -> Program:
        """The program for a shape in a layout, built at its first use; what cannot be built is not tried again."""
        program = self._programs.get((shape, layout)) or self._first_program((shape, layout), build)
        if isinstance(program, CannotCompile):
            raise CannotCompile(*program.args)
        return program

    def _first_program(self, key: object, build: Callable[[], Program]) -> Program | CannotCompile:
        with self._lock:
            if key not in self._programs:
                try:
                    self._programs[key] = build()
                except CannotCompile as error:
                    self._programs[key] = error
            return self._programs[key]


class Search:
    """One search: it feeds the machine code and reads what it leaves."""

    def __init__(self, engine: Compiled, question: Question[K, V], memory: Memory) -> None:
        self.began = 0.0
        self.engine = engine
        self.question = question
        self.memory = memory
        self.words = memory.block
        self.leaves: list[object] = []
        solver: Any = question.solver
        self.dense = hasattr(solver, "index") and hasattr(solver, "size")
        self.size = int(solver.size) if self.dense else 0
        limit = question.limits.cost
        self.limit = None if limit is None else rank(limit)
        try:
            parts = solver, question.start, question.cost, self.limit
            self.shape = tuple([take_apart(part, self.leaves) for part in parts])
        except TypeError as error:
            raise CannotCompile(f"{type(solver).__qualname__} cannot be compiled: {error}") from error

    def answer(self) -> Result[K, V]:
        """Search, in wider and wider layouts until one fits."""
        layout = self.engine.layout(self.shape, self._narrowest)
        if self.question.observer is not None:
            layout = evolve(layout, traced=True)
        heard = 0
        while True:
            self.program = self.engine.program(self.shape, layout, partial(self._build, layout))
            self.began = self.began or perf_counter()  # the time to compile is not the time of the search
            self.memory.prepare(self.program, self.size)
            status = self._run(heard)
            if status != control.TOO_WIDE:
                return self._result(status)
            heard = self.heard  # the search begins again and will send the same events; the observer has had these
            layout = evolve(layout, packed=False, buckets=False)
            self.engine.widen(self.shape)

    def _narrowest(self) -> Layout:
        name = type(self.question.solver).__qualname__
        try:
            kinds = kinds_of(self.question.start, self.question.cost)
        except TypeError as error:
            raise CannotCompile(
                f"{name} cannot be compiled: positions and costs must be made of numbers, and {error}; "
                'number them, or search with engine="interpreted"'
            ) from error
        integers = isinstance(kinds.rank, types.Integer)
        cost = kinds.cost
        packed = (
            self.dense
            and integers
            and isinstance(cost, Instance)
            and cost.cls is Cost
            and "insert" not in reach_of(self.question.solver).names
        )
        return Layout(packed=packed, dense=self.dense, buckets=integers, traced=False)

    def _build(self, layout: Layout) -> Program:
        """Compile without counting references, which is faster, and with it where a hook makes containers of its own."""
        try:
            return self._compile(layout)
        except CannotCompile:
            return self._compile(evolve(layout, counting=True))

    def _compile(self, layout: Layout) -> Program:
        question = self.question
        kinds = kinds_of(question.start, question.cost)
        disk = cache_for(reach_of(question.solver).fingerprint, self.shape, layout)
        return build(question.solver, question.start, question.cost, self.limit, kinds, layout, disk)

    def _call(self, mode: int) -> int:
        words = self.words
        words[WORDS["mode"]] = mode
        words[WORDS["status"]] = control.RUNNING
        self.program.run(self.memory.address, *self.leaves)
        return words[WORDS["status"]]

    def _run(self, heard: int) -> int:
        """Call the loop until it has an answer; the first ``heard`` events are not sent again."""
        question, words = self.question, self.words
        limits, observer = question.limits, question.observer
        self.heard, self.skip = 0, heard
        flag = (ctypes.c_char * 1).from_buffer(question.cancel.flag)
        words[WORDS["cancel_at"]] = ctypes.addressof(flag)
        words[WORDS["reopen"]] = question.reopen
        deadline = None if limits.seconds is None else self.began + limits.seconds
        stepwise = observer is not None and type(observer) is not Trace
        allowed = float("inf") if limits.expansions is None else limits.expansions
        pace = 0 if stepwise or deadline is not None else FIRST_BUDGET
        mode = control.BEGIN
        while True:
            done = words[WORDS["expanded"]]
            words[WORDS["budget"]] = int(min(pace, allowed - done))
            called = perf_counter()
            status = self._call(mode)
            if observer is not None:
                self._tell(observer)
            if status == control.SHORT:
                if not self._grow():
                    return control.TOO_WIDE
            elif status != control.PAUSED:
                return status
            elif words[WORDS["expanded"]] >= allowed:
                return control.TOO_DEAR
            mode = control.GO_ON
            now = perf_counter()
            if deadline is not None and now >= deadline and status == control.PAUSED:
                return TIMED_OUT
            pace = (
                1 if stepwise else self._next_pace(words[WORDS["expanded"]] - done, now - called, deadline and deadline - now)
            )

    @staticmethod
    def _next_pace(expanded: int, seconds: float, left: float | None) -> int:
        """Expansions that take about as long as machine code may run at a stretch."""
        stretch = PAUSE_EVERY if left is None else min(PAUSE_EVERY, left)
        if expanded <= 0:
            return 64
        return max(1, min(8 * expanded, int(expanded * stretch / seconds)))

    def _grow(self) -> bool:
        """Make an array larger; whether the layout allows it."""
        short = self.words[WORDS["short"]]
        if short == control.EVENTS:
            return True  # the observer has had them: there is room again
        if short == control.RING and self.words[WORDS["ring"]] + 1 >= WIDEST_RING:
            return False
        self.memory.grow(self.program)
        if short == control.RING:
            self._call(control.WIDEN_RING)
        elif short == control.TABLE:
            self._call(control.FILL_TABLE)
        return True

    def _tell(self, observer: Observer[K, V]) -> None:
        """Send the events that the loop wrote down."""
        count = self.words[WORDS["event_count"]]
        self.words[WORDS["event_count"]] = 0
        hear = (observer.opened, observer.closed, observer.reopened, observer.found)
        for kind, node in self.memory.array(self.program, "events_at")[:count].tolist():
            self.heard += 1
            if self.heard > self.skip:
                hear[kind](cast("Node[K, V]", self.program.read_node(node)))

    def _node(self, slot: int) -> Any:
        return self.program.read_node(self.memory.array(self.program, "nodes_at")[slot].tolist())

    def _path(self, mode: int) -> tuple[K, ...]:
        while (status := self._call(mode)) == control.SHORT:
            self.memory.grow(self.program)
        if status == control.CIRCLE:
            raise CostError("the way runs in a circle: some costs fall along a way, and must not")
        items = self.memory.array(self.program, "path_at")[: self.words[WORDS["path_count"]]][::-1].tolist()
        read = self.program.read_position
        return tuple(cast("list[K]", items if read is itself else [read(item) for item in items]))

    def _result(self, status: int) -> Result[K, V]:
        words, name = self.words, type(self.question.solver).__qualname__
        if status == control.OUTSIDE:
            raise BadInput(
                f"{name}.index gave {words[WORDS['culprit']]}, which is outside its size {self.size}; "
                "add only neighbours that lie inside, or mend size"
            )
        if status == control.NAN:
            raise CostError(f"{name}.add_neighbours added a cost that is NaN, which has no place in an order")
        if status == control.OVERFLOW:
            raise CostError(f"{name}: a cost left the range of 64-bit integers; scale the costs down, or search interpreted")
        found = status == control.FOUND
        outcome = _OUTCOMES[status]
        goal = self._node(control.GOAL) if found else None
        closest = goal or (self._node(control.CLOSEST) if words[WORDS["has_closest"]] else None)
        counts = {name: words[WORDS[name]] for name in ("expanded", "generated", "reopened", "peak_open")}
        path = self._path(control.PATH_TO_GOAL) if found else ()
        nearest = path if found or closest is None else self._path(control.PATH_TO_CLOSEST)
        return Result(
            outcome=outcome,
            path=path,
            cost=goal and goal.cost,
            closest=closest and closest.position,
            path_to_closest=nearest,
            **counts,
            seconds=perf_counter() - self.began,
            engine="compiled",
        )


ENGINE = Compiled()
