"""A match as the server holds it: it tells what an event changed and replays what was checked."""

from __future__ import annotations

import functools
from typing import Any

from spieltisch import games
from spieltisch.api import Match
from spieltisch.core.card import Options
from spieltisch.core.chance import Fair
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState
from spieltisch.matches.match import Line

Said = dict[tuple[int, str], dict[str, Any]]  # by number and text


class Tickets(Fair):
    """Fair chance that notes every ticket drawn, so that anybody can recompute it."""

    def __init__(self, seed: bytes, nonces: list[str]) -> None:
        super().__init__(seed, nonces)
        self.drawn: list[tuple[int, int]] = []  # total weight, ticket

    def ticket(self, n: int, total: int) -> int:
        ticket = super().ticket(n, total)
        self.drawn.append((total, ticket))
        return ticket


class Live(Match):
    _settled_after = -1  # so many lines
    _due_after = -1
    _due: list[int]

    @classmethod
    def begin(
        cls,
        game: str,
        options: Options,
        names: list[str],
        seed: str,
        nonces: list[str],
        header: dict[str, Any] | None = None,
    ) -> Live:
        chance, found = Tickets(bytes.fromhex(seed), nonces), games.find(game)
        match = cls(found, len(names), options, names=names, chance=chance, header=header)
        match.settle()
        return match

    def settle(self) -> None:
        """Whoever asks who is to act lets chance act first; there is nothing to do most times."""
        if self._settled_after != len(self.lines):
            super().settle()
            self._settled_after = len(self.lines)

    def due(self) -> list[int]:
        """Asked several times for each line."""
        if self._due_after != len(self.lines):
            self._due, self._due_after = super().due(), len(self.lines)
        return self._due

    def _rewind(self, events: int) -> None:
        self._settled_after = self._due_after = -1
        super()._rewind(events)

    def log_from(
        self, first: int, viewer: int | None, said: Said | None = None
    ) -> list[dict[str, Any]]:
        """The log from line `first` on, with sentences, as `viewer` may know it.

        `said`: lines that were made for other viewers, to be used again where nothing is veiled.
        """
        said = {} if said is None else said
        veil, open_ = self.game.notation.veil, self.over
        told = []
        for n, line in enumerate(self.lines[first - 1 :], first):
            text = line.text
            if not open_ and line.seat is not None and line.seat != viewer:
                text = veil(text, line.kind, n > self.settled)
            if (n, text) not in said:
                said[n, text] = self._said(n, line, text)
            told.append(said[n, text])
        return told

    def _said(self, n: int, line: Line, text: str) -> dict[str, Any]:
        who = (self.names or [])[line.seat] if line.seat is not None else ""
        say, scene = self.game.words.say, self.scene(line.seat, self.names or [])
        sentences = {lang: say(text, line.kind, who, lang, scene) for lang in ("de", "en")}
        return {"n": n, "kind": line.kind, "seat": line.seat, "text": text, **sentences}

    @functools.cached_property
    def final(self) -> dict[str, Any]:
        """The result and how it came about; only for finished matches."""
        return {"scores": self.scores, "ranks": self.ranks, "history": self.history()}

    def history(self) -> list[list[int]]:
        """The scores after each line, from before the first."""
        state = self.game.new(self.players, self.options)
        found = [scores_of(self.game, state)]
        for line in self.lines:
            for decision in line.decisions:
                self.game.rules.apply(state, decision)
            found.append(scores_of(self.game, state))
        return found

    def outcomes(self) -> list[dict[str, int]]:
        """Every single outcome of chance with the line that it stands in."""
        assert isinstance(self.chance, Tickets)
        drawn = iter(enumerate(self.chance.drawn))
        found = []
        for n, line in enumerate(self.lines, 1):
            for _ in line.decisions if line.kind == "chance" else ():
                number, (total, ticket) = next(drawn)
                found.append({"n": number, "line": n, "total": total, "ticket": ticket})
        return found


def scores_of(game: Game, state: AnyState) -> list[int]:
    return [int(game.rules.score(state, seat)) for seat in range(int(state.players))]
