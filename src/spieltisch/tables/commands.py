"""What a client can say at a table, and the answers."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from spieltisch.core.errors import IllegalTurn, Refusal
from spieltisch.matches.match import Match
from spieltisch.tables import messages, views
from spieltisch.tables.audience import Connection
from spieltisch.tables.encoding import dumps
from spieltisch.tables.outcomes import Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.storage import Event, StoreError, now

Answer = dict[str, Any]

log = logging.getLogger("spieltisch.commands")


class Asker(Connection, Protocol):
    """A connection that says something."""

    name: str  # of the person


async def hello(asker: Asker, room: Room, message: messages.Hello) -> Answer:
    """Lets somebody in: what they see, and from now on they are told what happens."""
    asker.visible = message.visible
    async with room.current():
        room.table.check_may_see(asker.person)  # the match may have begun since
        asker.lang, asker.patches = message.lang, message.patches
        asker.choices = message.choices
        viewer, lang = room.viewer(asker), asker.lang
        told = views.snapshot(room.table, viewer, message.after, now(), lang)
        kept = room.audience.keep(asker) if asker.patches else {}
        found = {**told, **kept, "table": room.info(asker.person)}
        asker.push(dumps(found))
        room.arrive(asker)
        return found


async def reply(asker: Asker, room: Room, rooms: Rooms, text: str | bytes) -> Answer:
    """The answer to one message; whatever happens, the client is told."""
    id_ = None
    try:
        message = messages.read(text)
        id_ = getattr(message, "id", None)
        return await answer(asker, room, rooms, message)
    except Problem as found:
        problem, id_ = found, id_ or messages.id_of(text)
    except StoreError:
        problem = Problem("server/store")
    except Exception as failed:
        return answer_of(rooms, id_, failed)
    return error(rooms, problem, id_)


def error(rooms: Rooms, problem: Problem, id_: str | None = None) -> Answer:
    rooms.figures.count_refused(problem.code)
    return {"kind": "error", "id": id_, **problem.json()}


async def answer(asker: Asker, room: Room, rooms: Rooms, message: messages.Message) -> Answer:
    if room.stale:
        await room.catch_up()
    match message:
        case messages.Turn():
            return await _turn(asker, room, rooms, message)
        case messages.Undo():
            return await _undo(asker, room, message)
        case messages.Hint():
            return await _hint(asker, room, rooms, message)
        case messages.Chat():
            return await _chat(asker, room, message)
        case messages.Look():
            return await _look(asker, room, message)
        case messages.Choices():
            return _choices(asker, room, message)
        case messages.Turns():
            return await _turns(asker, room, rooms, message)
        case messages.Why():
            return _why(asker, room, message)
        case messages.Legal():
            return await _legal(asker, room, rooms, message)
        case messages.Ping():
            return {"kind": "pong", "id": message.id, "now": now()}
        case messages.Visible():
            room.turn_eyes(asker, message.visible)
            return {"kind": "pong", "id": message.id, "now": now()}
        case messages.Hello():
            raise Problem("input/invalid", "hello was said before")


async def _turn(asker: Asker, room: Room, rooms: Rooms, message: messages.Turn) -> Answer:
    person = _person(asker)
    started = time.perf_counter()
    try:
        found = await room.submit(
            lambda: room.table.plan_turn(person, message.seat, message.id, message.text)
        )
    except Refused as error:
        return answer_of(rooms, message.id, error)
    rooms.figures.time_turn(time.perf_counter() - started)
    return _ack(message.id, found)


def answer_of(rooms: Rooms, id_: str | None, found: Event | Done | Exception | None) -> Answer:
    """What became of a request: acknowledged, refused by the rules, or a problem."""
    if isinstance(found, Refused):
        rooms.figures.count_refused("turn")
        return {"kind": "refused", "id": id_, **found.refusal.json()}
    if isinstance(found, Problem):
        return error(rooms, found, id_)
    if isinstance(found, StoreError):
        return error(rooms, Problem("server/store"), id_)
    if isinstance(found, Exception):
        incident = secrets.token_hex(4)
        log.error("a message failed", exc_info=found, extra={"incident": incident})
        return error(rooms, Problem("server/error", incident), id_)
    assert id_ is not None
    return _ack(id_, found)


async def _undo(asker: Asker, room: Room, message: messages.Undo) -> Answer:
    person = _person(asker)
    try:
        found = await room.submit(lambda: room.table.plan_undo(person, message.seat, message.id))
    except Refused as error:
        return {"kind": "refused", "id": message.id, **error.refusal.json()}
    return _ack(message.id, found)


def _ack(id_: str, found: Event | Done | None) -> Answer:
    assert found is not None
    text = found.text if isinstance(found, Done) else found.body.get("text", "")
    return {"kind": "ack", "id": id_, "n": found.n, "text": text}


async def _chat(asker: Asker, room: Room, message: messages.Chat) -> Answer:
    person = _person(asker)
    name = asker.name
    found = await room.submit(lambda: room.table.plan_chat(person, name, message.id, message.text))
    return _ack(message.id, found)


async def _look(asker: Asker, room: Room, message: messages.Look) -> Answer:
    if message.seat is not None:
        room.table.own(asker.person, message.seat)
    async with room.lock:
        room.table.check_may_see(asker.person)
        asker.looking, asker.chose_look = message.seat, True
        viewer = room.viewer(asker)
        shown = views.frame(room.table, viewer, asker.lang)
        if asker.patches:
            shown |= room.audience.keep(asker)
        log = views.log(room.table, viewer, 1, asker.lang)
        return {"kind": "look", "id": message.id, "n": room.table.n, **shown, "log": log}


def _choices(asker: Asker, room: Room, message: messages.Choices) -> Answer:
    room.table.own(asker.person, message.seat)
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
        "ask": views.asked(match, message.seat, view) if following else views.NOTHING_TO_ASK,
    }


async def _turns(asker: Asker, room: Room, rooms: Rooms, message: messages.Turns) -> Answer:
    """As many as asked for, or as can be found in a short time."""
    room.table.own(asker.person, message.seat)
    room.table.running()
    turns, more, n = await rooms.questions.turns(
        _person(asker),
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


def _why(asker: Asker, room: Room, message: messages.Why) -> Answer:
    room.table.own(asker.person, message.seat)
    refusal = room.table.running().check(message.seat, message.text)
    if refusal is None:
        return {"kind": "why", "id": message.id, "legal": True}
    return {"kind": "why", "id": message.id, "legal": False, **refusal.json()}


async def _legal(asker: Asker, room: Room, rooms: Rooms, message: messages.Legal) -> Answer:
    """Of many whole turns at once, whether they are legal."""
    room.table.own(asker.person, message.seat)
    room.table.running()

    def check(text: str) -> bool:
        return room.table.running().check(message.seat, text) is None

    checks = [partial(check, text) for text in message.texts]
    legal, n = await rooms.questions.each(_person(asker), checks, lambda: room.table.n)
    return {"kind": "legal", "id": message.id, "n": n, "legal": legal}


async def _hint(asker: Asker, room: Room, rooms: Rooms, message: messages.Hint) -> Answer:
    _, begun = _hinted(asker, room, message)
    if not isinstance(begun, Refusal):
        await room.submit(lambda: room.table.plan_help(message.seat))
        match, begun = _hinted(asker, room, message)  # somebody may have played meanwhile
    if isinstance(begun, Refusal):
        return {"kind": "refused", "id": message.id, **begun.json()}
    n = room.table.n
    asked = room.question(message.seat, person=_person(asker))
    found = await rooms.bots.advise(asked, begun, len(match.lines))
    return {"kind": "hint", "id": message.id, "n": n, **views.advice(match, asked, found)}


def _hinted(
    asker: Asker, room: Room, message: messages.Hint
) -> tuple[Match, Sequence[int] | Refusal]:
    """The match as it stands, and the draft; raises where this seat gets no hint now."""
    table = room.table
    table.own(asker.person, message.seat)
    match = table.running()
    if not table.hints:
        raise Problem("hint/not-allowed")
    if message.seat not in table.acting:
        raise Problem("hint/not-acting")
    return match, _drafted(match, message)


def _drafted(match: Match, message: messages.Hint) -> Sequence[int] | Refusal:
    """The decisions of what somebody was about to do."""
    if message.text is not None:
        found = match.plan(message.seat, message.text)
        return found if isinstance(found, Refusal) else found.decisions
    try:
        match.preview(message.seat, message.begun)
    except IllegalTurn as error:
        return error.refusal
    return message.begun


def _person(asker: Asker) -> str:
    if asker.person is None:
        raise Problem("me/unknown")
    return asker.person
