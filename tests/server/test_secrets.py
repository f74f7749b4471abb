"""Nothing that a seat may not know ever leaves the server: everything received is searched."""

from __future__ import annotations

import asyncio
import copy
import itertools
import json
import random
import sqlite3
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.randomness import generator
from spieltisch.server.live import Live
from spieltisch.server.table import Table
from spieltisch.store.store import Event
from tests.server.client import Client, Talk
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.server
TURNS = 40


@pytest.mark.parametrize("key", list(games.cards()))
async def test_no_connection_receives_what_its_seat_may_not_know(
    server: ServerProcess, key: str
) -> None:
    players = min(3, games.card(key).players[-1])
    clients = [Client(server.base, f"Person{n}") for n in range(players + 1)]
    id_ = await gather_at_table(clients[:players], key)
    luck = random.Random(key)
    async with asyncio.TaskGroup() as group:
        talks = [Listening(client, id_, group) for client in clients]
        for talk in talks:
            await talk.ready.wait()
        await play_at_random(talks[:players], luck)
        for talk in talks:
            talk.stop.set()
    await look_around(clients, id_)
    for client in clients:
        await client.http.aclose()
    twin = Twin(server, id_)
    for viewer, talk in zip([*range(players), None], talks, strict=True):
        assert len(talk.received) > 3
        for text in talk.received:
            twin.check(viewer, text)


async def gather_at_table(clients: list[Client], key: str) -> str:
    host, *others = clients
    table = await host.open(key, "me", *["open"] * len(others))
    for client in others:
        await client.post(f"/api/tables/{table['id']}/join", {"name": client.name})
    await host.post(f"/api/tables/{table['id']}/start")
    return str(table["id"])


class Listening:
    """A connection that answers for its seat and keeps all it hears."""

    def __init__(self, client: Client, table: str, group: asyncio.TaskGroup) -> None:
        self.ready, self.stop = asyncio.Event(), asyncio.Event()
        self.talk: Talk
        self.received: list[str] = []
        group.create_task(self._live(client, table))

    async def _live(self, client: Client, table: str) -> None:
        async with client.sit(table, after=0) as talk:
            self.talk = talk
            self.ready.set()
            await self.stop.wait()
            await talk.ask("ping")
            self.received = talk.received


async def play_at_random(talks: list[Listening], luck: random.Random) -> None:
    acting = talks[0].talk.snapshot["acting"]
    for _ in range(TURNS):
        if not acting:
            return
        seat = luck.choice(acting)
        talk = talks[seat].talk
        await talk.ask("choices", seat=seat, begun=[])
        listed = await talk.ask("turns", seat=seat, limit=30)
        ack = await talk.ask("turn", seat=seat, text=luck.choice(listed["turns"]))
        assert ack["kind"] == "ack", ack
        for other in talks:  # whoever asks about another's seat learns nothing
            await other.talk.next("event", n=ack["n"])
        prying = await talks[seat - 1].talk.ask("choices", seat=seat, begun=[])
        assert prying.get("code") == "seat/not-yours"
        acting = (await talk.ask("look", seat=seat))["view"]["acting"]
        if isinstance(acting, int):
            acting = [acting]


async def look_around(clients: list[Client], id_: str) -> None:
    """HTTP answers are as silent."""
    for client in clients:
        for path in ("", "/record", "/fairness", "/replay"):
            await client.http.get(f"/api/tables/{id_}{path}")


class Twin:
    """The match rebuilt from the database, which knows all: the secret of each moment."""

    def __init__(self, server: ServerProcess, id_: str) -> None:
        with sqlite3.connect(server.folder / "spieltisch.db") as database:
            (self.seed,) = database.execute(
                "SELECT seed FROM match WHERE id = ?", (id_,)
            ).fetchone()
            rows = database.execute(
                "SELECT n, at, body FROM event WHERE match = ? ORDER BY n", (id_,)
            ).fetchall()
            self.tokens = [row[0] for row in database.execute("SELECT token FROM person")]
        self.events = [Event(n, at, json.loads(body)) for n, at, body in rows]
        self.id = id_
        self.moments: dict[int, Table] = {}
        for n in range(1, len(self.events) + 1):
            table = Table(id_, self.seed)
            for event in self.events[:n]:
                table.apply(event)
            self.moments[n] = table

    def check(self, viewer: int | None, text: str) -> None:
        message = json.loads(text)
        n = message.get("n")
        table = self.moments.get(n) if isinstance(n, int) else None
        if table is not None and table.status == "over":
            return
        assert self.seed not in text
        assert not any(token in text for token in self.tokens)
        if table is None or table.match is None:
            return
        if message["kind"] == "turns":
            self.check_turns(table.match, message)
            return
        if message["kind"] == "choices":
            return  # others may by chance choose what this seat could choose too
        for secret in self.secrets(table.match, viewer):
            assert secret not in text, (viewer, secret, message["kind"])
        if message.get("view") is not None and message["kind"] in {"snapshot", "event"}:
            self.check_view(table.match, viewer, message["view"])

    def secrets(self, match: Live, viewer: int | None) -> list[str]:
        """Whole texts of lines that are veiled for this viewer, and choices still sealed."""
        shown = match.log(viewer)
        known = {line["text"] for line in shown}
        if viewer in match._sealed:  # another may have chosen just the same
            known.add(match._sealed[viewer].text)
        hidden = {line.text for line, told in zip(match.lines, shown, strict=True)} - known
        sealed = {line.text for seat, line in match._sealed.items() if seat != viewer}
        return [f'"{text}"' for text in (hidden | sealed) - known if len(text) > 4]

    def check_turns(self, match: Live, message: dict[str, Any]) -> None:
        """What a seat is told it can play follows from what it knows."""
        seat = message["seat"]
        other = copy.copy(match)
        other.state = match.hidden(seat)
        match.game.rules.fill(other.state, generator(6))
        other._sealed = {}
        assert list(itertools.islice(other.turns(seat), len(message["turns"]))) == message["turns"]

    def check_view(self, match: Live, viewer: int | None, view: dict[str, Any]) -> None:
        """The same view follows from any state that looks the same to this seat."""
        hidden = match.hidden(viewer)
        guess = hidden.copy()
        match.game.rules.fill(guess, generator(5))
        match.game.rules.hide(guess, -1 if viewer is None else viewer)
        again = json.loads(json.dumps(match.game.view(guess)))
        for key in ("acting", "chosen"):
            again[key] = view[key]
        assert again == view
