"""The page of every game says what is so, and its examples run."""

from __future__ import annotations

import re

from spieltisch.tools import game_pages
from tests.contract.every import every_game

HEADINGS = ["Usage", "Rules version", "Actions", "Observation", "Rewards", "End", "Speed"]


@every_game
def test_the_page_is_up_to_date(key: str) -> None:
    """`make game-pages` writes it."""
    text = game_pages.page(key)
    written = (game_pages.ROOT / "docs" / "games" / f"{key}.md").read_text("utf-8")
    assert written == text
    assert re.findall(r"^## (.*)$", text, re.M) == HEADINGS


@every_game
def test_the_examples_of_the_page_run(key: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", game_pages.page(key), re.S)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {})
