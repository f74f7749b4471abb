"""What the view says of the table, in the words of the rules."""

from __future__ import annotations

from spieltisch.games.alle_neune.tests.table import at, chance, game, laid_out


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


def test_AN_15_whose_figures_are_all_home_is_home() -> None:
    seats = game().view(at("goal goal goal goal", "12 12 goal 13", roll=3, seat=1))["seats"]
    assert [seat["home"] for seat in seats] == [True, False]
