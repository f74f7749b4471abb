"""ReMove: the state record and the kernels. [RM-n] points at the paragraphs of RULES.*.md."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.card import Options
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import CHANCE, FULL, OVER, Ints, State, i64, layout
from spieltisch.games.re_move.boards import LONGEST_NAME, MOST_LINES, MOST_PLACES, load_board
from spieltisch.games.re_move.compulsion import (
    SCRATCH,
    STEPS,
    any_can_move,
    list_ends,
    list_steps,
    most_movers,
)
from spieltisch.games.re_move.decks import deck_counts

SEATS = 3
FIGURES = 7
HAND = 4
GOAL = 3  # figures in the target [RM-14]

# Cards, in the order of the notation.
MOVE, REMOVE, OUTSIDE, INSIDE, JOKER = range(5)
KINDS = 5
OUTER, INNER = 0, 1  # rings

# Small decisions: what to do, then steps (place and which of its lines), then places of the base.
DISCARD, PLAY_MOVE, PLAY_REMOVE, PLAY_OUTSIDE, PLAY_INSIDE, JOKER_OUTER, JOKER_INNER = range(7)
STEP = 7
PLACE = STEP + MOST_PLACES * MOST_LINES
ACTIONS = PLACE + FIGURES
MOST = FIGURES * MOST_LINES

# Outcomes of chance: the kind of the next card, then who starts.
FIRST_SEAT = KINDS
OUTCOMES = KINDS + SEATS

STARTING, DRAWING, CHOOSING, STEPPING, LANDING, PLACING, ENDED = range(7)


class ReMove(State):
    # The board [RM-2]: options may bring another, so it is part of the state.
    reach: Annotated[Ints, np.int64, (2, MOST_PLACES)]  # one step away; within two steps
    line: Annotated[Ints, np.int8, (MOST_PLACES, MOST_LINES)]  # neighbours ascending, then -1
    open: Annotated[Ints, np.int64, (SEATS,)]  # where a seat may go [RM-9]
    bases: Annotated[Ints, np.int64, (SEATS,)]
    target: Annotated[Ints, np.int64, (SEATS,)]
    ring: Annotated[Ints, np.int64, (2,)]
    away: Annotated[Ints, np.int8, (SEATS, MOST_PLACES)]  # steps to the target, -1: closed
    name: Annotated[Ints, np.int8, (MOST_PLACES, LONGEST_NAME)]
    xy: Annotated[Ints, np.int16, (MOST_PLACES, 2)]  # in thousandths
    places: i64
    # What was agreed.
    turn_limit: i64
    sudden_win: i64
    deck: Annotated[Ints, np.int8, (KINDS,)]
    # The table.
    phase: i64
    seat: i64  # whose turn it is
    turns: i64  # that are over
    figures: Annotated[Ints, np.int64, (SEATS,)]
    hand: Annotated[Ints, np.int8, (SEATS, KINDS)]
    pile: Annotated[Ints, np.int8, (SEATS, KINDS)]
    played: Annotated[Ints, np.int8, (SEATS, KINDS)]
    discarded: Annotated[Ints, np.int8, (SEATS, KINDS)]
    hand_size: Annotated[Ints, np.int8, (SEATS,)]
    pile_size: Annotated[Ints, np.int8, (SEATS,)]
    discarded_size: Annotated[Ints, np.int8, (SEATS,)]
    captured: Annotated[Ints, np.int8, (SEATS,)]  # figures that wait to be placed [RM-8]
    # The turn in progress.
    card: i64  # the kind of movement card being carried out
    origin: i64  # the figure between its two steps, -1: none
    middle: i64
    moved: i64  # where figures stand that have moved


STATE = layout(ReMove)


def setup(state: ReMove, players: int, options: Options) -> None:
    set_board(state, options)
    state.turn_limit = options["turn_limit"]
    state.sudden_win = int(options["sudden_win"])
    state.deck[:] = deck_counts(options["deck"])
    state.origin = state.middle = -1
    for seat in range(SEATS):
        state.figures[seat] = state.bases[seat]  # [RM-1]
        state.pile[seat] = state.deck
        state.pile_size[seat] = state.deck.sum()
    state.phase = STARTING if options["random_start"] else DRAWING


def set_board(state: ReMove, options: Options) -> None:
    """Writes the agreed board into the record, unused places left empty."""
    board = load_board(options["board"])
    state.places = len(board.places)
    state.line[:] = -1
    state.away[:] = -1
    for number, place in enumerate(board.places):
        near = board.neighbours[number]
        within = {number, *near, *(far for step in near for far in board.neighbours[step])}
        state.reach[0, number] = sum(1 << step for step in near)
        state.reach[1, number] = sum(1 << step for step in within)
        state.line[number, : len(near)] = near
        letters = place.name.encode("ascii")
        state.name[number, : len(letters)] = list(letters)
        state.xy[number] = [round(1000 * value) for value in place.xy]
    for ring, zone in enumerate(("outer", "inner")):
        state.ring[ring] = sum(1 << place for place in board.zone(zone))
    for seat in range(SEATS):
        state.bases[seat] = sum(1 << place for place in board.zone("base", seat))
        state.target[seat] = sum(1 << place for place in board.zone("target", seat))
        state.open[seat] = sum(1 << place for place in board.open_to(seat))
        for number, steps in board.distances(seat).items():
            state.away[seat, number] = steps


@exported("state -> int")
def owner_to_place(state: ReMove) -> int:
    """Whose captured figure is placed next: in order of play from the acting seat [RM-8]."""
    for turn in range(SEATS):
        seat = (int(state.seat) + turn) % SEATS
        if state.captured[seat] > 0:
            return seat
    return OVER


@kernel
def to_act(state: ReMove) -> int:
    if state.phase == ENDED:
        return OVER
    if state.phase <= DRAWING:
        return CHANCE
    if state.phase == PLACING:
        return owner_to_place(state)
    return int(state.seat)


@kernel
def midway(state: ReMove) -> bool:
    if state.phase == DRAWING:
        return bool(state.hand_size[state.seat] > 0)
    return bool(state.phase == STEPPING or state.phase == LANDING)


@exported("state, int -> int")
def enemies(state: ReMove, seat: int) -> int:
    """All figures of the other seats."""
    return int(state.figures[(seat + 1) % SEATS] | state.figures[(seat + 2) % SEATS])


@kernel
def list_legal(state: ReMove, actions: Ints) -> int:
    if state.phase == CHOOSING:
        return list_cards(state, actions)
    if state.phase == PLACING:
        return list_base(state, actions)
    return list_moves(state, actions)


@kernel
def list_cards(state: ReMove, actions: Ints) -> int:
    """Discarding is always possible, playing only what is in the hand [RM-4]."""
    hand = state.hand[state.seat]
    actions[0] = DISCARD
    n = 1
    for kind in range(KINDS):
        if hand[kind] > 0:
            actions[n] = PLAY_MOVE + kind
            n += 1
    if hand[JOKER] > 0:  # for either ring [RM-7]
        actions[n] = JOKER_INNER
        n += 1
    return n


@kernel
def who_moves(state: ReMove) -> tuple[int, int, int, int, int]:
    """What `compulsion` asks for: unmoved, moved and enemy figures, open places, two steps?"""
    seat = int(state.seat)
    moved = int(state.moved)
    unmoved = int(state.figures[seat]) & ~moved
    two = int(state.card == REMOVE)
    return unmoved, moved, enemies(state, seat), int(state.open[seat]), two


@kernel
def list_moves(state: ReMove, actions: Ints) -> int:
    """The steps after which as many figures as possible can still move [RM-11]."""
    scratch = np.empty(SCRATCH, np.int64)
    unmoved, moved, enemy, open, two = who_moves(state)
    if state.phase == LANDING:
        start, middle = int(state.origin), int(state.middle)
        to = list_ends(state.reach, start, middle, unmoved, moved, enemy, open, two, scratch)
        return add_steps(state, middle, to, actions)
    list_steps(state.reach, unmoved, moved, enemy, open, two, scratch)
    n = 0
    nth = 0
    while unmoved:
        n += add_steps(state, lowest(unmoved), int(scratch[STEPS, nth]), actions[n:])
        nth += 1
        unmoved &= unmoved - 1
    return n


@kernel
def add_steps(state: ReMove, place: int, to: int, actions: Ints) -> int:
    """Lists the steps along the lines of `place` that lead into the set `to`."""
    n = 0
    for slot in range(MOST_LINES):
        step = 0 + int(state.line[place, slot])  # wide, as the compiler counts
        if step < 0:
            break
        if to >> step & 1:
            actions[n] = STEP + place * MOST_LINES + slot
            n += 1
    return n


@kernel
def list_base(state: ReMove, actions: Ints) -> int:
    """The free places of the base of whoever places a figure [RM-8]."""
    seat = owner_to_place(state)
    n = 0
    for nth in range(FIGURES):
        if not int(state.figures[seat]) >> base_place(state, seat, nth) & 1:
            actions[n] = PLACE + nth
            n += 1
    return n


@exported("state, int, int -> int")
def base_place(state: ReMove, seat: int, nth: int) -> int:
    """The n-th place of a base, from 0, in the order of the board."""
    rest = int(state.bases[seat])
    for _ in range(nth):
        rest &= rest - 1
    return lowest(rest)


@kernel
def list_chance(state: ReMove, outcomes: Ints, weights: Ints) -> int:
    if state.phase == STARTING:
        for seat in range(SEATS):
            outcomes[seat] = FIRST_SEAT + seat
            weights[seat] = 1
        return SEATS
    n = 0
    for kind in range(KINDS):
        if state.pile[state.seat, kind] > 0:
            outcomes[n] = kind
            weights[n] = state.pile[state.seat, kind]
            n += 1
    return n


@kernel
def sample_chance(state: ReMove, random: Random) -> int:
    if state.phase == STARTING:
        return FIRST_SEAT + below(random, SEATS)
    return pick(state.pile[state.seat], 0 + int(state.pile_size[state.seat]), random)


@kernel
def pick(pile: Ints, cards: int, random: Random) -> int:
    """The kind of one of the `cards` in a pile, each as likely as the other."""
    ticket = below(random, cards)
    kind = 0
    while ticket >= pile[kind]:
        ticket -= int(pile[kind])
        kind += 1
    return kind


@kernel
def apply(state: ReMove, action: int) -> None:
    if state.phase == STARTING:
        state.seat = action - FIRST_SEAT
        state.phase = DRAWING
    elif state.phase == DRAWING:
        draw(state, action)
    elif state.phase == CHOOSING:
        choose(state, action)
    elif state.phase == PLACING:
        put_back(state, action - PLACE)
    else:
        place, slot = divmod(action - STEP, MOST_LINES)
        step(state, place, 0 + int(state.line[place, slot]))


@kernel
def draw(state: ReMove, kind: int) -> None:
    """One card; after the fourth, at the beginning, the next seat draws [RM-1, RM-3]."""
    seat = int(state.seat)
    state.pile[seat, kind] -= 1
    state.pile_size[seat] -= 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    if state.hand_size[seat] < HAND:
        return
    state.phase = CHOOSING
    if state.turns == 0:
        state.seat = (seat + 1) % SEATS
        if state.hand_size[state.seat] == 0:
            state.phase = DRAWING


@kernel
def choose(state: ReMove, action: int) -> None:
    seat = int(state.seat)
    if action == DISCARD:  # [RM-4]
        for kind in range(KINDS):
            state.discarded[seat, kind] += state.hand[seat, kind]
            state.hand[seat, kind] = 0
        state.discarded_size[seat] += state.hand_size[seat]
        state.hand_size[seat] = 0
        end_turn(state)
        return
    kind = min(action - PLAY_MOVE, JOKER)
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.played[seat, kind] += 1
    if kind <= REMOVE:
        start_moving(state, kind)
    else:
        clear_ring(state, int(action in (PLAY_INSIDE, JOKER_INNER)))


@kernel
def clear_ring(state: ReMove, ring: int) -> None:
    """Captures all figures on a ring, one's own too [RM-7]."""
    for seat in range(SEATS):
        hit = int(state.figures[seat]) & int(state.ring[ring])
        state.figures[seat] &= ~hit
        state.captured[seat] += ones(hit)
    end_action(state)


