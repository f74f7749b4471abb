"""`spieltisch serve`: checks what can be checked, so that a fault is one sentence, then serves."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import fields, replace

import uvicorn

from spieltisch.core.errors import BadOption
from spieltisch.server.http.bounded import BoundedHttp
from spieltisch.server.limits import MESSAGE
from spieltisch.server.settings import Settings
from spieltisch.server.socket.raw_frames import Wire
from spieltisch.store.engine import complete_url, connect, is_sqlite, reach
from spieltisch.store.sqlite_file import alone, file_of, keep_private

WAIT = 30.0  # seconds for the port to answer before the browser is opened
KEEP_ALIVE = 30  # seconds; a busy client must not find its connection closed
PING = 45.0  # seconds; proxies close what is silent for a minute
MOST_PORTS = 65_535
GRACEFUL = 10  # seconds for requests under way at shutdown


def serve(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    sqlite = is_sqlite(settings.address)
    if settings.workers > 1 and sqlite:
        raise BadOption(
            "Mehrere Prozesse (--workers) brauchen PostgreSQL (--database postgresql://…); "
            "eine SQLite-Datei gehört einem.",
            "several workers need PostgreSQL (--database postgresql://…); "
            "a SQLite file belongs to one process",
        )
    _check_port(settings)
    with alone(settings.prepare_file()) if sqlite else contextlib.nullcontext():
        if sqlite:
            keep_private(file_of(settings.address))
        asyncio.run(_check_database(settings))
        _announce(settings, sqlite)
        if args.open:
            _open_soon(settings)
        os.environ.update(settings.environment())
        signal.signal(signal.SIGTERM, _end)
        gc.disable()  # until the app is made, which loads most of the modules
        uvicorn.run(
            "spieltisch.server.app:create",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            http=BoundedHttp,
            ws=Wire,
            ws_max_size=MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=PING,
            log_config=None,
            access_log=False,
            server_header=False,
            forwarded_allow_ips=settings.proxies,
            timeout_graceful_shutdown=GRACEFUL,
            timeout_keep_alive=KEEP_ALIVE,
        )
    return 0


def _end(_signal: int, _frame: object) -> None:
    """uvicorn raises the signal once more when it has finished: that is a good end."""
    raise SystemExit(0)


def settings_of(args: argparse.Namespace) -> Settings:
    """Options win over environment variables."""
    settings = Settings.read()
    names = {field.name for field in fields(Settings)}
    given = {k: v for k, v in vars(args).items() if k in names and v is not None}
    settings = replace(settings, **given)
    complete_url(settings.address)  # refuses what is none
    if settings.lan:
        host = "0.0.0.0" if settings.host == "127.0.0.1" else settings.host
        url = settings.url or f"http://{lan_address()}:{settings.port}"
        settings = replace(settings, host=host, url=url)
    return settings


def lan_address() -> str:
    """This machine's address in the home network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _check_port(settings: Settings) -> None:
    if not 1 <= settings.port <= MOST_PORTS:
        raise BadOption(
            f"Ports gehen von 1 bis {MOST_PORTS}. Wähle einen anderen mit --port.",
            f"ports go from 1 to {MOST_PORTS}; choose another one with --port",
        )
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise _no_port(settings, error) from None


def _no_port(settings: Settings, error: OSError) -> BadOption:
    where = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return BadOption(
            f"{where} ist schon belegt. Wähle einen anderen Port mit --port.",
            f"{where} is already in use; choose another port with --port",
        )
    if error.errno == errno.EACCES:
        return BadOption(
            f"{where} ist diesem Benutzer verboten. Wähle mit --port einen ab 1024.",
            f"{where} is forbidden for this user; choose one from 1024 with --port",
        )
    return BadOption(
        f"Die Adresse {settings.host} hat dieser Rechner nicht. Prüfe --host.",
        f"this machine does not have the address {settings.host}; check --host",
    )


async def _check_database(settings: Settings) -> None:
    engine = connect(settings.address)
    try:
        await reach(engine, writing=True)
    finally:
        await engine.dispose()


def _shown_url(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host
    return settings.url or f"http://{host}:{settings.port}"


def _announce(settings: Settings, sqlite: bool) -> None:
    where = f"data in {settings.file}" if sqlite and not settings.database else "data in a database"
    if settings.lan:  # the large screen comes first: phones join with the code that it shows
        print(f"TV: {_shown_url(settings)}/tv", flush=True)
    print(f"Spieltisch: {_shown_url(settings)}   ({where})", flush=True)


def _open_soon(settings: Settings) -> None:
    """Opens the page when it answers, where there is a screen to open it on."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not screen and sys.platform not in {"darwin", "win32"}:
        return

    def wait_and_open() -> None:
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", settings.port)) == 0:
                    webbrowser.open(_shown_url(settings))
                    return
            time.sleep(0.2)

    threading.Thread(target=wait_and_open, daemon=True).start()
