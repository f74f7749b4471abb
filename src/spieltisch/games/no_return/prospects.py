"""What a seat of No Return may still expect: networks fitted to games of bots, one for each phase.

`weights.json` holds their weights; `python -m spieltisch.training.fit no-return` makes them. Judged
is the beginning of a turn, when hands are full again.
"""

from __future__ import annotations

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import kernel
from spieltisch.core.network import answer, load
from spieltisch.core.state import Floats
from spieltisch.games.no_return.counters import (
    COLOURS,
    VALUES,
    column,
    richest,
    total,
    up_to,
    worth,
)
from spieltisch.games.no_return.rules import HAND, NoReturn, score

DRAWN_PER_TURN = 2.6  # how fast a bag empties among people who know what they do
CLEAR_RATE = 10.0  # points that a turn of clearing brings, about
CLEAR_MOST = 13.0  # points that many turns of clearing bring at best, each

NETWORKS = 2  # by phase
PER_COLOUR = 7
GENERAL = 37
PURSES = np.array([10, 14, 18, 22])  # what one colour in hand may be worth, from poor to rich
FEATURES = COLOURS * PER_COLOUR + GENERAL

NETWORK = load(__package__, NETWORKS, FEATURES)
DIRECT, HIDDEN, BIAS, WEIGHTS, CONSTANT = NETWORK
SPREAD = np.array(
    [4.0, 0.6]
)  # points ahead that make victory e times as likely: at the end, per turn


@kernel
def turns_left(state: NoReturn) -> float:
    """How many turns each seat will still have, roughly."""
    return 0.5 + float(state.bag_count) / (DRAWN_PER_TURN * float(state.players))


@kernel
def which(state: NoReturn, seat: int) -> int:
    """The network for this seat."""
    return int(state.phase[seat]) - 1


@kernel
def counted(state: NoReturn, seat: int) -> float:
    """What the seat has now; the networks say what will be added."""
    return float(score(state, seat))


@kernel
def describe(state: NoReturn, seat: int, out: Floats) -> None:
    """The features of a seat's position."""
    out[:] = 0.0
    describe_colours(state, seat, out)
    at = COLOURS * PER_COLOUR
    left = turns_left(state)
    laid = float(total(state.display[seat]))
    out[at] = left / 10.0
    out[at + 1] = min(left, 5.0) / 5.0
    out[at + 2] = laid / 50.0
    out[at + 3] = min(laid, CLEAR_RATE * left) / 50.0
    out[at + 4] = float(total(state.hand[seat])) / 50.0
    out[at + 5] = int(state.held[seat]) / HAND
    out[at + 6] = float(best_clear(state, seat)) / 20.0
    out[at + 7] = laid * left / 500.0
    bag = float(total(state.bag)) / max(float(state.bag_count), 1.0)
    out[at + 8] = bag / 6.0 - 1.0
    out[at + 9] = 1.0 if state.seat == seat else 0.0
    out[at + 10] = 2.0 / float(state.players)
    turned, standing = 0.0, 0.0
    for other in range(state.players):
        if other != seat:
            turned += 1.0 if state.phase[other] == 2 else 0.0
            standing += float(total(state.display[other]))
    out[at + 11] = turned / float(state.players - 1)
    out[at + 12] = standing / float(state.players - 1) / 50.0
    purse = float(richest(state.hand[seat]))
    out[at + 13] = purse / 20.0
    out[at + 14] = min(purse, laid) / 20.0
    out[at + 15] = purse * min(left, 5.0) / 100.0
    out[at + 16] = float(fitting(state, seat)) / 20.0
    describe_race(state, seat, left, out, at + 17)


@kernel
def describe_race(state: NoReturn, seat: int, left: float, out: Floats, at: int) -> None:
    """Turns that clearing takes, one's own and the others', against the turns that are left."""
    for i in range(len(PURSES)):
        mine = float(clearings(state, seat, PURSES[i]))
        theirs = 0.0
        for other in range(state.players):
            if other != seat:
                theirs = max(theirs, float(clearings(state, other, PURSES[i])))
        out[at] = mine / 10.0
        out[at + 1] = max(mine - left, 0.0) / 5.0
        out[at + 2] = theirs / 10.0
        at += 3
    first, second = two_lays(state, seat)
    out[at] = second / 20.0
    out[at + 1] = float(first + second) * min(left, 10.0) / 400.0
    idle = 0.0  # others who have nothing to clear any more, and hurry the end
    for other in range(state.players):
        if other != seat and state.phase[other] == 2 and total(state.display[other]) == 0:
            idle += 1.0
    out[at + 2] = idle
    out[at + 3] = idle * left / 10.0
    out[at + 4] = 1.0 if state.seat == state.start else 0.0
    hope = fitting_draw(state, seat)
    out[at + 5] = hope / 5.0
    out[at + 6] = hope * min(left, 15.0) / 50.0
    out[at + 7] = float(most_cleared(state, seat, second_purse(state, seat))) / 20.0


