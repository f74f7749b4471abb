"""One game being played at a table: what may be done, what was done, and what each may see."""

from __future__ import annotations

import contextlib
import functools
import pickle
import random as stdlib_random
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spieltisch.core.chance import Chance
from spieltisch.core.errors import IllegalTurn, Refusal, Unreadable
from spieltisch.core.log_context import LogContext
from spieltisch.core.patches import Patch, diff
from spieltisch.core.randomness import Random, generator
from spieltisch.core.state import SPECTATOR, AnyState, copied
from spieltisch.matches.course import Course
from spieltisch.matches.lines import Choice, Line

if TYPE_CHECKING:
    from spieltisch.bots.hints import Hint
    from spieltisch.review.review import Review


class Match(Course):
    """The one class of a match, at a table, in a file or by itself.

    Reading: `state`, `lines`, `acting`, `view`, `log`. Going on: `play`, or `plan` and then `take`.
    Replaying what is known to be legal: `append`, `follow`, `at`. Back: `undo`. What is asked for
    often is kept until the next line.
    """

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What `seat` may see (None: a spectator), as plain JSON data."""
        return fresh(self.seen(seat))

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        """The same, to be read only: games keep parts of views for other viewers and moments."""
        hidden = self.hidden(seat)
        return self._completed(self.game.public(hidden) if seat is None else self.game.view(hidden))

    def seen_by_all(self, hidden: AnyState, known: dict[str, Any] | None = None) -> dict[str, Any]:
        """The same for a spectator, of the last record of `exposed()`; `known`: what was seen of
        an equal record."""
        return self._completed(self.game.public(hidden) if known is None else known)

    def _completed(self, view: dict[str, Any]) -> dict[str, Any]:
        acting = [seat for seat in self.due() if seat not in self.sealed]
        return {**view, "acting": acting, "chosen": self.chosen}

    def own(self, hidden: AnyState, public: dict[str, Any]) -> Patch | None:
        """The patch that makes what the viewer of a hidden record sees of what all see now."""
        if self.game.own is None:
            return diff(public, self._completed(self.game.view(hidden)))
        return self.game.own(hidden, public)

    def exposed(self) -> list[AnyState]:
        """`hidden` of every seat, and at the end a spectator's, in one step."""
        found = self.game.exposed(self.state, self.due())
        for seat in self.sealed:
            found[seat] = self.hidden(seat)
        return found

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
        self.game.rules.fill(state, _sown().copy())
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
        for n, line, veiled in self.veiled(first):
            yield n, line, line.text if line.seat == viewer else veiled

    def veiled(self, first: int = 1) -> Iterator[tuple[int, Line, str]]:
        """The numbers and lines from `first` on, with what all may read of each; whose line it is
        may read its text."""
        veil, over = self.game.notation.veil, self.over
        for n, line in enumerate(self.lines[first - 1 :], first):
            if over or line.seat is None:
                yield n, line, line.text
            else:
                yield n, line, veil(line.text, line.kind, n > self.settled)

    def opened(self, viewer: int | None, before: int) -> Iterator[tuple[int, Line, str]]:
        """The lines before number `before` of which `viewer` learns more when the match is over."""
        veil = self.game.notation.veil
        for n, line in enumerate(self.lines[: before - 1], 1):
            others = line.seat is not None and line.seat != viewer
            if others and veil(line.text, line.kind, False) != line.text:
                yield n, line, line.text

    def sentence(self, line: Line, text: str, lang: str) -> str:
        """What happened in words; `text` is what the reader may know of the line."""
        names = self.names or []
        who = names[line.seat] if line.seat is not None else ""
        context = self.log_context(line.seat, names)
        return _sentence(self.game.words.say, text, line.kind, who, lang, context)

    def log_context(self, seat: int | None, names: Sequence[str]) -> LogContext:
        """What a sentence about a line of `seat` may refer to."""
        if self._laid is not None:
            return LogContext(tuple(names), seat, self._laid)
        lines = takewhile(lambda line: line.seat is None, self.lines)
        laid = tuple(line.text for line in lines)
        if len(laid) < len(self.lines):
            self._laid = laid
        return LogContext(tuple(names), seat, laid)

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
        return self._following(start, state, begun, self.game.legal(state))

    def first_choices(self, seat: int, most: int) -> list[Choice] | None:
        """How a turn of an acting seat can begin; None where there are more ways than `most`."""
        start = self.supposed(seat)
        legal = self.game.legal(start)
        return None if len(legal) > most else self._following(start, start, (), legal)

    def _following(
        self, start: AnyState, state: AnyState, begun: Sequence[int], legal: Sequence[int]
    ) -> list[Choice]:
        found = []
        for decision in legal:
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
        start = self.game.focused(self.state, seat) if self.game.simultaneous else self.state
        try:
            decisions = self.game.notation.read_turn(start, text)
        except Unreadable:
            return self._refusal(seat, text)
        if not self.game.plays(copied(start), decisions):
            return self._refusal(seat, text)
        together = len(self.due()) > 1
        canonical = self.game.notation.show_turn(start, decisions)
        return Line("turn", seat, canonical, tuple(decisions), together)

    def _refusal(self, seat: int, text: str) -> Refusal:
        """Why a turn cannot be played, from what its seat may know: what is legal depends on
        nothing else, but a sentence might."""
        start = self.supposed(seat)
        try:
            decisions = self.game.notation.read_turn(start, text)
        except Unreadable as error:
            return error.refusal
        refusal = self.game.advance(start, decisions)
        assert refusal is not None, "what is legal depends on what a seat may know only"
        return refusal

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
        from spieltisch.review.reviewer import review

        return review(self, seat=seat, seconds=seconds, progress=progress)


@functools.lru_cache(maxsize=8192)  # rolls, draws and passes come again and again
def _sentence(
    say: Callable[..., str], text: str, kind: str, who: str, lang: str, context: LogContext
) -> str:
    return say(text, kind, who, lang, context)


@functools.cache
def _sown() -> Random:
    return generator(0)


def fresh(view: dict[str, Any]) -> dict[str, Any]:
    """A view of one's own; pickling makes a copy in a fifth of the time of `deepcopy`."""
    copy: dict[str, Any] = pickle.loads(pickle.dumps(view))
    return copy


def _seats(seats: Sequence[int], names: Sequence[str] | None, joined: str) -> str:
    called = [names[seat] if names else f"seat {seat}" for seat in seats]
    return f" {joined} ".join(called)
