"""Requests to every route of the description and every page, with ids that exist and values that
may be odd.

Nothing is listed here: whatever route the server has takes part. Ids, keys and codes come from
earlier answers, so that requests get beyond "there is no such thing"; records that are handed in
are real ones in which something was changed.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

from httpx import HTTPError

from spieltisch import games
from spieltisch.server.http.pages import PAGES
from tests.contract.every import finish, match_of
from tests.server.client import Client

Json = dict[str, Any]
ODD: list[Any] = [
    None, True, -1, 0, 1, 15, 16, 2**31, 2**63, 1.5, 1e300, "", "x", "0", "\x00", "ü\u202e", [], {},
    [[]], [0] * 50, {"kind": "me"}, "a" * 500,
]  # fmt: skip
HALVES = ["\ud800", ["\ud83d", "\ude00"]]  # JSON with these is none to the reader of messages
KNOWN = 30  # ids of a kind that are remembered
RARELY = {"/api/me/forget": 0.05, "/api/me/devices": 0.3}  # else nobody has anything for long
OFTEN = {"/api/tables/handed": 4, "/{page}/{path}": 4}  # ways to be wrong are many there
DAY = 24 * 60 * 60 * 1000
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
# Where the names of fields mean something
NAMES: dict[str, list[Any]] = {
    "level": ["random", "greedy", "easy", "nobody"],
    "name": ["Ada", "Bo", "Ada\u200b", "ü" * 30],
    "nonce": ["5eed", "", "0" * 64],
    "seal": ["", "ab" * 32],
    "text": ["pass", "?", "undo", "A1"],
    "endpoint": ["https://127.0.0.1:9/push", "https://push.invalid/x", "http://x"],
    "p256dh": [POINT, "AAAA"],
    "auth": ["BTBZMqHH6r4Tts7J_aSIgg", "AAAA"],
    "url": ["http://127.0.0.1:9/hook", "https://[::1]:9/", "https://a@b/", "https://[::"],
    "address": ["ada@example.org", "ada@localhost", "a@b.c\r\nBcc: x@y.z"],
    "zone": ["", "Europe/Berlin", "Mars/Base", "../etc/passwd", "/etc/passwd"],
    "code": ["000000", "abcd-efgh-2345-jkmn-pqrs", "ß" * 60],
    "day": ["2026-11-18", "2026-01-01", "2025-12-31", "9999-12-31", "2026-02-30"],
}


TWO = [{"name": name, "in": "path", "schema": {"type": "string"}} for name in ("page", "path")]
PAGE = ("/{page}/{path}", {"get": {"parameters": TWO}})


@cache
def record_of(game: str) -> str:
    return finish(match_of(game, games.card(game).players[-1], seed=3)).record()


class Caller:
    """One who asks for everything that the description has, rightly and wrongly."""

    def __init__(self, base: str, description: Json, luck: random.Random) -> None:
        self.base, self.luck = base, luck
        self.schemas: Json = description["components"]["schemas"]
        self.routes = [
            (method.upper(), path, said)
            for path, methods in (*description["paths"].items(), PAGE)
            for method, said in methods.items()
            for _ in range(OFTEN.get(path, 1))
        ]
        self.known: dict[str, list[str]] = defaultdict(lambda: ["nosuchthing1"])
        self.statuses: Counter[int] = Counter()
        self.by_route: dict[str, Counter[int]] = defaultdict(Counter)
        self.failed: list[str] = []

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            async with Client(self.base) as client:
                await self.calls(client, 200)

    async def calls(self, client: Client, count: int) -> None:
        for _ in range(count):
            with contextlib.suppress(HTTPError):
                await self._call(client, *self.luck.choice(self.routes))

    async def _call(self, client: Client, method: str, path: str, said: Json) -> None:
        if self.luck.random() > RARELY.get(path, 1.0):
            return
        target, body = self._address(path, said), self._body(path, said)
        content = None if body is None else json.dumps(body)  # half characters, too
        json_ = {"content-type": "application/json"}
        answer = await client.http.request(method, target, content=content, headers=json_)
        self.statuses[answer.status_code] += 1
        self.by_route[f"{method} {path}"][answer.status_code] += 1
        if answer.status_code >= 500:
            self.failed.append(f"{method} {target} {body!r}: {answer.text[:200]}")
        if answer.headers.get("content-type") == "application/json" and answer.status_code < 300:
            self._learn(path, answer.json())

    # Where to

    def _address(self, path: str, said: Json) -> str:
        asked = []
        for parameter in said.get("parameters", []):
            name, value = parameter["name"], self._value(parameter["name"], parameter["schema"])
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(str(self._id(name, value)), safe=""))
            elif value is not None and self.luck.random() < 0.7:
                asked.append(f"{name}={quote(str(value), safe='')}")
        return path + ("?" + "&".join(asked) if asked else "")

    def _id(self, name: str, value: Any) -> Any:
        if name == "page":
            return self.luck.choice((*PAGES, "", "assets", "bundle", "device", "api"))
        if name == "path":
            return self.luck.choice(
                (value, *(self.luck.choice(ids) for ids in self.known.values()), "x" * 300)
            )
        if name in NAMES or name == "seat" or self.luck.random() < 0.05:
            return value
        return self.luck.choice(self.known[name])

    # What with

    def _body(self, path: str, said: Json) -> Any:
        content = said.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return None
        body = self._value("", content["schema"])
        if path == "/api/tables" and self.luck.random() < 0.7:
            body = self._new_table()
        if path == "/api/tables/handed":
            body |= {"record": self._record()}
        if isinstance(body, dict) and self.luck.random() < 0.25:
            body = {**body, self.luck.choice([*body, "more"]): self.luck.choice(ODD + HALVES)}
        return body

    def _new_table(self) -> Json:
        luck = self.luck
        card = luck.choice(list(games.cards().values()))
        others = [{"kind": "open"}, *[{"kind": "bot", "level": "random"}] * 2]
        others += [{"kind": "local", "name": "Bo"}]
        seats = [{"kind": "me"}, *luck.choices(others, k=luck.choice(card.players) - 1)]
        option = luck.choice([option.name for option in card.all_options()] or ["none"])
        options = {option: luck.choice(ODD)} if luck.random() < 0.3 else {}
        clocks = (None, None, {"kind": "live", "seconds": 10}, {"kind": "slow", "days": 2})
        clock = luck.choice(clocks)
        return {"game": card.key, "seats": seats, "options": options, "clock": clock}

    def _record(self) -> str:
        """Of a match that was played, with something odd in one of its lines."""
        luck = self.luck
        lines = [
            json.loads(line)
            for line in record_of(luck.choice(list(games.cards()))).split("\n")[:-1]
        ]
        if luck.random() < 0.8:
            line = luck.choice([lines[0], luck.choice(lines)])
            line[luck.choice([*line, "levels", "mine", "ended", "sealed"])] = luck.choice(
                ODD + HALVES
            )
        return "".join(json.dumps(line) + "\n" for line in lines)

    def _value(self, name: str, schema: Json) -> Any:
        """Something that the schema describes, mostly; where a name means something, that."""
        luck = self.luck
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._value(name, luck.choice(schema[several]))
        if "const" in schema or "enum" in schema:
            return luck.choice(schema.get("enum", [schema.get("const")]))
        if name == "game":
            return luck.choice([*games.cards(), "nosuchgame"])
        if name == "match":
            return luck.choice(self.known["table"])
        if name in NAMES and schema.get("type") == "string":
            return luck.choice(NAMES[name])
        if name in ("until", "begins", "ends"):
            return int(time.time() * 1000) + luck.choice((-DAY, 0, 60_000, DAY, 3 * DAY, 400 * DAY))
        return self._plain(schema)

    def _plain(self, schema: Json) -> Any:
        luck = self.luck
        match schema.get("type"):
            case "integer":
                least = int(schema.get("minimum", 0))
                most = int(schema.get("maximum", least + 100))
                return luck.choice((least, min(least + 1, most), luck.randint(least, most), most))
            case "boolean":
                return luck.random() < 0.5
            case "array":
                return [self._value("", schema.get("items", {})) for _ in range(luck.randrange(4))]
            case "object":
                needed = schema.get("required", [])
                fields = schema.get("properties", {})
                chosen = [one for one in fields if one in needed or luck.random() < 0.5]
                return {one: self._value(one, fields[one]) for one in chosen}
            case "null":
                return None
        return luck.choice(["", "x", "0", "ab12", "ü\u202e", "\x00", "a" * 300])

    # What answers tell

    def _learn(self, path: str, told: Any) -> None:
        for kind, id_ in self._ids(path, told):
            if id_ not in self.known[kind]:
                self.known[kind] = [*self.known[kind][-KNOWN:], id_]

    def _ids(self, path: str, told: Any) -> Iterator[tuple[str, str]]:
        if isinstance(told, list):
            for each in told:
                yield from self._ids(path, each)
        if not isinstance(told, dict):
            return
        for name, value in told.items():
            if name in ("table", "deal", "cup", "key", "seal", "code") and isinstance(value, str):
                yield name, value
            elif name == "key" or name not in ("channels", "holidays", "deals", "cups"):
                yield from self._ids(path, value)
            else:
                yield from ((name[:-1], one["id"]) for one in value)
                yield from self._ids(path, value)
        if isinstance(told.get("id"), str) and "commitment" in told:
            yield "table", told["id"]
        if isinstance(told.get("id"), str) and path in ("/api/deals", "/api/cups"):
            yield path[5:-1], told["id"]


def useless(callers: list[Caller]) -> list[str]:
    """Routes that never answered anything but a refusal."""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for caller in callers:
        for route, codes in caller.by_route.items():
            found[route] += codes
    good = re.compile(r"2\d\d")
    return sorted(r for r, codes in found.items() if not any(good.match(str(c)) for c in codes))
