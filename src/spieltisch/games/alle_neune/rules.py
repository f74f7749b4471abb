"""The rules of Alle Neune as kernels: run, collect, make nine.

Ids in brackets, like [AN-14], point at the paragraphs of RULES.de.md and RULES.en.md.

Tiles are called by their number, 1 to 48, and a set of tiles is an integer with bit t for tile t.
Bit 0 is the first number of a seat (`s` in the notation), which never lies on the track.
"""

from typing import Annotated

import numpy as np

from spieltisch.core.card import Options
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import CHANCE, FULL, OVER, Ints, State, i8, i64, layout
from spieltisch.games.alle_neune.sets import bit, count, first

SEATS = 5  # at most [AN-1]
FIGURES = 4  # of a seat, at most [AN-5]
TILES = 48  # of the full track; tile 8g + 1 is a cactus tile, seven tiles of a section follow it
BEFORE = 0  # place of a figure in the start area; on the track it is the number of its tile
GOAL = TILES + 1  # also on the short track
TRACK = (1 << GOAL) - 2  # the set of all tiles
CACTI = 1 << 1 | 1 << 9 | 1 << 17 | 1 << 25 | 1 << 33 | 1 << 41
NINE = 9

# What a position waits for
STARTER = 0  # chance: who starts
NUMBERS = 1  # chance: the first numbers of the seats, one by one
LAYING = 2  # chance: the tiles of the track, one by one
ROLL = 3  # chance: the die
MOVE = 4  # which figure, and how
TAKE = 5  # which of the tiles that are due
SETTLE = 6  # what becomes of the numbers in front [AN-17, AN-18]
FINISH = 7  # which nine, when the last figure is home [AN-19]
ENDED = 8

# Small decisions
STEP = 0  # + figure: it moves by the roll
ADVANCE = 4  # + figure: it goes to the next figure ahead [AN-7]
COLLECT = 7  # + tile (from 1): it is taken from the track
BANK = 56  # + tile (from 0): it is part of a nine; the tiles of a nine come in ascending order
KEEP = 105  # the nine is declined
DROP = 106  # + tile (from 0): it goes face up aside
ACTIONS = DROP + TILES + 1
MOST = 8  # four figures on a 1; a section has seven tiles

# Outcomes of chance; what the supply holds stands in the same order
NUMBER = 0  # + value - 1: a first number
TILE = 6  # + value - 1, or + ANIMAL: a tile of a section
ANIMAL = 6
CACTUS = 13  # + value - 1: a cactus tile
FACE = 19  # + face - 1
SEAT = 25  # + seat
OUTCOMES = SEAT + SEATS


class AlleNeune(State):
    sections: i8
    each: i8  # figures of a seat
    phase: i8
    seat: i8  # whose turn it is
    roll: i8  # 0 before it
    laid: i8  # tiles laid out so far in a line of chance that is half done
    stage: i8  # crossings of this move: stage 2g is the section before cactus tile g (from 0) or
    until: i8  # before the goal, stage 2g + 1 the cactus tile itself; `until` is the first not met
    supply: Annotated[Ints, np.int8, (13,)]  # in the box: 1-6, animals, cactus tiles 1-6
    firsts: Annotated[Ints, np.int8, (SEATS,)]  # values of the first numbers
    values: Annotated[Ints, np.int8, (GOAL,)]  # of the tiles, by number; 0 is an animal
    figures: Annotated[Ints, np.int8, (SEATS, FIGURES)]  # places
    track: i64  # set: tiles that still lie there
    due: i64  # set: tiles of which one must be taken now
    nine: i64  # set: tiles of a nine that is half named
    front: Annotated[Ints, np.int64, (SEATS,)]  # sets: numbers in front of the seats
    banked: Annotated[Ints, np.int64, (SEATS,)]  # sets: face down aside, animals too
    aside: Annotated[Ints, np.int64, (SEATS,)]  # sets: face up aside


STATE = layout(AlleNeune)


def setup(state: AlleNeune, players: int, options: Options) -> None:
    state.sections = 5 if options["short_track"] else 6  # [AN-3, AN-4]
    state.each = (0, 0, 4, 3, 2, 2)[players]  # [AN-5]
    state.phase = STARTER if options["random_start"] else NUMBERS
    state.supply[:ANIMAL] = 7  # [AN-1]
    state.supply[ANIMAL] = 6
    state.supply[ANIMAL + 1 :] = 1


