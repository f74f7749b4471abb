"""The observation vector of ReMove."""

from __future__ import annotations

from typing import Any

from spieltisch.core.jit import kernel
from spieltisch.core.observation import Field, total
from spieltisch.games.re_move.rules import ReMove

FIELDS = (Field("x", (1,), 0, 1, "x"),)
OBSERVATION = total(FIELDS)


@kernel
def observe(state: ReMove, out: Any) -> None:
    out[0] = 0.0
