"""The gallery: worlds that the page offers, with a question and settings for each.

``page/gallery/gallery.json`` lists the examples.

``python -m genastar_studio.player.gallery`` records the search with which the page opens again.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec

from genastar import BadInput, Comparable, Limits, Trace
from genastar.options.description import options_to_json
from genastar.worlds.domain_registry import load, make_options
from genastar.worlds.view import Canvas, Cells
from genastar_studio.player.recording import PanelSettings, Recording, format_recording, record_searches, search_of
from genastar_studio.server.bodies import Json
from genastar_studio.server.page_files import FOLDER
from genastar_studio.worlds.client_worlds import WorldContents

GALLERY: Final = FOLDER / "gallery"

OPENING: Final = GALLERY / "terrain.recording"
"""The recorded search with which the page opens, before the server has read any domain."""


_SOON: Final = Limits(expansions=6000)


class GalleryExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example of the gallery."""

    name: str
    title: str
    text: str
    """One line about what there is to see."""
    domain: str
    file: str
    panels: list[PanelSettings]
    start: str | None = None
    """Start and goals; otherwise those that the file names."""
    goals: list[str] = []
    options: dict[str, Json] = {}
    """Options with which the file is read."""

    @property
    def path(self) -> Path:
        """The file of the world."""
        return GALLERY / self.file


def read_examples() -> list[GalleryExample]:
    """Return the examples of the gallery."""
    return msgspec.json.decode((GALLERY / "gallery.json").read_bytes(), type=list[GalleryExample])


def record(example: GalleryExample, panels: Iterable[PanelSettings]) -> Recording:
    """Return an example's question, searched with each of these settings that fit and find a path soon, interpreted."""
    domain = load(example.path, domain=example.domain, **example.options)
    start = domain.default_starts()[0] if example.start is None else domain.parse(example.start)
    goals = tuple(map(domain.parse, example.goals)) or tuple(domain.default_goals())
    seen = WorldContents.of(domain, make_options(domain.info, dict[str, object](example.options)))
    searches = []
    for panel in panels:
        trace: Trace[object, Comparable] = Trace()
        world = load(example.path, domain=example.domain, **example.options | panel.options) if panel.options else domain
        try:
            result = world.search(start, goals, algorithm=panel.algorithm, engine="interpreted", observer=trace, limits=_SOON)
        except BadInput:
            continue
        if result.found:
            under = WorldContents.of(world, make_options(world.info, {**panel.options}))
            searches.append(search_of(under, result, trace, start, goals, panel))
    found = record_searches(seen, example.title, start, goals, searches)
    found.scenario = _make_scenario(seen, found)
    return found


def make_opening_recording() -> bytes:
    """Return the bytes of the recording with which the page opens."""
    example = read_examples()[0]
    recording = record(example, example.panels[:1])
    recording.world["id"] = ""
    for search in recording.searches:
        search.answer["seconds"] = None  # it differs between runs, and says nothing about this machine
    return format_recording(recording)


def _make_scenario(seen: WorldContents, recording: Recording) -> dict[str, Json] | None:
    """Return a paintable world of cells in the form of a share link, see ``page/model/share-link.js``."""
    view, shape = seen.view, seen.shape
    if not isinstance(view, Canvas) or not view.is_complete or not isinstance(shape, Cells) or shape.layers > 1:
        return None
    values = memoryview(view.values).cast("d")
    runs = [number for value, run in groupby(values) for number in (value, sum(1 for _ in run))]
    return {
        "v": 1,
        "name": recording.title,
        "domain": seen.domain.info.name,
        "options": options_to_json(seen.domain.info, seen.options),
        "width": shape.width,
        "height": shape.height,
        "values": runs,
        "start": recording.start,
        "goals": recording.goals,
        "pieces": {},
    }


if __name__ == "__main__":
    OPENING.write_bytes(make_opening_recording())
