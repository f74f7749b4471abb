"""The file of a SQLite database: who may read it, and that one server has it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from spieltisch.store import errors

if sys.platform == "win32":
    import msvcrt

    def _take(lock: IO[str]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(lock: IO[str]) -> None:
        """Until the file is closed; OSError where somebody else has it."""
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file


def file_of(url: str) -> Path:
    """Where the file really is: two links to one file are one database."""
    name = make_url(url).database
    if not name or name == ":memory:":
        raise errors.no_address()
    return Path(name).resolve()


def beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in BESIDE]


def check_exists(url: str) -> None:
    """SQLite would make an empty file where there is none."""
    file = file_of(url)
    if not file.is_file():
        raise errors.no_file(file)


def keep_private(file: Path) -> None:
    """Seeds of unfinished matches are in it: only the owner may read the file, also an old one.

    SQLite gives what it keeps beside a file the same permissions.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for path in (file, *beside(file)):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # PermissionError: not ours
            if path.stat().st_mode & 0o077:
                path.chmod(path.stat().st_mode & 0o700)


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """A SQLite file belongs to one server: two would not hear of each other's events."""
    if not file.parent.is_dir():
        raise errors.no_folder(file.parent)
    with open(file.with_name(f"{file.name}.lock"), "w") as lock:
        try:
            _take(lock)
        except OSError:
            raise errors.in_use(file) from None
        yield
