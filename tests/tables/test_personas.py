"""Bots are persons: names, faces and lines of the one list."""

from __future__ import annotations

from pathlib import Path

from spieltisch.bots import base
from spieltisch.tables import personas

FACES = Path(__file__).parents[2] / "web" / "src" / "faces"


def test_every_face_is_drawn_and_nobody_has_two() -> None:
    drawn = {file.stem for file in FACES.glob("*.svg")}
    used = [one.face for one in personas.PERSONAS]
    assert set(used) | set(personas.PEOPLE) <= drawn
    assert len(set(used)) == len(used)
    assert len({one.name for one in personas.PERSONAS}) == len(personas.PERSONAS)


def test_a_full_table_has_no_two_alike() -> None:
    for level in base.BOTS:
        taken: list[str] = []
        for _ in range(5):
            taken.append(personas.pick(level, taken))
        assert len(set(taken)) == 5
        seats = [("person", "Ada", ""), *(("bot", name, "") for name in taken)]
        assert len(set(personas.faces(seats))) == 6


def test_a_level_is_said_in_both_languages_and_is_usually_the_same_person() -> None:
    assert all(personas.about(level, "x")["de"] != level for level in base.BOTS)
    assert len({personas.usual(level)["name"] for level in base.BOTS}) == len(base.BOTS)
    assert personas.about("medium", "Ottilie 2") == {
        "de": "mittel · spielt am liebsten abends",
        "en": "medium · likes to play at night",
    }


def test_somebody_called_like_a_bot_keeps_a_face_of_their_own() -> None:
    assert personas.faces([("person", "Ottilie", ""), ("bot", "Ottilie 2", "")]) == ["fox", "owl"]
    assert personas.pick("medium", ["Ottilie"]) == "Anton"


def test_bots_from_before_have_a_level_and_a_face() -> None:
    assert personas.about("greedy", "Gierig") == {"de": "gierig", "en": "greedy"}
    assert personas.faces([("bot", "Gierig", ""), ("bot", "Ottilie", "")]) == ["fox", "owl"]


def test_people_keep_the_face_that_they_chose_unless_it_is_taken() -> None:
    chosen = [("person", "Ada", "owl"), ("person", "Bo", "owl"), ("bot", "Ottilie", "")]
    assert personas.faces(chosen) == ["owl", "fox", "cat"]
    assert personas.faces([("person", "Ada", "bear"), ("person", "Bo", "")]) == ["bear", "fox"]


def test_people_keep_their_face_wherever_a_bot_that_looks_alike_sits() -> None:
    ada, theo = ("person", "Ada", "frog"), ("bot", "Theo", "")
    assert personas.faces([ada, theo]) == ["frog", "fox"]
    assert personas.faces([theo, ada]) == ["fox", "frog"]
