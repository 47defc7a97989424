"""Connections with time limits and refusals that uvicorn lacks.

uvicorn limits the time between two requests. It does not limit how long a head or a body may take to arrive, nor how long a
client may take to read. These protocols add such limits, and one on open connections. Each subclasses uvicorn's protocol and
observes it through the states of h11 and of the transport.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Final, Literal, cast

import h11
import msgspec
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from genastar_studio.server.problems import PROBLEM_JSON, Problem
from genastar_studio.server.settings import MEGABYTE, Settings

OVERDUE: Final = "overdue"
"""Key in a scope's state that says that the body did not arrive in time."""

_FRAMES: Final = 1000
"""Maximum WebSocket frames of any kind per second, and per message; the page sends a few dozen."""

_POLICY: Final = 1008
"""Close code for such a socket (RFC 6455, 7.4.1)."""

_LINGER: Final = 1.0
"""Seconds that a connection stays open after its last answer."""

_SLICE: Final = 4096
"""Bytes of frames to parse without a pause."""

_GRACEFUL: Final = 2
"""Seconds for connections to close when the server stops; searches were ended before."""

Phase = Literal["head", "body", "rest"]
"""What a connection waits for; ``rest`` is the remainder of a body whose answer was already sent."""


class _Stall:
    """Ends a connection whose client does not read."""

    def __init__(self, loop: asyncio.AbstractEventLoop, patience: float) -> None:
        self._loop = loop
        self._patience = patience
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, transport: asyncio.Transport) -> None:
        """Start: the client must read something within the patience, repeatedly."""
        self.stop()
        self._timer = self._loop.call_later(self._patience, self._look, transport, transport.get_write_buffer_size())

    def stop(self) -> None:
        """Stop: there is room again, or the connection is closed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, transport: asyncio.Transport, before: int) -> None:
        self._timer = None
        waiting = transport.get_write_buffer_size()
        if waiting and waiting >= before:
            transport.abort()
        elif waiting:
            self.watch(transport)


class HttpConnection(H11Protocol):
    """HTTP/1.1 with time limits for heads, bodies and answers, and with a maximum number of connections."""

    def __init__(
        self,
        settings: Settings,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._settings = settings
        self._phase: Phase | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stall = _Stall(self.loop, settings.patience)
        self._is_first = True
        self._is_refused = False
        """Whether the last answer was sent; later data is ignored."""
        self._opened = self.loop.time()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if len(self.connections) > self._settings.connections and not self._make_room():
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "the maximum number of connections is open; try again soon")
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._turn_to(None)
        self._stall.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_refused and not self.transport.is_closing():
            super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._turn_to(None)
        self._stall.stop()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer data that is not HTTP, once, even while the application works on an earlier request."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._refuse(HTTPStatus.BAD_REQUEST, msg)

    def on_response_complete(self) -> None:
        self._is_first = False
        super().on_response_complete()
        self._watch()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._stall.watch(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall.watch(self.transport)

    def resume_writing(self) -> None:
        self._stall.stop()
        super().resume_writing()

    def shutdown(self) -> None:
        """Close: at once if the request is incomplete, otherwise after its answer."""
        if self._phase == "body":
            self._give_up(HTTPStatus.SERVICE_UNAVAILABLE, "the server is shutting down")
        if self._is_refused:
            self.transport.close()
            return
        try:
            super().shutdown()
        except h11.LocalProtocolError:  # nothing more can be sent, so do not wait
            self.transport.close()

    def _watch(self) -> None:
        """Determine what the connection waits for, and start its time limit."""
        if self._is_refused or self.transport.is_closing():
            self._turn_to(None)
            self._stall.watch(self.transport)
            return
        if self.transport.get_protocol() is not self:  # upgraded to a WebSocket
            return
        match self.conn.their_state:
            case h11.IDLE:  # after an answer, uvicorn's own limit runs until the next head begins
                self._turn_to("head" if self._is_first or self.conn.trailing_data[0] else None)
            case h11.SEND_BODY:
                self._turn_to("rest" if self.cycle.response_complete else "body")
            case _:
                self._turn_to(None)

    def _turn_to(self, phase: Phase | None) -> None:
        if phase == self._phase:
            return
        self._phase = phase
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase is not None:
            settings = self._settings
            seconds = {"head": settings.head_seconds, "body": settings.body_seconds, "rest": _LINGER}[phase]
            self._timer = self.loop.call_later(seconds, self._overdue, phase, seconds)

    def _overdue(self, phase: Phase, seconds: float) -> None:
        if phase == "rest":
            self.transport.close()
            return
        self._give_up(HTTPStatus.REQUEST_TIMEOUT, f"the {phase} of the request did not arrive within {seconds:g} seconds")

    def _give_up(self, status: HTTPStatus, detail: str) -> None:
        """Answer instead of the application, which gets a disconnect event."""
        if self._phase == "body":
            self.scope["state"][OVERDUE] = status is HTTPStatus.REQUEST_TIMEOUT
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._refuse(status, detail)

    def _refuse(self, status: HTTPStatus, detail: str) -> None:
        self._turn_to(None)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not (self._is_refused or self.transport.is_closing()):
            body = msgspec.json.encode(Problem(status.phrase, status.value, detail))
            headers = [
                (b"content-type", PROBLEM_JSON.encode()),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            events = (
                h11.Response(status_code=status.value, headers=headers, reason=status.phrase.encode()),
                h11.Data(data=body),
                h11.EndOfMessage(),
            )
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
            with suppress(OSError):  # the client disconnected
                self.transport.write_eof()
        # Closing a socket with unread data resets it, and the answer would be lost.
        self._is_refused = True
        self.flow.resume_reading()
        self.loop.call_later(_LINGER, self.transport.close)
        self._stall.watch(self.transport)

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for a head, or to be closed, so that idle clients block no others."""
        waiting = [each for each in self.connections if isinstance(each, HttpConnection) and each._is_waiting]
        oldest = min(waiting, key=lambda each: (not each._is_refused, each._opened), default=None)
        if oldest is None:
            return False
        self.connections.discard(oldest)
        oldest._refuse(HTTPStatus.REQUEST_TIMEOUT, "the connection was idle while others waited; send the request again")
        oldest.transport.close()
        return True

    @property
    def _is_waiting(self) -> bool:
        is_between = self._phase is None and self.timeout_keep_alive_task is not None
        return self._phase in ("head", "rest") or is_between or self._is_refused


