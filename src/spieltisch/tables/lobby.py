"""What people ask for around a match: to open a table, sit down, get up, begin, play again.

Whoever carries a request (HTTP, a browser's worker) has checked its shape and knows who asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from spieltisch import games
from spieltisch.core.errors import SpieltischError
from spieltisch.tables import lessons, offline_matches, personas
from spieltisch.tables.levels import check_level
from spieltisch.tables.names import free_name
from spieltisch.tables.opening_event import opening
from spieltisch.tables.outcomes import Body, Done
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms, new_id
from spieltisch.tables.storage import now

Shown = dict[str, Any]


class Who(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class Wanted(Protocol):
    """A table that somebody wants to open; seats are `me`, `local`, `bot` or `open`."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> Sequence[Any]: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def public(self) -> bool: ...
    @property
    def spectators(self) -> bool: ...
    @property
    def hints(self) -> bool: ...
    @property
    def rated(self) -> bool: ...
    @property
    def seal(self) -> str: ...


# Opening


def checked(wanted: Wanted, clock: dict[str, Any] | None) -> Body:
    """Options and bots that exist; exactly one `me`."""
    try:
        card = games.card(wanted.game)
        complete = card.resolve(len(wanted.seats), wanted.options)
    except SpieltischError as error:
        raise Problem.of(error) from None
    if [seat.kind for seat in wanted.seats].count("me") != 1:
        raise Problem("input/invalid", "seats: me?")
    for seat in wanted.seats:
        if seat.kind == "bot":
            check_level(seat.level)
    return opening(
        card,
        complete,
        public=wanted.public,
        spectators=wanted.spectators,
        hints=wanted.hints,
        rated=wanted.rated,
        clock=clock,
    )


async def open_table(rooms: Rooms, new: Body, wanted: Wanted, person: Who) -> Shown:
    """`new`: what `checked` has found."""
    id_ = new_id()
    body = {**new, "seats": _seats(wanted, person), "host": person.id}
    await rooms.open(id_, body, [person.id])
    async with rooms.room(id_) as room:
        return room.info(person.id)


async def open_lesson(rooms: Rooms, game: str, seal: str, person: Who) -> Shown:
    """A table for a guided first game."""
    id_ = new_id()
    new = lessons.new_table(game, person.id, person.name, seal)
    await rooms.open(id_, new, [person.id])
    async with rooms.room(id_) as room:
        return room.info(person.id)


async def hand_over(rooms: Rooms, text: str, person: Who) -> Shown:
    """A table that shows a finished match, played elsewhere without a server; the same one where
    it was handed over before."""
    id_, new = offline_matches.new_table(text, person.id, person.name, now())
    if await rooms.store.match(id_) is None:
        await rooms.open(id_, new, [person.id])
    async with rooms.room(id_) as room:
        return room.info(person.id)


async def free(rooms: Rooms, table: str, person: str) -> Shown:
    """Goes on without the guide."""
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_free(person))
        return room.info(person)


def _seats(wanted: Wanted, person: Who) -> list[dict[str, Any]]:
    taken: list[str] = []

    def called(name: str) -> str:
        taken.append(free_name(name, taken))
        return taken[-1]

    several = any(seat.kind == "local" for seat in wanted.seats)
    found: list[dict[str, Any]] = []
    for seat in wanted.seats:
        if seat.kind == "bot":
            name = called(personas.pick(seat.level, taken))
            found.append({"kind": "bot", "name": name, "level": seat.level})
        elif seat.kind == "open":
            found.append({"kind": "open"})
        else:
            mine = seat.kind == "me"
            name = called(person.name if mine else seat.name)
            place = {"kind": "person", "name": name, "holders": [person.id]}
            face = getattr(person, "face", "") if mine else ""  # guests of a browser have none
            found.append({**place, "local": several, "seal": wanted.seal, "face": face})
    return found


# Looking


