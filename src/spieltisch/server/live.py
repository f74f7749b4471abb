"""A match as the server holds it: it tells what an event changed and replays what was checked."""

from __future__ import annotations

import functools
from typing import Any

from spieltisch import games
from spieltisch.api import Match
from spieltisch.core.card import Options
from spieltisch.core.chance import Fair
from spieltisch.core.errors import Refusal
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState
from spieltisch.matches.match import Line


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
    @classmethod
    def begin(
        cls, game: str, options: Options, names: list[str], seed: str, nonces: list[str]
    ) -> Live:
        chance = Tickets(bytes.fromhex(seed), nonces)
        match = cls(games.find(game), len(names), options, names=names, chance=chance)
        match.settle()
        return match

    @property
    def settled(self) -> int:
        """So many lines will not change any more, unless a turn is taken back or the match ends."""
        return self._unsealed

    def plan(self, seat: int, text: str) -> Refusal | Line:
        """What playing this would write; nothing is played."""
        return self._read(seat, text)

    def replay_turn(self, line: Line) -> None:
        """Plays a line that was found legal before."""
        assert line.seat is not None
        if line.sealed:
            self._sealed[line.seat] = line
            if not self.acting:
                self._unseal()
        else:
            self._append(line)
        self.settle()

    def log_from(self, first: int, viewer: int | None) -> list[dict[str, Any]]:
        """The log from line `first` on, with sentences, as `viewer` may know it."""
        names = self.names or []
        say = self.game.words.say
        told = []
        for n, line in enumerate(self.lines[first - 1 :], first):
            shown = self._shown(n, line, viewer)
            who = names[line.seat] if line.seat is not None else ""
            for lang in ("de", "en"):
                shown[lang] = say(shown["text"], line.kind, who, lang)
            told.append(shown)
        return told

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
