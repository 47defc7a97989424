"""One search: the Python side of the machine code."""

from __future__ import annotations

import math
from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING, Generic

import numpy as np
from attrs import evolve

from genastar import Observer, Result
from genastar.memory.replay import Actions, correct_lagging_costs
from genastar.values.cost import V
from genastar.values.limits import NO_LIMITS
from genastar.values.node import K, Node
from genastar.values.result import make_result
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.data.columns import Column, reader_of
from genastar_compiled.failures.exceptions import as_interpreted
from genastar_compiled.kernel import control
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.kernel.open_lists.depth_first import WaitingList
from genastar_compiled.plans.asked import refusal_of
from genastar_compiled.plans.layout import Program
from genastar_compiled.searches.feed import FIRST_BUDGET, OUTCOMES, PAUSE_EVERY, RESTARTS, TIMED_OUT, UNLIMITED, WIDENS, Feed
from genastar_compiled.searches.memory import Memory

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in genastar.values.node: many searches are as short as this

_names = ("budget", "reopen", "expanded", "has_closest", "has_beyond", "path_count")
BUDGET, REOPEN, EXPANDED, HAS_CLOSEST, HAS_BEYOND, PATH_COUNT = (WORDS[name] for name in _names)

_COUNTS = Struct("7q")
"""The registers from ``expanded`` to ``path_count``."""
COUNTS_AT = 8 * EXPANDED
assert PATH_COUNT == EXPANDED + 6


