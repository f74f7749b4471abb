"""The deal of the day on two servers with one database, across midnight; challenges; cups.

Servers run in this process, so that the clock can be handed in. The house stands where it is noon
now: events are dated by the real clock, and no midnight comes by itself.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import io
import json
import re
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from spieltisch import cli, games
from spieltisch.bots import base as bots
from spieltisch.core.randomness import generator
from spieltisch.deals.day_secrets import seed_of
from spieltisch.deals.deal import MARKS, day_id
from spieltisch.deals.deal_tables import play_mark
from spieltisch.server import app
from spieltisch.server.context import Context
from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings
from spieltisch.tables import views
from spieltisch.tables.storage import now
from tests.notices.test_week import Eyes
from tests.server.playing import shortest
from tests.server.postgres import fresh

DAY = 86_400_000


class House:
    """Servers of one database, and a clock that they all look at."""

    def __init__(self, stack: contextlib.AsyncExitStack, settings: Settings) -> None:
        self.stack, self.settings = stack, settings
        self.later = 0  # ms that the handed clock is ahead
        self.zone = timezone(timedelta(hours=12 - datetime.now(UTC).hour))
        self.contexts: list[Context] = []

    def clock(self) -> int:
        return now() + self.later

    async def server(self) -> Visitor:
        made = app.make_app(self.settings)
        context = await app._open(self.settings, Metrics())
        context = replace(context, zone=self.zone, clock=self.clock)
        context.rooms.ready |= set(games.cards())
        made.state.context = context
        self.contexts.append(context)
        self.stack.push_async_callback(context.rooms.stop)
        await context.rooms.bus.start(context.rooms.hear)
        return Visitor(self, made, context)

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.clock() / 1000, self.zone).date()


class Visitor:
    """Somebody at one of the servers; everything that they are told is kept."""

    def __init__(self, house: House, made: Any, context: Context) -> None:
        self.house, self.app, self.context = house, made, context
        way = httpx.ASGITransport(made)
        self.http = httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:8000")
        house.stack.push_async_callback(self.http.aclose)
        self.told: list[str] = []

    def another(self) -> Visitor:
        return Visitor(self.house, self.app, self.context)

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        self.told.append(answer.text + str(answer.headers))
        assert answer.status_code == status, answer.text
        return (
            answer.json() if "application/json" in answer.headers["content-type"] else answer.text
        )

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = await self.http.post(path, json=body or {})
        self.told.append(answer.text + str(answer.headers))
        assert answer.status_code == status, answer.text
        return answer.json()

    async def play(self, deal: str, rated: bool = True, seed: int = 1, name: str = "Ada") -> str:
        """A whole try, with the moves of a bot that does not think; the table."""
        made = await self.post(f"/api/deals/{deal}/play", {"rated": rated, "name": name})
        await self.play_on(made["table"], seed)
        return str(made["table"])

    async def play_on(self, table: str, seed: int = 1) -> None:
        """My turns by a fixed random bot; those of the others by the room's own question."""
        me = (await self.get("/api/me"))["id"]
        bot, luck, n = bots.find("random"), generator(seed), 0
        async with self.context.rooms.room(table) as room:
            room.connections.add(Ears(me, self.told))
            self.told.append(json.dumps(views.snapshot(room.table, 0, 0, now())))
            while room.table.status == "playing":
                match, n = room.table.running(), n + 1
                seat = room.table.acting[0]
                if room.table.seats[seat].by_bot:
                    text = (
                        await self.context.rooms.bots.choose(
                            room.question(seat, room.table.seats[seat].level or "")
                        )
                    ).text
                    who = None
                else:
                    text, who = bots.choose_turn(match, seat, bot, luck), me
                await room.submit(partial(room.table.plan_turn, who, seat, f"t{n}", text))
            self.told.append(json.dumps(views.snapshot(room.table, 0, 0, now())))


class Ears(Eyes):
    """A page that shows the table, and remembers what its socket said."""

    def __init__(self, person: str, told: list[str]) -> None:
        super().__init__(person)
        self.told = told

    def push(self, message: bytes) -> None:
        self.told.append(message.decode())


@pytest.fixture
async def house(folder: Path) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        yield House(stack, Settings(data=str(folder), limits=False, pause=3600.0, alone=3600.0))


