"""One test or more for each paragraph of RULES.en.md, and the worked examples."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.core.errors import BadOption
from spieltisch.core.randomness import below, generator
from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.no_return import counters as sets
from spieltisch.games.no_return import notation, rules
from spieltisch.games.no_return.tests.table import (
    GAME,
    at,
    counters,
    everything,
    new,
    play,
    refuse,
    turns,
)

ANY = "r1 r2 o3 o4 y5 y6 g7 g8"  # a hand where nothing matters
DEALT = ("draw r1 r2 r3 r4 r5 r6 r7 r8", "draw b1 b2 b3 b4 b5 b6 b7 b8")
LAID_OUT = {0: "o6 o3 y7 y4 g9 g8 b10 b2 p6"}  # "Auslegen": five columns, none of them red
CHRISTIAN = "r11 r9 r9 r2 o2 g7 y5 p8"
CLEARABLE = {0: "r11 g8 g5 g5 y10 y5 y2 y1 y1 b7 b2 p8 p7 p3"}  # "Abräumen"
ANNA = "o11 r1 g1 b1 p1 r2 g2 b3"


def scores(state: AnyState) -> list[int]:
    return [int(rules.score(state, seat)) for seat in range(int(state.players))]


def ranks(state: AnyState) -> list[int]:
    return [int(rules.rank(state, seat)) for seat in range(int(state.players))]


def hand(state: AnyState, seat: int) -> list[int]:
    return sets.kinds_in(state.hand[seat])


def test_NR_1_two_copies_of_eleven_values_in_six_colours() -> None:
    outcomes, weights = GAME.chances(new())
    assert [notation.COUNTER[kind] for kind in outcomes[10:13]] == ["r11", "o1", "o2"]
    assert (len(outcomes), set(weights), sum(weights)) == (66, {2}, 132)


@pytest.mark.parametrize("players", [1, 5])
def test_NR_1_two_to_four_play(players: int) -> None:
    with pytest.raises(BadOption, match="2–4"):
        new(players)


def test_NR_1_there_is_no_third_copy() -> None:
    assert refuse(new(), "draw r1 r1 r1 r2 r3 r4 r5 r6").rule == "NR-1"


def test_NR_2_everyone_draws_eight() -> None:
    state = play(new(), *DEALT)
    assert hand(state, 0) == counters("r1 r2 r3 r4 r5 r6 r7 r8")
    assert [int(held) for held in state.held[:2]] == [8, 8]
    assert int(state.bag_count) == 132 - 16


def test_NR_2_seven_are_too_few_and_nine_too_many() -> None:
    assert refuse(new(), "draw r1 r2 r3 r4 r5 r6 r7").rule == "NR-2"
    assert refuse(new(), "draw r1 r2 r3 r4 r5 r6 r7 r8 r9").rule == "NR-2"


def test_NR_3_any_number_may_be_exchanged_in_the_opening() -> None:
    state = play(new(), *DEALT)
    assert {len(turn.split()) - 1 for turn in turns(state)} == set(range(9))
    assert "keep" in turns(state)


def test_NR_3_counters_laid_aside_come_back_when_all_have_had_the_chance() -> None:
    first = play(new(), *DEALT, "swap r1 r2", "draw g1 g2")
    assert int(first.bag_count) == 132 - 16 - 2
    assert sets.copies(first.bag, counters("r1")[0]) == 1
    both = play(first, "swap b8", "draw g3")
    assert int(both.bag_count) == 132 - 16
    assert sets.copies(both.bag, counters("r1")[0]) == 2
    assert hand(both, 0) == counters("r3 r4 r5 r6 r7 r8 g1 g2")


def test_NR_3_nobody_draws_a_counter_laid_aside() -> None:
    state = play(new(), *DEALT, "swap r1", "draw r1")
    assert refuse(play(state, "swap b8"), "draw r1").rule == "NR-1"


def test_NR_3_keeping_draws_nothing() -> None:
    state = play(new(), *DEALT, "keep")
    assert rules.to_act(state) == 1
    assert rules.to_act(play(state, "keep")) == 0


def test_NR_4_what_is_given_up_later_never_returns() -> None:
    state = play(at([ANY, ""]), "swap r1 r2", "draw b1 b2")
    assert sets.kinds_in(state.facedown[0]) == counters("r1 r2")
    assert sets.copies(state.bag, counters("r1")[0]) == 1
    assert int(state.bag_count) == 132 - 8 - 2


def test_NR_5_turns_go_clockwise_from_the_start_player() -> None:
    state = play(new(3, random_start=True), "first 2")
    seats = []
    for _ in range(3):
        seats.append(notation.chance_seat(state))
        kinds = [kind for kind in range(66) if sets.copies(state.bag, kind)][:8]
        state = play(state, notation.show_chance(state, kinds))
    for _ in range(4):
        seats.append(int(rules.to_act(state)))
        state = play(state, "keep") if state.stage == rules.OPENING else state
    assert seats == [2, 0, 1, 2, 0, 1, 2]


def test_NR_5_every_seat_is_as_likely_to_start() -> None:
    state = new(3, random_start=True)
    assert GAME.chances(state) == ([0, 1, 2], [1, 1, 1])
    assert notation.chance_seat(state) is None
    random = generator(1)
    drawn = Counter(rules.sample_chance(state, random) for _ in range(300))
    assert set(drawn) == {0, 1, 2}
    assert min(drawn.values()) > 60


def test_NR_5_there_is_no_passing() -> None:
    assert refuse(at([ANY]), "keep").rule == "NR-5"
    assert refuse(at([ANY]), "phase2").rule == "NR-5"


def test_NR_6_announcing_starts_phase_2_in_this_turn() -> None:
    state = at([ANY], {0: "b3"})
    assert "phase2 clear b3 pay o4 o3" in turns(state)
    after = play(state, "phase2 clear b3 pay o4")
    assert [int(phase) for phase in after.phase[:2]] == [2, 1]


def test_NR_6_there_is_no_way_back() -> None:
    state = at([ANY], {0: "b3"}, phases=[2, 1])
    assert not any(turn.startswith(("phase2", "lay")) for turn in turns(state))
    assert refuse(state, "phase2 swap r1").rule == "NR-6"


def test_NR_6_announcing_needs_no_display_but_comes_after_the_opening() -> None:
    assert "phase2 swap r1" in turns(at([ANY]))
    assert refuse(at([ANY], opening=True), "phase2 swap r1").rule == "NR-6"


@pytest.mark.parametrize("phase", [1, 2])
def test_NR_7_one_to_four_are_exchanged_in_both_phases(phase: int) -> None:
    found = {turn for turn in turns(at([ANY], phases=[phase])) if turn.startswith("swap")}
    assert len(found) == 8 + 28 + 56 + 70
    state = play(at([ANY], phases=[phase]), "swap y5 r1 g7 r2")
    assert int(state.drawing) == 4
    assert rules.to_act(play(state, "draw b1 b2 b3 b4")) == 1


def test_NR_7_five_are_too_many() -> None:
    assert refuse(at([ANY]), "swap r1 r2 o3 o4 y5").rule == "NR-7"


def test_NR_8_worked_example() -> None:
    state = at([CHRISTIAN], LAID_OUT)
    legal = turns(state)
    assert {"lay r11 r9 r9 r2", "lay r11 r9 r9", "lay o2", "lay g7"} <= legal
    assert refuse(state, "lay y5").rule == "NR-8"
    assert refuse(state, "lay p8").rule == "NR-8"
    laid = {turn for turn in legal if turn.startswith("lay") and "r" not in turn}
    assert laid == {"lay o2", "lay g7"}


def test_NR_8_after_a_2_only_2_and_1_fit() -> None:
    state = at(["r2 r1 r3 o1 o2 y1 y2 g1"], {0: "r11 r9 r9 r2"})
    found = {turn for turn in turns(state) if turn.startswith("lay r")}
    assert found == {"lay r2", "lay r1", "lay r2 r1"}


def test_NR_8_as_many_are_drawn_as_were_laid() -> None:
    state = play(at([CHRISTIAN], LAID_OUT), "lay r11 r9 r9")
    assert int(state.drawing) == 3
    assert refuse(state, "draw b1 b3").rule == "NR-8"


def test_NR_8_gaps_are_never_filled() -> None:
    state = play(at(["r11 r9 r8 o1 o2 y1 y2 g1"], {0: "r10 r8"}), "lay r8", "draw p1")
    assert [kind % 11 + 1 for kind in sets.kinds_in(state.display[0])] == [8, 8, 10]
    state.seat = 0
    rules.begin_turn(state, rules.TURN)
    assert not any(turn.startswith("lay r") for turn in turns(state))


@pytest.mark.parametrize(
    ("cleared", "left"),
    [
        ("r11", ""),
        ("g5 g5", "g8"),
        ("y1 y1 y2 y5", "y10"),
        ("b2 b7", ""),
        ("p3 p7", "p8"),
    ],
)
def test_NR_9_worked_example(cleared: str, left: str) -> None:
    after = play(at([ANNA], CLEARABLE, phases=[2]), f"clear {cleared} pay o11")
    same = [k for k in sets.kinds_in(after.display[0]) if k // 11 == counters(cleared)[0] // 11]
    assert same == counters(left)
    assert sets.kinds_in(after.pile[0]) == counters(cleared)


def test_NR_9_none_is_skipped() -> None:
    state = at([ANNA], CLEARABLE, phases=[2])
    assert refuse(state, "clear y10 pay o11").rule == "NR-9"
    cleared = {turn.split(" pay")[0] for turn in turns(state) if " pay o11" in turn}
    assert {turn for turn in cleared if "y" in turn.split()[1]} == {
        "clear y1",
        "clear y1 y1",
        "clear y1 y1 y2",
        "clear y1 y1 y2 y5",
    }


def test_NR_9_of_two_equal_counters_one_may_stay() -> None:
    after = play(at([ANNA], CLEARABLE, phases=[2]), "clear g5 pay o11")
    assert sets.kinds_in(after.display[0])[1:3] == counters("y1 y1")
    assert sets.copies(after.display[0], counters("g5")[0]) == 1


def test_NR_10_one_colour_pays_at_least_the_sum() -> None:
    state = at(["r4 r3 r2 b6 b1 y1 y2 y3"], {0: "g7"}, phases=[2])
    paid = {turn.split("pay ")[1] for turn in turns(state) if "pay" in turn}
    assert paid == {"r4 r3", "r4 r3 r2", "b6 b1"}
    assert refuse(state, "clear g7 pay r4 b6").rule == "NR-10"
    assert refuse(state, "clear g7 pay r4 r2").rule == "NR-10"


def test_NR_10_payments_lie_open_and_there_is_no_change() -> None:
    state = at(["r9 r3 r2 b6 b1 y1 y2 y3"], {0: "g7"}, phases=[2])
    after = play(state, "clear g7 pay r9 r3 r2")
    assert sets.kinds_in(after.paid) == counters("r2 r3 r9")
    assert scores(after) == [7, 0]


def test_NR_11_after_clearing_the_hand_is_filled_to_eight() -> None:
    state = play(at(["r9 r3 r2 b6 b1 y1 y2 y3"], {0: "g7"}, phases=[2]), "clear g7 pay r9 r3 r2")
    assert refuse(state, "draw p1 p2").rule == "NR-11"
    assert refuse(state, "draw p1 p2 p3 p4").rule == "NR-11"
    after = play(state, "draw p1 p2 p3")
    assert int(after.held[0]) == 8


def test_NR_12_what_is_left_is_drawn() -> None:
    state = play(at([ANY, ""], bag="p1 p2"), "swap r1 r2 o3")
    assert int(state.drawing) == 2
    after = play(state, "draw p2 p1")
    assert int(after.held[0]) == 7
    assert rules.to_act(after) == 1


def test_NR_12_with_an_empty_bag_an_exchange_draws_nothing() -> None:
    state = at([ANY, "b1 b2"], bag="")
    after = play(state, "swap r1")
    assert rules.to_act(after) == 1
    assert int(after.held[0]) == 7


def test_NR_13_with_nothing_to_clear_one_can_only_exchange() -> None:
    state = at([ANY, ANY.replace("1", "9")], phases=[2, 1])
    assert {turn.split()[0] for turn in turns(state)} == {"swap"}
    assert refuse(state, "clear r1 pay g8").rule == "NR-13"


def test_NR_14_the_round_is_finished_after_the_last_counter() -> None:
    state = at([ANY, "b1 b2 b3 b4 b5 b6 b7 b8"], bag="p1")
    after = play(state, "swap r1", "draw p1")
    assert rules.to_act(after) == 1
    assert rules.to_act(play(after, "swap b1 b2")) == OVER


def test_NR_14_the_last_counter_of_a_round_ends_the_game_at_once() -> None:
    state = at(["b1 b2 b3 b4 b5 b6 b7 b8", ANY], seat=1, bag="p1 p2")
    assert rules.to_act(play(state, "swap r1 r2", "draw p1 p2")) == OVER


def test_NR_15_nothing_left_to_clear_ends_the_game_at_once() -> None:
    state = at(["b11 b2 b3 b4 b5 b6 b7 b8", ANY], {0: "r3"}, phases=[2, 2])
    assert rules.to_act(play(state, "clear r3 pay b11")) == CHANCE
    assert rules.to_act(play(state, "clear r3 pay b11", "draw p1")) == OVER
    waiting = at(["b11 b2 b3 b4 b5 b6 b7 b8", ANY], {0: "r3"}, phases=[2, 1])
    assert rules.to_act(play(waiting, "clear r3 pay b11", "draw p1")) == 1


def test_NR_16_points_minus_what_still_lies_there() -> None:
    state = at(["r11 r11"], {0: "b11 b9", 1: "g3"}, {0: "y10 p11 p4", 1: "y10"})
    assert scores(state) == [25 - 20, 7]


def test_NR_17_most_points_win() -> None:
    assert ranks(at(piles={0: "r3", 1: "r4", 2: "r5"}, players=3)) == [3, 2, 1]


def test_NR_17_a_tie_goes_to_fewer_minus_points_and_else_is_shared() -> None:
    assert ranks(at(piles={0: "r5", 1: "r3"}, displays={0: "b2"})) == [2, 1]
    shared = at(piles={0: "r5", 1: "g5", 2: "r3"}, players=3)
    assert ranks(shared) == [1, 1, 3]


# --- what always holds --------------------------------------------------------------------------


@settings(deadline=None, derandomize=True, max_examples=25)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_all_counters_are_always_somewhere(players: int, seed: int) -> None:
    random = generator(seed)
    state = new(players)
    for _ in range(int(below(random, 60))):
        seat = rules.to_act(state)
        actions = GAME.buffer()
        if seat == CHANCE:
            rules.apply(state, rules.sample_chance(state, random))
        else:
            n = rules.list_legal(state, actions)
            assert all(one < other for one, other in pairwise(actions[:n]))
            rules.apply(state, int(actions[below(random, n)]))
        assert int(state.bag_count) == len(sets.kinds_in(state.bag))
        for seat in range(players):
            assert int(state.held[seat]) == len(sets.kinds_in(state.hand[seat]))
            assert int(state.exchanged[seat]) == len(sets.kinds_in(state.facedown[seat]))
    assert everything(state) == sorted(2 * list(range(66)))


@pytest.mark.parametrize("colour", sorted({name[0] for name in notation.KIND_OF}))
@pytest.mark.parametrize("lowest", range(1, 12))
def test_NR_8_in_every_column_what_is_not_higher_than_its_lowest_fits(
    colour: str, lowest: int
) -> None:
    hand = " ".join(f"{colour}{value}" for value in (1, 2, 5, 6, 9, 10, 11))
    state = at([hand], {0: f"{colour}{lowest}"})
    laid = {turn for turn in turns(state) if turn.startswith("lay") and turn.count(" ") == 1}
    assert laid == {f"lay {name}" for name in hand.split() if int(name[1:]) <= lowest}


@pytest.mark.parametrize("colour", sorted({name[0] for name in notation.KIND_OF}))
def test_NR_8_only_the_lowest_of_a_column_counts(colour: str) -> None:
    hand = " ".join(f"{colour}{value}" for value in (2, 3, 4, 10, 11))
    state = at([hand], {0: f"{colour}9 {colour}3"})
    laid = {turn for turn in turns(state) if turn.startswith("lay") and turn.count(" ") == 1}
    assert laid == {f"lay {colour}2", f"lay {colour}3"}
