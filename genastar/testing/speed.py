"""The speed of engines relative to the interpreted one. It is a remark, never a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from statistics import median
from time import perf_counter
from typing import cast

from genastar.contracts.workspace import Workspace
from genastar.errors import BadInput, CannotCompile, PluginError
from genastar.plugin import ENGINES, find_plugins
from genastar.testing.check_subject import DomainSubject, Subject
from genastar.values.cost import Comparable
from genastar.values.limits import Limits
from genastar.values.result import Result

_LIMITS = Limits(expansions=20_000)
_LARGE = 500
"""Expansions below which the overhead of a search, about 40 µs, is a large part of its time."""
_ENOUGH = 0.02
"""Minimum seconds of a measurement. A short search is repeated until then."""
_ROUNDS = 5


def measure_speeds(subject: DomainSubject) -> str:
    """Return the gain of each installed engine on the largest world, after compilation; empty if there is no engine."""
    questions = [*subject.questions, *_make_source_questions(subject)]
    remarks = []
    for name in find_plugins(ENGINES):
        try:
            remarks.append(_measure_speed(questions, name))
        except (CannotCompile, PluginError):
            continue
    return "; ".join(remarks)


def _make_source_questions(subject: DomainSubject) -> Iterator[Subject[object, Comparable]]:
    """Yield the default questions of the given files that have one."""
    for source in subject.sources:
        with suppress(BadInput):  # unreadable, which a check reports, or without a start and a goal
            world = subject.domain.read(source, subject.domain.info.options())
            yield subject.make_question(world, world.default_starts()[0], world.default_goals())


def _measure_speed(questions: list[Subject[object, Comparable]], name: str) -> str:
    sizes = [_make_search(question, name)().expanded for question in questions]
    largest = max(sizes)
    question = questions[sizes.index(largest)]
    slow, fast = _make_search(question, "interpreted"), _make_search(question, name)
    slow(), fast()
    ratio = median(_measure_seconds(slow) / _measure_seconds(fast) for _ in range(_ROUNDS))
    remark = f"{name}: {ratio:.3g} times as fast on the largest world ({largest} expansions)"
    return remark if largest >= _LARGE else f"{remark}, which is small: give a larger one to see more"


def _make_search(question: Subject[object, Comparable], engine: str) -> Callable[[], Result[object, Comparable]]:
    workspace = Workspace()
    return lambda: question.solver.search(
        question.start,
        cast(Comparable, question.cost),
        engine=engine,
        reopen=not question.consistent,
        limits=_LIMITS,
        workspace=workspace,
    )


def _measure_seconds(ask: Callable[[], object]) -> float:
    """Return the seconds of one search, as the mean of enough repetitions."""
    began = perf_counter()
    searches, spent = 0, 0.0
    while spent < _ENOUGH:
        ask()
        searches, spent = searches + 1, perf_counter() - began
    return spent / searches