@kernel
def start_moving(state: ReMove, kind: int) -> None:
    state.card = kind
    state.phase = STEPPING
    if not someone_can_move(state):
        end_action(state)  # and nothing happened [RM-13]


@kernel
def someone_can_move(state: ReMove) -> bool:
    """Since every step obeyed RM-11, the action is over as soon as nobody can [RM-11]."""
    unmoved, moved, enemy, open, two = who_moves(state)
    return any_can_move(state.reach, unmoved, moved, enemy, open, two)


@kernel
def step(state: ReMove, start: int, to: int) -> None:
    """One step of a figure: the whole move, or the first or the second half of it."""
    if state.card == REMOVE and state.phase == STEPPING:
        state.origin = start
        state.middle = to
        state.phase = LANDING
        return
    seat = int(state.seat)
    if state.phase == LANDING:
        start = int(state.origin)
        capture(state, int(state.middle))
    state.figures[seat] = int(state.figures[seat]) & ~(1 << start) | 1 << to
    state.moved |= 1 << to
    state.origin = state.middle = -1
    state.phase = STEPPING
    sudden = state.sudden_win and in_target(state, seat) == GOAL  # [RM-14]
    if sudden or not someone_can_move(state):
        end_action(state)


@kernel
def capture(state: ReMove, place: int) -> None:
    """Takes the figure that was jumped, if any, off the board [RM-6]."""
    for seat in range(SEATS):
        if int(state.figures[seat]) >> place & 1:
            state.figures[seat] &= ~(1 << place)
            state.captured[seat] += 1


