"""Tables for a guided first game: what one is opened with. `matches.lesson` knows how it goes."""

from __future__ import annotations

import functools

from spieltisch import games
from spieltisch.core import game_files
from spieltisch.matches.lesson import Lesson
from spieltisch.tables import personas
from spieltisch.tables.names import free_name
from spieltisch.tables.opening_event import opening
from spieltisch.tables.outcomes import Body


@functools.cache
def lesson(key: str) -> Lesson:
    return Lesson.read(game_files.lesson(games.card(key)), games.find)


def new_table(key: str, person: str, name: str, seal: str) -> Body:
    """A table with the learner and the bots that play along.

    The event that opens it keeps the whole script, so that the table stays the same when a later
    version teaches otherwise.
    """
    found, card = lesson(key), games.card(key)
    taken: list[str] = [name]
    seats: list[Body] = []
    for seat in range(found.told["players"]):
        if seat == found.learner:
            seats.append({"kind": "person", "name": name, "holders": [person], "seal": seal})
            continue
        level = found.told["level"]
        taken.append(free_name(personas.pick(level, taken), taken))
        seats.append({"kind": "bot", "name": taken[-1], "level": level})
    complete = card.resolve(len(seats), found.told["options"])
    return opening(card, complete, seats=seats, host=person, lesson=found.told)
