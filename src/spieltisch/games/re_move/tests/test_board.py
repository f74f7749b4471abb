"""The table as text, and the words around it."""

from __future__ import annotations

import pytest

from spieltisch.core.log_context import LogContext
from spieltisch.core.state import copied
from spieltisch.games.re_move import rules, words
from spieltisch.games.re_move.tests.tables import GAME, at, dealt, new, play

NAMES = ["Ada", "Bartholomew the Second", "Cy"]


def drawn(state: rules.ReMove, viewer: int = 0, lang: str = "en") -> str:
    view = GAME.view(GAME.hidden(state, viewer))
    return GAME.draw(view, NAMES, lang).plain


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_the_table_fits_and_names_every_place_once(lang: str, viewer: int) -> None:
    text = drawn(at("C O0 T0.0", "I0 B1.1", "Z2 A2L", seat=1), viewer, lang)
    assert max(len(line) for line in text.split("\n")) <= 78
    view = GAME.view(GAME.hidden(new(), viewer))
    graph = text.split("\n\n")[1]
    for place in view["board"]["places"]:
        found = [w for w in graph.replace("-", " ").replace("/", " ").replace("\\", " ").split()
                 if w[1:] == place["id"]]  # fmt: skip
        assert len(found) == 1, place["id"]


def test_figures_are_told_apart_without_colour() -> None:
    text = drawn(at("C", "I0", "O0"))
    assert "●C" in text
    assert "▲I0" in text
    assert "■O0" in text
    assert "·I1" in text


def test_seats_and_hands_are_described() -> None:
    state = play(at("I0 T0.0", "C"), "remove I0xC-I3 T0.0-T0.1-T0.2")
    text = drawn(state)
    assert "● Ada: target 1/3 · hand 3 · pile 16" in text
    assert "1 captured" in text
    assert "played: 1 ReMove" in text
    assert "Your hand: 1 Move, 1 Inside, 1 Joker" in text
    assert "to act: Bartholomew" in text
    assert "nothing" in drawn(play(dealt(), "discard"), -1)


def test_the_end_is_announced() -> None:
    over = play(at("T0.0 T0.1 Z0"), "move T0.0-T0.2 T0.1-T0.0 Z0-T0.1")
    assert drawn(over).startswith("Turn 4 of at most 600 · Won: Ada\n")
    assert "Gewonnen: Ada" in drawn(over, lang="de")


def test_the_question_says_what_can_be_done() -> None:
    def ask(state: rules.ReMove, viewer: int = 0, lang: str = "en") -> str:
        return words.ask(GAME.view(GAME.hidden(state, viewer)), lang)

    state = at("I0 O5", "C", hand="move remove remove")
    assert ask(state) == "Play a card (1 Move, 2 ReMove) or discard your hand"
    assert ask(state, 1) == ask(state, -1) == ""
    moving = copied(state)
    rules.apply(moving, rules.PLAY_REMOVE)
    assert ask(moving) == "Move a figure two steps; 2 still have to move"
    rules.apply(moving, GAME.legal(moving)[0])
    assert ask(moving).startswith("Second step to a free place, not back (from ")
    rules.apply(moving, GAME.legal(moving)[0])
    assert ask(moving, lang="de") == "Zieh noch eine Figur zwei Schritte"
    state = play(state, "remove I0xC-I3 O5-O4-I2")
    assert ask(state, 1).startswith("Place your captured figure (B1.0, B1.1")


@pytest.mark.parametrize(
    ("text", "kind", "de", "en"),
    [
        ("discard", "turn", "Ada wirft die Hand ab", "Ada discards the hand"),
        ("inside", "turn", "Ada spielt Inside und räumt den inneren Ring",
         "Ada plays Inside and clears the inner ring"),
        ("joker outer", "turn", "Ada spielt Joker und räumt den äußeren Ring",
         "Ada plays Joker and clears the outer ring"),
        ("move", "turn", "Ada spielt Move, aber keine Figur kann ziehen",
         "Ada plays Move, but no figure can move"),
        ("remove A-B-D E-F-G", "turn", "Ada spielt ReMove: A-B-D und E-F-G",
         "Ada plays ReMove: A-B-D and E-F-G"),
        ("remove T0.2-T0.0-T0.1 B0.2-A0M-O0 O4xO5-O6 O7xI3-I2", "turn",
         "Ada spielt ReMove, schlägt 2 Figuren und holt eine Figur aus der Base",
         "Ada plays ReMove, captures 2 figures and leads one figure out of the base"),
        ("move B0.1-A0L B0.0-B0.1 B0.2-B0.0", "turn",
         "Ada spielt Move und holt eine Figur aus der Base",
         "Ada plays Move and leads one figure out of the base"),
        ("place B0.1", "turn", "Ada stellt eine Figur zurück in die Base",
         "Ada puts a figure back into the base"),
        ("place home", "turn", "Ada stellt eine Figur auf home", "Ada puts a figure on home"),
        ("draw 4", "chance", "Ada zieht 4 Karten", "Ada draws 4 cards"),
        ("draw move joker", "chance", "Ada zieht Move und Joker", "Ada draws Move and Joker"),
        ("first 2", "chance", "Ada beginnt", "Ada starts"),
    ],
)  # fmt: skip
def test_log_sentences(text: str, kind: str, de: str, en: str) -> None:
    assert words.say(text, kind, "Ada", "de") == de
    assert words.say(text, kind, "Ada", "en") == en


def test_who_starts_when_nobody_is_named() -> None:
    assert words.say("first 1", "chance", "", "en") == "Player 2 starts"
    assert words.say("first 1", "chance", "", "de", LogContext(["Ada", "Bo"])) == "Bo beginnt"
