"""``genastar serve``: the service, for programs and for the page."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Annotated, Final, NoReturn

import uvicorn
from cyclopts import Parameter

from genastar import BadInput
from genastar.cli.console import complain
from genastar_studio.access import log_to_stderr
from genastar_studio.app import application
from genastar_studio.catalogue import domains_shown
from genastar_studio.connection import config_for
from genastar_studio.service import Service
from genastar_studio.settings import MEGABYTE, Settings
from genastar_studio.sources import Sources
from genastar_studio.watchdog import watched

api_version = "1"

TOKEN = "GENASTAR_TOKEN"
"""The variable of the environment that holds a token, which the list of processes would show."""

DEFAULTS = Settings()

_SWITCH: Final = 0.0005
"""Seconds that a search keeps the interpreter to itself: the event loop waits for each that runs, at each of its steps."""

_SETTLED: Final = 0.5
"""Seconds that threads have to end, when the server has."""

_PATIENCE: Final = 4.0
"""Seconds from a signal to the end of the process at the latest, whichever way."""


def command(
    *sources: Annotated[Path, Parameter(name="SOURCE", help="Files that clients may read worlds from.")],
    port: Annotated[int, Parameter(help="0 for one that is free.")] = DEFAULTS.port,
    host: Annotated[
        str, Parameter(help="The address to be reached at; any but this machine's own needs a token.")
    ] = DEFAULTS.host,
    token: Annotated[
        str | None, Parameter(help=f"What clients have to know; better in the variable {TOKEN} of the environment.")
    ] = None,
    name: Annotated[
        tuple[str, ...], Parameter(negative=(), help="A name that this server is reached by, of a proxy say. May be repeated.")
    ] = (),
    domain: Annotated[
        str | None, Parameter(help="The domain that reads the sources; by default the one that knows them.")
    ] = None,
    seconds: Annotated[float, Parameter(help="That a request or a search may take.")] = DEFAULTS.seconds,
    expansions: Annotated[int, Parameter(help="Of a search.")] = DEFAULTS.expansions,
    megabytes: Annotated[int, Parameter(help="Of a request's body.")] = DEFAULTS.body // MEGABYTE,
    places: Annotated[int, Parameter(help="Of a world that a client sends or makes.")] = DEFAULTS.places,
    worlds: Annotated[int, Parameter(help="That clients hold, all together.")] = DEFAULTS.worlds,
    searches: Annotated[int, Parameter(help="At once.")] = DEFAULTS.searches,
    connections: Annotated[int, Parameter(help="Open connections at once, WebSockets included.")] = DEFAULTS.connections,
    sockets: Annotated[int, Parameter(help="Open WebSockets at once.")] = DEFAULTS.sockets,
    head_seconds: Annotated[
        float, Parameter(help="Time in seconds for the head of a request to arrive.")
    ] = DEFAULTS.head_seconds,
    body_seconds: Annotated[
        float, Parameter(help="Time in seconds for the body of a request to arrive.")
    ] = DEFAULTS.body_seconds,
) -> int:
    """Answer over HTTP: domains, worlds, searches and their traces as a stream. See the page at /, and /api/v1/docs."""
    settings = Settings(
        host=host,
        port=port,
        names=name,
        token=token or os.environ.get(TOKEN) or None,
        seconds=seconds,
        expansions=expansions,
        body=megabytes * MEGABYTE,
        places=places,
        worlds=worlds,
        searches=searches,
        connections=connections,
        sockets=sockets,
        head_seconds=head_seconds,
        body_seconds=body_seconds,
    )
    log_to_stderr(requests=True)
    return run(settings, Sources.of(sources, domain), lambda address: complain(f"serving at {address}; Ctrl-C ends it"))


def run(settings: Settings, sources: Sources, ready: Callable[[str], object]) -> int:
    """Serve until Ctrl-C. ``ready`` is told the address when the server answers.

    Raises:
        BadInput: the address cannot be had.
    """
    service = Service(settings, sources)
    try:
        bound = bind(settings)
    except OSError as error:
        raise BadInput(f"{settings.host}, port {settings.port}, cannot be had: {error}; give another --port") from error
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    server = Server(config_of(service), service, lambda: ready(f"http://{host}:{bound.getsockname()[1]}/"))
    sys.setswitchinterval(_SWITCH)
    with watched(_PATIENCE):
        Thread(target=domains_shown, daemon=True).start()  # the page asks for them first, and then they are imported
        try:
            server.run([bound])
        finally:
            service.close()
            if not service.is_settled(_SETTLED):  # a compilation, say, which cannot be interrupted
                _leave(server)
    return 0


def _leave(server: Server) -> NoReturn:
    """End the process now, although threads of it work: it would wait for them."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(128 + server.signal if server.signal else 0)


def bind(settings: Settings) -> socket.socket:
    """The server's socket.

    Raises:
        OSError: the address is not this machine's, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named: of sockets that do not know it, asyncio leaves Nagle's delay on, 40 ms for each answer.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError:
        bound.close()
        raise
    return bound


def config_of(service: Service) -> uvicorn.Config:
    """Return how uvicorn serves it."""
    return config_for(application(service), service.settings)


class Server(uvicorn.Server):
    """A server that says when it is ready, and that ends within five seconds of the first signal, whatever it does."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready
        self.signal: int | None = None
        """That ended it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.searches.close()  # before their clients are waited for
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.signal = sig
        self._service.searches.cancel()
        super().handle_exit(sig, frame)
