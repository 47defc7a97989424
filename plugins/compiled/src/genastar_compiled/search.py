"""One search: what Python does around the machine code."""

from __future__ import annotations

from ctypes import addressof, c_char
from operator import index
from time import perf_counter
from typing import Any

from genastar import BadInput, CostError, Observer, Outcome, Result
from genastar.cost import FALLS, V, rank
from genastar.engine import Question, Round
from genastar.hooks import hook_of
from genastar.node import K, refusal
from genastar.result import result_of
from genastar_compiled.data.memory import WIDEST_RING, Memory
from genastar_compiled.kernel import control
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.meaning.refusal import told_plainly
from genastar_compiled.plan import Plan
from genastar_compiled.program import Program

FIRST_BUDGET = 1 << 14
PAUSE_EVERY = 0.02
"""Seconds that machine code runs before Python looks at Ctrl-C and the clock."""

TIMED_OUT = -1

OUTCOMES = {
    control.EXHAUSTED: Outcome.UNREACHABLE,
    control.FOUND: Outcome.FOUND,
    control.CANCELLED: Outcome.CANCELLED,
    control.TOO_DEAR: Outcome.LIMIT,
    TIMED_OUT: Outcome.TIMEOUT,
}
UNLIMITED = (1 << 63) - 1

_names = ("mode", "status", "short", "budget", "cancel_at", "reopen", "expanded", "generated", "reopened", "peak_open")
MODE, STATUS, SHORT, BUDGET, CANCEL_AT, REOPEN, EXPANDED, GENERATED, REOPENED, PEAK_OPEN = (WORDS[name] for name in _names)
HAS_CLOSEST, PATH_COUNT = WORDS["has_closest"], WORDS["path_count"]


def size_of(solver: object) -> int:
    """How many positions the solver says there are.

    Raises:
        BadInput: it does not say a number of positions.
    """
    size = solver.size  # type: ignore[attr-defined]
    try:
        count = index(size)
    except TypeError:
        count = -1
    if count < 0:
        raise BadInput(
            f"{type(solver).__qualname__}.size is {size!r}; it must be the number of positions, an int of at least 0"
        ) from None
    return count


