"""The paragraphs of RULES.de.md and RULES.en.md, one test or more for each."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from spieltisch.core.errors import BadOption
from spieltisch.core.state import CHANCE, FULL, OVER, SPECTATOR, AnyState
from spieltisch.games.alle_neune import CARD
from spieltisch.games.alle_neune.notation import show_outcome
from spieltisch.games.alle_neune.rules import (
    BANK,
    COLLECT,
    FIGURES,
    GOAL,
    LAYING,
    MOVE,
    ROLL,
    TRACK,
    fill,
    hide,
    midway,
    rank,
    score,
    to_act,
)
from spieltisch.games.alle_neune.tests.table import (
    at,
    chance,
    chance_refused,
    game,
    laid_out,
    names,
    new,
    plain_track,
    play,
    random_decisions,
    turns,
)

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def supply(state: AnyState) -> dict[str, int]:
    outcomes, weights = game().chances(state)
    return dict(zip(map(show_outcome, outcomes), weights, strict=True))


# Material and set-up


def test_AN_1_seven_of_each_number_one_of_each_cactus_tile_and_six_animals() -> None:
    state = new(2)
    assert supply(state) == {str(value): 7 for value in range(1, 7)}
    state = chance(state, "start 1 1")
    assert supply(state) == {f"C{value}": 1 for value in range(1, 7)}
    assert list(state.supply) == [5, 7, 7, 7, 7, 7, 6, 1, 1, 1, 1, 1, 1]
    assert list(CARD.players) == [2, 3, 4, 5]


def test_AN_1_the_supply_runs_out() -> None:
    state = chance(new(2), "start 1 1")
    assert chance_refused(state, "track C1 1 1 1 1 1 1 2").rule == "AN-1"
    assert chance_refused(state, "track C1 1 1 1 1 1 2 2 C1").rule == "AN-1"
    assert chance_refused(state, "track C1 A A A A A A A").rule == "AN-1"


def test_AN_2_everyone_gets_a_number_face_up_and_no_animal() -> None:
    state = new(3)
    assert chance_refused(state, "start 4 A 6").rule == "AN-2"
    state = chance(state, "start 4 3 6")
    assert [int(value) for value in state.firsts[:3]] == [4, 3, 6]
    assert [names(tiles) for tiles in state.front[:3]] == [[0], [0], [0]]
    assert state.phase == LAYING


def test_AN_3_six_times_a_cactus_tile_and_seven_others() -> None:
    state = chance(new(2), "start 1 2")
    for refused in ("track 5", "track C1 1 1 C2", "track C1 1 2 3 4 5 6 A 1"):
        assert chance_refused(state, refused).rule == "AN-3"
    state = chance(state, "track " + plain_track())
    assert state.track == TRACK
    assert [int(value) for value in state.values[1:10]] == [1, 1, 2, 3, 4, 5, 6, 0, 2]
    assert to_act(state) == CHANCE
    assert not midway(state)


def test_AN_4_the_short_track_has_five_sections() -> None:
    state = chance(new(3, short_track=True), "start 1 2 3")
    assert chance_refused(state, "track " + plain_track()).rule == "AN-4"
    state = chance(state, "track " + plain_track(5))
    assert names(state.track) == list(range(1, 41))
    state = at("40 goal goal", "1 1 1", "1 1 1", roll=2, short_track=True)
    state = play(state, "a take 40")
    assert state.figures[0, 0] == GOAL


@pytest.mark.parametrize("players", [4, 5])
def test_AN_4_no_short_track_with_four_or_five_players(players: int) -> None:
    with pytest.raises(BadOption) as error:
        CARD.resolve(players, {"short_track": True})
    assert error.value.rule == "AN-4"


@pytest.mark.parametrize(("players", "figures"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_AN_5_figures_begin_before_the_first_tile(players: int, figures: int) -> None:
    state = laid_out(players)
    assert state.each == figures
    assert not state.figures.any()


# A turn


def test_AN_6_roll_then_move_exactly_one_figure() -> None:
    state = laid_out(2)
    assert supply(state) == {str(face): 1 for face in range(1, 7)}
    state = chance(state, "roll 3")
    assert turns(state) == {"a"}
    state = play(state, "a")
    assert [int(place) for place in state.figures[0]] == [3, 0, 0, 0]
    assert (state.seat, state.phase, state.roll) == (1, ROLL, 0)


def test_AN_6_figures_may_share_a_tile() -> None:
    state = play(at("start start start start", "5 5 start start", roll=5), "a")
    assert int(state.figures[0, 0]) == int(state.figures[1, 0]) == 5


def test_AN_6_who_has_finished_is_skipped() -> None:
    state = play(at("2 2 2", "goal goal goal", "2 2 2", roll=1), "a")
    assert state.seat == 2


def test_AN_6_the_start_player_may_be_drawn() -> None:
    state = new(3, random_start=True)
    assert supply(state) == {"0": 1, "1": 1, "2": 1}
    state = chance(state, "first 2")
    state = chance(chance(state, "start 1 2 3"), "track " + plain_track())
    assert state.seat == 2
    assert laid_out(3).seat == 0


def test_AN_7_on_a_1_a_figure_may_advance_to_the_next_figure() -> None:
    state = at("2 5 start start", "7 3 start start", roll=1)
    # a: to 3 is the step itself; b: one step, or to 7; c: one step, or to 2
    assert turns(state) == {"a", "b", "b*", "c", "c*"}
    assert play(state, "b*").figures[0, 1] == 7
    assert play(state, "c*").figures[0, 2] == 2


def test_AN_7_not_on_another_number() -> None:
    assert turns(at("2 5 start start", "7 3 start start", roll=2)) == {"a", "b", "c"}


def test_AN_7_neither_goal_nor_start_nor_the_same_tile_is_a_destination() -> None:
    assert turns(at("start start goal goal", "start start goal goal", roll=1)) == {"a"}
    assert turns(at("5 5 goal goal", "5 start goal goal", roll=1)) == {"a"}


def test_AN_8_steps_count_the_tiles_that_remain() -> None:
    state = at("2 start start start", "8 start start start", roll=2, gone=[3, 4, 5, 6])
    assert play(state, "a").figures[0, 0] == 8
    assert play(state, "b").figures[0, 1] == 2


def test_AN_9_spare_steps_are_lost_and_the_goal_is_for_good() -> None:
    state = at("47 goal start start", "1 1 1 1", roll=6)
    after = play(state, "a take 42")
    assert after.figures[0, 0] == GOAL
    assert turns(at("goal goal goal start", "1 1 1 1", roll=6)) == {"d"}


def test_AN_9_the_goal_lies_behind_the_last_tile_that_remains() -> None:
    state = at("42 start start start", "1 1 1 1", roll=1, gone=range(43, 49))
    assert play(state, "a take 42").figures[0, 0] == GOAL


# Collecting


def test_AN_10_crossing_earns_an_unoccupied_tile_of_the_section_before() -> None:
    state = at("8 start start start", "3 4 5 start", roll=2)
    assert turns(state) == {"a take 2", "a take 6", "a take 7", "a take 8", "b"}
    assert names(play(state, "a take 6").front[0]) == [0, 6]
    assert not play(state, "a take 6").track & 1 << 6


def test_AN_10_standing_on_a_cactus_tile_is_not_crossing_it() -> None:
    assert "a" in turns(at("8 start start start", "1 1 1 1", roll=1))
    assert "a take 8" in turns(at("9 start start start", "1 1 1 1", roll=1))


def test_AN_10_entering_the_first_section_earns_nothing() -> None:
    assert turns(at("1 start start start", "1 1 1 1", roll=1)) == {"a", "b"}


def test_AN_10_example_a_1_leads_onto_a_figure_in_the_next_section() -> None:
    """The seed's first example: an animal or a 5 may be taken."""
    gone = [10, 11, 12, 15]
    state = at("13 goal goal goal", "13 19 goal goal", roll=1, gone=gone)
    assert turns(state) == {"a", "a* take 14", "a* take 16"}
    after = play(state, "a* take 14")
    assert after.figures[0, 0] == 19
    assert names(after.front[0]) == [0, 14]
    assert score(play(state, "a* take 16"), 0) == 5


