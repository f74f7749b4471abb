"""Faults as an attacker met them: at real processes, sockets, files and browsers, from outside.

Nothing here knows how the server is made, so these tests also run against the code of another
checkout (`SPIELTISCH_TRIED`, see docs/faults.md). The other faults of the first twelve are met in
the tests that docs/faults.md names.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pytest

from spieltisch import games
from spieltisch.core.chance import Fair
from spieltisch.matches.match import Match
from tests.cli.test_host import POWERLESS
from tests.server.client import Client, Talk
from tests.server.database import query
from tests.server.postgres import controlled_postgres
from tests.server.processes import ServerProcess, free_port, tried
from tests.server.proxy import Proxy

pytestmark = pytest.mark.timeout(400)
LISTED = 500  # turns that may be asked for at once
SEALING = next(key for key in games.cards() if games.find(key).simultaneous)


# 1: a sealed choice is revealed


async def whole_turn(talk: Talk, seat: int, last: bool) -> tuple[list[int], str]:
    """The decisions of a turn and its text; `last`: always the last choice, else the first."""
    begun: list[int] = []
    text = ""
    while True:
        found = await talk.ask("choices", seat=seat, begun=begun)
        if not found["choices"]:
            return begun, text
        choice = found["choices"][-1 if last else 0]
        begun, text = [*begun, choice["decision"]], str(choice["text"])


async def alike(talk: Talk, seat: int) -> list[str]:
    """Two whole turns that differ in their last decision only, if there are any: what comes before,
    such as dice, may be open to all. Else one turn."""
    first = (await talk.ask("choices", seat=seat, begun=[]))["choices"]
    for choice in first[:10]:
        found = await talk.ask("choices", seat=seat, begun=[choice["decision"]])
        texts = [str(each["text"]) for each in found["choices"]]
        if len(texts) > 1:
            return [texts[0], texts[-1]]
    return [(await whole_turn(talk, seat, last=False))[1]]


class Two:
    """Both people at one table; who is to act is known from what the first one hears."""

    def __init__(self, talks: list[Talk], acting: list[int]) -> None:
        self.talks, self.acting = talks, acting

    async def say(self, kind: str, seat: int, **more: Any) -> bool:
        """Whether it was accepted."""
        answer = await self.talks[seat].ask(kind, seat=seat, **more)
        if answer["kind"] != "ack":
            return False
        for talk in self.talks:
            self.acting = (await talk.next("event", n=answer["n"]))["acting"]
        return True

    async def imagined(self, seat: int) -> Any:
        """All that is said about a whole turn of this seat that it only thinks of."""
        begun, _ = await whole_turn(self.talks[seat], seat, last=True)
        found = await self.talks[seat].ask("choices", seat=seat, begun=begun)
        return {key: value for key, value in found.items() if key not in ("id", "n")}


async def test_no_whole_turn_tells_what_another_seat_has_sealed(ada: Client, bo: Client) -> None:
    """Whoever chooses last asks what would be, once beside one sealed turn and once beside another:
    both answers are the same."""
    table = await ada.open(SEALING, "me", "open")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"nonce": "b0"})
    compared = 0
    async with ada.sit(table["id"]) as one, bo.sit(table["id"]) as two:
        await ada.post(f"{path}/start", {"nonce": "a0"})
        both = Two([one, two], (await one.event("start"))["acting"])
        for _ in range(30):
            seat, other = both.acting[0], 1 - both.acting[0]
            texts = await alike(both.talks[seat], seat)
            heard = []
            for text in texts:
                assert await both.say("turn", seat, text=text)
                if other not in both.acting or len(texts) == 1:
                    break
                heard.append(await both.imagined(other))
                if text == texts[0]:
                    assert await both.say("undo", seat)
            if len(heard) == 2:
                assert heard[0] == heard[1]
                compared += 1
            if other in both.acting and seat not in both.acting:
                _, text = await whole_turn(both.talks[other], other, last=True)
                assert await both.say("turn", other, text=text)
            if compared == 8:
                return
    raise AssertionError(f"only {compared} times was there anything to compare")


# 6: questions that take long, on the loop of all tables


def dearest() -> tuple[str, int]:
    """The game with the longest list of turns, and its fewest players."""

    def cost(key: str) -> float:
        card = games.card(key)
        players = max(2, card.players[0])
        match = Match(games.find(key), players, card.resolve(players, {}))
        began = time.thread_time()
        for _ in itertools.islice(match.turns(match.acting[0]), LISTED):
            pass
        return time.thread_time() - began

    key = max(games.cards(), key=cost)
    return key, max(2, games.card(key).players[0])


@pytest.mark.long  # how many it is depends on the machine; tests/tables/test_questions.py is exact
async def test_between_dear_questions_there_is_time_for_everybody_else(
    ada: Client, bo: Client
) -> None:
    """While one asks for long lists of turns, another one's signs of life are answered, and not
    only between two lists."""
    key, players = dearest()
    table = await ada.started(key, "me", *[f"local:P{n}" for n in range(players - 1)])
    other = await bo.started(key, "me", *[f"local:P{n}" for n in range(players - 1)])
    asked, pongs = 20, 0
    async with ada.sit(table) as asking, bo.sit(other) as waiting:
        seat = asking.snapshot["acting"][0]
        for n in range(asked):
            await asking.send(kind="turns", id=f"t{n}", seat=seat, limit=LISTED)

        async def answers() -> None:
            for n in range(asked):
                await asking.next("turns", id=f"t{n}")

        answered = asyncio.create_task(answers())
        while not answered.done():
            await waiting.ask("ping")
            pongs += 1
        await answered
    assert pongs > 2 * asked, pongs


# 7: a PostgreSQL that says nothing any more


@pytest.mark.long
def test_health_says_that_the_database_is_silent(tmp_path: Path) -> None:
    """Connections stand, what is sent is swallowed: for a minute `/healthz` is asked."""
    with controlled_postgres() as postgres, Proxy.before(postgres.port) as proxy:
        address = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres"
        server = ServerProcess(tmp_path, address, silence="2").start(wait=False).wait_open()
        proxy.swallow()
        codes, until = list[int](), time.monotonic() + 60
        while 503 not in codes and time.monotonic() < until:
            codes.append(health(server))
            time.sleep(1)
        proxy.flow()
        server.kill()
    assert 503 in codes, codes


def health(server: ServerProcess) -> int:
    """The status; 0 where nobody answers."""
    try:
        return httpx.get(f"{server.base}/healthz", timeout=20).status_code
    except httpx.HTTPError:
        return 0


# 10: an operator who plays chooses the first roll


async def test_who_reads_the_database_cannot_choose_the_first_roll(
    server: ServerProcess, ada: Client, bo: Client
) -> None:
    """Ada runs the server. Before she starts the match she tries nonces against all that is written
    there, until the first chance suits her."""
    nonce = "b0b0b0"
    seal = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
    table = await ada.open(SEALING, "me", "open", **mine(server, "aa"))
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"seal": seal} if knows_seals(server) else {"nonce": nonce})
    ((seed,),) = query(server, "SELECT seed FROM match WHERE id = :id", id=table["id"])
    rows = query(server, "SELECT body FROM event WHERE match = :id", id=table["id"])
    written = " ".join(str(row[0]) for row in rows)
    assert nonce not in written, f"she can have any first roll: {first_rolls(seed, nonce)}"


def first_rolls(seed: str, nonce: str) -> list[list[int]]:
    """What chance begins with, by the nonce that the host chooses."""
    found = []
    for hers in ("00", "01", "02", "03"):
        chance = Fair(bytes.fromhex(seed), [hers, nonce])
        found.append([chance.ticket(n, 6) for n in range(3)])
    return found


def knows_seals(server: ServerProcess) -> bool:
    return not tried() or "seal" in server_description(server)


def server_description(server: ServerProcess) -> str:
    with urllib.request.urlopen(f"{server.base}/api/openapi.json", timeout=60) as answer:
        return str(answer.read().decode())


def mine(server: ServerProcess, nonce: str) -> dict[str, str]:
    if not knows_seals(server):
        return {}
    return {"seal": hashlib.sha256(bytes.fromhex(nonce)).hexdigest()}


# 12: files that are damaged or can only be read, and hints by stand-ins


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database of a server that has had a table."""
    server = ServerProcess(tmp_path).start(wait=False).wait_open()
    server.end()
    return tmp_path / "spieltisch.db"


