"""The games that have a board in the browser, found by their files."""

from __future__ import annotations

from pathlib import Path

import spieltisch
from spieltisch import games

FOLDER = Path(spieltisch.__file__).parent / "games"

GAMES = sorted(
    card.key
    for card in games.cards().values()
    if (FOLDER / card.folder / "web/Board.svelte").exists()
)
