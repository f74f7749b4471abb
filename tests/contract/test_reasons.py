"""Every game can say why: true facts, one sentence each in both languages, never a secret."""

from __future__ import annotations

import itertools
import random

from spieltisch.api import Match
from spieltisch.core.chance import Seeded
from spieltisch.core.game import Game
from spieltisch.core.language import Both
from spieltisch.core.reason import Reasons
from spieltisch.core.state import AnyState
from spieltisch.matches.match import Match as AnyMatch
from spieltisch.review.choices import after
from tests.contract.every import TURNS, every_table, match_of, positions
from tests.matches import disguise

LONGEST = 130  # letters of a sentence


def some_turns(match: Match, seat: int, luck: random.Random) -> list[list[int]]:
    texts = {match.random_turn(seat, luck) for _ in range(4)}
    read, known = match.game.notation.read_turn, match.supposed(seat)
    return [read(known, text) for text in sorted(texts)]


def reasons_of(game: Game) -> Reasons:
    assert game.reasons is not None, "the game has no reasons.py"
    return game.reasons


def is_sentence(said: Both) -> bool:
    return all(
        text.endswith(".") and text[0] == text[0].upper() and "!" not in text and "{" not in text
        for text in said
    )


@every_table
def test_a_game_says_why_a_turn_is_better(key: str, players: int) -> None:
    luck = random.Random(f"{key} {players}")
    match = match_of(key, players)
    reasons, names, said = reasons_of(match.game), set[str](), 0
    for at, seat in positions(match, turns=3 * TURNS):
        before = at.hidden(seat)
        found = [
            reasons.facts(before, line, after(match.game, before, line))
            for line in some_turns(at, seat, luck)
        ]
        names = names or set(found[0])
        assert all(set(facts) == names for facts in found)
        for better, worse in itertools.permutations(found, 2):
            for name in names:
                if better[name].worth > worse[name].worth:
                    why = reasons.why(name, better[name], worse[name])
                    said += why is not None
                    assert why is None or is_sentence(why)
                    assert why is None or max(map(len, why)) <= LONGEST
    assert said


@every_table
def test_a_game_says_where_to_look_and_what_to_do(key: str, players: int) -> None:
    luck = random.Random(f"{key} {players}")
    for match, seat in positions(match_of(key, players)):
        reasons, before = reasons_of(match.game), match.hidden(seat)
        for line in some_turns(match, seat, luck):
            assert is_sentence(reasons.look(before, line).said)
            for text in reasons.do(before, line):
                assert text[0] == text[0].upper()
                assert not text.endswith(".")


@every_table
def test_no_reason_knows_a_secret(key: str, players: int) -> None:
    """Facts are read from hidden records: dealt anew, the match gives the same ones."""
    luck = random.Random(f"{key} {players}")
    for match, seat in positions(match_of(key, players), turns=10):
        other = disguise.disguised(match, seat, luck, Seeded(5))
        for line in some_turns(match, seat, luck):
            assert _facts(match, seat, line) == _facts(other, seat, line)


def _facts(match: AnyMatch, seat: int, line: list[int]) -> object:
    game = match.game
    before: AnyState = match.hidden(seat)
    facts = reasons_of(game).facts(before, line, after(game, before, line))
    return {name: (fact.worth, repr(fact.what)) for name, fact in facts.items()}
