"""The paragraphs of the rules, one test or more for each; the printed examples are among them."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.noch_mal import decisions, rules
from spieltisch.games.noch_mal.sheets.sheet import CELLS, cell_name, neighbours, printed, read_cell
from spieltisch.games.noch_mal.state import HALF, ROLL
from spieltisch.games.noch_mal.tests.table import (
    GAME,
    at,
    chance,
    colour,
    column,
    is_legal,
    new,
    play,
    refuse,
    score,
    turns,
)

PASS = "pass"


# Material


def test_NM_1_six_dice_with_a_joker_each_and_eight_exclamation_marks() -> None:
    state = new(6)
    assert GAME.chances(state) == ([6, 7, 8, 9, 10, 11], [1] * 6)
    chance(state, "roll r g X 1 3 ?")
    assert list(state.exclamations) == [8] * 6
    assert list(state.stars_left) == [15] * 6
    assert state.column_left.sum() == 6 * 105


@pytest.mark.parametrize("players", range(1, 7))
def test_NM_1_one_to_six_players(players: int) -> None:
    assert int(rules.to_act(new(players))) == CHANCE


def test_NM_1_number_dice_follow_the_colour_dice() -> None:
    state = new(2)
    for outcome in (6, 7, 11):
        assert not rules.midway(state) or GAME.chances(state)[0][0] == 6
        rules.apply(state, outcome)
        assert rules.midway(state)
    assert GAME.chances(state)[0] == [12, 13, 14, 15, 16, 17]


@pytest.mark.parametrize("name", printed())
def test_NM_2_everyone_plays_on_the_sheet_that_was_agreed(name: str) -> None:
    state = new(3, sheet=name)
    assert tuple(GAME.view(GAME.hidden(state, 0))["sheet"]) == printed()[name]


def test_NM_2_black_is_usual() -> None:
    assert new(2).tobytes() == new(2, sheet="black").tobytes()


# A roll


def test_NM_3_from_the_fourth_roll_on_others_choose_from_four_dice() -> None:
    state = at("b y o 2 5 5", roll=4, players=3)
    assert GAME.acting(state) == [0]
    play(state, "y5 H6 H7 I6 I7 J7")
    assert GAME.acting(state) == [1, 2]
    assert is_legal(state, "b2 G4 H4")
    assert refuse(state, "y2 H6 H7").rule == "NM-3"
    assert is_legal(state, "o5 G2 H2 I5 J5 J6") is False
    assert {text[:2] for text in turns(state)} == {"b2", "o2", "pa"}


def test_NM_3_of_two_equal_dice_one_stays() -> None:
    state = play(at("y y o 5 5 2", roll=4), "y5 H6 H7 I6 I7 J7")
    assert is_legal(state, "y5 H6 H7 I6 I7 J7")
    other = play(at("y b o 5 4 2", roll=4), "y5 H6 H7 I6 I7 J7")
    assert refuse(other, "y2 H6 H7").rule == "NM-3"


def test_NM_3_others_take_nothing_from_each_other() -> None:
    state = play(at("y b o 5 4 2", roll=4, players=3), PASS, "o2 G2 H2")
    play(state, "o2 G2 H2")
    assert int(state.roll) == 5


def test_NM_4_in_the_first_three_rolls_everyone_has_all_dice() -> None:
    for roll in (1, 2, 3):
        state = at("b y o 2 5 5", roll=roll, players=3)
        assert GAME.acting(state) == [0, 1, 2]
        play(state, "y5 H6 H7 I6 I7 J7")
        assert GAME.acting(state) == [1, 2]
        assert is_legal(state, "y5 H6 H7 I6 I7 J7")


def test_NM_4_the_printed_first_roll() -> None:
    state = at("b y o 2 5 5")
    for text in ("y5 H6 I6 H7 I7 J7", "o2 G2 H2", "b2 G4 H4"):
        assert is_legal(state, text)
    assert refuse(state, "b4 G4 G5 H4 H5").rule == "NM-4"
    assert refuse(state, "b5 G4 G5 H4 H5").rule == "NM-7"


def test_NM_4_counts_the_rolls_of_the_whole_game() -> None:
    state = new(2)
    for roll in (1, 2, 3, 4):
        chance(state, "roll r g X 1 3 ?")
        assert GAME.acting(state) == ([0, 1] if roll < 4 else [1])
        play(state, PASS, PASS)


def test_NM_5_if_the_active_player_passes_all_six_are_left() -> None:
    state = play(at("b y o 2 5 5", roll=4), PASS)
    assert is_legal(state, "y5 H6 H7 I6 I7 J7")
    assert PASS in turns(state)


def test_NM_5_dice_cannot_be_taken_without_marking() -> None:
    state = at("b y o 2 5 5", roll=4)
    assert refuse(state, "y5").rule == "NM-7"
    assert all(text == PASS or len(text.split()) > 1 for text in turns(state))


def test_NM_6_the_dice_pass_clockwise() -> None:
    state = new(3)
    for seat in (0, 1, 2, 0):
        assert GAME.notation.chance_seat(state) == seat
        chance(state, "roll r g X 1 3 ?")
        assert int(rules.to_act(state)) == seat
        play(state, PASS, PASS, PASS)


def test_NM_6_the_starter_may_be_drawn() -> None:
    state = new(3, random_start=True)
    assert GAME.chances(state) == ([0, 1, 2], [1, 1, 1])
    chance(state, "first 2")
    assert GAME.notation.chance_seat(state) == 2


# Marking


def test_NM_7_exactly_as_many_cells_as_the_number() -> None:
    state = at("g y b 2 3 4")
    assert is_legal(state, "b2 G4 H4")
    assert not is_legal(state, "b3 G4 H4")
    assert not is_legal(state, "b2 G4 G5 H4")


def test_NM_7_the_printed_example_of_cells_that_are_not_connected() -> None:
    state = at("r g y 5 1 2", marked="D2 E2 F2 D3 E3 D4")
    assert refuse(state, "r5 C3 B4 C4 A5 A6").rule == "NM-7"
    assert not is_legal(state, "r5 C3 B4 C4 A5 A6")


def test_NM_7_one_colour_and_one_block() -> None:
    state = at("g y b 2 3 4")
    assert not is_legal(state, "b2 H4 I4")  # I4 is green
    assert not is_legal(state, "b2 H4 I1")  # two blue blocks
    assert not is_legal(state, "y3 H6 H7 H1")


def test_NM_7_a_cell_is_marked_once() -> None:
    state = at("b g y 2 1 3", marked="G4 H4")
    assert is_legal(state, "b2 G5 H5")
    assert not is_legal(state, "b2 H4 H5")


def test_NM_8_the_first_crosses_reach_column_H() -> None:
    state = at("g b r 3 2 1")
    assert is_legal(state, "b2 G4 H4")
    assert not is_legal(state, "b2 G4 G5")
    assert all("H" in text for text in turns(state) if text != PASS)


def test_NM_8_column_H_stays_a_place_to_start_from() -> None:
    state = at("g b r 3 2 1", marked="G4 H4 G5 H5")
    assert is_legal(state, "g1 H1")


def test_NM_8_the_printed_example_of_a_green_four_beside_crosses() -> None:
    state = at("g b r 4 2 1", marked="F1 G1 E2 F2 G2")
    assert is_legal(state, "g4 D2 D3 D4 E3")


def test_NM_8_the_printed_example_anchored_at_one_cell() -> None:
    state = at("g b r 4 1 2", marked="F1 G1 G2 H2")
    assert is_legal(state, "g4 D3 E3 F3 G3")
    cross_state = at("g b r 4 1 2", marked="F1 G1 G2 H2 D3 E3 F3 G3")
    assert is_legal(cross_state, "g1 D2")
    assert is_legal(cross_state, "g1 D4")
    assert not is_legal(cross_state, "g2 D2 D4")


def test_NM_8_the_printed_example_of_touching_at_a_corner_only() -> None:
    state = at("g b r 3 1 2", marked="F1 D2 E2 F2 D3 E3 D4")
    assert refuse(state, "g3 A1 B1 C1").rule == "NM-8"


def test_NM_8_a_cross_of_the_same_roll_is_no_anchor_for_itself() -> None:
    state = at("b g y 2 1 3", marked="")
    assert not is_legal(state, "b2 I1 J1")


def test_NM_9_a_block_need_not_be_filled_at_once() -> None:
    state = at("y b r 1 2 3")
    assert is_legal(state, "y2 H6 H7")
    assert is_legal(state, "y3 H6 H7 I7")


def test_NM_9_never_more_than_five_cells() -> None:
    for text in turns(at("X X r 5 ? ?")):
        assert len([word for word in text.split() if word[0] in "ABCDEFGHIJKLMNO"]) <= 5


def test_NM_10_jokers_are_any_colour_and_any_number_up_to_five() -> None:
    state = at("X g b ? 1 2")
    assert is_legal(state, "X=y ?=5 H6 H7 I6 I7 J7")
    assert is_legal(state, "X=y 2 H6 H7")
    assert is_legal(state, "b ?=4 G4 G5 H4 H5")
    assert refuse(state, "X=o ?=6 C5 D5 E4 E5 F4 F5").rule == "NM-10"


def test_NM_10_each_joker_costs_an_exclamation_mark() -> None:
    for text, left in (("X=y ?=2 H6 H7", 6), ("X=y 2 H6 H7", 7), ("g1 H1", 8), (PASS, 8)):
        state = play(at("X g b ? 1 2"), text, PASS)
        assert list(state.exclamations[:2]) == [left, 8]


def test_NM_10_without_an_exclamation_mark_no_joker() -> None:
    none = at("X g b ? 1 2", exclamations=0)
    assert not any("=" in text for text in turns(none))
    one = at("X g b ? 1 2", exclamations=1)
    assert is_legal(one, "X=y 2 H6 H7")
    assert refuse(one, "X=y ?=2 H6 H7").rule == "NM-10"


def test_NM_10_a_joker_beside_the_colour_it_stands_for_is_another_turn() -> None:
    state = at("X y b ? 2 3")
    assert {"y2 H6 H7", "X=y 2 H6 H7", "y ?=2 H6 H7", "X=y ?=2 H6 H7"} <= turns(state)


# Columns and colours

INKA = "E1 F1 G1 H1 D2 E2 F2 D3 E3 D4 E4 F4 E5 F5 D6 E6 F6 H6 I6 H7 I7 J7"


def test_NM_11_the_printed_example_of_a_full_column() -> None:
    state = at("b g y 3 1 2", marked=INKA)
    before = score(state)
    play(state, "b3 D7 E7 F7", PASS)
    assert score(state) == before + 2
    view = GAME.view(GAME.hidden(state, 0))
    assert [
        name for name, won in zip("ABCDEFG", view["players"][0]["columns"], strict=False) if won
    ]
    assert view["players"][0]["columns"][3:6] == [None, "first", None]
    assert view["columns"][4]["first_open"] is False


@pytest.mark.parametrize("choice", [1, 2, decisions.PASS])
def test_NM_4_whatever_the_active_player_chose_counts_as_taken(choice: int) -> None:
    state = at(roll=rules.FREE_ROLLS + 1)
    assert not rules.has_taken(state, 1)
    state.dice_choice[0] = choice
    assert rules.has_taken(state, 1)
    assert not rules.has_taken(state, 0)


def test_NM_11_a_column_is_full_with_its_last_cell_and_not_before() -> None:
    state = at()
    cells = [read_cell(f"H{row}") for row in range(1, 8)]
    places = [(int(state.cell_block[cell]), 1 << int(state.cell_bit[cell])) for cell in cells]
    filled = [bool(rules.mark(state, 0, block, bit)) for block, bit in places]
    assert filled == [False] * 6 + [True]


def test_NM_11_the_next_one_gets_the_lower_value() -> None:
    state = at("b g y 3 1 2", marked=column("E"), marked_1=INKA)
    play(state, PASS, "b3 D7 E7 F7")
    assert rules.column_points(state, 1) == 1


def test_NM_11_all_who_fill_it_in_the_same_roll_get_the_upper_value() -> None:
    state = at("b g y 3 1 2", marked=INKA, marked_1=INKA)
    play(state, "b3 D7 E7 F7", "b3 D7 E7 F7")
    assert [rules.column_points(state, seat) for seat in (0, 1)] == [2, 2]


def test_NM_11_the_values_of_all_columns() -> None:
    first = at(marked=column("ABCDEFGHIJKLMNO"))
    assert rules.column_points(first, 0) == 5 + 3 * 3 + 3 * 2 + 1 + 3 * 2 + 3 * 3 + 5
    later = first.copy()
    later.column_won[0] = rules.LATER
    assert rules.column_points(later, 0) == 3 + 3 * 2 + 3 * 1 + 0 + 3 * 1 + 3 * 2 + 3


def test_NM_12_five_for_the_first_and_three_for_later() -> None:
    state = at("g b y 1 2 3", marked=colour("g", but="H1"), marked_1=colour("g", but="H1"))
    assert rules.colour_points(state, 0) == 0
    play(state, "g1 H1", PASS)
    chance(state, "roll g b y 1 2 3")
    play(state, "g1 H1", PASS)
    assert [rules.colour_points(state, seat) for seat in (0, 1)] == [5, 3]


def test_NM_12_all_who_are_first_in_the_same_roll_get_five() -> None:
    state = at("g b y 1 2 3", marked=colour("g", but="H1"), marked_1=colour("g", but="H1"))
    play(state, "g1 H1", "g1 H1")
    assert [rules.colour_points(state, seat) for seat in (0, 1)] == [5, 5]


def test_NM_12_the_printed_example_green_first_and_blue_later() -> None:
    state = at(marked=colour("g"), marked_1=colour("b"))
    state.colour_won[0, 2] = rules.LATER
    assert rules.colour_points(state, 0) == 8


# End and scoring


def test_NM_13_the_game_ends_after_the_roll_with_a_second_colour() -> None:
    marked = f"{colour('g', but='H1')} {colour('b')}"
    state = at("g b y 1 2 3", marked=marked, roll=5)
    play(state, "g1 H1")
    assert int(rules.to_act(state)) == 1, "everyone finishes the roll"
    play(state, PASS)
    assert int(rules.to_act(state)) == OVER
    assert GAME.refusals.due(state) == "NM-13"


def test_NM_13_one_colour_is_not_enough() -> None:
    state = at("g b y 1 2 3", marked=colour("g", but="H1"), marked_1=colour("b"), roll=5)
    play(state, "g1 H1", PASS)
    assert int(rules.to_act(state)) == CHANCE


def test_NM_14_an_empty_sheet_is_worth_minus_22() -> None:
    assert [score(new(2), seat) for seat in (0, 1)] == [-22, -22]


def test_NM_14_colours_columns_exclamation_marks_and_stars() -> None:
    state = at(marked=f"{colour('g')} {column('H')}", exclamations=3)
    stars = 15 - len({"H1", "G3", "M7"})
    assert score(state) == 5 + 1 + 3 - 2 * stars


def test_NM_15_most_points_win() -> None:
    state = at(marked="", marked_1="H1", players=3)
    assert [int(rules.rank(state, seat)) for seat in range(3)] == [2, 1, 2]


def test_NM_15_a_tie_goes_to_more_exclamation_marks() -> None:
    state = at(marked="H1", marked_1="", players=3)
    state.exclamations[:3] = [6, 8, 8]  # a star and two exclamation marks less
    assert [score(state, seat) for seat in range(3)] == [-22, -22, -22]
    assert [int(rules.rank(state, seat)) for seat in range(3)] == [3, 1, 1]


# Alone


def test_NM_16_four_dice_and_exactly_thirty_rolls() -> None:
    state = new(1)
    for roll in range(1, 31):
        assert (int(rules.to_act(state)), int(state.roll)) == (CHANCE, roll)
        chance(state, "roll r g 1 3")
        play(state, PASS)
    assert int(rules.to_act(state)) == OVER
    assert GAME.refusals.due(state) == "NM-16"
    assert GAME.view(GAME.hidden(state, 0))["rating"] == {"stars": None, "level": 12}


def test_NM_16_after_eleven_rolls_a_passed_one_counts_too() -> None:
    state = new(1)
    for _ in range(11):
        chance(state, "roll r g 1 3")
        play(state, PASS)
    assert GAME.view(GAME.hidden(state, 0))["roll"] == 12


def test_NM_16_a_second_colour_does_not_end_it() -> None:
    marked = f"{colour('g', but='H1')} {colour('b')}"
    state = play(at("g b 1 2", marked=marked, players=1, roll=5), "g1 H1")
    assert int(rules.to_act(state)) == CHANCE
    assert rules.colour_points(state, 0) == 10


def test_NM_16_the_roll_limit_does_not_apply() -> None:
    assert int(new(1, roll_limit=3).roll_limit) == 30


# A table that only passes


def test_NM_17_ends_after_the_agreed_number_of_rolls() -> None:
    state = new(2, roll_limit=2)
    for _ in range(2):
        chance(state, "roll r g X 1 3 ?")
        play(state, PASS, PASS)
    assert int(rules.to_act(state)) == OVER
    assert GAME.refusals.due(state) == "NM-17"


def test_NM_17_usually_after_200_rolls() -> None:
    assert int(new(2).roll_limit) == 200


def test_NM_8_a_cross_makes_its_neighbours_and_nothing_else_reachable() -> None:
    for cell in range(CELLS):
        before, after = at(), at(marked=cell_name(cell))
        near = int(after.near[0, 0]) | int(after.near[0, 1]) << HALF
        was_near = int(before.near[0, 0]) | int(before.near[0, 1]) << HALF
        assert near & ~was_near == sum(1 << n for n in neighbours(cell)) & ~was_near
        for other in range(CELLS):
            block, bit = int(before.cell_block[other]), int(before.cell_bit[other])
            added = int(after.reach[0, block]) & ~int(before.reach[0, block])
            reached = int(after.reach[0, block]) >> bit & 1
            assert reached or other not in neighbours(cell)
            assert other in neighbours(cell) or not added >> bit & 1


def test_NM_6_the_dice_are_taken_up_after_a_roll() -> None:
    state = play(at("b y o 2 5 5", players=2), PASS, PASS)
    assert not state.colour_dice.any()
    assert not state.number_dice.any()


def test_NM_4_those_who_may_choose_are_seats_of_the_table() -> None:
    assert rules.acting(at("b y o 2 5 5", players=3)) == 0b111
    assert rules.acting(play(at("b y o 2 5 5", players=3, active=1), "pass")) == 0b101


def test_NM_6_between_two_rolls_nobody_is_to_choose_and_while_choosing_nothing_falls() -> None:
    state = at("b y o 2 5 5", players=3, active=2)
    outcomes = np.zeros(8, np.int64)
    assert rules.list_chance(state, outcomes, outcomes.copy()) == 0
    play(state, "pass", "pass", "pass")
    assert (int(state.stage), int(state.seat)) == (ROLL, 0)
