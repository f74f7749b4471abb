"""How a finished match can be looked at again."""

from __future__ import annotations

import spieltisch
from spieltisch.core.state import SPECTATOR
from spieltisch.matches.match import Match
from spieltisch.tables import playback
from tests.contract.every import every_slow_table


def finished(key: str, players: int) -> Match:
    match = spieltisch.game(key).match(players=players, seed=3)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, match.random_turn(seat))
    return match


def differ(match: Match, seat: int) -> bool:
    """Whether what a seat sees in its own place differs from what a spectator sees there."""
    mine, public = match.game.hidden(match.state, seat), match.game.hidden(match.state, SPECTATOR)
    mine.viewer = public.viewer
    return bool(mine.tobytes() != public.tobytes())


@every_slow_table
def test_points_of_view_are_offered_where_somebody_knew_more(key: str, players: int) -> None:
    """A choice that is open as soon as all have chosen is no secret to look back at."""
    match = finished(key, players)
    settled = [
        match.at(n)
        for n, line in enumerate(match.lines, 1)
        if line.kind == "chance" and n % 5 in (0, 1)
    ]
    secret = any(differ(then, seat) for then in settled for seat in range(players))
    assert playback.hides(match) is secret
