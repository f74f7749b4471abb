"""One game being played at a table: what may be done, what was done, and what each may see."""

from __future__ import annotations

import contextlib
import functools
import pickle
import random as stdlib_random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.core.card import Options
from spieltisch.core.chance import Chance, Fair, Seeded
from spieltisch.core.errors import CannotUndo, IllegalTurn, Refusal, Unreadable
from spieltisch.core.game import Game
from spieltisch.core.play import cut
from spieltisch.core.randomness import generator
from spieltisch.core.scene import Scene
from spieltisch.core.state import CHANCE, SPECTATOR, AnyState, copied
from spieltisch.matches.lines import Choice, Line

if TYPE_CHECKING:
    from spieltisch.bots.hints import Hint
    from spieltisch.review.review import Review


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


class Match:
    """The one class of a match, at a table, in a file or by itself.

    Reading: `state`, `lines`, `acting`, `view`, `log`. Going on: `play`, or `plan` and then `take`.
    Replaying what is known to be legal: `append`, `follow`, `at`. Back: `undo`. What is asked for
    often is kept until the next line.
    """

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
        self._laid: list[str] | None = None  # what chance laid out before the first seat's line

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

    def log(self, viewer: int | None = None, first: int = 1) -> list[dict[str, Any]]:
        """The events from number `first` on, as a seat (None: a spectator) may know them; all of
        them at the end."""
        return [
            {"n": n, "kind": line.kind, "seat": line.seat, "text": text}
            for n, line, text in self.shown(viewer, first)
        ]

    def shown(self, viewer: int | None, first: int = 1) -> Iterator[tuple[int, Line, str]]:
        """The numbers and lines from `first` on, with what `viewer` may read of each."""
        veil, over = self.game.notation.veil, self.over
        for n, line in enumerate(self.lines[first - 1 :], first):
            if over or line.seat is None or line.seat == viewer:
                yield n, line, line.text
            else:
                yield n, line, veil(line.text, line.kind, n > self.settled)

    def sentence(self, line: Line, text: str, lang: str) -> str:
        """What happened in words; `text` is what the reader may know of the line."""
        names = self.names or []
        who = names[line.seat] if line.seat is not None else ""
        return self.game.words.say(text, line.kind, who, lang, self.scene(line.seat, names))

    def scene(self, seat: int | None, names: Sequence[str]) -> Scene:
        """What a sentence about a line of `seat` may refer to."""
        if self._laid is not None:
            return Scene(names, seat, self._laid)
        laid = [line.text for line in takewhile(lambda line: line.seat is None, self.lines)]
        if len(laid) < len(self.lines):
            self._laid = laid
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
                self.append(self.draw_line(self.chance))
            else:
                self._calm = True

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
        self._add(line)

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

    def at(self, event: int, chance: Chance | None = None) -> Match:
        """A match after event `event` (0: before the first), to be played on differently."""
        if not 0 <= event <= len(self.lines) + 1:
            raise IndexError(f"events are numbered 0 to {len(self.lines)}, not {event}")
        other = Match(
            self.game,
            self.players,
            self.options,
            names=self.names,
            chance=chance,
            start=self.start,
        )
        for line in self.lines[:event]:
            other.append(line)
        return other

    # What remains; records and advice are loaded when asked for, since they know matches

    def record(self) -> str:
        """The record so far, as the text of a record file."""
        from spieltisch.matches.record import dumps

        return dumps(self)

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.record(), encoding="utf-8", newline="\n")

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

    def hint(
        self,
        seat: int,
        *,
        many: int = 3,
        seconds: float = 0.5,
        simulations: int | None = None,
        seed: int = 0,
    ) -> list[Hint]:
        """The best turns of `seat` with estimated chances of victory, from what it may know.

        Given `simulations` instead of seconds, the same position gets the same advice. Nothing
        for a seat that is not acting.
        """
        from spieltisch.bots.hints import advise

        return advise(self, seat, many, seconds, simulations, seed)

    def review(
        self,
        *,
        seat: int | None = None,
        seconds: float | None = None,
        progress: Callable[[float], None] = lambda share: None,
    ) -> Review:
        """Where the match was won and lost, from what each seat knew at each moment.

        Without `seconds` the same match gets the same review.
        """
        from spieltisch.review.work import review

        return review(self, seat=seat, seconds=seconds, progress=progress)


def fresh(view: dict[str, Any]) -> dict[str, Any]:
    """A view of one's own; pickling makes a copy in a fifth of the time of `deepcopy`."""
    copy: dict[str, Any] = pickle.loads(pickle.dumps(view))
    return copy


def _seats(seats: Sequence[int], names: Sequence[str] | None, joined: str) -> str:
    called = [names[seat] if names else f"seat {seat}" for seat in seats]
    return f" {joined} ".join(called)
