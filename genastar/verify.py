"""Verification: one question, answered by two engines and compared event by event."""

from __future__ import annotations

from attrs import evolve

from genastar.cost import V
from genastar.engine import Engine, Question
from genastar.errors import EnginesDisagree
from genastar.node import K
from genastar.observer import Trace
from genastar.result import Result
from genastar.workspace import Workspace


def must_agree(question: Question[K, V], slow: Engine, fast: Engine, expansions: int) -> None:
    """Ask both engines again, for as many expansions, and compare what they give and every event on the way.

    Raises:
        EnginesDisagree: they differ; the message shows the first difference.
        CannotCompile: one of them cannot answer this question.
    """
    limits = evolve(question.limits, seconds=None, expansions=expansions)
    traces: tuple[Trace[K, V], Trace[K, V]] = Trace(), Trace()
    answers = [
        engine.search(evolve(question, observer=trace, limits=limits), Workspace())
        for engine, trace in zip((slow, fast), traces, strict=True)
    ]
    difference = first_difference(answers[0].engine, answers[0], traces[0], answers[1].engine, answers[1], traces[1])
    if difference:
        raise EnginesDisagree(f"{type(question.solver).__qualname__}: {difference}; report this, with the solver")


def first_difference(
    where: str, wanted: Result[K, V], first: Trace[K, V], elsewhere: str, found: Result[K, V], second: Trace[K, V]
) -> str:
    """The first event in which two searches differ, or what differs in their results, in words; empty if nothing does."""
    for number, (one, other) in enumerate(zip(first.events, second.events, strict=False), 1):
        if (one.kind, one.node) != (other.kind, other.node):
            return f"event {number} is {one.kind.value} {one.node!r} {where}, and {other.kind.value} {other.node!r} {elsewhere}"
    if len(first.events) != len(second.events):
        return f"there are {len(first.events)} events {where}, and {len(second.events)} {elsewhere}"
    wanted, found = (evolve(result, seconds=0.0, engine="") for result in (wanted, found))
    return "" if wanted == found else f"{where} the answer is {wanted}, and {elsewhere} {found}"
