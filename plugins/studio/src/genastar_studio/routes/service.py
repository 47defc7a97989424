"""State that all request handlers share."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from time import monotonic, sleep
from typing import Final
from weakref import WeakSet

from litestar.di import NamedDependency

from genastar_studio.questions.options import change_options
from genastar_studio.server.bodies import Json, decode_body
from genastar_studio.server.metrics import Metrics
from genastar_studio.server.problems import AnyRequest, Refusal
from genastar_studio.server.run import Searches, WorkBudget
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources, Upload
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents, Worlds
from genastar_studio.worlds.memory import release_memory

_WAKE: Final = 0.02

_TIDY: Final = 1.0
"""Seconds between two clean-ups."""


class Service:
    """State of one server. Not an attrs class: Litestar would inspect its fields at each request."""

    def __init__(self, settings: Settings, sources: Sources) -> None:
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.worlds = Worlds(settings)
        self.searches = Searches(settings, self.metrics)
        self.watchers: set[object] = set()
        """Open WebSockets."""
        self._uploads: WeakSet[Upload] = WeakSet()

    def check_watchers(self) -> None:
        """Refuse a WebSocket beyond the maximum.

        Raises:
            Refusal: the maximum is reached.
        """
        if len(self.watchers) > self.settings.sockets:
            detail = f"{self.settings.sockets} WebSockets are open, the maximum; close one"
            raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, detail)

    def upload(self, name: str) -> Upload:
        """Create a file for an upload. It is removed with the last world that needs it, or with the service."""
        upload = Upload(name)
        self._uploads.add(upload)
        return upload

    def close(self) -> None:
        """End all searches, forget all worlds, and remove uploaded files."""
        self.searches.cancel()
        self.worlds.close()
        for upload in list(self._uploads):
            upload.remove()

    async def tidy(self) -> None:
        """Forget unused worlds and return memory to the system, as long as the server runs."""
        before = 0
        while True:
            await asyncio.sleep(_TIDY)
            self.worlds.forget_old()
            now = self.worlds.gone + self.searches.long
            if now != before and self.searches.is_idle:
                before = now
                await asyncio.to_thread(release_memory)

    def is_settled(self, seconds: float) -> bool:
        """Return whether no thread works for a client, after waiting up to ``seconds``."""
        last = monotonic() + seconds
        while not self.searches.is_idle and monotonic() < last:
            sleep(_WAKE)
        return self.searches.is_idle


async def resolve_contents(request: AnyRequest, service: Service, world: ClientWorld, options: str) -> WorldContents:
    """Return a world under the options of a query: JSON of those that differ from the world's, or an empty text."""
    if not options:
        return world.contents

    def work(_: WorkBudget) -> WorldContents:
        changes = decode_body(options, dict[str, Json])
        return world.with_options(change_options(world.contents.domain.info, world.contents.options, changes))

    return await service.searches.run(request, work)


TheService = NamedDependency[Service]
"""Type of a handler's parameter ``service``."""
