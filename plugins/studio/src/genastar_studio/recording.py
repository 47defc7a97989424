"""Record a search for ``page/recorded.js``, which plays it without a server."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence

import msgspec

from genastar import BadInput, Comparable, Trace
from genastar.cli.answer import AnyResult
from genastar.domain import Question
from genastar.registry import AnyDomain, make_options
from genastar_studio.answers import PARTS, answer_shown, part_of, world_shown
from genastar_studio.trace_json import trace_file
from genastar_studio.worlds import Seen, World

EVENTS = 200_000
"""Maximum events of a recording, and of a search in the studio."""

Recording = dict[str, object]
"""JSON, except the columns and the parts of the view, which are bytes: see ``Recording`` in ``page/recorded.js``."""


def recording_of(
    domain: AnyDomain,
    result: AnyResult,
    trace: Trace[object, Comparable],
    start: object | None = None,
    goals: Sequence[object] = (),
) -> Recording:
    """Return a recording of a search, with its first `EVENTS` events.

    Args:
        domain: the world that was searched.
        result: the answer of the search.
        trace: the observer of the search.
        start: start of the question; by default the first position of the path.
        goals: goals of the question; by default the last position of the path.

    Raises:
        BadInput: the trace has no events, or the start is unknown.
    """
    if not trace.events:
        raise BadInput("the trace has no events; search with observer=trace, and show that trace")
    part = Trace(trace.events[:EVENTS])
    start = _start_of(domain, result, part) if start is None else start
    goals = goals or result.path[-1:]
    seen = Seen.of(domain, make_options(domain.info, {}))
    file = trace_file(domain, seen.view, domain.info.name, {}, start, goals, result, part)
    events, places = file.events, file.places or [-1] * len(file.states)
    whole = {"state": events.state, "parent": events.parent, "place": [places[state] for state in events.state]}
    parts = {name: found for name in PARTS if (found := part_of(seen, name)) is not None}
    costs = {"cost": events.cost} if events.g is None else {}
    return {
        "world": msgspec.to_builtins(world_shown(World(domain.info.name, seen))),
        "parts": parts,
        "start": file.start_place,
        "goals": file.goal_places,
        "frame": {"kind": events.kind, "names": file.states} | costs,
        "columns": {name: _bytes("i", column) for name, column in whole.items()}
        | {name: _bytes("d", map(float, column)) for name in "ghf" if (column := getattr(events, name)) is not None},
        "capped": EVENTS if len(trace.events) > EVENTS else 0,
        "answer": answer_shown(seen, start, goals, result),
    }


def _start_of(domain: AnyDomain, result: AnyResult, trace: Trace[object, Comparable]) -> object:
    """Return where a search began."""
    if result.path_to_closest:
        return result.path_to_closest[0]
    found = domain.to_positions((trace.events[0].node.position,), Question((), ()))
    if not found:
        raise BadInput("the start of this search is unknown; give start=")
    return found[0]


def _bytes(kind: str, column: Iterable[float]) -> bytes:
    """Return a column little-endian: of int32 (``i``) or float64 (``d``)."""
    found = array(kind, column)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()
