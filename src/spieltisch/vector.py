"""Thousands of tables at once, for learning agents.

import spieltisch.vector

env = spieltisch.vector.make(KEY, envs=1024, players=3)
seen = env.reset(seed=7)
while learning:
    seen = env.step(choose(seen.observations, seen.masks))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.adapters.vector import Batch, Step

__all__ = ["Batch", "Step", "make"]


def make(
    game: str,
    envs: int = 1024,
    players: int | None = None,
    *,
    opponents: str | Sequence[str] | None = None,
    seat: int | None = None,
    rewards: str | None = None,
    seed: int = 0,
    threads: int = 1,
    **options: Any,
) -> Batch:
    """A batch of tables; a step is one small decision at each of them.

    Chance is resolved inside. A finished game is followed by the next at once: then `terminations`
    and `rewards` tell of the old one, all else of the new one. The luck of episode n at table e
    depends on the seed, n and e only, not on the number of tables or threads.

    opponents  a bot for all other seats, or one for each, clockwise from the learner: random, easy,
               medium or greedy. Without, the caller decides for every seat in turn.
    seat       of the learner against opponents; by default another one in each episode.
    rewards    "victory": at the end 1 for the winner, shared among equals, 0 for all others;
               "score": at the end the points ahead of the best other seat (alone: the points).
               Alone, "score" is the default. Before the end all rewards are 0.
    options    of the game, as keywords.
    """
    return Batch(
        game,
        envs,
        players,
        opponents=opponents,
        seat=seat,
        rewards=rewards,
        seed=seed,
        threads=threads,
        **options,
    )