class _Handshakes(ServerProtocol):
    """WebSocket handshakes whose refusals are problem details."""

    def reject(self, status: int | HTTPStatus, text: str) -> Response:
        """Refuse a handshake."""
        found = HTTPStatus(status)
        detail = " ".join(text.replace("You cannot access a WebSocket server directly with a browser.", "").split())
        response = super().reject(found, msgspec.json.encode(Problem(found.phrase, found.value, detail)).decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = PROBLEM_JSON
        return response


class SocketConnection(WebSocketsSansIOProtocol):
    """WebSockets with a time limit for reading frames, and limits on the frames of a message."""

    def __init__(
        self,
        settings: Settings,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _Handshakes(max_size=config.ws_max_size, logger=self.logger)
        self._stall = _Stall(self.loop, settings.patience)
        self.close_timeout = _LINGER
        self._is_failed = False
        """Whether the socket was closed for an error of the client that the application does not know yet."""
        self._rest = bytearray()
        """Received data that is not yet parsed."""
        self._is_due = False
        """Whether the next slice is scheduled."""
        self._second, self._frames = self.loop.time(), 0
        """Begin of the current second, and the number of frames in it."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._stall.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data in slices with pauses for other connections: a chunk may contain tens of thousands of frames."""
        self._rest += data
        if len(self._rest) == len(data):  # no slice is scheduled
            self._feed()

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # websockets could not parse the head
            self.handshake_initiated = self.handshake_complete = self.close_sent = True
            self.transport.write(self.conn.reject(HTTPStatus.BAD_REQUEST, str(self.conn.handshake_exc)).serialize())
            self.transport.close()

    def handle_parser_exception(self) -> None:
        self._is_failed = True
        super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        if self._is_failed:
            raise ClientDisconnected
        await super().send(message)

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._go_on()
        return message

    def _feed(self) -> None:
        self._is_due = False
        if self.transport.is_closing():
            self._rest.clear()
            return
        part = bytes(self._rest[:_SLICE])
        del self._rest[:_SLICE]
        super().data_received(part)
        self._go_on()

    def _go_on(self) -> None:
        """Continue with the next slice, or with reading, unless the application or the client must read first."""
        if self.read_paused or not self.writable.is_set():
            return
        if not self._rest:
            self.transport.resume_reading()
        elif not self._is_due:
            self._is_due = True
            self.transport.pause_reading()
            self.loop.call_soon(self._feed)

    def pause_writing(self) -> None:
        """Stop reading from a client that does not read: each of its pings would queue another answer."""
        super().pause_writing()
        self.transport.pause_reading()
        self._stall.watch(self.transport)

    def resume_writing(self) -> None:
        self._stall.stop()
        super().resume_writing()
        self._go_on()

    def handle_text(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        """Count a frame; close the socket of a client that sends too many per second."""
        now = self.loop.time()
        if now - self._second >= 1.0:
            self._second, self._frames = now, 0
        self._frames += 1
        if max(self._frames, len(self.frames)) > _FRAMES and not self.close_sent:
            self.conn.fail(_POLICY, f"more than {_FRAMES:,} frames in a second or in a message")
            self.handle_parser_exception()
        return not self.close_sent


def make_server_config(app: object, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration for an application under these settings."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # Litestar and uvicorn type applications differently
        loop="asyncio",
        log_config=None,
        access_log=False,
        http=cast("type[asyncio.Protocol]", partial(HttpConnection, settings)),
        ws=cast("type[asyncio.Protocol]", partial(SocketConnection, settings)),
        ws_max_size=MEGABYTE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACEFUL,
        server_header=False,
    )
