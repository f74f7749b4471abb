"""Positions for tests, built so that they read like the table.

Unless told otherwise the track is the plain one: in every section the numbers 1 to 6 in order, then
an animal, so tile 10 is a 1, tile 15 a 6 and tile 16 an animal; cactus tiles show 1 to 6 in order.
In positions (`at`) everybody's first number is a 1.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from spieltisch import games
from spieltisch.core.errors import Refusal
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.alle_neune.notation import read_chance, show_turn
from spieltisch.games.alle_neune.rules import (
    BEFORE,
    GOAL,
    MOVE,
    apply,
    list_legal,
    midway,
    sample_chance,
    to_act,
)
from spieltisch.games.alle_neune.sets import bit

PLACES = {"start": BEFORE, "goal": GOAL}


def game() -> Game:
    return games.find("alle-neune")


def new(players: int, **options: bool) -> AnyState:
    state: AnyState = game().new(players, game().card.resolve(players, options))
    return state


def plain_track(sections: int = 6) -> str:
    return " ".join(f"C{section} 1 2 3 4 5 6 A" for section in range(1, sections + 1))


def chance(state: AnyState, text: str) -> AnyState:
    """The state after a whole line of chance, which must be possible."""
    after = state.copy()
    refusal = game().advance_chance(after, read_chance(state, text))
    assert refusal is None, refusal
    return after


def laid_out(players: int, **options: bool) -> AnyState:
    """The table after the set-up, before the first roll; the first numbers are 1, 2, 3, 4, 5."""
    state = new(players, **options)
    state = chance(state, "start " + " ".join("12345"[:players]))
    return chance(state, "track " + plain_track(int(state.sections)))


def at(
    *figures: str,
    roll: int,
    seat: int = 0,
    firsts: str = "1 1 1 1 1",
    values: Mapping[int, int] | None = None,
    front: Mapping[int, Iterable[int]] | None = None,
    gone: Iterable[int] = (),
    **options: bool,
) -> AnyState:
    """`seat` has rolled; a text per seat says where its figures stand: "12 12 start goal".

    `values` changes tiles of the plain track. `front` adds tiles to what lies in front of a seat;
    they and the tiles `gone` are off the track.
    """
    state = laid_out(len(figures), **options)
    for who, word in enumerate(firsts.split()):
        state.firsts[who] = int(word)
    for tile, value in (values or {}).items():
        state.values[tile] = value
    for who, row in enumerate(figures):
        places = [PLACES.get(word) or (0 if word == "start" else int(word)) for word in row.split()]
        assert len(places) == state.each
        state.figures[who, : len(places)] = places
    for who, tiles in (front or {}).items():
        for tile in tiles:
            state.front[who] |= bit(tile)
            state.track &= ~bit(tile)
    for tile in gone:
        state.track &= ~bit(tile)
    state.seat, state.roll, state.phase = seat, roll, MOVE
    return state


def turns(state: AnyState) -> set[str]:
    """Every legal turn as text."""
    found = [show_turn(state, decisions) for decisions, _ in completed(state)]
    assert len(found) == len(set(found))
    return set(found)


def completed(
    state: AnyState, begun: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], AnyState]]:
    """Every way to complete a turn, and the state after it."""
    for action in game().legal(state):
        after = state.copy()
        apply(after, action)
        if midway(after):
            yield from completed(after, (*begun, action))
        else:
            yield (*begun, action), after


def play(state: AnyState, text: str) -> AnyState:
    """The state after a turn, which must be legal."""
    after = state.copy()
    refusal = game().advance(after, game().notation.read_turn(state, text))
    assert refusal is None, refusal
    return after


def refused(state: AnyState, text: str) -> Refusal:
    refusal = game().advance(state.copy(), game().notation.read_turn(state, text))
    assert refusal is not None, f"{text} is legal"
    return refusal


def chance_refused(state: AnyState, text: str) -> Refusal:
    refusal = game().advance_chance(state.copy(), read_chance(state, text))
    assert refusal is not None, f"{text} is possible"
    return refusal


def names(some: int) -> list[int]:
    """The tiles of a set."""
    return [tile for tile in range(GOAL) if int(some) & bit(tile)]


def random_decisions(players: int, seed: int, **options: bool) -> Iterator[tuple[AnyState, int]]:
    """A random game: each state (do not keep it) with the decision or outcome that follows."""
    state = new(players, **options)
    rng = random.Random(seed)
    sown = generator(seed)
    actions = game().buffer()
    while (seat := to_act(state)) != OVER:
        if seat == CHANCE:
            action = int(sample_chance(state, sown))
        else:
            action = int(actions[rng.randrange(list_legal(state, actions))])
        yield state, action
        apply(state, action)
    yield state, -1
