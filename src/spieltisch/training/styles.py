"""Greedy bots that prefer by different weights, at one table: what `training.tune` compares."""

from __future__ import annotations

from typing import Any

from spieltisch.core.dispatch import apply, list_legal, sample_chance, to_act, weigh
from spieltisch.core.jit import kernel
from spieltisch.core.play import best
from spieltisch.core.randomness import Random
from spieltisch.core.state import CHANCE, OVER, Floats, Ints


@kernel
def play_styles(
    states: Any,
    actions: Ints,
    values: Floats,
    chance: Random,
    luck: Random,
    one: int,
    mine: Any,
    theirs: Any,
) -> None:
    """Plays `states[0]` to its end: seat `one` prefers by `mine`, the others by `theirs`."""
    while True:
        seat = to_act(states[0])
        if seat == OVER:
            return
        if seat == CHANCE:
            apply(states[0], sample_chance(states[0], chance))
            continue
        n = list_legal(states[0], actions)
        place = 0
        if n > 1:
            if seat == one:
                weigh(states[0], actions, n, values, mine)
            else:
                weigh(states[0], actions, n, values, theirs)
            place = best(values, n, luck)
        apply(states[0], actions[place])
