"""The examples of docs/protocol.md are executed, in their order, against a running server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.server.client import Client, Talk

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
ANY = "…"


class Conversation:
    def __init__(self, client: Client, game: str) -> None:
        self.client = client
        self.values = {"GAME": game, "TABLE": "", "TURN": ""}

    def filled(self, text: str) -> str:
        for word, value in self.values.items():
            text = re.sub(rf"\b{word}\b", value, text)
        return text

    async def request(self, block: str) -> None:
        first, status, *rest = block.strip().splitlines()
        method, path, *body = first.split(" ", 2)
        sent = json.loads(self.filled(body[0])) if body else None
        answer = await self.client.http.request(method, self.filled(path), json=sent)
        assert answer.status_code == int(status), answer.text
        found = answer.json()
        agree(json.loads("".join(rest)), found, path)
        if path == "/api/tables":
            self.values["TABLE"] = found["id"]

    async def talk(self, talk: Talk, block: str) -> None:
        for way, text in messages(block):
            if "TURN" in text and not self.values["TURN"]:
                self.values["TURN"] = await my_turn(talk)
            message = json.loads(self.filled(text))
            if way == ">":
                if message["kind"] != "hello":
                    await wait_for_turn(talk, message)
                    await talk.send(**message)
            else:
                await self.expect(talk, message)

    async def expect(self, talk: Talk, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "snapshot":
            found = talk.snapshot
        elif kind in {"event", "change"}:
            found = await talk.next(kind, what=message["what"], seat=message["seat"])
        elif "id" in message:
            found = await talk.next(kind, id=message["id"])
        else:
            found = await talk.next(kind)
        agree(message, found, kind)


async def my_turn(talk: Talk) -> str:
    while True:
        listed = await talk.ask("turns", seat=0, limit=1)
        if listed["turns"]:
            return str(listed["turns"][0])
        await talk.event()


async def wait_for_turn(talk: Talk, message: dict[str, Any]) -> None:
    """Examples that need seat 0 to be acting wait until the bot has played."""
    if message["kind"] in {"choices", "turns", "hint"} or message.get("id") == "c3":
        await my_turn(talk)


def messages(block: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for line in block.strip().splitlines():
        if line[:2] in {"> ", "< "}:
            found.append((line[0], line[2:]))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def agree(written: Any, found: Any, where: str) -> None:
    """What is written must be there: keys exactly, kinds of values, and texts unless …"""
    if written == ANY:
        return
    if isinstance(written, dict):
        assert isinstance(found, dict), where
        if ANY in written:
            assert set(written) - {ANY} <= set(found), where
        elif set(written) != {"can", "rule", "de", "en"}:  # of `undo`: no reason when it works
            assert set(written) == set(found), (where, set(written) ^ set(found))
        for key in set(written) & set(found):
            agree(written[key], found[key], f"{where}.{key}")
    elif isinstance(written, list):
        assert isinstance(found, list), where
        for one, other in zip(written, found, strict=False):
            agree(one, other, where)
    elif isinstance(written, str):
        assert isinstance(found, str), (where, found)
        assert ANY in written or written == found, (where, found)
    elif isinstance(written, int | float) and not isinstance(written, bool):
        assert type(found) in {int, float}, (where, found)


async def test_the_page_of_the_protocol_tells_the_truth(ada: Client, game: str) -> None:
    blocks = re.findall(r"```(http|ws|ws-changes)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    conversation = Conversation(ada, game)
    http = [block for kind, block in blocks if kind == "http"]
    for block in http:
        await conversation.request(block)
    async with ada.sit(conversation.values["TABLE"]) as talk:
        for block in (block for kind, block in blocks if kind == "ws"):
            await conversation.talk(talk, block)
    async with ada.sit(conversation.values["TABLE"], lang="en", patches=True) as talk:
        for block in (block for kind, block in blocks if kind == "ws-changes"):
            await conversation.talk(talk, block)


def test_every_code_stands_on_the_page() -> None:
    from spieltisch.tables.problems import KNOWN

    page = PAGE.read_text("utf-8")
    assert [code for code in KNOWN if f"`{code}`" not in page] == []
