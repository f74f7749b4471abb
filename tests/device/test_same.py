"""The same matches here and over the files that browsers get: equal to the letter."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.site import bundle
from spieltisch.site.files import BUNDLE
from tests.device.digests import digests

pytestmark = pytest.mark.timeout(1500)
HERE = Path(__file__).parent
Case = tuple[str, int, dict[str, Any], int] | tuple[str, int, dict[str, Any], int, list[str]]
STRONG = ["hard", "search:200"]  # count their simulations, so that both think as far


def cases(seeds: int) -> list[Case]:
    """All games, the fewest and the most players, all values of every option, strong bots."""
    found: list[Case] = []
    for key, card in games.cards().items():
        counts = {card.players[0], card.players[-1]}
        found += [(key, many, {}, seed) for many in sorted(counts) for seed in range(seeds)]
        for option in card.all_options():
            for value in option.values if seeds > 1 else ():
                if value != option.default:
                    found.append((key, card.players[-1], {option.name: value}, 5))
        found.append((key, max(card.players[0], 2), {}, 6, STRONG))
    return found


def compared(wanted: list[Case]) -> None:
    bundle.build()
    script = [bundle.node(), str(HERE / "pyodide.mjs"), str(BUNDLE), str(bundle.PYODIDE)]
    told = subprocess.run(
        [*script, str(HERE / "digests.py"), json.dumps(wanted)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-3000:]
    found = json.loads(told.stdout.splitlines()[-1])
    for case, there in zip(wanted, found, strict=True):
        assert there == digests(*case), case


def test_a_match_of_every_game_is_the_same_in_a_browser() -> None:
    fewest = {key: max(card.players[0], 2) for key, card in games.cards().items()}
    compared([(key, players, {}, 1) for key, players in fewest.items()])


@pytest.mark.long
def test_many_matches_are_the_same_in_a_browser() -> None:
    compared(cases(seeds=4))
