"""What those are told of an event who keep a view: what it changed, put together from parts.

What all may know is computed from the spectator's hidden record and encoded once. What a seat sees
beyond that (`own`, a patch of the public view) comes from that seat's hidden record, and is told
only where it is another than before; so are its prompt and whether it can take something back.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Protocol

from spieltisch.core.errors import Refusal
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match
from spieltisch.tables import views
from spieltisch.tables.encoding import dumps
from spieltisch.tables.outcomes import Change
from spieltisch.tables.patches import apply, checksum, diff
from spieltisch.tables.table import Table

CHOICES = 24  # that are told with an event; more are told to whoever asks
CHECKED = 16  # every so many events a checksum of the public view is told, too

View = dict[str, Any] | None


class Keeper(Protocol):
    """A connection that keeps a view, and what it was told last."""

    lang: str | None
    choices: bool
    known: dict[str, bytes]


@dataclass
class Public:
    """The view that all who keep one were told last, and after which event."""

    n: int
    view: View

    @classmethod
    def of(cls, table: Table) -> Public:
        return cls(table.n, table.match.seen(None) if table.match is not None else None)


class Changes:
    """One event, for several viewers and languages; each part is made once."""

    def __init__(self, table: Table, change: Change, before: Public, after: Public) -> None:
        self.table, self.first, self.ended = table, change.first, change.ended
        self.public = after.view
        self.head = dumps(_head(table, change, before, after))[:-1]
        match = table.match
        self._new = list(match.veiled(self.first)) if match is not None else []
        self._lines: dict[tuple[int, str, str | None], bytes] = {}
        self._listed: dict[tuple[int | None, str | None], bytes] = {}
        self._own: dict[int | None, Own] = {}

    def to(self, keeper: Keeper, viewer: int | None, info: dict[str, Any] | None) -> bytes:
        lang, known = keeper.lang, keeper.known
        parts = [self.head, b',"lines":[', self._log(viewer, lang), b"]"]
        own = self._own.get(viewer)
        if own is None:
            own = self._own[viewer] = Own(self.table, self.public, viewer)
        for key, part in own.said(lang).items():
            if known.get(key) != part:
                known[key] = part
                parts += KEYS[key], part
        if keeper.choices and known.get("choices") != own.choices:
            known["choices"] = own.choices
            parts += KEYS["choices"], own.choices
        if info is not None:
            parts += (b',"table":', dumps(info))
        parts.append(b"}")
        return b"".join(parts)

    def _log(self, viewer: int | None, lang: str | None) -> bytes:
        """The new lines; at the end, also those that were veiled for this viewer till then."""
        match = self.table.match
        if match is None or not self._new:
            return b""
        if (viewer, lang) not in self._listed:
            opened = match.opened(viewer, self.first) if self.ended else ()
            found = [self._line(match, n, line, text, lang) for n, line, text in opened]
            for n, line, veiled in self._new:
                text = line.text if line.seat == viewer else veiled
                found.append(self._line(match, n, line, text, lang))
            self._listed[viewer, lang] = b",".join(found)
        return self._listed[viewer, lang]

    def _line(self, match: Match, n: int, line: Line, text: str, lang: str | None) -> bytes:
        written = self._lines.get((n, text, lang))
        if written is None:
            written = self._lines[n, text, lang] = dumps(views.line(match, n, line, text, lang))
        return written


class Own:
    """What one viewer is told beside what all are told; sentences in the languages asked for."""

    def __init__(self, table: Table, public: View, viewer: int | None) -> None:
        self.table, self.viewer, self.view = table, viewer, public
        match, own = table.match, None
        if match is not None and public is not None and viewer is not None:
            own = match.own(viewer, public)
            if viewer in public["acting"]:
                self.view = apply(public, own)
        self._same = {"looking": dumps(viewer), "own": dumps(own)}
        self._parts: dict[str | None, dict[str, bytes]] = {}

    def parts(self, lang: str | None, choices: bool) -> dict[str, bytes]:
        """Encoded, by their names in messages."""
        said = self.said(lang)
        return {**said, "choices": self.choices} if choices else dict(said)

    @functools.cached_property
    def choices(self) -> bytes:
        """How a turn of the viewer can begin, where that is quickly told."""
        match, viewer = self.table.match, self.viewer
        if match is None or self.view is None or viewer not in self.view["acting"]:
            return NULL
        assert viewer is not None
        found = match.first_choices(viewer, CHOICES)
        return NULL if found is None else dumps([vars(choice) for choice in found])

    def said(self, lang: str | None) -> dict[str, bytes]:
        """All but the choices; to be read only."""
        if lang not in self._parts:
            table, match, viewer = self.table, self.table.match, self.viewer
            asked, undo, lesson = NOTHING[lang], NULL, NULL
            if match is not None and self.view is not None:
                if viewer in self.view["acting"]:
                    asked = dumps(views.asked(match, viewer, self.view, lang))
                if viewer is not None:
                    undo = _undo(table.cannot_undo(viewer), table.seats[viewer].warm, lang)
                if table.lesson is not None:
                    lesson = dumps(views.lesson_step(table, match, viewer))
            self._parts[lang] = {**self._same, "ask": asked, "undo": undo, "lesson": lesson}
        return self._parts[lang]


NULL = b"null"
KEYS = {
    key: b',"%b":' % key.encode() for key in ("looking", "own", "ask", "undo", "lesson", "choices")
}
NOTHING = {lang: dumps(said) for lang, said in views.NOTHING.items()}


@functools.lru_cache(maxsize=64)  # there are few reasons, and all viewers of all events have one
def _undo(refusal: Refusal | None, warm: bool, lang: str | None) -> bytes:
    return dumps(views.undo_told(refusal, warm, lang))


def _head(table: Table, change: Change, before: Public, after: Public) -> dict[str, Any]:
    body = change.event.body
    head: dict[str, Any] = {
        "kind": "change",
        "n": change.event.n,
        "what": body["what"],
        "seat": body.get("seat"),
        "at": change.event.at,
        "from": change.first,
        **views.going_on(table),
    }
    if (found := views.result(table)) is not None:
        head["result"] = found
    if body["what"] == "chat":
        head["chat"] = table.chat[-1]
    if before.view is None or after.view is None:
        head["view"] = after.view
    elif (patch := diff(before.view, after.view)) is not None:
        head["patch"] = patch
    if change.event.n % CHECKED == 0 and after.view is not None:
        head["sum"] = checksum(after.view)
    return head
