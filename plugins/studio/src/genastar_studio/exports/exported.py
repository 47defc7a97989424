"""Export a search as a file: a picture, the scenario, or its trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

import msgspec
from attrs import define, field, frozen

from genastar import BadInput, CancelToken, Comparable, EventKind, Node, Trace
from genastar.authoring import DomainInfo
from genastar.cli.answer import AnyResult
from genastar.files import strip_packing, write_to_bytes
from genastar.options import OptionsOf
from genastar.options.description import options_to_json
from genastar.worlds.view import Canvas
from genastar_studio.answers import trace_file
from genastar_studio.answers.answer import describe_world, list_places
from genastar_studio.exports import posthoc
from genastar_studio.player.recording import encode_parts
from genastar_studio.questions.question import ResolvedQuestion
from genastar_studio.worlds.client_worlds import AnyView, ClientWorld, name_in_messages

SCENARIO: Final = "scenario"
TRACE: Final = "trace"
POSTHOC: Final = "posthoc"

_MEDIA_TYPES: Final = MimeTypes()  # without the system's types, which differ between machines
for _suffix, _kind in ((".geojson", "application/geo+json"), (".gpx", "application/gpx+xml"), (".webp", "image/webp")):
    _MEDIA_TYPES.add_type(_kind, _suffix)

_LONGEST_STEM: Final = 80


@frozen
class Exported:
    """A file for a client."""

    name: str
    media_type: str
    content: bytes


@define
class CappedTrace(Trace[object, Comparable]):
    """A trace with a maximum number of events; a search with more is ended."""

    most: int = 0
    cancel: CancelToken = field(factory=CancelToken)
    is_full: bool = False

    def notify(self, kind: EventKind, node: Node[object, Comparable]) -> None:
        if len(self.events) < self.most:
            super().notify(kind, node)
        else:
            self.is_full = True
            self.cancel.cancel()


def list_formats(asked: ResolvedQuestion) -> list[str]:
    """Return the formats in which a world can be exported."""
    return [
        *(suffix[1:] for suffix in asked.contents.domain.info.writes),
        TRACE,
        POSTHOC,
        *([SCENARIO] if _can_save(asked) else []),
    ]


def check_format(asked: ResolvedQuestion, wanted: str) -> None:
    """Refuse an unknown format before a search that may take long.

    Raises:
        BadInput: this world has no such format.
    """
    if wanted not in list_formats(asked):
        raise BadInput(
            f"format {wanted[:40]!r} is not available for this world; expected one of {', '.join(list_formats(asked))}"
        )


def search_with_trace(asked: ResolvedQuestion, most: int, *, cancel: CancelToken) -> tuple[AnyResult, CappedTrace]:
    """Return the answer to a question, and the trace of its search.

    Raises:
        BadInput: the search had more than ``most`` events.
    """
    trace = CappedTrace(most=most, cancel=cancel)
    result = asked.solve(cancel=cancel, observer=trace)
    if trace.is_full:
        raise BadInput(f"the search has more than {most:,} events, the maximum of a file; limit its expansions")
    return result, trace


def export(asked: ResolvedQuestion, name: str, wanted: str, result: AnyResult, trace: CappedTrace) -> Exported:
    """Export a search as a picture or a trace.

    Args:
        asked: the question.
        name: name of the world that the client knows.
        wanted: one of `list_formats`, except the scenario.
        result: the answer.
        trace: the trace of the search.

    Raises:
        BadInput: the domain cannot draw this search.
    """
    stem = name_stem(asked.contents.domain.info, name)
    if wanted not in (TRACE, POSTHOC):
        return _write_export(f"{stem}.{wanted}", lambda out: asked.contents.domain.draw(result, trace, out))
    domain, view = asked.contents.domain, asked.contents.view
    options = options_to_json(domain.info, asked.contents.options)
    how = {} if isinstance(asked.algorithm, str) else options_to_json(OptionsOf.of(type(asked.algorithm)), asked.algorithm)
    file = trace_file.trace_file(domain, view, name, options, asked.start, asked.goals, result, trace, how, asked.algorithm)
    if wanted == TRACE:
        if view is not None:
            file = msgspec.structs.replace(file, view=_make_view(asked, name, result))
        return _make_export(f"{stem}{trace_file.SUFFIX}", trace_file.write_trace(file))
    return _make_export(
        f"{stem}{posthoc.SUFFIX}", posthoc.format_posthoc(file, None if view is None else view.shape, _list_walls(view))
    )


def _make_view(asked: ResolvedQuestion, name: str, result: AnyResult) -> trace_file.TracedView:
    """Return what the studio needs to show the trace without the world's source."""
    shown = msgspec.to_builtins(describe_world(ClientWorld(name, asked.contents)))
    return trace_file.TracedView(
        world=shown | {"id": ""}, parts=encode_parts(asked.contents), path=list_places(asked.contents, result.path)
    )


def export_scenario(asked: ResolvedQuestion, name: str) -> Exported:
    """Export a world that can be saved, with the question and the options as far as its format stores them."""
    view = asked.contents.view
    assert isinstance(view, Canvas)
    return _write_export(
        name_saved_file(asked.contents.domain.info, name, view.saves), lambda out: view.save(out, asked.start, asked.goals)
    )


def name_saved_file(info: DomainInfo, name: str, saves: tuple[str, ...]) -> str:
    """Return a file name to save a world, different from the name of its source."""
    stem, suffix = name_stem(info, name), saves[0]
    return f"{stem}-new{suffix}" if f"{stem}{suffix}".lower() == name.lower() else f"{stem}{suffix}"


def name_stem(info: DomainInfo, name: str) -> str:
    """Return the name of a world's file without its suffix, in characters that every system accepts."""
    plain = strip_packing(name)
    ends = [strip_packing(suffix) for suffix in info.suffixes]
    known = max((len(end) for end in ends if plain.endswith(end)), default=0)
    stem = name[: len(plain) - known] if known else name
    return re.sub(r"[^\w.-]+", "-", stem).strip("-.")[:_LONGEST_STEM] or info.name


def _list_walls(view: AnyView | None) -> list[int]:
    """Return the places that bar the way; of worlds that can be painted, because only they tell."""
    if not isinstance(view, Canvas):
        return []
    wall = view.brushes[1].value
    return [place for place, value in enumerate(memoryview(view.values).cast("d")) if value == wall]


def _can_save(asked: ResolvedQuestion) -> bool:
    view = asked.contents.view
    return isinstance(view, Canvas) and bool(view.saves)


def _write_export(name: str, write: Callable[[Path], None]) -> Exported:
    """Return what ``write`` writes to a file, without keeping the file."""

    def write_named(out: Path) -> None:
        with name_in_messages(out, name):
            write(out)

    content = write_to_bytes(name, write_named)
    return _make_export(name, content)


def _make_export(name: str, content: bytes) -> Exported:
    kind, _ = _MEDIA_TYPES.guess_type(name)
    return Exported(name, kind or "application/octet-stream", content)
