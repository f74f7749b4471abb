"""A bot of your own at somebody's table: takes an open seat and plays by the public interface.

    python examples/bot_program.py http://127.0.0.1:8000/table/TABLE

It keeps its token in bot.token, so that it finds its seat again when it is started anew. Replace
`choose` by something clever: it gets the view of its seat (each game's view.py says what is in it)
and the legal turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect

TOKEN = Path("bot.token")


def choose(view: dict[str, Any], turns: list[str]) -> str:
    """The whole mind of this bot."""
    return random.choice(turns)


def call(base: str, path: str, token: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(base + path, json.dumps(body).encode(), method="POST")
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise SystemExit(json.load(error)["en"]) from None


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("link", help="the invitation: http://…/table/…")
    parser.add_argument("--name", default="Robot")
    args = parser.parse_args()
    link = urlsplit(args.link)
    base, table = f"{link.scheme}://{link.netloc}", link.path.rpartition("/")[2]
    if not TOKEN.exists():
        TOKEN.write_text(call(base, "/api/agents", "", {"name": args.name})["token"])
    token = TOKEN.read_text().strip()
    joined = call(base, f"/api/tables/{table}/join", token, {"nonce": secrets.token_hex(16)})
    seat = joined["you"]["seats"][0]
    print(f"sitting at seat {seat}", flush=True)
    address = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        await socket.send(json.dumps({"kind": "hello", "after": None}))
        view: dict[str, Any] = {}
        async for text in socket:
            message = json.loads(text)
            if message["kind"] in {"snapshot", "event"}:
                view = message["view"]
                if message["result"]:
                    print(f"over: {message['result']['scores']}", flush=True)
                    return
                if seat in message["acting"]:
                    asked = {"kind": "turns", "id": f"list-{message['n']}", "seat": seat}
                    await socket.send(json.dumps(asked))
            elif message["kind"] == "turns" and message["turns"]:
                turn = choose(view, message["turns"])
                sent = {"kind": "turn", "id": f"turn-{message['n']}", "seat": seat, "text": turn}
                await socket.send(json.dumps(sent))


if __name__ == "__main__":
    asyncio.run(main())
