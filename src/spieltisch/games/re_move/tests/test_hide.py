"""What a seat knows: its own cards, everyone's played cards, and how many the others have."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, FULL, SPECTATOR
from spieltisch.games.re_move import rules
from spieltisch.games.re_move.tests.tables import GAME, dealt, let, new, play

HIDDEN = ("hand", "pile", "discarded")


def table() -> rules.ReMove:
    """Seat 0 has played and discarded, seat 1 has played, seat 2 has discarded."""
    state = dealt("outside move move joker", "outside remove move inside", "joker move move move")
    return play(state, "outside", "outside", "discard", "discard", "discard")


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_others_cards_are_forgotten_their_numbers_are_not(viewer: int) -> None:
    state = table()
    hidden = GAME.hidden(state, viewer)
    for seat in range(3):
        for field in HIDDEN:
            kept = getattr(state, field)[seat].tolist() if seat == viewer else [0] * 5
            assert getattr(hidden, field)[seat].tolist() == kept
    assert hidden.hand_size.tolist() == state.hand_size.tolist()
    assert hidden.discarded_size.tolist() == [3, 3, 4]
    assert hidden.played.tolist() == state.played.tolist()


def test_a_guess_has_the_right_numbers_and_cards() -> None:
    state, luck = table(), generator(1)
    for _ in range(20):
        guess = GAME.hidden(state, 1)
        rules.fill(guess, luck)
        assert guess.viewer == FULL
        for seat in range(3):
            held = sum(getattr(guess, field)[seat] for field in (*HIDDEN, "played"))
            assert held.tolist() == guess.deck.tolist()
            assert guess.discarded[seat].sum() == guess.discarded_size[seat]
            assert guess.hand[seat].sum() == guess.hand_size[seat]
            assert guess.pile[seat].sum() == guess.pile_size[seat]


@pytest.mark.slow_interpreted
def test_guesses_are_uniform() -> None:
    """The first card of an unknown hand is each of the 20 equally often."""
    luck, seen, games = generator(2), Counter[int](), 4000
    hidden = GAME.hidden(dealt(), 0)
    for _ in range(games):
        guess = hidden.copy()
        rules.fill(guess, luck)
        for kind in range(5):
            seen[kind] += int(guess.hand[1, kind])
    expected = games * 4 * np.array([8, 6, 2, 2, 2]) / 20
    counts = np.array([seen[kind] for kind in range(5)])
    assert (((counts - expected) ** 2) / expected).sum() < 18.5  # 0.1 % of chi squared, 4 d.f.


def test_a_half_drawn_hand_is_hidden_too() -> None:
    state = new()
    rules.apply(state, rules.MOVE)
    hidden = GAME.hidden(state, 1)
    assert hidden.hand[0].tolist() == [0] * 5
    assert hidden.hand_size[0] == 1
    rules.fill(hidden, generator(3))
    assert hidden.hand[0].sum() == 1
    assert GAME.hidden(hidden, 1).tobytes() == GAME.hidden(state, 1).tobytes()


def test_a_view_shows_the_viewers_cards_only() -> None:
    state = play(dealt("outside move move joker"), "outside")
    view = GAME.view(GAME.hidden(state, 0))
    assert view["cards"]["hand"] == {"move": 2, "joker": 1}
    assert view["seats"][1]["hand"] == 4
    assert GAME.view(GAME.hidden(state, SPECTATOR))["cards"] is None


def test_a_reshuffled_deck_is_known_again() -> None:
    state = new(deck={"Move": 20})
    for _ in range(3):
        let(state, "draw move move move move")
    for _ in range(15):
        state = play(state, "discard")
        if state.pile_size[0] == 20:
            break
        if rules.to_act(state) == CHANCE:
            let(state, "draw move move move move")
    assert state.pile_size[0] == 20
    assert GAME.hidden(state, 1).discarded_size[0] == 0
