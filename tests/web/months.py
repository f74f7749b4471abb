"""Somebody with weeks of matches behind them, on a server whose clock is moved: what the pictures
of history, days and results show, and what Lighthouse looks at.

    python -m tests.web.months FOLDER      # prints the address and the cookie, serves until ended
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from spieltisch import games
from tests.notices.moved import MovedServer
from tests.server.client import Client
from tests.server.playing import shortest, wait_for_end

DAY = 86_400_000
TODAY = 1_794_906_000_000  # 17 November 2026, 9:00 UTC
WEEKS = 2
FRIENDS = {"Hanne": "hare", "Lina": "cat", "Theo": "frog", "Piet": "mouse", "Mara": "owl"}
LATELY = 6  # days of the run up to today, on which the deal is played
REVIEWED = 2
RATED = 3


@dataclass
class Month:
    """`me` is Jule, who has played today's deal, and whose turn it is at another table."""

    server: MovedServer
    me: Client
    ended: dict[str, str] = field(default_factory=dict)  # of each game a table that is over
    friends: list[Client] = field(default_factory=list)
    deal: str = ""  # a challenge that a friend has taken up
    cup: str = ""

    @property
    def cookie(self) -> str:
        return self.me.cookie()["Cookie"]


async def lived(folder: Path, seed: int = 17) -> Month:
    """The server is to be ended by the caller."""
    server = MovedServer(folder, TODAY - 7 * WEEKS * DAY)
    server.start()
    month = Month(server, Client(server.base, "Jule"))
    try:
        await _live(month, random.Random(seed))
    except BaseException:
        server.stop()
        raise
    finally:
        for person in (month.me, *month.friends):
            await person.http.aclose()  # their cookies stay
    return month


async def _live(month: Month, luck: random.Random) -> None:
    server = month.server
    await month.me.post("/api/me", {"name": "Jule"})
    await month.me.post("/api/me/profile", {"name": "Jule", "face": "fox"})
    for name, face in FRIENDS.items():
        friend = Client(server.base, name)
        await friend.post("/api/me", {"name": name})
        await friend.post("/api/me/profile", {"name": name, "face": face})
        month.friends.append(friend)
    keys = sorted(games.cards())
    for day in range(7 * WEEKS, 0, -1):
        await _one_day(month, luck, keys, day)
        server.go(DAY)
    await _today(month, luck, keys)


async def _one_day(month: Month, luck: random.Random, keys: Sequence[str], ago: int) -> None:
    if ago <= LATELY or luck.random() < 0.5:
        await play_deal(month.me, luck)
    for game in luck.sample(keys, luck.randint(0, 2)):
        await _match(month, luck, game)
    for _ in range(2):  # alone, for the picture of scores
        table = await month.me.started(shortest(), *_alone())
        await _by_bot(month.me, table, luck.choice(("easy", "medium", "medium", "greedy")))


async def _today(month: Month, luck: random.Random, keys: Sequence[str]) -> None:
    for game in keys:
        reviewed = game in keys[:REVIEWED]
        month.ended[game] = await _match(month, luck, game, bots=0 if reviewed else None)
        if reviewed:
            await _review(month.me, month.ended[game])
    for friend in month.friends:
        await play_deal(friend, luck)
    month.ended[shortest()] = await play_deal(month.me, luck)
    await _among_friends(month, luck)
    for _ in range(RATED):
        await play(month.me, await month.me.started(keys[1], "me", "easy"), luck)
    await month.me.started(keys[1], "me", *["medium"] * (games.card(keys[1]).players[0]))


def _alone() -> list[str]:
    return ["me", *["easy"] * (games.card(shortest()).players[0] - 1)]


async def _among_friends(month: Month, luck: random.Random) -> None:
    """A challenge and a tournament that two have played."""
    made = await month.me.post("/api/deals", {"match": await _alone_by_hand(month, luck)}, 201)
    cup = await month.me.post("/api/cups", {"game": shortest(), "title": "Freitagsrunde"}, 201)
    month.deal, month.cup = str(made["id"]), str(cup["id"])
    for person in (month.me, *month.friends[:2]):
        for deal in (made, *cup["deals"]):
            begun = await person.post(f"/api/deals/{deal['id']}/play", {"rated": True})
            await play(person, str(begun["table"]), luck)


async def _alone_by_hand(month: Month, luck: random.Random) -> str:
    return await play(month.me, await month.me.started(shortest(), *_alone()), luck)


async def _match(month: Month, luck: random.Random, game: str, bots: int | None = None) -> str:
    """Against a friend and, where nobody says how many, now and then a bot."""
    friend = luck.choice(month.friends)
    players = games.card(game).players
    least, most = players[0], players[-1]
    some = luck.randint(0, min(1, most - 2))
    bots = max(least - 2, some if bots is None else bots)
    table = (await month.me.open(game, "me", "open", *["easy"] * bots))["id"]
    await friend.post(f"/api/tables/{table}/join", {})
    await month.me.post(f"/api/tables/{table}/start", {})
    levels = ["medium", luck.choice(("easy", "medium"))]
    for person, seat, level in zip((month.me, friend), (0, 1), levels, strict=True):
        await person.post(f"/api/tables/{table}/seats/{seat}/bot", {"level": level})
    await wait_for_end(month.me, table)
    return str(table)


async def _by_bot(person: Client, table: str, level: str) -> None:
    await person.post(f"/api/tables/{table}/seats/0/bot", {"level": level})
    await wait_for_end(person, table)


async def _review(person: Client, table: str) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if (await person.post(f"/api/tables/{table}/review", {}))["state"] == "done":
            return
        await asyncio.sleep(0.5)


async def play_deal(person: Client, luck: random.Random) -> str:
    """The attempt that counts."""
    day = await person.get("/api/days")
    deal = next(one["id"] for one in day["deals"] if one["game"] == shortest())
    begun = await person.post(f"/api/deals/{deal}/play", {"rated": True})
    return await play(person, str(begun["table"]), luck)


async def play(person: Client, table: str, luck: random.Random) -> str:
    """To the end by the person's own turns: long ones that spare what is scarce."""
    async with person.sit(table) as talk:
        told = talk.snapshot
        seat = told["table"]["you"]["seats"][0]
        while not told["result"]:
            if seat not in told["acting"]:
                told = await talk.event()
                continue
            listed = await talk.ask("turns", seat=seat, limit=500)
            spared = luck.random() < 0.9  # signs in the notation mostly stand for what is scarce
            text = max(listed["turns"], key=partial(_worth, spared))
            await talk.ask("turn", seat=seat, text=text)
            told = await talk.event("turn")
    return table


def _worth(spared: bool, turn: str) -> tuple[int, int]:
    signs = sum(not letter.isalnum() and letter != " " for letter in turn)
    return (-signs if spared else 0, len(turn))


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    month = asyncio.run(lived(folder))
    print(month.server.base, month.cookie, month.deal, month.cup, flush=True)
    assert month.server.process is not None
    try:
        return month.server.process.wait()
    finally:
        month.server.stop()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
