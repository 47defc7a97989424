"""The player in a notebook: a recorded search to play, pause and scrub in a cell. Install ``genastar-studio[notebook]``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, cast

from genastar import Comparable, Domain, Result, Trace
from genastar.arguments import expect, expect_whole
from genastar.cli.answer import AnyResult
from genastar.cost import V
from genastar.domain import O, S
from genastar.errors import lacks
from genastar.node import K
from genastar.registry import AnyDomain
from genastar_studio.bundle import bundle
from genastar_studio.pages import FOLDER
from genastar_studio.recording import recording_of

try:
    from anywidget import AnyWidget
    from traitlets import Dict, Int
except ImportError as error:
    raise lacks("the player for notebooks", "anywidget", error, "'genastar-studio[notebook]'") from error

HEIGHT: Final = 520
"""Of the player, in pixels of the screen, if the caller does not say."""

LOWEST: Final = 240
"""The least height."""


class Player(AnyWidget):
    """A widget that plays one search on the map of its world, with the player of the studio.

    Args:
        world: the domain that was searched.
        result: what the search answered.
        trace: the observer of the search.
        start: of the question; by default the first position of the path.
        goals: of the question; by default the last position of the path.
        height: in pixels.

    Raises:
        BadInput: the trace has no events, the start is not known, or the height is less than `LOWEST`.
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
        recording = recording_of(
            cast(AnyDomain, world), cast(AnyResult, result), cast("Trace[object, Comparable]", trace), start, goals
        )
        super().__init__(recording=recording, height=expect_whole("height", height, LOWEST))
