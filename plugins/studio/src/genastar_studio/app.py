"""The application: routes, guard, errors, metrics and log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.types import ASGIApp, ControllerRouterHandler

from genastar_studio.description.openapi import describe_handlers
from genastar_studio.routes import alternatives, catalogue, exports, fleets, reach, solutions, worlds
from genastar_studio.routes.pages import page, player
from genastar_studio.routes.service import Service
from genastar_studio.routes.traces import trace
from genastar_studio.server.access import AccessLog
from genastar_studio.server.guard import Guard
from genastar_studio.server.problems import answer_error
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

PREFIX: Final = "/api/v1"

NO_SOURCES = Sources()


def make_app(settings: Settings, sources: Sources = NO_SOURCES) -> ASGIApp:
    """Return the application of a server."""
    return make_application(Service(settings, sources))


def make_application(service: Service) -> ASGIApp:
    """Return the application over an existing service, for callers that also use the service."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        tidying = asyncio.create_task(service.tidy())
        try:
            yield
        finally:
            tidying.cancel()
            service.close()

    async def get_service() -> Service:
        return service

    dependencies = {"service": Provide(get_service)}
    handlers: list[ControllerRouterHandler] = [
        catalogue.health, catalogue.plugins, catalogue.ready_engines, catalogue.all_algorithms,
        catalogue.all_domains, catalogue.all_sources,
        worlds.make_world, worlds.all_worlds, worlds.one_world, worlds.forget_world, worlds.view_part, worlds.position,
        worlds.fits, worlds.clearance,
        worlds.paint, worlds.paint_all,
        solutions.solve, solutions.batch, solutions.matrix, reach.reach, reach.ends, alternatives.alternatives, fleets.fleet,
        exports.heuristic, exports.export_file, exports.commands, trace,
    ]  # fmt: skip
    routes = Litestar(
        [
            Router(PREFIX, route_handlers=[*handlers, *describe_handlers(handlers, PREFIX, dependencies)]),
            catalogue.metrics,
            player,
            page,
        ],
        dependencies=dependencies,
        exception_handlers={Exception: answer_error},
        lifespan=[lifespan],
        request_max_body_size=None,  # each route has its own limit: see `bodies`
        openapi_config=None,
        logging_config=None,
    )
    return AccessLog(Guard(routes, service.settings), service.metrics)  # outermost, so that unknown paths are logged too