@kernel
def clearings(state: NoReturn, seat: int, purse: int) -> int:
    """Turns that it takes to clear all columns if every turn can pay `purse`, or one counter."""
    turns = 0
    for colour in range(COLOURS):
        bits = column(state.display[seat], colour)
        spent = purse
        while bits:
            v = lowest(bits) // 2 + 1
            spent += v
            if spent > purse:
                turns += 1
                spent = v
            bits &= bits - 1
    return turns


@kernel
def two_lays(state: NoReturn, seat: int) -> tuple[int, int]:
    """The most that could be laid out in one turn, and in the next with what is in hand now."""
    first, second = 0, 0
    for colour in range(COLOURS):
        room = up_to(floor_of(state, seat, colour))
        here = worth(column(state.hand[seat], colour) & room)
        if here > first:
            first, second = here, first
        elif here > second:
            second = here
    return first, second


@kernel
def describe_colours(state: NoReturn, seat: int, out: Floats) -> None:
    """Hands, sorted by worth, and columns, sorted by the room that is left in them."""
    for colour in range(COLOURS):
        held = worth(column(state.hand[seat], colour))
        floor = floor_of(state, seat, colour)
        rich, roomy = 0, 0
        for other in range(COLOURS):
            theirs = worth(column(state.hand[seat], other))
            if theirs > held or (theirs == held and other < colour):
                rich += 1
            theirs = floor_of(state, seat, other)
            if theirs > floor or (theirs == floor and other < colour):
                roomy += 1
        out[rich] = held / 20.0
        out[COLOURS + rich] = ones(column(state.hand[seat], colour)) / 4.0
        shown = column(state.display[seat], colour)
        out[2 * COLOURS + roomy] = floor / VALUES
        out[3 * COLOURS + roomy] = worth(shown) / 30.0
        out[4 * COLOURS + roomy] = ones(shown) / 6.0
        fits = column(state.hand[seat], colour) & up_to(floor)
        out[5 * COLOURS + roomy] = worth(fits) / 20.0
        out[6 * COLOURS + roomy] = ones(fits) / 4.0


@kernel
def floor_of(state: NoReturn, seat: int, colour: int) -> int:
    """The lowest value of a column, 11 when it is empty."""
    shown = column(state.display[seat], colour)
    return lowest(shown) // 2 + 1 if shown else VALUES


@kernel
def fitting(state: NoReturn, seat: int) -> int:
    """The most that could be laid out in one turn."""
    most = 0
    for colour in range(COLOURS):
        room = up_to(floor_of(state, seat, colour))
        most = max(most, worth(column(state.hand[seat], colour) & room))
    return most


@kernel
def fitting_draw(state: NoReturn, seat: int) -> float:
    """What a counter from the bag adds on average; nothing if it fits no column of the seat."""
    hope = 0
    for colour in range(COLOURS):
        hope += worth(column(state.bag, colour) & up_to(floor_of(state, seat, colour)))
    return float(hope) / max(float(state.bag_count), 1.0)


@kernel
def second_purse(state: NoReturn, seat: int) -> int:
    """What the second richest colour in hand is worth."""
    first, second = 0, 0
    for colour in range(COLOURS):
        held = worth(column(state.hand[seat], colour))
        if held > first:
            first, second = held, first
        elif held > second:
            second = held
    return second


@kernel
def best_clear(state: NoReturn, seat: int) -> int:
    """The most that could be cleared in one turn."""
    return most_cleared(state, seat, richest(state.hand[seat]))


@kernel
def most_cleared(state: NoReturn, seat: int, purse: int) -> int:
    """The most that can be cleared in one turn for this much."""
    most = 0
    for colour in range(COLOURS):
        bits = column(state.display[seat], colour)
        owed = 0
        while bits:
            owed += lowest(bits) // 2 + 1
            if owed > purse:
                break
            most = max(most, owed)
            bits &= bits - 1
    return most


@kernel
def expected(state: NoReturn, seat: int, scratch: Floats) -> float:
    """The final score of a seat, as far as can be told."""
    describe(state, seat, scratch)
    n = which(state, seat)
    gain = answer(scratch, DIRECT[n], HIDDEN[n], BIAS[n], WEIGHTS[n], CONSTANT[n])
    # Hardly any example turns too late; so what nobody can clear any more must not be hoped for.
    most = CLEAR_MOST * turns_left(state)
    if n == 1:
        most = min(most, float(total(state.display[seat])))
    return counted(state, seat) + min(gain, 2.0 * most)
