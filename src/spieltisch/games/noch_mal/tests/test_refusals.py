"""Every way to be wrong is refused with its rule and a sentence about the actual pieces."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import Refusal
from spieltisch.games.noch_mal.decisions import PASS
from spieltisch.games.noch_mal.refusals import corners, due, explain, explain_chance
from spieltisch.games.noch_mal.sheets.sheet import read_cell
from spieltisch.games.noch_mal.tests.table import (
    GAME,
    at,
    chance,
    colour,
    new,
    play,
    refuse,
)

DICE = "X r g 5 3 ?"
MARKED = "F1 D2 E2 F2 D3 E3 D4"


@pytest.mark.parametrize(
    ("text", "rule", "de", "en"),
    [
        (
            "r3 E6 F6",
            "NM-7",
            "Mit Rot 3 kreuzt du genau drei Kästchen an, nicht 2.",
            "With red 3 you cross off exactly three cells, not 2.",
        ),
        (
            "r3 E6 F5 F6 G6",
            "NM-7",
            "Mit Rot 3 kreuzt du genau drei Kästchen an, nicht 4.",
            "With red 3 you cross off exactly three cells, not 4.",
        ),
        (
            "r3",
            "NM-7",
            "Mit Rot 3 kreuzt du genau drei Kästchen an, nicht 0.",
            "With red 3 you cross off exactly three cells, not 0.",
        ),
        (
            "r5 C3 B4 C4 A5 A6",
            "NM-7",
            "Das Kästchen in Spalte B (B4) gehört zu einem anderen Block als das in Spalte A (A5).",
            "The cell in column B (B4) belongs to another block than the one in column A (A5).",
        ),
        (
            "r3 D6 F5 G7",
            "NM-7",
            "Die Kästchen in den Spalten D, F und G (D6, F5 und G7) hängen nicht alle "
            "waagerecht oder senkrecht zusammen.",
            "The cells in columns D, F and G (D6, F5 and G7) are not all connected "
            "horizontally or vertically.",
        ),
        (
            "g3 A1 B1 C1",
            "NM-8",
            "Die Kästchen in den Spalten A, B und C (A1, B1 und C1) berühren deine Kreuze "
            "nur über Eck.",
            "The cells in columns A, B and C (A1, B1 and C1) touch your crosses at a corner only.",
        ),
        (
            "r3 M5 N5 O5",
            "NM-8",
            "Die Kästchen in den Spalten M, N und O (M5, N5 und O5) liegen weder in Spalte H "
            "noch neben einem deiner Kreuze.",
            "The cells in columns M, N and O (M5, N5 and O5) are neither in column H nor "
            "next to one of your crosses.",
        ),
        (
            "r ?=1 O5",
            "NM-8",
            "Das Kästchen in Spalte O (O5) liegt weder in Spalte H noch neben einem deiner Kreuze.",
            "The cell in column O (O5) is neither in column H nor next to one of your crosses.",
        ),
        (
            "g3 D3 E3 F3",
            "NM-7",
            "Das Kästchen in Spalte D (D3) ist schon angekreuzt.",
            "The cell in column D (D3) is already crossed off.",
        ),
        (
            "r3 H3 I3 I4",
            "NM-7",
            "Das Kästchen in Spalte I (I4) ist grün, gewählt ist rot.",
            "The cell in column I (I4) is green, but you chose red.",
        ),
        (
            "b3 G4 H4 H5",
            "NM-4",
            "Blau ist nicht gefallen; es liegen: X, Rot, Grün.",
            "No die shows blue; there are: X, red, green.",
        ),
        (
            "r2 H3 I3",
            "NM-4",
            "Die 2 ist nicht gefallen; es liegen: 5, 3, ?.",
            "No die shows a 2; there are: 5, 3, ?.",
        ),
        (
            "X=o ?=6 C5 D5 E4 E5 F4 F5",
            "NM-10",
            "Das Fragezeichen steht für eine Zahl von 1 bis 5, nie für eine 6.",
            "The question mark stands for a number from 1 to 5, never for a 6.",
        ),
    ],
)
def test_a_turn_is_refused_with_the_rule_and_the_pieces(
    text: str, rule: str, de: str, en: str
) -> None:
    assert refuse(at(DICE, marked=MARKED), text) == Refusal(rule, de, en)


def test_dice_that_the_active_player_has_taken() -> None:
    state = play(at("X r g 5 3 ?", roll=4, marked_1="H3"), "X=b ?=2 G4 H4")
    assert refuse(state, "X=b 3 G4 H4 H5") == Refusal(
        "NM-3",
        "Das schwarze X hat der aktive Spieler schon genommen.",
        "The active player has already taken the black X.",
    )
    assert (
        refuse(state, "r ?=2 I3 J3").en == "The active player has already taken the question mark."
    )
    state = play(at("y r g 5 3 ?", roll=4), "y5 H6 H7 I6 I7 J7")
    assert refuse(state, "y3 H6 H7 I6").de == "Gelb hat der aktive Spieler schon genommen."
    assert refuse(state, "r5 D6 E6 F5 F6 G6").en == "The active player has already taken a 5."


def test_a_die_that_was_not_rolled_after_the_third_roll_and_alone() -> None:
    assert refuse(at("y r g 5 3 ?", roll=4), "b3 G4 H4 H5").rule == "NM-3"
    assert refuse(at("y r 5 3", players=1), "b3 G4 H4 H5").rule == "NM-16"


@pytest.mark.parametrize(
    ("left", "text", "de", "en"),
    [
        (
            0,
            "X=b 3 G4 H4 H5",
            "X als Blau und 3 kostet ein Ausrufezeichen, du hast keins mehr.",
            "X as blue and 3 costs one exclamation mark, and you have none left.",
        ),
        (
            1,
            "X=b ?=2 G4 H4",
            "X als Blau und ? als 2 kostet zwei Ausrufezeichen, du hast 1.",
            "X as blue and ? as 2 costs two exclamation marks, and you have 1 left.",
        ),
    ],
)
def test_no_exclamation_mark_left(left: int, text: str, de: str, en: str) -> None:
    assert refuse(at(DICE, exclamations=left), text) == Refusal("NM-10", de, en)


def test_dice_without_any_cells() -> None:
    state = at("g r y 5 4 3", marked="")
    dice = GAME.notation.read_turn(state, "g5")
    assert explain(state, dice, 0).en == "There are no cells on your sheet that green 5 could mark."


def test_decisions_that_no_text_means() -> None:
    state = at(DICE)
    place = GAME.notation.read_turn(state, "g ?=1 H1")[1]
    assert explain(state, [place], 0).rule == "NM-3"
    assert explain(state, [PASS, place], 1).rule == "NM-5"
    assert explain(state, [], 0).rule == "NM-5"


@pytest.mark.parametrize(
    ("players", "text", "rule", "en"),
    [
        (2, "roll r g X 1 3", "NM-3", "Six dice are rolled, not 5."),
        (2, "roll r g X 1 3 ? ?", "NM-3", "Six dice are rolled, not 7."),
        (2, "roll r g 1 1 3 ?", "NM-1", "Die 3 is a colour die and cannot show 1."),
        (2, "roll r g X X 3 ?", "NM-1", "Die 4 is a number die and cannot show X."),
        (1, "roll r g X 1 3 ?", "NM-16", "Four dice are rolled, not 6."),
        (2, "first 1", "NM-3", "Six dice are rolled, not 0."),
    ],
)
def test_a_roll_that_cannot_be(players: int, text: str, rule: str, en: str) -> None:
    state = new(players)
    refusal = GAME.advance_chance(state, GAME.notation.read_chance(state, text))
    assert refusal is not None
    assert (refusal.rule, refusal.en) == (rule, en)


def test_a_starter_that_cannot_be() -> None:
    state = new(2, random_start=True)
    assert explain_chance(state, [4], 0).en == "There is no seat 4; seats are 0 to 1."
    assert explain_chance(state, [7, 8], 0).rule == "NM-3"
    assert GAME.advance_chance(state.copy(), [1]) is None


def test_what_is_due_has_a_rule() -> None:
    assert due(new(2, random_start=True)) == "NM-3"
    assert due(new(1, random_start=True)) == "NM-3"
    assert due(new(2)) == "NM-3"
    assert due(new(1)) == "NM-16"
    state = new(2)
    chance(state, f"roll {DICE}")
    assert due(state) == "NM-4"
    assert due(at(DICE, roll=4)) == "NM-3"
    ended = at("g b y 1 2 3", marked=f"{colour('g', but='H1')} {colour('b')}", roll=5)
    assert due(play(ended, "g1 H1", "pass")) == "NM-13"


@pytest.mark.parametrize(
    ("text", "rule", "de", "en"),
    [
        (
            "roll b 3 o 2 5 5",
            "NM-1",
            "Würfel 2 ist ein Farbwürfel und kann nicht 3 zeigen.",
            "Die 2 is a colour die and cannot show 3.",
        ),
        (
            "roll b y",
            "NM-3",
            "Geworfen werden sechs Würfel, nicht 2.",
            "Six dice are rolled, not 2.",
        ),
    ],
)
def test_such_a_roll_in_both_languages(text: str, rule: str, de: str, en: str) -> None:
    refusal = GAME.advance_chance(at(), GAME.notation.read_chance(at(), text))
    assert refusal == Refusal(rule, de, en)


def test_a_seat_that_is_not_there_cannot_begin() -> None:
    state = new(3, random_start=True)
    refusal = GAME.advance_chance(state, GAME.notation.read_chance(state, "first 5"))
    assert refusal is not None
    assert refusal.de == "Platz 5 gibt es nicht; die Plätze sind 0 bis 2."
    assert refusal.en == "There is no seat 5; seats are 0 to 2."


@pytest.mark.parametrize(("roll", "rule"), [(3, "NM-4"), (4, "NM-3")])
def test_the_third_roll_is_still_free_for_all(roll: int, rule: str) -> None:
    assert refuse(at("b y o 2 5 5", roll=roll), "r2 G4 H4").rule == rule


def test_the_corners_of_a_cell() -> None:
    assert corners(read_cell("B2")) == [read_cell(name) for name in ("A1", "A3", "C1", "C3")]
    assert corners(read_cell("A1")) == [read_cell("B2")]