class Search(Feed, Generic[K, V]):
    """One search in machine code, from answer to answer."""

    # What most searches leave as it is stands in the class: to set it in each would take a twentieth of a short one.
    _answers = 0
    _mode = control.BEGIN
    _done = 0
    """Expansions of this program."""
    _allowed = UNLIMITED
    _pace = FIRST_BUDGET
    _deadline: float | None = None
    _is_stepwise = False
    _passed_on = 0
    """Number of events that the observer has received."""
    _heard = 0
    """Number of events of this program."""
    _behind = 0
    """Number of answers that this program must repeat."""
    _has_ended = False
    """Whether nothing is left to expand."""
    _least = 0.0
    """The seconds of the shortest call so far; 0 before the first."""

    def _as_interpreted(self, error: Exception) -> Exception | None:
        return as_interpreted(self.request, error, self._left(), self._expanding)

    def is_over(self) -> bool:
        """Return whether the search was cancelled, or its time is over: asked in the middle of a hook that takes long."""
        return self.request.cancel.cancelled or self._left() <= 0

    def _left(self) -> float:
        """Return the seconds that are left."""
        return math.inf if self._deadline is None else self._deadline - perf_counter()

    def _expanding(self) -> Node[K, V] | None:
        """Return the node whose expansion raises: another search pauses before each of the last expansions."""
        limits = evolve(self.request.limits, seconds=None if self._deadline is None else max(0.0, self._left()))
        again: Search[K, V] = _Again(self.plan, self.request.evolve(observer=None, limits=limits), self.leaves, Memory())
        try:
            while again.go_on(max(self._done, again._done + 1)) is None:
                pass
        except Exception:  # noqa: BLE001  # the one that this search raises
            node: Node[K, V] = again.memory.column(again.program, "nodes_at").one(control.CURRENT)
            return node
        return None

    def _starts_as_estimated(self) -> bool:
        """Return whether the starts cost what a packed layout assumes; one start matters only if a hook looks it up."""
        request = self.request
        estimate = request.problem.estimate
        for start, cost in (request.start, request.cost), *request.more_starts:
            if cost.total != cost.travelled + cost.left or cost.left != estimate(start):
                return False
        return True

    def _restart(self) -> None:
        """Begin again, in a wider layout or with more memory. Events and answers already given are not repeated."""
        self._heard = 0
        self._behind = self._answers
        self._least = 0.0
        self._mode = control.BEGIN
        self._pace = FIRST_BUDGET
        self._done = 0
        self._begin()

    def _begin(self) -> None:
        memory, request, limits = self.memory, self.request, self.request.limits
        if (request.more_starts or self.plan.looks_up) and self.program.is_packed and not self._starts_as_estimated():
            self.plan.widen(self.program, control.TOO_WIDE)
            self._turn_to_program()
        if limits is not NO_LIMITS:
            if limits.seconds is not None:
                self._deadline = self.began + limits.seconds
            if limits.expansions is not None:
                self._allowed = int(min(limits.expansions, UNLIMITED))
        if request.observer is not None:
            self._is_stepwise = request.observer.live
        if self._is_stepwise or self._deadline is not None:
            self._pace = 0
        memory.prepare(self.program, self.size)
        if memory.flag is not request.cancel.flag:
            memory.heed(request.cancel.flag)
        self.words[REOPEN] = request.reopen

    def _open_all(self) -> int:
        """Add every start to the open list; return why the machine code stopped, if it did."""
        begun = self.leaves, *(self._leaves_of(start, cost) for start, cost in self.request.more_starts)
        for number, leaves in enumerate(begun):
            while (status := self._call(control.ADD_START if number else control.OPEN_START, leaves)) != control.RUNNING:
                if self.request.observer is not None:
                    self._tell(self.request.observer)
                if status != control.SHORT:
                    return status
                if not self._grow():
                    return control.TOO_WIDE
        self._mode = control.GO_ON
        return control.RUNNING

    def _leaves_of(self, start: K, cost: V) -> tuple[object, ...]:
        leaves = self.plan.leaves(evolve(self.request, start=start, cost=cost))
        if leaves is None:
            raise refusal_of(self.request, NotCovered("its starts differ in type"))
        return leaves

    def go_on(self, target: int) -> Result[K, V] | None:
        """Continue until an answer, or until ``target`` nodes were expanded in all. Return the answer, if there is one."""
        while True:
            status = self._run(target)
            if status in RESTARTS:
                if status in WIDENS:
                    self._widen()
                self._restart()
            elif status == control.PAUSED:
                return None
            elif status == control.FOUND and self._behind:
                self._behind -= 1
            else:
                self._answers += 1
                return self._make_result(status)

    def _run(self, target: int) -> int:
        """Run the loop until it has an answer or has expanded ``target`` nodes."""
        words, observer = self.words, self.request.observer
        allowed = target if target < self._allowed else self._allowed
        if self._mode == control.BEGIN and self.request.more_starts:
            status = self._open_all()
            if status != control.RUNNING:
                return status
        while True:
            left = allowed - self._done
            words[BUDGET] = self._pace if self._pace < left else left
            called = perf_counter()
            try:
                status = self._call(self._mode)
            finally:  # a hook that raises is the last of what happened
                if observer is not None:
                    self._tell(observer)
            self._mode = control.GO_ON
            expanded = words[EXPANDED] - self._done
            self._done += expanded
            if status == control.FOUND or status == control.EXHAUSTED:
                return status
            if status == control.SHORT:
                if not self._grow():
                    return control.TOO_WIDE
                if self._must_restart():
                    return control.SHORT
            elif status != control.PAUSED:
                return status
            elif self._done >= self._allowed:
                return control.TOO_DEAR
            now = perf_counter()
            if self._deadline is not None and now >= self._deadline and status == control.PAUSED:
                return TIMED_OUT
            if self._done >= allowed and status == control.PAUSED:
                return control.PAUSED
            rest = None if self._deadline is None else self._deadline - now
            self._pace = 1 if self._is_stepwise else self._next_pace(expanded, now - called, rest)

    def _next_pace(self, expanded: int, seconds: float, left: float | None) -> int:
        """Return a number of expansions that takes about as long as machine code may run without a pause.

        The shortest call so far is added: if any call takes long, for example to read a list of thousands of items, fewer
        expansions would not make it shorter.
        """
        stretch = (PAUSE_EVERY if left is None else min(PAUSE_EVERY, left)) + self._least
        self._least = min(self._least or seconds, seconds)
        if expanded <= 0:
            return 64
        return max(1, min(8 * expanded, int(expanded * stretch / seconds)))

    def _tell(self, observer: Observer[K, V]) -> None:
        """Send the loop's events, except those sent before the search began again."""
        count = self.words[WORDS["event_count"]]
        self.words[WORDS["event_count"]] = 0
        hear = (observer.opened, observer.closed, observer.reopened, observer.found)
        for kind, node in self.memory.column(self.program, "events_at").many(0, count):
            self._heard += 1
            if self._heard > self._passed_on:
                self._passed_on = self._heard
                hear[kind](node)

    def _make_result(self, status: int) -> Result[K, V]:
        words, request, memory = self.words, self.request, self.memory
        found = status == control.FOUND
        expanded, generated, reopened, peak_open, has_closest, has_beyond, path_count = _COUNTS.unpack_from(words, COUNTS_AT)
        if not found:
            self._has_ended = status == control.EXHAUSTED
            if self._has_ended and has_beyond:
                status = control.TOO_DEAR
            if status not in OUTCOMES:
                self._check(status)
        to_closest: tuple[K, ...] = ()
        cost: V | None = None
        costs: tuple[V, ...] | _Costs[V] = ()
        if has_closest:
            if not found and status != control.EXHAUSTED:
                path_count = self._write_path()
            while path_count < 0:
                memory.grow(self.program)
                path_count = self._write_path()
            column = memory.columns.get("path_at") or memory.column(self.program, "path_at")
            to_closest = column.backwards(path_count)
        if found:
            first = request.cost if not request.more_starts else None
            column = memory.columns.get("path_costs_at") or memory.column(self.program, "path_costs_at")
            costs = _Costs(self.program, column.raw(len(to_closest)), first, memory.keeping)
            cost = first if first is not None and len(to_closest) == 1 else column.one(0)
            if reopened and (less := correct_lagging_costs(request, to_closest, costs)):
                cost, costs = less[-1], less
        return make_result(  # by place: by name it would take three times as long, a tenth of a short search
            OUTCOMES[status],
            to_closest if found else (),
            cost,
            to_closest[-1] if to_closest else None,
            to_closest,
            expanded,
            generated,
            reopened,
            peak_open,
            perf_counter() - self.began,
            "compiled",
            request.algorithm,
            request.why,
            request.bound if found else None,
            costs,
            Actions(request.problem, to_closest, costs, self.program.layout.open_list is WaitingList) if found else (),
        )

    def _write_path(self) -> int:
        """Let the program write the path to the closest node; return its length, or -1 if there was no room."""
        self._check(self._call(control.WRITE_PATH))
        return self.words[PATH_COUNT]


class _Again(Search[K, V]):
    """A search that is repeated for the sake of its exception."""

    def _as_interpreted(self, error: Exception) -> Exception | None:
        return None


@frozen
class _Costs(Generic[V]):
    """Computes the costs along a path on demand."""

    program: Program
    raw: bytes
    """Bytes that the program wrote, from the destination back to the start."""
    first: V | None
    """Cost of the start, whose estimate in machine code may differ."""
    keeping: object
    """What the costs point to."""

    def __call__(self) -> tuple[V, ...]:
        column = Column(
            reader_of(self.program.kinds["path_costs_at"]),
            np.frombuffer(self.raw, self.program.dtypes["path_costs_at"]),
        )
        costs: list[V] = column.many(0, len(column.array))
        costs.reverse()
        if self.first is not None:
            costs[0] = self.first
        return tuple(costs)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self(),)
