"""Metrics of the server, for Prometheus."""

from __future__ import annotations

from attrs import field, frozen
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from genastar.cli.answer import AnyResult


@frozen(eq=False)
class Metrics:
    """Counters of one application."""

    registry: CollectorRegistry = field(factory=CollectorRegistry)
    requests: Counter = field(init=False)
    durations: Histogram = field(init=False)
    searches: Gauge = field(init=False)
    outcomes: Counter = field(init=False)
    expansions: Counter = field(init=False)
    worlds: Gauge = field(init=False)
    streams: Gauge = field(init=False)

    @requests.default
    def _requests(self) -> Counter:
        return Counter("genastar_requests", "Requests answered", ("method", "path", "status"), registry=self.registry)

    @durations.default
    def _durations(self) -> Histogram:
        buckets = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
        labels = ("method", "path")
        return Histogram("genastar_request_seconds", "Time of requests", labels, registry=self.registry, buckets=buckets)

    @searches.default
    def _searches(self) -> Gauge:
        return Gauge("genastar_searches_running", "Searches that run now", registry=self.registry)

    @outcomes.default
    def _outcomes(self) -> Counter:
        labels = ("domain", "engine", "outcome")
        return Counter("genastar_searches", "Searches that ended", labels, registry=self.registry)

    @expansions.default
    def _expansions(self) -> Counter:
        return Counter("genastar_expansions", "Nodes expanded", ("domain", "engine"), registry=self.registry)

    @worlds.default
    def _worlds(self) -> Gauge:
        return Gauge("genastar_worlds", "Worlds held", registry=self.registry)

    @streams.default
    def _streams(self) -> Gauge:
        return Gauge("genastar_streams", "WebSockets that are open", registry=self.registry)

    def count(self, domain: str, result: AnyResult) -> None:
        """Count a finished search."""
        self.outcomes.labels(domain, result.engine, result.outcome.value).inc()
        self.expansions.labels(domain, result.engine).inc(result.expanded)

    def as_text(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