async def open_tables(rooms: Rooms, ids: Sequence[str], person: str | None) -> Shown:
    found = []
    for table in ids:
        try:
            async with rooms.room(table) as room:
                if room.table.status == "open" or room.table.spectators:
                    found.append(room.info(person))
        except Problem:
            continue
    return {"tables": found}


async def my_tables(rooms: Rooms, ids: Sequence[str], person: str) -> Shown:
    found = []
    for table in ids:
        try:
            async with rooms.room(table) as room:
                mine = room.table.seats_of(person)
                if mine:
                    found.append({**room.info(person), "your_turn": _is_due(room, mine)})
        except Problem:
            continue  # a game that is still compiling, or of other rules
    return {"tables": found}


def _is_due(room: Room, mine: list[int]) -> bool:
    acting, seats = room.table.acting, room.table.seats
    return any(seat in acting and not seats[seat].warm for seat in mine)


async def show(rooms: Rooms, table: str, person: str | None) -> Shown:
    async with rooms.room(table) as room:
        return visible(room, person).info(person)


def visible(room: Room, person: str | None) -> Room:
    room.table.check_may_see(person)
    return room


# At a table


async def leave(rooms: Rooms, table: str, person: str) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_leave(person))
        return room.info(person)


async def start(rooms: Rooms, table: str, person: str, nonce: str) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_start(person, nonce))
        await room.begun(person)
        return room.info(person)


async def reveal(rooms: Rooms, table: str, person: str, nonce: str) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_reveal(person, nonce))
        return room.info(person)


async def give_to_bot(rooms: Rooms, table: str, person: str, seat: int, level: str) -> Shown:
    check_level(level)
    async with rooms.room(table) as room:
        name = personas.pick(level, room.table.names())
        await room.submit(lambda: room.table.plan_bot(person, seat, level, name))
        return room.info(person)


async def open_seat(rooms: Rooms, table: str, person: str, seat: int) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_open(person, seat))
        return room.info(person)


async def shrink(rooms: Rooms, table: str, person: str) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_shrink(person))
        return room.info(person)


async def back(rooms: Rooms, table: str, person: str, seat: int) -> Shown:
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_back(person, seat))
        return room.info(person)


# Again


async def rematch(rooms: Rooms, room: Room, person: str) -> Shown:
    """The same people again; the next one starts."""
    old = room.table
    fresh = new_id()

    def plan() -> Body | Done | None:
        return None if old.rematch else {"what": "rematch", "table": fresh, "person": person}

    await room.submit(plan)
    assert old.rematch is not None
    await _open_again(rooms, room, person)
    async with rooms.room(old.rematch) as again:
        return again.info(person)


def check_rematch(room: Room, person: str) -> None:
    if not room.table.seats_of(person):
        raise Problem("seat/not-yours")
    if room.table.status != "over":
        raise Problem("table/not-over")
    if offline_matches.is_handed(room.table.id):
        raise Problem("table/handed")


async def _open_again(rooms: Rooms, room: Room, host: str) -> None:
    """Everyone one seat further. Writing it twice is harmless: the first one counts."""
    old = room.table
    assert old.rematch is not None
    seats = [
        {
            "kind": seat.kind,
            "name": seat.name,
            "holders": seat.holders,
            "local": seat.local,
            "face": seat.face,
            "level": seat.level if seat.kind == "bot" else None,
        }
        for seat in old.seats
    ]
    body: Body = {
        "game": old.game,
        "options": old.options,
        "complete": games.card(old.game).resolve(len(old.seats), old.options),
        "rules": old.rules,
        "public": old.public,
        "spectators": old.spectators,
        "hints": old.hints,
        "rated": old.rated,
        "clock": old.clock,
        "seats": seats[1:] + seats[:1],
        "host": host,
    }
    people = sorted({person for seat in old.seats for person in seat.holders})
    await rooms.open(old.rematch, body, people)
