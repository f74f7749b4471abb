"""Rollouts by which turns of one position are compared: what `fit_preferences` learns from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.randomness import WORDS, Random, below, sow, unit
from spieltisch.core.state import CHANCE, OVER, Floats, Ints
from spieltisch.games.noch_mal.decisions import PASS, PLACE, SETS, price
from spieltisch.games.noch_mal.knowledge.policy import (
    JOKERS,
    OPENED,
    TRAITS,
    UNKNOWN,
    gain,
    look,
)
from spieltisch.games.noch_mal.rules import (
    apply,
    list_legal,
    sample_chance,
    score,
    to_act,
)
from spieltisch.games.noch_mal.sheets.sheet import CELLS
from spieltisch.games.noch_mal.state import NochMal
from spieltisch.games.noch_mal.training.turns import Turns, list_turns, play_preferred, play_turn

TOP, OTHERS = 12, 6  # turns that are looked at: the best and some others
NEAR = 8.0  # with others: points ahead that still count nearly in full


class Plan(NamedTuple):
    """How one position is found and looked at."""

    tables: Floats
    seed: int
    number: int
    choices: int  # choices of dice before it
    astray: float
    rollouts: int


@kernel
def play_on(state: NochMal, turns: Turns, chance: Random, luck: Random, plan: Plan) -> None:
    """Plays from the opening to the position, going astray now and then."""
    made = 0
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            apply(state, sample_chance(state, chance))
            continue
        if not state.placing:
            if made == plan.choices:
                return
            made += 1
        if unit(luck) < plan.astray:
            apply(state, turns.actions[below(luck, list_legal(state, turns.actions))])
        else:
            play_preferred(state, turns, luck, plan.tables)


@kernel
def play_out(state: NochMal, turns: Turns, chance: Random, luck: Random, tables: Floats) -> None:
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            apply(state, sample_chance(state, chance))
        else:
            play_preferred(state, turns, luck, tables)


@kernel
def result(state: NochMal, seat: int) -> float:
    """Alone, the points; else the points ahead, of which many count less, and the victory."""
    if state.players == 1:
        return float(score(state, 0))
    most = -1e9
    for other in range(state.players):
        if other != seat:
            most = max(most, float(score(state, other)))
    ahead = score(state, seat) - most
    return float(NEAR * np.tanh(ahead / NEAR) + np.sign(ahead))


@kernel
def describe_turn(state: NochMal, dice: int, place: int, sight: Floats, out: Floats) -> None:
    """The traits of a turn: what it is worth to a table that has a single one."""
    out[:] = 0.0
    if dice == PASS:
        return
    cells = place - PLACE
    jokers = JOKERS + int(state.exclamations[state.seat])
    for trait in range(TRAITS):
        sight[:TRAITS] = 0.0
        sight[OPENED : OPENED + CELLS] = UNKNOWN
        sight[trait] = 1.0
        out[trait] = gain(state, cells // SETS, cells % SETS, sight)
        out[trait] += sight[jokers - price(dice)] - sight[jokers]


@kernel
def choose_turns(worth: Floats, n: int, luck: Random, chosen: Ints) -> int:
    """The best ones and some others."""
    order = np.argsort(-worth[:n])
    many = min(n, TOP)
    chosen[:many] = order[:many]
    for _ in range(OTHERS if n > TOP else 0):
        other = order[TOP + below(luck, n - TOP)]
        if not (chosen[:many] == other).any():
            chosen[many] = other
            many += 1
    return many


@kernel
def try_turn(states: Any, turns: Turns, dice: int, place: int, plan: Plan) -> float:
    """The mean result of a turn of `states[0]`."""
    chance, luck = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    seat = to_act(states[0])
    total = 0.0
    for n in range(plan.rollouts):
        states[1] = states[0]
        sow(chance, plan.seed + 2, plan.number * 4096 + n)
        sow(luck, plan.seed + 3, plan.number * 4096 + n)
        play_turn(states[1], dice, place)
        play_out(states[1], turns, chance, luck, plan.tables)
        total += result(states[1], seat)
    return total / plan.rollouts


@kernel
def teach(states: Any, turns: Turns, plan: Plan, traits: Floats, found: Floats) -> int:
    """One position in `states[0]`, which is the opening at first; returns how many turns it has."""
    chance, luck = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    sow(chance, plan.seed, 2 * plan.number)
    sow(luck, plan.seed, 2 * plan.number + 1)
    play_on(states[0], turns, chance, luck, plan)
    if to_act(states[0]) == OVER:
        return 0
    n = list_turns(states[0], turns, plan.tables)
    chosen = np.zeros(TOP + OTHERS, np.int64)
    many = choose_turns(turns.worth, n, luck, chosen)
    for i in range(many):
        dice, place = turns.dice[chosen[i]], turns.place[chosen[i]]
        describe_turn(states[0], dice, place, look(states[0], plan.tables), traits[i])
        found[i] = try_turn(states, turns, dice, place, plan)
    return many
