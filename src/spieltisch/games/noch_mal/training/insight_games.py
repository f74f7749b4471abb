"""Games alone of `insight`'s network, and what it learns from them: the lessons of `fit_insight`.

What the dice bring is taken out of the results: before each roll the exact mean over all rolls is
known, so the luck of a roll is what its best turn is worth beyond that. A game's points less the
luck of its rolls have the same mean, but spread by a half or less.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import kernel
from spieltisch.core.randomness import WORDS, Random, below, sow, unit
from spieltisch.core.state import Ints
from spieltisch.games.noch_mal.decisions import COLOURS, FACES, JOKER, NUMBER_OPTIONS, NUMBERS, PASS
from spieltisch.games.noch_mal.knowledge.insight import (
    ALL_SLOTS,
    NOTHING,
    SLOTS,
    UNITS,
    WIDE,
    Insight,
    Singles,
    describe,
    hope,
    phase_of,
    take_in,
)
from spieltisch.games.noch_mal.knowledge.next_roll import (
    Table,
    cost_of,
    foresee,
    pick,
    play,
    play_found,
    table,
)
from spieltisch.games.noch_mal.rules import list_cells, score
from spieltisch.games.noch_mal.state import SOLO_ROLLS, NochMal

TINY = 1e-5  # keeps steps finite
LEAST = 1e-14  # keeps paces above the numbers that machines are slow with


class Book(NamedTuple):
    """Positions before a roll, and the points that were still to come, in tens."""

    traits: npt.NDArray[np.int16]
    phase: npt.NDArray[np.int8]
    aim: Singles


class Style(NamedTuple):
    """How the games of a lesson are played."""

    seed: int
    blind: float  # share of turns that are drawn
    kept: float  # lambda: what later results count against later judgements


@kernel
def draw_turn(state: NochMal, faces: int, found: Table, luck: Random) -> None:
    """Any turn with two faces, if there is one."""
    cost = cost_of(faces)
    colour, number = faces // FACES, faces % FACES
    if colour == JOKER:
        colour = below(luck, COLOURS)
    if number == JOKER:
        number = below(luck, NUMBERS)
    dice = colour * NUMBER_OPTIONS + number
    n = list_cells(state, 0, dice, found.places)
    if n == 0 or cost > int(state.exclamations[0]):
        play(state, PASS, 0, 0)
    else:
        play(state, dice, int(found.places[below(luck, n)]), cost)


@kernel
def note(state: NochMal, n: int, found: Table, book: Book) -> None:
    describe(state, found.traits)
    for slot in range(ALL_SLOTS):
        book.traits[n, slot] = found.traits[slot]
    book.phase[n] = phase_of(state)
    book.aim[n] = score(state, 0)


@kernel
def play_game(states: Any, number: int, net: Insight, style: Style, book: Book, n: int) -> float:
    """Plays `states[0]` to its end and writes the book from `n` on; returns the points but luck."""
    found, luck = table(), np.zeros(WORDS, np.int64)
    before, after = np.zeros(SOLO_ROLLS), np.zeros(SOLO_ROLLS)
    drawn = np.zeros(SOLO_ROLLS, np.int64)
    sow(luck, style.seed, number)
    lucky = 0.0
    for roll in range(SOLO_ROLLS):
        note(states[0], n + roll, found, book)
        before[roll] = foresee(states, found, net)
        one, other = below(luck, FACES), below(luck, FACES)
        two, last = below(luck, FACES), below(luck, FACES)
        faces = pick(found.points, one, other, two, last)
        after[roll] = found.points[faces]
        lucky += after[roll] - before[roll]
        if unit(luck) < style.blind:
            drawn[roll] = 1
            draw_turn(states[0], one * FACES + two, found, luck)
        else:
            play_found(states[0], found, faces)
    end = float(score(states[0], 0))
    aim = end
    for roll in range(SOLO_ROLLS - 1, -1, -1):  # what a drawn turn led to says nothing
        aim = before[roll] + (0.0 if drawn[roll] else style.kept * (aim - after[roll]))
        book.aim[n + roll] = (aim - book.aim[n + roll]) / 10.0
    return end - lucky


@kernel
def push(weights: Singles, paces: Singles, slope: Singles, rate: float, forget: float) -> None:
    """Moves weights against their slope, each at its own pace (RMSprop)."""
    single, part = np.float32(rate), np.float32(forget)
    rest, tiny, least = np.float32(1.0 - forget), np.float32(TINY), np.float32(LEAST)
    for i in range(len(weights)):
        paces[i] = rest * paces[i] + (part * slope[i] * slope[i] + least)
        weights[i] -= np.divide(single * slope[i], np.sqrt(paces[i]) + tiny)


@kernel
def push_one(
    weights: Singles, paces: Singles, i: int, slope: float, rate: float, forget: float
) -> None:
    one = np.float32(slope)
    paces[i] = np.float32(1.0 - forget) * paces[i] + np.float32(forget) * one * one
    weights[i] -= np.float32(rate) * one / (np.sqrt(paces[i]) + np.float32(TINY))


@kernel
def learn(
    order: Ints, book: Book, net: Insight, paces: Insight, rate: float, forget: float
) -> float:
    """Learns positions of the book; returns the mean square of how far off the network was."""
    traits, mind = np.zeros(ALL_SLOTS, np.int64), np.zeros(WIDE, np.float32)
    slope, active = np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
    off = 0.0
    for n in order:
        phase = book.phase[n]
        traits[:] = book.traits[n]
        take_in(traits, net, mind)
        error = np.float32(hope(mind, phase, net.outer) / 10.0 - book.aim[n])
        off += float(error) * float(error)
        for i in range(UNITS):
            active[i] = error * max(mind[i], np.float32(0.0))
            slope[i] = error * net.outer[phase, i] if mind[i] > 0.0 else np.float32(0.0)
        end = UNITS + phase
        push(net.outer[phase], paces.outer[phase], active, rate, forget)
        push(net.bias[:UNITS], paces.bias[:UNITS], slope, rate, forget)
        for slot in range(SLOTS):
            t = traits[slot]
            if t != NOTHING:
                push(net.rows[t, :UNITS], paces.rows[t, :UNITS], slope, rate, forget)
                push_one(net.rows[t], paces.rows[t], end, float(error), rate, forget)
        for slot in range(SLOTS, ALL_SLOTS):
            t = traits[slot]
            push_one(net.patterns[t], paces.patterns[t], phase, float(error), rate, forget)
    return off / len(order)
