"""The player in a notebook: play, pause and scrub a recorded search in a cell. Install ``genastar-studio[notebook]``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, cast

import msgspec

from genastar import Comparable, Domain, Result, Trace
from genastar.cli.answer import AnyResult
from genastar.errors import make_missing_library_error
from genastar.values.arguments import expect, expect_whole
from genastar.values.cost import V
from genastar.values.node import K
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.hooks import O, S
from genastar_studio.player.bundle import bundle
from genastar_studio.player.recording import make_recording
from genastar_studio.server.page_files import FOLDER

try:
    from anywidget import AnyWidget
    from traitlets import Dict, Int
except ImportError as error:
    raise make_missing_library_error("the player for notebooks", "anywidget", error, "'genastar-studio[notebook]'") from error

HEIGHT: Final = 520
"""Default height of the player in pixels."""

LOWEST: Final = 240
"""Minimum height in pixels."""


class Player(AnyWidget):
    """A widget that plays one search on the map of its world, with the player of the studio.

    Args:
        world: the domain that was searched.
        result: the answer of the search.
        trace: the observer of the search.
        start: start of the question; by default the first position of the path.
        goals: goals of the question; by default the last position of the path.
        height: height in pixels.

    Raises:
        BadInput: the trace has no events, the start is unknown, or the height is less than `LOWEST`.
    """

    _esm = f"const PAGE = {json.dumps(bundle('recorded.html'))};\n{(FOLDER / 'widget.js').read_text(encoding='utf-8')}"
    recording = Dict().tag(sync=True)
    height = Int(HEIGHT).tag(sync=True)

    def __init__(
        self,
        world: Domain[K, V, O, S],
        result: Result[K, V],
        trace: Trace[S, V],
        *,
        start: K | None = None,
        goals: Sequence[K] = (),
        height: int = HEIGHT,
    ) -> None:
        expect("world", world, Domain, "a domain")
        expect("trace", trace, Trace)
        recording = make_recording(
            cast(AnyDomain, world), cast(AnyResult, result), cast("Trace[object, Comparable]", trace), start, goals
        )
        super().__init__(recording=msgspec.to_builtins(recording), height=expect_whole("height", height, LOWEST))
