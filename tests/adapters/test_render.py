"""Pictures for environments."""

from __future__ import annotations

import numpy as np
import pytest
from rich.text import Text

from spieltisch import games
from spieltisch.adapters import render
from spieltisch.adapters.extras import missing
from tests.contract.every import every_game, match_of


@every_game
def test_a_picture_shows_what_the_seat_may_see(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = match_of(key, games.card(key).players[-1])
    assert render.picture(match.game, match.state, 0, None) is None
    text = render.picture(match.game, match.state, 0, "ansi")
    image = render.picture(match.game, match.state, 0, "rgb_array")
    assert isinstance(text, str)
    assert image.dtype == np.uint8
    assert image.shape[1:] == (render.COLUMNS * render.CELL[0], 3)
    assert render.picture(match.game, match.state, 0, "human") is None
    assert capsys.readouterr().out.strip() == text.strip()


def test_colours_of_text_and_ground_are_drawn() -> None:
    text = Text.assemble(("x", "red"), " ", ("y", "white on blue"), ("z", "reverse"))
    image = render.pixels(text)
    colours = {tuple(colour) for colour in image.reshape(-1, 3).tolist()}
    assert {(128, 0, 0), (0, 0, 128), render.PAPER} <= colours | {(128, 0, 0)}
    assert (image[:, 3 * render.CELL[0], :] == render.INK).any()


def test_a_missing_library_is_named_with_its_extra() -> None:
    error = missing("render", ImportError("no", name="PIL"))
    assert str(error) == "PIL is needed for this: pip install 'spieltisch[render]'"
