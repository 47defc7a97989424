"""An engine that stands for the compiled one beside ``auto``."""

from __future__ import annotations

from attrs import define, evolve, field

from genastar import CannotCompile
from genastar.contracts.run import Run
from genastar.search import requests
from genastar.search.auto import engine as module
from genastar.search.auto.engine import Auto
from genastar.search.interpreted import Interpreted


@define
class Swift(Interpreted):
    """Stands for the compiled engine: ready at a chosen look, and told apart by its name."""

    ready_at: int = 0
    looks: list[tuple[str, float]] = field(factory=list)
    refuses_to_be_ready: bool = False
    refuses_after: int | None = None
    """Expansions after which a search is refused."""

    def is_ready(self, ask, asked, spent):
        self.looks.append((ask, spent))
        if self.refuses_to_be_ready:
            raise CannotCompile("Line.add_neighbours, line 5: a generator")
        return len(self.looks) > self.ready_at

    def begin(self, request):
        return SwiftRun(super().begin(request), self.refuses_after)


class SwiftRun(Run):
    """A run that says it is swift, and may be refused after some expansions."""

    def __init__(self, run, refuses_after):
        self._run = run
        self._refuses_after = refuses_after
        self._result = None

    def run_until(self, target):
        last = target if self._refuses_after is None else min(target, self._refuses_after)
        found = self._run.run_until(last)
        if self._refuses_after is not None and (found is not None or self.expanded >= self._refuses_after):
            raise CannotCompile("a number left the range of 64-bit integers")
        if found is not None:
            found = self._result = evolve(found, engine="swift")
        return found

    result = property(lambda self: self._result)
    expanded = property(lambda self: self._run.expanded)
    best_open = property(lambda self: self._run.best_open)
    closest = property(lambda self: self._run.closest)
    next_bound = property(lambda self: self._run.next_bound)
    tree = property(lambda self: self._run.tree)

    def release(self):
        self._run.release()


def look_always(monkeypatch):
    """Look at every expansion."""
    monkeypatch.setattr(module, "LOOK_AFTER", 0)
    monkeypatch.setattr(module, "FIRST_STRETCH", 1)
    monkeypatch.setattr(module, "STRETCH", 0)
    monkeypatch.setattr(module, "CHECKING", float("inf"))
    monkeypatch.setattr(module, "CATCHING_UP", 0)


def install_engines(monkeypatch, **options):
    """An `Auto` beside a `Swift`."""
    swift = Swift(**options)
    monkeypatch.setattr(module, "find_fastest_engine", lambda: swift)
    auto = Auto()
    monkeypatch.setitem(requests.BUILT_IN, "auto", auto)
    return auto, swift
