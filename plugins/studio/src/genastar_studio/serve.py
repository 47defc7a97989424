"""``genastar serve``: run the web service, which programs and the studio page use."""

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
from genastar.cli.parameters import DomainOptions
from genastar_studio.app import make_application
from genastar_studio.routes.catalogue import describe_domains
from genastar_studio.routes.service import Service
from genastar_studio.server.access import log_to_stderr
from genastar_studio.server.connection import make_server_config
from genastar_studio.server.settings import MEGABYTE, Settings
from genastar_studio.server.sources import Sources
from genastar_studio.server.watchdog import watch_process

api_version = "1"

TOKEN = "GENASTAR_TOKEN"
"""Environment variable for the token; a command-line argument would be visible in the list of processes."""

DEFAULTS = Settings()

_SWITCH: Final = 0.0005
"""Interpreter switch interval in seconds: the event loop waits this long for each running search, at each of its steps."""

_SETTLED: Final = 0.5
"""Seconds for threads to end after the server has."""

_PATIENCE: Final = 4.0
"""Maximum seconds from a signal to the end of the process."""


def command(
    *sources: Annotated[Path, Parameter(name="SOURCE", help="Files from which clients may open worlds.")],
    port: Annotated[int, Parameter(help="Port to listen on; 0 picks a free one.")] = DEFAULTS.port,
    host: Annotated[str, Parameter(help="Address to listen on; any but a loopback address requires a token.")] = DEFAULTS.host,
    token: Annotated[
        str | None, Parameter(help=f"Secret that clients must send; safer in the environment variable {TOKEN} (default: none).")
    ] = None,
    name: Annotated[
        tuple[str, ...], Parameter(negative=(), help="Further host name of this server, such as a proxy's. May be repeated.")
    ] = (),
    domain: Annotated[str | None, Parameter(help="Domain that reads the sources (default: chosen by their formats).")] = None,
    option: DomainOptions = (),
    seconds: Annotated[float, Parameter(help="Maximum time of a request or a search in seconds.")] = DEFAULTS.seconds,
    expansions: Annotated[int, Parameter(help="Maximum number of expansions of a search.")] = DEFAULTS.expansions,
    megabytes: Annotated[int, Parameter(help="Maximum size of a request's body in megabytes.")] = DEFAULTS.body // MEGABYTE,
    places: Annotated[int, Parameter(help="Maximum number of places of a client's world.")] = DEFAULTS.places,
    worlds: Annotated[int, Parameter(help="Maximum number of worlds of all clients together.")] = DEFAULTS.worlds,
    searches: Annotated[int, Parameter(help="Maximum number of concurrent searches.")] = DEFAULTS.searches,
    connections: Annotated[int, Parameter(help="Maximum number of open connections, with WebSockets.")] = DEFAULTS.connections,
    sockets: Annotated[int, Parameter(help="Maximum number of open WebSockets.")] = DEFAULTS.sockets,
    head_seconds: Annotated[
        float, Parameter(help="Maximum time for the head of a request to arrive, in seconds.")
    ] = DEFAULTS.head_seconds,
    body_seconds: Annotated[
        float, Parameter(help="Maximum time for the body of a request to arrive, in seconds.")
    ] = DEFAULTS.body_seconds,
) -> int:
    """Serve domains, worlds, searches and their traces over HTTP. The page is at /, the API description at /api/v1/docs."""
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
    return run(
        settings, Sources.of(sources, domain, option), lambda address: complain(f"serving at {address} (Ctrl-C ends it)")
    )


def run(settings: Settings, sources: Sources, ready: Callable[[str], object]) -> int:
    """Serve until Ctrl-C. ``ready`` is called with the address when the server answers.

    Raises:
        BadInput: the address is not available.
    """
    service = Service(settings, sources)
    try:
        bound = bind(settings)
    except OSError as error:
        raise BadInput(f"cannot listen on {settings.host}, port {settings.port}: {error}; give another --port") from error
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    server = Server(make_config(service), service, lambda: ready(f"http://{host}:{bound.getsockname()[1]}/"))
    sys.setswitchinterval(_SWITCH)
    with watch_process(_PATIENCE):
        Thread(target=describe_domains, daemon=True).start()  # imports the domains, which the page asks for first
        try:
            server.run([bound])
        finally:
            service.close()
            if not service.is_settled(_SETTLED):  # for example a compilation, which cannot be interrupted
                _leave(server)
    return 0


def _leave(server: Server) -> NoReturn:
    """End the process now, without waiting for its threads."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # the reader may be gone
            stream.flush()
    os._exit(128 + server.signal if server.signal else 0)


def bind(settings: Settings) -> socket.socket:
    """Return the server's socket.

    Raises:
        OSError: the address does not belong to this machine, or the port is in use.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Name the protocol: otherwise asyncio keeps Nagle's delay, 40 ms per answer.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere the option would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError:
        bound.close()
        raise
    return bound


def make_config(service: Service) -> uvicorn.Config:
    """Return uvicorn's configuration for a service."""
    return make_server_config(make_application(service), service.settings)


class Server(uvicorn.Server):
    """A server that reports when it is ready, and that ends within five seconds of the first signal."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready
        self.signal: int | None = None
        """The signal that ended the server."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.searches.close()  # before waiting for their clients
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.signal = sig
        self._service.searches.cancel()
        super().handle_exit(sig, frame)
