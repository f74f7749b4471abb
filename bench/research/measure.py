"""How steps are timed, the same for our environments and the peers; imports nothing of either."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

Steps = Callable[[int], int]  # steps so many times; returns how many steps that were


LEAST = 4000


def best_rate(steps: Steps, seconds: float = 0.004, most: float = 0.6) -> float:
    """Steps per second: the best of many repeats of about `seconds` each, `most` in all (or five).

    A repeat has at least LEAST steps: with fewer, the best would be that of the easiest moments.
    They are short, and time is the processor time of this one thread, so that other programs on
    the machine disturb as little as possible.
    """
    steps(1)
    many, spent = 1, 0.0
    while spent < seconds / 5:
        many *= 4
        started = time.process_time()
        steps(many)
        spent = time.process_time() - started
    each = max(1, steps(1))
    many = max(1, int(many * seconds / spent), LEAST // each)
    rates: list[float] = []
    begun = time.process_time()
    while len(rates) < 5 or time.process_time() - begun < most:
        started = time.process_time()
        done = steps(many)
        rates.append(done / (time.process_time() - started))
    return max(rates)


def random_states(game: Any) -> Steps:
    """OpenSpiel from Python: decisions of random games, with observation tensors if there are."""
    import numpy as np

    luck = np.random.default_rng(1)
    held = [game.new_initial_state()]
    seen = game.get_type().provides_observation_tensor

    def steps(many: int) -> int:
        state = held[0]
        for _ in range(many):
            while state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(luck.choice(len(outcomes), p=weights))])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            if seen:
                state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(luck.integers(len(legal)))])
        held[0] = state
        return many

    return steps


def count_decisions(game: Any, seed: int) -> int:
    """Of one random game of OpenSpiel."""
    luck, state, decisions = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, weights)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
    return decisions
