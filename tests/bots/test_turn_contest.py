"""The turns that compete are those that a plain walk over preferred decisions finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import spieltisch
from spieltisch import games
from spieltisch.bots.base import Position
from spieltisch.bots.turn_contest import TurnContest
from spieltisch.core.randomness import generator
from spieltisch.core.state import copied


def walk(
    position: Position, state: Any, begun: list[int], width: int, astray: int
) -> Iterator[tuple[list[int], bytes]]:
    """Slow and obvious: the same turns in the same order."""
    rules = position.game.rules
    legal = np.array(position.game.legal(state), np.int64)
    values = np.zeros(len(legal), np.float64)
    position.game.evaluate.prefer(state, legal, len(legal), values)
    preferred = [int(legal[place]) for place in np.argsort(-values, kind="stable")]
    for rank, decision in enumerate(preferred[: width if astray else 1]):
        after = copied(state)
        rules.apply(after, decision)
        line = [*begun, decision]
        if rules.midway(after):
            yield from walk(position, after, line, width, astray - (rank > 0))
        else:
            yield line, after.tobytes()


@pytest.mark.parametrize("key", list(games.cards()))
@pytest.mark.parametrize(("width", "astray"), [(1, 99), (3, 1)])
def test_turns_are_found_as_by_a_plain_walk(key: str, width: int, astray: int) -> None:
    match = spieltisch.game(key).match(seed=width)
    for turn in range(2):
        seat = match.acting[0]
        position = Position(match.game, match.hidden(seat), seat, generator(turn))
        contest = TurnContest(position, {"width": width, "astray": astray, "contest": 4})
        expected = [(end, line) for line, end in walk(position, position.state, [], width, astray)]
        assert contest.turns(astray) == expected
        match.play(seat, next(match.turns(seat)))
