"""Observations and masks as spaces of Gymnasium, which PettingZoo uses too."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from spieltisch.adapters.tables import Table


def vector_space(table: Table) -> spaces.Box:
    """The bounds that the game states, field by field."""
    fields = table.game.observe.FIELDS
    low = np.concatenate([np.full(field.size, field.low, np.float32) for field in fields])
    high = np.concatenate([np.full(field.size, field.high, np.float32) for field in fields])
    return spaces.Box(low, high, dtype=np.float32)


def masked_space(table: Table) -> spaces.Dict:
    """An observation together with the legal actions."""
    mask = spaces.Box(0, 1, (table.actions,), np.int8)
    return spaces.Dict({"observation": vector_space(table), "action_mask": mask})
