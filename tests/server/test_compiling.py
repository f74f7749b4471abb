"""In which order games are made playable."""

from __future__ import annotations

import pytest

from spieltisch import compiling
from spieltisch.compiling import order

SIZES = {"chess": 30, "go": 10, "bridge": 40, "ludo": 20}


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        (set(), ["go", "bridge", "chess", "ludo"]),
        ({"bridge"}, ["bridge", "go", "chess", "ludo"]),
        ({"go", "ludo", "chess"}, ["chess", "go", "ludo", "bridge"]),
        (set(SIZES), list(SIZES)),
    ],
)
def test_one_game_comes_soon_and_the_longest_do_not_come_last(
    monkeypatch: pytest.MonkeyPatch, ready: set[str], expected: list[str]
) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda key: key in ready)
    monkeypatch.setattr(compiling, "size", SIZES.__getitem__)
    assert order(SIZES) == expected
