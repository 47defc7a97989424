"""Refusals as problem details, ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import logging
import re
from http import HTTPStatus
from typing import Final, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Message, Scope, Send

from genastar import Cancelled, PluginError
from genastar.errors import GenastarError

log = logging.getLogger("genastar.studio")

AnyRequest = Request[object, object, State]

_LONGEST_WORD = 120

PROBLEM_JSON = "application/problem+json"


_TERMS: Final = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"try: --domain NAME", "choose the domain"),
        (r"--domain( NAME)?", "the domain"),
        (r"give start= or --from( \w+(,\w+)*)?", "give one as start"),
        (r"give goals= or --to( \w+(,\w+)*)?", "give one as goals"),
        (r" \(start= and goals=, or --from x,y --to x,y\)", ""),
        (r" \((start|goals)= or --\w+ x,y\)", r" as \1"),
        (r"with --from( \w+(,\w+)*)?", "as start"),
        (r"with --to( \w+(,\w+)*)?", "as goals"),
        (r"--from\b", "start"),
        (r"--to\b", "goals"),
        (r"if you trust it, raise (the option )?\w+", "this server allows no more"),
        (r"raise the option \w+ if that is meant", "this server allows no more"),
    )
)
"""Command-line terms in the messages of domains, and their replacements for clients."""


class Problem(msgspec.Struct, frozen=True):
    """Content of a refusal."""

    title: str
    status: int
    detail: str
    """One line: what is wrong, where, what was expected, and how to fix it."""
    type: str = "about:blank"


class Refusal(GenastarError):
    """A request that is refused, with the HTTP status that says why."""

    def __init__(self, status: HTTPStatus, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers or {}


def make_problem(error: Exception) -> Problem:
    """Return the problem to send for an error. An unexpected error shows only its type, because its text may hold anything."""
    match error:
        case Refusal():
            status, detail = error.status, str(error)
        case Cancelled():
            status, detail = HTTPStatus.SERVICE_UNAVAILABLE, "the server shut down before this was done"
        case PluginError():
            status, detail = HTTPStatus.NOT_FOUND, str(error)
        case GenastarError() | msgspec.MsgspecError() | ValidationException():
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, _translate_error(error)
        case HTTPException():
            bad = error.status_code == HTTPStatus.BAD_REQUEST  # Litestar's status for unreadable input
            status = HTTPStatus.UNPROCESSABLE_ENTITY if bad else HTTPStatus(error.status_code)
            detail = error.detail
        case RecursionError():
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, "the value is nested too deeply; use fewer levels"
        case MemoryError():
            status, detail = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the server has not enough memory for this request; send less"
        case _:
            log.error("unexpected error", exc_info=error)
            kind = type(error).__name__
            status, detail = (
                HTTPStatus.INTERNAL_SERVER_ERROR,
                f"{kind}: an error of the server or a domain; see the server's log",
            )
    return Problem(status.phrase, status.value, " ".join(map(_shorten_word, detail.split())))


def translate_message(error: Exception) -> str:
    """Return an error's text without terms of the command line, which clients do not have."""
    text = str(error)
    for pattern, words in _TERMS:
        text = pattern.sub(words, text)
    return text


def _shorten_word(word: str) -> str:
    """Shorten a client's text before it is sent back."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}..."


def answer_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Return the response to a request that raised an error."""
    problem = make_problem(error)
    headers = error.headers if isinstance(error, (Refusal, HTTPException)) else None
    return Response(problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=headers)


def _translate_error(error: Exception) -> str:
    """Return the text of an error; for Litestar's, with the details of each part of a request."""
    if not isinstance(error, ValidationException):
        return translate_message(error)
    parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in error.extra or [] if isinstance(part, dict)]
    return "; ".join([error.detail, *parts])


async def send_problem(scope: Scope, send: Send, error: Exception) -> None:
    """Send a problem before the application handles a request. A WebSocket is not opened."""
    problem = make_problem(error)
    is_socket = scope["type"] == ScopeType.WEBSOCKET
    kind = "websocket.http.response" if is_socket else "http.response"
    if is_socket and kind not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.detail[:100]})
        return
    body = msgspec.json.encode(problem)
    more = error.headers if isinstance(error, Refusal) else {}
    headers = {"Content-Type": PROBLEM_JSON, "Content-Length": str(len(body))} | more
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send(cast(Message, {"type": f"{kind}.start", "status": problem.status, "headers": raw}))
    await send(cast(Message, {"type": f"{kind}.body", "body": body, "more_body": False}))
