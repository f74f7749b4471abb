"""`spieltisch serve`, and the host's commands: `backup`, `restore`, `export`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import uvicorn
from sqlalchemy.exc import ArgumentError

from spieltisch.core.errors import BadOption
from spieltisch.server.limits import MESSAGE
from spieltisch.server.settings import BadSetting, Settings
from spieltisch.store import backup as backups
from spieltisch.store.engine import complete_url, connect, is_sqlite

WAIT = 30.0  # seconds for the port to answer before the browser is opened
KEEP_ALIVE = 30  # seconds; a busy client must not find its connection closed
PING = 45.0  # seconds; proxies close what is silent for a minute
GRACEFUL = 10  # seconds for requests under way at shutdown


def serve(args: argparse.Namespace) -> int:
    settings = _settings(args)
    sqlite = is_sqlite(settings.address)
    if settings.workers > 1 and sqlite:
        raise BadOption(
            "Mehrere Prozesse (--workers) brauchen PostgreSQL (--database postgresql://…); "
            "eine SQLite-Datei gehört einem.",
            "several workers need PostgreSQL (--database postgresql://…); "
            "a SQLite file belongs to one process",
        )
    _check_port(settings)
    with _alone(settings) if sqlite else contextlib.nullcontext():
        _announce(settings, sqlite)
        if args.open:
            _open_soon(settings)
        os.environ.update(settings.environment())
        signal.signal(signal.SIGTERM, _end)
        uvicorn.run(
            "spieltisch.server.app:create",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            ws="websockets-sansio",
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


def _settings(args: argparse.Namespace) -> Settings:
    """Options win over environment variables."""
    try:
        settings = Settings.read()
    except BadSetting as error:
        raise BadOption(str(error), str(error)) from None
    names = {field.name for field in fields(Settings)}
    given = {k: v for k, v in vars(args).items() if k in names and v is not None}
    settings = replace(settings, **given)
    try:
        complete_url(settings.address)
    except ArgumentError:
        raise BadOption(
            "Das ist keine Adresse einer Datenbank (postgresql://… oder sqlite:///…).",
            "this is no address of a database (postgresql://… or sqlite:///…)",
        ) from None
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
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise BadOption(
                f"Port {settings.port} auf {settings.host} geht nicht: {error.strerror}. "
                "Wähle einen anderen mit --port.",
                f"port {settings.port} on {settings.host} cannot be used: {error.strerror}; "
                "choose another one with --port",
            ) from None


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """A SQLite file belongs to one server: two would not hear of each other's events."""
    folder = settings.folder
    folder.mkdir(parents=True, exist_ok=True)
    name = complete_url(settings.address).rpartition("/")[2] or "memory"
    with open(folder / f"{name}.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadOption(
                f"In {folder} läuft schon ein Server.",
                f"a server is already running on {folder}",
            ) from None
        yield


def _shown_url(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host
    return settings.url or f"http://{host}:{settings.port}"


def _announce(settings: Settings, sqlite: bool) -> None:
    where = f"data in {settings.file}" if sqlite and not settings.database else "data in a database"
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


def backup(args: argparse.Namespace) -> int:
    async def run() -> dict[str, int]:
        engine = connect(_existing(args))
        try:
            return await backups.write(engine, Path(args.file))
        finally:
            await engine.dispose()

    counts = asyncio.run(run())
    print(f"{args.file}: {counts['match']} tables, {counts['event']} events")
    return 0


def restore(args: argparse.Namespace) -> int:
    if not Path(args.file).is_file():
        raise FileNotFoundError(2, "no such file", args.file)
    settings = _settings(args)
    sqlite = is_sqlite(settings.address)

    async def run() -> dict[str, int]:
        engine = connect(settings.address)
        try:
            return await backups.restore(engine, Path(args.file))
        finally:
            await engine.dispose()

    with _alone(settings) if sqlite else contextlib.nullcontext():
        try:
            counts = asyncio.run(run())
        except backups.BackupError as error:
            raise BadOption(str(error), str(error)) from None
    print(f"{counts['match']} tables, {counts['event']} events restored")
    return 0


def export(args: argparse.Namespace) -> int:
    from spieltisch.server.export import export as write_all
    from spieltisch.store.store import Store

    async def run() -> int:
        engine = connect(_existing(args))
        try:
            return len([path async for path in write_all(Store(engine), Path(args.folder))])
        finally:
            await engine.dispose()

    print(f"{asyncio.run(run())} records written to {args.folder}")
    return 0


def _existing(args: argparse.Namespace) -> str:
    """The address of a database that is there; SQLite would make an empty file."""
    settings = _settings(args)
    if not settings.database and not settings.file.exists():
        raise FileNotFoundError(2, "no such file", str(settings.file))
    return settings.address
