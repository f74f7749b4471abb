"""A person at a browser, as the tests see one: a cookie, requests, and a place at a table."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from spieltisch.server.socket.messages import SERVER_MESSAGE
from tests.server.processes import tried

PATIENCE = 60.0
_numbers = itertools.count()

Json = dict[str, Any]


class Client:
    def __init__(self, base: str, name: str = "Ada") -> None:
        self.base = base
        self.name = name
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENCE, verify=False)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(
        self, method: str, path: str, body: Json | None = None, status: int = 200
    ) -> Any:
        answer = await self.http.request(method, path, json=body)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        return await self.call("GET", path, None, status)

    async def post(self, path: str, body: Json | None = None, status: int = 200) -> Any:
        return await self.call("POST", path, body or {}, status)

    async def open(self, game: str, *seats: str, **more: Any) -> Json:
        """Seats: "me", "open", "local:Bo", or the level of a bot."""
        body = {"game": game, "seats": [_seat(seat) for seat in seats], "name": self.name, **more}
        table: Json = await self.post("/api/tables", body, 201)
        return table

    async def started(self, game: str, *seats: str, **more: Any) -> str:
        table = await self.open(game, *seats, **more)
        await self.post(f"/api/tables/{table['id']}/start", {"nonce": "ada0"})
        return str(table["id"])

    def cookie(self) -> dict[str, str]:
        pairs = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"Cookie": pairs} if pairs else {}

    @contextlib.asynccontextmanager
    async def sit(self, table: str, after: int | None = None, **hello: Any) -> AsyncIterator[Talk]:
        address = self.base.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        async with connect(
            address, additional_headers=self.cookie(), max_size=None, open_timeout=PATIENCE
        ) as socket:
            talk = Talk(socket)
            await talk.send(kind="hello", after=after, **hello)
            talk.snapshot = await talk.next("snapshot")
            yield talk


def _seat(text: str) -> Json:
    kind, _, name = text.partition(":")
    if kind in {"me", "open"}:
        return {"kind": kind}
    return {"kind": "local", "name": name} if kind == "local" else {"kind": "bot", "level": kind}


class Talk:
    """One connection; everything that it received is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.waiting: list[Json] = []
        self.snapshot: Json = {}

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> Json:
        async with asyncio.timeout(PATIENCE):  # `wait_for` of 3.11 may swallow a cancellation
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.received.append(text)
        if not tried():
            SERVER_MESSAGE.validate_json(text, strict=True)  # what is described is what is said
        found: Json = json.loads(text)
        return found

    async def next(self, *kinds: str, **wanted: Any) -> Json:
        """The next message of these kinds with these values; others wait for their turn."""

        def fits(message: Json) -> bool:
            right = all(message.get(key) == value for key, value in wanted.items())
            return message["kind"] in kinds and right

        for at, message in enumerate(self.waiting):
            if fits(message):
                return self.waiting.pop(at)
        while True:
            message = await self.read()
            if fits(message):
                return message
            self.waiting.append(message)

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a message with a new id and waits for its answer."""
        id_ = fields.pop("id", f"{kind}-{next(_numbers)}")
        await self.send(kind=kind, id=id_, **fields)
        asked = ("look", "choices", "turns", "why", "legal", "hint")
        answers = ("ack", "refused", "error", "pong", *asked)
        return await self.next(*answers, id=id_)

    async def event(self, what: str | None = None) -> Json:
        return await (self.next("event") if what is None else self.next("event", what=what))

    async def first_turn(self, seat: int) -> str:
        listed = await self.ask("turns", seat=seat, limit=3)
        return str(listed["turns"][0])

    async def play_first(self, seat: int) -> Json:
        return await self.ask("turn", seat=seat, text=await self.first_turn(seat))
