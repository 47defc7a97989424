"""Who may ask: the Host and Origin of requests, a token; and what browsers are told to refuse."""

from __future__ import annotations

import re
from asyncio import CancelledError
from collections.abc import Mapping
from hmac import compare_digest
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from socket import gethostname
from typing import Final, Literal, cast
from urllib.parse import parse_qsl, urlencode

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, LifeSpanScope, Message, Receive, ReceiveMessage, Scope, Send

from genastar_studio.connection import OVERDUE
from genastar_studio.problems import Refusal, send_problem
from genastar_studio.settings import LOCALHOST, Settings

COOKIE: Final = "genastar_token"

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_HOST: Final = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]{2,45})]|(?P<name>[A-Za-z0-9._-]{1,255}))(?::(?P<port>[0-9]{1,5}))?")

_LAST_PORT: Final = 65535

_ONCE: Final = frozenset({"host", "origin", "authorization", "sec-fetch-site"})

_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_OPEN: Final = "/api/v1/health"
"""What is told without a token."""


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = {name.lower() for name in (LOCALHOST, settings.host, gethostname(), *settings.names)}

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(cast(Scope, scope), receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        is_open = False

        async def send_routed(message: Message) -> None:
            """Send what the routes say; a WebSocket that none of them opened has an answer of HTTP."""
            nonlocal is_open
            is_open |= message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not is_open:
                await send_problem(scope, send_guarded, Refusal(HTTPStatus.NOT_FOUND, f"no WebSocket is at {_path_of(scope)}"))
            else:
                await send_guarded(message)

        is_whole = False

        async def receive_guarded() -> ReceiveMessage:
            """Tell a body that was not sent to its end from a client that goes away while it waits for the answer."""
            nonlocal is_whole
            try:
                message = await receive()
            except CancelledError:
                if is_whole:
                    raise
                raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "the server ends, and half of this request is missing") from None
            if message["type"] == "http.request":
                is_whole = not message["more_body"]
            elif message["type"] == "http.disconnect" and not is_whole:
                raise _cut_off(scope)
            return message

        try:
            _check_target(scope)
            headers = _headers_of(scope)
            self._check_place(scope, headers)
            if await self._let_in(scope, headers, send_guarded):
                await self._app(scope, receive_guarded, send_routed)
        except Refusal as error:
            await send_problem(scope, send_guarded, error)

    def _check_place(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Refuse names that are not this server's: another site's, bound to this address (DNS rebinding), and other origins."""
        host = headers.get("host", "")
        name = _hostname(host)
        if name not in self._hosts and not _is_address(name):
            raise Refusal(
                HTTPStatus.FORBIDDEN, f"Host is {host[:100]!r}, which is not this server's; use its address or localhost"
            )
        if _method(scope) in _READING:
            return
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            raise Refusal(HTTPStatus.FORBIDDEN, f"Origin is {origin[:100]!r}, and only pages of {host} may do this")
        if origin is None and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refusal(HTTPStatus.FORBIDDEN, f"only pages of {host} may do this")

    async def _let_in(self, scope: Scope, headers: Mapping[str, str], send: Send) -> bool:
        """Whether the request goes on; a token in the address is put into a cookie and taken out of the address."""
        token = self._settings.token
        if token is None or scope["path"] == _OPEN:
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(given.strip(), token):
            return True
        if _same(_cookie(headers.get("cookie", "")), token):
            return True
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if _method(scope) == "GET" and any(_same(v, token) for k, v in pairs if k == "token"):
            rest = urlencode([(key, value) for key, value in pairs if key != "token"])
            await _redirect(send, _path_of(scope) + (f"?{rest}" if rest else ""), token)
            return False
        raise Refusal(
            HTTPStatus.UNAUTHORIZED,
            "a token is required: send `Authorization: Bearer TOKEN`, or open the page with ?token=TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )


def _cut_off(scope: Scope) -> Refusal:
    """The refusal of a request whose body did not come."""
    if scope["state"].get(OVERDUE):
        return Refusal(HTTPStatus.REQUEST_TIMEOUT, "the body of the request did not come in time")
    return Refusal(HTTPStatus.BAD_REQUEST, "the client went away before it had sent the body")


def _path_of(scope: Scope) -> str:
    """The path as it was sent, in ASCII, so that it can be sent back."""
    return scope["raw_path"].partition(b"?")[0].decode("ascii")  # some servers leave the query in it


def _method(scope: Scope) -> str | None:
    """The method of a request; ``None`` of a WebSocket."""
    return str(scope["method"]) if scope["type"] == ScopeType.HTTP else None


def _check_target(scope: Scope) -> None:
    """Refuse what no route can have, before anything is made of it.

    Raises:
        Refusal: the target of the request is no path (a whole address, or ``*``); or its path holds other letters than ASCII.
    """
    if not scope["raw_path"].startswith(b"/"):
        raise Refusal(HTTPStatus.BAD_REQUEST, "the target of a request is a path here, which begins with /")
    if not (scope["path"].isascii() and scope["path"].isprintable()):
        raise Refusal(HTTPStatus.NOT_FOUND, f"there is no page {scope['path'][:100]!a}")


def _headers_of(scope: Scope) -> dict[str, str]:
    """The headers by their names in lower case.

    Raises:
        Refusal: one that says who asks is there more than once, so that others might read another of them.
    """
    headers: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        if name in _ONCE and name in headers:
            raise Refusal(HTTPStatus.BAD_REQUEST, f"the header {name} was sent twice; send it once")
        headers[name] = value.decode("latin-1")
    return headers


def _hostname(host: str) -> str:
    """The name in a Host header; nothing if it is not a name or an address, with a port or without (RFC 9110, 7.2)."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        return ""
    if found["v6"] is None:
        return found["name"].lower()
    return found["v6"] if _is_address(found["v6"], 6) else ""


def _is_address(name: str, version: Literal[4, 6] | None = None) -> bool:
    """Whether it is an IP address, which no one else's name server can turn into this machine's."""
    try:
        return version in (None, ip_address(name).version)
    except ValueError:
        return False


def _same(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def _cookie(text: str) -> str:
    try:
        found = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


async def _redirect(send: Send, path: str, token: str) -> None:
    cookie: SimpleCookie = SimpleCookie({COOKIE: token})
    cookie[COOKIE]["httponly"] = True
    cookie[COOKIE]["samesite"] = "Strict"
    cookie[COOKIE]["path"] = "/"
    where = "/" + path.lstrip("/\\")  # two slashes would name another host
    await send(
        {
            "type": "http.response.start",
            "status": HTTPStatus.SEE_OTHER,
            "headers": [
                (b"location", where.encode("latin-1")),
                (b"set-cookie", cookie[COOKIE].OutputString().encode("latin-1")),
                (b"cache-control", b"no-store"),
                (b"content-length", b"0"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": b"", "more_body": False})
