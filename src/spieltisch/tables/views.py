"""What clients see of a table. Whatever is said of the match comes from hidden records only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from spieltisch.core.errors import Refusal
from spieltisch.core.language import LANGUAGES
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match
from spieltisch.review.advice import Advice
from spieltisch.tables import continuations, offline_matches, personas
from spieltisch.tables.bots import Asked
from spieltisch.tables.outcomes import Change
from spieltisch.tables.table import Table

NOTHING_TO_ASK = {"de": "", "en": ""}
NOTHING: dict[str | None, dict[str, str]] = {
    None: NOTHING_TO_ASK,
    **{lang: {lang: ""} for lang in LANGUAGES},
}
NO_VIEW: dict[str, Any] = {"view": None, "undo": None, "lesson": None}


def frame(table: Table, viewer: int | None, lang: str | None = None) -> dict[str, Any]:
    """The view from a seat (None: a spectator's), and what can be done there."""
    match = table.match
    if match is None:
        return {"looking": viewer, **NO_VIEW, "ask": NOTHING[lang]}
    view = match.seen(viewer)
    return {
        "looking": viewer,
        "view": view,
        "ask": asked(match, viewer, view, lang),
        "undo": undoing(table, match, viewer, lang),
        "lesson": lesson_step(table, match, viewer),
    }


def lesson_step(table: Table, match: Match, viewer: int | None) -> dict[str, Any] | None:
    """What the guide says, to the learner alone: it names what is in the learner's hand."""
    if table.lesson is None or viewer != table.lesson.learner or table.status != "playing":
        return None
    return table.lesson.step(match)


def asked(
    match: Match, viewer: int | None, view: dict[str, Any], lang: str | None = None
) -> dict[str, str]:
    """The prompt of a seat that is to act; to all others there is nothing to say."""
    if viewer not in view["acting"]:
        return NOTHING[lang]
    return {each: match.game.words.ask(view, each) for each in languages(lang)}


def advice(match: Match, asked: Asked, found: Advice) -> dict[str, Any]:
    """A hint: the turn, where to look, what to do and why."""
    show, seat = match.game.notation.show_turn, asked.seat
    text, name = show(asked.state, found.line), (match.names or [])[seat]
    say, context = match.game.words.say, match.log_context(seat, match.names or [])
    draft = found.draft
    return {
        **{lang: say(text, "turn", name, lang, context) for lang in ("de", "en")},
        "text": text,
        "decisions": found.line,
        "look": list(found.look.at),
        "nudge": found.look.said.json(),
        "do": found.do.json(),
        "why": found.why.json(),
        "chance": found.chance,
        "draft": None
        if draft is None
        else {"text": show(asked.state, draft.line), "chance": draft.chance, "loss": found.loss},
        "forced": found.forced,
    }


def languages(lang: str | None) -> Sequence[str]:
    """The language of a connection, or both where it has named none."""
    return (lang,) if lang is not None else LANGUAGES


def undoing(
    table: Table, match: Match, viewer: int | None, lang: str | None = None
) -> dict[str, Any] | None:
    if viewer is None:
        return None
    return undo_told(table.cannot_undo(viewer), table.seats[viewer].warm, lang)


def undo_told(refusal: Refusal | None, warm: bool, lang: str | None) -> dict[str, Any]:
    if refusal is None:
        return {"can": not warm}
    said = {each: refusal.text(each) for each in languages(lang)}
    return {"can": False, "rule": refusal.rule, **said}


def going_on(table: Table) -> dict[str, Any]:
    """What everyone may know of the moment."""
    chosen = table.match.chosen if table.match is not None else []
    return {"acting": table.acting, "chosen": chosen, "deadline": table.next_deadline()}


def result(table: Table) -> dict[str, Any] | None:
    """Scores may tell what is hidden: they are shown when the match is over."""
    if table.status != "over" or table.match is None:
        return None
    return table.match.final


def log(
    table: Table, viewer: int | None, first: int = 1, lang: str | None = None
) -> list[dict[str, Any]]:
    if table.past is not None:
        return table.past.log(viewer, first)
    match = table.match
    if match is None:
        return []
    return [line(match, *shown, lang) for shown in match.shown(viewer, first)]


def line(match: Match, n: int, line: Line, text: str, lang: str | None = None) -> dict[str, Any]:
    """A line of the log with sentences; `text`: what its reader may know."""
    said = {each: match.sentence(line, text, each) for each in languages(lang)}
    return {"n": n, "kind": line.kind, "seat": line.seat, "text": text, **said}


def missed(table: Table, after: int, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events after number `after`, with those of their lines that still stand; `lines`: the
    whole log, as its reader may know it."""
    found = []
    for n, at, what, seat, first, last in table.changes[after:]:
        told = lines[first - 1 : last]
        found.append({"n": n, "what": what, "seat": seat, "at": at, "lines": told})
    return found


def snapshot(
    table: Table, viewer: int | None, after: int | None, now: int, lang: str | None = None
) -> dict[str, Any]:
    """All but the key `table`, which depends on who asks."""
    lines = log(table, viewer, 1, lang)  # long matches have a thousand
    return {
        "kind": "snapshot",
        "n": table.n,
        "now": now,
        **frame(table, viewer, lang),
        **going_on(table),
        "log": lines,
        "chat": table.chat,
        "missed": [] if after is None else missed(table, after, lines),
        "result": result(table),
    }


class Telling:
    """One event and what is true after it, for several viewers: what all share is made once."""

    def __init__(self, table: Table, change: Change, lang: str | None = None) -> None:
        body = change.event.body
        self.table, self.lang = table, lang
        self.first = 1 if change.ended else change.first
        self.same: dict[str, Any] = {
            "kind": "event",
            "n": change.event.n,
            "what": body["what"],
            "seat": body.get("seat"),
            "at": change.event.at,
            "from": self.first,
            "lines": [],
            **going_on(table),
            "result": result(table),
        }
        if body["what"] == "chat":
            self.same["chat"] = table.chat[-1]

    def to(self, viewer: int | None) -> dict[str, Any]:
        """All but the key `table`."""
        lines = log(self.table, viewer, self.first, self.lang)
        return {**self.same, **frame(self.table, viewer, self.lang), "lines": lines}


class Around(Protocol):
    """A table and the people around it, as far as clients are told."""

    table: Table
    hurried: dict[int, float]

    def is_here(self, seat: int) -> bool: ...
    def grace(self, seat: int) -> int | None: ...
    def opening(self) -> dict[str, Any] | None: ...


def info(around: Around, person: str | None, link: str) -> dict[str, Any]:
    """The table as HTTP and WebSocket clients see it."""
    table = around.table
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "players": len(table.seats),
        "status": table.status,
        "public": table.public,
        "spectators": table.spectators,
        "hints": table.hints,
        "rated": table.rated,
        "stand_ins": table.stand_ins,
        "clock": table.clock,
        "commitment": table.commitment,
        "nonces": [seat.nonce for seat in table.seats],
        "seals": table.seals(),
        "opening": around.opening(),
        "seats": [_seat(around, n) for n in range(len(table.seats))],
        "you": {
            "seats": table.seats_of(person),
            "host": person is not None and person == table.host,
        },
        "n": table.n,
        "created": table.created,
        "updated": table.updated,
        "rematch": table.rematch,
        "tried": continuations.told(table.tried),
        "pause": _pause(table),
        "deal": table.deal,
        "outdated": table.outdated,
        "taught": table.taught,
        "offline": table.offline,
        "handed": offline_matches.is_handed(table.id),
        "link": link,
    }


def _pause(table: Table) -> dict[str, Any]:
    """The pause that was agreed on last (it may be over), and one that somebody proposes."""
    last = table.breaks.pauses[-1] if table.breaks.pauses else None
    asked = table.breaks.proposal
    return {"until": last[1] if last else None, "proposal": asked.json() if asked else None}


def _seat(around: Around, n: int) -> dict[str, Any]:
    seat = around.table.seats[n]
    return {
        "seat": n,
        "kind": seat.kind,
        "name": seat.name or None,
        "level": seat.level,
        "warm": seat.warm,
        "left": seat.left is not None,
        "connected": around.is_here(n),
        "grace": around.grace(n),
        "local": seat.local,
        "face": around.table.faces()[n],
        "away": [list(span) for span in around.table.breaks.away.get(n, [])],
        "about": personas.about(seat.level, seat.name) if seat.kind == "bot" else None,
    }


def presence(around: Around, watching: int, now: int) -> dict[str, Any]:
    """Who is there, for how long somebody is waited for, and which bots had less time."""
    seats = [
        {
            "seat": n,
            "connected": around.is_here(n),
            "grace": around.grace(n),
            "hurried": around.hurried.get(n),
        }
        for n in range(len(around.table.seats))
    ]
    return {"kind": "presence", "seats": seats, "watching": watching, "now": now}


def past_record(table: Table, viewer: int | None, full: bool = False) -> str:
    """The record of a match whose rules are not installed, as far as it went."""
    assert table.past is not None
    head: dict[str, Any] = {
        "spieltisch": 1,
        "game": table.game,
        "players": len(table.seats),
        "options": table.options,
        "names": table.names(),
        "rules": table.rules,
        "commitment": table.commitment,
        "nonces": [seat.nonce for seat in table.seats],
    }
    if table.past.over:
        head["seed"] = table.seed
    return table.past.record(head, viewer, full)
