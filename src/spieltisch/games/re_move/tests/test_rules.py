"""The paragraphs of RULES.*.md, one test or more for each; figures 1 to 4 of the rules sheet."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch.core.errors import BadOption
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.re_move import rules
from spieltisch.games.re_move.tests.tables import (
    GAME,
    at,
    dealt,
    figures,
    legal,
    let,
    new,
    play,
    refused,
)

BASE_0 = {f"B0.{n}" for n in range(7)}


def acting(state: rules.ReMove) -> int:
    return int(rules.to_act(state))


def test_RM_1_three_players_seven_figures_each_on_their_base() -> None:
    state = new()
    assert figures(state, 0) == BASE_0
    assert [len(figures(state, seat)) for seat in range(3)] == [7, 7, 7]
    with pytest.raises(BadOption):
        GAME.card.resolve(2, {})


def test_RM_1_everyone_draws_four_of_twenty_cards_in_order_of_play() -> None:
    state = new()
    assert GAME.chances(state) == ([0, 1, 2, 3, 4], [8, 6, 2, 2, 2])
    for seat in range(3):
        assert acting(state) == CHANCE
        assert GAME.notation.chance_seat(state) == seat
        let(state, "draw move outside outside joker")
    assert acting(state) == 0
    assert state.hand[1].tolist() == [1, 0, 2, 0, 1]
    assert state.pile[1].tolist() == [7, 6, 0, 2, 1]


def test_RM_1_the_supply_gives_no_more_than_it_has() -> None:
    state = new()
    refusal = GAME.advance_chance(state, GAME.notation.read_chance(state, "draw joker joker joker"))
    assert refusal is not None
    assert refusal.rule == "RM-1"


def test_RM_2_rings_bases_and_targets() -> None:
    state = new()
    sizes = [int(places).bit_count() for places in (*state.ring, *state.bases, *state.target)]
    assert sizes == [12, 6, 7, 7, 7, 3, 3, 3]
    assert state.places == 61


def test_RM_3_play_goes_to_the_right() -> None:
    state = play(dealt(), "outside", "outside", "outside")
    assert acting(state) == 0
    assert state.turns == 3


def test_RM_3_who_starts_may_be_drawn() -> None:
    state = new(random_start=True)
    assert GAME.chances(state) == ([5, 6, 7], [1, 1, 1])
    let(state, "first 2")
    for seat in (2, 0, 1):
        assert GAME.notation.chance_seat(state) == seat
        let(state, "draw move move move move")
    assert acting(state) == 2
    assert int(rules.sample_chance(new(random_start=True), generator(4))) in (5, 6, 7)


def test_RM_3_without_cards_four_are_drawn_before_the_turn() -> None:
    state = play(dealt(), "discard", "discard", "discard")
    assert acting(state) == CHANCE
    let(state, "draw inside inside move move")
    assert acting(state) == 0


def test_RM_3_an_empty_pile_is_made_of_played_and_discarded_cards() -> None:
    state = dealt("move move move move")
    rest = ["move move move move", "remove remove remove remove"]
    rest += ["remove remove outside outside", "inside inside joker joker"]
    for cards in rest:
        for _ in range(3):
            state = play(state, "discard")
            if acting(state) == CHANCE and state.seat != 0:
                let(state, GAME.notation.show_chance(state, some_cards(state)))
        let(state, f"draw {cards}")
    state = play(state, "inside")
    assert state.pile_size[0] == 0
    for _ in range(2):
        if acting(state) == CHANCE:
            let(state, GAME.notation.show_chance(state, some_cards(state)))
        state = play(state, "discard")
    state = play(state, "discard")
    for _ in range(2):
        let(state, GAME.notation.show_chance(state, some_cards(state)))
        state = play(state, "discard")
    assert acting(state) == CHANCE
    assert state.pile[0].tolist() == [8, 6, 2, 2, 2]
    assert state.played[0].sum() == state.discarded[0].sum() == 0


def some_cards(state: rules.ReMove) -> list[int]:
    pile = np.repeat(np.arange(5), state.pile[state.seat])
    return [int(kind) for kind in pile[:4]]


def test_RM_4_one_card_or_the_whole_hand_is_discarded() -> None:
    state = dealt("move move remove joker")
    assert legal(state) == {"discard", "move", "remove", "joker outer", "joker inner"}
    state = play(state, "discard")
    assert (state.hand_size[0], state.discarded_size[0]) == (0, 4)
    assert state.discarded[0].tolist() == [2, 1, 0, 0, 1]
    assert refused(dealt("move move move move"), "remove").rule == "RM-4"


def test_RM_4_played_cards_lie_face_up() -> None:
    state = play(dealt("outside move move move"), "outside")
    assert state.played[0].tolist() == [0, 0, 1, 0, 0]
    assert state.hand_size[0] == 3


def test_RM_5_every_figure_moves_one_step_to_a_free_place() -> None:
    state = play(at("C O0", "I0"), "move C-I3 O0-O1")
    assert figures(state, 0) == {"I3", "O1"}
    assert refused(at("C O0", "I0"), "move C-I0 O0-O1").rule == "RM-5"
    assert refused(at("C"), "move C-O0").rule == "RM-5"
    assert refused(at("C"), "move O0-O1").rule == "RM-5"


def test_RM_5_from_the_full_base_all_seven_move() -> None:
    state = dealt("move move move move")
    turn = "move B0.1-A0L B0.2-A0M B0.3-A0R B0.0-B0.1 B0.4-B0.0 B0.5-B0.4 B0.6-B0.5"
    assert figures(play(state, turn), 0) == {
        "A0L", "A0M", "A0R", "B0.1", "B0.0", "B0.4", "B0.5"
    }  # fmt: skip


def test_RM_6_figure_1_a_remove_may_not_return_to_its_start() -> None:
    refusal = refused(at("C"), "remove C-I0-C")
    assert refusal.rule == "RM-6"
    assert "where it began" in refusal.en
    assert figures(play(at("C"), "remove C-I0-I1"), 0) == {"I1"}


def test_RM_6_figure_2_a_capture_by_jumping() -> None:
    state = play(at("I0", "C"), "remove I0xC-I3")
    assert figures(state, 0) == {"I3"}
    assert figures(state, 1) == set()
    assert acting(state) == 1
    assert figures(play(state, "place B1.4"), 1) == {"B1.4"}


def test_RM_6_the_second_step_needs_a_free_place() -> None:
    blocked = at("I0", "C I3", "I1 I2 I4 I5")
    refusal = refused(blocked, "remove I0xC-I3")
    assert refusal.rule == "RM-6"
    assert "I3" in refusal.en


def test_RM_6_own_figures_are_never_jumped() -> None:
    refusal = refused(at("I0 C"), "remove I0-C-I3 C-I1-I2")
    assert refusal.rule == "RM-6"
    assert "never jumped" in refusal.en


def test_RM_7_a_ring_card_captures_all_figures_on_the_ring_the_own_too() -> None:
    state = play(at("O0 I0 C", "O1", "O2 O3 I1", hand="outside move"), "outside")
    assert [len(figures(state, seat)) for seat in range(3)] == [2, 0, 1]
    assert state.captured.tolist() == [1, 1, 2]
    state = play(at("O0 I0 C", "O1", "O2 O3 I1", hand="inside"), "inside")
    assert state.captured.tolist() == [1, 0, 1]


def test_RM_7_a_joker_names_the_ring() -> None:
    state = at("O0 I0", "O1", "I1", hand="joker")
    assert legal(state) == {"discard", "joker outer", "joker inner"}
    assert play(state, "joker outer").captured.tolist() == [1, 1, 0]
    assert play(state, "joker inner").captured.tolist() == [1, 0, 1]


def test_RM_7_the_ring_may_be_empty() -> None:
    state = play(at("C", hand="inside move"), "inside")
    assert acting(state) == 1


def test_RM_8_owners_place_captured_figures_from_the_acting_seat_on() -> None:
    state = at("O0 O1 B1.0", "O2", "O3 B0.0", seat=1, hand="outside")
    state = play(state, "outside")
    for owner, place in ((1, "B1.5"), (1, "B1.3"), (2, "B2.0"), (0, "B0.4")):
        assert acting(state) == owner
        assert not rules.midway(state)
        state = play(state, f"place {place}")
    assert figures(state, 1) == {"B1.0", "B1.5", "B1.3"}
    assert acting(state) == 2


def test_RM_8_only_free_places_of_the_own_base() -> None:
    state = play(at("I0", "C B1.0"), "remove I0xC-I3")
    assert refused(state, "place B1.0").rule == "RM-8"
    assert refused(state, "place B0.0").rule == "RM-8"
    assert refused(state, "discard").rule == "RM-8"
    assert legal(state) == {f"place B1.{n}" for n in range(1, 7)}


def test_RM_9_bases_and_targets_of_others_are_closed() -> None:
    state = at("A1L Z1")
    assert refused(state, "move A1L-B1.1 Z1-O10").rule == "RM-9"
    assert refused(state, "move A1L-O3 Z1-T1.0").rule == "RM-9"
    assert refused(state, "remove A1L-B1.1-B1.2").rule == "RM-9"
    assert refused(at("A1L", "B1.1"), "remove A1LxB1.1-B1.2").rule == "RM-9"
    assert refused(at("O10"), "remove O10-Z1-T1.0").rule == "RM-9"
    assert figures(play(at("Z0"), "move Z0-T0.1"), 0) == {"T0.1"}


def test_RM_10_one_after_the_other_each_once_onto_places_free_at_that_moment() -> None:
    state = at("O0 O1")
    assert figures(play(state, "move O1-O2 O0-O1"), 0) == {"O1", "O2"}
    assert refused(state, "move O0-O1 O1-O2").rule == "RM-10"
    assert refused(state, "move O0-I0 I0-C").rule == "RM-10"
    assert refused(at("O0"), "move O0-I0 I0-C").rule == "RM-10"


def test_RM_10_no_swapping_and_no_rotating() -> None:
    closed = at("T0.0 T0.1 T0.2 Z0", "O6")
    state = play(at("T0.0 T0.1 Z0", "O6", turn_limit=9), "move T0.0-T0.2 T0.1-T0.0 Z0-T0.1")
    assert figures(state, 0) == {"T0.0", "T0.1", "T0.2"}
    assert legal(closed) >= {"move"}
    assert figures(play(closed, "move"), 0) == {"T0.0", "T0.1", "T0.2", "Z0"}


def test_RM_11_figure_3_no_step_that_takes_away_anothers_only_place() -> None:
    state = at("O11 O1", "O10 A0L")
    refusal = refused(state, "move O1-O0")
    assert refusal.rule == "RM-11"
    assert "another of your figures (O11) would be stuck" in refusal.en
    assert "O1-O2" in refusal.en
    assert figures(play(state, "move O1-O2 O11-O0"), 0) == {"O0", "O2"}
    assert figures(play(state, "move O11-O0 O1-O2"), 0) == {"O0", "O2"}


def test_RM_11_figure_4_an_own_figure_must_give_way() -> None:
    state = at("O11 O0", "O10 A0L")
    assert refused(state, "move O0-O1").rule == "RM-11"
    assert legal(state, ["move"]) == {"move O0-I0", "move O0-O1", "move O0-A0M"}
    assert legal(state, ["move O0-O1"]) == {"move O0-O1 O11-O0"}
    assert figures(play(state, "move O0-I0 O11-O0"), 0) == {"I0", "O0"}


def test_RM_11_holds_in_base_and_target_too() -> None:
    state = at("T0.0 B0.5")
    assert refused(state, "move T0.0-T0.1").rule == "RM-11"
    assert figures(play(state, "move T0.0-T0.2 B0.5-B0.4"), 0) == {"T0.2", "B0.4"}


def test_RM_11_figures_that_no_order_can_move_stay() -> None:
    state = at("O11 O1", "O10 A0L O0")
    assert figures(play(state, "move O1-O2"), 0) == {"O11", "O2"}
    refusal = refused(state, "move O1-O2 O11-O0")
    assert refusal.rule == "RM-11"


def test_RM_11_asks_for_two_steps_of_every_figure() -> None:
    state = at("T0.0 T0.1", hand="remove")
    assert legal(state, ["remove"]) == {"remove T0.0-Z0", "remove T0.1-Z0"}
    assert legal(state, ["remove T0.0-Z0-O6"]) == {
        "remove T0.0-Z0-O6 T0.1-Z0", "remove T0.0-Z0-O6 T0.1-T0.0", "remove T0.0-Z0-O6 T0.1-T0.2"
    }  # fmt: skip


def test_RM_12_capturing_is_voluntary() -> None:
    turns = legal(at("I0", "C"), ["remove"])
    assert {"remove I0xC", "remove I0-I1"} <= turns


def test_RM_12_unless_it_lets_more_figures_move() -> None:
    state = at("A1M O2", "O3 O5", "I2")
    assert legal(state, ["remove"]) == {"remove O2xO3"}
    assert figures(play(state, "remove O2xO3-O4 A1M-A1L-O3"), 0) == {"O4", "O3"}
    assert refused(state, "remove O2-O1-O0").rule == "RM-11"


def test_RM_13_a_movement_card_without_a_move_does_nothing() -> None:
    state = at("O11", "O10 A0L", "O0")
    after = play(state, "move")
    assert figures(after, 0) == {"O11"}
    assert acting(after) == 1
    refusal = refused(state, "move O11-O0")
    assert refusal.rule in ("RM-5", "RM-11")


def test_RM_14_three_in_the_target_after_the_action_win() -> None:
    state = play(at("T0.2 T0.1 Z0 C"), "move Z0-T0.0 T0.1-Z0 T0.2-T0.1 C-I0")
    assert acting(state) == 1
    state = play(at("T0.0 T0.1 Z0 C"), "move T0.0-T0.2 T0.1-T0.0 Z0-T0.1 C-I0")
    assert acting(state) == OVER
    assert [rules.score(state, seat) for seat in range(3)] == [1, 0, 0]


def test_RM_14_only_after_captured_figures_were_placed() -> None:
    turn = "remove T0.2-T0.0-T0.1 Z0-T0.0-T0.2 O6-Z0-T0.0 CxI0-O0"
    state = play(at("T0.2 Z0 O6 C", "I0"), turn)
    assert acting(state) == 1
    assert acting(play(state, "place B1.0")) == OVER


def test_RM_14_sudden_win_ends_with_the_third_figure() -> None:
    state = at("T0.2 T0.1 Z0 C", sudden_win=True)
    after = play(state, "move Z0-T0.0")
    assert acting(after) == OVER
    assert [rules.rank(after, seat) for seat in range(3)] == [1, 2, 2]
    assert refused(state, "move Z0-T0.0 C-I0").rule == "RM-14"
    assert acting(play(at("T0.2 T0.1 Z0 C"), "move T0.2-T0.0 T0.1-T0.2 Z0-T0.1 C-I0")) == OVER


def test_RM_15_after_the_turn_limit_most_figures_in_the_target_win() -> None:
    state = at("T0.0", "T1.0 T1.1", "C", turn_limit=4, hand="inside")
    state = play(state, "inside")
    assert acting(state) == OVER
    assert [rules.score(state, seat) for seat in range(3)] == [0, 1, 0]


def test_RM_15_a_tie_is_shared() -> None:
    state = play(at("T0.0", "T1.0", "C", turn_limit=4), "discard")
    assert [rules.score(state, seat) for seat in range(3)] == [1, 1, 0]
    assert [rules.rank(state, seat) for seat in range(3)] == [1, 1, 3]


def test_RM_16_one_point_for_winners_none_for_others() -> None:
    state = at("T0.0", "T1.0", "T2.0", turn_limit=4)
    assert [rules.score(state, seat) for seat in range(3)] == [1, 1, 1]
    state = at("C", "T1.0", "T2.0 T2.1", turn_limit=4)
    assert [rules.score(state, seat) for seat in range(3)] == [0, 0, 1]


def test_RM_11_how_many_figures_must_still_move_is_known_only_while_they_move() -> None:
    state = dealt()
    assert rules.left_to_move(state) == 0
    rules.apply(state, rules.PLAY_REMOVE)
    left = rules.left_to_move(state)
    assert left > 0
    while not rules.left_to_move(state) < left:  # the first half of a move changes nothing
        rules.apply(state, GAME.legal(state)[0])
        assert rules.left_to_move(state) in (left, left - 1)
    while rules.midway(state):
        rules.apply(state, GAME.legal(state)[0])
    assert rules.left_to_move(state) == 0


@pytest.mark.parametrize(
    ("hand", "choices"),
    [
        ("joker move move", [rules.DISCARD, rules.PLAY_MOVE, rules.JOKER_OUTER, rules.JOKER_INNER]),
        ("inside outside", [rules.DISCARD, rules.PLAY_OUTSIDE, rules.PLAY_INSIDE]),
        ("remove", [rules.DISCARD, rules.PLAY_REMOVE]),
    ],
)
def test_RM_4_what_is_listed_does_not_depend_on_what_stood_there(
    hand: str, choices: list[int]
) -> None:
    state, actions = at("O1", hand=hand), np.full(rules.MOST, 99, np.int64)
    n = rules.list_legal(state, actions)
    assert actions[:n].tolist() == choices


@pytest.mark.parametrize("card", ["move O1-O2", "remove O1-O2-O3"])
def test_RM_11_an_action_leaves_no_trace_behind(card: str) -> None:
    """What belongs to a turn in progress is as it was before the first one."""
    start = new()
    after = play(at("O1"), card)
    for state in (start, after):
        assert (int(state.origin), int(state.middle)) == (-1, -1)
        assert (int(state.moved), int(state.card)) == (0, 0)
