"""The host's side: refusals of `serve`, backup, restore, export, examples, health."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import api
from spieltisch.cli.serve import lan_address
from spieltisch.server.settings import BadSetting, Settings
from tests.conftest import Command
from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess, free_port

ROOT = Path(__file__).parents[2]


def test_several_workers_on_sqlite_are_refused_with_a_sentence(
    spieltisch: Command, folder: Path
) -> None:
    code, said = spieltisch("serve", "--workers", "2", "--data", str(folder), "--lang", "en")
    assert code == 2
    assert "several workers need PostgreSQL" in said


def test_a_second_server_on_the_same_file_is_refused(
    spieltisch: Command, server: ServerProcess
) -> None:
    port = str(free_port())
    code, said = spieltisch("serve", "--port", port, "--data", str(server.folder), "--lang", "en")
    assert code == 2
    assert "already running" in said
    code, said = spieltisch("serve", "--port", str(server.port), "--lang", "de")
    assert code == 2
    assert "--port" in said


def test_an_address_of_no_database_is_refused(spieltisch: Command) -> None:
    code, said = spieltisch("serve", "--database", "nonsense", "--lang", "en")
    assert code == 2
    assert "no address of a database" in said


def test_settings_come_from_variables_too() -> None:
    found = Settings.read({"SPIELTISCH_PORT": "81", "SPIELTISCH_LAN": "on", "DATABASE_URL": "x://"})
    assert (found.port, found.lan, found.database) == (81, True, "x://")
    assert Settings.read(found.environment()) == found
    for name, value in (("PORT", "many"), ("LAN", "perhaps")):
        with pytest.raises(BadSetting, match=name):
            Settings.read({f"SPIELTISCH_{name}": value})


def test_links_lead_through_the_home_network(folder: Path, game: str) -> None:
    """The address listened on stays a loopback one here; without --host it would be all."""
    server = ServerProcess(folder, lan="on", host="127.0.0.2").start(wait=False)
    server.wait_ready(game)
    try:
        link = asyncio.run(_opened(server.base, game))
        assert f"http://{lan_address()}:{server.port}" in server.log.read_text()
    finally:
        server.end()
    assert link.startswith(f"http://{lan_address()}:{server.port}/table/")


async def _opened(base: str, game: str) -> str:
    async with Client(base) as host:
        return str((await host.open(game, "me", "open"))["link"])


async def test_backup_restore_and_export(
    spieltisch: Command, ada: Client, server: ServerProcess, folder: Path, game: str
) -> None:
    id_ = await ada.started(game, "me", "greedy")
    await ada.post(f"/api/tables/{id_}/seats/0/bot", {"level": "random"})
    async with ada.sit(id_) as talk:
        result = talk.snapshot["result"]
        while not result:
            result = (await talk.event())["result"]
    await asyncio.to_thread(_move_all, spieltisch, server.where, folder)
    match = api.verify(folder / "records" / f"{game}-{id_}.jsonl")
    assert match.scores == result["scores"]


def _move_all(spieltisch: Command, where: tuple[str, str], folder: Path) -> None:
    """Out of one data folder, into another one, and out of that as records."""
    file, copy, out = str(folder / "all.gz"), str(folder / "copy"), str(folder / "records")
    assert spieltisch("backup", file, *where)[0] == 0
    code, said = spieltisch("restore", file, "--data", copy)
    assert code == 0
    assert "events restored" in said
    code, said = spieltisch("restore", file, "--data", copy, "--lang", "en")
    assert code == 2
    assert "not empty" in said
    assert spieltisch("restore", str(folder / "no file"), "--data", copy)[0] == 2
    assert spieltisch("export", out, "--data", copy)[0] == 0
    assert spieltisch("export", out, "--data", str(folder / "nothing"))[0] == 2


async def test_health_figures_and_the_page_of_the_api(ada: Client) -> None:
    await ada.get("/api/games")
    assert (await ada.get("/healthz"))["ok"]
    figures = (await ada.http.get("/metrics")).text
    assert "spieltisch_requests_total" in figures
    assert "spieltisch_turn_seconds" in figures
    page = (await ada.http.get("/api/docs")).text
    assert "/api/tables/{table}/join" in page
    assert "200 TableShown" in page
    assert "409 Fault" in page
    assert "://" not in page.replace("http://www.w3", "")


def test_the_log_is_json_and_keeps_secrets(server: ServerProcess) -> None:
    whole_lines, _, _being_written = server.log.read_text().rpartition("\n")
    lines = whole_lines.split("\n")  # names may hold other line separators
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert told
    assert all("at" in line and "what" in line for line in told)
    assert all("/socket" not in line for line in lines)
    assert all("key=" not in line and "Bearer" not in line for line in lines)
    whole = "\n".join(lines)
    for column, table in (("seed", "match"), ("id", "match"), ("token", "person")):
        kept = query(server, f"SELECT {column} FROM {table}")
        assert [value for (value,) in kept if value in whole] == []


def test_the_example_plays_a_match_of_each_game_against_bots(server: ServerProcess) -> None:
    said = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "play_by_websocket.py"), server.base],
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert said.returncode == 0, said.stderr
    from spieltisch import games

    assert [line.split(":")[0] for line in said.stdout.splitlines()] == list(games.cards())


async def test_a_program_takes_a_seat_and_plays(ada: Client, folder: Path, game: str) -> None:
    table = await ada.open(game, "me", "open")
    program = subprocess.Popen(
        [
            sys.executable,
            str(ROOT / "examples" / "bot_program.py"),
            f"{ada.base}/table/{table['id']}",
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert "seat 1" in program.stdout.readline()
    await ada.post(f"/api/tables/{table['id']}/start")
    await ada.post(f"/api/tables/{table['id']}/seats/0/bot", {"level": "random"})
    said, _ = program.communicate(timeout=200)
    assert program.returncode == 0
    assert "over" in said
