"""All that the handlers of requests share."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from time import monotonic, sleep
from typing import Final
from weakref import WeakSet

from litestar.di import NamedDependency

from genastar_studio.memory import give_back
from genastar_studio.metrics import Metrics
from genastar_studio.problems import Refusal
from genastar_studio.run import Searches
from genastar_studio.settings import Settings
from genastar_studio.sources import Sources, Upload
from genastar_studio.worlds import Worlds

_WAKE: Final = 0.02

_TIDY: Final = 1.0
"""Seconds between two looks at what can be given back."""


class Service:
    """What one server holds. No attrs class: Litestar would take it apart to look at its fields, at each request."""

    def __init__(self, settings: Settings, sources: Sources) -> None:
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.worlds = Worlds(settings)
        self.searches = Searches(settings, self.metrics)
        self.watchers: set[object] = set()
        """Of the WebSockets that are open."""
        self._uploads: WeakSet[Upload] = WeakSet()

    def check_watchers(self) -> None:
        """Refuse one more WebSocket than may be.

        Raises:
            Refusal: there are more.
        """
        if len(self.watchers) > self.settings.sockets:
            detail = f"{self.settings.sockets} WebSockets are open, as many as may be at once; close one"
            raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, detail)

    def upload(self, name: str) -> Upload:
        """Make room for a file that a client sends; it is removed with the last world that needs it, or with the service."""
        upload = Upload(name)
        self._uploads.add(upload)
        return upload

    def close(self) -> None:
        """End all searches, forget all worlds, and remove the files that clients sent."""
        self.searches.cancel()
        self.worlds.close()
        for upload in list(self._uploads):
            upload.remove()

    async def tidy(self) -> None:
        """Forget worlds that nobody uses any more, and give memory back, as long as the server runs."""
        before = 0
        while True:
            await asyncio.sleep(_TIDY)
            self.worlds.forget_old()
            now = self.worlds.gone + self.searches.long
            if now != before and self.searches.is_idle:
                before = now
                await asyncio.to_thread(give_back)

    def is_settled(self, seconds: float) -> bool:
        """Whether no thread works for a client any more, for which this waits so long at most."""
        last = monotonic() + seconds
        while not self.searches.is_idle and monotonic() < last:
            sleep(_WAKE)
        return self.searches.is_idle


TheService = NamedDependency[Service]
"""The type of a handler's parameter ``service``."""
