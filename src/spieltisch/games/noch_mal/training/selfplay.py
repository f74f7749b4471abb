"""Games of a network against itself, and what it learns from them: the lessons of `fit_outlook`."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.play import best
from spieltisch.core.randomness import WORDS, Random, below, sow, unit
from spieltisch.core.state import CHANCE, OVER, Floats, Ints
from spieltisch.games.noch_mal.decisions import SEATS
from spieltisch.games.noch_mal.knowledge.outlook import (
    UNITS,
    Network,
    Sheet,
    Singles,
    against,
    alone,
    describe,
    expected,
    share,
)
from spieltisch.games.noch_mal.knowledge.policy import TABLES, weigh
from spieltisch.games.noch_mal.rules import apply, list_legal, sample_chance, score, to_act
from spieltisch.games.noch_mal.state import NochMal
from spieltisch.games.noch_mal.training.turns import Turns, list_turns, play_preferred, play_turn

LONGEST = 200  # positions of a game that are learnt from
NEAR = 3.0  # points ahead that make a victory e times as likely as a defeat: softer than a victory


class Style(NamedTuple):
    """How the games of a lesson are played."""

    seed: int
    top: int  # turns that are judged
    blind: float  # share of turns that are drawn
    greedy: float  # share of games in which greedy bots play
    kept: float  # lambda: what later results count against later judgements
    rate: float


class Diary(NamedTuple):
    """The positions of one game: two seats' traits."""

    trait: Ints
    much: Singles
    many: Ints
    points: Floats


@kernel
def tables_of(state: NochMal) -> Floats:
    tables: Floats = TABLES[0 if state.players == 1 else 1]
    return tables


@kernel
def aim(state: NochMal, one: int, other: int) -> float:
    """What a finished game is worth: alone tens of points, else nearly a victory or nothing."""
    if state.players == 1:
        return score(state, 0) / 10.0
    ahead = score(state, one) - score(state, other)
    spared = int(state.exclamations[one]) - int(state.exclamations[other])
    return 1.0 / (1.0 + math.exp(-(ahead + 0.01 * spared) / NEAR))


@kernel
def judge(state: NochMal, seat: int, net: Network) -> float:
    if to_act(state) == OVER:
        worst = 1e9
        for other in range(state.players):
            if other != seat or state.players == 1:
                worst = min(worst, aim(state, seat, other))
        return worst
    return expected(state, net) / 10.0 if state.players == 1 else share(state, seat, net)


@kernel
def prefer_turns(worth: Floats, n: int, chosen: Ints) -> int:
    """Fills `chosen` with the turns that look best, the best one first; returns how many."""
    many = 0
    for turn in range(n):
        place = many
        while place > 0 and worth[turn] > worth[chosen[place - 1]]:
            if place < len(chosen):
                chosen[place] = chosen[place - 1]
            place -= 1
        if place < len(chosen):
            chosen[place] = turn
            many = min(many + 1, len(chosen))
    return many


@kernel
def answer(state: NochMal, turns: Turns, luck: Random, line: Ints) -> None:
    """What the others seem to answer, which is remembered: it depends on the dice that are left."""
    n = 0
    while to_act(state) >= 0:
        if line[n] < 0:
            legal = list_legal(state, turns.actions)
            weigh(state, turns.actions, legal, turns.values, tables_of(state))
            line[n] = turns.actions[best(turns.values, legal, luck)]
        apply(state, line[n])
        n += 1


@kernel
def choose_turn(states: Any, turns: Turns, luck: Random, net: Network, style: Style) -> None:
    """Plays the turn of the seat to act in `states[0]`."""
    seat = to_act(states[0])
    n = list_turns(states[0], turns, tables_of(states[0]))
    chosen = np.empty(style.top, np.int64)
    many = prefer_turns(turns.worth, n, chosen)
    turn = chosen[0]
    if unit(luck) < style.blind:
        turn = chosen[below(luck, many)]
    elif many > 1:
        most = -1e9
        lines = np.full((style.top, 2 * SEATS), -1)
        for c in range(many):
            dice, like = turns.dice[chosen[c]], c
            for d in range(c):
                if turns.dice[chosen[d]] == dice:
                    like = d
                    break
            states[1] = states[0]
            play_turn(states[1], dice, turns.place[chosen[c]])
            answer(states[1], turns, luck, lines[like])
            found = judge(states[1], seat, net)
            if found > most:
                most, turn = found, chosen[c]
    play_turn(states[0], turns.dice[turn], turns.place[turn])


