"""No Return: the state record and the rules. Ids like NR-8 point at RULES.en.md beside it."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.card import Options
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import CHANCE, FULL, OVER, Ints, State, i8, i16, i64, layout
from spieltisch.games.no_return.counters import (
    ALL,
    COLOURS,
    COLUMN,
    COLUMN_BITS,
    COUNTERS,
    IN_WORD,
    KINDS,
    SINGLES,
    SLACK,
    VALUES,
    WORDS,
    column,
    draw_blindly,
    is_empty,
    merge,
    no_higher,
    pick,
    put,
    richest,
    take,
    total,
    unknown,
    value_of,
    weigh,
    word_of,
    worth,
    write_kinds,
)

HAND = 8
MOST_SWAPPED = 4

KEEP = 0  # small decisions
PHASE2 = 1
DONE = 2  # ends every turn except KEEP
SWAP = 3  # SWAP + t puts counter t face down: aside in the opening, into the lid later
LAY = SWAP + KINDS
CLEAR = LAY + KINDS
PAY = CLEAR + KINDS
ACTIONS = PAY + KINDS
MOST = 1 + 2 * HAND + SLACK  # PHASE2, and every counter in hand to swap or to lay
OUTCOMES = KINDS  # a counter from the bag; of FIRST, a seat

FIRST, DEAL, OPENING, ASIDE, TURN, ANNOUNCED, SWAPPING, LAYING, CLEARING, PAYING, ENDED = range(11)


class NoReturn(State):
    stage: i8  # FIRST … ENDED; during a draw, what the draw is for
    actor: i8  # the seat to act, or CHANCE, or OVER
    seat: i8  # whose turn or draw it is
    start: i8
    open_piles: i8
    given: i8  # counters that the seat has given up in this turn
    drawing: i8  # counters that the seat has yet to draw
    drawn: i8  # counters that it has drawn in this line
    drew: i8  # what the draw before was for, so that one counter too many can be refused
    owed: i16  # worth cleared and not yet paid; below 0 when overpaid
    bag_count: i16
    last: i64  # kind of the last counter moved in this turn, for the canonical order
    phase: Annotated[Ints, np.int8, (4,)]
    held: Annotated[Ints, np.int8, (4,)]
    exchanged: Annotated[Ints, np.int16, (4,)]  # counters that lie in `facedown`
    bag: Annotated[Ints, np.int64, (WORDS,)]
    paid: Annotated[Ints, np.int64, (WORDS,)]  # face up in the lid
    hand: Annotated[Ints, np.int64, (4, WORDS)]
    display: Annotated[Ints, np.int64, (4, WORDS)]
    pile: Annotated[Ints, np.int64, (4, WORDS)]
    facedown: Annotated[Ints, np.int64, (4, WORDS)]  # aside or in the lid, by who gave them up


STATE = layout(NoReturn)


def setup(state: NoReturn, players: int, options: Options) -> None:
    state.open_piles = options["open_piles"]
    state.bag[:] = ALL  # NR-1
    state.bag_count = COUNTERS
    state.phase[:players] = 1  # NR-6
    state.actor = CHANCE
    state.stage = FIRST
    if not options["random_start"]:
        begin_deal(state, 0)  # NR-5


# --- who, and what is half done -----------------------------------------------------------------


@kernel
def to_act(state: NoReturn) -> int:
    return int(state.actor)


@kernel
def midway(state: NoReturn) -> bool:
    if state.actor == CHANCE:
        return bool(state.drawn > 0)
    return bool(state.given > 0 or state.stage == ANNOUNCED or state.stage == CLEARING)


# --- what a seat may do -------------------------------------------------------------------------


@kernel
def list_legal(state: NoReturn, actions: Ints) -> int:
    stage = state.stage
    hand = state.hand[state.seat]
    if stage in (SWAPPING, ASIDE):
        actions[0] = DONE
        if stage == SWAPPING and state.given == MOST_SWAPPED:  # NR-7
            return 1
        return list_swaps(state, actions, 1)
    if stage in (TURN, ANNOUNCED):
        if state.phase[state.seat] == 1:
            actions[0] = PHASE2  # NR-6
            return list_lays(state, actions, list_swaps(state, actions, 1))
        return list_clears(state, actions, list_swaps(state, actions, 0))  # NR-13: perhaps none
    if stage == LAYING:
        actions[0] = DONE
        base = LAY + state.last // VALUES * VALUES
        return write_kinds(actions, 1, base, no_higher(hand, state.last) & SINGLES)
    if stage == OPENING:
        actions[0] = KEEP  # NR-3
        return list_swaps(state, actions, 1)
    if stage == CLEARING:
        return list_first_pays(state, actions, list_next_clear(state, actions))
    # PAYING; what is written at 0 counts only when enough was paid [NR-10].
    actions[0] = DONE
    n = 1 if state.owed <= 0 else 0
    return list_pays(state, actions, n, state.last // VALUES, no_higher(hand, state.last))


@kernel
def list_swaps(state: NoReturn, actions: Ints, n: int) -> int:
    """Any counter in hand [NR-7], in ascending order of kind."""
    hand = state.hand[state.seat]
    first = word_of(state.last)
    mask = SINGLES & -(1 << 2 * (state.last - first * IN_WORD))
    for word in range(first, WORDS):
        n = write_kinds(actions, n, SWAP + word * IN_WORD, hand[word] & mask)
        mask = SINGLES
    return n


@kernel
def list_lays(state: NoReturn, actions: Ints, n: int) -> int:
    """One counter of any colour, not higher than the lowest of its column [NR-8]."""
    hand = state.hand[state.seat]
    display = state.display[state.seat]
    for word in range(WORDS):
        even = display[word] & COLUMN
        odd = display[word] >> COLUMN_BITS
        # The lowest bit is the first copy of the lowest value; an empty column allows everything.
        low = (4 * (even & -even) - 1) & COLUMN
        high = (4 * (odd & -odd) - 1) & COLUMN
        fitting = hand[word] & (low | high << COLUMN_BITS) & SINGLES
        n = write_kinds(actions, n, LAY + word * IN_WORD, fitting)
    return n


@kernel
def list_clears(state: NoReturn, actions: Ints, n: int) -> int:
    """The lowest counter of each column [NR-9] that one colour in hand can pay [NR-10]."""
    display = state.display[state.seat]
    if is_empty(display):
        return n
    most = richest(state.hand[state.seat])
    for colour in range(COLOURS):
        laid = column(display, colour)
        if laid:
            kind = colour * VALUES + lowest(laid) // 2
            if value_of(kind) <= most:
                actions[n] = CLEAR + kind
                n += 1
    return n


@kernel
def list_next_clear(state: NoReturn, actions: Ints) -> int:
    """The next counter of the column that is being cleared, if all of it can be paid [NR-10]."""
    colour = state.last // VALUES
    laid = column(state.display[state.seat], colour)
    if laid:
        kind = colour * VALUES + lowest(laid) // 2
        if state.owed + value_of(kind) <= richest(state.hand[state.seat]):
            actions[0] = CLEAR + kind
            return 1
    return 0


@kernel
def list_first_pays(state: NoReturn, actions: Ints, n: int) -> int:
    hand = state.hand[state.seat]
    for colour in range(COLOURS):
        n = list_pays(state, actions, n, colour, column(hand, colour))
    return n


@kernel
def list_pays(state: NoReturn, actions: Ints, n: int, colour: int, bits: int) -> int:
    """The counters among `bits` with which, and with lower ones, the rest can be paid [NR-10].

    Payments go down, so the highest counter comes first and must leave enough below it.
    """
    short = state.owed
    if worth(bits) < short:
        return n
    base = PAY + colour * VALUES
    while bits:
        place = lowest(bits) & -2
        pair = bits >> place & 3
        short -= (place // 2 + 1) * ones(pair)
        if short <= 0:
            actions[n] = base + place // 2
            n += 1
        bits ^= pair << place
    return n


# --- chance -------------------------------------------------------------------------------------


@kernel
def list_chance(state: NoReturn, outcomes: Ints, weights: Ints) -> int:
    if state.stage == FIRST:
        for seat in range(state.players):
            outcomes[seat] = seat
            weights[seat] = 1
        return int(state.players)
    return weigh(state.bag, outcomes, weights)


@kernel
def sample_chance(state: NoReturn, random: Random) -> int:
    if state.stage == FIRST:
        return below(random, int(state.players))
    return pick(state.bag, below(random, int(state.bag_count)))


# --- what happens -------------------------------------------------------------------------------


@kernel
def apply(state: NoReturn, action: int) -> None:
    if state.actor == CHANCE:
        if state.stage == FIRST:
            begin_deal(state, action)
        else:
            draw(state, action)
    elif action >= PAY:
        pay(state, action - PAY)
    elif action >= CLEAR:
        clear(state, action - CLEAR)
    elif action >= LAY:
        lay(state, action - LAY)
    elif action >= SWAP:
        swap(state, action - SWAP)
    elif action == DONE:
        begin_draw(state)
    elif action == PHASE2:
        state.phase[state.seat] = 2  # NR-6
        state.stage = ANNOUNCED
    else:
        next_opening(state)  # KEEP


@kernel
def swap(state: NoReturn, kind: int) -> None:
    seat = state.seat
    give(state, kind)
    put(state.facedown[seat], kind)  # NR-3, NR-4, NR-7
    state.exchanged[seat] += 1
    state.stage = ASIDE if state.stage == OPENING or state.stage == ASIDE else SWAPPING


@kernel
def lay(state: NoReturn, kind: int) -> None:
    give(state, kind)
    put(state.display[state.seat], kind)  # NR-8
    state.stage = LAYING


@kernel
def clear(state: NoReturn, kind: int) -> None:
    seat = state.seat
    take(state.display[seat], kind)  # NR-9
    put(state.pile[seat], kind)  # NR-10
    state.owed += value_of(kind)
    state.last = kind
    state.stage = CLEARING


@kernel
def pay(state: NoReturn, kind: int) -> None:
    give(state, kind)
    put(state.paid, kind)  # NR-10
    state.owed -= value_of(kind)
    state.stage = PAYING


@kernel
def give(state: NoReturn, kind: int) -> None:
    seat = state.seat
    take(state.hand[seat], kind)
    state.held[seat] -= 1
    state.given += 1
    state.last = kind


@kernel
def begin_draw(state: NoReturn) -> None:
    """The turn is over; as many counters as were given up are due [NR-3, 7, 8, 11]."""
    state.drawing = min(int(state.given), int(state.bag_count))  # NR-12
    state.drew = state.stage
    state.given = 0
    state.last = 0
    state.owed = 0
    if state.drawing > 0:
        state.actor = CHANCE
    else:
        end_draw(state)


@kernel
def draw(state: NoReturn, kind: int) -> None:
    seat = state.seat
    take(state.bag, kind)
    state.bag_count -= 1
    put(state.hand[seat], kind)
    state.held[seat] += 1
    state.drawn += 1
    state.drawing -= 1
    if state.drawing == 0:
        state.drawn = 0
        end_draw(state)


@kernel
def end_draw(state: NoReturn) -> None:
    if state.stage == DEAL:
        next_deal(state)
    elif state.stage == ASIDE:
        next_opening(state)
    else:
        next_turn(state)


@exported("state, int")
def begin_deal(state: NoReturn, start: int) -> None:
    state.start = start
    state.seat = start
    state.stage = DEAL
    state.drew = DEAL
    state.drawing = HAND  # NR-2


@kernel
def next_deal(state: NoReturn) -> None:
    step(state)
    state.drawing = HAND
    if state.seat == state.start:
        state.drawing = 0
        begin_turn(state, OPENING)


@kernel
def next_opening(state: NoReturn) -> None:
    step(state)
    if state.seat != state.start:
        begin_turn(state, OPENING)
        return
    for seat in range(state.players):  # NR-3: everyone has had the chance
        for word in range(WORDS):
            state.bag[word] = merge(state.bag[word], state.facedown[seat, word])
            state.facedown[seat, word] = 0
        state.bag_count += state.exchanged[seat]
        state.exchanged[seat] = 0
    begin_turn(state, TURN)


@kernel
def next_turn(state: NoReturn) -> None:
    step(state)
    if (state.bag_count == 0 and state.seat == state.start) or is_all_cleared(state):
        state.stage = ENDED  # NR-14, NR-15
        state.actor = OVER
    else:
        begin_turn(state, TURN)


@kernel
def step(state: NoReturn) -> None:
    """The next seat clockwise [NR-5]."""
    state.seat = state.seat + 1 if state.seat + 1 < state.players else 0


@kernel
def begin_turn(state: NoReturn, stage: int) -> None:
    state.stage = stage
    state.actor = state.seat


@kernel
def is_all_cleared(state: NoReturn) -> bool:
    for seat in range(state.players):
        if state.phase[seat] == 1 or not is_empty(state.display[seat]):
            return False
    return True


# --- scores -------------------------------------------------------------------------------------


@kernel
def score(state: NoReturn, seat: int) -> int:
    return total(state.pile[seat]) - total(state.display[seat])  # NR-16


@kernel
def rank(state: NoReturn, seat: int) -> int:
    mine = score(state, seat)
    minus = total(state.display[seat])
    better = 0
    for other in range(state.players):
        theirs = score(state, other)
        if theirs > mine or (theirs == mine and total(state.display[other]) < minus):
            better += 1  # NR-17
    return 1 + better


# --- what a seat knows --------------------------------------------------------------------------


@kernel
def is_swapping(state: NoReturn) -> bool:
    """Whether the seat to act has put counters face down in a turn that is not over."""
    stage = state.stage
    return bool(state.given > 0 and stage in (ASIDE, SWAPPING))


@kernel
def hide(state: NoReturn, seat: int) -> None:
    """Forgets the bag, and others' hands and the counters that they put face down.

    Their numbers, displays, piles and payments are there for everyone to see.
    """
    for other in range(state.players):
        if other != seat:
            state.hand[other, :] = 0
            state.facedown[other, :] = 0
    state.bag[:] = 0
    if is_swapping(state) and state.seat != seat:
        state.last = 0
    state.viewer = seat


@kernel
def fill(state: NoReturn, random: Random) -> None:
    """Deals the counters that the viewer cannot place to where they may be, all ways equally."""
    if state.viewer == FULL:
        return
    gather_unknown(state)
    for seat in range(state.players):
        if seat != state.viewer:
            for _ in range(state.held[seat]):
                put(state.hand[seat], draw_blindly(state.bag, random))
            for nth in range(state.exchanged[seat]):
                kind = draw_blindly(state.bag, random)
                put(state.facedown[seat], kind)
                # The counters of this turn come first; the highest was the last of them.
                if is_swapping(state) and seat == state.seat and nth < state.given:
                    state.last = max(int(state.last), kind)
    state.viewer = FULL


@kernel
def gather_unknown(state: NoReturn) -> None:
    """Puts into the bag whatever lies nowhere in sight."""
    for word in range(WORDS):
        known = state.paid[word]
        for seat in range(state.players):
            known = merge(known, state.hand[seat, word])
            known = merge(known, state.display[seat, word])
            known = merge(known, state.pile[seat, word])
            known = merge(known, state.facedown[seat, word])
        state.bag[word] = unknown(known)
