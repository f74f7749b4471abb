"""One game being played at a table: what may be done, what was done, and what each may see."""

from __future__ import annotations

import contextlib
import pickle
import random as stdlib_random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import numpy as np

from spieltisch.core.card import Options
from spieltisch.core.chance import Chance, Seeded
from spieltisch.core.errors import CannotUndo, IllegalTurn, Refusal, Unreadable
from spieltisch.core.game import Game
from spieltisch.core.play import cut
from spieltisch.core.randomness import generator
from spieltisch.core.scene import Scene
from spieltisch.core.state import CHANCE, SPECTATOR, AnyState, copied


@dataclass(frozen=True)
class Line:
    """One event: a turn of a seat, or what chance did to a seat (or, None, to the table)."""

    kind: str  # "turn" or "chance"
    seat: int | None
    text: str
    decisions: tuple[int, ...]
    sealed: bool = False  # chosen at the same time as others
    extra: Mapping[str, Any] = field(default_factory=dict)  # keys of a record that we do not know


@dataclass(frozen=True)
class Choice:
    """One way to go on with a turn: `text` is the turn so far, with this decision."""

    decision: int
    text: str
    complete: bool


class Match:
    """See `records.md`: play, check, turns, view, undo, at. Saving lives in `record`."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        *,
        names: Sequence[str] | None = None,
        chance: Chance | None = None,
        header: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = options  # complete
        self.names = list(names) if names is not None else None
        self.chance: Chance = chance or Seeded(secrets.randbits(62))
        self.header = dict(header or {})  # commitment, nonces and the like, for the record
        self.state: AnyState = game.new(players, options)
        self.lines: list[Line] = []
        self.sealed: dict[int, Line] = {}  # by seat, choices that wait for the others
        self.settled = 0  # the number of lines that are open to everyone

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
        return self.game.acting(self.state)

    @property
    def chosen(self) -> list[int]:
        """The seats whose sealed choice waits for the others."""
        return sorted(self.sealed)

    @property
    def scores(self) -> list[int]:
        """The scores, as if the game ended now."""
        return [int(self.game.rules.score(self.state, seat)) for seat in range(self.players)]

    @property
    def ranks(self) -> list[int]:
        return [int(self.game.rules.rank(self.state, seat)) for seat in range(self.players)]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What `seat` may see (None: a spectator), as plain JSON data."""
        return fresh(self.seen(seat))

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        """The same, to be read only: games keep parts of views for other viewers and moments."""
        view = self.game.view(self.hidden(seat))
        view["acting"] = [s for s in self.due() if s not in self.sealed]
        view["chosen"] = self.chosen
        return view

    def hidden(self, seat: int | None = None) -> AnyState:
        """The record that `seat` may see; an acting seat is the one to act in it."""
        state = self.state
        if seat is None:
            return self.game.hidden(state, SPECTATOR)
        if self.game.simultaneous and seat in self.due():
            state = self.game.focused(state, seat)
            if seat in self.sealed:
                self.game.advance(state, self.sealed[seat].decisions)
        return self.game.hidden(state, seat)

    def supposed(self, seat: int) -> AnyState:
        """A position that an acting seat takes for possible: what it may know, the rest guessed.

        Whatever a seat asks before it plays is answered from here. So no answer, no refusal and
        not even its length can depend on what the seat may not know. The guess is always the same
        one, for the same question has the same answer.
        """
        state = self.hidden(seat)
        self.game.rules.fill(state, generator(0))
        return state

    def log(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The events so far as `seat` (None: a spectator) may know them; all of them at the end."""
        return [self._shown(n, line, seat) for n, line in enumerate(self.lines, 1)]

    def _shown(self, n: int, line: Line, viewer: int | None) -> dict[str, Any]:
        text = line.text
        if line.seat is not None and line.seat != viewer and not self.over:
            text = self.game.notation.veil(text, line.kind, n > self.settled)
        return {"n": n, "kind": line.kind, "seat": line.seat, "text": text}

    def scene(self, seat: int | None, names: Sequence[str]) -> Scene:
        """What a sentence about a line of `seat` may refer to."""
        laid = [line.text for line in takewhile(lambda line: line.seat is None, self.lines)]
        return Scene(names, seat, laid)

    # Turns

    def turns(self, seat: int) -> Iterator[str]:
        """Every legal turn of `seat` as text, lazily; nothing when it is not acting."""
        if seat in self.acting:
            state = self.supposed(seat)
            for decisions in self._complete(copied(state), []):
                yield self.game.notation.show_turn(state, decisions)

    def _complete(self, state: AnyState, begun: list[int]) -> Iterator[list[int]]:
        for decision in self.game.legal(state):
            after = copied(state)
            self.game.rules.apply(after, decision)
            if self.game.rules.midway(after):
                yield from self._complete(after, [*begun, decision])
            else:
                yield [*begun, decision]

    def random_turn(self, seat: int, rng: Any = None) -> str:
        """One legal turn, each small decision drawn at random by `rng` (anything with `choice`)."""
        if seat not in self.acting:
            raise IllegalTurn(self._not_acting(seat))
        rng = rng or stdlib_random
        start = self.supposed(seat)
        state = copied(start)
        decisions: list[int] = []
        while not decisions or self.game.rules.midway(state):
            decisions.append(int(rng.choice(self.game.legal(state))))
            self.game.rules.apply(state, decisions[-1])
        return self.game.notation.show_turn(start, decisions)

    def choices(self, seat: int, begun: Sequence[int] = ()) -> list[Choice]:
        """The next small decisions of a turn that begins with the decisions `begun`."""
        start, state = self._begin(seat, begun)
        if begun and not self.game.rules.midway(state):
            return []
        found = []
        for decision in self.game.legal(state):
            after = copied(state)
            self.game.rules.apply(after, decision)
            text = self.game.notation.show_turn(start, [*begun, decision])
            found.append(Choice(decision, text, not self.game.rules.midway(after)))
        return found

    def preview(self, seat: int, begun: Sequence[int]) -> dict[str, Any]:
        """What `seat` would see after the first decisions of a turn; nothing is played.

        A whole turn that ends a round of sealed choices is shown up to its last decision: what the
        others chose is revealed by playing only, and a guess at it would look like a fact.
        """
        start, state = self._begin(seat, begun)
        if self.game.sealing(start) and not self.game.sealing(state):
            _, state = self._begin(seat, begun[:-1])
        view = fresh(self.game.view(self.game.hidden(state, seat)))
        return {**view, "acting": self.acting, "chosen": self.chosen}

    def _begin(self, seat: int, begun: Sequence[int]) -> tuple[AnyState, AnyState]:
        if seat not in self.acting:
            raise IllegalTurn(self._not_acting(seat))
        start = self.supposed(seat)
        state = copied(start)
        for at, decision in enumerate(begun):
            over = at > 0 and not self.game.rules.midway(state)
            if over or decision not in self.game.legal(state):
                raise IllegalTurn(self._why_not(state, begun, at))
            self.game.rules.apply(state, decision)
        return start, state

    def _why_not(self, state: AnyState, begun: Sequence[int], at: int) -> Refusal:
        """Games explain what can be written as a turn; numbers that somebody made up may mean
        nothing at all, and kernels must not meet them."""
        if all(0 <= decision < self.game.rules.ACTIONS for decision in begun):
            with contextlib.suppress(Exception):
                return self.game.refusals.explain(state, list(begun), at)
        return Unreadable(
            f"Die Entscheidung {begun[at]} ergibt hier keinen Sinn",
            f"the decision {begun[at]} makes no sense here",
        ).refusal

    def check(self, seat: int, text: str) -> Refusal | None:
        """None, or why `seat` cannot play this turn now."""
        found = self.plan(seat, text)
        return found if isinstance(found, Refusal) else None

    def plan(self, seat: int, text: str) -> Refusal | Line:
        """The line that playing this would write, or why it cannot be played; nothing is played."""
        if seat not in self.acting:
            return self._not_acting(seat)
        start = self.supposed(seat)
        try:
            decisions = self.game.notation.read_turn(start, text)
        except Unreadable as error:
            return error.refusal
        refusal = self.game.advance(copied(start), decisions)
        if refusal is not None:
            return refusal
        together = len(self.due()) > 1
        canonical = self.game.notation.show_turn(start, decisions)
        return Line("turn", seat, canonical, tuple(decisions), together)

    def _not_acting(self, seat: int) -> Refusal:
        rule = self.game.refusals.due(self.game.hidden(self.state, SPECTATOR))
        if self.over:
            return Refusal(rule, "Das Spiel ist zu Ende.", "The game is over.")
        if seat in self.sealed:
            return Refusal(
                rule,
                "Du hast schon gewählt; jetzt sind die anderen dran.",
                "You have already chosen; the others are still choosing.",
            )
        due = self.acting
        return Refusal(
            rule,
            f"Du bist nicht dran, sondern {_seats(due, self.names, 'und')}.",
            f"It is not your turn but {_seats(due, self.names, 'and')}'s.",
        )

    def play(self, seat: int, text: str) -> str:
        """Plays a turn and what chance adds to it; returns its canonical text.

        Raises IllegalTurn with the refusal. Where several seats choose at the same time the turn is
        sealed until all have chosen.
        """
        found = self.plan(seat, text)
        if isinstance(found, Refusal):
            raise IllegalTurn(found)
        self.take(found)
        return found.text

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
            for decision in line.decisions:
                self.game.rules.apply(self.state, decision)
        else:
            self.state = after
        self.lines.append(line)
        if not self.game.sealing(self.state):
            self.settled = len(self.lines)

    def settle(self) -> None:
        """Lets chance act until a seat is to act or the game is over."""
        while self.game.is_chance(self.state):
            self.append(self.draw_line(self.chance))

    def draw_line(self, chance: Chance) -> Line:
        """The next line of chance, not yet played."""
        game, state = self.game, copied(self.state)
        outcomes = [chance.outcome(game, state)]
        game.rules.apply(state, outcomes[0])
        while game.rules.midway(state):
            outcomes.append(chance.outcome(game, state))
            game.rules.apply(state, outcomes[-1])
        text = game.notation.show_chance(self.state, outcomes)
        return Line("chance", game.notation.chance_seat(self.state), text, tuple(outcomes))

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
        self.lines.append(line)
        if not self.game.sealing(self.state):
            self.settled = len(self.lines)

    # Taking back, and other ways the match could go

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
        if self.over:
            return _undo_refusal("das Spiel ist zu Ende", "the game is over")
        if last is not None and last.kind == "chance":
            return _undo_refusal(
                "seither ist etwas gezogen oder gewürfelt worden",
                "something has been drawn or rolled since",
            )
        if last is None or last.seat != seat or self.sealed or last.sealed:
            return _undo_refusal("seither haben andere gehandelt", "others have acted since")
        return None

    def _rewind(self, events: int) -> None:
        lines = self.lines[:events]
        self.state = self.game.new(self.players, self.options)
        self.lines, self.sealed, self.settled = [], {}, 0
        for line in lines:
            self.append(line)

    def at(self, event: int, chance: Chance | None = None) -> Match:
        """A match after event `event` (0: before the first), to be played on differently."""
        if not 0 <= event <= len(self.lines) + 1:
            raise IndexError(f"events are numbered 0 to {len(self.lines)}, not {event}")
        other = type(self)(self.game, self.players, self.options, names=self.names, chance=chance)
        for line in self.lines[:event]:
            other.append(line)
        return other


def fresh(view: dict[str, Any]) -> dict[str, Any]:
    """A view of one's own; pickling makes a copy in a fifth of the time of `deepcopy`."""
    copy: dict[str, Any] = pickle.loads(pickle.dumps(view))
    return copy


def _undo_refusal(de: str, en: str) -> Refusal:
    return Refusal(
        "REC-6", f"Zurücknehmen geht nicht mehr: {de}.", f"This cannot be taken back: {en}."
    )


def _seats(seats: Sequence[int], names: Sequence[str] | None, joined: str) -> str:
    called = [names[seat] if names else f"seat {seat}" for seat in seats]
    return f" {joined} ".join(called)
