"""Kills servers between due and sent; counts messages that are lost, and that come twice.

    python -m bench.faults.messages [COUNT] [--tables N] [--seed N]

Somebody who is not there wants to be told by push, mail and webhook, each a real one on this
machine that takes its time to answer. Each round it becomes their turn at some tables, and the
server is killed twice (SIGKILL), each time at a random moment within which a message becomes due,
is composed, is on its way, arrives and is noted. Then everything may arrive. `lost`: due by a
way, and never there. `twice`: what was due at a table came by one way under two ids. `again`: came
once more under the same id, by which it can be told.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from spieltisch import games
from tests.notices.inbox import WAYS, Inbox
from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess

MOMENTS = 7.0  # seconds: messages are gathered for five of them
ANSWERS = (0.0, 0.05, 0.5, 2.0)  # seconds until somebody answers
PATIENCE = 200.0


async def turn_of_bo(ada: Client, bo: Client, game: str) -> str:
    table = str((await ada.open(game, "me", "open", clock={"kind": "slow", "days": 3}))["id"])
    await bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    await ada.post(f"/api/tables/{table}/start", {})
    async with ada.sit(table) as talk:
        acting = list(talk.snapshot["acting"])
    while 0 in acting:
        async with ada.sit(table) as talk:
            await talk.play_first(0)
        async with ada.sit(table) as talk:
            acting = list(talk.snapshot["acting"])
    return table


def rows(server: ServerProcess) -> list[Any]:
    """What was due (that a match has begun, that it is my turn), by which way, and in which message
    it went."""
    statement = (
        "SELECT notice.match, notice.state, notice.message, notice.kind AS what, channel.kind"
        " FROM notice JOIN channel ON channel.id = notice.channel "
        " WHERE notice.state <> 'moot' AND notice.kind IN ('begin', 'turn')"
    )
    return query(server, statement)


async def settle(server: ServerProcess, tables: list[str]) -> list[Any]:
    """Until all that is due at these tables has gone out."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = rows(server)
        turns = {(row.match, row.kind) for row in found if row.what == "turn"}
        asked = all((table, way) in turns for table in tables for way in WAYS)
        if asked and all(row.state == "sent" for row in found):
            return found
        await asyncio.sleep(0.1)
    return rows(server)


def count(found: list[Any], inbox: Inbox, tables: list[str]) -> Counter[str]:
    total: Counter[str] = Counter()
    arrived = inbox.arrived()
    for way in WAYS:
        ids = [id_ for id_, _ in arrived[way]]
        due = [row for row in found if row.kind == way]
        total["due"] += len(due)
        total["lost"] += sum(row.message not in ids for row in due)
        total["twice"] += len(set(ids) - {row.message for row in due})
        total["again"] += len(ids) - len(set(ids))
        total["messages"] += len(set(ids))
        told = [row.match for row in due if row.what == "turn"]
        total["lost"] += sum(table not in told for table in tables)
        if way != "push":  # a push has a link only where it tells of one table
            said = " ".join(text for _, text in arrived[way])
            total["lost"] += sum(table not in said for table in tables)
    return total


async def run(count_of: int, tables: int, seed: int) -> Counter[str]:
    luck, inbox, total = random.Random(seed), Inbox(), Counter[str]()
    fit = [key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1]]
    game = min(fit)
    with tempfile.TemporaryDirectory() as folder, inbox.running():
        server = ServerProcess(Path(folder), **inbox.settings).start(wait=False)
        server.wait_ready(game)
        opened: list[str] = []
        async with Client(server.base, "Ada") as ada, Client(server.base, "Bo") as bo:
            await bo.post("/api/me", {"name": "Bo"})
            await inbox.subscribe(bo)
            for number in range(1, count_of + 1):
                for way in WAYS:
                    inbox.way(way).slow = luck.choice(ANSWERS)
                for _ in range(luck.randint(1, tables)):
                    opened.append(await turn_of_bo(ada, bo, game))
                for _ in range(2):
                    await asyncio.sleep(luck.uniform(0, MOMENTS))
                    server.kill()
                    total["kills"] += 1
                    server.start(wait=False)
                    server.wait_ready(game)
                for way in WAYS:
                    inbox.way(way).slow = 0.0
                found = await settle(server, opened)
                total = Counter(kills=total["kills"]) + count(found, inbox, opened)
                print(number, *(f"{key} {n}" for key, n in sorted(total.items())), flush=True)
        server.stop()
        total["tracebacks"] = server.log.read_text().count("Traceback")
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=20)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total = asyncio.run(run(asked.count, asked.tables, asked.seed))
    print(*(f"{key} {total[key]}" for key in ("kills", "due", "messages", "again")), sep="  ")
    print(*(f"{key} {total[key]}" for key in ("lost", "twice", "tracebacks")), sep="  ")
    return int(any(total[key] for key in ("lost", "twice", "tracebacks")))


if __name__ == "__main__":
    raise SystemExit(main())
