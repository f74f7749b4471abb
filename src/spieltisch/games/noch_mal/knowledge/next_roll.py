"""What the next roll of a game alone will bring: for any dice the best turn, and the exact mean.

A turn uses one colour face and one number face. So the best turn is looked for once for each of the
36 pairs of faces, and of every roll only the best of its four pairs counts, or to pass [NM-16].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.decisions import (
    COLOURS,
    FACES,
    MOST,
    NUMBER_OPTIONS,
    NUMBERS,
    PASS,
    PLACE,
    SETS,
    price,
)
from spieltisch.games.noch_mal.decisions import JOKER as JOKER_FACE
from spieltisch.games.noch_mal.knowledge.insight import (
    ALL_SLOTS,
    JOKER,
    WIDE,
    Insight,
    Singles,
    describe,
    exchange,
    follow,
    hope,
    phase_of,
    take_in,
)
from spieltisch.games.noch_mal.rules import (
    apply,
    count_bonus,
    list_cells,
    mark,
    numbers_open,
    score,
    win,
)
from spieltisch.games.noch_mal.state import CHOOSE, DONE, ROLL, NochMal

PASSED = FACES * FACES  # to pass stands behind the pairs of faces
UNKNOWN = -1e9
PRICES = 3  # none, one or both dice are jokers
ROLLS = FACES**4


class Table(NamedTuple):
    """By pair of faces: the best turn, and the points that the game then ends with."""

    points: Floats
    place: Ints
    dice: Ints  # plain ones; jokers are paid for by `face`
    traits: Ints  # scratch memory
    places: Ints
    minds: Singles  # before the roll, after a turn
    best: Floats  # by price: the best cells for two dice; some cells
    where: Ints


@kernel
def table() -> Table:
    many = PASSED + 1
    return Table(
        np.zeros(many),
        np.zeros(many, np.int64),
        np.full(many, PASS),
        np.zeros(ALL_SLOTS, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros((2, WIDE), np.float32),
        np.zeros((2, PRICES)),
        np.zeros(PRICES, np.int64),
    )


@kernel
def cross(state: NochMal, cells: int) -> None:
    """Marks cells of a block, and what that fills."""
    if mark(state, 0, cells // SETS, cells % SETS):
        win(state, state.column_left, state.column_won, len(state.column_left[0]))
        win(state, state.colour_left, state.colour_won, len(state.colour_left[0]))
        count_bonus(state)


@kernel
def foresee(states: Any, found: Table, net: Insight) -> float:
    """Fills the table for `states[0]`, before a roll; returns the points expected at the end."""
    begin_turn(states, found, net)
    for colour in range(COLOURS):
        fit = numbers_open(states[0], 0, colour)
        for number in range(NUMBERS):
            if fit >> number & 1:
                dice = colour * NUMBER_OPTIONS + number
                judge_dice(states, dice, found, net)
                offer(found, colour * FACES + number, 0, dice)
                offer(found, JOKER_FACE * FACES + number, 1, dice)
                offer(found, colour * FACES + JOKER_FACE, 1, dice)
                offer(found, PASSED - 1, 2, dice)
    return mean(found.points)


@kernel
def begin_turn(states: Any, found: Table, net: Insight) -> None:
    """Writes into `states[1]` what passing leads to, from which all other turns differ little."""
    states[1] = states[0]
    states[1].placing = 0
    play(states[1], PASS, 0, 0)
    found.points[:] = UNKNOWN
    found.points[PASSED] = score(states[1], 0)
    if states[1].stage != DONE:
        describe(states[1], found.traits)
        take_in(found.traits, net, found.minds[0])
        found.points[PASSED] += hope(found.minds[0], phase_of(states[1]), net.outer)


@kernel
def judge_dice(states: Any, dice: int, found: Table, net: Insight) -> None:
    """Finds the best cells for two dice, at each price."""
    most, worth = found.best[0], found.best[1]
    most[:] = UNKNOWN
    for p in range(list_cells(states[0], 0, dice, found.places)):
        states[2] = states[1]
        cross(states[2], int(found.places[p]) - PLACE)
        judge_turn(states, found.minds, worth, net)
        for cost in range(PRICES):
            if worth[cost] > most[cost]:
                most[cost], found.where[cost] = worth[cost], found.places[p]


@kernel
def judge_turn(states: Any, minds: Singles, worth: Floats, net: Insight) -> None:
    """What a turn from `states[1]` to `states[2]` is worth, by the exclamation marks it costs."""
    jokers = int(states[1].exclamations[0])
    points = float(score(states[2], 0))
    over = states[1].stage == DONE
    phase, mind = phase_of(states[1]), minds[1]
    if not over:
        for lane in range(WIDE):
            mind[lane] = minds[0, lane]
        follow(states[1], states[2], net, mind)
    for cost in range(PRICES):
        worth[cost] = UNKNOWN
        if cost <= jokers:
            worth[cost] = points - cost
            if not over:
                if cost > 0:
                    exchange(JOKER + jokers - cost + 1, JOKER + jokers - cost, net.rows, mind)
                worth[cost] += hope(mind, phase, net.outer)


@kernel
def offer(found: Table, faces: int, cost: int, dice: int) -> None:
    if found.best[0, cost] > found.points[faces]:
        found.points[faces] = found.best[0, cost]
        found.place[faces] = found.where[cost]
        found.dice[faces] = dice


@kernel
def pick(points: Floats, one: int, other: int, number: int, last: int) -> int:
    """The best pair of faces of a roll, or to pass: two colours, two numbers."""
    at = PASSED
    for faces in (
        one * FACES + number,
        one * FACES + last,
        other * FACES + number,
        other * FACES + last,
    ):
        if points[faces] > points[at]:
            at = faces
    return at


@kernel
def mean(points: Floats) -> float:
    """Over all rolls; dice that fell in another order are the same roll."""
    total = 0.0
    for one in range(FACES):
        for other in range(one, FACES):
            for number in range(FACES):
                for last in range(number, FACES):
                    often = (2 - int(one == other)) * (2 - int(number == last))
                    total += often * points[pick(points, one, other, number, last)]
    return total / ROLLS


@kernel
def play(state: NochMal, dice: int, place: int, cost: int) -> None:
    """A whole turn with any dice."""
    state.stage = CHOOSE
    state.seat = 0
    state.exclamations[0] -= cost
    apply(state, dice)
    if dice != PASS:
        apply(state, place)


@kernel
def cost_of(faces: int) -> int:
    """The exclamation marks for a pair of faces [NM-10]."""
    if faces == PASSED:
        return 0
    return int(faces // FACES == JOKER_FACE) + int(faces % FACES == JOKER_FACE)


@kernel
def play_found(state: NochMal, found: Table, faces: int) -> None:
    dice = PASS if faces == PASSED else int(found.dice[faces])
    play(state, dice, int(found.place[faces]), cost_of(faces))


# What bots ask


@kernel
def expect(states: Any, found: Table, net: Insight) -> float:
    """The points at the end: before a roll by what it may bring, else by the sheet as it is."""
    if states[0].stage == ROLL and states[0].fallen == 0:
        return foresee(states, found, net)
    describe(states[0], found.traits)
    take_in(found.traits, net, found.minds[0])
    return score(states[0], 0) + hope(found.minds[0], phase_of(states[0]), net.outer)


@kernel
def weigh_turns(
    states: Any, actions: Ints, n: int, values: Floats, found: Table, net: Insight
) -> None:
    """The points at the end by decision of `states[0]`: of dice, with their best cells."""
    begin_turn(states, found, net)
    dice = int(states[0].dice_choice[0]) - 1
    for i in range(n):
        if actions[i] == PASS:
            values[i] = found.points[PASSED]
        elif actions[i] < PLACE:
            judge_dice(states, int(actions[i]), found, net)
            values[i] = found.best[0, price(int(actions[i]))]
        else:
            states[2] = states[1]
            cross(states[2], int(actions[i]) - PLACE)
            judge_turn(states, found.minds, found.best[1], net)
            values[i] = found.best[1, price(dice)]
