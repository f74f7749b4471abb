"""What the view says of the table, in the words of the rules."""

from __future__ import annotations

from spieltisch.games.alle_neune.tests.table import chance, game, laid_out


def test_AN_6_whose_turn_it_is_is_known_before_the_die_falls() -> None:
    state = laid_out(2)
    view = game().view(state)
    assert (view["phase"], view["turn"], view["roll"]) == ("roll", 0, None)
    assert game().view(chance(state, "roll 3"))["turn"] == 0


def test_AN_14_a_cactus_is_one_and_numbers_and_animals_are_none() -> None:
    kinds = [tile["kind"] for tile in game().view(laid_out(2))["track"]]
    section = ["cactus", *["number"] * 6, "animal"]
    assert kinds[:8] == section
    assert set(kinds) == set(section)
