"""The deal of the day, challenges and small tournaments."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from spieltisch import games
from spieltisch.deals import cups, day_secrets
from spieltisch.deals.compare import compare
from spieltisch.deals.database import MOST_TRIES, ranked
from spieltisch.deals.deal import Deal, Place, day_id, usual_places
from spieltisch.deals.deal_tables import sit_down
from spieltisch.server.context import Context, Here, Maybe, Somebody
from spieltisch.server.http import me_models, openapi
from spieltisch.server.http.identity import Person
from spieltisch.server.http.openapi import gives
from spieltisch.tables import personas, statistics
from spieltisch.tables.match_summaries import ended_at
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import new_id

router = APIRouter(prefix="/api", responses=openapi.AT_TABLES)
WEEK = 7 * 24 * 60 * 60 * 1000
CUP_DAYS = 14 * 24 * 60 * 60 * 1000

DealId = Annotated[str, Path(min_length=1, max_length=48, pattern="^[0-9a-z-]+$")]
DayId = Annotated[str, Path(pattern=r"^\d{4}-\d{2}-\d{2}$")]


# Days


@router.get("/days", responses=gives(me_models.DayShown), summary="The deals of today")
async def today(here: Here, person: Maybe) -> dict[str, Any]:
    return await _day(here, here.days.today(), person)


@router.get(
    "/days/{day}",
    responses=gives(me_models.DayShown),
    summary="The deals of a day, open when it is over",
)
async def a_day(day: DayId, here: Here, person: Maybe) -> dict[str, Any]:
    return await _day(here, _known_day(here, day), person)


def _known_day(here: Context, text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Problem("deal/unknown") from None
    if day > here.days.today():
        raise Problem("deal/future")
    if not day_secrets.knows(day):
        raise Problem("deal/unknown")
    return day


async def _day(here: Context, day: date, person: Person | None) -> dict[str, Any]:
    days = here.days
    deals = [await _day_deal(here, day, game) for game in sorted(here.rooms.ready)]
    played = await here.deals.days_of(person.id) if person else []
    on = [(date.fromisoformat(row.id[4:14]), row.game) for row in played]
    known = sorted({one for one, _ in on})
    month = [one for one in known if (one.year, one.month) == (day.year, day.month)]
    runs = statistics.runs((one in known) for one in _every_day(known))
    return {
        "date": day.isoformat(),
        "today": days.today().isoformat(),
        "ends": days.ends(day),
        "now": here.clock(),
        "over": days.is_over(day),
        "commitment": days.commitment(day),
        "secret": days.opened(day),
        "deals": [await _shown(here, deal, person) for deal in deals],
        "played": [
            {"at": one.isoformat(), "games": [game for at, game in on if at == one]}
            for one in month
        ],
        "streak": statistics.day_streak(known, days.today()),
        "longest": runs[1],
    }


def _every_day(known: Sequence[date]) -> list[date]:
    if not known:
        return []
    return [date.fromordinal(n) for n in range(known[0].toordinal(), known[-1].toordinal() + 1)]


async def _day_deal(here: Context, day: date, game: str) -> Deal:
    """Made when it is first asked for; every server of the database makes the same one."""
    id_ = day_id(day, game)
    found = await here.deals.find(id_)
    if found is not None:
        return found
    card, ends = games.card(game), here.days.ends(day)
    seed = here.days.seed(day, game)
    made = Deal(id_, "day", game, {}, usual_places(card), seed, ends, here.clock())
    await here.deals.keep(made)
    return made


async def _deal(here: Context, id_: str) -> Deal:
    if id_.startswith("day-"):
        day, game = _known_day(here, id_[4:14]), id_[15:]
        if game not in games.cards():
            raise Problem("deal/unknown")
        here.rooms.check_ready(game)
        return await _day_deal(here, day, game)
    found = await here.deals.find(id_)
    if found is None:
        raise Problem("deal/unknown")
    return found


# One deal


@router.get("/deals/{deal}", responses=gives(me_models.DealShown), summary="A deal and its list")
async def show(deal: DealId, here: Here, person: Maybe) -> dict[str, Any]:
    return await _shown(here, await _deal(here, deal), person)


async def _shown(here: Context, deal: Deal, person: Person | None) -> dict[str, Any]:
    me = person.id if person else ""
    opened = here.clock() >= deal.opens
    await _note(here, deal)
    attempt = await _attempt(here, deal, me) if me else None
    results = await here.deals.results(deal)
    entries = _entries(deal, results, me)
    marks = await here.deals.marks(deal.id)
    here.marks.want(deal, marks, played=bool(results) or not opened)
    by = await here.people.profiles.read(deal.person) if deal.person else None
    seen = opened or deal.kind == "day" or (attempt is not None and attempt["status"] == "over")
    return {
        "id": deal.id,
        "kind": deal.kind,
        "game": deal.game,
        "options": deal.options,
        "title": deal.title,
        "by": by.name if by else "",
        "cup": deal.cup,
        "number": deal.number,
        "seats": [place.level for place in deal.places],
        "opens": deal.opens,
        "open": opened,
        "seed": deal.seed if opened else None,
        "link": f"{here.rooms.base}/deal/{deal.id}",
        "mine": attempt,
        "finished": len(entries),
        "entries": [*entries, *_marks(deal, marks)] if seen else [],
        "best": await _best(here, deal, me) if me else None,
    }


async def _note(here: Context, deal: Deal) -> None:
    """Results of matches that ended meanwhile."""
    waiting = await here.deals.unnoted(deal.id)
    await here.history.note(id_ for id_, status in waiting if here.history.is_over(id_, status))


async def _attempt(here: Context, deal: Deal, me: str) -> dict[str, Any] | None:
    table = await here.deals.try_of(deal.id, me)
    if table is None:
        return None
    try:
        async with here.rooms.room(table) as room:
            found = room.table
    except Problem:
        return None
    over = found.status == "over" and found.match is not None
    score = found.match.scores[deal.seat] if over and found.match else None
    late = over and ended_at(found) >= deal.opens
    return {
        "table": table,
        "status": found.status,
        "score": score,
        "rank": found.match.ranks[deal.seat] if over and found.match else None,
        "stars": stars_of(deal, score),
        "late": late,
    }


def stars_of(deal: Deal, score: int | None) -> float | None:
    """By the game's own scale, for games alone."""
    if score is None or not deal.alone:
        return None
    for least, stars, _ in games.find(deal.game).scale:
        if least is None or score >= least:
            return stars
    return None


