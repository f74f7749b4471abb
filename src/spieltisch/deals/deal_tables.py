"""Tables of a deal: opened with its seed, its bots and nothing that anybody could add to chance."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.chance import Fair
from spieltisch.core.randomness import generator
from spieltisch.deals.deal import Deal
from spieltisch.matches.match import Match
from spieltisch.tables import opening_event, personas
from spieltisch.tables.bots import derived
from spieltisch.tables.names import free_name
from spieltisch.tables.outcomes import Body
from spieltisch.tables.rooms import Rooms


def opening(deal: Deal, person: str, name: str, face: str, rated: bool) -> Body:
    """The first event of a table. Strangers may not look: they may want to play it themselves."""
    card = games.card(deal.game)
    taken = [name]
    seats: list[Body] = []
    for place in deal.places:
        if place.level is None:
            mine = {"kind": "person", "name": name, "holders": [person], "face": face}
            seats.append({**mine, "nonce": place.nonce})
            continue
        taken.append(free_name(personas.pick(place.level, taken), taken))
        seats.append({"kind": "bot", "name": taken[-1], "level": place.level, "nonce": place.nonce})
    complete = card.resolve(len(deal.places), deal.options)
    which = {"deal": deal.id, "opens": deal.opens, "options": deal.options}
    return opening_event.opening(
        card, complete, spectators=False, hints=not rated, seats=seats, host=person, **which
    )


async def sit_down(
    rooms: Rooms, deal: Deal, table: str, person: str, name: str, face: str, rated: bool
) -> None:
    """Opens the table and begins at once."""
    body = opening(deal, person, name, face, rated)
    await rooms.open(table, body, [person], deal.seed)
    async with rooms.room(table) as room:
        await room.submit(lambda: room.table.plan_start(person, ""))


def play_mark(deal: Deal, level: str) -> tuple[int, int]:
    """What a bot makes of the deal in the person's place: score and rank. Always the same."""
    *_, (score, rank) = mark_steps(deal, level)
    return score, rank


def mark_steps(deal: Deal, level: str) -> Iterator[tuple[int, int]]:
    """The same turn by turn, since whole matches take long; the last result is the true one."""
    complete = games.card(deal.game).resolve(len(deal.places), deal.options)
    names = [f"{n}" for n in range(len(deal.places))]
    nonces = [place.nonce for place in deal.places]
    chance = Fair(bytes.fromhex(deal.seed), nonces)
    match = Match(games.find(deal.game), len(names), complete, names=names, chance=chance)
    bots = [base.find(place.level or level) for place in deal.places]
    turns = [0] * len(bots)
    while match.acting:
        seat = match.acting[0]
        luck = generator(derived(deal.seed, seat, turns[seat]))
        match.play(seat, base.choose_turn(match, seat, bots[seat], luck))
        turns[seat] += 1
        yield match.scores[deal.seat], match.ranks[deal.seat]
