"""What those are told of an event who keep a view: what it changed, put together from parts.

What all may know is computed from the spectator's hidden record and encoded once. What a seat sees
beyond that (`own`, a patch of the public view) comes from that seat's hidden record, and is told
only where it is another than before; so are its prompt and whether it can take something back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from spieltisch.tables import views
from spieltisch.tables.encoding import dumps
from spieltisch.tables.outcomes import Change
from spieltisch.tables.patches import checksum, diff
from spieltisch.tables.table import Table

CHECKED = 16  # every so many events a checksum of the public view is told, too

View = dict[str, Any] | None


class Keeper(Protocol):
    """A connection that keeps a view, and what it was told last."""

    lang: str | None
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
        self.table, self.first = table, change.first
        self.public = after.view
        self.head = dumps(_head(table, change, before, after))[:-1]
        self._lines: dict[tuple[int, str, str | None], bytes] = {}
        self._listed: dict[tuple[int | None, str | None], bytes] = {}
        self._parts: dict[tuple[int | None, str | None], dict[str, bytes]] = {}

    def to(self, keeper: Keeper, viewer: int | None, info: dict[str, Any] | None) -> bytes:
        parts = [self.head, b',"lines":[', self._log(viewer, keeper.lang), b"]"]
        for key, part in self._mine(viewer, keeper.lang).items():
            if keeper.known.get(key) != part:
                keeper.known[key] = part
                parts += (b',"', key.encode(), b'":', part)
        if info is not None:
            parts += (b',"table":', dumps(info))
        parts.append(b"}")
        return b"".join(parts)

    def _log(self, viewer: int | None, lang: str | None) -> bytes:
        match = self.table.match
        if match is None or self.first > len(match.lines):
            return b""
        if (viewer, lang) not in self._listed:
            found = []
            for n, line, text in match.shown(viewer, self.first):
                if (n, text, lang) not in self._lines:
                    self._lines[n, text, lang] = dumps(views.line(match, n, line, text, lang))
                found.append(self._lines[n, text, lang])
            self._listed[viewer, lang] = b",".join(found)
        return self._listed[viewer, lang]

    def _mine(self, viewer: int | None, lang: str | None) -> dict[str, bytes]:
        if (viewer, lang) not in self._parts:
            self._parts[viewer, lang] = mine(self.table, self.public, viewer, lang)
        return self._parts[viewer, lang]


def mine(table: Table, public: View, viewer: int | None, lang: str | None) -> dict[str, bytes]:
    """What differs from viewer to viewer, encoded."""
    match = table.match
    own: dict[str, Any] | None = None
    if match is None or public is None:
        asked, undo, lesson = views.NOTHING_TO_ASK, None, None
    else:
        view = public if viewer is None else match.seen(viewer)
        own = None if viewer is None else diff(public, view)
        asked = views.asked(match, view, lang)
        undo = views.undoing(table, match, viewer, lang)
        lesson = views.lesson_step(table, match, viewer)
    parts = {"looking": viewer, "own": own, "ask": asked, "undo": undo, "lesson": lesson}
    return {key: dumps(part) for key, part in parts.items()}


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
