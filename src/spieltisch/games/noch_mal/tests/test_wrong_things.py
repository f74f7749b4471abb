"""What a person may do wrong in the browser, at each stage: the sentence that they read.

The board asks about the turn that a tap would have become (`web/Board.test.ts` has the taps), and
leaves out what stands in parentheses. A sentence names first what the person can act on: where a
cell lies comes before how many are missing, and a colour that a joker stands for is not refused.
"""

from __future__ import annotations

import re

import pytest

from spieltisch.core.state import AnyState
from spieltisch.games.noch_mal.tests.table import at, play, refuse

# Cross in the middle: H3, I3 red; H4, H5 blue.
MARKED = "H3 I3 H4 H5"
ROLLED = at("X r b 3 4 ?", marked=MARKED)
PLAIN = at("y r b 3 4 5", marked=MARKED)
FEW = at("y r b 3 4 5", marked=f"{MARKED} D6 E6 F5 F6")
POOR = at("X r b 3 4 ?", marked=MARKED, exclamations=0)
TAKEN = play(at("X r b 3 4 ?", roll=4, marked=MARKED, marked_1=MARKED), "r ?=1 J3")

APART = at("y r b 2 4 5", marked="I3 H4")

WRONG = [
    (
        "a crossed cell of a colour that was not rolled",
        at("y y b 3 4 5", marked=MARKED),
        "r3 I3",
        "NM-7",
        "Das Kästchen in Spalte I ist schon angekreuzt.",
        "The cell in column I is already crossed off.",
    ),
    (
        "a whole turn is drafted: a cell of another block",
        at("y r b 1 4 5", marked=MARKED),
        "r1 J3 F5",
        "NM-7",
        "Das Kästchen in Spalte F gehört zu einem anderen Block als das in Spalte J.",
        "The cell in column F belongs to another block than the one in column J.",
    ),
    (
        "enough cells are free in the block, but crosses lie between them",
        APART,
        "r2 J3",
        "NM-7",
        "Daneben ist kein Kästchen dieses Blocks mehr frei; du brauchst zwei.",
        "No cell of this block next to it is free any more; you need two.",
    ),
    (
        "a joker is rolled: a green cell out of reach",
        ROLLED,
        "X=g 3 A1",
        "NM-8",
        "Das Kästchen in Spalte A liegt weder in Spalte H noch neben einem deiner Kreuze.",
        "The cell in column A is neither in column H nor next to one of your crosses.",
    ),
    (
        "no joker is rolled: a green cell",
        PLAIN,
        "g3 A1",
        "NM-4",
        "Grün ist nicht gefallen; es liegen: Gelb, Rot, Blau.",
        "No die shows green; there are: yellow, red, blue.",
    ),
    (
        "dice chosen: a cell of the colour, out of reach",
        PLAIN,
        "r3 M5",
        "NM-8",
        "Das Kästchen in Spalte M liegt weder in Spalte H noch neben einem deiner Kreuze.",
        "The cell in column M is neither in column H nor next to one of your crosses.",
    ),
    (
        "dice chosen: a cell that touches a cross at a corner",
        ROLLED,
        "r ?=1 G6",
        "NM-8",
        "Das Kästchen in Spalte G berührt deine Kreuze nur über Eck.",
        "The cell in column G touches your crosses at a corner only.",
    ),
    (
        "a block in which too few cells are left",
        FEW,
        "r3 G6",
        "NM-7",
        "Dieser rote Block hat nur noch zwei freie Kästchen; du brauchst drei.",
        "This red block has only two free cells left; you need three.",
    ),
    (
        "a cell that is crossed off",
        PLAIN,
        "r3 H3",
        "NM-7",
        "Das Kästchen in Spalte H ist schon angekreuzt.",
        "The cell in column H is already crossed off.",
    ),
    (
        "a cell of the same colour in another block",
        PLAIN,
        "r3 J3 L5",
        "NM-7",
        "Das Kästchen in Spalte L gehört zu einem anderen Block als das in Spalte J.",
        "The cell in column L belongs to another block than the one in column J.",
    ),
    (
        "a joker without an exclamation mark",
        POOR,
        "X=g 3 H1 G1 F1",
        "NM-10",
        "X als Grün und 3 kostet ein Ausrufezeichen, du hast keins mehr.",
        "X as green and 3 costs one exclamation mark, and you have none left.",
    ),
    (
        "a die that the active player has taken",
        TAKEN,
        "r3 J3",
        "NM-3",
        "Rot hat der aktive Spieler schon genommen.",
        "The active player has already taken red.",
    ),
    (
        "too few cells, of which more would go together",
        at("y r b 3 4 5", marked=""),
        "r3 H3 I3",
        "NM-7",
        "Mit Rot 3 kreuzt du genau drei Kästchen an, nicht 2.",
        "With red 3 you cross off exactly three cells, not 2.",
    ),
]


def plain(sentence: str) -> str:
    return re.sub(r" \([^()]*\)", "", sentence)


@pytest.mark.parametrize(
    ("state", "turn", "rule", "de", "en"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_the_sentence(state: AnyState, turn: str, rule: str, de: str, en: str) -> None:
    refusal = refuse(state, turn)
    assert (refusal.rule, plain(refusal.de), plain(refusal.en)) == (rule, de, en)