@pytest.fixture
async def shared(postgres: str) -> AsyncIterator[House]:
    url = await fresh(postgres, "deals")
    async with contextlib.AsyncExitStack() as stack:
        yield House(stack, Settings(database=url, limits=False, pause=3600.0, alone=3600.0))


def of(day: dict[str, Any], game: str) -> dict[str, Any]:
    return next(deal for deal in day["deals"] if deal["game"] == game)


async def test_two_servers_give_the_same_luck_and_one_list_until_midnight(
    shared: House, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = shortest()
    ada, bo = await shared.server(), await shared.server()
    today = await ada.get("/api/days")
    assert today["date"] == shared.today.isoformat()
    assert today["commitment"] == (await bo.get("/api/days"))["commitment"]
    deal = of(today, game)["id"]
    first = await ada.play(deal, seed=5)
    second = await bo.play(deal, seed=5, name="Bo")
    assert first != second
    records = [
        await who.get(f"/api/tables/{table}/record") for who, table in ((ada, first), (bo, second))
    ]
    assert records[0].splitlines()[1:] == records[1].splitlines()[1:]
    assert all("seed" not in json.loads(record.splitlines()[0]) for record in records)
    third = await ada.another().play(deal, seed=6, name="Cleo")
    lists = [of(await who.get("/api/days"), game) for who in (ada, bo)]
    people = [[(e["place"], e["name"]) for e in one["entries"] if e["place"]] for one in lists]
    assert people[0] == people[1]
    assert sorted(name for _, name in people[0]) == ["Ada", "Bo", "Cleo"]
    same = {name: place for place, name in people[0]}
    assert same["Ada"] == same["Bo"] != same["Cleo"]
    assert lists[0]["mine"]["table"] == first
    assert (await ada.post(f"/api/deals/{deal}/play", {}))["table"] == first  # one counts
    await ada.get(f"/api/tables/{third}/fairness", 403)
    shared.later = DAY
    past = await bo.get(f"/api/days/{today['date']}")
    assert past["over"]
    assert hashlib.sha256(bytes.fromhex(past["secret"])).hexdigest() == today["commitment"]
    assert (await ada.get("/api/days"))["commitment"] == past["secret"]
    assert of(past, game)["seed"] == seed_of(bytes.fromhex(past["secret"]), game)
    assert of(await ada.get("/api/days"), game)["finished"] == 0
    await bo.post(f"/api/deals/{deal}/play", {})  # what was begun is still mine
    refused = await bo.another().post(f"/api/deals/{deal}/play", {"name": "Dora"}, 409)
    assert refused["code"] == "deal/closed"
    record = folder / "a.jsonl"
    record.write_text(await ada.get(f"/api/tables/{first}/record"))
    checked = ["verify", str(record), "--day", past["secret"], "--commitment", today["commitment"]]
    assert cli.main(checked) == 0
    assert cli.main(["verify", str(record), "--day", "00" * 32]) == 1
    assert "REC-7" in capsys.readouterr().err
    assert cli.main([*checked[:4], "--commitment", "00" * 32]) == 2


async def test_nobody_can_learn_what_is_still_secret_from_any_answer(house: House) -> None:
    """Every route of the description is asked, by who has played and by a stranger; what sockets
    say is heard while playing."""
    ada = await house.server()
    today = await ada.get("/api/days")
    matches = [await ada.play(deal["id"]) for deal in today["deals"]]
    await ada.post("/api/deals", {"match": matches[0]}, 201)  # it is the deal of the day itself
    stranger = ada.another()
    for who in (ada, stranger):
        await look_everywhere(who, today, matches, house.today)
    await ada.play(today["deals"][0]["id"], rated=False)
    chain = ada.context.days.chain
    later = [chain.link(house.today + timedelta(days=n)) for n in range(400)]
    secrets = [link.hex() for link in later]
    secrets += [seed_of(link, game) for link in later[:40] for game in games.cards()]
    told = "\n".join([*ada.told, *stranger.told])
    assert told.count('"kind":"event"') > 20  # sockets were heard, too
    lower = told.lower()
    assert not [secret for secret in secrets if secret in lower]
    assert ada.context.secret not in told
    soon = later[:10]
    seeds = [bytes.fromhex(seed_of(link, game)) for link in soon for game in games.cards()]
    assert not [text for one in (*soon, *seeds) for text in written(one) if text in told]
    assert chain.link(house.today - timedelta(days=1)).hex() in lower  # the search would find one


def written(secret: bytes) -> list[str]:
    """Other ways in which somebody might have written it down."""
    both = (base64.b64encode(secret), base64.urlsafe_b64encode(secret))
    return [*(one.decode().rstrip("=") for one in both), str(int.from_bytes(secret, "big"))]


async def look_everywhere(
    who: Visitor, today: dict[str, Any], matches: list[str], at: date
) -> None:
    tomorrow = at + timedelta(days=1)
    described = (await who.get("/api/openapi.json"))["paths"]
    keys = [entry["key"] for deal in today["deals"] for entry in deal["entries"]]
    values = {
        "table": matches,
        "deal": [deal["id"] for deal in today["deals"]]
        + [f"day-{tomorrow}-{deal['game']}" for deal in today["deals"]],
        "day": [str(at), str(at - timedelta(days=1)), str(tomorrow)],
        "game": sorted(games.cards()),
        "key": [*keys[:2], "0" * 12],
    }
    asked = [path for path, methods in described.items() if "get" in methods]
    pages = ["/", "/day", f"/day/{at}", f"/day/{tomorrow}", "/history", "/me"]
    pages += [f"/replay/{match}" for match in matches] + ["/metrics", "/healthz"]
    for path in [*pages, *(one for route in asked for one in filled(route, values))]:
        answer = await who.http.get(path)
        text = unpacked(answer.content) if answer.content[:2] == b"PK" else answer.text
        who.told.append(text + str(answer.headers))
        assert answer.status_code in (200, 307, 400, 401, 403, 404, 409, 422, 503), path
        if str(tomorrow) in path and path.startswith("/api"):
            assert answer.status_code in (401, 404), path
    for deal in today["deals"]:
        answer = await who.http.post(f"/api/deals/day-{tomorrow}-{deal['game']}/play", json={})
        assert answer.status_code == 404


def filled(path: str, values: dict[str, list[str]]) -> list[str]:
    """The path with everything that stands for its parts."""
    part = re.search(r"\{(\w+)\}", path)
    if part is None:
        return [path]
    some = values.get(part[1], ["1"])
    return [one for value in some for one in filled(path.replace(part[0], value, 1), values)]


def unpacked(content: bytes) -> str:
    archive = zipfile.ZipFile(io.BytesIO(content))
    return "\n".join(archive.read(name).decode() for name in archive.namelist())


def house_day(today: dict[str, Any], days: int) -> date:
    return date.fromisoformat(today["date"]) + timedelta(days=days)


async def test_the_same_play_brings_the_same_game_against_bots(house: House) -> None:
    ada = await house.server()
    crowded = [key for key, card in games.cards().items() if card.players[0] > 1]
    for game in crowded:
        deal = of(await ada.get("/api/days"), game)["id"]
        one, two = ada.another(), ada.another()
        tables = [await one.play(deal, name="One"), await two.play(deal, name="Two")]
        texts = []
        for who, table in zip((one, two), tables, strict=True):
            text = await who.get(f"/api/tables/{table}/record")
            texts.append(text.splitlines()[1:])
        assert texts[0] == texts[1]


async def test_a_try_that_ends_after_midnight_does_not_count(house: House) -> None:
    ada, game = await house.server(), shortest()
    deal = of(await ada.get("/api/days"), game)["id"]
    table = (await ada.post(f"/api/deals/{deal}/play", {"name": "Ada"}))["table"]
    refused = await ada.post(f"/api/deals/{deal}/play", {"rated": False}, 409)
    assert refused["code"] == "deal/unfinished"  # a second table would show what comes at the first
    found = await ada.context.deals.find(deal)
    assert found is not None
    house.later = DAY
    await ada.play_on(table)
    late = replace(found, opens=0)
    assert await ada.context.deals.results(late) == []
    shown = await ada.get(f"/api/deals/{deal}")
    assert shown["open"]


async def test_looking_through_old_days_lets_no_bot_think(house: House) -> None:
    """A stranger may ask for every day of the year: nobody else's bot waits for that."""
    ada = await house.server()
    for ago in (1, 2, 3):
        day = house_day(await ada.get("/api/days"), -ago)
        await ada.get(f"/api/days/{day.isoformat()}")
    under_way = ada.context.marks.under_way
    assert not any(day.isoformat() in deal for deal in under_way)
    today = (await ada.get("/api/days"))["date"]
    assert all(today in deal for deal in under_way)


async def test_bots_leave_honest_marks(house: House) -> None:
    ada, game = await house.server(), shortest()
    deal = of(await ada.get("/api/days"), game)
    while len(deal["entries"]) < len(MARKS):
        deal = await ada.get(f"/api/deals/{deal['id']}")
    found = await ada.context.deals.find(deal["id"])
    assert found is not None
    for entry in deal["entries"]:
        assert entry["place"] is None
        assert (entry["score"], entry["rank"]) == play_mark(found, entry["level"])


async def test_bots_leave_the_same_marks_when_a_day_is_over(house: House) -> None:
    """A server may have ended before they were made, and nobody looked; who comes later finds
    them, as they would have been, where somebody played."""
    ada, game = await house.server(), shortest()
    deal = day_id(house.today, game)
    await ada.play(deal)
    house.later = DAY
    path = f"/api/days/{house.today - timedelta(days=1)}"
    while len((past := of(await ada.get(path), game))["entries"]) < 1 + len(MARKS):
        await asyncio.sleep(0.01)
    found = await ada.context.deals.find(deal)
    assert found is not None
    marks = {one["level"]: (one["score"], one["rank"]) for one in past["entries"] if one["level"]}
    assert marks == {level: play_mark(found, level) for level in MARKS}
    others = [one for one in (await ada.get(path))["deals"] if one["game"] != game]
    assert all(one["entries"] == [] for one in others)  # nobody played them, no bot has to


async def test_a_challenge_has_the_luck_of_my_match_and_shows_where_ways_parted(
    house: House,
) -> None:
    ada, game = await house.server(), shortest()
    opened = await ada.post(
        "/api/tables",
        {"game": game, "seats": [{"kind": "me"}], "name": "Ada"}
        if games.card(game).players[0] == 1
        else {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]},
        201,
    )
    await ada.post(f"/api/tables/{opened['id']}/start", {"nonce": "ab"})
    await ada.post("/api/deals", {"match": opened["id"]}, 409)
    await ada.play_on(opened["id"], seed=3)
    made = await ada.post("/api/deals", {"match": opened["id"]}, 201)
    assert opened["id"] not in made["id"]
    assert (await ada.post("/api/deals", {"match": opened["id"]}, 201))["id"] == made["id"]
    bo = ada.another()
    before = await bo.get(f"/api/deals/{made['id']}")
    assert (before["entries"], before["by"], before["finished"]) == ([], "Ada", 1)
    await bo.play(made["id"], seed=4, name="Bo")
    shown = await bo.get(f"/api/deals/{made['id']}")
    other = next(entry for entry in shown["entries"] if entry["name"] == "Ada")
    both = await bo.get(f"/api/deals/{made['id']}/compare/{other['key']}")
    assert both["name"] == "Ada"
    assert both["parted"] is not None
    for turn in both["turns"][: both["parted"]]:
        assert turn["mine"]["de"].replace("Bo", "Ada") == turn["theirs"]["de"]
    parted = both["turns"][both["parted"]]
    assert parted["mine"]["de"].replace("Bo", "Ada") != parted["theirs"]["de"]
    eve = ada.another()
    await eve.post("/api/me", {"name": "Eve"})
    await eve.get(f"/api/deals/{made['id']}/compare/{other['key']}", 409)


async def test_a_cup_ranks_by_shares_of_victory(house: House) -> None:
    ada, game = await house.server(), shortest()
    await ada.post("/api/me", {"name": "Ada"})
    cup = await ada.post("/api/cups", {"game": game, "rounds": 2, "title": "Freitag"}, 201)
    bo = ada.another()
    for deal in cup["deals"]:
        await ada.play(deal["id"], seed=1)
        await bo.play(deal["id"], seed=2, name="Bo")
    shown = await bo.get(f"/api/cups/{cup['id']}")
    assert [place["deals"] for place in shown["places"]] == [2, 2]
    assert abs(sum(place["share"]["mean"] for place in shown["places"]) - 1) < 1e-9
    assert all(len([r for r in place["results"] if r]) == 2 for place in shown["places"])
    crowded = next(key for key, card in games.cards().items() if card.players[0] > 1)
    rotated = await ada.post("/api/cups", {"game": crowded, "rounds": 3}, 201)
    mine = [deal["seats"].index(None) for deal in rotated["deals"]]
    assert len(set(mine)) == min(3, games.card(crowded).players[0])
