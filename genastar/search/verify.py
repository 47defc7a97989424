"""Verification: one request, answered by two engines and compared event by event."""

from __future__ import annotations

from attrs import evolve

from genastar.algorithm import Algorithm
from genastar.contracts.keys import check_index
from genastar.contracts.request import Request
from genastar.contracts.workspace import Workspace
from genastar.engine import Engine
from genastar.errors import EnginesDisagree, name_problem
from genastar.search.interpreted import Interpreted
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.observer import Trace
from genastar.values.result import Result


def must_agree(algorithm: Algorithm, request: Request[K, V], fast: Engine, expansions: int) -> None:
    """Repeat a search interpreted and in another engine, for the same number of expansions, and compare answers and events.

    Raises:
        BadInput: two positions of the search have one index.
        EnginesDisagree: the engines differ; the message shows the first difference.
        CannotCompile: the other engine cannot answer this request.
    """
    limits = evolve(request.limits, seconds=None, expansions=expansions)
    traces: tuple[Trace[K, V], Trace[K, V]] = Trace(), Trace()
    asked = [
        evolve(request, engine=engine, observer=trace, limits=limits, workspace=Workspace())
        for engine, trace in zip((Interpreted(), fast), traces, strict=True)
    ]
    answers = [algorithm.search(asked[0])]
    check_index(request.problem, (event.node.position for event in traces[0].events))
    answers.append(algorithm.search(asked[1]))
    difference = find_first_difference(answers[0].engine, answers[0], traces[0], answers[1].engine, answers[1], traces[1])
    if difference:
        raise EnginesDisagree(f"{name_problem(request.problem)}: {difference}; report this, with the problem")


def find_first_difference(
    where: str, wanted: Result[K, V], first: Trace[K, V], elsewhere: str, found: Result[K, V], second: Trace[K, V]
) -> str:
    """Return the first difference between two searches, in an event or in the result, in words; empty if there is none."""
    for number, (one, other) in enumerate(zip(first.events, second.events, strict=False), 1):
        if (one.kind, one.node) != (other.kind, other.node):
            return f"event {number} is {one.kind.value} {one.node!r} {where}, and {other.kind.value} {other.node!r} {elsewhere}"
    if len(first.events) != len(second.events):
        return f"there are {len(first.events)} events {where}, and {len(second.events)} {elsewhere}"
    wanted, found = (evolve(result, seconds=0.0, engine="") for result in (wanted, found))
    if wanted == found and wanted.costs != found.costs:
        return f"{where} the costs along the path are {wanted.costs}, and {elsewhere} {found.costs}"
    return "" if wanted == found else f"{where} the answer is {wanted}, and {elsewhere} {found}"
