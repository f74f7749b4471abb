"""Pictures of results, and what other programs show of a link: nothing private in either."""

from __future__ import annotations

import html
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from spieltisch import games
from spieltisch.core.language import Both
from spieltisch.core.sketch import SEATS
from spieltisch.server import pictures
from spieltisch.server.context import Context, Here, Maybe
from spieltisch.server.http import openapi
from spieltisch.server.http.openapi import gives_file
from spieltisch.server.http.routes_tables import TableId, id_of
from spieltisch.tables import statistics
from spieltisch.tables.lobby import visible
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table

router = APIRouter(prefix="/api", responses=openapi.AT_TABLES)
ThemeName = Annotated[Literal["light", "dark"], Query()]
Lang = Annotated[Literal["de", "en"], Query()]
MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "en": "January February March April May June July August September October November December",
}
POINTS = Both("Punkte", "points")
WON, LOST, OVER = Both("Gewonnen", "Won"), Both("Verloren", "Lost"), Both("Endstand", "Final score")
OF_DAY = Both("Aufgabe vom {}", "Deal of {}")
RUN = Both("{}. Tag in Folge", "{} days in a row")
CHALLENGE = Both("Dasselbe Glück für alle", "The same luck for everybody")
CUP = Both("Turnier: dieselben Aufgaben für alle", "Tournament: the same deals for all")
MINUS = "\N{MINUS SIGN}"
CACHED = {"cache-control": "public, max-age=3600"}


def said_day(text: str, lang: str) -> str:
    """
    >>> said_day("2026-11-17", "de"), said_day("2026-11-17", "en")
    ('17. November', '17 November')
    """
    day = date.fromisoformat(text)
    month = MONTHS[lang].split()[day.month - 1]
    return f"{day.day}. {month}" if lang == "de" else f"{day.day} {month}"


@router.get(
    "/tables/{table}/picture.png",
    response_class=Response,
    responses=gives_file("image/png"),
    summary="The end of a match as a picture",
)
async def of_table(
    table: TableId,
    request: Request,
    here: Here,
    person: Maybe,
    theme: ThemeName = "light",
    lang: Lang = "en",
) -> Response:
    """With a name only for the person themselves, who may show it to whom they like."""
    async with here.rooms.room(table) as room:
        found = visible(room, id_of(person)).table
        if found.status != "over" or found.match is None:
            raise Problem("table/not-over")
        mine = found.seats_of(id_of(person))
        seat = mine[0] if mine else found.match.ranks.index(1)
        shown = result(found, seat, lang, found.seats[seat].name if mine else "")
        today = str(found.deal).startswith(f"day-{here.days.today()}")
        view, game = found.match.view(None), found.match.game
    if mine and not shown.note and today and (run := await _run(here, id_of(person))) > 1:
        shown = replace(shown, note=RUN[lang].format(run))
    work = partial(pictures.picture, game, view, seat, shown, theme)
    made = await here.picture_queue.draw(request, (table, seat, shown, theme), work)
    return Response(made, media_type="image/png", headers={"cache-control": "private, no-cache"})


async def _run(here: Context, person: str | None) -> int:
    """Days in a row, up to today, on which somebody finished a deal."""
    if person is None:
        return 0
    played = await here.deals.days_of(person)
    days = {date.fromisoformat(row.id[4:14]) for row in played}
    return statistics.day_streak(days, here.days.today())


def result(table: Table, seat: int, lang: str, name: str) -> pictures.Shown:
    assert table.match is not None
    game, scores, rank = table.match.game, table.match.scores, table.match.ranks[seat]
    # Else a score only says who has won; alone there is nobody to win against.
    counted = max(map(abs, scores)) > 1 or table.match.players == 1
    word = (WON if rank == 1 else LOST)[lang]
    stars = None
    if table.match.players == 1:
        rows = (row for row in game.scale if row[0] is None or scores[seat] >= row[0])
        stars = next((row[1] for row in rows), None)
    line = OVER[lang]
    if table.deal and table.deal.startswith("day-"):
        line = OF_DAY[lang].format(said_day(table.deal[4:14], lang))
    return pictures.Shown(
        game.card.name,
        line,
        f"{scores[seat]}".replace("-", MINUS) if counted else word,
        POINTS[lang] if counted else "",
        stars,
        name,
        word if name and counted and table.match.players > 1 else "",
        table.faces()[seat],
        SEATS[seat % len(SEATS)],
    )


