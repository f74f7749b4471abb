"""What the server would say if the secrets were others.

`Answers` holds one moment of a table in a real application, without its network, and gives the
answers that a person gets there; `disguised` is the same moment with everything changed that this
person may not know. Equal answers prove that nothing secret was in them.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from pydantic_core import to_json
from starlette.websockets import WebSocket

from spieltisch.core.chance import Fair, commitment
from spieltisch.core.game import Game
from spieltisch.core.language import Both
from spieltisch.core.reason import Look
from spieltisch.core.state import AnyState, copied
from spieltisch.notices import formats, push_keys, sentences
from spieltisch.notices.due import Due
from spieltisch.notices.notifier import Notifier
from spieltisch.notices.sentences import Message, Reader
from spieltisch.review.advice import Advice, Draft
from spieltisch.server import limits
from spieltisch.server.app import make_app
from spieltisch.server.compiling import Compilation
from spieltisch.server.context import Context
from spieltisch.server.health import Health
from spieltisch.server.http.identity import COOKIE, People, Person, digest
from spieltisch.server.limits import Limiter
from spieltisch.server.metrics import Metrics
from spieltisch.server.notifications import senders_of
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.server.socket.connection import Socket
from spieltisch.server.threads import Threads
from spieltisch.store.engine import connect
from spieltisch.store.store import Store
from spieltisch.tables import commands, match_summaries, views
from spieltisch.tables.bots import Asked, Bots
from spieltisch.tables.messages import read
from spieltisch.tables.outcomes import Change
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Alone
from spieltisch.tables.table import Table
from spieltisch.tables.thinking import Thinking
from tests.matches import disguise

OTHER_SEED = "5e" * 32


class Adviser(Bots):
    """Gives one hint to all, and notes which position it was handed."""

    told: dict[str, Any] | None = None  # a hint as the server said it
    handed = b""

    async def advise(self, asked: Asked, begun: Sequence[int] = (), n: int = 0) -> Advice:
        self.handed = asked.state.tobytes()
        told = self.told
        if told is None:
            line = first_turn(asked.game, asked.state)
            nothing = Both("", "")
            return Advice(line, 0.5, None, Look((), nothing), nothing, nothing, 0.0)
        draft = told["draft"]
        look, do, why = (Both(**told[key]) for key in ("nudge", "do", "why"))
        drafted = None
        if draft is not None:
            drafted = Draft(
                asked.game.notation.read_turn(asked.state, draft["text"]), draft["chance"]
            )
        line, loss = told["decisions"], draft["loss"] if draft else 0.0
        at = Look(tuple(told["look"]), look)
        return Advice(line, told["chance"], drafted, at, do, why, loss, told["forced"])


def first_turn(game: Game, state: AnyState) -> list[int]:
    state, line = copied(state), list[int]()
    while not line or game.rules.midway(state):
        line.append(game.legal(state)[0])
        game.rules.apply(state, line[-1])
    return line


class Answers:
    """One application for all moments; `at` puts a table into it."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(limits=False, data=str(folder))
        store = Store(connect(f"sqlite:///{folder}/never-opened.db"), "twin")
        threads = Threads(1)
        self.adviser = Adviser(Thinking(threads))
        bus = Alone()
        self.rooms = ServerRooms(settings, store, bus, self.adviser, Metrics(), "secret")
        self.people = People(store)
        creations = Limiter(*limits.CREATIONS, False)
        self.app: FastAPI = make_app(settings)
        health, compilation = Health(store, bus, None), Compilation(set())
        self.app.state.context = Context(
            settings,
            self.rooms,
            self.people,
            compilation,
            creations,
            creations,
            {},
            health,
            threads,
            Notifier(self.rooms, store, senders_of(settings, push_keys.fresh()), "secret"),
            creations,
        )
        # One client for all: each makes a TLS context, which takes longer than most answers.
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://127.0.0.1:8000"
        )
        self.room: Room

    def at(self, table: Table) -> Answers:
        self.room = Room(self.rooms, table)
        self.rooms.rooms = {table.id: self.room}
        return self

    def event(self, change: Change, who: Person | None) -> str:
        viewer = self.room.viewer(self._socket(who))
        told = views.Telling(self.room.table, change).to(viewer)
        info = self.room.info(who.id if who else None) if change.table else None
        return _text({**told, "table": info})

    def snapshot(self, after: int | None, who: Person | None) -> str:
        viewer = self.room.viewer(self._socket(who))
        told = views.snapshot(self.room.table, viewer, after, 0)
        return _text({**told, "table": self.room.info(who.id if who else None)})

    def presence(self) -> str:
        return _text(self.room.presence())

    async def ask(self, message: dict[str, Any], who: Person | None) -> str:
        found = await commands.answer(
            self._socket(who), self.room, self.rooms, read(json.dumps(message))
        )
        return _text(found)

    async def get(self, path: str, who: Person | None) -> str:
        headers = {}
        if who is not None:
            self.people._remember(digest(who.id), who)
            headers["cookie"] = f"{COOKIE}={who.id}"
        return (await self.http.get(path, headers=headers)).text

    def elsewhere(self, who: Person) -> list[str]:
        """What somebody who sits there is told when they are not: the message that it is their
        turn, in every shape and language, and the row in their history."""
        table, found = self.room.table, [_text(match_summaries.going_on(self.room, who.id))]
        dues = [Due(kind, table.n, 0) for kind in ("turn", "begin")]
        for lang, seen in itertools.product(("de", "en"), (0, table.n // 2)):
            reader = Reader(lang, UTC, "https://table.example")
            item = sentences.item(table, who.id, dues, seen, 0, reader)
            message = Message("id", lang, [item], base="https://table.example", key="key")
            found.append(formats.push(message).decode())
            letter = formats.letter(message, "ada@example.org", 0)
            found += [letter.subject, letter.text, letter.html]
            found += [_text(formats.hook(message, "https://a.b/c", s)) for s in formats.SHAPES]
        return found

    def _socket(self, who: Person | None) -> Socket:
        async def nothing(*_: Any) -> Any:
            raise AssertionError("nobody is connected")

        return Socket(WebSocket({"type": "websocket"}, nothing, nothing), who)


def _text(found: Any) -> str:
    return to_json(found).decode()


def disguised(table: Table, viewer: int | None, luck: random.Random) -> Table:
    """The table with other secrets; to `viewer` it must look the same."""
    other = copy.copy(table)
    other.seed = OTHER_SEED
    if table.match is not None:
        assert isinstance(table.match.chance, Fair)
        chance = Fair(bytes.fromhex(OTHER_SEED), table.match.chance.nonces)
        other.match = disguise.disguised(table.match, viewer, luck, chance)
    return other


def differs(table: Table, other: Table) -> bool:
    """Whether the disguise changed anything that the rules or the log know."""
    if table.match is None or other.match is None:
        return False
    return disguise.differ(table.match, other.match)


def normal(text: str, seed: str) -> Any:
    """Without what depends on the moment of asking, and with the true commitment: it is public."""
    other, true = (commitment(bytes.fromhex(some)) for some in (OTHER_SEED, seed))
    text = text.replace(other, true)
    if text.startswith("<"):  # a picture
        return text
    return [_timeless(json.loads(line)) for line in text.splitlines()]


def _timeless(found: Any) -> Any:
    if isinstance(found, dict):
        moment = {"connected", "grace", "now"}
        return {key: _timeless(value) for key, value in found.items() if key not in moment}
    return [_timeless(value) for value in found] if isinstance(found, list) else found