def key_of(deal: str, person: str) -> str:
    """Names an entry without telling who somebody is."""
    return hashlib.sha256(f"{deal}:{person}".encode()).hexdigest()[:12]


def _entries(deal: Deal, results: Sequence[Any], me: str) -> list[dict[str, Any]]:
    places = ranked([(row.rank, row.score) for row in results])
    return [
        {
            "key": key_of(deal.id, row.person),
            "place": place,
            "name": row.name,
            "face": row.face,
            "colour": row.colour,
            "level": None,
            "mine": row.person == me,
            "score": row.score,
            "rank": row.rank,
            "stars": stars_of(deal, row.score),
        }
        for row, place in zip(results, places, strict=True)
    ]


def _marks(deal: Deal, marks: dict[str, tuple[int, int]]) -> list[dict[str, Any]]:
    found = []
    for level, (score, rank) in marks.items():
        persona = personas.usual(level)
        found.append(
            {
                "key": level,
                "place": None,
                "name": persona["name"],
                "face": persona["face"],
                "colour": "",
                "level": level,
                "mine": False,
                "score": score,
                "rank": rank,
                "stars": stars_of(deal, score),
            }
        )
    return found


async def _best(here: Context, deal: Deal, me: str) -> int | None:
    """My best day of this game."""
    found = [row.score for row in await here.deals.days_of(me) if row.game == deal.game]
    return max(found, default=None)


