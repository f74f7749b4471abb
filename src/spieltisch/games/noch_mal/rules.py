"""Noch mal!: cross off blocks of colour, from column H outwards, faster than the others.

Ids like [NM-8] point at the paragraphs of RULES.en.md beside this file. `state.py` declares the
state, `decisions.py` numbers the small decisions, `sets.py` writes sets of cells as numbers.
"""

from __future__ import annotations

import numpy as np

from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import CHANCE, FULL, OVER, Ints
from spieltisch.games.noch_mal.decisions import ACTIONS as ACTIONS
from spieltisch.games.noch_mal.decisions import (
    COLOUR_FACE,
    COLOURS,
    FACES,
    JOKER,
    NUMBER_FACE,
    NUMBER_OPTIONS,
    NUMBERS,
    PASS,
    PLACE,
    SETS,
    colour_face,
    colour_of,
    number_face,
    number_of,
    price,
)
from spieltisch.games.noch_mal.decisions import MOST as MOST
from spieltisch.games.noch_mal.decisions import OUTCOMES as OUTCOMES
from spieltisch.games.noch_mal.sets import MANY, SETS_WITH, WITH_NUMBER, WITHIN
from spieltisch.games.noch_mal.sheets.sheet import CELLS, COLUMNS, ROWS, SIZES
from spieltisch.games.noch_mal.state import (
    CHOOSE,
    DICE,
    DONE,
    DRAW_FIRST,
    HALF,
    ROLL,
    SOLO_DICE,
    NochMal,
)
from spieltisch.games.noch_mal.state import STATE as STATE
from spieltisch.games.noch_mal.state import setup as setup

FREE_ROLLS = 3  # [NM-4]
FIRST, LATER = 1, 2  # how a column or colour was won [NM-11]

COLUMN_FIRST = np.array([5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5])
COLUMN_LATER = np.array([3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3])
COLOUR_FIRST, COLOUR_LATER = 5, 3  # [NM-12]
# What each way of winning brings, looked up without a branch; the fourth row is never asked for
COLUMN_POINTS = np.array([0 * COLUMN_FIRST, COLUMN_FIRST, COLUMN_LATER, 0 * COLUMN_FIRST])
COLOUR_POINTS = np.array([0, COLOUR_FIRST, COLOUR_LATER, 0])

# What may be chosen


@exported("state -> int")
def dice_each(state: NochMal) -> int:
    """How many dice of each kind are thrown [NM-1, NM-16]."""
    return SOLO_DICE if state.players == 1 else DICE


@kernel
def has_taken(state: NochMal, seat: int) -> bool:
    """Whether the active player's dice are gone when `seat` chooses [NM-3, NM-4, NM-5]."""
    if seat == state.active or state.roll <= FREE_ROLLS:
        return False
    return bool(0 < state.dice_choice[state.active] <= PASS)


@kernel
def faces_left(state: NochMal, seat: int, dice: Ints, taken: int) -> int:
    """The faces that `seat` may choose from, as bits; of equal dice one may be gone."""
    faces = 0
    gone = taken + 1 if has_taken(state, seat) else 0
    for die in range(dice_each(state)):
        if dice[die] == gone:
            gone = 0
        elif dice[die] > 0:
            faces |= 1 << int(dice[die]) - 1
    return faces


@exported("state, int -> int")
def colours_left(state: NochMal, seat: int) -> int:
    taken = colour_face(int(state.dice_choice[state.active]) - 1)
    return faces_left(state, seat, state.colour_dice, taken)


@exported("state, int -> int")
def numbers_left(state: NochMal, seat: int) -> int:
    taken = number_face(int(state.dice_choice[state.active]) - 1)
    return faces_left(state, seat, state.number_dice, taken)


@kernel
def meanings(faces: int, jokers: int) -> int:
    """The plain faces, and above them what a joker may mean, as bits."""
    plain = faces & 31
    return plain | 31 << 5 if faces >> JOKER & 1 and jokers > 0 else plain


@kernel
def open_sets(state: NochMal, seat: int, block: int) -> int:
    """All sets of cells of a block that a seat may mark with some number [NM-7, NM-8]."""
    free = WITHIN[63 ^ int(state.marks[seat, block])]
    apart = WITHIN[63 ^ int(state.reach[seat, block])]
    return int(state.connected[block] & free & ~apart)


