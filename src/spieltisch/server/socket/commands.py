"""What a client can say at a table, and the answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from spieltisch.core.errors import IllegalTurn
from spieltisch.server import models
from spieltisch.store.store import Event, now
from spieltisch.tables import views
from spieltisch.tables.outcomes import Done, Refused
from spieltisch.tables.problems import Problem

if TYPE_CHECKING:
    from spieltisch.server.hall import Hall
    from spieltisch.server.socket.connection import Socket
    from spieltisch.tables.room import Room

Answer = dict[str, Any] | None


async def answer(socket: Socket, room: Room, hall: Hall, message: models.Message) -> Answer:
    if room.stale:
        await room.catch_up()
    match message:
        case models.Turn():
            return await _turn(socket, room, hall, message)
        case models.Undo():
            return await _undo(socket, room, message)
        case models.Hint():
            return await _hint(socket, room, hall, message)
        case models.Chat():
            return await _chat(socket, room, message)
        case models.Look():
            return await _look(socket, room, message)
        case models.Choices():
            return await _paid(socket, hall, lambda: _choices(socket, room, message))
        case models.Turns():
            return await _turns(socket, room, hall, message)
        case models.Why():
            return await _paid(socket, hall, lambda: _why(socket, room, message))
        case models.Legal():
            return await _legal(socket, room, hall, message)
        case models.Ping():
            return {"kind": "pong", "id": message.id, "now": now()}
        case models.Hello():
            raise Problem("input/invalid", "hello was said before")


async def _turn(socket: Socket, room: Room, hall: Hall, message: models.Turn) -> Answer:
    person = _person(socket)
    started = time.perf_counter()
    try:
        found = await room.submit(
            lambda: room.table.plan_turn(person, message.seat, message.id, message.text)
        )
    except Refused as error:
        hall.metrics.refused.labels("turn").inc()
        return {"kind": "refused", "id": message.id, **error.refusal.json()}
    hall.metrics.turns.observe(time.perf_counter() - started)
    return _ack(message.id, found)


async def _undo(socket: Socket, room: Room, message: models.Undo) -> Answer:
    person = _person(socket)
    try:
        found = await room.submit(lambda: room.table.plan_undo(person, message.seat, message.id))
    except Refused as error:
        return {"kind": "refused", "id": message.id, **error.refusal.json()}
    return _ack(message.id, found)


def _ack(id_: str, found: Event | Done | None) -> Answer:
    assert found is not None
    text = found.text if isinstance(found, Done) else found.body.get("text", "")
    return {"kind": "ack", "id": id_, "n": found.n, "text": text}


async def _chat(socket: Socket, room: Room, message: models.Chat) -> Answer:
    person = _person(socket)
    assert socket.who is not None
    name = socket.who.name
    found = await room.submit(lambda: room.table.plan_chat(person, name, message.id, message.text))
    return _ack(message.id, found)


async def _look(socket: Socket, room: Room, message: models.Look) -> Answer:
    if message.seat is not None:
        room.table.own(socket.person, message.seat)
    async with room.lock:
        room.table.check_may_see(socket.person)
        socket.looking, socket.chose_look = message.seat, True
        viewer = room.viewer(socket)
        shown = views.frame(room.table, viewer)
        log = views.log(room.table, viewer)
        return {"kind": "look", "id": message.id, "n": room.table.n, **shown, "log": log}


def _choices(socket: Socket, room: Room, message: models.Choices) -> Answer:
    room.table.own(socket.person, message.seat)
    match = room.table.running()
    try:
        following = match.choices(message.seat, message.begun)
        view = match.preview(message.seat, message.begun)
    except IllegalTurn as error:
        return {"kind": "refused", "id": message.id, **error.refusal.json()}
    return {
        "kind": "choices",
        "id": message.id,
        "seat": message.seat,
        "n": room.table.n,
        "begun": message.begun,
        "choices": [vars(choice) for choice in following],
        "view": view,
        "ask": views.asked(match, view) if following else views.NOTHING_TO_ASK,
    }


async def _turns(socket: Socket, room: Room, hall: Hall, message: models.Turns) -> Answer:
    """As many as asked for, or as can be found in a short time."""
    room.table.own(socket.person, message.seat)
    room.table.running()
    turns, more, n = await hall.questions.turns(
        _person(socket),
        lambda: room.table.running().turns(message.seat),
        lambda: room.table.n,
        message.limit,
    )
    return {
        "kind": "turns",
        "id": message.id,
        "seat": message.seat,
        "n": n,
        "turns": turns,
        "more": more,
    }


def _why(socket: Socket, room: Room, message: models.Why) -> Answer:
    room.table.own(socket.person, message.seat)
    refusal = room.table.running().check(message.seat, message.text)
    if refusal is None:
        return {"kind": "why", "id": message.id, "legal": True}
    return {"kind": "why", "id": message.id, "legal": False, **refusal.json()}


async def _legal(socket: Socket, room: Room, hall: Hall, message: models.Legal) -> Answer:
    """Of many whole turns at once, whether they are legal."""
    room.table.own(socket.person, message.seat)
    room.table.running()

    def check(text: str) -> bool:
        return room.table.running().check(message.seat, text) is None

    checks = [partial(check, text) for text in message.texts]
    legal, n = await hall.questions.each(_person(socket), checks, lambda: room.table.n)
    return {"kind": "legal", "id": message.id, "n": n, "legal": legal}


async def _paid(socket: Socket, hall: Hall, quick: Callable[[], Answer]) -> Answer:
    """An answer that is made at once, but counts like those that take long."""
    person = _person(socket)
    await hall.questions.afford(person)
    began = time.perf_counter()
    try:
        return quick()
    finally:
        hall.questions.charge(person, time.perf_counter() - began)


async def _hint(socket: Socket, room: Room, hall: Hall, message: models.Hint) -> Answer:
    table = room.table
    table.own(socket.person, message.seat)
    match = table.running()
    if not table.hints:
        raise Problem("hint/not-allowed")
    if message.seat not in table.acting:
        raise Problem("hint/not-acting")
    n = table.n
    text = await hall.bots.hint(room.question(message.seat, person=_person(socket)))
    name = table.seats[message.seat].name or ""
    say, scene = match.game.words.say, match.scene(message.seat, match.names or [])
    said = {lang: say(text, "turn", name, lang, scene) for lang in ("de", "en")}
    return {"kind": "hint", "id": message.id, "n": n, "text": text, **said}


def _person(socket: Socket) -> str:
    if socket.person is None:
        raise Problem("me/unknown")
    return socket.person
