"""A match of other rules than those installed: nobody can play on, but it can be read.

Its lines come from the events alone: no kernel of today is asked about a position of yesterday.
"""

from __future__ import annotations

import json
from typing import Any

from spieltisch.core.game import Game
from spieltisch.matches.lines import Line

HIDDEN = "…"  # where a text of old cannot be veiled by the notation of today


class OldMatch:
    def __init__(self, game: Game, names: list[str]) -> None:
        self.game, self.names = game, names
        self.lines: list[Line] = []
        self.open = 0  # number of lines that everybody may read
        self.over = False

    def take(self, body: dict[str, Any]) -> None:
        """A turn, and what chance had done before it."""
        for seat, text in body.get("drawn", []):
            self.lines.append(Line("chance", seat, text, ()))
        self.open = max(self.open, body.get("open", 0))
        decisions = tuple(body["decisions"])
        self.lines.append(Line("turn", body["seat"], body["text"], decisions, body["sealed"]))

    def undo(self, seat: int) -> None:
        last = max(n for n, line in enumerate(self.lines) if line.seat == seat)
        del self.lines[last]

    def log(self, viewer: int | None, first: int = 1) -> list[dict[str, Any]]:
        """Lines with sentences; what others do not know yet stays hidden, since the version that
        began this match can still finish it."""
        shown = enumerate(self.lines[first - 1 :], first)
        return [self._said(n, line, self._text(n, line, viewer)) for n, line in shown]

    def _text(self, n: int, line: Line, viewer: int | None) -> str:
        if self.over or line.seat is None or line.seat == viewer:
            return line.text
        try:
            return self.game.notation.veil(line.text, line.kind, n > self.open)
        except Exception:
            return HIDDEN

    def _said(self, n: int, line: Line, text: str) -> dict[str, Any]:
        who = self.names[line.seat] if line.seat is not None else ""
        said = {}
        for lang in ("de", "en"):
            try:
                said[lang] = self.game.words.say(text, line.kind, who, lang)
            except Exception:  # words of today about a text of yesterday
                said[lang] = f"{who}: {text}" if who else text
        return {"n": n, "kind": line.kind, "seat": line.seat, "text": text, **said}

    def record(self, head: dict[str, Any], viewer: int | None, full: bool = False) -> str:
        """The lines as a record file; one that is veiled says so."""
        whole = full or self.over
        rows: list[dict[str, Any]] = [head if whole else {**head, "veiled": True}]
        for n, line in enumerate(self.lines, 1):
            seat = {} if line.seat is None else {"seat": line.seat}
            text = line.text if whole else self._text(n, line, viewer)
            rows.append({**seat, line.kind: text, **({"sealed": True} if line.sealed else {})})
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
