"""One parser reads the rules for server, terminal, tests and browser."""

from __future__ import annotations

import re

import pytest

from spieltisch import games
from spieltisch.core import rules_text
from spieltisch.core.card import Card
from spieltisch.core.language import LANGUAGES

every_text = pytest.mark.parametrize(
    ("card", "lang"),
    [(card, lang) for card in games.cards().values() for lang in LANGUAGES],
    ids=lambda value: value if isinstance(value, str) else value.key,
)


@every_text
def test_every_rule_is_found_whole(card: Card, lang: str) -> None:
    text = card.rules_text(lang)
    ids = rules_text.rule_ids(text)
    assert ids == re.findall(r"^\*\*([A-Z]+-\d+)\*\*", text, re.M)
    for id_ in ids:
        found = rules_text.rule(text, id_)
        assert found is not None
        assert found.startswith(f"**{id_}** ")
        assert found.removeprefix(f"**{id_}** ") in re.sub(r"(\*\*[A-Z]+-\d+\*\*)\s+", r"\1 ", text)
    assert rules_text.rule(text, "XX-99") is None


@every_text
def test_blocks_lose_no_word(card: Card, lang: str) -> None:
    for part in card.rules(lang):
        told = " ".join(words(part.json()["blocks"]))
        for word in re.findall(r"\w+", part.text):
            assert word in told, part


def words(found: object) -> list[str]:
    if isinstance(found, dict):
        return words([value for key, value in found.items() if key != "kind"])
    if isinstance(found, list):
        return [word for one in found for word in words(one)]
    return [str(found)]


def test_marks_become_spans_and_html_stays_text() -> None:
    assert rules_text.spans("a **b** <i>") == [
        {"kind": "text", "text": "a "},
        {"kind": "strong", "text": "b"},
        {"kind": "text", "text": " <i>"},
    ]
    assert [block["kind"] for block in rules_text.blocks("Both:\n- one\n  more\n- two")] == [
        "p",
        "list",
    ]
    table = rules_text.blocks("| a | b |\n|---|---|\n| c | |")[0]
    assert [len(row) for row in table["rows"]] == [2, 2]
