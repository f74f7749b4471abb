"""The table as text, and the sentences of the log, in both languages."""

from __future__ import annotations

import pytest

from spieltisch.core.state import SPECTATOR
from spieltisch.games.noch_mal.board import draw
from spieltisch.games.noch_mal.tests.table import GAME, at, chance, colour, column, new, play
from spieltisch.games.noch_mal.words import LEVELS, ask, level, say, show_rating

NAMES = ["Ada", "Bo", "Cyprian der Siebte von Dingenskirchen", "", "", ""]
LARGE = """\
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O
 1  g  g  g  y  y  y  y  ×  b  b  b  o* y  y  y    !!!!!!!!
 2  o  g  y* g  y* y  o  ×  r  b* b  o  o  g  g
 3  b* g  r  g  g  g  g* ×  r  r  y  y  o  g  g     g   5  3  green 1/21
"""


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_board_fits_into_78_columns(players: int, lang: str) -> None:
    dice = "r g 1 3" if players == 1 else "r g X 1 3 ?"
    state = at(dice, players=players, marked=column("H"))
    for viewer in (*range(players), SPECTATOR):
        drawn = draw(GAME.view(GAME.hidden(state, viewer)), NAMES[:players], lang).plain
        assert max(len(line) for line in drawn.split("\n")) <= 78


def test_the_sheet_shows_letters_stars_and_crosses() -> None:
    state = at("r g X 1 3 ?", marked=column("H"))
    drawn = draw(GAME.view(GAME.hidden(state, 0)), ["Ada", "Bo"], "en").plain
    assert drawn.startswith("Roll 1 · Ada rolls")
    assert LARGE in "\n".join(line.rstrip() for line in drawn.split("\n"))


def test_values_are_to_be_had_won_or_gone() -> None:
    state = at("r g X 1 3 ?", marked=column("H"), marked_1=column("A"), players=2)
    mine = draw(GAME.view(GAME.hidden(state, 0)), ["Ada", "Bo"], "en").plain
    assert "    ·  3  3  3  2  2  2 (1) 2  2  2  3  3  3  5 " in mine
    assert "    3  2  2  2  1  1  1  ·  1  1  1  2  2  2  3 " in mine


def test_a_choice_that_others_cannot_see_is_a_plus() -> None:
    state = play(at("r g X 1 3 ?", players=2, roll=4), "g1 H1")
    mine = draw(GAME.view(GAME.hidden(state, 0)), ["Ada", "Bo"], "de").plain
    theirs = draw(GAME.view(GAME.hidden(state, 1)), ["Ada", "Bo"], "de").plain
    assert " + " in mine
    assert " + " not in theirs
    assert "Ada nimmt g1" in theirs
    passed = play(at("r g X 1 3 ?", players=2, roll=4), "pass")
    assert "Ada passes" in draw(GAME.view(GAME.hidden(passed, 1)), ["Ada", "Bo"], "en").plain


def test_before_the_first_roll_and_after_the_last() -> None:
    state = new(2, random_start=True, roll_limit=1)
    assert draw(GAME.view(GAME.hidden(state, 0)), [], "de").plain.startswith("Wurf 1\n")
    chance(state, "first 1")
    chance(state, "roll r g X 1 3 ?")
    play(state, "pass", "pass")
    drawn = draw(GAME.view(GAME.hidden(state, 0)), ["Ada", "Bo"], "de").plain
    assert drawn.startswith("Das Spiel ist aus.")


def test_a_game_alone_ends_with_its_rating() -> None:
    marked = " ".join(colour(letter) for letter in "gybro")
    state = at("r g 1 3", players=1, roll=30, marked=marked)
    play(state, "pass")
    drawn = draw(GAME.view(GAME.hidden(state, 0)), ["Ada"], "de").plain
    assert "★★★★ Unglaublich" in drawn
    assert "(5)(3)(3)(3)(2)(2)(2)(1)" in drawn
    assert " ·  · " not in drawn, "alone there are no lower values"


def test_the_rating_follows_the_printed_table() -> None:
    printed = [
        (41, 4.0), (40, 3.5), (37, 3.5), (36, 3.5), (33, 3.5), (32, 3.0), (29, 3.0), (28, 2.5),
        (25, 2.5), (24, 2.5), (21, 2.5), (20, 2.0), (17, 2.0), (16, 1.5), (13, 1.5), (12, 1.5),
        (9, 1.5), (8, 1.0), (5, 1.0), (4, 0.5), (1, 0.5), (0, 0.0), (-1, None), (-22, None),
    ]  # fmt: skip
    for points, stars in printed:
        assert LEVELS[level(points)][1] == stars
    assert [level(points) for points in (99, 37, 33, 0, -1)] == [0, 1, 2, 11, 12]
    assert show_rating(11, "en").startswith("☆☆☆☆")


@pytest.mark.parametrize(
    ("text", "kind", "de", "en"),
    [
        ("first 2", "chance", "Person 3 fängt an", "Player 3 starts"),
        ("roll r X 1 ?", "chance", "Ada würfelt Rot, X, 1, ?", "Ada rolls red, X, 1, ?"),
        ("pass", "turn", "Ada passt", "Ada passes"),
        (
            "g1 H1",
            "turn",
            "Ada kreuzt Grün 1 in Spalte H an",
            "Ada crosses off green 1 in column H",
        ),
        (
            "X=r ?=2 H3 I3",
            "turn",
            "Ada kreuzt Rot 2 in den Spalten H und I an, mit zwei Jokern",
            "Ada crosses off red 2 in columns H and I, with two jokers",
        ),
        ("r ?=3 ?", "turn", "Ada nimmt Rot 3, mit Joker", "Ada takes red 3, with a joker"),
    ],
)
def test_the_log_is_said_in_both_languages(text: str, kind: str, de: str, en: str) -> None:
    assert say(text, kind, "Ada", "de") == de
    assert say(text, kind, "Ada", "en") == en


def test_everyone_is_told_what_can_be_done() -> None:
    state = at("r g X 1 3 ?", players=2, roll=4)
    assert ask(GAME.view(GAME.hidden(state, 0)), "en") == (
        "Take a colour and a number, and cross off (or pass; a joker costs an exclamation mark)"
    )
    assert ask(GAME.view(GAME.hidden(state, 1)), "de") == ""
    assert ask(GAME.view(GAME.hidden(state, SPECTATOR)), "de") == ""
    half = state.copy()
    GAME.rules.apply(half, GAME.notation.read_turn(state, "X=g ?=1 H1")[0])
    assert ask(GAME.view(GAME.hidden(half, 0)), "de") == (
        "Wähle die Kästchen für Grün 1, alle in einem Farbblock"
    )
    free = at("r g b 1 3 2", players=2)
    assert "Nimm eine Farbe und eine Zahl" in ask(GAME.view(GAME.hidden(free, 1)), "de")
    view = {**GAME.view(GAME.hidden(free, 1)), "acting": [0]}
    assert ask(view, "de") == ""
