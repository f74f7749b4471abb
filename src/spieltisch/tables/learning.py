"""Learning from finished matches: playing on from a moment, tasks for practice, and judging what
one would have played instead. Servers and devices answer with the same."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from spieltisch.core.errors import IllegalTurn, Refusal, Unreadable
from spieltisch.core.language import both
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.match import Match
from spieltisch.review.advice import Advice
from spieltisch.review.moments import moments
from spieltisch.tables import continuations, personas
from spieltisch.tables.bots import Asked
from spieltisch.tables.levels import check_level, stand_in
from spieltisch.tables.lobby import Shown, Who, visible
from spieltisch.tables.names import free_name
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms, new_id

OF_ONE, OF_ADDRESS = 4, 32  # judgements that one person, or address, waits for at a time
SLIP, MISTAKE = 0.02, 0.06  # losses from which on a turn is called so


def finished(room: Room, person: str | None) -> Match:
    table = visible(room, person).table
    match = table.running()
    if table.status != "over":
        raise Problem("table/not-over")
    return match


# Playing on from a moment


def plan_try(room: Room, match: Match, n: int, seat: int) -> Body:
    """What the new table begins with; Problem where nobody could play on."""
    old = room.table
    return {
        "game": old.game,
        "options": old.options,
        "complete": dict(match.options),
        "rules": old.rules,
        "public": False,
        "spectators": True,
        "hints": True,
        "clock": None,
        "tried": continuations.note(old.id, match, n, seat),
    }


async def try_it(rooms: Rooms, planned: Body, players: int, person: Who, level: str) -> Shown:
    """Opens the table and begins: everybody else is a bot of that level."""
    level, fresh = check_level(level or stand_in()), new_id()
    seats = _seats(players, planned["tried"]["seat"], person, level)
    await rooms.open(fresh, {**planned, "seats": seats, "host": person.id}, [person.id])
    async with rooms.room(fresh) as room:
        await room.submit(lambda: room.table.plan_start(person.id, ""))
        return room.info(person.id)


def _seats(players: int, mine: int, person: Who, level: str) -> list[dict[str, Any]]:
    taken: list[str] = [person.name]
    found: list[dict[str, Any]] = []
    for seat in range(players):
        if seat == mine:
            found.append({"kind": "person", "name": person.name, "holders": [person.id]})
            continue
        taken.append(free_name(personas.pick(level, taken), taken))
        found.append({"kind": "bot", "name": taken[-1], "level": level})
    return found


# Practice


def tasks(room: Room, review: dict[str, Any], person: str) -> list[dict[str, Any]]:
    """Positions of a reviewed match where my choice mattered."""
    mine, points = room.table.seats_of(person), review["turning_points"]
    chosen = [point for point in points if point["kind"] == "choice" and point["seat"] in mine]
    return [_task(room, point) for point in chosen]


def _task(room: Room, point: dict[str, Any]) -> dict[str, Any]:
    table = room.table
    return {
        "table": table.id,
        "game": table.game,
        "n": point["n"],
        "seat": point["seat"],
        "players": len(table.seats),
        "at": table.updated,
        "options": table.options,
    }


async def judge(rooms: Rooms, room: Room, person: str, n: int, text: str) -> dict[str, Any]:
    """What another turn in place of event n of a finished match would have been worth."""
    match = finished(room, person)
    if not 1 <= n <= len(match.lines) or match.lines[n - 1].kind != "turn":
        raise Problem("input/invalid", "n")
    with _one_of_few(rooms, person):
        return await _judge(rooms, room, match, person, n, text)


@contextlib.contextmanager
def _one_of_few(rooms: Rooms, person: str) -> Iterator[None]:
    """Whoever asks faster than it is thought would have ever more thoughts wait."""
    mine, together = person, f"of {rooms.origins.of(person)}"
    if rooms.judging[mine] >= OF_ONE or rooms.judging[together] >= OF_ADDRESS:
        raise Problem("rate/limited", wait=2)
    rooms.judging.update((mine, together))
    try:
        yield
    finally:
        rooms.judging.subtract((mine, together))
        rooms.judging += Counter()  # forgets those who ask for nothing


async def _judge(
    rooms: Rooms, room: Room, match: Match, person: str, n: int, text: str
) -> dict[str, Any]:
    think = rooms.bots.thinking.think  # replaying a long match takes a while
    found, _ = await think(person, room.table.id, lambda: True, lambda limit: moments(match))
    seat, state = match.lines[n - 1].seat, found.choice(n)
    assert seat is not None
    line = _read(match, state, text)
    asked = Asked(match.game, state, seat, "", person, room.table.id, lambda: True)
    return _judgement(match, state, n, seat, line, await rooms.bots.advise(asked, line, n))


def _read(match: Match, state: AnyState, text: str) -> list[int]:
    """The decisions of a turn; Problem with the refusal where the rules refuse it."""
    supposed = copied(state)
    match.game.rules.fill(supposed, generator(0))
    try:
        line = match.game.notation.read_turn(supposed, text)
    except Unreadable as error:
        raise _refused(error.refusal) from None
    refusal = match.game.advance(copied(supposed), line)
    if refusal is not None:
        raise _refused(refusal)
    return line


def _refused(refusal: Refusal) -> Problem:
    return Problem.of(IllegalTurn(refusal))


def _judgement(
    match: Match, state: AnyState, n: int, seat: int, line: list[int], advice: Advice
) -> dict[str, Any]:
    show, names = match.game.notation.show_turn, match.names or []
    context = match.log_context(seat, names)

    def said(text: str) -> dict[str, str]:
        words = match.game.words
        return both(lambda lang: words.say(text, "turn", names[seat], lang, context)).json()

    text, best = show(state, line), show(state, advice.line)
    assert advice.draft is not None
    return {
        "n": n,
        "seat": seat,
        "text": text,
        "said": said(text),
        "grade": _grade(advice.loss, text == best),
        "loss": max(0.0, advice.loss),
        "chance": advice.draft.chance,
        "best": best,
        "best_said": said(best),
        "why": advice.why.json(),
    }


def _grade(loss: float, is_best: bool) -> str:
    if is_best:
        return "best"
    return "good" if loss < SLIP else "slip" if loss < MISTAKE else "mistake"
