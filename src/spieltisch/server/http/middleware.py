"""What every request passes first: limits, origin, size; what every answer carries: headers."""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections.abc import Coroutine
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spieltisch.server import limits
from spieltisch.server.http.hosts import is_known
from spieltisch.server.http.request_costs import COST, Cost, metered
from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings
from spieltisch.tables.problems import Problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # boards place their pieces by style attributes
        "img-src 'self' data:",
        "media-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the id of a private table is in its address
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = "max-age=31536000"
HANDED = "/api/tables/handed"  # records of matches: longer than what is typed
WATCHED = {"/healthz", "/metrics"}  # by whoever runs the server
SAFE = {"GET", "HEAD", "OPTIONS"}

log = logging.getLogger("spieltisch.http")


def address_of(scope: Scope) -> str:
    """Whose limits count: an address, or a network of IPv6."""
    client = scope.get("client")
    return limits.network_of(str(client[0])) if client else "local"


def is_foreign(headers: Headers, settings: Settings) -> bool:
    """Whether a browser sends this from a page of another site. Programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return False
    allowed = {part.strip().rstrip("/") for part in settings.origins.split(",") if part.strip()}
    if settings.url:
        allowed.add("{0.scheme}://{0.netloc}".format(urlsplit(settings.url)))
    try:
        return origin not in allowed and urlsplit(origin).netloc != headers.get("host", "")
    except ValueError:
        return True


def is_secure(scope: Scope, settings: Settings) -> bool:
    """Whether people come by TLS: so a trusted proxy says, or the host with `--url`."""
    return scope.get("scheme") == "https" or settings.url.lower().startswith("https://")


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.requests = limits.Limiter(*limits.REQUESTS, settings.limits)
        self.costs = limits.Budget(*limits.COST, settings.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        body = Body(receive, _longest(scope))

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(scope, message)
            await send(message)

        async def send_unless_too_big(message: Message) -> None:
            if not body.too_big:
                await send_with_headers(message)

        try:
            self._check(scope)
            await self._run(scope, body, send_unless_too_big)
            if body.too_big:
                raise Problem("input/too-big")
        except Problem as problem:
            await answer(problem)(scope, receive, send_with_headers)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("a request failed", extra={"incident": incident})
            await answer(Problem("server/error", incident))(scope, receive, send_with_headers)
        self.metrics.requests.labels(scope["method"], str(status)).inc()
        _note(scope, status, time.perf_counter() - started)

    async def _run(self, scope: Scope, body: Body, send: Send) -> None:
        """Whoever asks for much that takes long waits; by number alone, a few requests a second
        would keep the tables busy."""
        scope[COST] = cost = Cost()
        try:
            work = self.app(_as_get(scope), body.receive, send)
            await metered(cast(Coroutine[Any, Any, None], work), cost)
        finally:
            self.costs.spend(address_of(scope), cost.seconds)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not is_known(headers.get("host", ""), self.settings):
            raise Problem("host/unknown")
        wait = self._wait(scope["path"], address_of(scope))
        if wait:
            raise Problem("rate/limited", wait=math.ceil(wait))
        if scope["method"] not in SAFE and is_foreign(headers, self.settings):
            raise Problem("origin/foreign")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > _longest(scope):
            raise Problem("input/too-big")

    def _wait(self, path: str, address: str) -> float:
        """Pages and their files are not counted, since one visit asks for many; but what all of it
        costs is: a page may have a whole match replayed for what it says of itself."""
        if path in WATCHED:
            return 0.0
        counted = self.requests.take(address) if path.startswith("/api/") else 0.0
        return counted or self.costs.debt(address)

    def _add_headers(self, scope: Scope, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")
        if is_secure(scope, self.settings):
            headers.setdefault("strict-transport-security", HSTS)


def _as_get(scope: Scope) -> Scope:
    """HEAD is answered like GET; uvicorn leaves the body out."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def answer(problem: Problem) -> JSONResponse:
    headers = {"retry-after": str(problem.wait)} if problem.wait is not None else None
    return JSONResponse(problem.json(), problem.status, headers)


def _longest(scope: Scope) -> int:
    return limits.RECORD if scope["path"] == HANDED else limits.BODY


class Body:
    """A body without a length is counted as it comes in."""

    def __init__(self, receive: Receive, longest: int) -> None:
        self._receive = receive
        self.longest = longest
        self.read = 0
        self.too_big = False

    async def receive(self) -> Message:
        message = await self._receive()
        self.read += len(message.get("body", b""))
        if self.read > self.longest:
            self.too_big = True
            raise Problem("input/too-big")
        return message


# What follows one of these is the key to a table, a message or a seat: it is not written down.
BEFORE_KEYS = {"tables", "table", "matches", "replay", "review", "tv", "stop", "deals", "deal"}


def _note(scope: Scope, status: int, seconds: float) -> None:
    parts = scope["path"].split("/")
    shown = "/".join(
        "…" if at and parts[at - 1] in BEFORE_KEYS else part for at, part in enumerate(parts)
    )
    log.info(
        "request",
        extra={
            "method": scope["method"],
            "path": shown[:100],
            "status": status,
            "ms": round(seconds * 1000, 1),
        },
    )