@router.get(
    "/preview.png",
    response_class=Response,
    responses=gives_file("image/png"),
    summary="The picture beside a link to a game, a day, a challenge or a tournament",
)
async def preview(
    request: Request,
    here: Here,
    game: Annotated[str, Query(max_length=64)],
    day: Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = "",
    theme: ThemeName = "light",
    lang: Lang = "en",
) -> Response:
    if game not in games.cards():
        raise Problem("deal/unknown")
    line = CHALLENGE[lang]
    if day:
        try:
            line = OF_DAY[lang].format(said_day(day, lang))
        except ValueError:
            raise Problem("deal/unknown") from None
    found = games.find(game)
    shown = pictures.Shown(found.card.name, line)
    work = partial(pictures.picture, found, None, 0, shown, theme)
    made = await here.picture_queue.draw(request, (game, shown, theme), work)
    return Response(made, media_type="image/png", headers=CACHED)


# What other programs show of a link


async def head(here: Context, path: str, query: dict[str, str], lang: str, base: str) -> str:
    """Title, text and picture for `<head>`; '' for pages about which nothing is to be said."""
    page, _, rest = path.partition("/")
    told: tuple[str, str, str] | None = None
    if page == "day":
        told = _of_day(here, rest or here.days.today().isoformat(), query.get("game", ""), lang)
    elif page in ("deal", "cup") and rest:
        told = await _of_deal(here, page, rest, lang)
    elif page == "replay" and rest.isalnum():
        told = await _of_match(here, rest, lang)
    return "" if told is None else _tags(*told, base)


def _of_day(here: Context, day: str, game: str, lang: str) -> tuple[str, str, str] | None:
    key = game if game in games.cards() else next(iter(games.cards()))
    try:
        line = OF_DAY[lang].format(said_day(day, lang))
    except ValueError:
        return None
    card = games.card(key)
    return f"{card.name}: {line}", card.pitch[lang], _picture(key, lang, day)


async def _of_deal(here: Context, page: str, id_: str, lang: str) -> tuple[str, str, str] | None:
    if len(id_) > 48 or not id_.replace("-", "").isalnum():
        return None
    if page == "cup":
        found = next(iter(await here.deals.cup(id_)), None)
    else:
        found = await here.deals.find(id_)
    if found is None or found.game not in games.cards():
        return None
    card, line = games.card(found.game), (CUP if page == "cup" else CHALLENGE)[lang]
    return f"{card.name}: {line}", card.pitch[lang], _picture(found.game, lang)


async def _of_match(here: Context, id_: str, lang: str) -> tuple[str, str, str] | None:
    """Of a finished match that anybody may look at: no names, only how it ended."""
    try:
        async with here.rooms.room(id_) as room:
            table = visible(room, None).table
    except Problem:
        return None
    if table.status != "over" or table.match is None:
        return None
    title, scores = table.match.game.card.name, sorted(table.match.scores, reverse=True)
    if max(map(abs, scores)) > 1 or len(scores) == 1:  # else they only say that somebody has won
        title += f": {' – '.join(f'{score}'.replace('-', MINUS) for score in scores)}"
    return title, OVER[lang], f"/api/tables/{id_}/picture.png?lang={lang}"


def _picture(game: str, lang: str, day: str = "") -> str:
    return f"/api/preview.png?game={game}&lang={lang}" + (f"&day={day}" if day else "")


def _tags(title: str, text: str, picture: str, base: str) -> str:
    def meta(name: str, value: str) -> str:
        return f'<meta property="og:{name}" content="{html.escape(value, quote=True)}">'

    tags = [meta("title", title), meta("description", text), meta("image", base + picture)]
    tags += [meta("image:width", "1200"), meta("image:height", "630"), meta("type", "website")]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])
