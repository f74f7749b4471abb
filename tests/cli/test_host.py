"""The host's commands: whatever is wrong is one sentence in the host's language."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import cli
from spieltisch.store.sqlite_file import alone
from tests.conftest import Command
from tests.server.processes import free_port

GERMAN = (
    "Es ",
    "Auf ",
    "Das ",
    "In ",
    "Mit ",
    "Die",
    "ist ",
    "lässt",
    "liegt",
    "Ports",
    "antwortet",
)


@pytest.fixture
def data(tmp_path: Path, spieltisch: Command) -> Path:
    """A data folder with a database, and a backup beside it."""
    file = tmp_path / "all.gz"
    with gzip.open(file, "wt") as out:
        row = {"id": "m", "game": "g", "seed": "s", "public": True, "created": 1, "n": 1}
        row |= {"status": "over", "updated": 1}
        for line in ({"spieltisch-backup": 1, "revision": "0001"}, {"table": "match", "row": row}):
            out.write(json.dumps(line) + "\n")
    assert spieltisch("restore", str(file), "--data", str(tmp_path / "data"))[0] == 0
    return tmp_path / "data"


NOWHERE = f"postgresql://me:hush@127.0.0.1:{free_port()}/x"
FAULTS = [
    ("backup {here}/all.gz --database sqlite:///{here}/typo.db", "no database"),
    ("export {here}/out --database sqlite:///{here}/typo.db", "no database"),
    ("backup {here}/all.gz --data {here}/nothing", "no database"),
    ("backup {here}/no/all.gz --data {here}/data", "no folder"),
    ("backup {here} --data {here}/data", "is a folder"),
    ("backup {here}/data/spieltisch.db --data {here}/data", "is no backup"),
    ("restore {here}/nothing.gz --data {here}/new", "no file"),
    ("restore {here} --data {here}/new", "is a folder"),
    ("restore {here}/text --data {here}/new", "damaged or no backup"),
    ("restore {here}/all.gz --data {here}/data", "not empty"),
    ("restore {here}/all.gz --data {here}/text", "is a file, not a folder"),
    ("restore {here}/all.gz --database sqlite:///{here}/text", "damaged or no SQLite database"),
    ("backup {here}/new.gz --database sqlite:///{here}/broken.db", "damaged or no SQLite database"),
    ("export {here}/out --database sqlite:///{here}/broken.db", "damaged or no SQLite database"),
    ("export {here}/text --data {here}/data", "is a file, not a folder"),
    ("serve --port 99999 --data {here}/new", "ports go from 1"),
    ("serve --port {port} --host 203.0.113.9 --data {here}/new", "does not have the address"),
    ("serve --port {port} --database sqlite:///{here}/no/x.db", "no folder"),
    ("serve --port {port} --database sqlite:///{here}/text", "damaged or no SQLite database"),
    ("serve --port {port} --database sqlite:///{here}/broken.db", "damaged or no SQLite database"),
    ("serve --port {port} --database sqlite://", "no address of a database"),
    ("serve --port {port} --database mysql://localhost/x", "no address of a database"),
    ("serve --port {port} --database postgresql://h:x/y", "no address of a database"),
    ("serve --port {port} --data {here}/text", "is a file, not a folder"),
    ("serve --port {port} --database {nowhere}", "does not answer"),
    ("backup {here}/all.gz --database {nowhere}", "does not answer"),
    ("restore {here}/all.gz --database {nowhere}", "does not answer"),
    ("export {here}/out --database {nowhere}", "does not answer"),
]


@pytest.mark.parametrize(("line", "sentence"), FAULTS, ids=[line for line, _ in FAULTS])
def test_a_fault_of_the_host_is_one_sentence_and_nothing_is_lost(
    spieltisch: Command, data: Path, line: str, sentence: str
) -> None:
    here = data.parent
    (here / "text").write_text("no database and no backup\n" * 300)
    _break(data / "spieltisch.db", here / "broken.db")
    before = _files(here)
    arguments = line.format(here=here, port=free_port(), nowhere=NOWHERE).split()
    code, said = spieltisch(*arguments, "--lang", "en")
    assert (code, said.count("\n")) == (2, 1), said
    assert sentence in said
    assert "hush" not in said
    code, german = spieltisch(*arguments, "--lang", "de")
    assert (code, german.count("\n")) == (2, 1)
    assert sentence not in german
    assert any(word in german for word in GERMAN)
    assert _files(here) == before
    assert not (here / "typo.db").exists()
    assert sqlite3.connect(data / "spieltisch.db").execute("SELECT id FROM match").fetchall()


def _break(file: Path, broken: Path) -> None:
    """A copy whose first page is sound and whose rows are not, as after a bad disk."""
    content = bytearray(file.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    content[page:] = b"\xff" * (len(content) - page)
    broken.write_bytes(content)


def _files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.iterdir() if path.is_file() and path.suffix != ".lock"]
    return {path.name: path.read_bytes() for path in found}


def test_a_file_has_one_server_whatever_its_data_folder_and_name(
    spieltisch: Command, data: Path, tmp_path: Path
) -> None:
    file = data / "spieltisch.db"
    (tmp_path / "link.db").symlink_to(file)
    (tmp_path / "linked").symlink_to(data)
    with alone(file):
        for name in (file, tmp_path / "link.db", tmp_path / "linked" / "spieltisch.db"):
            other = ("--database", f"sqlite:///{name}", "--data", str(tmp_path / "other"))
            code, said = spieltisch("serve", "--port", str(free_port()), *other, "--lang", "en")
            assert code == 2
            assert "already running" in said
            code, said = spieltisch("restore", str(tmp_path / "all.gz"), *other, "--lang", "de")
            assert code == 2
            assert "läuft schon" in said


def test_only_the_owner_may_read_the_data(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = data / "spieltisch.db"
    assert _modes(data, file) == {0o700, 0o600}
    file.chmod(0o644)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE match SET n = 2")  # makes the files beside it
    connection.commit()
    beside = [data / f"spieltisch.db{end}" for end in ("-wal", "-shm")]
    assert _modes(*beside) == {0o644}
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("os.environ", dict(os.environ))
    assert cli.main(["serve", "--data", str(data), "--port", str(free_port()), "--no-open"]) == 0
    assert _modes(file, *beside) == {0o600}
    connection.close()
    fresh = data.parent / "fresh"
    assert cli.main(["serve", "--data", str(fresh), "--port", str(free_port()), "--no-open"]) == 0
    assert _modes(fresh, fresh / "spieltisch.db") == {0o700, 0o600}


POWERLESS = """
import ctypes, os, sys
if os.geteuid() == 0:  # may do everything, unless it gives that up
    nothing = (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), nothing) == 0
from spieltisch import cli
sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_file_that_can_only_be_read_is_one_sentence(data: Path) -> None:
    (data / "spieltisch.db").chmod(0o400)
    arguments = ["--data", str(data), "--port", str(free_port()), "--no-open", "--lang", "en"]
    ended = subprocess.run(
        [sys.executable, "-c", POWERLESS, "serve", *arguments],
        env={**os.environ, "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
    assert "is read-only" in ended.stderr


def _modes(*paths: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in paths}


def test_settings_that_make_no_sense_are_told_in_german(
    spieltisch: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELTISCH_PORT", "viele")
    assert spieltisch("serve", "--lang", "de") == (
        2,
        "spieltisch: SPIELTISCH_PORT muss eine Zahl sein, nicht 'viele'.\n",
    )