def test_AN_11_the_goal_counts_like_a_cactus_tile() -> None:
    state = at("48 start start start", "43 44 45 46", roll=4)
    assert turns(state) == {"a take 42", "a take 47", "a take 48", "b"}


def test_AN_12_nothing_if_all_are_occupied_or_gone() -> None:
    state = at("5 6 start start", "2 start start start", roll=6, gone=[3, 4, 7, 8])
    # b's tile 6 is occupied and so is 2; 5, just left, is free
    assert "a take 5" in turns(state)
    assert "a" in turns(at("6 6 start start", "2 1 1 1", roll=6, gone=[3, 4, 5, 7, 8]))
    assert "a" in turns(at("9 start start start", "1 1 1 1", roll=1, gone=range(2, 9)))


def test_AN_13_each_tile_is_settled_before_the_next_is_taken() -> None:
    state = at("8 1 1 1", "1 1 1 1", roll=4, firsts="5 1", gone=[2, 3, 4, 6, 7, *range(10, 16), 18])
    # over 9 and 17: the 4 makes a nine with the first number, or is kept, before 16 is taken
    assert "a take 5 nine s 5 take 16" in turns(state)
    assert "a take 5 keep take 16" in turns(state)
    assert "a take 8 take 16" in turns(state)


def test_AN_14_the_last_over_a_cactus_tile_takes_it_after_the_section_tile() -> None:
    state = at("9 10 10 10", "10 10 10 10", roll=1, gone=[1, *range(3, 9)])
    assert "a take 2 take 9 drop s" in turns(state)
    after = play(state, "a take 2 take 9 drop s")
    assert names(after.front[0]) == [2, 9]
    assert not after.track & 1 << 9