@kernel
def note(state: NochMal, one: int, other: int, n: int, diary: Diary) -> None:
    for i in range(2):
        # no hidden layer is needed to describe
        out = Sheet(diary.trait[n, i], diary.much[n, i], diary.much[n, i])
        diary.many[n, i] = describe(state, other if i else one, out)
    diary.points[n] = score(state, one) / 10.0


@kernel
def play(
    states: Any,
    turns: Turns,
    one: int,
    other: int,
    number: int,
    net: Network,
    style: Style,
    diary: Diary,
) -> int:
    """Plays `states[0]` to its end; returns how many positions of two seats are in the diary."""
    chance, luck = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    sow(chance, style.seed, 2 * number)
    sow(luck, style.seed, 2 * number + 1)
    greedy = unit(luck) < style.greedy
    n = 0
    while to_act(states[0]) != OVER:
        if to_act(states[0]) == CHANCE:
            if states[0].fallen == 0 and n < LONGEST:
                note(states[0], one, other, n, diary)
                n += 1
            apply(states[0], sample_chance(states[0], chance))
        elif greedy and unit(luck) >= style.blind:
            play_preferred(states[0], turns, luck, tables_of(states[0]))
        else:
            choose_turn(states, turns, luck, net, style)
    return n


@kernel
def push(weights: Singles, paces: Singles, slope: Singles, much: float, rate: float) -> None:
    """Moves a row of weights against its slope (`divide` asks nothing, so that loops are wide)."""
    single, slow = np.float32(much), np.float32(rate)
    for i in range(len(weights)):
        step = slope[i] * single
        paces[i] += step * step
        weights[i] -= np.divide(slow * step, np.sqrt(paces[i]))


@kernel
def push_side(
    of: Sheet, n: int, other: Sheet, m: int, error: float, net: Network, pace: Network, rate: float
) -> None:
    """Teaches what one sheet says beside the other; their hidden layers are still as judged."""
    slope, active = np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
    for i in range(UNITS):
        if of.hidden[i] > 0.0:
            slope[i] = error * net.outer[i]
            active[i] = of.hidden[i]
    one = np.full(1, error, np.float32)
    for i in range(n):
        t = of.trait[i]
        push(net.direct[t : t + 1], pace.direct[t : t + 1], one, of.much[i], rate)
        push(net.own[t], pace.own[t], slope, of.much[i], rate)
    for i in range(m):
        push(net.other[other.trait[i]], pace.other[other.trait[i]], slope, other.much[i], rate)
    push(net.bias, pace.bias, slope, 1.0, rate)
    push(net.outer, pace.outer, active, error, rate)


@kernel
def learn(
    diary: Diary, n: int, result: float, two: bool, net: Network, pace: Network, style: Style
) -> float:
    """From the last position to the first; returns how far off the network was."""
    hidden = np.zeros((2, UNITS), np.float32)
    off = 0.0
    target = result
    for t in range(n - 1, -1, -1):
        one = Sheet(diary.trait[t, 0], diary.much[t, 0], hidden[0])
        other = Sheet(diary.trait[t, 1], diary.much[t, 1], hidden[1])
        many, others = diary.many[t, 0], diary.many[t, 1]
        if two:
            said = 1.0 / (1.0 + math.exp(-against(one, many, other, others, net)))
        else:
            said = diary.points[t] + alone(one, many, net)
        off += abs(said - result)
        error = said - target
        push_side(one, many, other, others if two else 0, error, net, pace, style.rate)
        if two:
            push_side(other, others, one, many, -error, net, pace, style.rate)
        target = style.kept * target + (1.0 - style.kept) * said
    return off
