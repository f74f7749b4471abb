"""What bots may know of No Return: how good a position is, and which decisions look promising.

Both look only at what the seat itself sees: its own hand, and what lies open.
"""

from __future__ import annotations

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.exp_log import exp
from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.preferences import load
from spieltisch.core.state import OVER, Floats, Ints
from spieltisch.games.no_return.counters import (
    COLOURS,
    IN_WORD,
    VALUES,
    WORDS,
    column,
    richest,
    total,
    up_to,
    value_of,
    worth,
)
from spieltisch.games.no_return.prospects import (
    FEATURES,
    SPREAD,
    expected,
    turns_left,
)
from spieltisch.games.no_return.rules import (
    ASIDE,
    CLEAR,
    CLEARING,
    HAND,
    LAY,
    MOST_SWAPPED,
    OPENING,
    PAY,
    PHASE2,
    SWAP,
    NoReturn,
)

NAMES = (
    "turn_round",  # points in front that a turn of clearing takes away, when to turn around
    "gap",  # what every value skipped in a column costs, with a full bag
    "lay",  # lay out rather than exchange from here on
    "clear",  # clear rather than exchange from here on
    "hurry",  # or from this on, for every turn that is left
    "waste",  # what each point paid too much costs
    "useless",  # counters of less use than this are exchanged
    "pay",  # use of each point in hand to pay with
    "pay_mates",  # and of each point of its colour
    "poor",  # less, where another colour is richer
    "stuck",  # share of it for what can no longer be laid out
    "lay_mates",  # use of each point of its colour for what can
)
(
    TURN_ROUND,
    GAP,
    LAY_FROM,
    CLEAR_FROM,
    HURRY,
    WASTE,
    USELESS,
    PAYING,
    PAYING_MATES,
    POOR,
    STUCK,
    LAYING_MATES,
) = range(len(NAMES))
Weights = tuple[float, ...]  # kernels fold a tuple of constants, but no array


def spread(weights: Floats) -> Weights:
    """As kernels need the weights."""
    return tuple(weights.tolist())


WEIGHTS = spread(load(__package__, NAMES))

SUMS = (1 << 62) - 1  # sums of payments up to 61, as a set of bits


@kernel
def value(state: NoReturn, seat: int) -> float:
    """The estimated share of victory, 0 … 1; all seats together have 1."""
    if state.actor == OVER:
        return share_of_victory(state, seat)
    scratch = np.empty(FEATURES, np.float64)
    spread = SPREAD[0] + SPREAD[1] * turns_left(state)
    mine = expected(state, seat, scratch)
    shares = 0.0
    for other in range(state.players):
        shares += exp(min((expected(state, other, scratch) - mine) / spread, 50.0))
    return 1.0 / shares


@kernel
def prefer(state: NoReturn, actions: Ints, n: int, values: Floats) -> None:
    weigh(state, actions, n, values, WEIGHTS)


@kernel
def weigh(state: NoReturn, actions: Ints, n: int, values: Floats, weights: Weights) -> None:
    for i in range(n):
        action = actions[i]
        if action >= PAY:
            values[i] = prefer_pay(state, action - PAY)
        elif action >= CLEAR:
            values[i] = prefer_clear(state, action - CLEAR, weights)
        elif action >= LAY:
            values[i] = prefer_lay(state, action - LAY, weights)
        elif action >= SWAP:
            values[i] = prefer_swap(state, action - SWAP, weights)
        elif action == PHASE2:
            values[i] = prefer_phase2(state, weights)
        else:
            values[i] = 0.0  # DONE, KEEP


@kernel
def prefer_phase2(state: NoReturn, weights: Weights) -> float:
    """Turn around when what lies there takes all the turns that are left."""
    if total(state.display[state.seat]) >= weights[TURN_ROUND] * turns_left(state):
        return 1000.0
    return -1000.0


# --- laying out ---------------------------------------------------------------------------------


