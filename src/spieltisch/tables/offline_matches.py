"""Matches that were played elsewhere, without a server, and are handed over as records.

Such a match can be looked at, reviewed and played on from. It is marked as played offline: nothing
proves how its chance fell, so it is never rated and never shown as verified.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.errors import SpieltischError
from spieltisch.matches import record
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match
from spieltisch.matches.record import OFFLINE as OFFLINE
from spieltisch.tables.messages import NAME
from spieltisch.tables.names import free_name
from spieltisch.tables.old_rules import OldMatch
from spieltisch.tables.opening_event import opening
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.sanitize import plain_text

MARK = "o"  # begins the ids of such tables, and no other: `rooms.ALPHABET` has no such letter
LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"
LONGEST = 200_000  # letters of a record; a long match has a tenth of it
# Of the header; the rest could claim anything
KEPT = ("spieltisch", "game", "players", "options", "names", "rules")


def is_handed(table: str) -> bool:
    return table.startswith(MARK)


def id_of(person: str, text: str) -> str:
    """The same match handed over twice is the same table."""
    digest = hashlib.sha256(f"{person}\n{text}".encode()).digest()
    return MARK + "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:13])


def game_of(text: str) -> str:
    """Which game's rules are needed to read a record; Problem where it is none."""
    try:
        return games.card(str(_header(text).get("game"))).key
    except SpieltischError as error:
        raise Problem.of(error) from None


def new_table(text: str, person: str, name: str, at: int) -> tuple[str, Body]:
    """The id and the first event of a table that shows a finished match; Problem with the sentence
    of whatever is wrong with the record. `at`: nothing can have been played later."""
    if len(text) > LONGEST:
        raise Problem("input/too-big")
    said = _header(text)
    try:
        match = record.verify(_bare(text, said), games.find)
    except SpieltischError as error:
        raise Problem.of(error) from None
    mine = _mine(said.get("mine"), match, name)
    seats = _seats(said, match, person, mine)
    began, ended = _times(said, at)
    marks = {OFFLINE: True, "levels": [seat.get("level") for seat in seats], "mine": mine}
    match.names = [seat["name"] for seat in seats]
    match.header = {**marks, "began": began, "ended": ended}
    written = record.dumps(match)
    told = {OFFLINE: True, "record": written, "began": began, "ended": ended}
    body = opening(match.game.card, match.options, seats=seats, host=person, **told)
    return id_of(person, written), body


def _header(text: str) -> Mapping[str, Any]:
    try:
        found = record.read_json(text.split("\n", 1)[0])
    except ValueError:
        found = None
    if not isinstance(found, dict) or "spieltisch" not in found:
        raise Problem("record/none")
    return found


def _bare(text: str, said: Mapping[str, Any]) -> str:
    """The record without whatever it claims beyond the match itself."""
    rows = [{key: said[key] for key in KEPT if key in said}]
    for number, line in enumerate(text.split("\n")[1:], 1):
        if line:
            rows.append(_event(line, number))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _event(line: str, number: int) -> dict[str, Any]:
    try:
        found = record.read_json(line)
        kept = {key: found[key] for key in found if key in ("seat", "turn", "chance", "result")}
        return kept | ({"sealed": True} if found.get("sealed") is True else {})
    except (ValueError, TypeError, AttributeError):
        raise Problem("record/cut", str(number)) from None


def _mine(wanted: Any, match: Match, name: str) -> list[int]:
    """The seats that the record calls mine; else the one with my name, or the first."""
    known = range(match.players)
    if isinstance(wanted, list) and wanted and all(type(n) is int and n in known for n in wanted):
        return sorted(set(wanted))
    names = match.names or []
    return [names.index(name) if name in names else 0]


def _seats(
    said: Mapping[str, Any], match: Match, person: str, mine: Sequence[int]
) -> list[dict[str, Any]]:
    levels = said.get("levels")
    known = levels if isinstance(levels, list) and len(levels) == match.players else []
    taken: list[str] = []
    found: list[dict[str, Any]] = []
    for n in range(match.players):
        taken.append(free_name(_name(match, n), taken))
        level = known[n] if known and isinstance(known[n], str) else None
        if n in mine:
            found.append({"kind": "person", "name": taken[-1], "holders": [person]})
        elif level in base.BOTS:
            found.append({"kind": "bot", "name": taken[-1], "level": level})
        else:
            found.append({"kind": "person", "name": taken[-1]})
    return found


def _name(match: Match, seat: int) -> str:
    try:
        return plain_text((match.names or [])[seat])[:NAME]
    except (IndexError, ValueError):
        return str(seat + 1)


def _times(said: Mapping[str, Any], at: int) -> tuple[int, int]:
    began, ended = said.get("began"), said.get("ended")
    if type(began) is int and type(ended) is int and 0 < began <= ended <= at:
        return began, ended
    return at, at


# Reading


def read(body: Body, names: list[str], outdated: bool) -> Match | OldMatch:
    """The match of a table that was handed over; only its lines where other rules are here."""
    if not outdated:
        return record.loads(body["record"], games.find)
    past = OldMatch(games.find(body["game"]), names)
    for line in body["record"].split("\n")[1:]:
        told = json.loads(line) if line else {}
        kind = next((kind for kind in ("turn", "chance") if kind in told), None)
        if kind is not None:
            sealed = told.get("sealed", False)
            past.lines.append(Line(kind, told.get("seat"), told[kind], (), sealed))
    past.over = True
    return past
