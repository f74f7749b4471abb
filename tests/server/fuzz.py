"""Messages that are right on the outside and wrong inside, and requests to every route.

    python -m bench.faults.fuzz [COUNT] [--talkers N] [--callers N] [--seed N]

COUNT socket messages are *answered* (sockets that the server closes are opened anew) while others
ask for everything that the server's description has (`fuzz_http`). Counted are traces in the log,
5xx, and answers `server/error`; memory and files must come back to where they were after a first,
smaller round. Only loopback, and a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from spieltisch import games
from spieltisch.server import gc_pauses
from tests.server.client import Client
from tests.server.fuzz_http import ODD, Caller
from tests.server.processes import ServerProcess
from tests.server.raw import files, has_compiler, memory

BATCH = 20  # messages sent before their answers are read
PER_TABLE = 1500  # messages until a talker looks for another table
SHOWN = 30  # faults that are printed
FILES = 4  # descriptors that may be open by chance
QUIET = 60.0  # seconds until tables that nobody uses have left memory
SEARCHED = gc_pauses.OFTEN + 2 * gc_pauses.LOOK  # until old garbage was searched for
GROWTH = 48 << 20  # bytes
FIELDS = ("id", "seat", "text", "texts", "begun", "limit", "after", "kind", "name")
KINDS = ("look", "turn", "why", "legal", "choices", "turns", "undo", "hint", "chat", "ping")

Json = dict[str, Any]


@dataclass
class Report:
    answered: Counter[str] = field(default_factory=Counter)  # by kind or code
    failed: list[str] = field(default_factory=list)  # what was answered by `server/error`
    reopened: int = 0
    callers: list[Caller] = field(default_factory=list)
    played: int = 0  # turns that were acknowledged

    @property
    def statuses(self) -> Counter[int]:
        return sum((caller.statuses for caller in self.callers), Counter[int]())

    @property
    def messages(self) -> int:
        return sum(self.answered.values())

    def failures(self) -> list[str]:
        """Each with the message or request that it answered."""
        return self.failed + [each for caller in self.callers for each in caller.failed]

    def told(self) -> str:
        kinds = ", ".join(f"{kind} {n}" for kind, n in self.answered.most_common())
        return (
            f"{self.messages:,} answered ({kinds}), {self.reopened} sockets,"
            f" HTTP {dict(sorted(self.statuses.items()))}"
        )


class Talker:
    """One who talks nonsense at a table, and now and then plays a turn."""

    def __init__(self, server: ServerProcess, luck: random.Random, report: Report) -> None:
        self.server, self.luck, self.report = server, luck, report
        self.known: list[str] = ["pass", "undo"]  # turns that were legal once
        self.sent = 0
        self.at = ""  # the game and the table, where the database has all that was played

    async def run(self, count: int) -> None:
        while self.report.messages < count:
            async with Client(self.server.base) as client:
                await self._table(client, count)

    async def _table(self, client: Client, count: int) -> None:
        game = self.luck.choice(list(games.cards()))
        players = self.luck.choice(games.card(game).players)
        seats = ["me", *["random"] * (players - 1)]
        table = await client.started(game, *(seats if players > 1 else ["me"]))
        self.at = f"{game} at {table}"
        address = client.base.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        until = self.sent + PER_TABLE
        while self.sent < until and self.report.messages < count:
            headers = client.cookie() if self.luck.random() < 0.9 else {}
            with contextlib.suppress(ConnectionClosed):
                async with connect(address, additional_headers=headers, max_size=None) as socket:
                    await socket.send('{"kind": "hello"}')
                    while self.sent < until and self.report.messages < count:
                        await self._batch(socket)
            self.report.reopened += 1

    async def _batch(self, socket: ClientConnection) -> None:
        waiting: dict[str, Json] = {}
        for _ in range(BATCH):
            self.sent += 1
            id_ = f"m{self.sent}"
            waiting[id_] = self.message(id_)
            await socket.send(json.dumps(waiting[id_]))
        try:
            async with asyncio.timeout(60):
                while waiting:
                    self._note(json.loads(await socket.recv()), waiting)
        except TimeoutError:
            self.report.failed += [f"{self.at}: {said!r}: no answer" for said in waiting.values()]

    def _note(self, answer: Json, waiting: dict[str, Json]) -> None:
        if answer.get("id") not in waiting:
            return
        said = waiting.pop(answer["id"])
        self.report.answered[str(answer.get("code", answer["kind"]))] += 1
        if answer.get("code") == "server/error":
            self.report.failed.append(f"{self.at}: {said!r}: {answer}")
        if answer["kind"] == "turns":
            self.known = (answer["turns"] + self.known)[:200]
        if answer["kind"] == "ack":
            self.report.played += 1

    def message(self, id_: str) -> Json:
        """Well-formed; most are wrong in what they mean, some in a type."""
        luck = self.luck
        message: Json = {"kind": luck.choice(KINDS), "id": id_}
        match message["kind"]:
            case "turn" | "why":
                message |= {"seat": self._seat(), "text": self._text()}
            case "legal":
                texts = [self._text() for _ in range(luck.randrange(8))]
                message |= {"seat": self._seat(), "texts": texts}
            case "choices":
                begun = [luck.randrange(300) for _ in range(luck.randrange(6))]
                message |= {"seat": self._seat(), "begun": begun}
            case "turns":
                message |= {"seat": self._seat(), "limit": luck.randrange(1, 30)}
            case "hint" if luck.random() < 0.9:
                message = {"kind": "undo", "id": id_, "seat": self._seat()}
            case "chat":
                message["text"] = self._text()[:300] or "…"
            case "ping":
                pass
            case _:
                message["seat"] = self._seat()
        if luck.random() < 0.1:
            message[luck.choice(FIELDS)] = luck.choice(ODD)
            message["id"] = id_
        return message

    def _seat(self) -> int:
        return 0 if self.luck.random() < 0.7 else self.luck.randrange(16)

    def _text(self) -> str:
        """A turn that is legal now or was so once, often with something changed."""
        luck = self.luck
        text = luck.choice(self.known[:40] if luck.random() < 0.7 else self.known)
        for _ in range(luck.choice((0, 0, 1, 1, 2, 5))):
            at = luck.randrange(len(text) + 1)
            text = text[:at] + luck.choice(" ,;:-+x09ABü\u2060\t") + text[at + luck.randrange(2) :]
        return text if luck.random() < 0.97 else text * 20


async def fuzz(
    server: ServerProcess, count: int, talkers: int = 4, callers: int = 2, seed: int = 1
) -> Report:
    async with Client(server.base) as client:
        description = await client.get("/api/openapi.json")
    asking = [
        Caller(server.base, description, random.Random(f"c{seed}{n}")) for n in range(callers)
    ]
    report = Report(callers=asking)
    calling = [asyncio.create_task(caller.run()) for caller in asking]
    talking = [Talker(server, random.Random(f"t{seed}{n}"), report) for n in range(talkers)]
    try:
        await asyncio.gather(*(talker.run(count) for talker in talking))
    except (OSError, WebSocketException) as error:
        raise RuntimeError(f"the server is gone: {error!r}") from error
    finally:
        for task in calling:
            task.cancel()
        ended = await asyncio.gather(*calling, return_exceptions=True)
    report.failed += [repr(why) for why in ended if isinstance(why, Exception)]
    return report


async def settled(server: ServerProcess) -> tuple[int, list[str]]:
    """Memory and files once no table is in memory and nobody connected any more."""
    until = time.monotonic() + QUIET
    while time.monotonic() < until:
        told = dict(
            re.findall(r"^spieltisch_(tables|connections) ([0-9.]+)", server.metrics(), re.M)
        )
        if not float(told["tables"]) and not float(told["connections"]):
            break
        await asyncio.sleep(0.5)
    return memory(server), files(server)


async def rested(server: ServerProcess) -> tuple[int, list[str]]:
    """The same once old garbage was searched for, too."""
    await settled(server)
    await asyncio.sleep(SEARCHED)
    return await settled(server)


def traces(server: ServerProcess) -> list[str]:
    """What the server wrote with a trace: of a failed message with its incident."""
    lines = server.log.read_text().splitlines()
    return [line for line in lines if "Traceback" in line or '"trace"' in line]


@dataclass
class Rest:
    """What a server holds after a round, once it has rested."""

    memory: int
    files: list[str]  # what each descriptor is

    def __str__(self) -> str:
        return f"{self.memory >> 20} MiB and {len(self.files)} files"


async def rounds(args: argparse.Namespace, folder: Path) -> int:
    """The same again and again on one server; 1 if something failed or was left behind."""
    settings = {"idle": "0.2", "sweep": "0.2", "grace": "1"}
    server = ServerProcess(folder, **settings).start()
    rests, reports = list[Rest](), list[Report]()
    try:
        for n in range(args.rounds):
            began, seed = time.monotonic(), args.seed * 1000 + n
            share = args.count // args.rounds
            reports.append(await fuzz(server, share, args.talkers, args.callers, seed))
            took = time.monotonic() - began
            rests.append(Rest(*await rested(server)))
            print(
                f"round {n + 1}: {reports[-1].told()} in {took:.0f} s; then {rests[-1]}", flush=True
            )
        compiled = ["something needed the compiler"] if has_compiler(server) else []
    finally:
        server.stop()
    found = [each for report in reports for each in report.failures()] + traces(server)
    found += leaks(rests) + compiled
    print(f"faults {len(found)}", *found[:SHOWN], sep="\n")
    if found and args.keep is not None:
        shutil.copytree(folder, args.keep, dirs_exist_ok=True)
        (args.keep / "faults.txt").write_text("\n".join(found) + "\n")
    return 1 if found else 0


def leaks(rests: Sequence[Rest]) -> list[str]:
    """What grew after caches had been filled: the first half of the rounds is for that."""
    half = len(rests) // 2
    if not half:
        return []
    before, after = rests[half - 1].memory, rests[-1].memory
    opened = Counter(rests[-1].files) - Counter(rests[half - 1].files)
    found = []
    if after > before + GROWTH:
        found.append(f"memory {before >> 20} → {after >> 20} MiB")
    if opened.total() > FILES:
        found.append(f"left open: {dict(opened)}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=200_000, help="default 200,000")
    parser.add_argument("--rounds", type=int, default=5, help="on one server; default 5")
    parser.add_argument("--talkers", type=int, default=4)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    keep = "where the server's log and database go if something fails; default out/fuzz"
    parser.add_argument("--keep", type=Path, default=Path("out/fuzz"), help=keep)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="spieltisch-fuzz-") as folder:
        return asyncio.run(rounds(args, Path(folder)))


if __name__ == "__main__":
    raise SystemExit(main())
