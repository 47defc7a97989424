"""Metrics of the server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from genastar.cli.answer import AnyResult

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)


class Metrics:
    """Counters of one application."""

    def __init__(self) -> None:
        self.registry = at = CollectorRegistry()
        self.requests = Counter("genastar_requests", "Requests answered", ("method", "path", "status"), registry=at)
        self.durations = Histogram(
            "genastar_request_seconds", "Time of requests", ("method", "path"), registry=at, buckets=_SECONDS
        )
        self.searches = Gauge("genastar_searches_running", "Searches that run now", registry=at)
        self.outcomes = Counter("genastar_searches", "Searches that ended", ("domain", "engine", "outcome"), registry=at)
        self.expansions = Counter("genastar_expansions", "Nodes expanded", ("domain", "engine"), registry=at)
        self.worlds = Gauge("genastar_worlds", "Worlds held", registry=at)
        self.streams = Gauge("genastar_streams", "WebSockets that are open", registry=at)

    def count(self, domain: str, result: AnyResult) -> None:
        """Count a finished search."""
        self.outcomes.labels(domain, result.engine, result.outcome.value).inc()
        self.expansions.labels(domain, result.engine).inc(result.expanded)

    def format_text(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
