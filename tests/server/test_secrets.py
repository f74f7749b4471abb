"""Nothing that a seat may not know leaves the server.

People play at random, ask for all that can be asked, take turns back, go and come back, and
strangers watch; all that each of them received is kept. Then the match is rebuilt from the
database, event by event, and every answer is made again, once with the secrets as they were and a
few times with others: all must be the same.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.server.http.identity import Person
from spieltisch.tables.outcomes import Change
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.contract.every import every_slow_table
from tests.matches import disguise
from tests.server.client import Client, Talk
from tests.server.database import query
from tests.server.otherwise import Answers, differs, disguised, normal
from tests.server.processes import ServerProcess

TURNS = 12  # and two for each player: where some rules change with the round, all get there
LATE = 3  # the turn before which another stranger comes to watch
DISGUISES = 1
PAGES = (
    "",
    "/record",
    "/since",
    "/fairness",
    "/replay",
    "/replay/views",
    "/picture.png",
    "/seats/9/link",
)
Told = tuple[str, str, Any]  # the text, its kind, and what was asked for


@dataclass
class Guest:
    """Somebody at the table, or (seat None) a stranger; with everything that they were told."""

    client: Client
    seat: int | None
    talk: Talk
    after: int | None = 0  # as they said when they came
    again: list[tuple[Talk, int | None]] = field(default_factory=list)  # later connections
    asked: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    told: dict[int, list[Told]] = field(default_factory=lambda: defaultdict(list))  # by event
    pages: list[str] = field(default_factory=list)
    person: Person | None = None

    async def ask(self, n: int, kind: str, **fields: Any) -> Any:
        id_ = f"{kind}{len(self.asked)}"
        self.asked[id_] = (n, {"kind": kind, "id": id_, **fields})
        return await self.talk.ask(kind, id=id_, **fields)

    async def come_back(self, table: str, after: int | None) -> None:
        """What a device is told that lost its connection; by a second one, it makes no odds."""
        async with self.client.sit(table, after) as talk:
            self.again.append((talk, after))

    async def look_around(self, n: int, path: str) -> None:
        mine = () if self.seat is None else (f"/record?seat={self.seat}",)
        for page in (*PAGES, *mine):
            text = (await self.client.http.get(path + page)).text
            self.pages.append(text)
            self.told[n].append((text, "page", path + page))

    async def finish(self) -> None:
        """Sorts what came through the socket by the moment of which it tells."""
        await self.talk.ask("ping")
        found = await self.client.get("/api/me")
        self.person = Person(found["id"], found["name"], False)
        for talk, after in [(self.talk, self.after), *self.again]:
            self._sort(talk.received, after)

    def _sort(self, received: list[str], after: int | None) -> None:
        for text in received:
            message = json.loads(text)
            kind, id_ = message["kind"], message.get("id", "")
            if kind in {"event", "snapshot"}:
                self.told[message["n"]].append((text, kind, after))
            elif kind == "presence":
                assert set(message) == {"kind", "seats", "watching", "now"}
            elif id_ in self.asked and kind not in {"ack", "error"}:  # one's own turn; not yours
                n, asked = self.asked[id_]
                self.told[n].append((text, kind, asked))

    def everything(self) -> list[str]:
        talks = [self.talk, *(talk for talk, _ in self.again)]
        return [text for talk in talks for text in talk.received] + self.pages


@every_slow_table
async def test_all_answers_would_be_the_same_if_the_secrets_were_others(
    server: ServerProcess, key: str, players: int, folder: Path
) -> None:
    luck = random.Random(f"{key} {players}")
    async with AsyncExitStack() as stack:
        guests = await gather(stack, server, key, players)
        id_ = guests[0].talk.snapshot["table"]["id"]
        undone = await play_at_random(guests, lambda: come_late(stack, server, id_), luck)
        for guest in guests:
            await guest.finish()
    seed, events, tokens = everything_kept(server, id_)
    told = [text for guest in guests for text in guest.everything()]
    assert not any(secret in text for secret in [seed, *tokens] for text in told)
    checker = Checker(Answers(folder), Table(id_, seed), guests, luck)
    for event in events:
        await checker.take(event)
    assert checker.checked > turns_of(players) * len(guests)
    assert {"snapshot", "hint", "choices", "turns", "page", "refused"} <= checker.kinds
    sealing = games.find(key).simultaneous and players > 1
    assert undone or not sealing  # what is sealed can be taken back
    assert checker.different == checker.hiding  # no disguise was one in name only


def turns_of(players: int) -> int:
    return TURNS + 2 * players


async def gather(stack: AsyncExitStack, server: ServerProcess, key: str, seats: int) -> list[Guest]:
    """All seats taken by people, the match begun, everybody and a stranger connected."""
    clients = [
        await stack.enter_async_context(Client(server.base, f"Person{n}")) for n in range(seats + 1)
    ]
    host, *others = clients[:seats]
    # Not rated: then a hint is an answer only, and no event that all hear of.
    table = await host.open(key, "me", *["open"] * len(others), rated=False)
    path = f"/api/tables/{table['id']}"
    for client in others:
        await client.post(f"{path}/join", {"name": client.name, "nonce": "a1"})
    await clients[seats].post("/api/me", {"name": "Eve"})
    talks = [await stack.enter_async_context(c.sit(table["id"], after=0)) for c in clients]
    await host.post(f"{path}/start", {"nonce": "b2"})
    for talk in talks:
        talk.snapshot |= await talk.event("start")
    numbers: list[int | None] = [*range(seats), None]
    return [Guest(*each) for each in zip(clients, numbers, talks, strict=True)]


async def come_late(stack: AsyncExitStack, server: ServerProcess, id_: str) -> Guest:
    """A stranger who has seen nothing of the beginning."""
    client = await stack.enter_async_context(Client(server.base, "Late"))
    await client.post("/api/me", {"name": "Late"})
    talk = await stack.enter_async_context(client.sit(id_))
    return Guest(client, None, talk, after=None)


async def play_at_random(
    guests: list[Guest], come: Callable[[], Awaitable[Guest]], luck: random.Random
) -> int:
    """The number of turns that were taken back, about every other one of those that can be."""
    id_ = guests[0].talk.snapshot["table"]["id"]
    n, acting = guests[0].talk.snapshot["n"], guests[0].talk.snapshot["acting"]
    undone = 0
    for turn in range(turns_of(len(guests) - 1)):
        if not acting:
            break
        if turn == LATE:
            guests.append(await come())
        seat = luck.choice(acting)
        await guests[seat].ask(n, "turns", seat=seat, limit=30)
        text = await compose(guests[seat], n, seat, luck)
        if turn % 8 == 1:
            hint = await guests[seat].ask(n, "hint", seat=seat)
            assert hint["kind"] == "hint", hint
        for guest in guests:
            await pry(guest, n, seat, text)
            if turn % 8 == 4:
                await guest.look_around(n, f"/api/tables/{id_}")
            if turn % 4 == 3:
                await guest.come_back(id_, luck.choice([None, 0, luck.randrange(n), n]))
        ack = await guests[seat].ask(n, "turn", seat=seat, text=text)
        assert ack["kind"] == "ack", ack
        n, acting = await heard(guests, ack["n"])
        back = luck.random() < 0.5
        ack = await guests[seat].ask(n, "undo", seat=seat) if back else {"kind": "refused"}
        if ack["kind"] == "ack":
            undone += 1
            n, acting = await heard(guests, ack["n"])
    return undone


async def heard(guests: list[Guest], n: int) -> tuple[int, list[int]]:
    """When all have heard of event n: its number, and who is to act."""
    for guest in guests:
        event = await guest.talk.next("event", n=n)
    return n, event["acting"]


async def compose(guest: Guest, n: int, seat: int, luck: random.Random) -> str:
    """A turn made choice by choice, with all that is shown on the way, to its end and beyond."""
    begun: list[int] = []
    text = ""
    while True:
        found = await guest.ask(n, "choices", seat=seat, begun=list(begun))
        assert found["kind"] == "choices", found
        if not found["choices"]:
            break
        choice = luck.choice(found["choices"])
        begun.append(choice["decision"])
        text = str(choice["text"])
    for wild in (begun[-1], luck.randrange(100), 2**31):
        await guest.ask(n, "choices", seat=seat, begun=[*begun, wild])
    return text


async def pry(guest: Guest, n: int, seat: int, text: str) -> None:
    """What one may ask for oneself, and what one may not ask for another."""
    await guest.ask(n, "look", seat=guest.seat)
    if guest.seat is not None:
        half, beyond = text[: len(text) // 2], f"{text} {text.split(' ')[-1]}"
        for tried in (text, half, beyond):
            await guest.ask(n, "why", seat=guest.seat, text=tried)
        await guest.ask(n, "turn", seat=guest.seat, text=f"{text} ?")
        await guest.ask(n, "legal", seat=guest.seat, texts=[text, half, beyond])
        await guest.ask(n, "choices", seat=guest.seat, begun=[])
    if guest.seat != seat:
        for kind in ("turns", "choices", "hint", "look", "undo"):
            refused = await guest.talk.ask(kind, seat=seat)
            assert refused["code"] == "seat/not-yours"


def everything_kept(server: ServerProcess, id_: str) -> tuple[str, list[Event], list[str]]:
    ((seed,),) = query(server, "SELECT seed FROM match WHERE id = :id", id=id_)
    rows = query(server, "SELECT n, at, body FROM event WHERE match = :match ORDER BY n", match=id_)
    tokens = [row[0] for row in query(server, "SELECT token FROM person")]
    return seed, [Event(n, at, json.loads(body)) for n, at, body in rows], tokens


class Checker:
    """Goes through the match and makes every answer again."""

    def __init__(
        self, answers: Answers, table: Table, guests: list[Guest], luck: random.Random
    ) -> None:
        self.answers, self.table, self.guests, self.luck = answers, table, guests, luck
        self.checked = 0
        self.kinds: set[str] = set()
        self.handed: dict[str, bytes] = {}  # by the id of a hint, the position of the adviser
        self.hiding = self.different = False

    async def take(self, event: Event) -> None:
        change = self.table.apply(event)
        if self.table.status == "over":
            return  # now all is open
        for guest in self.guests:
            viewer = guest.seat
            self.note_hiding(viewer)
            versions = [self.table]
            versions += [disguised(self.table, viewer, self.luck) for _ in range(DISGUISES)]
            self.different |= any(differs(self.table, other) for other in versions[1:])
            for version in versions:
                await self.compare(guest, version, change)
            if guest.person is not None and self.table.seats_of(guest.person.id):
                said = [self.answers.at(version).elsewhere(guest.person) for version in versions]
                assert all(one == said[0] for one in said)
                self.checked += len(said)

    def note_hiding(self, viewer: int | None) -> None:
        match = self.table.match
        if match is not None:
            self.hiding |= disguise.hides(match, viewer)

    async def compare(self, guest: Guest, version: Table, change: Change) -> None:
        """All that this guest was told at this moment, against what would be said of `version`."""
        answers, who = self.answers.at(version), guest.person
        for text, kind, asked in guest.told[change.event.n]:
            self.kinds.add(kind)
            if kind == "event":
                self.agree(text, answers.event(change, who))
            elif kind == "snapshot":
                self.agree(text, answers.snapshot(asked, who))
            elif kind == "page":
                self.agree(text, await answers.get(asked, who))
            elif kind == "hint":
                await self.compare_hint(text, asked, guest)
            elif kind == "turns":
                self.agree(*alike(text, await answers.ask(asked, who)))
            else:
                self.agree(text, await answers.ask(asked, who))

    async def compare_hint(self, text: str, asked: Any, guest: Guest) -> None:
        """Advisers guess, so they say this or that; but all are handed the same position."""
        adviser = self.answers.adviser
        adviser.told = json.loads(text)
        self.agree(text, await self.answers.ask(asked, guest.person))
        handed = self.handed.setdefault(f"{guest.seat} {asked['id']}", adviser.handed)
        assert handed == adviser.handed

    def agree(self, told: str, again: str) -> None:
        self.checked += 1
        assert normal(told, self.table.seed) == normal(again, self.table.seed)


def alike(told: str, again: str) -> tuple[str, str]:
    """Two lists of turns, as far as both go: the server lists as many as it finds in a moment."""
    both = [json.loads(told), json.loads(again)]
    shortest = min(len(found["turns"]) for found in both)
    cut = [json.dumps(found | {"turns": found["turns"][:shortest], "more": 0}) for found in both]
    return cut[0], cut[1]
