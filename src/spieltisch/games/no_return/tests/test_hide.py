"""What a seat knows: its own hand and what it gave up, and of others only what lies open."""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from spieltisch.core.randomness import generator
from spieltisch.core.state import FULL, SPECTATOR, AnyState
from spieltisch.games.no_return import rules
from spieltisch.games.no_return.counters import kinds_in
from spieltisch.games.no_return.observe import FIELDS, OBSERVATION, observe
from spieltisch.games.no_return.tests.table import (
    GAME,
    at,
    begin,
    counters,
    everything,
    look,
    new,
    play,
)

HANDS = ["r1 r2 r3 r4 r5 r6 r7 r8", "b1 b2 b3 b4 b5 b6 b7 b8"]
TABLE = at(HANDS, {0: "g9 g5", 1: "y7"}, {0: "p3"})


def field(state: AnyState, name: str) -> np.ndarray:
    out = np.zeros(OBSERVATION, np.float32)
    observe(state, out)
    start = 0
    for one in FIELDS:
        if one.name == name:
            return out[start : start + one.size].reshape(one.shape)
        start += one.size
    raise KeyError(name)


def test_others_hands_are_hidden_and_their_size_is_not() -> None:
    seen = look(TABLE, 0)["seats"]
    assert seen[0]["hand"] == HANDS[0].split()
    assert seen[1]["hand"] is None
    assert seen[1]["held"] == 8
    hidden = GAME.hidden(TABLE, 0)
    assert kinds_in(hidden.hand[1]) == kinds_in(hidden.bag) == []
    assert int(hidden.bag_count) == 132 - 16 - 3 - 1


def test_a_spectator_sees_no_hand_at_all() -> None:
    seen = look(TABLE, SPECTATOR)
    assert seen["you"] is None
    assert [seat["hand"] for seat in seen["seats"]] == [None, None]
    assert seen["seats"][0]["columns"]["g"] == [9, 5]


def test_who_exchanged_counters_remembers_them() -> None:
    state = play(TABLE, "swap r1 r2", "draw o1 o2", "swap b1", "draw o3")
    mine = look(state, 0)
    assert mine["seats"][0]["gone"] == ["r1", "r2"]
    assert mine["seats"][1]["gone"] is None
    assert [seat["facedown"] for seat in mine["seats"]] == [2, 1]
    assert mine["lid"] == {"paid": [], "facedown": 3}


def test_counters_laid_aside_are_remembered_until_they_return() -> None:
    state = play(at(HANDS, opening=True), "swap r1", "draw o1")
    assert look(state, 0)["seats"][0]["gone"] == ["r1"]
    assert look(state, 0)["aside"] == 1
    assert look(state, 1)["seats"][0]["gone"] is None
    assert look(play(state, "keep"), 0)["aside"] == 0


def test_payments_and_piles_are_public() -> None:
    state = play(at(HANDS, {0: "g5"}, phases=[2, 1]), "clear g5 pay r5 r1")
    seen = look(state, SPECTATOR)
    assert seen["lid"]["paid"] == ["r1", "r5"]
    assert seen["seats"][0]["pile"] == 5


def test_closed_piles_show_their_total_to_their_owner_and_at_the_end() -> None:
    state = at(HANDS, {0: "g5"}, {0: "p3"}, open_piles=False)
    assert [seat["pile"] for seat in look(state, 0)["seats"]] == [3, None]
    assert look(state, 1)["seats"][0]["pile"] is None
    ended = at(HANDS, {0: "g5"}, {0: "p3"}, open_piles=False, seat=1, bag="")
    over = look(play(ended, "swap b1"), 1)
    assert [seat["score"] for seat in over["seats"]] == [-2, 0]
    assert [seat["rank"] for seat in over["seats"]] == [2, 1]


@pytest.mark.parametrize("opening", [True, False])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_guess_puts_every_counter_somewhere(opening: bool, viewer: int) -> None:
    state = begin(at(HANDS, opening=opening), "swap r3 r5")
    guess = GAME.hidden(state, viewer)
    rules.fill(guess, generator(1))
    assert everything(guess) == everything(state)
    assert [int(held) for held in guess.held[:2]] == [6, 8]
    assert GAME.hidden(guess, viewer).tobytes() == GAME.hidden(state, viewer).tobytes()
    given = kinds_in(guess.facedown[0])
    assert int(guess.last) == given[-1]
    assert given == counters("r3 r5") or viewer != 0


def test_a_guess_of_this_turn_does_not_disturb_earlier_exchanges() -> None:
    state = play(TABLE, "swap r1 r2", "draw p11 p11", "swap b1", "draw o3")
    guess = GAME.hidden(begin(state, "swap r3"), 1)
    rules.fill(guess, generator(4))
    assert len(kinds_in(guess.facedown[0])) == 3
    assert int(guess.last) in kinds_in(guess.facedown[0])


