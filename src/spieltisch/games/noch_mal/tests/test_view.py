"""What the view says of a sheet and a roll, in the words of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.core.state import SPECTATOR, AnyState
from spieltisch.games.noch_mal.tests.table import GAME, at, play, turns


def shown(state: AnyState, viewer: int = SPECTATOR) -> dict[str, Any]:
    return GAME.view(GAME.hidden(state, viewer))


@pytest.mark.parametrize(("roll", "free"), [(1, True), (3, True), (4, False)])
def test_NM_4_the_first_three_rolls_are_free_for_all(roll: int, free: bool) -> None:
    assert shown(at("b y o 2 5 5", roll=roll))["free"] is free


def test_NM_3_the_dice_that_were_taken_are_named() -> None:
    start = at("g y o 1 5 5", roll=4, players=3)
    mine = next(text for text in sorted(turns(start)) if text.startswith("g1 "))
    state = play(start, mine)
    view = shown(state, 1)
    assert view["taken"] == {"colour": "g", "number": "1", "text": "g1"}
    assert [player["chosen"] for player in view["players"]] == [True, False, False]
    public = shown(state)
    assert [player["chosen"] for player in public["players"]] == [True, False, False]


def test_NM_14_a_star_that_is_left_costs_two_points() -> None:
    points = shown(at())["players"][0]
    assert points["points"]["stars"] == -2 * points["stars_left"] < 0


def test_NM_12_the_first_bonus_is_open_until_somebody_has_the_colour() -> None:
    sheet = shown(at())["sheet"]
    green = [
        f"{'ABCDEFGHIJKLMNO'[column]}{row + 1}"
        for row, letters in enumerate(sheet)
        for column, letter in enumerate(letters)
        if letter.lower() == "g"
    ]
    colours = {one["name"]: one["first_open"] for one in shown(at())["colours"]}
    assert set(colours.values()) == {True}
    won = {one["name"]: one["first_open"] for one in shown(at(marked=" ".join(green)))["colours"]}
    assert won == {**colours, "g": False}
