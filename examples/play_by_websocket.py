"""Plays a whole match of each game against bots, through the public interface of a running server.

    spieltisch serve &
    python examples/play_by_websocket.py http://127.0.0.1:8000 [GAME …]

Needs only `websockets` (which the server brings along). docs/protocol.md describes the messages.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import secrets
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Server:
    """The HTTP half, with the token of a program."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self.token = ""

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, sent, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
        return json.loads(text) if answer.headers["content-type"] == "application/json" else text


async def play(server: Server, game: str, level: str, players: int) -> dict[str, Any]:
    """Opens a table against bots, plays turns at random to the end, and checks the record."""
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": level}] * (players - 1)
    nonce = secrets.token_hex(16)  # my share of all chance; its seal is fixed before it is known
    seal = hashlib.sha256(nonce.encode()).hexdigest()
    table = server.call("POST", "/api/tables", {"game": game, "seats": seats, "seal": seal})
    server.call("POST", f"/api/tables/{table['id']}/start", {"nonce": nonce})
    address = server.base.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
    headers = {"Authorization": f"Bearer {server.token}"}
    async with connect(address, additional_headers=headers) as socket:
        await say(socket, kind="hello", after=None, lang="en", patches=True)
        result = await answer_until_over(socket)
    fairness = server.call("GET", f"/api/tables/{table['id']}/fairness")
    assert fairness["ok"]
    assert fairness["nonces"][0] == nonce
    assert fairness["seals"][0] == seal
    assert fairness["unsealed"] == []
    assert fairness["commitment"] == table["commitment"]
    return result


class View:
    """What I see of the table: the public view, and a patch that adds what only I may know."""

    def __init__(self) -> None:
        self.public: dict[str, Any] | None = None
        self.own: dict[str, Any] | None = None

    def take(self, message: dict[str, Any]) -> None:
        """From a snapshot or a change: what is left out is as before."""
        self.public = message.get("view", self.public)
        self.public = apply(self.public, message.get("patch"))
        self.own = message.get("own", self.own)

    @property
    def mine(self) -> Any:
        return apply(self.public, self.own)


def apply(old: Any, patch: dict[str, Any] | None) -> Any:
    if patch is None or old is None:
        return old
    new, place = old.copy(), int if isinstance(old, list) else str
    if "~" in patch:
        start, many, entries = patch["~"]
        new[start : start + many] = entries
    for key, value in patch.get("=", {}).items():
        new[place(key)] = value
    for key, inner in patch.get(">", {}).items():
        new[place(key)] = apply(new[place(key)], inner)
    for key in patch.get("-", []):
        del new[key]
    return new


async def answer_until_over(socket: ClientConnection) -> dict[str, Any]:
    view = View()
    async for text in socket:
        message = json.loads(text)
        if message["kind"] in {"snapshot", "change"}:
            view.take(message)
            if message.get("result"):
                assert view.mine["acting"] == []
                return dict(message["result"])
            if 0 in message["acting"]:
                await say(socket, kind="turns", id=f"list-{message['n']}", seat=0, limit=50)
        elif message["kind"] == "turns" and message["turns"]:
            turn = random.choice(message["turns"])
            await say(socket, kind="turn", id=f"turn-{message['n']}", seat=0, text=turn)
        elif message["kind"] == "error":
            raise SystemExit(f"{message['code']}: {message['en']}")
    raise SystemExit("the server closed the connection")


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("games", nargs="*", help="default: all that are ready")
    parser.add_argument("--level", default="greedy")
    args = parser.parse_args()
    server = Server(args.server)
    server.token = server.call("POST", "/api/agents", {"name": "Example"})["token"]
    for game in server.call("GET", "/api/games")["games"]:
        if game["ready"] and (not args.games or game["key"] in args.games):
            players = max(2, game["players"]["least"])
            result = await play(server, game["key"], args.level, players)
            print(f"{game['key']}: {result['scores']}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
