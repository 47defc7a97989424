"""The engine ``"auto"``: searches begin interpreted at once, and continue in machine code when it is ready.

Every engine gives the same events and the same result, so a search may change engines in the middle. Machine code repeats the
search from the start, about a hundred times as fast, and events that the observer has already received are left out. Machine
code is compiled in the background (`Engine.is_ready`). A class whose searches are short is never compiled. Where machine code
turns out to be slower than the interpreter, the search goes back, and the class stays interpreted.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import ceil
from time import perf_counter, thread_time
from typing import Any, Final, Generic
from weakref import WeakKeyDictionary

from attrs import evolve

from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import Run, RunWrapper, is_final, take_first_answer
from genastar.engine import Ask, Engine, find_fastest_engine
from genastar.errors import CannotCompile, PluginError, name_problem, warn
from genastar.plugin import API_VERSION
from genastar.search.auto.history import COMPARE_AFTER, History, Pace
from genastar.search.auto.relay import EventRelay
from genastar.search.interpreted import INTERPRETED, Interpreted, start_search
from genastar.values.cost import V
from genastar.values.limits import sum_uncounted_seconds
from genastar.values.node import K
from genastar.values.result import Result

TRY_AGAIN: Final = 10.0
"""Least seconds of interpreted searches before a class that cannot be compiled is tried again; later it waits twice as long."""
AT_ONCE: Final = True
"""Whether `Hooks.is_compiled_at_once` counts. Tests turn it off, because a compilation takes seconds."""
LOOK_AFTER: Final = 0.1
"""Seconds of interpreted searches of a class before machine code is requested."""
FIRST_STRETCH: Final = 256
"""Expansions before the clock is first read."""
STRETCH: Final = 0.02
"""Seconds between two checks whether machine code is ready."""
CHECKING: Final = 0.1
"""Share of the time that these checks may take: one takes long if the problem has large dictionaries."""
CATCHING_UP: Final = 0.1
"""Share of the elapsed time that machine code may need to catch up. With less time left, a search stays interpreted."""
GROWTH: Final = 4.0
"""How much longer a stretch may be than the one before."""
SWIFT_GROWTH: Final = 1.25
"""The same in machine code, which nothing ends in the middle of a stretch: hooks may take ever longer, deeper in a search."""
MARK_EVERY: Final = 1.05
"""How much later the interpreter's expansions are noted again, for the comparison."""


class Auto(Engine):
    """The engine that begins interpreted and changes to machine code."""

    api_version = API_VERSION
    frontiers = Interpreted.frontiers

    def __init__(self) -> None:
        self.interpreted: Final = INTERPRETED
        self._histories: WeakKeyDictionary[type, History] = WeakKeyDictionary()
        self._unusable = False
        """Whether the fastest engine is installed but cannot be used."""

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run, in machine code if it is ready."""
        return AutoRun(self, request)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search in machine code if it is ready; otherwise begin interpreted."""
        if request.observer is not None:
            return super().search(request)
        problem = type(request.problem)
        history = self._histories.get(problem) or self.get_history(problem)
        at_once = AT_ONCE and problem.is_compiled_at_once
        looks = at_once or history.spent >= LOOK_AFTER
        engine = self.find_faster_engine("search", request, problem) if looks else None
        if engine is None:
            began = perf_counter()
            found = start_search(request, FIRST_STRETCH)  # a run of its own would take as long as a short search
            if isinstance(found, Result):
                history.add_time(found.seconds, found.expanded, found.seconds)  # a look at the clock would take longer
                return found
            return take_first_answer(AutoRun(self, request, found, perf_counter() - began))
        if not (at_once or history.has_kept_up):
            return super().search(request)
        clock = None if at_once else _Clock()
        try:
            result = engine.search(request)
        except CannotCompile as error:
            self.refuse(problem, error)
            return super().search(request)
        if clock is not None and history.is_slower(result.expanded, clock.read_seconds()):
            self.refuse(problem, _make_slower_error(request))
        return result

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]]:
        """Answer the requests one after another; when machine code is ready, repeat all of them in one batch."""
        problem = type(requests[0].problem)
        lookout = _Lookout(self, "search_many", requests, problem)
        answers: list[Result[K, V]] = []
        engine = lookout.find_ready_engine()
        while engine is None and len(answers) < len(requests):
            with self.interpreted.begin(requests[len(answers)]) as run:
                lookout.continue_from(0)
                found: Result[K, V] | None = None
                while engine is None and found is None:
                    found = run.run_until(run.expanded + lookout.stretch)
                    engine = lookout.end_stretch(run.expanded)
            if found is not None:
                answers.append(found)
        if engine is None or len(answers) == len(requests):
            return answers
        try:
            if answers and self._is_slower(engine, requests.take_first(len(answers)), lookout.worked):
                raise _make_slower_error(requests[0])
            return engine.search_many(requests)
        except CannotCompile as error:
            self.refuse(problem, error)
        return answers + [self.interpreted.search(requests[row]) for row in range(len(answers), len(requests))]

    def _is_slower(self, engine: Engine, requests: Requests[K, V], worked: float) -> bool:
        """Return whether machine code takes longer for these requests than the interpreter did."""
        clock = _Clock()
        engine.search_many(requests)
        return clock.read_seconds() > worked + COMPARE_AFTER

    def get_history(self, problem: type) -> History:
        """Return what the searches of this class have taken."""
        found = self._histories.get(problem)
        return self._histories.setdefault(problem, History()) if found is None else found

    def refuse(self, problem: type, reason: CannotCompile) -> None:
        """Search this class interpreted from now on, and warn once. It is tried again later: a field may be another then."""
        history = self.get_history(problem)
        if history.refused is None:
            warn(f"searching interpreted: {reason}")
        history.refused = history.spent + max(history.spent, TRY_AGAIN)
        history.has_kept_up = False

    def find_faster_engine(
        self, ask: Ask, request: Request[K, V] | Requests[K, V], problem: type[Hooks[Any, Any]]
    ) -> Engine | None:
        """Return the engine whose machine code for this class is ready; ``None`` if there is none."""
        history = self.get_history(problem)
        spent, at_once = history.spent, AT_ONCE and problem.is_compiled_at_once
        if (spent < LOOK_AFTER and not at_once) or self._unusable or spent < (history.refused or 0.0):
            return None
        now = perf_counter()
        if now < history.next_look and not at_once:
            return None
        try:
            engine = find_fastest_engine()
            first = request if isinstance(request, Request) else request[0]
            if engine is not None and type(first.frontier) in engine.frontiers:
                if at_once:
                    engine.check()
                    return engine
                if engine.is_ready(ask, request, spent):
                    return engine
            ended = perf_counter()
            seconds = ended - now
            # The shorter of the last two: one check in the life of a process imports the compiler.
            history.next_look = ended + max(STRETCH, min(seconds, history.checked) / CHECKING)
            history.checked = seconds
        except CannotCompile as error:
            self.refuse(problem, error)
        except PluginError as error:
            self._unusable = True
            warn(f"searching interpreted: {error}")
        return None


