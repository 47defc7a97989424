"""The application: routes, guard, errors, metrics and the log, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.types import ASGIApp

from genastar_studio import asking, catalogue, rooms
from genastar_studio.guard import Guard
from genastar_studio.pages import page
from genastar_studio.problems import answer_error
from genastar_studio.service import Service
from genastar_studio.settings import Settings
from genastar_studio.sources import Sources
from genastar_studio.traces import trace

NO_SOURCES = Sources()


def app_of(settings: Settings, sources: Sources = NO_SOURCES) -> ASGIApp:
    """The application of a server."""
    return application(Service(settings, sources))


def application(service: Service) -> ASGIApp:
    """The application over a service, for those who look at the service too."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            service.close()

    async def the_service() -> Service:
        return service

    handlers = [
        catalogue.health, catalogue.plugins, catalogue.ready_engines, catalogue.all_domains, catalogue.all_sources,
        rooms.make_world, rooms.all_worlds, rooms.one_world, rooms.forget_world, rooms.view_part, rooms.position,
        rooms.paint, rooms.paint_all,
        asking.solve, asking.batch, asking.matrix,
        trace,
    ]  # fmt: skip
    routes = Litestar(
        [Router("/api/v1", route_handlers=handlers), catalogue.metrics, page],
        dependencies={"service": Provide(the_service)},
        exception_handlers={Exception: answer_error},
        lifespan=[lifespan],
        request_max_body_size=service.settings.body,
        openapi_config=None,
        logging_config=None,
    )
    return Guard(routes, service.settings)  # around it all: also around what is not found
