"""Every game brings four pictures of 30 seconds, and positions that show its rules."""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import Any

from spieltisch import games
from spieltisch.core import game_files
from spieltisch.core.card import Card
from spieltisch.core.language import LANGUAGES
from spieltisch.matches.examples import Example, load
from spieltisch.matches.match import Match
from tests.contract.every import every_card, rule_ids

LONGEST_LINE = 62  # two lines on a phone
LONGEST_SENTENCE = 170
LEAST, MOST = 3, 6  # examples
CLAIMS = {"rule", "say", "after", "gain", "through", "scores", "refused", "answered", "ends"}
NOTATION = re.compile(r"[`!]|\b[A-Z]{2}-\d|\b[a-z]\d+\b")


def texts(card: Card) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(game_files.text(card, "web/texts.json"))
    return found


@every_card
def test_every_game_has_four_pictures_with_a_line_each(card: Card) -> None:
    drawn = game_files.text(card, "web/Seconds.svelte")
    assert "$parts/Scene.svelte" in drawn, "drawn on the ground that all games share"
    assert re.search(r"from '(\./|\$parts/(?!Scene))", drawn), "with pieces of the board"
    for lang in LANGUAGES:
        lines = [texts(card)[lang][f"seconds.{n}"] for n in (1, 2, 3, 4)]
        assert len(set(lines)) == 4
        for line in lines:
            assert line.endswith(".")
            assert len(line) <= LONGEST_LINE, line
            assert not NOTATION.search(line), line


@every_card
def test_examples_show_rules_by_positions_of_a_real_match(card: Card) -> None:
    match, found = load(game_files.examples(card), games.find)
    assert LEAST <= len(found) <= MOST
    assert len({example.rule for example in found}) >= LEAST
    for example in found:
        assert example.rule in rule_ids(card)
        assert example.view == match.at(_moment(example)).view(example.seat)
        assert set(example.claims) <= CLAIMS, "what is claimed is checked"
        for lang in LANGUAGES:
            said = example.said[lang]
            assert said.endswith(".")
            assert len(said) <= LONGEST_SENTENCE, said
            assert not NOTATION.search(said), said
        assert example.said.de != example.said.en


@every_card
def test_what_examples_claim_is_true(card: Card) -> None:
    match, found = load(game_files.examples(card), games.find)
    for example in found:
        gained(match, example, example.claims.get("gain"))
        refused(match, example, example.claims.get("refused"))
        answered(match, example, example.claims.get("answered"))
        assert match.at(example.n).over or not example.claims.get("ends")
        if "scores" in example.claims:
            assert match.at(example.n).scores == example.claims["scores"]
            assert example.claims["after"]


def _moment(example: Example) -> int:
    return example.n if example.turn is None else example.n - 1


def gained(match: Match, example: Example, points: int | None) -> None:
    """By how much the turn changes the seat's score (`through`: up to which line)."""
    if points is not None:
        last = example.claims.get("through", example.n)
        before, after = match.at(example.n - 1).scores, match.at(last).scores
        assert after[example.seat] - before[example.seat] == points


def refused(match: Match, example: Example, claim: dict[str, Any] | None) -> None:
    if claim is not None:
        found = match.at(_moment(example)).check(example.seat, claim["turn"])
        assert found is not None
        assert found.rule == claim["rule"]


def answered(match: Match, example: Example, claim: dict[str, Any] | None) -> None:
    """How many turns that begin with a word follow at once: what was captured is put back."""
    if claim is not None:
        words = [line.text.partition(" ")[0] for line in match.lines[example.n :]]
        assert len(list(takewhile(lambda word: word == claim["word"], words))) == claim["times"]
