"""Access control: Host and Origin of requests, a token, and security headers for browsers."""

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

from genastar_studio.server.connection import OVERDUE
from genastar_studio.server.page_files import hash_styles
from genastar_studio.server.problems import Refusal, send_problem
from genastar_studio.server.settings import LOCALHOST, Settings

COOKIE: Final = "genastar_token"

HEADERS: Final = {
    "Content-Security-Policy": (
        f"default-src 'self'; style-src 'self' {hash_styles()}; img-src 'self' data: blob:; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'"
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
"""Path that answers without a token."""


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
            """Send the routes' messages; a WebSocket that no route opened gets an HTTP answer."""
            nonlocal is_open
            is_open |= message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not is_open:
                await send_problem(scope, send_guarded, Refusal(HTTPStatus.NOT_FOUND, f"no WebSocket is at {_get_path(scope)}"))
            else:
                await send_guarded(message)

        is_whole = False

        async def receive_guarded() -> ReceiveMessage:
            """Tell a body that was cut off from a client that disconnects while it waits for the answer."""
            nonlocal is_whole
            try:
                message = await receive()
            except CancelledError:
                if is_whole:
                    raise
                raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "the server is shutting down; request incomplete") from None
            if message["type"] == "http.request":
                is_whole = not message["more_body"]
            elif message["type"] == "http.disconnect" and not is_whole:
                raise _cut_off(scope)
            return message

        try:
            _check_target(scope)
            headers = _get_headers(scope)
            self._check_place(scope, headers)
            if await self._check_token(scope, headers, send_guarded):
                await self._app(scope, receive_guarded, send_routed)
        except Refusal as error:
            await send_problem(scope, send_guarded, error)

    def _check_place(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Refuse hosts that are not this server's (DNS rebinding), and other origins."""
        host = headers.get("host", "")
        name = _parse_hostname(host)
        if name not in self._hosts and not _is_address(name):
            raise Refusal(
                HTTPStatus.FORBIDDEN, f"Host is {host[:100]!r}, not a name of this server; use its address or localhost"
            )
        if _get_method(scope) in _READING:
            return
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            raise Refusal(HTTPStatus.FORBIDDEN, f"Origin is {origin[:100]!r}, but only pages of {host} may do this")
        if origin is None and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refusal(HTTPStatus.FORBIDDEN, f"only pages of {host} may do this")

    async def _check_token(self, scope: Scope, headers: Mapping[str, str], send: Send) -> bool:
        """Return whether the request may continue; move a token from the address to a cookie."""
        token = self._settings.token
        if token is None or scope["path"] == _OPEN:
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _is_same(given.strip(), token):
            return True
        if _is_same(_parse_cookie(headers.get("cookie", "")), token):
            return True
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if _get_method(scope) == "GET" and any(_is_same(v, token) for k, v in pairs if k == "token"):
            rest = urlencode([(key, value) for key, value in pairs if key != "token"])
            await _redirect(send, _get_path(scope) + (f"?{rest}" if rest else ""), token)
            return False
        raise Refusal(
            HTTPStatus.UNAUTHORIZED,
            "a token is required: send `Authorization: Bearer TOKEN`, or open the page with ?token=TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )


def _cut_off(scope: Scope) -> Refusal:
    """Return the refusal of a request whose body is incomplete."""
    if scope["state"].get(OVERDUE):
        return Refusal(HTTPStatus.REQUEST_TIMEOUT, "the body of the request did not arrive in time")
    return Refusal(HTTPStatus.BAD_REQUEST, "the client disconnected before it had sent the whole body")


def _get_path(scope: Scope) -> str:
    """Return the path as it was sent, in ASCII, so that it can be sent back."""
    return scope["raw_path"].partition(b"?")[0].decode("ascii")  # some servers include the query


def _get_method(scope: Scope) -> str | None:
    """Return the method of a request; ``None`` for a WebSocket."""
    return str(scope["method"]) if scope["type"] == ScopeType.HTTP else None


def _check_target(scope: Scope) -> None:
    """Refuse a target that no route can have, before anything else.

    Raises:
        Refusal: the target of the request is not a path (a full address, or ``*``), or its path is not ASCII.
    """
    if not scope["raw_path"].startswith(b"/"):
        raise Refusal(HTTPStatus.BAD_REQUEST, "the target of a request must be a path that begins with /")
    if not (scope["path"].isascii() and scope["path"].isprintable()):
        raise Refusal(HTTPStatus.NOT_FOUND, f"there is no page {scope['path'][:100]!a}")


def _get_headers(scope: Scope) -> dict[str, str]:
    """Return the headers by their names in lower case.

    Raises:
        Refusal: a header that matters for access occurs twice, so that other programs might read another value.
    """
    headers: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        if name in _ONCE and name in headers:
            raise Refusal(HTTPStatus.BAD_REQUEST, f"the header {name} was sent twice; send it once")
        headers[name] = value.decode("latin-1")
    return headers


def _parse_hostname(host: str) -> str:
    """Return the name in a Host header; empty if it is not a name or an address with an optional port (RFC 9110, 7.2)."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        return ""
    if found["v6"] is None:
        return found["name"].lower()
    return found["v6"] if _is_address(found["v6"], 6) else ""


def _is_address(name: str, version: Literal[4, 6] | None = None) -> bool:
    """Return whether the name is an IP address, which no name server can redirect to this machine."""
    try:
        return version in (None, ip_address(name).version)
    except ValueError:
        return False


def _is_same(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def _parse_cookie(text: str) -> str:
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