def test_AN_14_not_while_a_figure_stands_before_or_on_it() -> None:
    gone = [1, *range(3, 9)]
    assert "a take 2" in turns(at("9 9 10 10", "10 10 10 10", roll=1, gone=gone))
    assert "a take 2" in turns(at("9 10 10 10", "8 10 10 10", roll=1, gone=gone[:-1]))


def test_AN_14_holds_for_the_first_cactus_tile_too() -> None:
    state = at("start 2 2 2", "2 2 2 2", roll=2)
    assert "a take 1" in turns(state)
    assert names(play(state, "a take 1").front[0]) == [0, 1]


def test_AN_15_a_move_may_cross_cactus_tiles_that_have_met() -> None:
    state = at("9 9 9 9", "9 9 9 9", roll=2, gone=[1, *range(2, 9), *range(10, 17)])
    assert turns(state) == {"a"}
    state.figures[:, :] = GOAL
    state.figures[0, 0] = 9
    assert turns(state) == {"a take 9 take 17 drop s", "a take 9 take 17 drop 9"} | {
        "a take 9 take 17 drop 17"
    }


# Making nine


def test_AN_16_animals_go_face_down_aside_numbers_in_front() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2)
    animal, number = play(state, "a take 8"), play(state, "a take 7")
    assert (names(animal.banked[0]), names(animal.front[0])) == ([8], [0])
    assert (names(number.banked[0]), names(number.front[0])) == ([], [0, 7])


def test_AN_17_a_pair_that_sums_to_9_may_be_banked_or_kept() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1")
    assert {"a take 6 nine s 6", "a take 6 keep", "a take 5"} < turns(state)
    assert names(play(state, "a take 6 nine s 6").banked[0]) == [0, 6]
    kept = play(state, "a take 6 keep")
    assert names(kept.front[0]) == [0, 6]


def test_AN_17_no_choice_when_an_animal_was_taken() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: [6]})
    assert "a take 8" in turns(state)
    assert names(play(state, "a take 8").front[0]) == [0, 6]


