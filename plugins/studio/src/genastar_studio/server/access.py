"""Access log (one line of JSON per request and WebSocket) and request metrics: the outermost layer of the application."""

from __future__ import annotations

import json
import logging
from http import HTTPStatus
from time import perf_counter
from typing import Final, cast

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, LifeSpanScope, Message, Receive, Scope, Send

from genastar_studio.server.metrics import Metrics

log = logging.getLogger("genastar.studio.access")

_ELSEWHERE: Final = "other"
"""Path in metrics for requests without a route, because clients could invent any number of paths."""


class AccessLog:
    """Measures the time and status of each request. Queries are not logged, because they may contain a token."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(cast(Scope, scope), receive, send)
            return
        request = scope
        method = str(request["method"]) if request["type"] == ScopeType.HTTP else "WEBSOCKET"
        is_head = method == "HEAD"
        if request["type"] == ScopeType.HTTP and is_head:
            request["method"] = HttpMethod.GET  # every route with GET also has HEAD (RFC 9110, 9.1)
        began, status, sent = perf_counter(), 0, 0

        async def counted(message: Message) -> None:
            nonlocal status, sent
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                case "http.response.body" if is_head:
                    message["body"] = b""
                case "http.response.body":
                    sent += len(message["body"])
                case "websocket.accept":
                    status = HTTPStatus.SWITCHING_PROTOCOLS
                case "websocket.send":
                    sent += len(message["text"] or message["bytes"] or "")
            await send(message)

        try:
            await self._app(request, receive, counted)
        finally:
            self._log_request(request, method, status, sent, perf_counter() - began)

    def _log_request(self, request: Scope, method: str, status: int, sent: int, seconds: float) -> None:
        path, template = request["path"], str(request.get("path_template") or _ELSEWHERE)
        known = method if template != _ELSEWHERE else _ELSEWHERE
        self._metrics.requests.labels(known, template, int(status)).inc()
        self._metrics.durations.labels(known, template).observe(seconds)
        client = request.get("client")
        facts = {
            "method": method,
            "path": path,
            "status": int(status),
            "seconds": round(seconds, 6),
            "bytes": sent,
            "client": client[0] if client else None,
        }
        log.info("%s %s %d", method, path, status, extra=facts)


class JsonLines(logging.Formatter):
    """Formats log records as JSON, one per line."""

    _FIELDS: Final = ("method", "path", "status", "seconds", "bytes", "client")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in self._FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_to_stderr(*, requests: bool) -> None:
    """Log to the error stream, on request also each HTTP request."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name, level in (
        ("genastar.studio", logging.INFO if requests else logging.WARNING),
        ("uvicorn", logging.WARNING),
        ("litestar", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
