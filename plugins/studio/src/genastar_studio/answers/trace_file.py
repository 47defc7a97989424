"""Trace files: ``docs/trace-json.md`` describes the format, and ``docs/trace.schema.json`` is its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Annotated, Final, Literal, cast

import msgspec

from genastar import BadInput, Comparable, Cost, EventKind, PluginError, Trace
from genastar.algorithm import Algorithm, find_algorithm
from genastar.cli.answer import AnyResult, format_json, to_json_value
from genastar.options.description import DIALECT
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.question import Question
from genastar_studio.worlds.client_worlds import AnyView

VERSION: Final = 1

SUFFIX: Final = ".trace.json"

AnyJson = Annotated[object, msgspec.Meta(extra_json_schema={"description": "any value"})]
"""A value of JSON."""

Count = float | Literal["inf"]
"""A number that may be infinite."""

_LETTERS: Final = {EventKind.OPENED: "o", EventKind.CLOSED: "c", EventKind.REOPENED: "r", EventKind.FOUND: "f"}


def _describe(description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description)


class Events(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Events in order, as columns of equal length."""

    kind: Annotated[str, _describe("a letter for each event: o opened, c closed, r reopened, f found")]
    state: Annotated[list[int], _describe("number of the event's state")]
    parent: Annotated[list[int], _describe("number of the state that precedes it on the path, -1 for none")]
    g: Annotated[list[Count] | None, _describe("cost of the path so far")] = None
    h: Annotated[list[Count] | None, _describe("estimate of the remaining cost")] = None
    f: Annotated[list[Count] | None, _describe("g + h, or another value that orders the search")] = None
    cost: Annotated[list[AnyJson] | None, _describe("costs of other types, instead of g, h and f")] = None

    def __post_init__(self) -> None:
        if strange := set(self.kind) - set(_LETTERS.values()):
            raise ValueError(f"kind has the letter {min(strange)!r}; expected o, c, r or f")
        others = [self.g, self.h, self.f]
        if (self.cost is None) == any(column is None for column in others) or (self.cost is not None and any(others)):
            raise ValueError("expected either g, h and f, or cost")
        columns = [self.state, self.parent, *(column for column in (*others, self.cost) if column is not None)]
        if any(len(column) != len(self.kind) for column in columns):
            raise ValueError("the columns differ in length")


class TracedView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A world as the studio shows it, so that it can open the file without the world's source."""

    world: Annotated[dict[str, AnyJson], _describe("the world, as the service describes it")]
    parts: Annotated[dict[str, str], _describe("the bytes of the world's view, by their names in the service, in base64")]
    path: Annotated[list[int], _describe("places of the path")]


class TraceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A search, event by event, with its question and its answer."""

    genastar_trace: Annotated[Literal[1], _describe("version of this format")]
    domain: Annotated[str, _describe("name of the domain")]
    world: Annotated[str, _describe("name of the source")]
    options: Annotated[dict[str, AnyJson], _describe("all options of the domain")]
    start: Annotated[str, _describe("a position, as the domain writes it")]
    goals: Annotated[list[str], _describe("positions")]
    start_place: Annotated[int | None, _describe("place of the start in the world's view, null without a view")] = None
    goal_places: Annotated[list[int], _describe("places of the goals, empty without a view")] = []
    unit: Annotated[float, _describe("divisor from the solver's numbers to the units of the answer's cost")] = 1.0
    states: Annotated[list[str], _describe("name of each state, in the order of first appearance")]
    places: Annotated[list[int] | None, _describe("place of each state, -1 for none; null without a view")] = None
    algorithm_options: Annotated[dict[str, AnyJson], _describe("options of the named algorithm, empty if auto chose it")] = {}
    events: Events
    answer: Annotated[dict[str, AnyJson], _describe("the answer, in the form of docs/json.md")]
    view: Annotated[TracedView | None, _describe("the world as the studio shows it, null without a view")] = None

    def __post_init__(self) -> None:
        most = len(self.states)
        if self.places is not None and len(self.places) != most:
            raise ValueError(f"there are {most} states but {len(self.places)} places; expected equally many")
        if not all(0 <= state < most for state in self.events.state):
            raise ValueError(f"an event has a state outside 0 to {most - 1}")
        if not all(-1 <= parent < most for parent in self.events.parent):
            raise ValueError(f"an event has a parent outside -1 to {most - 1}")


class _Head(msgspec.Struct):
    """The beginning of all versions."""

    genastar_trace: int


def trace_file(
    domain: AnyDomain,
    view: AnyView | None,
    world: str,
    options: Mapping[str, AnyJson],
    start: object,
    goals: Sequence[object],
    result: AnyResult,
    trace: Trace[object, Comparable],
    algorithm_options: Mapping[str, AnyJson] | None = None,
    algorithm: Algorithm | str | None = None,
) -> TraceFile:
    """Return a search as a trace file.

    Args:
        domain: the world that was searched.
        view: view of the world.
        world: name of its source.
        options: options of the domain, as JSON.
        start: start of the question.
        goals: goals of the question.
        result: the answer.
        trace: the trace of the search.
        algorithm_options: options of the named algorithm, as JSON.
        algorithm: the algorithm of the search (default: the one that answered, with its default options).
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
        events=_make_events(trace, numbers, unit, unit_of_totals(result.algorithm if algorithm is None else algorithm, unit)),
        answer=format_json(domain, result),
    )


