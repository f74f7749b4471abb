"""The host's commands beside `serve`: `spieltisch backup`, `restore`, `export`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from spieltisch.cli.serve import settings_of
from spieltisch.cli.texts import told
from spieltisch.store import backup as backups
from spieltisch.store import errors
from spieltisch.store import restore as restoring
from spieltisch.store.engine import connect, is_sqlite, migrate, reach
from spieltisch.store.sqlite_file import alone, check_exists

T = TypeVar("T")


def backup(args: argparse.Namespace) -> int:
    file = Path(args.file)
    counts = _with(_existing(args), lambda engine: backups.write(engine, file))
    print(told("backed_up", args.lang, file=file, **counts))
    return 0


def restore(args: argparse.Namespace) -> int:
    file = Path(args.file)
    open(file, "rb").close()  # nothing is made for a backup that cannot be read
    settings = settings_of(args)
    sqlite = is_sqlite(settings.address)
    with alone(settings.prepare_file()) if sqlite else contextlib.nullcontext():
        counts = asyncio.run(restoring.restore(settings.address, file))
    print(told("restored", args.lang, **counts))
    return 0


def export(args: argparse.Namespace) -> int:
    from spieltisch.store.store import Store
    from spieltisch.tables.export import export as write_all

    unread: list[str] = []

    async def run(engine: AsyncEngine) -> int:
        await reach(engine, empty=False)
        await migrate(engine)
        return len([path async for path in write_all(Store(engine), Path(args.folder), unread)])

    count = _with(_existing(args), run)
    print(told("exported", args.lang, count=count, folder=args.folder))
    if unread:
        print(told("unread", args.lang, count=len(unread), tables=", ".join(unread)))
    return 1 if unread else 0


def _existing(args: argparse.Namespace) -> str:
    """The address of a database that is there."""
    address = settings_of(args).address
    if is_sqlite(address):
        check_exists(address)
    return address


def _with(address: str, use: Callable[[AsyncEngine], Awaitable[T]]) -> T:
    async def run() -> T:
        engine = connect(address)
        try:
            return await use(engine)
        except DBAPIError as error:
            raise errors.unusable(error, engine.url) from None
        finally:
            await engine.dispose()

    return asyncio.run(run())