@kernel
def put_back(state: ReMove, nth: int) -> None:
    seat = owner_to_place(state)
    state.figures[seat] |= 1 << base_place(state, seat, nth)
    state.captured[seat] -= 1
    if owner_to_place(state) == OVER:
        end_turn(state)


@kernel
def end_action(state: ReMove) -> None:
    state.card = 0
    state.moved = 0
    state.phase = PLACING
    if owner_to_place(state) == OVER:
        end_turn(state)


@kernel
def end_turn(state: ReMove) -> None:
    """Victory or the turn limit [RM-14, RM-15], else the next seat, which draws if it must."""
    state.turns += 1
    if in_target(state, int(state.seat)) == GOAL or state.turns >= state.turn_limit:
        state.phase = ENDED
        return
    state.seat = (int(state.seat) + 1) % SEATS
    state.phase = CHOOSING
    if state.hand_size[state.seat] == 0:  # [RM-3]
        state.phase = DRAWING
        if state.pile_size[state.seat] == 0:
            reshuffle(state, int(state.seat))


@kernel
def reshuffle(state: ReMove, seat: int) -> None:
    """With hand and pile empty, played and discarded cards are the whole deck again [RM-3]."""
    for kind in range(KINDS):
        state.pile[seat, kind] = state.deck[kind]
        state.played[seat, kind] = 0
        state.discarded[seat, kind] = 0
        state.pile_size[seat] += state.deck[kind]
    state.discarded_size[seat] = 0


