"""Figures for Prometheus, at /metrics."""

from __future__ import annotations

import functools

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        made = self.registry
        self.requests = Counter(
            "spieltisch_requests", "HTTP requests", ["method", "status"], registry=made
        )
        self.events = Counter("spieltisch_events", "Events taken in", ["what"], registry=made)
        self._event = functools.cache(self.events.labels)  # looked up for every event
        self.refused = Counter("spieltisch_refused", "Messages refused", ["code"], registry=made)
        self.connections = Gauge("spieltisch_connections", "Open WebSockets", registry=made)
        self.tables = Gauge("spieltisch_tables", "Tables in memory", registry=made)
        self.waiting = Gauge(
            "spieltisch_thoughts_waiting", "Bots that wait for their turn to think", registry=made
        )
        self.turns = Histogram(
            "spieltisch_turn_seconds",
            "From a turn's arrival to its acknowledgement",
            buckets=BUCKETS,
            registry=made,
        )

    def count_event(self, what: str) -> None:
        self._event(what).inc()

    def count_refused(self, code: str) -> None:
        self.refused.labels(code).inc()

    def time_turn(self, seconds: float) -> None:
        self.turns.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