def test_AN_18_three_numbers_must_make_nine_if_they_can() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: [6]})
    # 4 and 5 in front; another 4 fits the 5 too, a 3 fits nothing new
    assert {text for text in turns(state) if "take 5" in text} == {
        "a take 5 nine s 6",
        "a take 5 nine 5 6",
    }
    assert {text for text in turns(state) if "take 4" in text} == {"a take 4 nine s 6"}
    assert names(play(state, "a take 4 nine s 6").front[0]) == [4]


def test_AN_18_all_three_may_make_nine() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: [3]})
    assert {text for text in turns(state) if "take 4" in text} == {"a take 4 nine s 3 4"}


def test_AN_18_without_a_nine_one_of_three_goes_face_up_aside() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: [3]})
    assert {text for text in turns(state) if "take 2" in text} == {
        "a take 2 drop s",
        "a take 2 drop 2",
        "a take 2 drop 3",
    }
    after = play(state, "a take 2 drop s")
    assert (names(after.front[0]), names(after.aside[0])) == ([2, 3], [0])
    assert score(after, 0) == -4


def seed_example() -> AnyState:
    """A 4 in front and a roll of 3; two other figures stand on the cactus 5."""
    return at(
        "40 17 goal",
        "25 goal goal",
        "25 goal goal",
        roll=3,
        firsts="4 1 1",
        values={12: 2, 17: 4, 20: 3, 25: 5, 26: 5},
        gone=[*range(1, 12), 13, 14, 15, 16, 18, 19, 21, 22, 23, 24],
    )


def test_AN_18_example_two_crossings_end_in_a_nine() -> None:
    """The seed's second example: 4, 2 and the cactus 4 make no nine, 4, 2 and 3 do."""
    state = seed_example()
    text = "b take 12 take 17 drop 17 take 20 nine s 12 20"
    assert text in turns(state)
    after = play(state, text)
    assert names(after.banked[0]) == [0, 12, 20]
    assert names(after.aside[0]) == [17]
    assert after.track & 1 << 25
    assert score(after, 0) == 15 - 4
    assert after.figures[0, 1] == 26


def test_AN_19_what_sums_to_9_must_be_banked_the_rest_goes_aside() -> None:
    state = at("48 goal goal goal", "1 1 1 1", roll=1, firsts="4 1", front={0: [6]})
    assert {"a take 47 nine s 6", "a take 48 nine s 6"} < turns(state)
    assert "a take 45 nine s 6" in turns(state)
    assert "a take 45 nine 6 45" in turns(state)
    after = play(state, "a take 45 nine 6 45")
    assert names(after.banked[0]) == [6, 45]
    assert (names(after.aside[0]), names(after.front[0])) == ([0], [])


def test_AN_19_a_pair_kept_before_is_banked_although_no_tile_was_earned() -> None:
    gone = range(43, 48)
    state = at("48 goal goal goal", "48 42 1 1", roll=1, firsts="4 1", front={0: [6]}, gone=gone)
    assert turns(state) == {"a nine s 6"}


def test_AN_19_numbers_left_over_go_aside_without_being_written() -> None:
    state = at("48 goal goal goal", "1 1 1 1", roll=1, firsts="4 1", front={0: [3]})
    assert "a take 42" in turns(state)
    assert "a take 44 nine s 3 44" in turns(state)
    assert names(play(state, "a take 42").aside[0]) == [0, 3, 42]


def test_AN_19_tiles_earned_earlier_in_the_move_are_settled_as_usual() -> None:
    gone = [*range(2, 9), *range(42, 48), 35, 36, 37, 38]
    state = at("40 goal goal goal", "1 1 1 1", roll=3, firsts="4 1", front={0: [6]}, gone=gone)
    # 34 is a 1: the kept pair must be banked at once; the goal then brings the animal 48
    assert "a take 34 nine s 6 take 48" in turns(state)
    kept = at("40 goal goal goal", "1 1 1 1", roll=3, firsts="3 1", gone=gone)
    assert {"a take 39 keep take 48 nine s 39", "a take 39 nine s 39 take 48"} < turns(kept)


