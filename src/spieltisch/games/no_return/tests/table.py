"""Positions that read like the table, for the tests of No Return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from spieltisch import games
from spieltisch.core.errors import Refusal
from spieltisch.core.state import AnyState, Ints
from spieltisch.games.no_return import counters as sets
from spieltisch.games.no_return import notation, rules

GAME = games.find("no-return")


def new(players: int = 2, **options: Any) -> AnyState:
    return GAME.new(players, GAME.card.resolve(players, options))


def counters(text: str) -> list[int]:
    return [notation.KIND_OF[name] for name in text.split()]


def move(text: str, source: Ints, target: Ints) -> None:
    for kind in counters(text):
        assert sets.copies(source, kind) > 0, f"{notation.COUNTER[kind]} is not there"
        sets.take(source, kind)
        sets.put(target, kind)


def at(
    hands: Sequence[str] = (),
    displays: Mapping[int, str] | None = None,
    piles: Mapping[int, str] | None = None,
    phases: Sequence[int] = (),
    seat: int = 0,
    bag: str | None = None,
    players: int = 2,
    opening: bool = False,
    **options: Any,
) -> AnyState:
    """The turn of `seat`; hands, displays and piles as counters, a bag as what is left in it."""
    state = new(players, **options)
    for owner, text in enumerate(hands):
        move(text, state.bag, state.hand[owner])
        state.held[owner] = len(counters(text))
    for owner, text in (displays or {}).items():
        move(text, state.bag, state.display[owner])
    for owner, text in (piles or {}).items():
        move(text, state.bag, state.pile[owner])
    for owner, phase in enumerate(phases):
        state.phase[owner] = phase
    if bag is not None:
        for kind in sets.kinds_in(state.bag):
            if kind not in counters(bag) or sets.copies(state.bag, kind) > counters(bag).count(
                kind
            ):
                sets.take(state.bag, kind)
                sets.put(state.paid, kind)
    state.bag_count = len(sets.kinds_in(state.bag))
    state.seat = seat
    state.drawing = 0
    rules.begin_turn(state, rules.OPENING if opening else rules.TURN)
    return state


def play(state: AnyState, *lines: str) -> AnyState:
    """The state after turns and draws, all of which must be legal; `state` is left alone."""
    after = state.copy()
    for line in lines:
        refusal = attempt(after, line)
        assert refusal is None, f"{line}: {refusal}"
    return after


def begin(state: AnyState, line: str) -> AnyState:
    """The state in the middle of a turn: all its small decisions but the last DONE."""
    after = state.copy()
    for decision in notation.read_turn(state, line):
        if decision != rules.DONE:
            assert decision in GAME.legal(after)
            rules.apply(after, decision)
    return after


def look(state: AnyState, viewer: int) -> dict[str, Any]:
    """What a viewer sees."""
    return GAME.view(GAME.hidden(state, viewer))


def refuse(state: AnyState, line: str) -> Refusal:
    refusal = attempt(state.copy(), line)
    assert refusal is not None, f"{line!r} was not refused"
    return refusal


def attempt(state: AnyState, line: str) -> Refusal | None:
    if GAME.is_chance(state):
        return GAME.advance_chance(state, notation.read_chance(state, line))
    return GAME.advance(state, notation.read_turn(state, line))


def turns(state: AnyState) -> set[str]:
    """Every legal turn of the seat to act, found by walking its small decisions."""
    found = [notation.show_turn(state, decisions) for decisions in walk(state, [])]
    assert len(found) == len(set(found)), "two sequences of decisions mean the same turn"
    return set(found)


def walk(state: AnyState, so_far: list[int]) -> Iterator[list[int]]:
    for action in GAME.legal(state):
        after = state.copy()
        rules.apply(after, action)
        if rules.midway(after):
            yield from walk(after, [*so_far, action])
        else:
            yield [*so_far, action]


def everything(state: AnyState) -> list[int]:
    """All counters of the game, wherever they are."""
    places = [state.bag, state.paid]
    for seat in range(int(state.players)):
        places += [state.hand[seat], state.display[seat], state.pile[seat], state.facedown[seat]]
    return sorted(kind for place in places for kind in sets.kinds_in(place))
