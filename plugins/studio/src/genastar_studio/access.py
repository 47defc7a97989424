"""One line of JSON for each request, and its count: the outermost layer of the application."""

from __future__ import annotations

import json
import logging
from time import perf_counter
from typing import Final, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, LifeSpanScope, Message, Receive, Scope, Send

from genastar_studio.metrics import Metrics

log = logging.getLogger("genastar.studio.access")

_ELSEWHERE: Final = "other"
"""The path in metrics of what no route has: clients could make as many of them as they like."""


class Access:
    """Looks at the time and the status of each request. Addresses are told without what follows ``?``: a token may."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(cast(Scope, scope), receive, send)
            return
        request = cast(HTTPScope, scope)
        began, status, sent = perf_counter(), 0, 0

        async def counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                sent += len(message["body"])
            await send(message)

        try:
            await self._app(request, receive, counted)
        finally:
            self._tell(request, status, sent, perf_counter() - began)

    def _tell(self, request: HTTPScope, status: int, sent: int, seconds: float) -> None:
        method, path = str(request["method"]), request["path"]
        template = str(request.get("path_template") or _ELSEWHERE)
        known = method if template != _ELSEWHERE else _ELSEWHERE
        self._metrics.requests.labels(known, template, status).inc()
        self._metrics.durations.labels(known, template).observe(seconds)
        client = request.get("client")
        facts = {
            "method": method,
            "path": path,
            "status": status,
            "seconds": round(seconds, 6),
            "bytes": sent,
            "client": client[0] if client else None,
        }
        log.info("%s %s %d", method, path, status, extra=facts)


class JsonLines(logging.Formatter):
    """Records as JSON, each on a line of its own."""

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
    """Write what happens to the error stream, requests too if they are wanted."""
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
