"""Advice: a legal turn with a reason, the same each time, beside what one was about to do."""

from __future__ import annotations

import pytest

import spieltisch
from spieltisch import games
from spieltisch.api import Match
from spieltisch.review.advice import AGREED, Advice, Adviser

every_game = pytest.mark.parametrize("key", list(games.cards()))
SHARE = 0.1  # of the usual depth


def opened(key: str) -> tuple[Match, int]:
    match = spieltisch.game(key).match(seed=4)
    return match, match.acting[0]


def advised(match: Match, seat: int, begun: tuple[int, ...] = ()) -> Advice:
    return Adviser(match.game, match.hidden(seat), seat, SHARE).advise(begun, 1)


@every_game
def test_advice_is_a_legal_turn_with_a_reason(key: str) -> None:
    match, seat = opened(key)
    found = advised(match, seat)
    text = match.game.notation.show_turn(match.supposed(seat), found.line)
    assert match.check(seat, text) is None
    assert 0.0 <= found.chance <= 1.0
    assert found.draft is None
    assert all((*found.look.said, *found.do, *found.why))
    assert advised(match, seat) == found


@every_game
def test_what_one_was_about_to_do_is_completed_and_compared(key: str) -> None:
    match, seat = opened(key)
    for begun in match.choices(seat)[:2]:
        found = advised(match, seat, (begun.decision,))
        assert found.draft is not None
        assert found.draft.line[0] == begun.decision
        text = match.game.notation.show_turn(match.supposed(seat), found.draft.line)
        assert match.check(seat, text) is None
        if found.line == found.draft.line:
            assert (found.loss, found.why) == (0.0, AGREED) or found.forced
        else:
            assert found.chance > found.draft.chance
            assert found.loss > 0.0
