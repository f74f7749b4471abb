"""A program that can import only the standard library, NumPy and this package: it plays a match.

Run with a game's name; prints the number of events and the status of the table.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.abc
import json
import pkgutil
import random
import sys
from types import SimpleNamespace as Some
from typing import Any

ABSENT = {"sqlite3", "multiprocessing", "concurrent.futures.process", "fcntl"}


class Only(importlib.abc.MetaPathFinder):
    """Like a browser: nothing that is not there can be imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        top = name.partition(".")[0]
        known = top in sys.stdlib_module_names or top in {"spieltisch", "numpy"}
        if not known or name in ABSENT:
            raise ModuleNotFoundError(f"{name} is not there")


async def play(game: str) -> tuple[int, str]:
    from spieltisch import games
    from spieltisch.tables import commands, lobby
    from spieltisch.tables.local import Usual, Visitor, local_rooms
    from spieltisch.tables.messages import Hello

    rooms, heard = local_rooms(habits=Usual(pause=0.0, alone=0.0)), list[bytes]()
    rooms.ready.add(game)
    await rooms.start()
    bots = games.card(game).players[0] if games.card(game).players[0] > 1 else 2
    seats = [Some(kind="me"), *[Some(kind="bot", level="random")] * (bots - 1)]
    allowed = {"public": False, "spectators": True, "hints": True, "rated": False}
    wanted: Any = Some(game=game, seats=seats, options={}, seal="", **allowed)
    new = lobby.checked(wanted, None)
    shown = await lobby.open_table(rooms, new, wanted, Some(id="ada", name="Ada"))
    async with rooms.room(shown["id"]) as room:
        me = Visitor("ada", "Ada", heard.append)
        await commands.hello(me, room, Hello("hello"))
        await room.submit(lambda: room.table.plan_start("ada", "00"))
        luck = random.Random(3)
        while room.table.status == "playing":
            if 0 in room.table.acting:
                await turn(commands.reply, me, room, rooms, luck)
            await asyncio.sleep(0)
    await rooms.stop()
    told = [json.loads(message) for message in heard]
    return sum(message["kind"] == "event" for message in told), room.table.status


async def turn(reply: Any, me: Any, room: Any, rooms: Any, luck: random.Random) -> None:
    """What a browser does: it asks what there is to choose, and says which."""
    n, begun, text = len(room.table.changes), list[int](), ""
    while True:
        asked = {"kind": "choices", "id": "c", "seat": 0, "begun": begun}
        found = await reply(me, room, rooms, json.dumps(asked))
        choice = luck.choice(found["choices"])
        begun, text = [*begun, choice["decision"]], choice["text"]
        if choice["complete"]:
            break
    said = {"kind": "turn", "id": f"t{n}", "seat": 0, "text": text}
    answered = await reply(me, room, rooms, json.dumps(said))
    assert answered["kind"] == "ack", answered


if __name__ == "__main__":
    sys.meta_path.insert(0, Only())
    import spieltisch.tables

    for module in pkgutil.iter_modules(spieltisch.tables.__path__):
        importlib.import_module(f"spieltisch.tables.{module.name}")
    print(*asyncio.run(play(sys.argv[1])))