@kernel
def lay_gain(state: NoReturn, kind: int, weights: Weights) -> float:
    """What a counter adds to its column, less the room that it takes away."""
    laid = column(state.display[state.seat], kind // VALUES)
    floor = lowest(laid) // 2 + 1 if laid else VALUES
    gap = weights[GAP] * float(state.bag_count) / 100.0
    return float(value_of(kind) - gap * (floor - value_of(kind)))


@kernel
def prefer_lay(state: NoReturn, kind: int, weights: Weights) -> float:
    gain = lay_gain(state, kind, weights)
    if state.given > 0:
        return gain  # against 0 for leaving it at that
    # Lower counters of this colour would follow, as long as they are worth it.
    rest = column(state.hand[state.seat], kind // VALUES) & up_to(value_of(kind))
    floor = value_of(kind)
    gap = weights[GAP] * float(state.bag_count) / 100.0
    gain += float(floor) * (ones(rest >> 2 * floor - 2) - 1)
    for below in range(floor - 1, 0, -1):
        more = float(below) - gap * float(floor - below)
        held = ones(rest >> 2 * below - 2 & 3)
        if held > 0 and more > 0.0:
            gain += more + float(below) * (held - 1)
            floor = below
    return float(gain - weights[LAY_FROM])


# --- exchanging ---------------------------------------------------------------------------------


@kernel
def use(state: NoReturn, kind: int, weights: Weights) -> float:
    """What a counter in hand is good for: to lay out in phase 1, to pay in phase 2."""
    seat = state.seat
    v = float(value_of(kind))
    mates = float(worth(column(state.hand[seat], kind // VALUES))) - v
    paying = float(weights[PAYING] * v + weights[PAYING_MATES] * mates)
    if state.phase[seat] == 2:
        rich = mates + v == richest(state.hand[seat])
        return paying if rich else float(paying - weights[POOR])
    laid = column(state.display[seat], kind // VALUES)
    if laid and lowest(laid) // 2 + 1 < value_of(kind):
        return float(weights[STUCK] * paying)
    return float(max(lay_gain(state, kind, weights), 0.0) + weights[LAYING_MATES] * mates)


@kernel
def prefer_swap(state: NoReturn, kind: int, weights: Weights) -> float:
    """Above 0 for the counters of least use; a first one competes with laying out and clearing.

    An exchange goes up, so of the counters that are to go the lowest kind is the first.
    """
    opening = state.stage == OPENING or state.stage == ASIDE
    slots = (HAND if opening else MOST_SWAPPED) - state.given
    mine = use(state, kind, weights)
    if mine >= weights[USELESS] or not is_among_least(state, kind, slots, weights):
        return -50.0 - mine
    first = state.given == 0 and not opening
    return (0.0 if first else 1.0) - 0.01 * float(kind)


@kernel
def is_among_least(state: NoReturn, kind: int, slots: int, weights: Weights) -> bool:
    """Whether fewer than `slots` counters in hand are of less use."""
    mine = use(state, kind, weights)
    less = 0
    for word in range(WORDS):
        bits = state.hand[state.seat, word]
        while bits:
            other = word * IN_WORD + lowest(bits) // 2
            if other != kind and use(state, other, weights) < mine:
                less += 1
            bits &= bits - 1
    return less < slots


# --- clearing -----------------------------------------------------------------------------------


@kernel
def sums_of(bits: int) -> int:
    """All sums that some of these counters of one colour have, as a set of bits."""
    sums = 1
    while bits:
        sums |= sums << (lowest(bits) // 2 + 1) & SUMS
        bits &= bits - 1
    return sums


@kernel
def price(state: NoReturn, owed: int) -> float:
    """The least that one colour in hand can pay for `owed`."""
    hand = state.hand[state.seat]
    least = 1000
    for colour in range(COLOURS):
        bits = column(hand, colour)
        if worth(bits) >= owed:
            reachable = sums_of(bits) >> min(owed, 61)
            least = min(least, owed + lowest(reachable) if reachable else worth(bits))
    return float(least)


@kernel
def prefer_clear(state: NoReturn, kind: int, weights: Weights) -> float:
    """The best that clearing from here on can bring, against stopping before this counter."""
    most = richest(state.hand[state.seat])
    bits = column(state.display[state.seat], kind // VALUES)
    owed = int(state.owed)
    found = -1000.0
    while bits:
        owed += lowest(bits) // 2 + 1
        if owed > most:
            break
        found = max(found, float(owed) - weights[WASTE] * (price(state, owed) - owed))
        bits &= bits - 1
    if state.stage == CLEARING:
        owed = int(state.owed)
        return float(found - (owed - weights[WASTE] * (price(state, owed) - owed)))
    return float(found - min(weights[CLEAR_FROM], weights[HURRY] * turns_left(state)))


@kernel
def prefer_pay(state: NoReturn, kind: int) -> float:
    """Against 0 for going on clearing, or for leaving it at that."""
    v = value_of(kind)
    if state.owed <= 0:
        return 0.5 if v <= 2 else -1.0  # small change is best got rid of
    hand = column(state.hand[state.seat], kind // VALUES) & up_to(v)
    rest = hand ^ 1 << 2 * v - 2 + (hand >> 2 * v - 1 & 1)
    still = max(int(state.owed) - v, 0)
    reachable = sums_of(rest) >> min(still, 61)
    more = still + lowest(reachable) if reachable else worth(rest)
    return -0.01 * float(v + more)
