"""How likely a seat of ReMove is to win: a network fitted to games of bots.

`weights.json` holds its weights; `python -m spieltisch.training.fit re-move` makes them. Judged is
the beginning of a turn. A seat is described by where its figures stand (how far from the target,
and on which ring), by its cards, and by what the others' cards can do to it.
"""

from __future__ import annotations

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import kernel
from spieltisch.core.network import answer, load
from spieltisch.core.state import Floats
from spieltisch.games.re_move.rules import (
    GOAL,
    INNER,
    INSIDE,
    JOKER,
    KINDS,
    MOVE,
    OUTER,
    OUTSIDE,
    REMOVE,
    SEATS,
    ReMove,
    enemies,
    in_target,
)

STEPS = 8  # figures that are farther away count like those at this distance
HOME = 3 * STEPS  # after the places on the outer ring, on the inner ring and on neither
CARDS = HOME + 3
DANGER = CARDS + KINDS
READY = DANGER + 3
BLOCK = READY + 3  # features of one seat

NETWORKS = 1
FEATURES = SEATS * BLOCK + SEATS
LEAST = 0.002  # no seat is quite lost before the end

NETWORK = load(__package__, NETWORKS, FEATURES)
DIRECT, HIDDEN, BIAS, WEIGHTS, CONSTANT = NETWORK


@kernel
def which(state: ReMove, seat: int) -> int:
    """The network for this seat."""
    return 0


@kernel
def counted(state: ReMove, seat: int) -> float:
    """Nothing is won before the end; the network says how likely a victory is."""
    return 0.0


@kernel
def describe(state: ReMove, seat: int, out: Floats) -> None:
    """The features of a position as `seat` sees it: itself, then the others in order of play."""
    out[:] = 0.0
    for turn in range(SEATS):
        other = (seat + turn) % SEATS
        describe_seat(state, other, out[turn * BLOCK : (turn + 1) * BLOCK])
        if other == state.seat:
            out[SEATS * BLOCK + turn] = 1.0


@kernel
def describe_seat(state: ReMove, seat: int, out: Floats) -> None:
    home = in_target(state, seat)
    rest = int(state.figures[seat]) & ~int(state.target[seat])
    out[HOME] = ones(rest & int(state.bases[seat])) / 4.0
    out[HOME + 1] = 1.0 if home > 0 else 0.0
    out[HOME + 2] = 1.0 if home > 1 else 0.0
    hand = state.hand[seat]
    for kind in range(KINDS):
        out[CARDS + kind] = int(hand[kind]) / 2.0
    enemy = enemies(state, seat)
    near = 0  # how far the figures nearest to the target can go there, as sets of distances
    rest &= ~int(state.bases[seat])
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        away = min(max(int(state.away[seat, place]), 1), STEPS)
        at = 2
        if int(state.ring[OUTER]) >> place & 1:
            at = OUTER
        elif int(state.ring[INNER]) >> place & 1:
            at = INNER
        out[at * STEPS + away - 1] += 0.5
        if at < 2:
            out[DANGER + at] += (STEPS + 1 - away) / 8.0
        out[DANGER + 2] += (STEPS + 1 - away) * ones(int(state.reach[0, place]) & enemy) / 16.0
        near |= 1 << away
    for ring in range(2):
        out[DANGER + ring] *= sweepers(state, seat, ring)
    describe_end(state, seat, home, near, out)


@kernel
def sweepers(state: ReMove, seat: int, ring: int) -> float:
    """How many of the others hold a card that clears the ring."""
    kind = OUTSIDE if ring == OUTER else INSIDE
    many = 0.0
    for other in range(SEATS):
        if other != seat and state.hand[other, kind] + state.hand[other, JOKER] > 0:
            many += 1.0
    return many


@kernel
def describe_end(state: ReMove, seat: int, home: int, near: int, out: Floats) -> None:
    """Whether the next card may end the game, and how far the last figure has still to go."""
    walks = state.hand[seat, MOVE] > 0
    jumps = state.hand[seat, REMOVE] > 0
    if home == GOAL - 1:
        if (walks and near & 2) or (jumps and near & 4):
            out[READY] = 1.0
        if near & 6:
            out[READY + 1] = 1.0
    elif home == GOAL - 2 and near & 6:
        out[READY + 2] = 1.0


@kernel
def chance(state: ReMove, seat: int, scratch: Floats) -> float:
    """How likely the seat is to win, before all seats are made to add up to one."""
    describe(state, seat, scratch)
    n = which(state, seat)
    found = answer(scratch, DIRECT[n], HIDDEN[n], BIAS[n], WEIGHTS[n], CONSTANT[n])
    return max(found, LEAST)
