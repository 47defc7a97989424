"""Traces as files: ``docs/trace-json.md`` describes the format, and ``docs/trace.schema.json`` is its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Annotated, Final, Literal, cast

import msgspec

from genastar import BadInput, Comparable, Cost, EventKind, Trace
from genastar.cli.answer import AnyResult, as_json, plain
from genastar.domain import Question
from genastar.registry import AnyDomain
from genastar_studio.schema import DIALECT
from genastar_studio.worlds import AnyView

VERSION: Final = 1

SUFFIX: Final = ".trace.json"

Json = Annotated[object, msgspec.Meta(extra_json_schema={"description": "any value"})]
"""A value of JSON."""

Count = float | Literal["inf"]
"""A number that may be infinite."""

_LETTERS: Final = {EventKind.OPENED: "o", EventKind.CLOSED: "c", EventKind.REOPENED: "r", EventKind.FOUND: "f"}


def _says(description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description)


class Events(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What happened, in order: columns of equal length."""

    kind: Annotated[str, _says("a letter for each event: o opened, c closed, r reopened, f found")]
    state: Annotated[list[int], _says("the number of the event's state")]
    parent: Annotated[list[int], _says("the number of the state from which the way came, -1 for none")]
    g: Annotated[list[Count] | None, _says("what was travelled")] = None
    h: Annotated[list[Count] | None, _says("what is left, by the estimate")] = None
    f: Annotated[list[Count] | None, _says("their sum, or what else orders the search")] = None
    cost: Annotated[list[Json] | None, _says("costs of another kind, in place of g, h and f")] = None

    def __post_init__(self) -> None:
        if strange := set(self.kind) - set(_LETTERS.values()):
            raise ValueError(f"kind has the letter {min(strange)!r}; there are: o, c, r, f")
        others = [self.g, self.h, self.f]
        if (self.cost is None) == any(column is None for column in others) or (self.cost is not None and any(others)):
            raise ValueError("expected either g, h and f, or cost")
        columns = [self.state, self.parent, *(column for column in (*others, self.cost) if column is not None)]
        if any(len(column) != len(self.kind) for column in columns):
            raise ValueError("the columns are not of the same length")


class TraceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A search, event by event, with its question and its answer."""

    genastar_trace: Annotated[Literal[1], _says("the version of this format")]
    domain: Annotated[str, _says("the name of the domain")]
    world: Annotated[str, _says("the name of the source")]
    options: Annotated[dict[str, Json], _says("the domain's options, all of them")]
    start: Annotated[str, _says("a position, as the domain writes it")]
    goals: Annotated[list[str], _says("positions")]
    start_place: Annotated[int | None, _says("the place of the start in the world's view, null if there is no view")] = None
    goal_places: Annotated[list[int], _says("the places of the goals, none if there is no view")] = []
    unit: Annotated[float, _says("what the solver's numbers were divided by, to be in the units of the answer's cost")] = 1.0
    states: Annotated[list[str], _says("the name of each state, in the order in which they first appear")]
    places: Annotated[list[int] | None, _says("the place of each state, -1 for none; null if there is no view")] = None
    algorithm_options: Annotated[dict[str, Json], _says("those of the algorithm that was named, none if auto chose it")] = {}
    events: Events
    answer: Annotated[dict[str, Json], _says("the answer, as docs/json.md has it")]

    def __post_init__(self) -> None:
        most = len(self.states)
        if self.places is not None and len(self.places) != most:
            raise ValueError(f"there are {most} states and {len(self.places)} places")
        if not all(0 <= state < most for state in self.events.state):
            raise ValueError(f"an event has a state that is not from 0 to {most - 1}")
        if not all(-1 <= parent < most for parent in self.events.parent):
            raise ValueError(f"an event has a parent that is not from -1 to {most - 1}")


class _Head(msgspec.Struct):
    """What all versions begin with."""

    genastar_trace: int


def trace_file(
    domain: AnyDomain,
    view: AnyView | None,
    world: str,
    options: Mapping[str, Json],
    start: object,
    goals: Sequence[object],
    result: AnyResult,
    trace: Trace[object, Comparable],
    algorithm_options: Mapping[str, Json] | None = None,
) -> TraceFile:
    """A search as a file.

    Args:
        domain: the world that was searched.
        view: its view.
        world: the name of its source.
        options: the domain's, as JSON.
        start: of the question.
        goals: of the question.
        result: the answer.
        trace: what the search did.
        algorithm_options: of the algorithm that was named, as JSON.
    """
    numbers = {state: number for number, state in enumerate(dict.fromkeys(event.node.position for event in trace.events))}
    unit = 1.0 if view is None else float(view.unit)
    question = Question((start,), tuple(goals))
    return TraceFile(
        genastar_trace=VERSION,
        domain=domain.info.name,
        world=world,
        options=dict(options),
        start=domain.format(start),
        goals=[domain.format(goal) for goal in goals],
        start_place=None if view is None else int(view.place(start)),
        goal_places=[] if view is None else [int(view.place(goal)) for goal in goals],
        unit=unit,
        states=[name_of(domain, question, state) for state in numbers],
        places=None if view is None else [int(view.place_of_state(state)) for state in numbers],
        algorithm_options=dict(algorithm_options or {}),
        events=_events(trace, numbers, unit),
        answer=as_json(domain, result),
    )


def name_of(domain: AnyDomain, question: Question[object], state: object) -> str:
    """Return the position of a state as text; the state's own text where no position stands for it alone."""
    positions = domain.to_positions((state,), question)
    return domain.format(positions[0]) if positions else str(state)


def write_trace(trace: TraceFile) -> bytes:
    """The file."""
    return msgspec.json.encode(trace) + b"\n"


def read_trace(content: bytes | str) -> TraceFile:
    """A trace from the content of its file.

    Raises:
        BadInput: it is no such file, or one of another version; the message says where and what was expected.
    """
    try:
        head = msgspec.json.decode(content, type=_Head)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadInput(f'this is no trace: {error}; it is an object with "genastar_trace": {VERSION}') from error
    if head.genastar_trace != VERSION:
        raise BadInput(f"this is a trace of version {head.genastar_trace}, and {VERSION} is known here")
    try:
        return msgspec.json.decode(content, type=TraceFile)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"this trace is damaged: {error}") from error


def schema() -> dict[str, Json]:
    """The JSON Schema of such files."""
    return {"$schema": DIALECT, "title": "A trace of genastar"} | msgspec.json.schema(TraceFile)


def _events(trace: Trace[object, Comparable], numbers: Mapping[object, int], unit: float) -> Events:
    nodes = [event.node for event in trace.events]
    kind = "".join(_LETTERS[event.kind] for event in trace.events)
    state = [numbers[node.position] for node in nodes]
    parent = [-1 if node.parent is None else numbers.get(node.parent, -1) for node in nodes]
    if not all(isinstance(node.cost, Cost) for node in nodes):
        return Events(kind=kind, state=state, parent=parent, cost=[plain(node.cost) for node in nodes])
    costs = [cast("Cost[float]", node.cost) for node in nodes]
    return Events(
        kind=kind,
        state=state,
        parent=parent,
        g=[_count(cost.travelled, unit) for cost in costs],
        h=[_count(cost.left, unit) for cost in costs],
        f=[_count(cost.total, unit) for cost in costs],
    )


def _count(number: float, unit: float) -> Count:
    found = float(number) / unit
    return found if isfinite(found) else "inf"
