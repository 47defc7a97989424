"""``engine="auto"``: a search that begins at once, interpreted, and goes on in machine code when there is some.

Every engine gives the same events and the same result, so a search may change engines in the middle: machine code runs it
again from the start, about a hundred times as fast, and the observer does not hear again what it has heard. Until then the
engine makes that machine code in the background (`Engine.ready`). A class whose searches are short never asks for it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, Generic, TypeVar, cast
from weakref import WeakKeyDictionary, WeakSet

from attrs import evolve

from genastar.cost import V
from genastar.depth_first import walk
from genastar.engine import Ask, Engine, F, Question, Questions, Round, Steps, compiled_engine, finish
from genastar.errors import CannotCompile, PluginError
from genastar.loop import Memory, search_in_steps, search_many_in_steps
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.plugin import API_VERSION
from genastar.result import Result
from genastar.workspace import Workspace

A = TypeVar("A")
"""The type of an answer."""

LOOK_AFTER: Final = 0.1
"""Seconds that the searches of a class take interpreted before machine code is asked for."""
FIRST_STRETCH: Final = 256
"""Expansions before the first look at the clock."""
STRETCH: Final = 0.02
"""Seconds between two looks at whether machine code is ready."""
CATCHING_UP: Final = 0.1
"""Share of the time so far that machine code may need to catch up; with less time left, a search stays interpreted."""


class Auto:
    """The engine that begins interpreted and changes to machine code."""

    api_version = API_VERSION

    def __init__(self) -> None:
        self._spent: WeakKeyDictionary[type, float] = WeakKeyDictionary()
        """Seconds that the searches of each class took interpreted."""
        self._next_look: WeakKeyDictionary[type, float] = WeakKeyDictionary()
        """When machine code for a class is looked for again: a look costs as much as a small search."""
        self._refused: WeakSet[type] = WeakSet()
        """Classes that have no machine code."""
        self._unusable = False
        """Whether the compiled engine is installed and cannot be used."""

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question."""

        def steps(question: Question[K, V]) -> Steps[Result[K, V]]:
            with workspace.borrowed(Memory) as memory:
                return (yield from search_in_steps(question, memory))

        def machine(engine: Engine, question: Question[K, V]) -> Result[K, V]:
            return engine.search(question, workspace)

        turn = _Turn(self, "search", question)
        return turn.timed(turn.answer(steps, machine))

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """Walk one round of IDA*."""

        def steps(question: Question[K, V]) -> Steps[Round[K, V]]:
            with workspace.borrowed(Memory):
                return (yield from walk(question))

        def machine(engine: Engine, question: Question[K, V]) -> Round[K, V]:
            return engine.walk(question, workspace)

        turn = _Turn(self, "walk", question)
        found = turn.answer(steps, machine)
        return evolve(found, result=turn.timed(found.result))

    def search_many(self, questions: Questions[K, V], workspace: Workspace) -> Sequence[Result[K, V]]:
        """Answer all questions."""

        def steps(_: Question[K, V]) -> Steps[Sequence[Result[K, V]]]:
            with workspace.borrowed(Memory) as memory:
                return (yield from search_many_in_steps(questions, memory))

        def machine(engine: Engine, _: Question[K, V]) -> Sequence[Result[K, V]]:
            return engine.search_many(questions, workspace)

        return _Turn(self, "search_many", questions).answer(steps, machine)

    def ready(self, ask: Ask, asked: Question[K, V] | Questions[K, V], spent: float) -> bool:
        """Return true: a search begins at once."""
        return True

    def machine_code(self, function: F) -> F:
        """Leave the function as it is."""
        return function

    def spent(self, solver: type, seconds: float) -> None:
        """Add what a search of this class took interpreted."""
        self._spent[solver] = self._spent.get(solver, 0.0) + seconds

    def refuse(self, solver: type, reason: CannotCompile) -> None:
        """Search this class interpreted from now on, and warn once."""
        if solver not in self._refused:
            self._refused.add(solver)
            warnings.warn(f"searching interpreted: {reason}", stacklevel=2)

    def faster(self, ask: Ask, asked: Question[K, V] | Questions[K, V], solver: type, so_far: float) -> Engine | None:
        """Return the engine that has machine code for this class, if there is one by now."""
        spent = self._spent.get(solver, 0.0) + so_far
        if spent < LOOK_AFTER or self._unusable or solver in self._refused:
            return None
        now = perf_counter()
        if now < self._next_look.get(solver, 0.0):
            return None
        try:
            engine = compiled_engine()
            if engine is None or (hasattr(engine, "ready") and not engine.ready(ask, asked, spent)):
                self._next_look[solver] = now + STRETCH
                return None
        except CannotCompile as error:
            self.refuse(solver, error)
            return None
        except PluginError as error:
            self._unusable = True
            warnings.warn(f"searching interpreted: {error}", stacklevel=2)
            return None
        return engine if hasattr(engine, ask) else None