# End and scoring


def test_AN_20_the_game_ends_when_all_figures_are_in_the_goal() -> None:
    state = at("48 goal goal goal", "goal goal goal goal", roll=1, gone=range(1, 48))
    assert to_act(state) == 0
    after = play(state, "a take 48")
    assert to_act(after) == OVER
    assert not midway(after)


def scored(*piles: tuple[list[int], list[int]]) -> AnyState:
    state = laid_out(len(piles))
    state.firsts[:] = 5
    for seat, (banked, aside) in enumerate(piles):
        state.banked[seat] = sum(1 << tile for tile in banked)
        state.aside[seat] = sum(1 << tile for tile in aside)
        state.front[seat] = 0
    return state


def test_AN_21_five_for_each_tile_face_down_minus_the_value_of_those_face_up() -> None:
    state = scored(([7, 8, 11, 16], [0, 4]), ([], [15]))
    assert [score(state, 0), score(state, 1)] == [4 * 5 - 5 - 3, -6]


def test_AN_22_most_points_win_then_most_cactus_tiles_then_both() -> None:
    state = scored(([2, 3, 4], [9]), ([10, 11, 12], [3]), ([10], []), ([], [1]))
    assert [score(state, seat) for seat in range(4)] == [13, 13, 5, -1]
    assert [rank(state, seat) for seat in range(4)] == [1, 2, 3, 4]
    shared = scored(([2, 3, 9], []), ([10, 11, 17], []), ([4], []))
    assert [rank(shared, seat) for seat in range(3)] == [1, 1, 3]


# What is secret, and the invariants


def test_nothing_is_secret() -> None:
    state = at("8 start start start", "3 4 5 start", roll=2)
    for seat in (0, 1, SPECTATOR):
        hidden = state.copy()
        hide(hidden, seat)
        assert hidden.viewer == seat
        fill(hidden, np.zeros(6, np.int64))
        assert hidden.viewer == FULL
        assert hidden == state


@pytest.mark.parametrize("seed", range(1 if INTERPRETED else 60))
@pytest.mark.parametrize(
    ("players", "short", "misses"),
    [(2, False, 6), (3, False, 12), (4, False, 6), (5, False, 18), (2, True, 5), (3, True, 10)],
)
def test_all_tiles_are_collected_and_the_crossings_that_earn_nothing_are_as_many_as_must_be(
    players: int, short: bool, misses: int, seed: int
) -> None:
    crossings = taken = 0
    final = None
    options = {"short_track": short, "random_start": seed % 2 == 0}
    for state, action in random_decisions(players, 1000 + seed, **options):
        final = state
        if state.phase == MOVE:
            before = state.copy()
        if state.phase >= MOVE and COLLECT < action < BANK:
            taken += (action - COLLECT) % 8 != 1
        if state.phase == ROLL and action >= 0 and state.figures.any():
            crossings += sections_left(before, state)
    assert final is not None
    crossings += sections_left(before, final)
    assert crossings - taken == misses
    everything = 0
    for seat in range(players):
        mine = [int(final.banked[seat]), int(final.aside[seat]), int(final.front[seat])]
        assert mine[0] & mine[1] == 0
        assert mine[2] == 0
        assert everything & (mine[0] | mine[1]) & TRACK == 0
        everything |= mine[0] | mine[1]
    assert names(everything) == list(range(8 * int(final.sections) + 1))
    assert final.track == 0


def sections_left(before: AnyState, after: AnyState) -> int:
    """How many sections the figure that moved has left behind it."""
    left = 0
    for old, new_place in zip(before.figures.flat, after.figures.flat, strict=True):
        ends = [*range(9, 8 * int(after.sections) + 1, 8)]
        left += sum(int(old) <= end < int(new_place) for end in ends)
        left += int(new_place) == GOAL != int(old)
    return left


def test_no_position_has_more_than_eight_decisions() -> None:
    state = at("2 4 6 8", "14 start start start", roll=1)
    assert len(game().legal(state)) == 2 * FIGURES == len(game().buffer())
