"""The file of a SQLite database: who may read it, and that one server has it."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

from spieltisch.store import faults

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file


def file_of(url: str) -> Path:
    """Where the file really is: two links to one file are one database."""
    name = make_url(url).database
    if not name or name == ":memory:":
        raise faults.no_address()
    return Path(name).resolve()


def beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in BESIDE]


def check_exists(url: str) -> None:
    """SQLite would make an empty file where there is none."""
    file = file_of(url)
    if not file.is_file():
        raise faults.no_file(file)


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """A SQLite file belongs to one server: two would not hear of each other's events."""
    if not file.parent.is_dir():
        raise faults.no_folder(file.parent)
    with open(file.with_name(f"{file.name}.lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise faults.in_use(file) from None
        yield
