"""All that the handlers of requests share."""

from __future__ import annotations

from litestar.di import NamedDependency

from genastar_studio.metrics import Metrics
from genastar_studio.run import Searches
from genastar_studio.settings import Settings
from genastar_studio.sources import Sources
from genastar_studio.worlds import Worlds


class Service:
    """What one server holds. No attrs class: Litestar would take it apart to look at its fields, at each request."""

    def __init__(self, settings: Settings, sources: Sources) -> None:
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.worlds = Worlds(settings)
        self.searches = Searches(settings, self.metrics)

    def close(self) -> None:
        """End all searches and forget all worlds."""
        self.searches.close()
        self.worlds.close()


TheService = NamedDependency[Service]
"""The type of a handler's parameter ``service``."""