@kernel
def numbers_open(state: NochMal, seat: int, colour: int) -> int:
    """The numbers for which a seat finds cells of a colour, as bits; bit 0 is number 1."""
    sets = 0
    for block in range(colour * SIZES, (colour + 1) * SIZES):
        sets |= open_sets(state, seat, block)
    numbers = 0
    for number in range(1, NUMBERS + 1):
        if sets & WITH_NUMBER[number] != 0:
            numbers |= 1 << number - 1
    return numbers


@kernel
def list_dice(state: NochMal, seat: int, actions: Ints) -> int:
    """All pairs of dice with which a seat can mark something, ascending [NM-5]."""
    jokers = int(state.exclamations[seat])
    colours = meanings(colours_left(state, seat), jokers)
    faces = numbers_left(state, seat)
    n = 0
    for colour in range(2 * COLOURS):
        if colours >> colour & 1:
            fit = numbers_open(state, seat, colour % COLOURS)
            numbers = meanings(faces, jokers - colour // COLOURS) & (fit | fit << 5)
            for number in range(2 * NUMBERS):
                if numbers >> number & 1:
                    actions[n] = colour * NUMBER_OPTIONS + number
                    n += 1
    return n


@kernel
def list_cells(state: NochMal, seat: int, dice: int, actions: Ints) -> int:
    """All placements for two dice, ascending [NM-7, NM-8, NM-9]."""
    colour = colour_of(dice)
    number = number_of(dice)
    n = 0
    for size in range(number, SIZES + 1):
        block = colour * SIZES + size - 1
        sets = open_sets(state, seat, block) & WITH_NUMBER[number]
        if sets != 0:
            for i in range(MANY[size, number]):
                cells = SETS_WITH[number, i]
                if sets >> cells & 1:
                    actions[n] = PLACE + block * SETS + cells
                    n += 1
    return n


@kernel
def list_legal(state: NochMal, actions: Ints) -> int:
    if state.stage != CHOOSE:
        return 0
    seat = int(state.seat)
    if state.placing:
        return list_cells(state, seat, int(state.dice_choice[seat]) - 1, actions)
    n = list_dice(state, seat, actions)
    actions[n] = PASS  # [NM-5]
    return n + 1


# Who chooses


@kernel
def to_act(state: NochMal) -> int:
    if state.stage == CHOOSE:
        return int(state.seat)
    return OVER if state.stage == DONE else CHANCE


@kernel
def midway(state: NochMal) -> bool:
    return bool(state.placing) or (state.stage == ROLL and state.fallen > 0)


@kernel
def acting(state: NochMal) -> int:
    """In the first three rolls everyone; later the active player, then all others [NM-3, NM-4]."""
    if state.stage != CHOOSE:
        return 0
    active = 1 << int(state.active)
    if state.roll > FREE_ROLLS and not int(state.chosen) & active:
        return active
    return ((1 << int(state.players)) - 1) & ~int(state.chosen)


@kernel
def focus(state: NochMal, seat: int) -> None:
    """Another seat's choice that is half made is nothing that this one could know of."""
    if state.placing and state.seat != seat:
        state.dice_choice[state.seat] = 0
        state.placing = 0
    state.seat = seat


@kernel
def sealing(state: NochMal) -> bool:
    return bool(state.stage == CHOOSE and state.players > 1)


# Chance


@exported("state -> int")
def first_outcome(state: NochMal) -> int:
    """Outcomes that are possible at the same time are neighbours; this is the first of them."""
    if state.stage == DRAW_FIRST:
        return 0
    return COLOUR_FACE if state.fallen < dice_each(state) else NUMBER_FACE


@kernel
def many_outcomes(state: NochMal) -> int:
    if state.stage == DRAW_FIRST:
        return int(state.players)
    return FACES if state.stage == ROLL else 0


@kernel
def list_chance(state: NochMal, outcomes: Ints, weights: Ints) -> int:
    n = many_outcomes(state)
    for i in range(n):
        outcomes[i] = first_outcome(state) + i
        weights[i] = 1
    return n


@kernel
def sample_chance(state: NochMal, random: Random) -> int:
    return first_outcome(state) + below(random, many_outcomes(state))


@kernel
def fall(state: NochMal, outcome: int) -> None:
    """One die comes to rest; after the last one everybody may choose."""
    each = dice_each(state)
    if outcome >= NUMBER_FACE:
        state.number_dice[state.fallen - each] = outcome - NUMBER_FACE + 1
    else:
        state.colour_dice[state.fallen] = outcome - COLOUR_FACE + 1
    state.fallen += 1
    if state.fallen == 2 * each:
        state.stage = CHOOSE
        state.seat = state.active


# What a choice does


@kernel
def apply(state: NochMal, action: int) -> None:
    if state.stage == DRAW_FIRST:
        state.active = action
        state.stage = ROLL
    elif state.stage == ROLL:
        fall(state, action)
    elif action >= PLACE:
        state.cell_choice[state.seat] = action - PLACE
        state.placing = 0
        finish_choice(state)
    else:
        state.dice_choice[state.seat] = action + 1
        if action == PASS:
            finish_choice(state)
        else:
            state.placing = 1


@kernel
def finish_choice(state: NochMal) -> None:
    """The next seat in clockwise order chooses; after the last, all choices are revealed."""
    state.chosen |= 1 << int(state.seat)
    players = int(state.players)
    for step in range(players):
        seat = (int(state.active) + step) % players
        if not int(state.chosen) >> seat & 1:
            state.seat = seat
            return
    reveal(state)


@kernel
def reveal(state: NochMal) -> None:
    """Everybody marks; then columns and colours are won, all at once [NM-11, NM-12]."""
    filled = False
    for seat in range(state.players):
        if state.cell_choice[seat]:
            state.exclamations[seat] -= price(int(state.dice_choice[seat]) - 1)  # [NM-10]
            cells = int(state.cell_choice[seat])
            if mark(state, seat, cells // SETS, cells % SETS):
                filled = True
        state.dice_choice[seat] = 0
        state.cell_choice[seat] = 0
    ended = state.roll >= state.roll_limit  # [NM-16, NM-17]
    if filled:
        win(state, state.column_left, state.column_won, COLUMNS)
        win(state, state.colour_left, state.colour_won, COLOURS)
        count_bonus(state)
        ended = ended or has_ended(state)
    next_roll(state, ended)


@kernel
def mark(state: NochMal, seat: int, block: int, cells: int) -> bool:
    """Crosses cells off a seat's sheet; says whether that filled a column or a colour."""
    filled = False
    state.marks[seat, block] |= cells
    if cells & state.star[block]:
        state.stars_left[seat] -= 1
    for bit in range(block % SIZES + 1):
        if cells >> bit & 1:
            cell = int(state.block_cells[block, bit])
            add_cell(state.crosses[seat], cell)
            state.column_left[seat, cell // ROWS] -= 1
            state.colour_left[seat, block // SIZES] -= 1
            filled = filled or state.column_left[seat, cell // ROWS] == 0
            if cell % ROWS > 0:
                touch(state, seat, cell - 1)
            if cell % ROWS < ROWS - 1:
                touch(state, seat, cell + 1)
            if cell >= ROWS:
                touch(state, seat, cell - ROWS)
            if cell < CELLS - ROWS:
                touch(state, seat, cell + ROWS)
    return filled or state.colour_left[seat, block // SIZES] == 0


@kernel
def touch(state: NochMal, seat: int, cell: int) -> None:
    """A neighbour of a marked cell can be reached [NM-8]."""
    state.reach[seat, state.cell_block[cell]] |= 1 << int(state.cell_bit[cell])
    add_cell(state.near[seat], cell)


@kernel
def add_cell(cells: Ints, cell: int) -> None:
    if cell < HALF:
        cells[0] |= 1 << cell
    else:
        cells[1] |= 1 << cell - HALF


@kernel
def win(state: NochMal, left: Ints, won: Ints, many: int) -> None:
    """Whoever has just filled one of `many` columns or colours wins it, as first or later."""
    for one in range(many):
        as_first = True
        for seat in range(state.players):
            if won[seat, one]:
                as_first = False
        for seat in range(state.players):
            if left[seat, one] == 0 and won[seat, one] == 0:
                won[seat, one] = FIRST if as_first else LATER


@exported("state -> bool")
def has_ended(state: NochMal) -> bool:
    """Whether somebody has a second colour; alone that is no reason to stop [NM-13, NM-16]."""
    for seat in range(state.players):
        colours = 0
        for colour in range(COLOURS):
            colours += int(state.colour_won[seat, colour] != 0)
        if colours >= 2:
            return bool(state.players > 1)
    return False


@kernel
def next_roll(state: NochMal, ended: bool) -> None:
    """The dice pass clockwise [NM-6]."""
    state.chosen = 0
    state.fallen = 0
    state.seat = 0
    for die in range(DICE):
        state.colour_dice[die] = 0
        state.number_dice[die] = 0
    if ended:
        state.stage = DONE
    else:
        state.stage = ROLL
        state.roll += 1
        state.active = (int(state.active) + 1) % int(state.players)


# Scoring


@exported("state, int -> int")
def column_points(state: NochMal, seat: int) -> int:
    points = 0
    for column in range(COLUMNS):
        points += COLUMN_POINTS[state.column_won[seat, column] & 3, column]
    return points


@exported("state, int -> int")
def colour_points(state: NochMal, seat: int) -> int:
    points = 0
    for colour in range(COLOURS):
        points += COLOUR_POINTS[state.colour_won[seat, colour] & 3]
    return points


@kernel
def count_bonus(state: NochMal) -> None:
    """Notes what all columns and colours bring: scores are asked for more often than they win."""
    for seat in range(state.players):
        state.bonus[seat] = colour_points(state, seat) + column_points(state, seat)


@kernel
def score(state: NochMal, seat: int) -> int:
    """[NM-14]"""
    left = int(state.exclamations[seat]) - 2 * int(state.stars_left[seat])
    return int(state.bonus[seat]) + left


@kernel
def rank(state: NochMal, seat: int) -> int:
    """[NM-15]"""
    mine = score(state, seat) * 16 + int(state.exclamations[seat])
    better = 0
    for other in range(state.players):
        if score(state, other) * 16 + int(state.exclamations[other]) > mine:
            better += 1
    return 1 + better


# What a seat knows


@kernel
def hide(state: NochMal, seat: int) -> None:
    """Forgets what others chose in this roll, but for the dice that the active player took."""
    state.viewer = seat
    for other in range(state.players):
        if other != seat:
            state.cell_choice[other] = 0
            if other != state.active or state.roll <= FREE_ROLLS:
                state.dice_choice[other] = 0


@kernel
def fill(state: NochMal, random: Random) -> None:
    """Guesses the choices of this roll that the viewer has not seen, each turn as likely as any."""
    dice = np.zeros(MOST, np.int64)
    cells = np.zeros(MOST, np.int64)
    for seat in range(state.players):
        if seat == state.viewer or state.viewer == FULL:
            continue
        if int(state.chosen) >> seat & 1:
            guess_turn(state, seat, random, dice, cells)
        elif state.placing and seat == state.seat and state.dice_choice[seat] == 0:
            n = list_dice(state, seat, dice)
            state.dice_choice[seat] = 1 + dice[below(random, n)]
    state.viewer = FULL


@kernel
def guess_turn(state: NochMal, seat: int, random: Random, dice: Ints, cells: Ints) -> None:
    """A completed turn, of which perhaps the dice are known; `dice` and `cells` are scratch."""
    n = 1
    if state.dice_choice[seat] > 0:
        dice[0] = state.dice_choice[seat] - 1
    else:
        n = list_dice(state, seat, dice)
        dice[n] = PASS
        n += 1
    turns = 0
    for i in range(n):
        turns += 1 if dice[i] == PASS else list_cells(state, seat, dice[i], cells)
    turn = below(random, turns)
    for i in range(n):
        many = 1 if dice[i] == PASS else list_cells(state, seat, dice[i], cells)
        if turn < many:
            state.dice_choice[seat] = dice[i] + 1
            if dice[i] != PASS:
                state.cell_choice[seat] = cells[turn] - PLACE
            return
        turn -= many
