"""Thousands of tables at once, for learning agents.

import spieltisch.vector

env = spieltisch.vector.make(KEY, envs=1024, players=3)
seen = env.reset(seed=7)
while learning:
    seen = env.step(choose(seen.observations, seen.masks))
"""

from __future__ import annotations

from spieltisch.adapters.vector import Batch, Step

__all__ = ["Batch", "Step", "make"]

make = Batch
