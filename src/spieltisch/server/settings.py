"""What can be set, by an option of `spieltisch serve` or by an environment variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from spieltisch.core.errors import BadOption
from spieltisch.store.sqlite_file import file_of

PREFIX = "SPIELTISCH_"


@dataclass(frozen=True)
class Settings:
    """Each field is also an environment variable: `port` is SPIELTISCH_PORT."""

    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False  # serve the home network, and write its address into links
    database: str = ""  # empty: a SQLite file in the data folder; DATABASE_URL also sets it
    workers: int = 1
    data: str = ""  # the folder of the SQLite file; empty: the user's data folder
    url: str = ""  # how people reach this server, for links and the origin check
    origins: str = ""  # additional allowed origins, separated by commas
    hosts: str = ""  # additional host names; * for any
    proxies: str = "127.0.0.1"  # trusted: their X-Forwarded headers are used
    limits: bool = True  # rate limits
    patience: float = 15.0  # deadline in seconds of a request or message
    grace: float = 60.0  # seconds before a bot takes over an absent player's seat
    pause: float = 0.7  # minimum seconds per turn of a bot, so that people can follow
    alone: float = 5.0  # the same at a table without viewers
    idle: float = 300.0  # seconds after which a table without connections is unloaded
    threads: int = 0  # in which bots think; 0: number of cores less one
    silence: float = 4.0  # timeout of PostgreSQL in seconds
    mail: str = ""  # the mail server: smtp://user:password@host:587 or smtps://…; empty: no mail
    mail_from: str = ""  # the sender's address
    webhooks: str = "public"  # where people may have messages posted: public, any (also the
    # host's own network) or off
    sweep: float = 2.0  # seconds between checks for due and idle tables
    zone: str = "UTC"  # time zone of the deal of the day: Europe/Berlin

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        env = os.environ if environment is None else environment
        given: dict[str, object] = {}
        for field in fields(cls):
            value = env.get(PREFIX + field.name.upper())
            if value is not None and value != "":
                given[field.name] = _convert(field.name, value, type(field.default))
        given.setdefault("database", env.get("DATABASE_URL", ""))
        return cls(**given)  # type: ignore[arg-type]

    def environment(self) -> dict[str, str]:
        """The same settings, for worker processes."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            shown = ("on" if value else "off") if isinstance(value, bool) else str(value)
            found[PREFIX + field.name.upper()] = shown
        return found

    @property
    def folder(self) -> Path:
        if self.data:
            return Path(self.data).expanduser()
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        return Path(home, "spieltisch")

    @property
    def file(self) -> Path:
        return self.folder / "spieltisch.db"

    @property
    def address(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite+aiosqlite:///{self.file.absolute().as_posix()}"

    @property
    def timezone(self) -> tzinfo:
        """All servers of a database must name the same one."""
        if self.zone == "UTC":
            return UTC
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise BadSetting(
                f"SPIELTISCH_ZONE kennt {self.zone!r} nicht; möglich ist etwa Europe/Berlin.",
                f"SPIELTISCH_ZONE does not know {self.zone!r}; Europe/Berlin is one that it knows",
            ) from None

    def make_folder(self) -> None:
        """The data folder, if it is used; one that somebody else chose must be there."""
        if not self.database:
            self.folder.mkdir(0o700, parents=True, exist_ok=True)

    def prepare_file(self) -> Path:
        """The SQLite file, in a folder that is there."""
        self.make_folder()
        return file_of(self.address)


class BadSetting(BadOption):
    """A variable with a value that makes no sense; the sentences say which."""


def _convert(name: str, value: str, kind: type) -> object:
    if kind is bool:
        if value.lower() in {"1", "on", "true", "yes"}:
            return True
        if value.lower() in {"0", "off", "false", "no"}:
            return False
        raise BadSetting(
            f"{PREFIX}{name.upper()} ist on oder off, nicht {value!r}.",
            f"{PREFIX}{name.upper()} is on or off, not {value!r}",
        )
    try:
        return kind(value)
    except ValueError:
        raise BadSetting(
            f"{PREFIX}{name.upper()} muss eine Zahl sein, nicht {value!r}.",
            f"{PREFIX}{name.upper()} must be a number, not {value!r}",
        ) from None
