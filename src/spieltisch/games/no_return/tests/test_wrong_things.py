"""What a person may do wrong in the browser, at each stage: the sentence that they read.

The board asks about the turn that a tap would have become (`web/Board.test.ts` has the taps). A
sentence names first what the person can act on.
"""

from __future__ import annotations

import pytest

from spieltisch.core.errors import Refusal
from spieltisch.core.state import AnyState
from spieltisch.games.no_return.tests.table import at, refuse

HAND = "r3 r9 b2 g1 g7 p4"
OPENING = at([HAND], opening=True)
PHASE_1 = at([HAND], {0: "b1 g5 r11"})
PHASE_2 = at([HAND], {0: "g11 g8 o4"}, phases=[2])
ALL_CLEARED = at([HAND], phases=[2])

WRONG = [
    (
        "phase 1: a counter that lies in a column is tapped",
        PHASE_1,
        "clear b1 pay b2",
        "NR-9",
        "Abräumen kannst du erst in Phase 2: Sag sie an, bevor du etwas anderes tust.",
        "You can clear in phase 2 only: announce it before you do anything else.",
    ),
    (
        "phase 1: two colours are chosen, to be laid out",
        PHASE_1,
        "lay r3 r9 b2",
        "NR-8",
        "Auslegen kannst du nur eine Farbe, nicht Rot 9 und Blau 2.",
        "You lay out one colour at a time, not red 9 and blue 2.",
    ),
    (
        "phase 1: a counter higher than the lowest one",
        PHASE_1,
        "lay g7 g1",
        "NR-8",
        "Die grüne 7 ist höher als die 5 in deiner Spalte.",
        "Green 7 is higher than the 5 in your column.",
    ),
    (
        "phase 1: a fifth counter, to be exchanged",
        PHASE_1,
        "swap r3 r9 b2 g1 p4",
        "NR-7",
        "Du darfst höchstens 4 Steine tauschen, nicht 5.",
        "You may exchange 4 counters at most, not 5.",
    ),
    (
        "phase 2: counters to be laid out",
        PHASE_2,
        "lay g1",
        "NR-8",
        "Auslegen kannst du nur in Phase 1, du bist in Phase 2.",
        "You lay out in phase 1 only, and you are in phase 2.",
    ),
    (
        "phase 2: a column dearer than any colour of the hand",
        PHASE_2,
        "clear g8 g11 pay p4",
        "NR-10",
        "Grün 8 und 11 abzuräumen kostet 19; mit Rot, deiner besten Farbe, kommst du auf 12.",
        "Clearing green 8 and 11 costs 19; red, your best colour, comes to 12.",
    ),
    (
        "phase 2: paid with two colours",
        PHASE_2,
        "clear o4 pay r3 b2",
        "NR-10",
        "Bezahlt wird mit einer einzigen Farbe, nicht mit Rot 3 und Blau 2.",
        "You pay with a single colour, not with red 3 and blue 2.",
    ),
    (
        "phase 2: paid with too little",
        PHASE_2,
        "clear o4 pay r3",
        "NR-10",
        "Rot 3 ist nur 3 wert; du musst mindestens 4 bezahlen.",
        "Red 3 is worth only 3; you must pay at least 4.",
    ),
    (
        "phase 2: announced again",
        PHASE_2,
        "phase2 swap r3",
        "NR-6",
        "Du bist schon in Phase 2.",
        "You are in phase 2 already.",
    ),
    (
        "phase 2, everything cleared: clears on",
        ALL_CLEARED,
        "clear o4 pay p4",
        "NR-13",
        "Vor dir liegt nichts mehr zum Abräumen; du kannst nur tauschen.",
        "There is nothing left in front of you to clear; you can only exchange.",
    ),
    (
        "opening: lays out at once",
        OPENING,
        "lay g1",
        "NR-3",
        "Erst kommt der Eröffnungstausch: Leg Steine beiseite oder behalte alle.",
        "The opening exchange comes first: lay counters aside, or keep them all.",
    ),
]


@pytest.mark.parametrize(
    ("state", "turn", "rule", "de", "en"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_the_sentence(state: AnyState, turn: str, rule: str, de: str, en: str) -> None:
    assert refuse(state, turn) == Refusal(rule, de, en)