def _make_slower_error(request: Request[K, V]) -> CannotCompile:
    return CannotCompile(f"{name_problem(request.problem)} expands fewer nodes a second in machine code than in Python")


class _Clock:
    """The processor's time since it was made, without what is charged to no request, as to compile."""

    def __init__(self) -> None:
        self._began = thread_time() - sum_uncounted_seconds()

    def read_seconds(self) -> float:
        return max(0.0, thread_time() - sum_uncounted_seconds() - self._began)


class _Lookout(Generic[K, V]):
    """Periodic checks, during an interpreted search, whether machine code is ready."""

    def __init__(self, auto: Auto, ask: Ask, request: Request[K, V] | Requests[K, V], problem: type[Hooks[Any, Any]]) -> None:
        self._auto = auto
        self._ask: Ask = ask
        self._request = request
        self._problem = problem
        self.stretch = FIRST_STRETCH
        """Expansions until the next check."""
        self.worked = 0.0
        """Seconds of the processor of all stretches."""

    def find_ready_engine(self) -> Engine | None:
        """Return the engine whose machine code is ready now; ``None`` if there is none."""
        return self._auto.find_faster_engine(self._ask, self._request, self._problem)

    def continue_from(self, expanded: int) -> None:
        """Begin a stretch after ``expanded`` expansions in all."""
        self._looked = perf_counter()
        self._worked = thread_time()
        self._before = expanded

    def end_stretch(self, expanded: int, left: float | None = None) -> Engine | None:
        """End a stretch, and begin the next. Return the engine whose machine code is ready; ``None`` if there is none.

        Args:
            expanded: expansions in all.
            left: seconds before the deadline.
        """
        now = perf_counter()
        seconds = now - self._looked
        worked = thread_time() - self._worked
        self.worked += worked
        self._auto.get_history(self._problem).add_time(seconds, expanded - self._before, worked)
        self.stretch = _compute_next_stretch(self.stretch, GROWTH, expanded - self._before, seconds)
        engine = None if left is not None and left <= 0 else self.find_ready_engine()
        self.continue_from(expanded)  # without the time of the check
        return engine


def _compute_next_stretch(stretch: int, growth: float, expanded: int, seconds: float) -> int:
    """Return the expansions after which to look again, after a stretch that took these seconds."""
    return max(1, min(ceil(growth * stretch), int(expanded * STRETCH / seconds))) if seconds > 0 else stretch


