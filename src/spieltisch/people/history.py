"""What somebody has played: a row per finished match and seat, made from the events when needed.

Nothing has to be written at the moment a match ends, so nothing is lost by a server that dies then,
and matches from before this existed are found as well.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, delete, select

from spieltisch.review.review import VERSION
from spieltisch.store.schema import HIDDEN, MATCH, OUTCOME, PERSON, PLAYED, REVIEW, SEAT
from spieltisch.store.store import Store
from spieltisch.tables import personas
from spieltisch.tables.match_summaries import (
    Finished,
    Place,
    ended_at,
    luck_and_skill,
    results_of,
    turns_of,
)
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.table import Table

AT_ONCE = 200  # matches that are looked through for one request; the next goes on
GOING = ("open", "playing")


def rows_of(table: Table) -> tuple[Body, list[Body]]:
    """What is kept of a finished table."""
    results = results_of(table)
    played = {
        "match": table.id,
        "game": table.game,
        "options": json.dumps(table.options, sort_keys=True),
        "players": len(table.seats),
        "began": table.created,
        "ended": ended_at(table),
        "turns": turns_of(table),
        "hints": table.hints,
        "deal": table.deal,
        "rated": counts(table),
    }
    outcomes = [
        {
            "match": table.id,
            "seat": n,
            "person": person,
            "name": seat.name,
            "level": seat.level,
            "score": results[n][0],
            "rank": results[n][1],
            "helped": n in table.helped,
        }
        for n, seat in enumerate(table.seats)
        for person in seat.holders or [""]
    ]
    return played, outcomes


def counts(table: Table) -> bool:
    """Whether it may say how strong people are: luck that nobody knew, and a whole match."""
    own = table.deal is None and table.tried is None and not table.taught
    return table.rated and own and not table.offline and table.match is not None


class History:
    def __init__(self, rooms: Rooms, store: Store) -> None:
        self.rooms, self.store = rooms, store

    async def note(self, matches: Iterable[str]) -> None:
        """Keeps the results of those of these matches that are over."""
        for id_ in list(matches)[:AT_ONCE]:
            try:
                async with self.rooms.room(id_) as room:
                    if room.table.status != "over":
                        continue
                    played, outcomes = rows_of(room.table)
            except Problem:  # a game that is still compiling, or a table that cannot be read
                continue
            insert = self.store.insert
            await self.store.change_together(
                [
                    insert(PLAYED).values(played).on_conflict_do_nothing(),
                    insert(OUTCOME).values(outcomes).on_conflict_do_nothing(),
                ]
            )

    async def note_all_of(self, person: str) -> None:
        """A summary may lag behind, so tables in memory are looked at themselves."""
        kept = select(PLAYED.c.match)
        query = (
            select(MATCH.c.id, MATCH.c.status)
            .join(SEAT, SEAT.c.match == MATCH.c.id)
            .where(SEAT.c.person == person, MATCH.c.id.not_in(kept))
            .order_by(MATCH.c.updated.desc())
        )
        found = await self.store.fetch(query)
        await self.note(row.id for row in found if self.is_over(row.id, row.status))

    def is_over(self, id_: str, status: str) -> bool:
        room = self.rooms.rooms.get(id_)
        return room.table.status == "over" if room is not None else status == "over"

    async def finished(
        self, person: str, before: int | None = None, limit: int = 100
    ) -> list[Finished]:
        """The latest first, without those that were hidden."""
        hidden = select(HIDDEN.c.match).where(HIDDEN.c.person == person)
        mine = select(OUTCOME.c.match).where(OUTCOME.c.person == person)
        wanted = PLAYED.c.match.in_(mine) & PLAYED.c.match.not_in(hidden)
        if before is not None:
            wanted &= PLAYED.c.ended < before
        query = select(PLAYED).where(wanted).order_by(PLAYED.c.ended.desc(), PLAYED.c.match)
        return await self.read(await self.store.fetch(query.limit(limit)))

    async def rated(self, people: Sequence[str], game: str | None, limit: int) -> list[Finished]:
        """Matches of any of these that count for ratings, the latest first, hidden or not."""
        theirs = select(OUTCOME.c.match).where(OUTCOME.c.person.in_(people))
        wanted = PLAYED.c.match.in_(theirs) & PLAYED.c.rated
        if game is not None:
            wanted &= PLAYED.c.game == game
        query = select(PLAYED).where(wanted).order_by(PLAYED.c.ended.desc(), PLAYED.c.match)
        return await self.read(await self.store.fetch(query.limit(limit)))

    async def read(self, rows: Sequence[Row[Any]]) -> list[Finished]:
        ids = [row.match for row in rows]
        places = await self._places(ids)
        return [
            Finished(
                row.match,
                row.game,
                json.loads(row.options),
                row.players,
                row.began,
                row.ended,
                row.turns,
                row.hints,
                row.deal,
                places[row.match],
                row.rated,
            )
            for row in rows
        ]

    async def _places(self, ids: Sequence[str]) -> dict[str, tuple[Place, ...]]:
        by_seat: dict[str, dict[int, list[Row[Any]]]] = defaultdict(lambda: defaultdict(list))
        for start in range(0, len(ids), 500):
            query = (
                select(OUTCOME, PERSON.c.face)
                .outerjoin(PERSON, PERSON.c.id == OUTCOME.c.person)
                .where(OUTCOME.c.match.in_(ids[start : start + 500]))
                .order_by(OUTCOME.c.match, OUTCOME.c.seat)
            )
            for row in await self.store.fetch(query):
                by_seat[row.match][row.seat].append(row)
        return {match: _drawn(seats) for match, seats in by_seat.items()}

    async def reviewed(self, ids: Sequence[str]) -> dict[str, dict[int, tuple[float, float]]]:
        """By match and seat, of those whose review is kept: luck, and skill, which is the own play
        less the mean of the table; nothing for games where these say nothing."""
        found: dict[str, dict[int, tuple[float, float]]] = {}
        for start in range(0, len(ids), 500):
            wanted = REVIEW.c.match.in_(ids[start : start + 500]) & (REVIEW.c.version == VERSION)
            for row in await self.store.fetch(select(REVIEW.c.match, REVIEW.c.body).where(wanted)):
                found[row.match] = luck_and_skill(json.loads(row.body))
        return found

    async def going(self, person: str) -> list[str]:
        """Tables that wait for people or are being played, the latest first."""
        hidden = select(HIDDEN.c.match).where(HIDDEN.c.person == person)
        query = (
            select(MATCH.c.id, MATCH.c.status)
            .join(SEAT, SEAT.c.match == MATCH.c.id)
            .where(SEAT.c.person == person, MATCH.c.id.not_in(hidden))
            .where(MATCH.c.status.in_(GOING))
            .order_by(MATCH.c.updated.desc())
        )
        found = await self.store.fetch(query.limit(AT_ONCE))
        return [row.id for row in found if not self.is_over(row.id, row.status)]

    async def hide(self, match: str, person: str) -> None:
        """Only one's own: any id that somebody thinks of would be one more row."""
        own = (SEAT.c.match == match) & (SEAT.c.person == person)
        row = select(SEAT.c.match, SEAT.c.person).where(own)
        put = self.store.insert(HIDDEN).from_select(["match", "person"], row)
        await self.store.change(put.on_conflict_do_nothing())

    async def show(self, match: str, person: str) -> None:
        row = (HIDDEN.c.match == match) & (HIDDEN.c.person == person)
        await self.store.change(delete(HIDDEN).where(row))


def _drawn(seats: dict[int, list[Row[Any]]]) -> tuple[Place, ...]:
    order = sorted(seats)
    people = {
        seat: frozenset(row.person for row in rows if row.person) for seat, rows in seats.items()
    }
    wanted = [
        ("person" if people[seat] else "bot", seats[seat][0].name, seats[seat][0].face or "")
        for seat in order
    ]
    faces = personas.faces(wanted)
    return tuple(
        Place(seat, row.name, faces[n], row.level, people[seat], row.score, row.rank, row.helped)
        for n, seat in enumerate(order)
        for row in seats[seat][:1]
    )
