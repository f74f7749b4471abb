"""What chance did in a match, as a seat could know it: who saw it, and what else might have been.

Everything here is found from what a seat knew (a hidden record, filled in with a fixed guess), so
that it is the same whatever was hidden from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spieltisch.core.game import Game
from spieltisch.core.randomness import generator, scramble
from spieltisch.core.state import SPECTATOR, AnyState, copied
from spieltisch.review.moments import Moments
from spieltisch.review.sampling import Luck

FEW = 8  # so many outcomes are all looked at
GUESSES = 4  # of what is hidden, to find out whether a draw can be seen
FIRST, LAST = 0, -1


class Outcome(NamedTuple):
    """What chance may do in one event, and how probable it is."""

    decisions: tuple[int, ...]
    probability: float


def standings(moments: Moments) -> list[Luck]:
    """Where the match stands in its luck, before the first event and after each one."""
    nobody = moments.players
    last, runs = nobody, [0] * (nobody + 1)
    found = [Luck(last, tuple(runs))]
    for n, line in enumerate(moments.lines, 1):
        if line.kind == "turn":
            last = nobody if line.seat is None else line.seat
        elif not moments.game.is_chance(moments.states[n]):
            runs[last] += 1
        found.append(Luck(last, tuple(runs)))
    return found


def salt(moments: Moments) -> int:
    """A number that differs from match to match, of what everybody may know in the end."""
    mix = getattr(scramble, "function", scramble)  # as it stands: no image has it for Python
    found = 0
    for byte in moments.game.hidden(moments.states[-1], SPECTATOR).tobytes():
        found = mix((found << 5) + byte + 1)
    return found


def is_seen(moments: Moments, n: int, seat: int) -> bool:
    """Whether a seat learns anything from event n, which is one of chance: whether it would know
    something else if chance had done something else, or if other things were hidden."""
    game, many = moments.game, len(moments.lines[n - 1].decisions)
    known = set()
    for guess in range(GUESSES):
        state = game.hidden(moments.states[n - 1], seat)
        game.rules.fill(state, generator(n, guess))
        for which in (FIRST, LAST):
            known.add(game.hidden(_drawn(game, state, many, which), seat).tobytes())
            if len(known) > 1:
                return True
    return False


def _drawn(game: Game, state: AnyState, many: int, which: int) -> AnyState:
    """What comes of it if chance takes the first or the last of its outcomes each time."""
    found = copied(state)
    for _ in range(many):
        game.rules.apply(found, game.chances(found)[0][which])
    return found


def outcomes(moments: Moments, n: int) -> Sequence[Outcome]:
    """All that chance might have done in event n, where that is little and nothing is hidden."""
    if not moments.is_open(n - 1):
        return ()
    found = [(Outcome((), 1.0), copied(moments.states[n - 1]))]
    for _ in moments.lines[n - 1].decisions:
        further: list[tuple[Outcome, AnyState]] = []
        for one, state in found:
            choices, weights = moments.game.chances(state)
            if len(further) + len(choices) > FEW:
                return ()
            for choice, weight in zip(choices, weights, strict=True):
                after = copied(state)
                moments.game.rules.apply(after, choice)
                share = one.probability * weight / sum(weights)
                further.append((Outcome((*one.decisions, choice), share), after))
        found = further
    return [one for one, _ in found]