def refused(file: Path, before: str = "") -> str:
    """What a server says that does not start with this file."""
    where = ["--data", str(file.parent), "--port", str(free_port()), "--no-open", "--lang", "en"]
    program = ["-c", before] if before else ["-m", "spieltisch"]
    ended = subprocess.run(
        [sys.executable, *program, "serve", *where],
        env={**os.environ, **tried(), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 2, ended.stderr[-600:]
    return ended.stderr


def test_a_damaged_file_is_one_sentence(file: Path) -> None:
    """What says which tables there are is sound; one of the tables is not, as after a bad disk."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    named = "SELECT rootpage FROM sqlite_schema WHERE name = 'setting'"
    ((root,),) = connection.execute(named).fetchall()
    connection.close()
    content = bytearray(file.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    content[(root - 1) * page : root * page] = b"\xff" * page
    file.write_bytes(content)
    said = refused(file)
    assert said.count("\n") == 1, said


def test_a_file_that_can_only_be_read_is_one_sentence(file: Path) -> None:
    file.chmod(0o400)
    said = refused(file, POWERLESS)
    assert said.count("\n") == 1, said


async def test_at_a_table_without_hints_no_strong_bot_shows_what_it_would_play(
    ada: Client, game: str
) -> None:
    """Letting `master` play a turn, and coming back, would be one."""
    table = await ada.started(game, "me", "local:Bo", hints=False)
    answer = await ada.http.post(f"/api/tables/{table}/seats/0/bot", json={"level": "master"})
    assert answer.status_code == 403, answer.text[:200]
