"""What somebody has played, as their history shows it; pure functions of tables and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spieltisch.tables import offline_matches
from spieltisch.tables.room import Room
from spieltisch.tables.table import Table

Split = Mapping[int, tuple[float, float]]  # by seat: luck and skill


@dataclass(frozen=True)
class Place:
    """Somebody's end of a match."""

    seat: int
    name: str
    face: str
    level: str | None
    people: frozenset[str]
    score: int | None
    rank: int | None
    helped: bool = False  # by a hint, or by a bot that played for them


@dataclass(frozen=True)
class Finished:
    match: str
    game: str
    options: dict[str, Any]
    players: int
    began: int
    ended: int
    turns: int
    hints: bool
    deal: str | None
    places: tuple[Place, ...]
    rated: bool = False

    def mine(self, person: str) -> list[Place]:
        return [place for place in self.places if person in place.people]


def ended_at(table: Table) -> int:
    """When the last turn was played; people may chat afterwards."""
    if table.ended:
        return table.ended
    turns = [at for _, at, what, *_ in table.changes if what == "turn"]
    return turns[-1] if turns else table.updated


def turns_of(table: Table) -> int:
    past = table.past.lines if table.past is not None else []
    lines = table.match.lines if table.match is not None else past
    return sum(line.kind == "turn" for line in lines)


def results_of(table: Table) -> list[tuple[int | None, int | None]]:
    """Score and rank of every seat; nothing where only other rules could count."""
    match = table.match
    if match is None:
        return [(None, None)] * len(table.seats)
    return list(zip(match.scores, match.ranks, strict=True))


def finished(table: Table) -> Finished:
    """A table that is over."""
    faces, results = table.faces(), results_of(table)
    places = tuple(
        Place(n, seat.name, faces[n], seat.level, frozenset(seat.holders), *results[n])
        for n, seat in enumerate(table.seats)
    )
    return Finished(
        table.id,
        table.game,
        table.options,
        len(table.seats),
        table.created,
        ended_at(table),
        turns_of(table),
        table.hints,
        table.deal,
        places,
    )


def luck_and_skill(review: dict[str, Any]) -> dict[int, tuple[float, float]]:
    """By seat: luck, and skill, which is the own play less the mean of the table; nothing for
    games where these say nothing."""
    seats = review.get("seats", [])
    if not review.get("shows_luck") or not seats:
        return {}
    usual = sum(seat["play"] for seat in seats) / len(seats) if len(seats) > 1 else 0.0
    return {seat["seat"]: (seat["luck"], seat["play"] - usual) for seat in seats}


# As clients see it


def going_on(room: Room, person: str) -> dict[str, Any]:
    """Scores are not told before the end: they may give away what is hidden."""
    table = room.table
    mine = table.seats_of(person)
    turn = any(n in table.acting and not table.seats[n].warm for n in mine)
    others = any(holder != person for seat in table.seats for holder in seat.holders)
    faces = table.faces()
    seats = [
        {
            "seat": n,
            "name": seat.name,
            "face": faces[n],
            "level": seat.level,
            "person": seat.kind == "person",
            "mine": n in mine,
            "score": None,
            "rank": None,
        }
        for n, seat in enumerate(table.seats)
    ]
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "your_turn": turn,
        "alone": not others,
        "deal": table.deal,
        "offline": table.offline,
        "began": table.created,
        "at": table.updated,
        "turns": turns_of(table),
        "seats": seats,
        **dict.fromkeys(("score", "rank", "luck", "skill")),
    }


def shown(match: Finished, person: str, reviewed: Split) -> dict[str, Any]:
    mine = match.mine(person)
    best = min(mine, key=lambda place: place.rank or 99) if mine else None
    split = reviewed.get(best.seat) if best else None
    return {
        "id": match.match,
        "game": match.game,
        "options": match.options,
        "status": "over",
        "your_turn": False,
        "alone": all(place.people <= {person} for place in match.places),
        "deal": match.deal,
        "offline": offline_matches.is_handed(match.match),
        "began": match.began,
        "at": match.ended,
        "turns": match.turns,
        "seats": [_place(place, person) for place in match.places],
        "score": best.score if best else None,
        "rank": best.rank if best else None,
        "luck": split[0] if split else None,
        "skill": split[1] if split else None,
    }


def _place(place: Place, person: str) -> dict[str, Any]:
    return {
        "seat": place.seat,
        "name": place.name,
        "face": place.face,
        "level": place.level,
        "person": bool(place.people),
        "mine": person in place.people,
        "score": place.score,
        "rank": place.rank,
    }
