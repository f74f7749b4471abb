"""Playing on from a moment of a finished match: what a seat knew then, the rest filled in anew."""

from __future__ import annotations

import base64
import secrets
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.match import Match
from spieltisch.review.moments import moments
from spieltisch.tables.problems import Problem

Noted = Mapping[str, Any]  # table, n, seat and start, as the event of opening has them


def note(table: str, match: Match, n: int, seat: int) -> dict[str, Any]:
    """What the event that opens the new table says; Problem where nobody could play on.

    Of choices that were made at the same time none is known yet: such a round begins again.
    """
    if not 0 <= n <= len(match.lines) or not 0 <= seat < match.players:
        raise Problem("input/invalid", "n, seat")
    found = moments(match)
    at = found.round_of(n)[0]
    state = found.game.hidden(found.states[at], seat)
    found.game.rules.fill(state, generator(secrets.randbits(62)))
    if not found.game.acting(state) and not found.game.is_chance(state):
        raise Problem("table/over")
    written = base64.b64encode(zlib.compress(state.tobytes())).decode()
    return {"table": table, "n": at, "seat": seat, "start": written}


def told(noted: Noted | None) -> dict[str, Any] | None:
    """What everybody may know of it."""
    return None if noted is None else {key: noted[key] for key in ("table", "n", "seat")}


def header(noted: Noted | None) -> dict[str, Any]:
    """For the record."""
    return {} if noted is None else {"tried": told(noted)}


def read(game: str, noted: Noted | None) -> AnyState | None:
    """The position in which the match begins; None: the opening."""
    if noted is None:
        return None
    found = zlib.decompress(base64.b64decode(noted["start"]))
    return copied(np.frombuffer(found, games.find(game).rules.STATE)[0])
