"""Record searches of a world for ``page/recorded.html``, which plays them without a server."""

from __future__ import annotations

import sys
import zlib
from array import array
from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isclose
from typing import Final

import msgspec

from genastar import BadInput, Comparable, Trace
from genastar.algorithm import find_algorithm
from genastar.cli.answer import AnyResult
from genastar.worlds.domain_registry import AnyDomain, make_options
from genastar.worlds.question import Question
from genastar_studio.answers.answer import PARTS, Answer, answer_shown, describe_world, get_part
from genastar_studio.answers.trace_file import Events, trace_file
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

VERSION: Final = 1

EVENTS: Final = 200_000
"""Maximum events of a recorded search."""

Json = object


class PanelSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one panel."""

    algorithm: str = "auto"
    options: dict[str, Json] = {}


class RecordedSearch(msgspec.Struct, kw_only=True):
    """A recorded search."""

    settings: dict[str, Json]
    """``algorithm``, ``algorithmOptions`` and ``options``, as a panel of the page has them."""
    frame: dict[str, Json]
    """``kind``, ``names`` and maybe ``cost`` of a frame of the service's stream."""
    columns: dict[str, str]
    """The other columns of that frame, packed: see `pack_column`. Without ``f`` where it is ``g`` + ``h``."""
    answer: Answer
    capped: int = 0
    """Number of recorded events if there were more, else 0."""


class Recording(msgspec.Struct, kw_only=True):
    """A world and searches of it. Written as JSON, deflated in files and links."""

    genastar_recording: int = VERSION
    title: str
    world: dict[str, Json]
    """As the service describes it."""
    parts: dict[str, str]
    """The bytes of the world's view in base64."""
    start: int | str | None
    goals: list[int] | list[str]
    positions: list[tuple[int, str]]
    """Places with their positions."""
    algorithms: list[dict[str, Json]]
    """Name, summary and promise of the algorithms of the searches, whether an agent walks, and what to watch."""
    searches: list[RecordedSearch]
    shown: list[int] = msgspec.field(default_factory=lambda: [0])
    """The searches that are shown side by side at first."""
    scenario: Json = None
    """What a running studio opens instead, in the form of a share link; ``null`` if it cannot."""
    lesson: Json = None
    """The lesson of the page, with its title and sentences; ``null`` if it is none."""


def make_recording(
    domain: AnyDomain,
    result: AnyResult,
    trace: Trace[object, Comparable],
    start: object | None = None,
    goals: Sequence[object] = (),
) -> Recording:
    """Return a recording of one search, with its first `EVENTS` events.

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
    start = _start_of(domain, result, trace) if start is None else start
    goals = goals or result.path[-1:]
    seen = WorldContents.of(domain, make_options(domain.info, {}))
    search = search_of(seen, result, trace, start, goals)
    return record_searches(seen, domain.info.name, start, goals, [search])


def record_searches(
    seen: WorldContents, title: str, start: object, goals: Sequence[object], searches: list[RecordedSearch]
) -> Recording:
    """Return a recording of searches of one question."""
    domain, view = seen.domain, seen.view
    ends = [domain.format(end) for end in (start, *goals)]
    places = [] if view is None else [int(view.place(end)) for end in (start, *goals)]
    shown: list[int] | list[str] = places or ends
    return Recording(
        title=title,
        world=msgspec.to_builtins(describe_world(ClientWorld(title, seen))),
        parts=encode_parts(seen),
        start=shown[0],
        goals=shown[1:],
        positions=list(zip(places, ends, strict=False)),
        algorithms=[_describe_algorithm(name) for name in dict.fromkeys(str(each.settings["algorithm"]) for each in searches)],
        searches=searches,
    )


def encode_parts(seen: WorldContents) -> dict[str, str]:
    """Return the parts of a world's view in base64."""
    return {name: b64encode(found).decode() for name in PARTS if (found := get_part(seen, name)) is not None}


def search_of(
    seen: WorldContents,
    result: AnyResult,
    trace: Trace[object, Comparable],
    start: object,
    goals: Sequence[object],
    panel: PanelSettings | None = None,
) -> RecordedSearch:
    """Return one search, with its first `EVENTS` events.

    Args:
        seen: the world that was searched.
        result: the answer of the search.
        trace: the observer of the search.
        start: start of the question.
        goals: goals of the question.
        panel: the settings that were asked for (default: the algorithm that answered, without options).
    """
    panel = panel or PanelSettings(result.algorithm)
    part = Trace(trace.events[:EVENTS])
    file = trace_file(seen.domain, seen.view, "", {}, start, goals, result, part)
    events, places = file.events, file.places or [-1] * len(file.states)
    whole = {"state": events.state, "parent": events.parent, "place": [places[state] for state in events.state]}
    return RecordedSearch(
        settings={"algorithm": panel.algorithm, "algorithmOptions": {}, "options": {**panel.options}},
        frame={"kind": events.kind, "names": file.states} | ({"cost": events.cost} if events.g is None else {}),
        columns={name: pack_column("i", column) for name, column in whole.items()}
        | {name: pack_column("d", column) for name, column in _list_costs(events).items()},
        capped=EVENTS if len(trace.events) > EVENTS else 0,
        answer=answer_shown(seen, start, goals, result),
    )


def _list_costs(events: Events) -> dict[str, list[float]]:
    """Return g, h and f, without f where it is g + h; empty where costs are of other types."""
    costs = {name: [float(cost) for cost in column] for name in "ghf" if (column := getattr(events, name)) is not None}
    if costs and all(isclose(f, g + h, rel_tol=1e-12) for g, h, f in zip(costs["g"], costs["h"], costs["f"], strict=True)):
        del costs["f"]
    return costs


def pack_column(kind: str, column: Iterable[float]) -> str:
    """Return a column of int32 (``i``) or float64 (``d``) as text.

    Whole numbers become their differences. All first bytes of the little-endian numbers come first, then all second bytes, and
    so on, because bytes of equal weight resemble each other and deflate well. The text is base64.
    """
    numbers = array(kind, column)
    if kind == "i":
        numbers = array(kind, [number - before for before, number in pairwise([0, *numbers])])
    if sys.byteorder == "big":
        numbers.byteswap()
    size, data = numbers.itemsize, numbers.tobytes()
    return b64encode(b"".join(data[byte::size] for byte in range(size))).decode()


def format_recording(recording: Recording) -> bytes:
    """Return the bytes of a file ``.recording``."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(msgspec.json.encode(recording)) + deflate.flush()


def _describe_algorithm(name: str) -> dict[str, Json]:
    if name == "auto":
        return {"name": name, "summary": "", "promise": "", "walks": False, "viewing_hint": "", "counts_steps": False}
    found = find_algorithm(name)
    shown = {"name": name, "summary": found.summary, "promise": str(found().promise), "walks": found.walks}
    return shown | {"viewing_hint": found.viewing_hint, "counts_steps": found().counts_steps}


def _start_of(domain: AnyDomain, result: AnyResult, trace: Trace[object, Comparable]) -> object:
    """Return where a search began."""
    if result.path_to_closest:
        return result.path_to_closest[0]
    found = domain.to_positions((trace.events[0].node.position,), Question((), ()))
    if not found:
        raise BadInput("the start of this search is unknown; give start=")
    return found[0]