# Sums of tiles


@exported("state, int, int -> int")
def worth(state: AlleNeune, seat: int, tile: int) -> int:
    """The value of a tile that lies before or beside `seat`."""
    return int(state.firsts[seat]) if tile == 0 else int(state.values[tile])


@exported("state, int, int -> int")
def total(state: AlleNeune, seat: int, tiles: int) -> int:
    points = 0
    while tiles:
        points += worth(state, seat, first(tiles))
        tiles &= tiles - 1
    return points


@exported("state, int, int, int -> bool")
def makes(state: AlleNeune, seat: int, tiles: int, points: int) -> bool:
    """Whether some of `tiles`, or none for 0, sum to `points`."""
    part = tiles
    while part:
        if total(state, seat, part) == points:
            return True
        part = (part - 1) & tiles
    return points == 0


# The track


@kernel
def occupied(state: AlleNeune) -> int:
    """The set of places where figures stand: tiles, and maybe the start area and the goal."""
    places = 0
    for seat in range(state.players):
        for figure in range(state.each):
            places |= bit(state.figures[seat, figure])
    return places


@exported("state, int, int -> int")
def step_from(state: AlleNeune, place: int, steps: int) -> int:
    """Where `steps` steps lead: only tiles that remain count, spare steps are lost. [AN-8, AN-9]"""
    ahead = int(state.track) >> (place + 1) << (place + 1)
    for _ in range(steps - 1):
        ahead &= ahead - 1
    return first(ahead) if ahead else GOAL


@exported("state, int -> int")
def next_figure(state: AlleNeune, place: int) -> int:
    """The place of the next figure on the track ahead of `place`; GOAL: there is none. [AN-7]"""
    ahead = (occupied(state) & TRACK) >> (place + 1) << (place + 1)
    return first(ahead) if ahead else GOAL


@kernel
def gates(place: int) -> int:
    """How many cactus tiles of the whole track lie before `place`, a tile or the start area."""
    return (place + 6) >> 3


@kernel
def is_home(state: AlleNeune, seat: int) -> bool:
    for figure in range(state.each):
        if state.figures[seat, figure] != GOAL:
            return False
    return True


@kernel
def is_last(state: AlleNeune, cactus: int) -> bool:
    """Whether no figure is left before or on this cactus tile. [AN-14]"""
    for seat in range(state.players):
        for figure in range(state.each):
            if state.figures[seat, figure] <= cactus:
                return False
    return True


@kernel
def prize(state: AlleNeune, stage: int) -> int:
    """The set of tiles of which one is earned at this stage of the move; empty: nothing."""
    gate = stage >> 1
    if stage & 1:
        cactus = 8 * gate + 1
        return bit(cactus) if is_last(state, cactus) else 0
    if gate == 0:  # before the first cactus tile there is no section [AN-10]
        return 0
    section = 127 << (8 * gate - 6)
    return int(state.track) & section & ~occupied(state)  # [AN-12]


# Whose turn it is, and what is legal


@kernel
def to_act(state: AlleNeune) -> int:
    if state.phase <= ROLL:
        return CHANCE
    return OVER if state.phase == ENDED else int(state.seat)


@kernel
def midway(state: AlleNeune) -> bool:
    return bool(state.laid > 0 or TAKE <= state.phase <= FINISH)


@kernel
def list_legal(state: AlleNeune, actions: Ints) -> int:
    if state.phase == MOVE:
        return list_moves(state, actions)
    if state.phase == TAKE:
        return list_tiles(int(state.due), COLLECT, actions)
    n = list_nine(state, actions)
    front = int(state.front[state.seat])
    if n == 0:  # three numbers without a nine [AN-18]
        return list_tiles(front, DROP, actions)
    if state.phase == SETTLE and state.nine == 0 and count(front) == 2:  # [AN-17]
        actions[n] = KEEP
        n += 1
    return n


@kernel
def list_tiles(tiles: int, kind: int, actions: Ints) -> int:
    n = 0
    while tiles:
        actions[n] = kind + first(tiles)
        tiles &= tiles - 1
        n += 1
    return n


