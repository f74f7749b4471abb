"""A game is one folder, its rules have tests, and nobody outside names it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.card import Card
from spieltisch.core.errors import BadOption
from tests.contract.every import FOLDER, every_card, every_game, rule_ids

ROOT = FOLDER.parents[2]
CODE = {".py", ".ts", ".svelte"}
LARGEST = 4096  # bytes of a state


@every_card
def test_every_rule_has_a_test(card: Card) -> None:
    tests = "".join(
        p.read_text("utf-8") for p in (FOLDER / card.folder / "tests").glob("test_*.py")
    )
    tested = {f"{prefix}-{n}" for prefix, n in re.findall(r"def test_([A-Z]+)_(\d+)_", tests)}
    assert set(rule_ids(card)) <= tested, "rules without a test"
    assert tested <= set(rule_ids(card)), "tests of rules that do not exist"


@every_card
def test_both_languages_have_the_same_paragraphs_in_order(card: Card) -> None:
    ids = rule_ids(card, "en")
    assert ids == rule_ids(card, "de")
    assert ids == [f"{card.prefix}-{n}" for n in range(1, len(ids) + 1)]
    assert all(card.pitch)
    assert all(all(option.label) for option in card.all_options())
    assert card.material in ids


def test_no_two_games_share_a_prefix_of_rule_ids() -> None:
    prefixes = [card.prefix for card in games.cards().values()]
    assert len(prefixes) == len(set(prefixes))


@every_card
def test_nobody_outside_its_folder_names_a_game(card: Card) -> None:
    word = re.compile(rf"\b({card.folder}|{card.key}|{card.prefix}_\d+)\b")
    own = FOLDER / card.folder
    named = [
        path.relative_to(ROOT).as_posix()
        for folder in ("src", "tests", "web/src")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in CODE and own not in path.parents and "static" not in path.parts
        if word.search(path.read_text("utf-8"))
    ]
    assert named == []


def test_no_two_games_share_a_state_layout() -> None:
    layouts = [repr(games.find(key).rules.STATE) for key in games.cards()]
    assert len(layouts) == len(set(layouts))


@every_game
def test_a_state_is_small(key: str) -> None:
    assert games.find(key).rules.STATE.itemsize <= LARGEST


@every_card
def test_bad_options_are_refused_with_the_good_ones(card: Card) -> None:
    players = card.players[0]
    with pytest.raises(BadOption, match="random_start"):
        card.resolve(players, {"no_such_option": 1})
    for option in card.all_options():
        nonsense: tuple[Any, ...] = (None, 1.5, "nonsense", [], {}, -1)
        for bad in nonsense:
            with pytest.raises(BadOption) as caught:
                card.resolve(players, {option.name: bad})
            assert caught.value.refusal.de != caught.value.refusal.en
    for many in (0, card.players[-1] + 1, True, "2", None, 2.0):
        with pytest.raises(BadOption):
            card.resolve(many, {})


@every_card
def test_defaults_are_not_written(card: Card) -> None:
    players = card.players[0]
    defaults = {option.name: option.default for option in card.all_options()}
    assert card.differing(card.resolve(players, defaults)) == {}


@every_card
def test_the_folder_has_the_files_of_the_contract(card: Card) -> None:
    folder = FOLDER / card.folder
    expected = {
        "__init__.py", "rules.py", "notation.py", "refusals.py", "view.py", "words.py", "board.py",
        "evaluate.py", "observe.py", "reasons.py", "RULES.de.md", "RULES.en.md",
        "NOTATION.de.md", "NOTATION.en.md", "lesson.jsonl",
        "tests/test_rules.py", "tests/oracle.py", "tests/test_oracle.py",
    }  # fmt: skip
    assert {name for name in expected if not Path(folder, name).exists()} == set()
