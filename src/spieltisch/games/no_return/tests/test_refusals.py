"""Each way in which a turn can be wrong: the right rule, and the counters in question named."""

from __future__ import annotations

import pytest

from spieltisch.core.state import AnyState
from spieltisch.games.no_return import refusals, rules
from spieltisch.games.no_return.rules import CLEAR, DONE, KEEP, LAY, PAY, PHASE2, SWAP
from spieltisch.games.no_return.tests.table import GAME, at, begin, new, play, refuse

HAND = "r1 r2 o3 o4 y5 b8 g7 g7"
DISPLAY = {0: "b9 b5 p8 p5 p5 g3"}

OPENING = at([HAND], opening=True)
FIRST_PHASE = at([HAND], DISPLAY)
SECOND_PHASE = at([HAND], DISPLAY, phases=[2])
CLEARED = at([HAND], phases=[2])


@pytest.mark.parametrize(
    ("state", "turn", "rule", "de", "en"),
    [
        (
            FIRST_PHASE,
            "lay b8",
            "NR-8",
            "Die blaue 8 ist höher als die 5",
            "Blue 8 is higher than the 5",
        ),
        (FIRST_PHASE, "lay o4 r2", "NR-8", "Orange 4 und Rot 2", "orange 4 and red 2"),
        (FIRST_PHASE, "lay p1", "NR-8", "Die lila 1 hast du nicht", "You do not hold purple 1"),
        (FIRST_PHASE, "lay r1 r1", "NR-8", "nicht so oft", "red 1 that often"),
        (SECOND_PHASE, "lay r1", "NR-8", "nur in Phase 1", "in phase 1 only"),
        (FIRST_PHASE, "phase2 lay r1", "NR-8", "nur in Phase 1", "in phase 1 only"),
        (OPENING, "lay r1", "NR-3", "Eröffnungstausch", "opening exchange"),
        (OPENING, "clear r1 pay r1", "NR-3", "Eröffnungstausch", "opening exchange"),
        (OPENING, "swap p1", "NR-3", "Die lila 1", "purple 1"),
        (OPENING, "phase2 keep", "NR-6", "Eröffnungstausch", "opening exchange"),
        (OPENING, "phase2", "NR-6", "Eröffnungstausch", "opening exchange"),
        (FIRST_PHASE, "swap r1 r2 o3 o4 y5", "NR-7", "höchstens 4", "4 counters at most, not 5"),
        (FIRST_PHASE, "swap g7 g7 g7", "NR-7", "nicht so oft", "green 7 that often"),
        (FIRST_PHASE, "swap p1", "NR-7", "Die lila 1", "purple 1"),
        (FIRST_PHASE, "keep", "NR-5", "Passen gibt es nicht", "no passing"),
        (FIRST_PHASE, "phase2", "NR-5", "eine Aktion", "an action"),
        (FIRST_PHASE, "phase2 keep", "NR-5", "Passen gibt es nicht", "no passing"),
        (SECOND_PHASE, "phase2 swap r1", "NR-6", "schon in Phase 2", "in phase 2 already"),
        (FIRST_PHASE, "clear p5 pay g7", "NR-9", "erst in Phase 2", "in phase 2 only"),
        (CLEARED, "clear p5 pay g7", "NR-13", "nur tauschen", "only exchange"),
        (SECOND_PHASE, "clear y5 pay g7", "NR-9", "Die gelbe 5", "no yellow 5"),
        (SECOND_PHASE, "clear p8 pay g7 g7", "NR-9", "Die lila 5 ist", "purple 5 still lies below"),
        (SECOND_PHASE, "clear p5 p8 pay g7 g7", "NR-9", "Die lila 5 ist", "below purple 8"),
        (SECOND_PHASE, "clear g3 p5 pay b8", "NR-9", "eine Spalte", "one column at a time"),
        (SECOND_PHASE, "clear p5 p5 p5 pay g7 g7", "NR-9", "nicht (mehr)", "(left)"),
        (
            SECOND_PHASE,
            "clear p5 p5 p8 pay g7 g7",
            "NR-10",
            "kostet 18; mit Grün, deiner besten Farbe, kommst du auf 14",
            "costs 18; green, your best colour, comes to 14",
        ),
        (SECOND_PHASE, "clear p5 pay o3 r2", "NR-10", "Orange 3 und Rot 2", "orange 3 and red 2"),
        (SECOND_PHASE, "clear p5 pay o4", "NR-10", "Es fehlen noch 1", "1 more"),
        (SECOND_PHASE, "clear p5 pay o3", "NR-10", "nur 3 wert", "Orange 3 is worth only 3"),
        (SECOND_PHASE, "clear p5 pay p8", "NR-10", "Die lila 8", "purple 8"),
        (SECOND_PHASE, "clear p5", "NR-10", "bezahlen: 5", "must be paid: 5"),
        (SECOND_PHASE, "clear g3 pay g3", "NR-10", "Die grüne 3", "green 3"),
    ],
)
def test_turns_are_refused_with_the_counters_in_question(
    state: AnyState, turn: str, rule: str, de: str, en: str
) -> None:
    refusal = refuse(state, turn)
    assert refusal.rule == rule
    assert de in refusal.de
    assert en in refusal.en


