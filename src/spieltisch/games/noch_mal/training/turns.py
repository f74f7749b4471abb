"""Whole turns, two dice and their cells, for the tools that fit what bots know."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.play import best
from spieltisch.core.randomness import Random
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.decisions import MOST, PASS, PLACE, SETS, price
from spieltisch.games.noch_mal.knowledge.policy import JOKERS, gain, look, weigh
from spieltisch.games.noch_mal.rules import apply, list_cells, list_dice, list_legal
from spieltisch.games.noch_mal.state import NochMal

MANY = 400  # turns of a position, at most


class Turns(NamedTuple):
    """The turns of a position, and scratch memory."""

    dice: Ints
    place: Ints
    worth: Floats  # as it looks at first sight
    actions: Ints
    places: Ints
    values: Floats


def room() -> Turns:
    many, most = np.zeros((3, MANY), np.int64), np.zeros((3, MOST), np.int64)
    return Turns(many[0], many[1], many[2] * 1.0, most[0], most[1], most[2] * 1.0)


@kernel
def list_turns(state: NochMal, turns: Turns, tables: Floats) -> int:
    """All turns of the seat to act, each at its lowest price; to pass is the last one."""
    seat = int(state.seat)
    sight = look(state, tables)
    jokers = JOKERS + int(state.exclamations[seat])
    many, n = list_dice(state, seat, turns.actions), 0
    for cost in range(3):
        for i in range(many):
            dice = turns.actions[i]
            if price(dice) != cost:
                continue
            for p in range(list_cells(state, seat, dice, turns.places)):
                place = turns.places[p]
                if n == MANY - 1 or is_listed(turns, n, place):
                    continue
                cells = place - PLACE
                turns.dice[n], turns.place[n] = dice, place
                turns.worth[n] = gain(state, cells // SETS, cells % SETS, sight)
                turns.worth[n] += sight[jokers - cost] - sight[jokers]
                n += 1
    turns.dice[n], turns.worth[n] = PASS, 0.0
    return n + 1


@kernel
def is_listed(turns: Turns, n: int, place: int) -> bool:
    for i in range(n):
        if turns.place[i] == place:
            return True
    return False


@kernel
def play_turn(state: NochMal, dice: int, place: int) -> None:
    apply(state, dice)
    if dice != PASS:
        apply(state, place)


@kernel
def play_preferred(state: NochMal, turns: Turns, luck: Random, tables: Floats) -> None:
    """One small decision, the one that looks best by these tables."""
    n = list_legal(state, turns.actions)
    place = 0
    if n > 1:
        weigh(state, turns.actions, n, turns.values, tables)
        place = best(turns.values, n, luck)
    apply(state, turns.actions[place])
