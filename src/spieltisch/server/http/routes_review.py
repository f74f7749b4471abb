"""Learning from finished matches: their reviews, playing on from a moment, and practice."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from spieltisch.core.errors import IllegalTurn, Refusal, Unreadable
from spieltisch.core.language import both
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.match import Match
from spieltisch.review.advice import Advice, Adviser
from spieltisch.review.moments import moments
from spieltisch.review.review import VERSION
from spieltisch.server import models
from spieltisch.server.context import Here, Maybe, Somebody
from spieltisch.server.http import openapi, responses, review_models
from spieltisch.server.http.identity import Person
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.openapi import gives
from spieltisch.server.http.routes_tables import TableId, id_of
from spieltisch.tables import continuations, personas
from spieltisch.tables.levels import check_level, stand_in
from spieltisch.tables.lobby import visible
from spieltisch.tables.names import free_name
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import new_id
from spieltisch.tables.thinking import Limit

router = APIRouter(prefix="/api", responses=openapi.AT_TABLES)
REVIEWED = 20  # matches of mine that tasks come from
SLIP, MISTAKE = 0.02, 0.06  # losses from which on a turn is called so


def _finished(room: Room, person: Person | None) -> Match:
    table = visible(room, id_of(person)).table
    match = table.running()
    if table.status != "over":
        raise Problem("table/not-over")
    return match


@router.get(
    "/tables/{table}/review",
    responses=gives(review_models.ReviewState),
    summary="The review of a finished match, or how far it is",
)
async def show_review(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        _finished(room, person)
        return await here.rooms.reviews.find(table)


@router.post(
    "/tables/{table}/review",
    responses=gives(review_models.ReviewState),
    summary="Have a finished match reviewed, in the background; it is kept with the match",
)
async def ask_for_review(
    table: TableId, body: models.Nothing, request: Request, here: Here, person: Maybe
) -> dict[str, Any]:
    """On the account of whoever asks: a match may be open to everybody."""
    who = person.id if person else address_of(request.scope)
    async with here.rooms.room(table) as room:
        return await here.rooms.reviews.ask(table, _finished(room, person), who)


@router.post(
    "/tables/{table}/try",
    status_code=201,
    responses=gives(responses.TableShown, 201),
    summary="Play on against bots from a moment of a finished match, at a table of its own",
)
async def try_it(
    table: TableId, body: models.TryIt, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    level = check_level(body.level or stand_in())
    async with here.rooms.room(table) as room:
        match = _finished(room, await here.people.find(request))
        noted = continuations.note(table, match, body.n, body.seat)
        here.may_create(request)
        person = await here.guest(request, response, body.name, counted=True)
        old, fresh = room.table, new_id()
        opened = {
            "game": old.game,
            "options": old.options,
            "complete": dict(match.options),
            "rules": old.rules,
            "public": False,
            "spectators": True,
            "hints": True,
            "clock": None,
            "seats": _seats(match.players, body.seat, person, level),
            "host": person.id,
            "tried": noted,
        }
    await here.rooms.open(fresh, opened, [person.id])
    async with here.rooms.room(fresh) as room:
        await room.submit(lambda: room.table.plan_start(person.id, ""))
        return room.info(person.id)


def _seats(players: int, mine: int, person: Person, level: str) -> list[dict[str, Any]]:
    taken: list[str] = [person.name]
    found: list[dict[str, Any]] = []
    for seat in range(players):
        if seat == mine:
            found.append({"kind": "person", "name": person.name, "holders": [person.id]})
            continue
        taken.append(free_name(personas.pick(level, taken), taken))
        found.append({"kind": "bot", "name": taken[-1], "level": level})
    return found


@router.get(
    "/me/practice",
    responses=gives(review_models.TaskList),
    summary="Positions of my reviewed matches where the choice mattered",
)
async def practice(
    here: Here, person: Maybe, game: Annotated[str | None, Query(max_length=64)] = None
) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    if person is None:
        return {"tasks": found}
    for table in await here.rooms.store.reviewed(person.id, VERSION, REVIEWED):
        kept = await here.rooms.store.review(table, VERSION)
        if kept is None or game not in (None, kept["game"]):
            continue
        try:
            async with here.rooms.room(table) as room:
                mine = room.table.seats_of(person.id)
                found += [_task(room, point) for point in _choices(kept, mine)]
        except Problem:
            continue  # a game that is still compiling, or of other rules
    return {"tasks": found}


def _choices(kept: dict[str, Any], mine: list[int]) -> list[dict[str, Any]]:
    points = kept["turning_points"]
    return [point for point in points if point["kind"] == "choice" and point["seat"] in mine]


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


@router.post(
    "/tables/{table}/judge",
    responses=gives(review_models.Judgement),
    summary="What another turn in place of event n of a finished match would have been worth",
)
async def judge(
    table: TableId, body: models.Judged, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        match = _finished(room, person)
        if body.n > len(match.lines) or match.lines[body.n - 1].kind != "turn":
            raise Problem("input/invalid", "n")
        think = partial(here.rooms.bots.thinking.think, person.id, table, lambda: True)
        found, _ = await think(lambda limit: moments(match))
        seat, state = match.lines[body.n - 1].seat, found.choice(body.n)
        assert seat is not None
        line = _read(match, state, body.text)

        def work(limit: Limit) -> Advice:
            return Adviser(match.game, state, seat, limit.seconds).advise(line, body.n)

        advice, _ = await think(work)
        return _judgement(match, state, body.n, seat, line, advice)


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
    scene = match.scene(seat, names)

    def said(text: str) -> dict[str, str]:
        words = match.game.words
        return both(lambda lang: words.say(text, "turn", names[seat], lang, scene)).json()

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
