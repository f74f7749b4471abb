"""Puts the server together: `create()` is what uvicorn runs, in each worker."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import sys
from collections.abc import AsyncIterator
from functools import partial

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from spieltisch import __version__
from spieltisch.core.errors import SpieltischError
from spieltisch.people import abandoned
from spieltisch.server import gc_pauses, limits, logs
from spieltisch.server.compiling import Compilation
from spieltisch.server.context import Context
from spieltisch.server.health import Health
from spieltisch.server.http import (
    pages,
    routes_deals,
    routes_games,
    routes_matches,
    routes_me,
    routes_notices,
    routes_review,
    routes_share,
    routes_slow,
    routes_tables,
)
from spieltisch.server.http.hosts import is_known
from spieltisch.server.http.identity import People
from spieltisch.server.http.middleware import Guard, address_of, answer, is_foreign
from spieltisch.server.http.openapi import describe
from spieltisch.server.limits import Limiter
from spieltisch.server.metrics import Metrics
from spieltisch.server.notifications import open_notifier
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.server.socket.close_codes import code_of
from spieltisch.server.socket.connection import serve
from spieltisch.server.threads import Threads
from spieltisch.store.bus import Postgres
from spieltisch.store.engine import complete_url, connect, is_sqlite, migrate
from spieltisch.store.sqlite_file import keep_private
from spieltisch.store.store import Store
from spieltisch.tables.bots import Bots
from spieltisch.tables.origins import Origins
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import Alone, Bus, StoreError, now
from spieltisch.tables.thinking import Thinking
from spieltisch.tables.validation import told

HANDOVER = 0.0005  # seconds; Python's own 5 ms are longer than a turn takes

log = logging.getLogger("spieltisch.app")


def create() -> FastAPI:
    logs.set_up()
    app = make_app(Settings.read())
    gc.freeze()
    gc.enable()
    return app


def make_app(settings: Settings) -> FastAPI:
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context = await _open(settings, metrics)
        app.state.context = context
        compilation = asyncio.create_task(_compile(context))
        await context.rooms.start()
        context.rooms.spawn(abandoned.sweep_forever(context.rooms, context.people.store, now))
        context.notifier.start()
        yield
        compilation.cancel()
        await asyncio.gather(compilation, return_exceptions=True)
        await context.notifier.stop()
        await context.rooms.stop()
        context.threads.stop()
        context.picture_queue.stop()

    app = FastAPI(
        title="Spieltisch",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    _add_problems(app)
    parts = (routes_games, routes_me, routes_deals, routes_tables, routes_matches, routes_review)
    for part in (*parts, routes_share, routes_slow, routes_notices, pages):
        # Not `include_router`, which takes each route apart a second time, at the first request
        app.router.routes.extend(part.router.routes)
    _add_socket(app)
    pages.add_client(app)
    app.openapi = describe(app)  # type: ignore[method-assign]
    return app


async def _open(settings: Settings, metrics: Metrics) -> Context:
    sys.setswitchinterval(HANDOVER)  # a commit asks for the interpreter's lock several times
    url = complete_url(settings.address)
    file = settings.prepare_file() if is_sqlite(url) else None
    if file is not None:
        keep_private(file)
    await _bring_up_to_date(url)
    store = Store(connect(url, settings.silence), secrets.token_hex(6), patience=settings.silence)
    store.start()
    bus: Bus = Alone() if is_sqlite(url) else Postgres(url, settings.silence)
    threads = Threads(settings.threads)
    bots = Bots(Thinking(threads, origins=Origins()))
    rooms = ServerRooms(settings, store, bus, bots, metrics, await store.secret("seat links"))
    creations = Limiter(*limits.CREATIONS, settings.limits)
    messages = Limiter(*limits.MESSAGES_TOGETHER, settings.limits)
    health = Health(store, bus, file)
    compilation = Compilation(rooms.ready)
    recoveries = Limiter(*limits.RECOVERIES, settings.limits)
    notifier = await open_notifier(settings, rooms, store, file)
    return Context(
        settings,
        rooms,
        People(store, rooms.origins),
        compilation,
        creations,
        messages,
        {},
        health,
        threads,
        notifier,
        Limiter(*limits.CODES, settings.limits),
        recoveries,
        settings.timezone,
        await store.secret("deals of days"),
        keepers=[notifier.queue],
    )


async def _bring_up_to_date(url: str) -> None:
    """By an engine of its own: a migration may take as long as it likes."""
    engine = connect(url)
    await migrate(engine)
    await engine.dispose()


async def _compile(context: Context) -> None:
    await context.compilation.run()
    gc_pauses.begin()
    await gc_pauses.collect_forever(lambda: context.rooms.last_event)


def _add_problems(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> JSONResponse:
        return answer(error)

    @app.exception_handler(SpieltischError)
    async def refused(_: Request, error: SpieltischError) -> JSONResponse:
        return answer(Problem.of(error))

    @app.exception_handler(StoreError)
    async def store(_: Request, error: StoreError) -> JSONResponse:
        log.warning("the database refused a request", extra={"reason": str(error)})
        return answer(Problem("server/store", wait=1))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return answer(Problem("input/invalid", told(error)))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        codes = {404: "input/unknown", 405: "input/method"}
        found = answer(Problem(codes.get(error.status_code, "input/invalid"), "unreadable"))
        found.headers.update(error.headers or {})
        return found


def _add_socket(app: FastAPI) -> None:
    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        context: Context = app.state.context
        address = address_of(websocket.scope)
        refusal = _refusal(websocket, context, address)
        if refusal is not None:
            await _turn_away(websocket, refusal)
            return
        context.connections[address] = context.connections.get(address, 0) + 1
        try:
            person = await context.people.find(websocket)
            allowed = partial(context.messages.take, address)
            await serve(websocket, context.rooms, context.people, person, table, allowed)
        except StoreError:
            await _turn_away(websocket, "server/store")
        finally:
            context.connections[address] -= 1
            if not context.connections[address]:
                del context.connections[address]


def _refusal(websocket: WebSocket, context: Context, address: str) -> str | None:
    """Why this connection is closed at once, if it is."""
    if not is_known(websocket.headers.get("host", ""), context.settings):
        return "host/unknown"
    if is_foreign(websocket.headers, context.settings):
        return "origin/foreign"
    crowded = context.connections.get(address, 0) >= limits.CONNECTIONS
    if context.settings.limits and (crowded or context.messages.take(address)):
        return "rate/limited"
    if context.rooms.stopping:
        return "server/stopping"
    return None


async def _turn_away(websocket: WebSocket, reason: str) -> None:
    await websocket.accept()
    await websocket.close(code_of(reason), reason)