@kernel
def list_moves(state: AlleNeune, actions: Ints) -> int:
    """Of figures on the same place only the first moves; ADVANCE only where it is not a step."""
    seat = int(state.seat)
    n = 0
    for figure in range(state.each):
        if moves_first(state, seat, figure):
            actions[n] = STEP + figure
            n += 1
    if state.roll == 1:
        for figure in range(state.each):
            place = int(state.figures[seat, figure])
            if moves_first(state, seat, figure) and advances(state, place):
                actions[n] = ADVANCE + figure
                n += 1
    return n


@kernel
def moves_first(state: AlleNeune, seat: int, figure: int) -> bool:
    """Whether this figure is not in the goal and the first of its seat on its place."""
    place = state.figures[seat, figure]
    for other in range(figure):
        if state.figures[seat, other] == place:
            return False
    return bool(place != GOAL)


@kernel
def advances(state: AlleNeune, place: int) -> bool:
    """Whether a figure on `place` has a figure ahead that is not just one step away. [AN-7]"""
    target = next_figure(state, place)
    return target not in (GOAL, step_from(state, place, 1))


@kernel
def list_nine(state: AlleNeune, actions: Ints) -> int:
    """The tiles that a nine may be begun or continued with, in ascending order."""
    seat = int(state.seat)
    points = NINE - total(state, seat, int(state.nine))
    rest = int(state.front[seat])
    named = int(state.nine)
    while named:  # only tiles behind those already named
        rest &= ~(2 * (named & -named) - 1)
        named &= named - 1
    n = 0
    while rest:
        tile = first(rest)
        rest &= rest - 1
        if makes(state, seat, rest, points - worth(state, seat, tile)):
            actions[n] = BANK + tile
            n += 1
    return n


# Chance


@kernel
def in_supply(state: AlleNeune) -> tuple[int, int, int]:
    """Where in the supply the next tile comes from: from, to, and the outcome of number 0."""
    if state.phase == NUMBERS:  # numbers only [AN-2]
        return 0, ANIMAL, NUMBER
    if state.laid % 8 == 0:  # a cactus tile, then seven others [AN-3]
        return ANIMAL + 1, 13, TILE
    return 0, ANIMAL + 1, TILE


@kernel
def list_chance(state: AlleNeune, outcomes: Ints, weights: Ints) -> int:
    n = 0
    if state.phase == STARTER or state.phase == ROLL:
        base = SEAT if state.phase == STARTER else FACE
        for i in range(state.players if state.phase == STARTER else 6):
            outcomes[n] = base + i
            weights[n] = 1
            n += 1
        return n
    low, high, base = in_supply(state)
    for kind in range(low, high):
        if state.supply[kind] > 0:
            outcomes[n] = base + kind
            weights[n] = state.supply[kind]
            n += 1
    return n


@kernel
def sample_chance(state: AlleNeune, random: Random) -> int:
    if state.phase == ROLL:
        return FACE + below(random, 6)
    if state.phase == STARTER:
        return SEAT + below(random, int(state.players))
    low, high, base = in_supply(state)
    many = 0
    for kind in range(low, high):
        many += int(state.supply[kind])
    ticket = below(random, many)
    kind = low
    while ticket >= state.supply[kind]:
        ticket -= int(state.supply[kind])
        kind += 1
    return base + kind


@kernel
def apply_chance(state: AlleNeune, outcome: int) -> None:
    if state.phase == STARTER:
        state.seat = outcome - SEAT
        state.phase = NUMBERS
    elif state.phase == NUMBERS:
        state.firsts[state.laid] = outcome - NUMBER + 1
        state.front[state.laid] = bit(0)
        state.supply[outcome - NUMBER] -= 1
        state.laid += 1
        if state.laid == state.players:
            state.laid = 0
            state.phase = LAYING
    elif state.phase == LAYING:
        kind = outcome - TILE
        state.laid += 1
        state.values[state.laid] = (kind + 1) % 7  # an animal is 0, cactus tiles begin at 7
        state.supply[kind] -= 1
        state.track |= bit(state.laid)
        if state.laid == 8 * state.sections:
            state.laid = 0
            state.phase = ROLL
    else:
        state.roll = outcome - FACE + 1
        state.phase = MOVE


