"""A position with its past as each seat saw it; told only when somebody asks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from spieltisch import games
from spieltisch.core.game import Game
from spieltisch.core.randomness import Random
from spieltisch.core.state import CHANCE, SPECTATOR, AnyState, copied


class Line(NamedTuple):
    """One turn, or what chance did at once."""

    kind: str
    seat: int | None
    text: str


class History:
    """The state, the decisions since the last line was told, and the lines before."""

    __slots__ = (
        "actor",
        "before",
        "game",
        "lines",
        "origins",
        "pending",
        "played",
        "shown",
        "state",
    )

    def __init__(self, game: Game, state: AnyState) -> None:
        self.game = game
        self.state = copied(state)
        self.before = state  # never changed, so copies share it: the state before `pending`
        self.actor = int(game.rules.to_act(state))
        self.pending: list[int] = []
        self.lines: list[Line] = []
        self.shown = 0  # number of final lines, open to all: their round is over
        self.played = 0
        self.origins: dict[int, str] = {}  # what seats knew where a guessed past begins

    def __deepcopy__(self, memo: Any) -> History:
        other = History.__new__(History)
        other.game, other.state, other.before = self.game, copied(self.state), self.before
        other.actor, other.shown, other.played = self.actor, self.shown, self.played
        other.pending, other.lines = self.pending[:], self.lines[:]
        other.origins = self.origins
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without the game, which is found again by its key."""
        states = (self.state.tobytes(), self.before.tobytes())
        rest = (self.pending, self.lines, self.shown, self.played, self.origins)
        return _unpickled, (self.game.key, *states, *rest)

    def apply(self, action: int) -> None:
        self.game.rules.apply(self.state, action)
        self.pending.append(action)
        self.played += 1
        self.actor = int(self.game.rules.to_act(self.state))

    def tell(self) -> None:
        """Cuts the pending decisions into lines; those of a line that is half done stay."""
        rules, state = self.game.rules, copied(self.before)
        begun = 0
        for at, action in enumerate(self.pending):
            rules.apply(state, action)
            if not rules.midway(state):
                self.lines.append(self._line(self.pending[begun : at + 1]))
                begun = at + 1
                self.before = copied(state)
                if not self.game.sealing(state):
                    self.shown = len(self.lines)
        self.pending = self.pending[begun:]

    def _line(self, decisions: Sequence[int]) -> Line:
        notation, seat = self.game.notation, int(self.game.rules.to_act(self.before))
        if seat == CHANCE:
            text = notation.show_chance(self.before, decisions)
            return Line("chance", notation.chance_seat(self.before), text)
        return Line("turn", seat, notation.show_turn(self.before, decisions))

    def text_with(self, player: int, action: int) -> str:
        """The line that has been begun, with one more decision."""
        self.tell()
        show = self.game.notation.show_chance if player == CHANCE else self.game.notation.show_turn
        return show(self.before, [*self.pending, action])

    def recall(self, player: int) -> str:
        """All that a seat has seen and done, in order: its information state.

        Of a line that is half done, only the seat itself knows anything.
        """
        seen = [self._past(player)]
        if self.pending and int(self.game.rules.to_act(self.before)) == player:
            begun = self.game.notation.show_turn(self.before, self.pending)
            seen.append(f"{player}> {begun} {self.pending}")
        elif self.actor == player:
            seen.append(f"{player}>")
        return "\n".join(seen)

    def _past(self, player: int) -> str:
        """The lines that are complete."""
        self.tell()
        seen = [self.origins.get(player, f"seat {player}")]
        seen += [self._veiled(n, line, player) for n, line in enumerate(self.lines)]
        if self.origins and self.lines:  # a guessed past lacks what was sealed in it
            seen.append(_digest(self.game.hidden(self.before, player)))
        return "\n".join(seen)

    def _veiled(self, n: int, line: Line, viewer: int) -> str:
        text = line.text
        if line.seat is not None and line.seat != viewer:
            text = self.game.notation.veil(text, line.kind, n >= self.shown)
        return f"{'' if line.seat is None else line.seat}: {text}"

    def guessed(self, player: int, random: Random) -> History:
        """A copy in which all that `player` cannot know is guessed.

        The player's own past stays word for word. Of the others, whose past is a guess, it is known
        what they know now and what everyone saw.
        """
        past = self._past(player)
        rules, own = self.game.rules, int(self.game.rules.to_act(self.before)) == player
        other = History.__new__(History)
        other.game, other.actor, other.played = self.game, self.actor, self.played
        other.before = self.game.hidden(self.before if own else self.state, player)
        rules.fill(other.before, random)
        other.state = copied(other.before)
        other.pending, other.lines, other.shown = [], [], 0
        if own:  # the turn so far is known, so it is played again from the guess
            other.pending = self.pending[:]
            for decision in self.pending:
                rules.apply(other.state, decision)
        other.origins = {
            seat: past
            if seat == player
            else f"{past!r} {_digest(self.game.hidden(other.before, seat))}"
            for seat in range(int(self.state.players))
        }
        return other

    def view(self, viewer: int) -> dict[str, Any]:
        return self.game.view(self.game.hidden(self.state, viewer))

    def summary(self) -> str:
        """Enough to tell positions apart, short enough to print at each."""
        self.tell()
        last = self._veiled(len(self.lines) - 1, self.lines[-1], SPECTATOR) if self.lines else "-"
        scores = " ".join(
            str(int(self.game.rules.score(self.state, seat)))
            for seat in range(int(self.state.players))
        )
        return (
            f"{self.game.key} after {self.played}: {last}\nscores {scores}\n{_digest(self.state)}"
        )


def _unpickled(key: str, state: bytes, before: bytes, *rest: Any) -> History:
    game = games.find(key)
    history = History(game, np.frombuffer(state, game.rules.STATE)[0])
    history.before = np.frombuffer(before, game.rules.STATE)[0]
    history.pending, history.lines, history.shown, history.played, history.origins = rest
    return history


def _digest(state: AnyState) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]
