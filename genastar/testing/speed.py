"""How much faster an engine answers than the interpreted one: a remark for people, never a check."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import cast

from genastar.cost import Comparable
from genastar.errors import CannotCompile, PluginError
from genastar.limits import Limits
from genastar.plugin import ENGINES, plugins
from genastar.result import Result
from genastar.testing.subject import DomainSubject, Subject
from genastar.workspace import Workspace

_LIMITS = Limits(expansions=20_000)
_TELLING = 500
"""Expansions below which the time around a search counts for more than the search."""
_ROUNDS = 5


def speeds(subject: DomainSubject) -> str:
    """What each installed engine gains on the largest example, its machine code being warm; empty if there is none."""
    remarks = []
    for name in plugins(ENGINES):
        try:
            remarks.append(_speed(subject, name))
        except (CannotCompile, PluginError):
            continue
    return "; ".join(remarks)


def _speed(subject: DomainSubject, name: str) -> str:
    sizes = [_asker(question, name)().expanded for question in subject.questions]
    largest = max(sizes)
    if largest < _TELLING:
        return f"{name}: the examples are too small to tell its speed"
    question = subject.questions[sizes.index(largest)]
    slow, fast = _asker(question, "interpreted"), _asker(question, name)
    slow(), fast()
    ratio = median(_seconds(slow) / _seconds(fast) for _ in range(_ROUNDS))
    return f"{name}: {ratio:.3g} times as fast on the largest example ({largest} expansions)"


def _asker(question: Subject[object, Comparable], engine: str) -> Callable[[], Result[object, Comparable]]:
    workspace = Workspace()
    return lambda: question.solver.search(
        question.start,
        cast(Comparable, question.cost),
        engine=engine,
        reopen=not question.consistent,
        limits=_LIMITS,
        workspace=workspace,
    )


def _seconds(ask: Callable[[], object]) -> float:
    began = perf_counter()
    ask()
    return perf_counter() - began
