"""A match, moment by moment: what each seat knew after each event, and from where it chose.

Choices that are made at the same time are known to all as soon as the last one is in, and nobody
decides anything in between; so within such a round they are taken as known one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from spieltisch.core.game import Game
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match


@dataclass(frozen=True)
class Moments:
    """The states before the first event and after each one, and the lines between them."""

    game: Game
    players: int
    states: list[AnyState]
    lines: list[Line]

    @property
    def over(self) -> bool:
        return not self.game.acting(self.states[-1]) and not self.game.is_chance(self.states[-1])

    def known(self, n: int, seat: int) -> AnyState:
        """What `seat` knows after event n."""
        state = self.states[n]
        begin, end = self.round_of(n)
        if begin == n:
            return self.game.hidden(state, seat)
        if end is not None and self._is_open(end, seat):
            return state
        return self.game.hidden(self.states[begin], seat)

    def round_of(self, n: int) -> tuple[int, int | None]:
        """Where the choices made at the same time began that event n is one of, and where all of
        them are known (None: not yet); (n, n) where nothing is sealed after event n."""
        if not self._inside(n):
            return n, n
        begin, end = n, n
        while self._inside(begin):
            begin -= 1
        while end < len(self.lines) and self._inside(end):
            end += 1
        return begin, (None if self._inside(end) else end)

    def _inside(self, n: int) -> bool:
        """Whether event n is a choice that is not open to everyone yet."""
        return n > 0 and self.lines[n - 1].kind == "turn" and self.game.sealing(self.states[n])

    def _is_open(self, n: int, seat: int) -> bool:
        """Whether nothing is hidden from `seat` after event n."""
        hidden = self.game.hidden(self.states[n], seat)
        hidden.viewer = self.states[n].viewer
        return bool(hidden.tobytes() == self.states[n].tobytes())

    def is_open(self, n: int) -> bool:
        """Whether all know everything after event n."""
        return all(self._is_known(n, seat) for seat in range(self.players))

    def _is_known(self, n: int, seat: int) -> bool:
        known = copied(self.known(n, seat))
        known.viewer = self.states[n].viewer
        return bool(known.tobytes() == self.states[n].tobytes())

    def opening_lines(self) -> list[Line]:
        """What chance laid out for all, before anything else."""
        return list(takewhile(lambda line: line.seat is None, self.lines))

    def choice(self, n: int) -> AnyState:
        """What the seat of turn n knew when it chose."""
        seat = self.lines[n - 1].seat
        assert seat is not None
        at = n - 1
        if not self.game.simultaneous:
            return self.game.hidden(self.states[at], seat)
        while self._inside(at) and seat in self.game.acting(self.states[at - 1]):
            at -= 1
        return self.game.hidden(self.game.focused(self.states[at], seat), seat)


def moments(match: Match) -> Moments:
    state = match.opening()
    states = [copied(state)]
    for line in match.lines:
        for decision in line.decisions:
            match.game.rules.apply(state, decision)
        states.append(copied(state))
    return Moments(match.game, match.players, states, list(match.lines))
