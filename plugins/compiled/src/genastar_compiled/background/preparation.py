"""Get the machine code for a class while its searches run interpreted.

Machine code from earlier runs is loaded from disk. A child process compiles the rest and writes it to disk. Each step waits
until searches have taken some time, so that short programs lose little and long ones wait little. The delays below were
measured (docs/decisions/0017).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, Protocol

from genastar import CannotCompile
from genastar.contracts.request import Request, Requests
from genastar.engine import Ask
from genastar.errors import name_problem
from genastar_compiled.background.child import Child, can_fork, is_full
from genastar_compiled.reach.reach import Reach
from genastar_compiled.storage import notes
from genastar_compiled.storage.folder import cache_folder

LOAD_AFTER: Final = 0.15
"""Seconds of interpreted search after which machine code on disk is loaded, and Numba imported for it."""
COMPILE_AFTER: Final = 3.0
"""Seconds of interpreted search after which machine code is compiled in this process, if no child can do it."""

MADE: Final = "made"


def kind_of(ask: Ask, request: Request[Any, Any] | Requests[Any, Any]) -> tuple[object, ...]:
    """Return a key that distinguishes preparations in this process."""
    first = request if isinstance(request, Request) else request[0]
    parts = first.problem, first.start, first.cost, first.limits.cost, first.frontier
    return (
        type(first.problem),
        *_what(ask, request),
        first.observer is not None,
        first.keeps_tree,
        *map(notes.sketch, parts),
    )


def _what(ask: Ask, request: Request[Any, Any] | Requests[Any, Any]) -> tuple[str, ...]:
    if isinstance(request, Request):
        return (type(request.frontier).__name__,)
    return (ask, *request.fields)


class Loader(Protocol):
    """Loads and compiles machine code in this process: the engine's part with Numba."""

    def load(self, ask: Ask, request: Request[Any, Any] | Requests[Any, Any]) -> bool:
        """Load machine code from disk; return whether there is some now."""

    def make(self, ask: Ask, request: Request[Any, Any] | Requests[Any, Any]) -> None:
        """Load machine code from disk, or compile it."""


class WithNumba(Protocol):
    """An engine that imports Numba at the first use of its loader."""

    @property
    def is_imported(self) -> bool:
        """Whether Numba is already imported."""

    @property
    def numba(self) -> Loader:
        """The loader."""


class Preparation:
    """The steps to machine code for requests of one kind."""

    def __init__(self, engine: WithNumba, ask: Ask, request: Request[Any, Any] | Requests[Any, Any]) -> None:
        self._engine = engine
        self._ask: Ask = ask
        self._request = request
        first = request if isinstance(request, Request) else request[0]
        self._name = name_problem(first.problem)
        self._reach = Reach.of_solver(first.problem, first.start, first.cost)
        self._note = notes.name_of(_what(ask, request), first, self._reach)
        self._lock = Lock()
        self._child: Child | None = None
        self._has_tried = False
        """Whether a child has already tried."""
        self._is_missing = False
        """Whether a note promises machine code that the disk no longer has."""
        self._refused: str | None = None

    def has_ended(self, spent: float) -> bool:
        """Return whether machine code is ready; take the next step if it is time.

        Raises:
            CannotCompile: the question cannot be compiled.
        """
        with self._lock:
            note = notes.read(self._note, self._reach)
            if note is not None and note.refused:
                raise CannotCompile(note.refused)
            if (note is None or self._is_missing) and not self._has_tried:
                self._compile_elsewhere()
            if self._refused is not None:
                raise CannotCompile(self._refused)
            return (note is not None or self._has_tried) and self._is_time_to_import(spent) and self._load(spent)

    def _is_time_to_import(self, spent: float) -> bool:
        return self._engine.is_imported or spent >= LOAD_AFTER

    def _load(self, spent: float) -> bool:
        """Load machine code from disk; compile here if there is none, for example in a read-only folder."""
        with self._noting_refusals():
            if self._engine.numba.load(self._ask, self._request):
                return True
            self._is_missing = True
            if spent >= COMPILE_AFTER and self._has_tried:
                self._engine.numba.make(self._ask, self._request)
                return True
        return False

    @contextmanager
    def _noting_refusals(self) -> Iterator[None]:
        try:
            yield
        except CannotCompile as error:
            notes.write_refusal(self._note, error, self._reach)
            raise

    def _compile_elsewhere(self) -> None:
        if self._child is None:
            if not can_fork() or cache_folder() is None:
                self._has_tried = True
                return
            if is_full():  # the search continues interpreted and asks again
                return
            try:
                self._child = Child(self._task)
            except OSError:  # out of memory, or too many processes
                self._has_tried = True
                return
        report = self._child.report()
        if report == MADE:
            self._has_tried = True
        elif report is not None:
            self._refused = report or f"the compilation of {self._name} was killed before it had a result"

    def _task(self) -> str:
        """Compile, and return the report of the child."""
        try:
            with self._noting_refusals():
                self._engine.numba.make(self._ask, self._request)
        except CannotCompile as error:
            return str(error)
        return MADE