class _Turn(Generic[K, V]):
    """One question on its way through the engines."""

    def __init__(self, auto: Auto, ask: Ask, asked: Question[K, V] | Questions[K, V]) -> None:
        self.auto = auto
        self.ask: Ask = ask
        self.asked = asked
        self.question = asked if isinstance(asked, Question) else asked[0]
        self.began = perf_counter()
        observer = self.question.observer
        self.relay = None if observer is None else Relay(observer)

    def answer(self, steps: Callable[[Question[K, V]], Steps[A]], machine: Callable[[Engine, Question[K, V]], A]) -> A:
        """Answer interpreted until there is machine code, then in machine code; if that refuses, interpreted again."""
        solver = type(self.question.solver)
        engine = self.auto.faster(self.ask, self.asked, solver, 0.0)
        if engine is None:
            try:
                engine = self._walk_until_ready(steps(self._heard()), solver)
            except StopIteration as end:
                return cast(A, end.value)
            finally:
                self.auto.spent(solver, perf_counter() - self.began)
        try:
            return machine(engine, self._heard())
        except CannotCompile as error:
            self.auto.refuse(solver, error)
        return finish(steps(self._heard()))

    def _walk_until_ready(self, run: Steps[A], solver: type) -> Engine:
        """Search interpreted, and look now and then whether to go on in machine code.

        Raises:
            StopIteration: the search has ended.
        """
        reached, stretch = next(run), FIRST_STRETCH
        now = self.began
        while True:
            looked, before = now, reached
            reached = run.send(reached + stretch)
            now = perf_counter()
            stretch = max(1, min(4 * stretch, int((reached - before) * STRETCH / (now - looked))))
            if self._is_worth_it(now):
                engine = self.auto.faster(self.ask, self.asked, solver, now - self.began)
                if engine is not None:
                    run.close()
                    return engine

    def _is_worth_it(self, now: float) -> bool:
        seconds = self.question.limits.seconds
        if seconds is None or self.ask == "search_many":  # of many, the limit is that of each
            return True
        return self.began + seconds - now > CATCHING_UP * (now - self.began)

    def _heard(self) -> Question[K, V]:
        """The question with the time that is left, to an observer that hears nothing twice."""
        question = self.question
        if self.relay is not None:
            self.relay.begin()
            question = evolve(question, observer=self.relay)
        seconds = question.limits.seconds
        if seconds is not None:
            left = max(0.0, self.began + seconds - perf_counter())
            question = evolve(question, limits=evolve(question.limits, seconds=left))
        return question

    def timed(self, result: Result[K, V]) -> Result[K, V]:
        """Give the result the time of the whole search."""
        return evolve(result, seconds=perf_counter() - self.began)


class Relay(Observer[K, V]):
    """Passes on the events of a search that is run again, but for those that its observer has heard."""

    def __init__(self, observer: Observer[K, V]) -> None:
        self.live = observer.live
        self._observer = observer
        self._heard = 0
        self._count = 0

    def begin(self) -> None:
        """Expect the events from the first on."""
        self._count = 0

    def _is_new(self) -> bool:
        self._count += 1
        if self._count <= self._heard:
            return False
        self._heard = self._count
        return True

    def opened(self, node: Node[K, V]) -> None:
        if self._is_new():
            self._observer.opened(node)

    def closed(self, node: Node[K, V]) -> None:
        if self._is_new():
            self._observer.closed(node)

    def reopened(self, node: Node[K, V]) -> None:
        if self._is_new():
            self._observer.reopened(node)

    def found(self, node: Node[K, V]) -> None:
        if self._is_new():
            self._observer.found(node)