class AutoRun(RunWrapper[K, V]):
    """A run that begins interpreted and changes to machine code."""

    def __init__(self, auto: Auto, request: Request[K, V], run: Run[K, V] | None = None, seconds: float = 0.0) -> None:
        """Begin a run, or continue an interpreted one that took some seconds."""
        self._auto = auto
        self._request = request
        self._lookout = _Lookout(auto, "search", request, type(request.problem))
        self._relay = None if request.observer is None else EventRelay(request.observer)
        self._seconds = seconds
        """Seconds spent before this call of `run_until`, in all engines."""
        self._called = perf_counter()
        self._answers = 0
        self._behind = 0
        """Answers that a run begun again has yet to repeat."""
        self._has_turned = False
        """Whether the run has changed engines, so that the last one does not know the seconds of all."""
        self._result: Result[K, V] | None = None
        self._marks: list[Pace] = []
        """What the interpreter has done of this search, from time to time."""
        self._begin_to_compare()
        if run is not None:
            self._lookout.worked = seconds
            auto.get_history(type(request.problem)).add_time(seconds, run.expanded, seconds)
        ready = None if run is not None else self._lookout.find_ready_engine()
        self._engine: Engine = ready or auto.interpreted
        self._run = run or self._begin_again()

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    def run_until(self, target: int) -> Result[K, V] | None:
        if self._result is not None and is_final(self._result):
            return self._result
        self._called = perf_counter()
        try:
            found = self._run_in_machine_code(target) if self._engine is not self._auto.interpreted else None
            if self._engine is self._auto.interpreted:
                found = self._run_interpreted(target)
        finally:
            self._seconds = self._compute_spent_seconds()
        if found is not None:
            self._answers += 1
            self._result = found = evolve(found, seconds=self._seconds) if self._has_turned else found
        return found

    def _compute_spent_seconds(self) -> float:
        return self._seconds + perf_counter() - self._called

    def _run_interpreted(self, target: int) -> Result[K, V] | None:
        limit = self._request.limits.seconds
        self._lookout.continue_from(self._run.expanded)
        while True:
            found = self._replay_until(min(target, self._run.expanded + self._lookout.stretch))
            left = None if limit is None else limit - (1 + CATCHING_UP) * self._compute_spent_seconds()
            engine = self._lookout.end_stretch(self._run.expanded, left)
            self._mark(self._run.expanded, self._lookout.worked)
            if found is not None or self._run.expanded >= target:
                return found
            if engine is not None:
                self._begin_to_compare()
                self._turn_to(engine)
                found = self._run_in_machine_code(target)
                if self._engine is engine:
                    return found

    def _mark(self, expanded: int, seconds: float) -> None:
        if not self._marks or seconds > MARK_EVERY * self._marks[-1][1]:
            self._marks.append((expanded, seconds))

    def _begin_to_compare(self) -> None:
        """Let machine code begin with nothing done."""
        self._swift_seconds = 0.0
        self._swift_stretch = 1

    def _run_in_machine_code(self, target: int) -> Result[K, V] | None:
        """Continue in machine code. If it cannot compile, or is slower, begin again interpreted and return ``None``."""
        problem = type(self._request.problem)
        try:
            while True:
                found, is_slower = self._run_stretch(target)
                if is_slower and found is None:
                    raise _make_slower_error(self._request)
                if is_slower:
                    self._auto.refuse(problem, _make_slower_error(self._request))
                elif found is not None:
                    self._auto.get_history(problem).has_kept_up = True
                if found is not None or self._run.expanded >= target:
                    return found
        except CannotCompile as error:
            self._auto.refuse(problem, error)
            self._turn_to(self._auto.interpreted)
            return None

    def _run_stretch(self, target: int) -> tuple[Result[K, V] | None, bool]:
        """Continue for a stretch; return its answer, and whether the interpreter has been faster."""
        before, clock = self._run.expanded, _Clock()
        found = self._replay_until(min(target, before + self._swift_stretch))
        seconds, expanded = clock.read_seconds(), self._run.expanded - before
        self._swift_seconds += seconds
        self._swift_stretch = _compute_next_stretch(self._swift_stretch, SWIFT_GROWTH, expanded, seconds)
        mark = bisect(self._marks, (self._run.expanded,))
        if mark < len(self._marks):
            return found, self._swift_seconds > self._marks[mark][1] + COMPARE_AFTER
        pace = self._marks[-1] if self._marks else None
        return found, self._auto.get_history(type(self._request.problem)).is_slower(expanded, seconds, pace)

    def _replay_until(self, target: int) -> Result[K, V] | None:
        """Continue a run that may have begun again, past the answers that were already given."""
        while (found := self._run.run_until(target)) is not None and self._behind:
            self._behind -= 1
        return found

    def _turn_to(self, engine: Engine) -> None:
        self._run.close()
        if engine is self._auto.interpreted:
            self._marks.clear()
            self._lookout.worked = 0.0
        self._has_turned = True
        self._engine = engine
        self._run = self._begin_again()

    def _begin_again(self) -> Run[K, V]:
        """Begin a run in the current engine, with the remaining time and an observer that skips repeated events."""
        request = self._request
        self._behind = self._answers
        if self._relay is not None:
            self._relay.begin()
            request = evolve(request, observer=self._relay)
        seconds = request.limits.seconds
        if seconds is not None and self._has_turned:  # otherwise the first engine tells its own seconds as those of all
            request = evolve(request, limits=evolve(request.limits, seconds=max(0.0, seconds - self._compute_spent_seconds())))
        try:
            return self._engine.begin(request)
        except CannotCompile as error:
            self._auto.refuse(type(request.problem), error)
            self._engine = self._auto.interpreted
            return self._engine.begin(request)