@router.post(
    "/deals/{deal}/play",
    responses=gives(me_models.DealTable),
    summary="Sit down to it: once so that it counts, then for fun",
)
async def play(
    deal: DealId, body: me_models.PlayDeal, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    found = await _deal(here, deal)
    here.rooms.check_ready(found.game)
    here.may_create(request)
    person = await here.guest(request, response, body.name, counted=True)
    before = await here.deals.try_of(found.id, person.id)
    if body.rated and before is not None:
        return {"table": before}
    if body.rated and here.clock() >= found.opens:
        raise Problem("deal/closed")
    if not body.rated and here.clock() < found.opens:
        await _check_finished(here, before)
    if await here.deals.tries(person.id, found.id) >= MOST_TRIES:
        raise Problem("deal/enough")
    table = new_id()
    if not await here.deals.add_try(found.id, person.id, table, here.clock(), body.rated):
        kept = await here.deals.try_of(found.id, person.id)
        return {"table": kept or table}
    await sit_down(here.rooms, found, table, person.id, person.name, person.face, body.rated)
    return {"table": table}


async def _check_finished(here: Context, attempt: str | None) -> None:
    """A second table of the same deal would show what comes at the first one."""
    if attempt is None:
        raise Problem("deal/first")
    async with here.rooms.room(attempt) as room:
        if room.table.status in ("open", "playing"):
            raise Problem("deal/unfinished")


@router.get(
    "/deals/{deal}/compare/{key}",
    responses=gives(me_models.Comparison),
    summary="Where my way and another's parted, when both are finished",
)
async def compare_with(
    deal: DealId,
    key: Annotated[str, Path(pattern="^[0-9a-f]{12}$")],
    here: Here,
    person: Somebody,
) -> dict[str, Any]:
    found = await _deal(here, deal)
    await _note(here, found)
    results = await here.deals.results(found)
    own = next((row for row in results if row.person == person.id), None)
    other = next((row for row in results if key_of(found.id, row.person) == key), None)
    if own is None:
        raise Problem("deal/first")
    if other is None:
        raise Problem("deal/unknown")
    async with here.rooms.room(own.match) as one, here.rooms.room(other.match) as two:
        both = compare(one.table.running(), two.table.running(), found.seat)
    return {"name": other.name, **both}


@router.post(
    "/deals",
    status_code=201,
    responses=gives(me_models.DealShown, 201),
    summary="Challenge friends",
)
async def challenge(
    body: me_models.NewDeal, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    if (body.match is None) == (body.game is None):
        raise Problem("input/invalid", "match or game")
    here.may_create(request)
    if body.match is not None:
        made = await _of_match(here, body.match, person)
    else:
        made = _fresh(here, _card_key(body.game or ""), person)
        await here.deals.keep(made)
    return await _shown(here, made, person)


def _card_key(game: str) -> str:
    if game not in games.cards():
        raise Problem("deal/unknown")
    return game


def _fresh(here: Context, game: str, person: Person, **more: Any) -> Deal:
    at = here.clock()
    told = {"kind": "challenge", "opens": at + WEEK, **more}
    places = told.pop("places", usual_places(games.card(game)))
    return Deal(
        id=told.pop("id", new_id()),
        game=game,
        options={},
        places=places,
        seed=secrets.token_hex(32),
        created=at,
        person=person.id,
        **told,
    )


async def _of_match(here: Context, match: str, person: Person) -> Deal:
    """The luck of a match that I have finished alone or against bots: my own try is made."""
    async with here.rooms.room(match) as room:
        table = room.table
    held = table.seats_of(person.id)
    if len(held) != 1 or table.status != "over" or table.match is None:
        raise Problem("table/not-over" if held else "seat/not-yours")
    if table.offline:
        raise Problem("table/handed")
    if any(seat.holders and n not in held for n, seat in enumerate(table.seats)):
        raise Problem("table/not-alone")
    if table.deal is not None:
        return await _deal(here, table.deal)
    places = tuple(
        Place(None if n in held else seat.level, seat.nonce) for n, seat in enumerate(table.seats)
    )
    at = here.clock()
    made = Deal(
        _challenge_id(here, match), "challenge", table.game, table.options, places, table.seed,
        at + WEEK, at, person.id,
    )  # fmt: skip
    await here.deals.keep(made)
    await here.deals.add_try(made.id, person.id, match, at, rated=True)
    return made


def _challenge_id(here: Context, match: str) -> str:
    """Always the same for a match, and does not tell which: its table may be open to spectators."""
    digest = hmac.digest(here.rooms.secret.encode(), f"challenge:{match}".encode(), "sha256")
    return digest.hex()[:20]


# Small tournaments


@router.post(
    "/cups", status_code=201, responses=gives(me_models.CupShown, 201), summary="A small tournament"
)
async def new_cup(
    body: me_models.NewCup, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    key = _card_key(body.game)
    here.may_create(request)
    cup, card = new_id(), games.card(key)
    deals = [
        _fresh(
            here,
            key,
            person,
            kind="cup",
            opens=here.clock() + CUP_DAYS,
            cup=cup,
            number=n,
            title=body.title or card.name,
            places=usual_places(card, n),
        )
        for n in range(body.rounds)
    ]
    await here.deals.keep(*deals)
    return await _cup(here, cup, person)


@router.get(
    "/cups/{cup}", responses=gives(me_models.CupShown), summary="A tournament and its ranking"
)
async def show_cup(cup: DealId, here: Here, person: Maybe) -> dict[str, Any]:
    return await _cup(here, cup, person)


async def _cup(here: Context, cup: str, person: Person | None) -> dict[str, Any]:
    deals = await here.deals.cup(cup)
    if not deals:
        raise Problem("deal/unknown")
    shown = [await _shown(here, deal, person) for deal in deals]
    by_deal = [{row.person: row for row in await here.deals.results(deal)} for deal in deals]
    results = [{who: (row.rank, row.score) for who, row in found.items()} for found in by_deal]
    me = person.id if person else ""
    listed = [
        {entry["key"]: entry for entry in _entries(deal, list(found.values()), me)}
        for deal, found in zip(deals, by_deal, strict=True)
    ]
    known = {who: row for found in by_deal for who, row in found.items()}
    places = []
    for standing in cups.standings(results, over=shown[0]["open"]):
        row, who = known[standing.person], standing.person
        own = [
            all_.get(key_of(deal.id, who)) if shown[n]["entries"] or who == me else None
            for n, (deal, all_) in enumerate(zip(deals, listed, strict=True))
        ]
        places.append(
            {
                "place": standing.place,
                "name": row.name,
                "face": row.face,
                "colour": row.colour,
                "mine": who == me,
                "deals": standing.deals,
                "share": standing.share.json() if standing.share else None,
                "results": own,
            }
        )
    first = deals[0]
    return {
        "id": cup,
        "title": first.title,
        "game": first.game,
        "by": shown[0]["by"],
        "opens": first.opens,
        "open": shown[0]["open"],
        "link": f"{here.rooms.base}/cup/{cup}",
        "deals": shown,
        "places": places,
    }