def name_of(domain: AnyDomain, question: Question[object], state: object) -> str:
    """Return the position of a state as text, or the state's own text if it stands for no single position."""
    positions = domain.to_positions((state,), question)
    return domain.format(positions[-1]) if positions else str(state)  # a last state may hold the start too


def write_trace(trace: TraceFile) -> bytes:
    """Return the bytes of the file."""
    return msgspec.json.encode(trace) + b"\n"


def read_trace(content: bytes | str) -> TraceFile:
    """Read a trace file.

    Raises:
        BadInput: it is not a trace file, or has another version; the message says where and what was expected.
    """
    try:
        head = msgspec.json.decode(content, type=_Head)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadInput(f'not a trace: {error}; expected an object with "genastar_trace": {VERSION}') from error
    if head.genastar_trace != VERSION:
        raise BadInput(f"this trace has version {head.genastar_trace}; expected {VERSION}")
    try:
        return msgspec.json.decode(content, type=TraceFile)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"this trace is damaged: {error}") from error


def make_schema() -> dict[str, AnyJson]:
    """Return the JSON Schema of trace files."""
    return {"$schema": DIALECT, "title": "A trace of genastar"} | msgspec.json.schema(TraceFile)


def unit_of_totals(algorithm: Algorithm | str, unit: float) -> float:
    """Return the divisor from totals of costs to the user's units, given that of costs: a number of steps has no unit."""
    with suppress(PluginError):  # auto counts no steps, and may choose an algorithm that is not installed by name
        chosen = find_algorithm(algorithm)() if isinstance(algorithm, str) else algorithm
        return 1.0 if chosen.counts_steps else unit
    return unit


def _make_events(trace: Trace[object, Comparable], numbers: Mapping[object, int], unit: float, totals: float) -> Events:
    nodes = [event.node for event in trace.events]
    kind = "".join(_LETTERS[event.kind] for event in trace.events)
    state = [numbers[node.position] for node in nodes]
    parent = [-1 if node.parent is None else numbers.get(node.parent, -1) for node in nodes]
    if not all(isinstance(node.cost, Cost) for node in nodes):
        return Events(kind=kind, state=state, parent=parent, cost=[to_json_value(node.cost) for node in nodes])
    costs = [cast("Cost[float]", node.cost) for node in nodes]
    return Events(
        kind=kind,
        state=state,
        parent=parent,
        g=[_count(cost.travelled, unit) for cost in costs],
        h=[_count(cost.left, unit) for cost in costs],
        f=[_count(cost.total, totals) for cost in costs],
    )


def _count(number: float, unit: float) -> Count:
    found = float(number) / unit
    return found if isfinite(found) else "inf"
