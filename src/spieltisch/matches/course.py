"""The course of a match: its lines, the state after them, what is sealed, and what chance does."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch.core.card import Options
from spieltisch.core.chance import Chance, Fair, Seeded
from spieltisch.core.errors import CannotUndo, Refusal
from spieltisch.core.game import Game
from spieltisch.core.play import cut
from spieltisch.core.state import CHANCE, AnyState, copied
from spieltisch.matches.lines import Line


def _undo_refusal(de: str, en: str) -> Refusal:
    return Refusal(
        "REC-6", f"Zurücknehmen geht nicht mehr: {de}.", f"This cannot be taken back: {en}."
    )


# Asked for every viewer of every event
UNDO_OVER = _undo_refusal("das Spiel ist zu Ende", "the game is over")
UNDO_DRAWN = _undo_refusal(
    "seither ist etwas gezogen oder gewürfelt worden", "something has been drawn or rolled since"
)
UNDO_ACTED = _undo_refusal("seither haben andere gehandelt", "others have acted since")


class Course:
    """What happened. Whoever changes a match goes through `take`, `append`, `follow` or `undo`;
    what is asked for often is kept until the next line."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        *,
        names: Sequence[str] | None = None,
        chance: Chance | None = None,
        header: Mapping[str, Any] | None = None,
        start: AnyState | None = None,
    ) -> None:
        """`start`: a position of another match in place of the opening; it hides nothing."""
        self.game = game
        self.players = players
        self.options = options  # complete
        self.names = list(names) if names is not None else None
        self.chance: Chance = chance or Seeded(secrets.randbits(62))
        self.header = dict(header or {})  # commitment, nonces and the like, for the record
        self.start = start
        self.state: AnyState = self.opening()
        self.lines: list[Line] = []
        self.sealed: dict[int, Line] = {}  # by seat, choices that wait for the others
        self.settled = 0  # the number of lines that are open to everyone
        self._due: list[int] | None = None  # who is to choose, until the next line
        self._calm = False  # chance has nothing to do, until the next line
        self._laid: tuple[str, ...] | None = (
            None  # what chance laid out before the first seat's line
        )

    def opening(self) -> AnyState:
        """The position before the first event."""
        if self.start is not None:
            return copied(self.start)
        return self.game.new(self.players, self.options)

    # What is going on

    @property
    def over(self) -> bool:
        self.settle()
        return not self.due()

    @property
    def acting(self) -> list[int]:
        """The seats that may choose now; empty when the match is over."""
        self.settle()
        return [seat for seat in self.due() if seat not in self.sealed]

    def due(self) -> list[int]:
        """The seats that are to choose, also those whose choice is sealed already."""
        if self._due is None:
            self._due = self.game.acting(self.state)
        return self._due

    @property
    def chosen(self) -> list[int]:
        """The seats whose sealed choice waits for the others."""
        return sorted(self.sealed)

    @property
    def scores(self) -> list[int]:
        """The scores, as if the game ended now."""
        return self._scores(self.state)

    def _scores(self, state: AnyState) -> list[int]:
        return [int(self.game.rules.score(state, seat)) for seat in range(self.players)]

    @property
    def ranks(self) -> list[int]:
        return [int(self.game.rules.rank(self.state, seat)) for seat in range(self.players)]

    # Going on

    def take(self, line: Line) -> None:
        """Plays a seat's line that was found legal, or seals it; and what chance adds to it."""
        assert line.seat is not None
        if line.sealed:
            self.sealed[line.seat] = line
            if not self.acting:
                self._unseal()
        else:
            self.append(line)
        self.settle()

    def _unseal(self) -> None:
        """All have chosen: their turns are played in the order of the record."""
        waiting, self.sealed = self.sealed, {}
        while waiting:
            self.append(waiting.pop(int(self.game.rules.to_act(self.state))))

    def append(self, line: Line, after: AnyState | None = None) -> None:
        """Plays a line that is known to be legal; `after` is the state after it, if known."""
        if after is None:
            apply, state = self.game.rules.apply, self.state
            for decision in line.decisions:
                apply(state, decision)
        else:
            self.state = after
        self._add(line)

    def _add(self, line: Line) -> None:
        """Writes down a line that the state has taken in."""
        self.lines.append(line)
        self._due, self._calm = None, False
        if not self.game.sealing(self.state):
            self.settled = len(self.lines)

    def settle(self) -> None:
        """Lets chance act until a seat is to act or the game is over."""
        while not self._calm:
            if self.game.is_chance(self.state):
                self.append(*self._drawn(self.chance))
            else:
                self._calm = True

    def draw_line(self, chance: Chance) -> Line:
        """The next line of chance, not yet played."""
        return self._drawn(chance)[0]

    def _drawn(self, chance: Chance) -> tuple[Line, AnyState]:
        """The next line of chance, and the state after it."""
        game = self.game
        found = chance.line(game, self.state) if isinstance(chance, Fair) else None
        outcomes, after = found or self._drawn_singly(chance)
        text = game.notation.show_chance(self.state, outcomes)
        seat = game.notation.chance_seat(self.state)
        return Line("chance", seat, text, tuple(outcomes)), after

    def _drawn_singly(self, chance: Chance) -> tuple[list[int], AnyState]:
        game, state = self.game, copied(self.state)
        outcomes = [chance.outcome(game, state)]
        game.rules.apply(state, outcomes[0])
        while game.rules.midway(state):
            outcomes.append(chance.outcome(game, state))
            game.rules.apply(state, outcomes[-1])
        return outcomes, state

    def follow(self, log: Sequence[int]) -> None:
        """Plays the decisions and outcomes of a whole or unfinished game, all known to be legal."""
        states = np.zeros(len(log) + 2, self.state.dtype)
        states[0] = self.state
        ends, actors = np.zeros((2, len(log) + 1), np.int64)
        lines = int(cut(states, np.array(log, np.int64), ends, actors))
        begin = 0
        for n, end, actor in zip(range(lines), ends.tolist(), actors.tolist(), strict=False):
            self.state = states[n + 1]
            self._note(states[n], actor, tuple(log[begin:end]))
            begin = end
        self.state = copied(self.state)

    def _note(self, before: AnyState, seat: int, decisions: tuple[int, ...]) -> None:
        """Writes down a line that `seat`, or chance, has just played from the state `before`."""
        if seat == CHANCE:
            text = self.game.notation.show_chance(before, decisions)
            line = Line("chance", self.game.notation.chance_seat(before), text, decisions)
        else:
            last_sealed = bool(self.lines) and self.lines[-1].sealed
            sealed = self.game.simultaneous and (
                len(self.game.acting(before)) > 1 or (last_sealed and self.game.sealing(before))
            )
            text = self.game.notation.show_turn(before, decisions)
            line = Line("turn", seat, text, decisions, sealed)
        self._add(line)

    # Taking back

    def undo(self, seat: int) -> None:
        """Takes back this seat's last turn, if it has revealed nothing yet; it leaves no line."""
        refusal = self.cannot_undo(seat)
        if refusal is not None:
            raise CannotUndo(refusal.de, refusal.en)
        if seat in self.sealed:
            del self.sealed[seat]
        else:
            self._rewind(len(self.lines) - 1)

    def cannot_undo(self, seat: int) -> Refusal | None:
        """None, or why this seat cannot take anything back."""
        if seat in self.sealed:
            return None
        last = self.lines[-1] if self.lines else None
        if not (self._calm and self._due) and self.over:
            return UNDO_OVER
        if last is not None and last.kind == "chance":
            return UNDO_DRAWN
        if last is None or last.seat != seat or self.sealed or last.sealed:
            return UNDO_ACTED
        return None

    def _rewind(self, events: int) -> None:
        lines = self.lines[:events]
        self.state = self.opening()
        self.lines, self.sealed, self.settled = [], {}, 0
        self._due, self._calm, self._laid = None, False, None
        for line in lines:
            self.append(line)

    # How it came about

    def history(self) -> list[list[int]]:
        """The scores after each line, from before the first."""
        state = self.opening()
        found = [self._scores(state)]
        for line in self.lines:
            for decision in line.decisions:
                self.game.rules.apply(state, decision)
            found.append(self._scores(state))
        return found

    @functools.cached_property
    def final(self) -> dict[str, Any]:
        """The result and how it came about; only for finished matches."""
        return {"scores": self.scores, "ranks": self.ranks, "history": self.history()}

    def outcomes(self) -> list[dict[str, int]]:
        """Every single outcome of fair chance: its line, the total weight and the ticket drawn."""
        if not isinstance(self.chance, Fair):
            return []  # a lesson: its first outcomes were prepared
        state = self.opening()
        found: list[dict[str, int]] = []
        for number, line in enumerate(self.lines, 1):
            for decision in line.decisions:
                if line.kind == "chance":
                    n, total = len(found), sum(self.game.chances(state)[1])
                    ticket = self.chance.ticket(n, total)
                    found.append({"n": n, "line": number, "total": total, "ticket": ticket})
                self.game.rules.apply(state, decision)
        return found