# What decisions do


@kernel
def apply(state: AlleNeune, action: int) -> None:
    if state.phase <= ROLL:
        apply_chance(state, action)
    elif action < ADVANCE + FIGURES:
        move(state, action)
    elif action < BANK:
        take(state, action - COLLECT)
    elif action < KEEP:
        bank(state, action - BANK)
    else:
        if action != KEEP:
            drop(state, action - DROP)
        proceed(state)


@kernel
def move(state: AlleNeune, action: int) -> None:
    seat = int(state.seat)
    figure = action % FIGURES
    place = int(state.figures[seat, figure])
    if action < ADVANCE:
        target = step_from(state, place, int(state.roll))
    else:
        target = next_figure(state, place)
    state.figures[seat, figure] = target
    state.stage = 2 * gates(place)
    # the goal is crossed like a cactus tile, but cannot be taken [AN-11]
    state.until = 2 * int(state.sections) + 1 if target == GOAL else 2 * gates(target)
    proceed(state)


@kernel
def proceed(state: AlleNeune) -> None:
    """Goes on, in track order, to the next tile that this move earns, or ends the turn. [AN-13]"""
    while state.stage < state.until:
        state.due = prize(state, int(state.stage))
        state.stage += 1
        if state.due != 0:
            state.phase = TAKE
            return
    seat = int(state.seat)
    if is_home(state, seat):  # this was the seat's last figure [AN-19]
        front = int(state.front[seat])
        if makes(state, seat, front, NINE):
            state.phase = FINISH
            return
        state.aside[seat] |= front
        state.front[seat] = 0
    end_turn(state)


@kernel
def take(state: AlleNeune, tile: int) -> None:
    seat = int(state.seat)
    state.due = 0
    state.track &= ~bit(tile)
    if state.values[tile] == 0:  # an animal [AN-16]
        state.banked[seat] |= bit(tile)
        proceed(state)
        return
    state.front[seat] |= bit(tile)
    front = int(state.front[seat])
    finished = state.stage > 2 * state.sections and is_home(state, seat)  # [AN-19]
    many = count(front)
    if not finished and (many == 3 or (many == 2 and total(state, seat, front) == NINE)):
        state.phase = SETTLE
    else:
        proceed(state)


@kernel
def bank(state: AlleNeune, tile: int) -> None:
    seat = int(state.seat)
    state.nine |= bit(tile)
    if total(state, seat, int(state.nine)) == NINE:
        state.banked[seat] |= state.nine
        state.front[seat] &= ~state.nine
        state.nine = 0
        proceed(state)


@kernel
def drop(state: AlleNeune, tile: int) -> None:
    state.aside[state.seat] |= bit(tile)
    state.front[state.seat] &= ~bit(tile)


@kernel
def end_turn(state: AlleNeune) -> None:
    state.roll = 0
    state.stage = 0
    state.until = 0
    state.phase = ROLL
    for _ in range(state.players):
        state.seat = (state.seat + 1) % state.players
        if not is_home(state, int(state.seat)):  # who has finished is skipped [AN-6]
            return
    state.phase = ENDED  # [AN-20]


# Scores, and what a seat knows


@kernel
def score(state: AlleNeune, seat: int) -> int:
    """Points for what is banked or laid aside; numbers in front count for nothing yet. [AN-21]"""
    return 5 * count(int(state.banked[seat])) - total(state, seat, int(state.aside[seat]))


@exported("state, int -> int")
def cacti(state: AlleNeune, seat: int) -> int:
    tiles = state.front[seat] | state.banked[seat] | state.aside[seat]
    return count(int(tiles) & CACTI)


@kernel
def rank(state: AlleNeune, seat: int) -> int:
    """Ties are broken by cactus tiles. [AN-22]"""
    better = 1
    mine = 8 * score(state, seat) + cacti(state, seat)
    for other in range(state.players):
        if 8 * score(state, other) + cacti(state, other) > mine:
            better += 1
    return better


@kernel
def hide(state: AlleNeune, seat: int) -> None:
    """Everything is public; what stayed in the box is known by subtraction."""
    state.viewer = seat


@kernel
def fill(state: AlleNeune, random: Random) -> None:
    state.viewer = FULL