def test_guesses_are_uniform() -> None:
    """Every counter out of sight is as likely to be in the other hand: 8 of 124."""
    hidden, random = GAME.hidden(at(HANDS), 0), generator(2)
    games = 60 if os.environ.get("NUMBA_DISABLE_JIT") else 4000
    held: Counter[int] = Counter()
    for _ in range(games):
        guess = hidden.copy()
        rules.fill(guess, random)
        held.update(kinds_in(guess.hand[1]))
    unseen = [kind for kind in range(66) for _ in range(2) if kind not in counters(HANDS[0])]
    assert sum(held.values()) == 8 * games
    expected = games * 8 / 124
    pairs = [held[kind] / 2 for kind in set(unseen)]
    assert np.mean(pairs) == pytest.approx(expected, rel=0.1)
    if games > 1000:
        assert max(pairs) < 1.3 * expected
        assert min(pairs) > 0.7 * expected


def test_a_full_record_is_left_alone() -> None:
    copy = TABLE.copy()
    rules.fill(copy, generator(1))
    assert copy.tobytes() == TABLE.tobytes()
    assert int(copy.viewer) == FULL


def test_equal_contents_are_equal_bytes() -> None:
    one = play(TABLE, "swap r1 r2", "draw o1 o2")
    other = play(TABLE, "swap r1 r2", "draw o2 o1")
    assert one.tobytes() == other.tobytes()


def test_an_observation_shows_what_the_viewer_sees() -> None:
    hidden = GAME.hidden(begin(TABLE, "lay r8"), 1)
    assert sum(one.size for one in FIELDS) == OBSERVATION
    assert list(np.flatnonzero(field(hidden, "hand"))) == counters(HANDS[1])
    assert list(np.flatnonzero(field(hidden, "display")[1])) == counters("r8 g5 g9")
    assert list(field(hidden, "acting")) == [0, 1, 0, 0]
    assert list(field(hidden, "start")) == [0, 1, 0, 0]
    assert list(np.flatnonzero(field(hidden, "last"))) == counters("r8")
    assert field(hidden, "score")[1] == pytest.approx((3 - 14 - 8) / 396)
    assert field(GAME.hidden(begin(TABLE, "swap r8"), 1), "last").sum() == 0
    assert field(GAME.hidden(begin(TABLE, "swap r8"), 0), "last").sum() == 1


def test_every_field_stays_in_its_range() -> None:
    state, random = new(4), generator(9)
    actions = GAME.buffer()
    out = np.zeros(OBSERVATION, np.float32)
    low = np.concatenate([np.full(one.size, one.low) for one in FIELDS])
    high = np.concatenate([np.full(one.size, one.high) for one in FIELDS])
    for _ in range(150):
        seat = rules.to_act(state)
        if seat >= 0:
            n = rules.list_legal(state, actions)
            rules.apply(state, int(actions[n - 1]))
        else:
            rules.apply(state, rules.sample_chance(state, random))
        observe(GAME.hidden(state, max(int(seat), 0)), out)
        assert (out >= low).all()
        assert (out <= high).all()


def test_what_others_put_face_down_last_is_forgotten() -> None:
    """The last counter of a half done exchange is one of those that nobody else may see."""
    for kept in ("r3", "r8"):
        half = begin(TABLE, f"swap r1 {kept}")
        assert int(GAME.hidden(half, 0).last) == counters(kept)[0]
        for viewer in (1, SPECTATOR):
            assert int(GAME.hidden(half, viewer).last) == 0


def test_the_last_counter_of_an_exchange_is_guessed_as_the_highest_of_it() -> None:
    half, luck = begin(TABLE, "swap r1 r3 r8"), generator(4)
    for _ in range(40):
        guess = GAME.hidden(half, 1)
        rules.fill(guess, luck)
        assert int(guess.last) == max(kinds_in(guess.facedown[0]))


def test_what_is_open_is_no_secret_while_others_lay_out_or_pay() -> None:
    half = begin(TABLE, "lay r8")
    assert int(GAME.hidden(half, 1).last) == counters("r8")[0]


def test_an_earlier_exchange_says_nothing_of_this_one() -> None:
    """One counter was put down just now, one before: either may be the higher of the two."""
    state = play(TABLE, "swap r5", "draw o1", "swap b1", "draw o3")
    half, luck, highest = begin(state, "swap r8"), generator(6), 0
    for _ in range(80):
        guess = GAME.hidden(half, 1)
        rules.fill(guess, luck)
        put_down = kinds_in(guess.facedown[0])
        assert int(guess.last) in put_down
        highest += int(guess.last) == max(put_down)
    assert 20 < highest < 60


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_no_counter_is_dealt_that_lies_in_sight(viewer: int) -> None:
    state = play(TABLE, "swap r1 r2", "draw o1 o2", "lay b8", "draw o3")
    for seed in range(5):
        guess = GAME.hidden(state, viewer)
        rules.fill(guess, generator(seed))
        assert everything(guess) == everything(state)
        assert len(kinds_in(guess.bag)) == int(guess.bag_count)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_what_was_filled_in_belongs_to_nobody(viewer: int) -> None:
    """A record says whose it is; a guess is a whole one."""
    guess = GAME.hidden(TABLE, viewer)
    assert int(guess.viewer) == viewer
    rules.fill(guess, generator(1))
    assert int(guess.viewer) == FULL
