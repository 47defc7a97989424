"""Refusals as RFC 9457 has them: ``application/problem+json``."""

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
        (r"with --from( \w+(,\w+)*)?", "as start"),
        (r"with --to( \w+(,\w+)*)?", "as goals"),
        (r"--from\b", "start"),
        (r"--to\b", "goals"),
        (r"if you trust it, raise (the option )?\w+", "this server allows no more"),
        (r"raise the option \w+ if that is meant", "this server allows no more"),
    )
)
"""Terms of the command line in the messages of domains, and what clients have in their place."""


class Problem(msgspec.Struct, frozen=True):
    """What a refusal says."""

    title: str
    status: int
    detail: str
    """One line: what is wrong, where, what was expected, and how to mend it."""
    type: str = "about:blank"


class Refusal(GenastarError):
    """A request that is not answered, with the status of HTTP that says why."""

    def __init__(self, status: HTTPStatus, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers or {}


def problem_of(error: Exception) -> Problem:
    """What to tell a client of an error. Of one that nobody foresaw, its type alone: its text may hold anything."""
    match error:
        case Refusal():
            status, detail = error.status, str(error)
        case Cancelled():
            status, detail = HTTPStatus.SERVICE_UNAVAILABLE, "the server ended this before it was done"
        case PluginError():
            status, detail = HTTPStatus.NOT_FOUND, str(error)
        case GenastarError() | msgspec.MsgspecError() | ValidationException():
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, _parts_told(error)
        case HTTPException():
            bad = error.status_code == HTTPStatus.BAD_REQUEST  # Litestar's word for input that it cannot read
            status = HTTPStatus.UNPROCESSABLE_ENTITY if bad else HTTPStatus(error.status_code)
            detail = error.detail
        case RecursionError():
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, "this is nested too deeply; send it flatter"
        case MemoryError():
            status, detail = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "there is not enough memory for this"
        case _:
            log.error("an error that nobody foresaw", exc_info=error)
            kind = type(error).__name__
            status, detail = (
                HTTPStatus.INTERNAL_SERVER_ERROR,
                f"{kind}: the fault is the server's or a domain's; its log says more",
            )
    return Problem(status.phrase, status.value, " ".join(map(_shortened, detail.split())))


def told(error: Exception) -> str:
    """The text of an error in the terms of clients, who have no command line."""
    text = str(error)
    for pattern, words in _TERMS:
        text = pattern.sub(words, text)
    return text


def _shortened(word: str) -> str:
    """What a client sent may be told to it again, but not by the kilobyte."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}..."


def answer_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """The response to a request that raised."""
    problem = problem_of(error)
    headers = error.headers if isinstance(error, (Refusal, HTTPException)) else None
    return Response(problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=headers)


def _parts_told(error: Exception) -> str:
    """The text of an error; Litestar's, with what it says of each part of a request."""
    if not isinstance(error, ValidationException):
        return told(error)
    parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in error.extra or [] if isinstance(part, dict)]
    return "; ".join([error.detail, *parts])


async def send_problem(scope: Scope, send: Send, error: Exception) -> None:
    """Answer without the application: before it was asked. A WebSocket is not opened."""
    problem = problem_of(error)
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
