"""The observation vector says what its fields promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spieltisch.core.randomness import below, generator
from spieltisch.core.state import SPECTATOR, AnyState
from spieltisch.games.noch_mal.observe import FIELDS, OBSERVATION, observe
from spieltisch.games.noch_mal.sheets.sheet import CELLS, read_cell
from spieltisch.games.noch_mal.state import HALF
from spieltisch.games.noch_mal.tests.table import GAME, at, column, new, play


def fields(state: AnyState, viewer: int) -> dict[str, Any]:
    out = np.full(OBSERVATION, 7, np.float32)
    observe(GAME.hidden(state, viewer), out)
    found, begin = {}, 0
    for field in FIELDS:
        found[field.name] = out[begin : begin + field.size].reshape(field.shape)
        begin += field.size
        assert (found[field.name] >= field.low).all(), field.name
        assert (found[field.name] <= field.high).all(), field.name
    assert begin == len(out)
    return found


def test_seats_start_with_the_viewer() -> None:
    state = at("r g X 1 3 ?", players=3, marked="H1", marked_2="H6 H7")
    marked = [fields(state, viewer)["marked"].sum(axis=1)[:3].tolist() for viewer in range(3)]
    assert marked == [[1, 0, 2], [0, 2, 1], [2, 1, 0]]
    assert fields(state, 1)["active"].argmax() == 2
    assert fields(state, 1)["playing"].tolist() == [1, 1, 1, 0, 0, 0]


def test_dice_and_what_is_left_of_them() -> None:
    state = play(at("b y o 2 5 5", players=3, roll=4), "b2 G4 H4")
    seen = fields(state, 1)
    assert seen["colour_dice"].argmax(axis=1).tolist() == [2, 1, 4]
    assert seen["number_dice"].argmax(axis=1).tolist() == [1, 4, 4]
    assert np.flatnonzero(seen["colours_left"]).tolist() == [1, 4]
    assert np.flatnonzero(seen["numbers_left"]).tolist() == [4]
    assert seen["taken_colour"].argmax() == 2
    assert seen["taken_number"].argmax() == 1
    assert seen["own_colour"].sum() == 0
    assert fields(state, 0)["own_colour"].argmax() == 2
    assert seen["chosen"].tolist() == [0, 0, 1, 0, 0, 0]


def test_the_sheet() -> None:
    seen = fields(new(2, sheet="red"), 0)
    assert seen["colour_of"].sum(axis=0).tolist() == [21] * 5
    assert seen["star"].sum() == 15
    assert np.flatnonzero(seen["reach"]).tolist() == [read_cell(f"H{row}") for row in range(1, 8)]


def test_columns_are_won_first_or_later() -> None:
    state = at(players=2, marked=column("H"))
    state.column_left[1, 0], state.column_won[1, 0] = 0, 2
    seen = fields(state, 0)
    assert seen["column_won"][0, 7] == 1
    assert seen["column_won"][1, 0] == 0.5
    assert seen["column_left"][0, 7] == 0
    assert seen["score"][0] == pytest.approx((8 + 1 - 28) / 30)


def test_spectators_see_from_the_first_seat() -> None:
    state = play(at("b y o 2 5 5", players=3, roll=4), "b2 G4 H4")
    seen = fields(state, SPECTATOR)
    assert seen["own_colour"].sum() == 0
    assert seen["active"].argmax() == 0


def test_sets_by_cell_are_those_by_block() -> None:
    """The record keeps both: rules ask block by block, observations cell by cell."""
    state, luck = new(3, random_start=True), generator(3)
    for _ in range(150):
        if GAME.rules.to_act(state) >= 0:
            legal = GAME.legal(state)
            GAME.rules.apply(state, legal[int(below(luck, len(legal)))])
        else:
            GAME.rules.apply(state, GAME.rules.sample_chance(state, luck))
    assert state.crosses[:3].any(axis=1).all()
    pairs = [(state.star, state.stars)]
    pairs += [(state.marks[seat], state.crosses[seat]) for seat in range(3)]
    pairs += [(state.reach[seat], state.near[seat]) for seat in range(3)]
    for by_block, by_cell in pairs:
        expected = by_block[state.cell_block] >> state.cell_bit & 1
        words = int(by_cell[0]) | int(by_cell[1]) << HALF
        assert [words >> cell & 1 for cell in range(CELLS)] == expected.tolist()