class Search:
    """One search: it feeds the machine code and reads what it leaves."""

    program: Program

    def __init__(self, plan: Plan, question: Question[K, V], leaves: tuple[object, ...], memory: Memory) -> None:
        self.plan = plan
        self.question = question
        self.leaves = leaves
        self.memory = memory
        self.words = memory.block
        self.size = size_of(question.solver) if plan.dense else 0
        self.heard = 0
        """Events that the observer has had."""

    def answer(self) -> Result[K, V]:
        """Search, in wider and wider layouts until one fits."""
        self._begin()
        while True:
            self.memory.prepare(self.program, self.size)
            status = self._run()
            if status != control.TOO_WIDE:
                return self._result(status)
            self._widen()

    def _begin(self) -> None:
        self.began = perf_counter()
        self._turn_to_program()

    def _turn_to_program(self) -> None:
        """The time to compile is not the time of the search."""
        asked = perf_counter()
        self.program = self.plan.program(self.question)
        self.began += perf_counter() - asked

    def _widen(self) -> None:
        """Turn to a wider layout, for this search was too wide: for the ring, or for the other arrays."""
        self.plan.widen(self.program, ring=self.words[STATUS] == control.SHORT)
        self._turn_to_program()

    def round(self) -> Round[K, V]:
        """Walk all that costs no more than the question's limit."""
        result: Result[K, V] = self.answer()
        nodes = self.memory.column(self.program, "nodes_at")
        closest = nodes.one(control.CLOSEST).cost if self.words[HAS_CLOSEST] else None
        beyond = rank(nodes.one(control.BEYOND).cost) if self.words[WORDS["has_beyond"]] else None
        return Round(result, closest, beyond)

    def _call(self, mode: int) -> int:
        words = self.words
        words[MODE] = mode
        words[STATUS] = control.RUNNING
        try:
            self.program.run(self.memory.address, *self.leaves)
        except Exception as error:
            told = told_plainly(error, self.question.solver)
            if told is error:
                raise
            raise told from error
        return words[STATUS]

    def _run(self) -> int:
        """Call the loop until it has an answer; events that were heard, in a layout that was too narrow, are not sent again."""
        question, words = self.question, self.words
        limits, observer = question.limits, question.observer
        skip = self.heard
        self.heard = 0
        flag = c_char.from_buffer(question.cancel.flag)
        words[CANCEL_AT] = addressof(flag)
        words[REOPEN] = question.reopen
        deadline = None if limits.seconds is None else self.began + limits.seconds
        stepwise = observer is not None and observer.live
        allowed = UNLIMITED if limits.expansions is None else int(min(limits.expansions, UNLIMITED))
        pace = 0 if stepwise or deadline is not None else FIRST_BUDGET
        done = 0
        mode = control.BEGIN
        while True:
            words[BUDGET] = min(pace, allowed - done)
            called = perf_counter()
            status = self._call(mode)
            if observer is not None:
                self._tell(observer, skip)
            if status == control.FOUND or status == control.EXHAUSTED:
                return status
            if status == control.SHORT:
                if not self._grow():
                    return control.TOO_WIDE
            elif status != control.PAUSED:
                return status
            elif words[EXPANDED] >= allowed:
                return control.TOO_DEAR
            mode = control.GO_ON
            now = perf_counter()
            if deadline is not None and now >= deadline and status == control.PAUSED:
                return TIMED_OUT
            expanded = words[EXPANDED] - done
            done += expanded
            pace = 1 if stepwise else self._next_pace(expanded, now - called, deadline and deadline - now)

    @staticmethod
    def _next_pace(expanded: int, seconds: float, left: float | None) -> int:
        """Expansions that take about as long as machine code may run at a stretch."""
        stretch = PAUSE_EVERY if left is None else min(PAUSE_EVERY, left)
        if expanded <= 0:
            return 64
        return max(1, min(8 * expanded, int(expanded * stretch / seconds)))

    def _grow(self) -> bool:
        """Make an array larger; whether the layout allows it."""
        short = self.words[SHORT]
        if short == control.EVENTS:
            return True  # the observer has had them: there is room again
        if short == control.RING and self.words[WORDS["ring"]] + 1 >= WIDEST_RING:
            return False
        self.memory.grow(self.program)
        if short == control.RING:
            self._call(control.WIDEN_RING)
        elif short in (control.TABLE, control.LINE):
            self._call(control.FILL_TABLE)
        return True

    def _tell(self, observer: Observer[K, V], skip: int) -> None:
        """Send the events that the loop wrote down, but for the first ``skip`` of the search."""
        count = self.words[WORDS["event_count"]]
        self.words[WORDS["event_count"]] = 0
        hear = (observer.opened, observer.closed, observer.reopened, observer.found)
        for kind, node in self.memory.column(self.program, "events_at").many(0, count):
            self.heard += 1
            if self.heard > skip:
                hear[kind](node)

    def _path(self) -> tuple[K, ...]:
        """To the closest node, which is the destination if it was found."""
        words = self.words
        while words[PATH_COUNT] < 0:
            self.memory.grow(self.program)
            self._call(control.WRITE_PATH)
        path = self.memory.column(self.program, "path_at").many(0, words[PATH_COUNT])
        path.reverse()
        return tuple(path)

    def _check(self, status: int) -> None:
        words, name = self.words, type(self.question.solver).__qualname__
        match status:
            case control.OUTSIDE:
                raise BadInput(
                    f"{name}.index gave {words[WORDS['culprit']]}, which is outside its size {self.size}; "
                    "add only neighbours that lie inside, or mend size"
                )
            case control.NAN_POSITION:
                position = self.memory.column(self.program, "refused_at").one(0)
                expanding = words[WORDS["pending"]] == control.EXPANDING
                nodes = self.memory.column(self.program, "nodes_at")
                parent = nodes.one(control.CURRENT).position if expanding else None
                raise refusal(hook_of(self.question.solver), position, parent)
            case control.LOST:
                raise BadInput(f"{name}: a position that was added is not found again; mend the == of its class")
            case control.NAN:
                raise CostError(f"{name}.add_neighbours added a cost that is NaN, which has no place in an order")
            case control.OVERFLOW:
                raise CostError(
                    f"{name}: a cost left the range of 64-bit integers; scale the costs down, or search interpreted"
                )
            case control.FALLING:
                raise CostError(f"{name}.add_neighbours: {FALLS}")
            case control.CIRCLE:
                raise CostError("the way runs in a circle: some costs fall along a way, and must not")

    def _result(self, status: int) -> Result[K, V]:
        if status not in OUTCOMES:
            self._check(status)
        words = self.words
        found = status == control.FOUND
        closest: Any = None
        to_closest: tuple[K, ...] = ()
        if words[HAS_CLOSEST]:
            if not found and status != control.EXHAUSTED:
                words[PATH_COUNT] = -1
                self._check(self._call(control.WRITE_PATH))
            to_closest = self._path()
            closest = self.memory.column(self.program, "nodes_at").one(control.CLOSEST)
        return result_of(
            outcome=OUTCOMES[status],
            path=to_closest if found else (),
            cost=closest.cost if found else None,
            closest=closest and closest.position,
            path_to_closest=to_closest,
            expanded=words[EXPANDED],
            generated=words[GENERATED],
            reopened=words[REOPENED],
            peak_open=words[PEAK_OPEN],
            seconds=perf_counter() - self.began,
            engine="compiled",
        )
