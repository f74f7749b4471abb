"""Deals, attempts and results in the database."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select

from spieltisch.deals.deal import Deal
from spieltisch.store.schema import ATTEMPT, DEAL, MARK, MATCH, OUTCOME, PERSON, PLAYED
from spieltisch.store.store import Store

LISTED = 500
MOST_TRIES = 50  # of one person at one deal


class DealDatabase:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def keep(self, *deals: Deal) -> None:
        """Writing one twice is harmless: two servers make the same deal of the same day."""
        rows = [deal.row() for deal in deals]
        await self.store.change(self.store.insert(DEAL).values(rows).on_conflict_do_nothing())

    async def find(self, id_: str) -> Deal | None:
        found = await self.store.fetch(select(DEAL).where(DEAL.c.id == id_))
        return Deal.read(found[0]) if found else None

    async def cup(self, id_: str) -> list[Deal]:
        query = select(DEAL).where(DEAL.c.cup == id_).order_by(DEAL.c.number)
        return [Deal.read(row) for row in await self.store.fetch(query)]

    async def try_of(self, deal: str, person: str) -> str | None:
        """The match of the attempt that counts."""
        wanted = (ATTEMPT.c.deal == deal) & (ATTEMPT.c.person == person)
        found = await self.store.fetch(select(ATTEMPT.c.match).where(wanted, ATTEMPT.c.number == 0))
        return str(found[0].match) if found else None

    async def add_try(self, deal: str, person: str, match: str, at: int, rated: bool) -> bool:
        """False when there is one that counts already: of two at once, one is too late."""
        number = 0
        if not rated:
            wanted = (ATTEMPT.c.deal == deal) & (ATTEMPT.c.person == person)
            query = select(func.max(ATTEMPT.c.number)).where(wanted)
            number = ((await self.store.fetch(query))[0][0] or 0) + 1
        row = {"deal": deal, "person": person, "number": number, "match": match, "created": at}
        return bool(
            await self.store.change(self.store.insert(ATTEMPT).values(row).on_conflict_do_nothing())
        )

    async def tries(self, person: str, deal: str) -> int:
        wanted = (ATTEMPT.c.deal == deal) & (ATTEMPT.c.person == person)
        query = select(func.count()).select_from(ATTEMPT).where(wanted)
        return int((await self.store.fetch(query))[0][0])

    async def unnoted(self, deal: str) -> list[tuple[str, str]]:
        """Matches of attempts that count, with their status, of which no result is kept yet."""
        query = (
            select(ATTEMPT.c.match, MATCH.c.status)
            .join(MATCH, MATCH.c.id == ATTEMPT.c.match)
            .where(ATTEMPT.c.deal == deal, ATTEMPT.c.number == 0)
            .where(ATTEMPT.c.match.not_in(select(PLAYED.c.match)))
        )
        return [(row.match, row.status) for row in await self.store.fetch(query)]

    async def results(self, deal: Deal) -> list[Row[Any]]:
        """What counts, the best first; who finished too late does not count."""
        query = (
            select(
                ATTEMPT.c.person,
                ATTEMPT.c.match,
                PERSON.c.name,
                PERSON.c.face,
                PERSON.c.colour,
                OUTCOME.c.score,
                OUTCOME.c.rank,
                PLAYED.c.ended,
            )
            .join(PLAYED, PLAYED.c.match == ATTEMPT.c.match)
            .join(PERSON, PERSON.c.id == ATTEMPT.c.person)
            .join(
                OUTCOME,
                (OUTCOME.c.match == ATTEMPT.c.match) & (OUTCOME.c.person == ATTEMPT.c.person),
            )
            .where(ATTEMPT.c.deal == deal.id, ATTEMPT.c.number == 0)
            .where(PLAYED.c.ended < deal.opens, OUTCOME.c.rank.is_not(None))
            .where(OUTCOME.c.level.is_(None))  # no bot has finished it for them
            .order_by(OUTCOME.c.rank, OUTCOME.c.score.desc(), PLAYED.c.ended)
        )
        return await self.store.fetch(query.limit(LISTED))

    async def days_of(self, person: str) -> list[Row[Any]]:
        """The deals of days that somebody finished in time, the oldest first."""
        query = (
            select(DEAL.c.id, DEAL.c.game, OUTCOME.c.score, OUTCOME.c.rank)
            .join(ATTEMPT, ATTEMPT.c.deal == DEAL.c.id)
            .join(PLAYED, PLAYED.c.match == ATTEMPT.c.match)
            .join(
                OUTCOME,
                (OUTCOME.c.match == ATTEMPT.c.match) & (OUTCOME.c.person == ATTEMPT.c.person),
            )
            .where(ATTEMPT.c.person == person, ATTEMPT.c.number == 0, DEAL.c.kind == "day")
            .where(PLAYED.c.ended < DEAL.c.opens, OUTCOME.c.rank.is_not(None))
            .where(OUTCOME.c.level.is_(None))
            .order_by(DEAL.c.id)
        )
        return await self.store.fetch(query)

    async def marks(self, deal: str) -> dict[str, tuple[int, int]]:
        """By level: score and rank."""
        found = await self.store.fetch(select(MARK).where(MARK.c.deal == deal))
        return {row.level: (row.score, row.rank) for row in found}

    async def keep_mark(self, deal: str, level: str, score: int, rank: int) -> None:
        row = {"deal": deal, "level": level, "score": score, "rank": rank}
        await self.store.change(self.store.insert(MARK).values(row).on_conflict_do_nothing())


def ranked(results: Sequence[tuple[int, int]]) -> list[int]:
    """Places of results (rank at the table, score), in order; equal ones share the better place.

    >>> ranked([(1, 42), (1, 37), (1, 37), (2, 50)])
    [1, 2, 2, 4]
    """
    keys = [(rank, -score) for rank, score in results]
    best = sorted(keys)
    return [bisect_left(best, key) + 1 for key in keys]
