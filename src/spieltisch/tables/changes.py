"""What those are told of an event who keep a view: what it changed, put together from parts.

What all may know is computed from the spectator's hidden record and encoded once. What a seat sees
beyond that (`own`, a patch of the public view) comes from that seat's hidden record, and is told
only where it is another than before; so are its prompt and whether it can take something back.
"""

from __future__ import annotations

import functools
from typing import Any, Protocol

from spieltisch.core.errors import Refusal
from spieltisch.core.state import AnyState
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
Parts = dict[str, bytes]


class Keeper(Protocol):
    """A connection that keeps a view, and what it was told last."""

    lang: str | None
    choices: bool
    known: dict[str, bytes]


class Public:
    """The view that all who keep one were told last, after which event, and what single viewers
    were told beyond it."""

    __slots__ = ("hidden", "n", "own", "view")

    def __init__(self, table: Table, before: Public | None = None) -> None:
        match = table.match
        self.n, self.own = table.n, dict[int | None, Own]()
        self.hidden: list[AnyState] = []
        self.view: View = None
        if match is not None:
            self.hidden = match.exposed()
            old = (
                before.view if before is not None and match.sealed and self._is_as(before) else None
            )
            self.view = match.seen_by_all(self.hidden[-1], old)

    def _is_as(self, before: Public) -> bool:
        """Whether a spectator's record is the same as before, as mostly when a choice is sealed."""
        return bool(before.hidden) and before.hidden[-1].tobytes() == self.hidden[-1].tobytes()

    def told(self, table: Table, viewer: int | None, before: Public | None = None) -> Own:
        """What one viewer is told beyond the view; `before`: what was told of the last event."""
        found = self.own.get(viewer)
        if found is None:
            last = before.own.get(viewer) if before is not None else None
            found = self.own[viewer] = Own(table, self, viewer, last)
        return found


class Changes:
    """One event, for several viewers and languages; each part is made once."""

    def __init__(self, table: Table, change: Change, before: Public, after: Public) -> None:
        self.table, self.first, self.ended = table, change.first, change.ended
        self.before, self.after = before, after
        self.head = dumps(_head(table, change, before, after))[:-1]
        match = table.match
        self._new = list(match.veiled(self.first)) if match is not None else []
        # Whether all viewers read the same
        self._open = not self.ended and all(line.text == text for _, line, text in self._new)
        self._lines: dict[tuple[int, str, str | None], bytes] = {}
        self._beginnings: dict[tuple[int | None, str | None], bytes] = {}

    def to(self, keeper: Keeper, viewer: int | None, info: dict[str, Any] | None) -> bytes:
        lang, known = keeper.lang, keeper.known
        beginning = self._beginning(viewer, lang)
        own = self.after.told(self.table, viewer, self.before)
        said = own.parts(lang) if keeper.choices else own.said(lang)
        if said is known and info is None:
            return beginning + b"}"
        parts = [beginning]
        for key, part in said.items():
            if known.get(key) != part:
                parts += KEYS[key], part
        keeper.known = said
        if info is not None:
            parts += (b',"table":', dumps(info))
        parts.append(b"}")
        return b"".join(parts)

    def _beginning(self, viewer: int | None, lang: str | None) -> bytes:
        """What all are told, and the log."""
        key = (None if self._open else viewer), lang
        found = self._beginnings.get(key)
        if found is None:
            log = self._log(viewer, lang)
            found = self._beginnings[key] = b'%b,"lines":[%b]' % (self.head, log)
        return found

    def _log(self, viewer: int | None, lang: str | None) -> bytes:
        """The new lines; at the end, also those that were veiled for this viewer till then."""
        match = self.table.match
        if match is None or not self._new:
            return b""
        opened = match.opened(viewer, self.first) if self.ended else ()
        found = [self._line(match, n, line, text, lang) for n, line, text in opened]
        for n, line, veiled in self._new:
            text = line.text if line.seat == viewer else veiled
            found.append(self._line(match, n, line, text, lang))
        return b",".join(found)

    def _line(self, match: Match, n: int, line: Line, text: str, lang: str | None) -> bytes:
        written = self._lines.get((n, text, lang))
        if written is None:
            written = self._lines[n, text, lang] = dumps(views.line(match, n, line, text, lang))
        return written


class Own:
    """What one viewer is told beside what all are told; sentences in the languages asked for."""

    def __init__(
        self, table: Table, public: Public, viewer: int | None, last: Own | None = None
    ) -> None:
        self.table, self.viewer, self.view = table, viewer, public.view
        match, self.patch = table.match, None
        if match is not None and public.view is not None and viewer is not None:
            self.patch = match.own(public.hidden[viewer], public.view)
        self.acts = public.view is not None and viewer in public.view["acting"]
        self.undo = NONE
        if match is not None and viewer is not None:
            self.undo = table.cannot_undo(viewer), table.seats[viewer].warm
        # Games give the same object for what has not changed
        unchanged = last is not None and last.patch is self.patch
        self.encoded: bytes = last.encoded if last and unchanged else dumps(self.patch)
        self._parts: dict[str | None, Parts] = {}
        self._all: dict[str | None, Parts] = {}
        if last and unchanged and self._says_as(last):
            self._parts, self._all = last._parts, last._all

    def _says_as(self, last: Own) -> bool:
        """Whether somebody who is not asked for anything is told what was told before."""
        asked = self.acts or last.acts or self.table.lesson is not None
        same = self.undo[0] is last.undo[0] and self.undo[1] == last.undo[1]
        return same and not asked and (self.view is None) == (last.view is None)

    def parts(self, lang: str | None) -> Parts:
        """Encoded, by their names in messages; to be read only."""
        if lang not in self._all:
            self._all[lang] = {**self.said(lang), "choices": self.choices}
        return self._all[lang]

    @functools.cached_property
    def choices(self) -> bytes:
        """How a turn of the viewer can begin, where that is quickly told."""
        match, viewer = self.table.match, self.viewer
        if match is None or viewer is None or not self.acts:
            return NULL
        found = match.first_choices(viewer, CHOICES)
        return NULL if found is None else dumps([vars(choice) for choice in found])

    def said(self, lang: str | None) -> Parts:
        """All but the choices; to be read only."""
        found = self._parts.get(lang)
        if found is None:
            table, match, viewer = self.table, self.table.match, self.viewer
            asked, undo, lesson = NOTHING[lang], NULL, NULL
            if match is not None and self.view is not None:
                if self.acts:
                    view = apply(self.view, self.patch)
                    asked = dumps(views.asked(match, viewer, view, lang))
                if viewer is not None:
                    undo = _undo(*self.undo, lang)
                if table.lesson is not None:
                    lesson = dumps(views.lesson_step(table, match, viewer))
            found = self._parts[lang] = {
                "looking": LOOKING[viewer],
                "own": self.encoded,
                "ask": asked,
                "undo": undo,
                "lesson": lesson,
            }
        return found


NULL = b"null"
NONE: tuple[Refusal | None, bool] = (None, False)
KEYS = {
    key: b',"%b":' % key.encode() for key in ("looking", "own", "ask", "undo", "lesson", "choices")
}
LOOKING = {seat: dumps(seat) for seat in (None, *range(16))}
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