@pytest.mark.parametrize(
    ("state", "decisions", "rule"),
    [
        (FIRST_PHASE, [SWAP + 0, LAY + 1], "NR-5"),
        (FIRST_PHASE, [SWAP + 1, SWAP + 0], "NR-7"),
        (FIRST_PHASE, [SWAP + 0, DONE, SWAP + 1], "NR-5"),
        (FIRST_PHASE, [SWAP + 0], "NR-5"),
        (FIRST_PHASE, [], "NR-5"),
        (FIRST_PHASE, [DONE], "NR-5"),
        (FIRST_PHASE, [LAY + 0, LAY + 1], "NR-8"),
        (FIRST_PHASE, [LAY + 1, PHASE2], "NR-6"),
        (FIRST_PHASE, [PAY + 1], "NR-10"),
        (OPENING, [SWAP + 0, KEEP], "NR-3"),
        (OPENING, [SWAP + 0], "NR-3"),
        (OPENING, [KEEP, KEEP], "NR-5"),
        (SECOND_PHASE, [CLEAR + 59], "NR-10"),
        (SECOND_PHASE, [CLEAR + 59, PAY + 13, PAY + 14, DONE], "NR-10"),
        (SECOND_PHASE, [CLEAR + 59, PAY + 39, CLEAR + 59], "NR-5"),
    ],
)
def test_small_decisions_in_the_wrong_place_are_refused(
    state: AnyState, decisions: list[int], rule: str
) -> None:
    refusal = GAME.advance(state.copy(), decisions)
    assert refusal is not None
    assert refusal.rule == rule


def test_draws_that_the_bag_cannot_give() -> None:
    state = play(FIRST_PHASE, "swap r1 r2")
    assert refuse(state, "draw g7 g7").rule == "NR-1"
    assert "Die grüne 7" in refuse(state, "draw b1 g7").de
    assert "Still to be drawn: 1 counter." in refuse(state, "draw b1").en
    assert "To be drawn: 2 counters, not 3." in refuse(state, "draw b1 b2 b3").en
    assert refuse(state, "draw b1 b2 b3").rule == "NR-7"


def test_exactly_one_seat_that_exists_starts() -> None:
    state = new(3, random_start=True)
    for outcomes in ([3], [0, 1]):
        refusal = GAME.advance_chance(state.copy(), outcomes)
        assert refusal is not None
        assert refusal.rule == "NR-5"


def test_what_is_due() -> None:
    assert refusals.due(new(3, random_start=True)) == "NR-5"
    assert refusals.due(new()) == "NR-2"
    assert refusals.due(OPENING) == "NR-3"
    assert refusals.due(play(OPENING, "swap r1")) == "NR-3"
    assert refusals.due(FIRST_PHASE) == "NR-5"
    assert refusals.due(begin(FIRST_PHASE, "swap r1")) == "NR-5"
    assert refusals.due(play(FIRST_PHASE, "swap r1")) == "NR-7"
    assert refusals.due(play(FIRST_PHASE, "lay r1")) == "NR-8"
    assert refusals.due(play(SECOND_PHASE, "clear g3 pay b8")) == "NR-11"
    ended = at([HAND, HAND.replace("g7", "p1")], seat=1, bag="")
    assert refusals.due(play(ended, "swap p1")) == "NR-14"
    cleared = play(at([HAND], {0: "g3"}, phases=[2, 2]), "clear g3 pay b8", "draw y11")
    assert rules.to_act(cleared) < 0
    assert refusals.due(cleared) == "NR-15"