@exported("state -> int")
def left_to_move(state: ReMove) -> int:
    """How many figures must still move [RM-11]; for people, the kernels need not know."""
    if state.phase != STEPPING and state.phase != LANDING:
        return 0
    scratch = np.empty(SCRATCH, np.int64)
    unmoved, moved, enemy, open, two = who_moves(state)
    return most_movers(state.reach, unmoved, moved, enemy, open, two, scratch)


@exported("state, int -> int")
def in_target(state: ReMove, seat: int) -> int:
    return ones(int(state.figures[seat]) & int(state.target[seat]))


@kernel
def score(state: ReMove, seat: int) -> int:
    """1 for the most figures in the target, which three always are [RM-14, RM-15, RM-16]."""
    for other in range(SEATS):
        if in_target(state, other) > in_target(state, seat):
            return 0
    return 1


@kernel
def rank(state: ReMove, seat: int) -> int:
    better = 0
    for other in range(SEATS):
        if score(state, other) > score(state, seat):
            better += 1
    return 1 + better


@kernel
def hide(state: ReMove, seat: int) -> None:
    """Others' hands, piles and face-down discards become unknown; their sizes are public."""
    for other in range(SEATS):
        if other != seat:
            for kind in range(KINDS):
                state.hand[other, kind] = state.pile[other, kind] = 0
                state.discarded[other, kind] = 0
    state.viewer = seat


@kernel
def fill(state: ReMove, random: Random) -> None:
    """Deals what others hold anew from what they have not played."""
    for seat in range(SEATS):
        if seat != state.viewer:
            for kind in range(KINDS):
                state.pile[seat, kind] = state.deck[kind] - state.played[seat, kind]
            deal(state.pile[seat], state.hand[seat], state.hand_size[seat], random)
            deal(state.pile[seat], state.discarded[seat], state.discarded_size[seat], random)
    state.viewer = FULL


@kernel
def deal(pile: Ints, to: Ints, cards: int, random: Random) -> None:
    """Moves so many cards from a pile elsewhere, at random."""
    for _ in range(cards):
        kind = pick(pile, int(pile.sum()), random)
        pile[kind] -= 1
        to[kind] += 1
