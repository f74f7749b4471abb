"""Patches add up to what a snapshot would say, and tell nothing that a snapshot would not."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from spieltisch.core.errors import Refusal
from spieltisch.tables import commands, views
from spieltisch.tables.changes import CHOICES, Changes, Public
from spieltisch.tables.local import Usual, local_rooms
from spieltisch.tables.messages import Hello
from spieltisch.tables.outcomes import Body, Change, Done
from spieltisch.tables.patches import apply, checksum, diff
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.contract.every import every_slow_table, every_table
from tests.server.otherwise import disguised
from tests.tables.kept import Keeper
from tests.tables.test_table import table_of

STRANGER = "stranger"
EVENTS = 30


class Party:
    """A table whose people do at random what they may; everyone keeps a view."""

    def __init__(self, key: str, players: int, seed: str) -> None:
        self.luck = random.Random(seed)
        self.rooms = local_rooms(habits=Usual(pause=1e6, alone=1e6))
        self.room = Room(self.rooms, table_of(key, players))
        self.keepers: list[Keeper] = []
        self.ids = iter(range(10**6))
        self.done: set[str] = set()

    @property
    def table(self) -> Table:
        return self.room.table

    async def gather(self) -> None:
        row = {"game": self.table.game, "seed": "00", "created": 0, "public": False}
        await self.rooms.store.append(self.table.id, Event(1, 0, {}), (), row)
        people = [seat.holders[0] for seat in self.table.seats]
        for n, person in enumerate([*people, STRANGER]):
            await self.come(person, ("de", "en", None)[n % 3])

    async def come(self, person: str, lang: str | None) -> None:
        keeper = Keeper(person, lang)
        await commands.hello(keeper, self.room, Hello("hello", None, lang, True, choices=True))  # type: ignore[arg-type]
        self.keepers.append(keeper)

    async def begin(self) -> None:
        await self.room.submit(lambda: self.table.plan_start("p0", "ad"))

    async def go_on(self) -> None:
        roll = self.luck.random()
        seat = self.luck.choice(self.table.acting)
        place = self.table.seats[seat]
        if roll < 0.08:
            await self.reconnect()
        elif roll < 0.16:
            await self.submit("takeover", lambda: self.table.plan_warm(seat, "greedy", "given"))
        elif place.warm:
            await self.submit("back", lambda: self.table.plan_back(f"p{seat}", seat))
        elif roll < 0.24:
            await self.chat()
        elif roll < 0.32:
            await self.look()
        elif (back := self.undoable()) is not None and roll < 0.5:
            id_ = f"u{next(self.ids)}"
            await self.submit("undo", lambda: self.table.plan_undo(f"p{back}", back, id_))
        else:
            text, id_ = self.table.running().random_turn(seat, self.luck), f"t{next(self.ids)}"
            await self.submit("turn", lambda: self.table.plan_turn(f"p{seat}", seat, id_, text))

    async def submit(self, what: str, plan: Any) -> None:
        self.done.add(what)
        await self.room.submit(plan)

    def undoable(self) -> int | None:
        seats = [n for n, seat in enumerate(self.table.seats) if not seat.warm]
        can = [seat for seat in seats if self.table.cannot_undo(seat) is None]
        return self.luck.choice(can) if can else None

    async def chat(self) -> None:
        self.done.add("chat")
        id_ = f"c{next(self.ids)}"
        await self.room.submit(lambda: self.table.plan_chat("p0", "P0", id_, "hi"))

    async def reconnect(self) -> None:
        self.done.add("reconnect")
        gone = self.keepers.pop(self.luck.randrange(len(self.keepers)))
        self.room.depart(gone)
        await self.come(gone.person or "", gone.spoken)

    async def look(self) -> None:
        """Away from one's hand, and back: a keeper's own part follows."""
        self.done.add("look")
        keeper = self.luck.choice([one for one in self.keepers if one.person != STRANGER])
        mine_ = self.table.seats_of(keeper.person)
        seat = self.luck.choice([None, *mine_])
        text = json.dumps({"kind": "look", "id": "l", "seat": seat})
        answer = await commands.reply(keeper, self.room, self.rooms, text)
        keeper.hear(json.dumps(answer).encode())

    def check(self) -> None:
        for keeper in self.keepers:
            viewer, lang = self.room.viewer(keeper), keeper.spoken
            whole = views.snapshot(self.table, viewer, None, 0, lang)
            kept = {**keeper.state, "view": keeper.view, "log": keeper.log}
            for key in ("view", "log", "ask", "undo", "looking", "acting", "chosen", "result", "n"):
                assert json.dumps(kept[key], sort_keys=True) == json.dumps(
                    whole[key], sort_keys=True
                ), (key, viewer)
            assert kept["choices"] == self.choices(viewer), viewer

    def choices(self, viewer: int | None) -> list[dict[str, Any]] | None:
        """As one is told who asks, unless there are many."""
        if viewer is None or viewer not in self.table.acting:
            return None
        found = self.table.running().choices(viewer)
        return [vars(choice) for choice in found] if len(found) <= CHOICES else None


@every_slow_table
async def test_all_patches_together_are_the_snapshot(key: str, players: int) -> None:
    party = Party(key, players, f"{key} {players}")
    await party.gather()
    party.check()
    await party.begin()
    for _ in range(EVENTS):
        party.check()
        if party.table.status != "playing":
            break
        await party.go_on()
    party.check()
    assert {"turn", "reconnect"} <= party.done
    party.room.close()


@pytest.mark.long
@every_table
async def test_all_patches_of_whole_matches_are_the_snapshot(key: str, players: int) -> None:
    party = Party(key, players, f"long {key} {players}")
    await party.gather()
    await party.begin()
    while party.table.status == "playing":
        await party.go_on()
        party.check()
    assert any(keeper.checked for keeper in party.keepers)
    party.room.close()


@every_slow_table
def test_patches_would_be_the_same_if_the_secrets_were_others(key: str, players: int) -> None:
    """Byte for byte: their lengths tell nothing either."""
    luck = random.Random(f"secret {key} {players}")
    table = table_of(key, players)
    take(table, table.plan_start("p0", "ad"))
    for n in range(14):
        if not table.acting:
            break
        before = copy.copy(table)
        before.match = copy.copy(table.running())
        before.match.lines = list(table.running().lines)
        before.match.state = table.running().state.copy()
        before.match.sealed = dict(table.running().sealed)
        seat = luck.choice(table.acting)
        text = table.running().random_turn(seat, luck)
        change = take(table, table.plan_turn(f"p{seat}", seat, f"t{n}", text))
        for viewer in (*range(len(table.seats)), None):
            told = message(before, table, change, viewer)
            if viewer == seat or table.status == "over":
                continue  # who acted knows what they did; at the end all is open
            other = message(
                disguised(before, viewer, luck), disguised(table, viewer, luck), change, viewer
            )
            assert told == other


def take(table: Table, body: Body | Done | Refusal | None) -> Change:
    assert isinstance(body, dict)
    return table.apply(Event(table.n + 1, 0, body))


class Known:
    lang: str | None = "en"
    choices = True

    def __init__(self, known: dict[str, bytes]) -> None:
        self.known = known


def message(before: Table, after: Table, change: Change, viewer: int | None) -> bytes:
    public = Public(before)
    known = Known(public.told(before, viewer).parts("en"))
    return Changes(after, change, public, Public(after)).to(known, viewer, None)


def random_data(luck: random.Random, depth: int = 3) -> Any:
    kind = luck.randrange(6 if depth else 4)
    if kind == 4:
        return [random_data(luck, depth - 1) for _ in range(luck.randrange(4))]
    if kind == 5:
        keys = luck.sample("abcdef", luck.randrange(5))
        return {key: random_data(luck, depth - 1) for key in keys}
    return luck.choice([None, True, False, 3, 4, 2.5, "", "x", "ü"])


def test_a_patch_makes_the_one_of_the_other_whatever_they_are() -> None:
    luck = random.Random(7)
    for _ in range(3000):
        old, new = ({"v": random_data(luck), "w": random_data(luck)} for _ in range(2))
        kept = json.dumps(old)
        found = apply(old, json.loads(json.dumps(diff(old, new))))
        assert json.dumps(found, sort_keys=True) == json.dumps(new, sort_keys=True)
        assert json.dumps(old) == kept, "what was known stays as it is"
        assert checksum(found) == checksum(new)


def test_a_list_of_another_length_is_cut_where_both_ends_stay() -> None:
    assert diff([1, 2, 3, 9, 8], [1, 7, 9, 8]) == {"~": [1, 2, [7]]}
    luck = random.Random(24)
    for _ in range(500):
        old, new = ([luck.randrange(3) for _ in range(luck.randrange(7))] for _ in range(2))
        patch = diff(old, new)
        assert apply(old, patch) == new
        if patch is not None and "~" in patch:
            start, many, entries = patch["~"]
            kept = len(old) - many
            assert (len(new) - len(entries), start <= kept) == (kept, True)
            assert not (many and entries and old[start] == entries[0])
            assert not (many and entries and old[start + many - 1] == entries[-1])
