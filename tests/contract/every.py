"""The installed games, and random walks through them; no game is named here."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.api import Match
from spieltisch.core import rules_text
from spieltisch.core.card import Card
from spieltisch.core.chance import Seeded
from spieltisch.core.game import Game
from spieltisch.core.randomness import below, generator
from spieltisch.core.state import CHANCE, OVER, AnyState

FOLDER = Path(games.__path__[0])
INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
# For a search: fewer turns and shorter rollouts where they are some hundred times slower.
BRIEFLY = {"width": 2.0, "astray": 1.0, "glances": 1.0, "cut_off": 2.0} if INTERPRETED else {}
CHECKED = bool(os.environ.get("NUMBA_BOUNDSCHECK"))  # slower, and the same positions again
STEPS = 60 if INTERPRETED else 250 if CHECKED else 1000  # decisions and outcomes of a walk
TURNS = 8 if INTERPRETED else 15 if CHECKED else 60  # turns of a match

every_card = pytest.mark.parametrize("card", games.cards().values(), ids=lambda card: card.key)
every_game = pytest.mark.parametrize("key", list(games.cards()))


def tables(brief: bool) -> list[Any]:
    """Every game with every number of players; if brief, numbers between the fewest and the most
    (and two, where one may play alone) are left to the long run: they follow the same rules."""
    found = []
    for key, card in games.cards().items():
        ends = {card.players[0], card.players[-1], max(2, card.players[0])}
        for players in card.players:
            marks = [pytest.mark.long] if brief and players not in ends else []
            found.append(pytest.param(key, players, marks=marks))
    return found


TABLE = ("key", "players")
every_table = pytest.mark.parametrize(TABLE, tables(brief=INTERPRETED or CHECKED))
every_slow_table = pytest.mark.parametrize(TABLE, tables(brief=True))  # where each takes seconds


def thinking_games() -> list[str]:
    """Games for bots to think about: all; interpreted the two of the smallest states only, since
    it is the same search for all of them and takes minutes where a position is large."""
    by_size = sorted(games.cards(), key=lambda key: games.find(key).rules.STATE.itemsize)
    return by_size[:2] if INTERPRETED else list(games.cards())


every_thinking_game = pytest.mark.parametrize("key", thinking_games())
every_thinking_table = pytest.mark.parametrize(
    ("key", "players"),
    [(key, players) for key in thinking_games() for players in games.card(key).players],
)


def variants(card: Card, players: int) -> Iterator[dict[str, Any]]:
    """Tables with each option changed once, as far as the rules allow it for so many players."""
    yield {}
    for option in card.all_options():
        for value in other_values(option):
            try:
                card.resolve(players, {option.name: value})
            except Exception:
                continue
            yield {option.name: value}


def other_values(option: Any) -> list[Any]:
    if option.kind == "switch":
        return [not option.default]
    if option.kind == "number":
        return [option.least, min(option.least + 40, option.most)]
    return [value for value in option.values if value != option.default]


def walk(key: str, players: int, seed: int = 1, **options: Any) -> Iterator[AnyState]:
    """The states of a random game, one for each small decision and outcome."""
    game = games.find(key)
    luck = generator(seed)
    state = game.new(players, game.card.resolve(players, options))
    for _ in range(STEPS):
        yield state
        seat = int(game.rules.to_act(state))
        if seat == OVER:
            return
        state = state.copy()
        if seat == CHANCE:
            game.rules.apply(state, game.rules.sample_chance(state, luck))
        else:
            legal = game.legal(state)
            game.rules.apply(state, legal[int(below(luck, len(legal)))])


def match_of(key: str, players: int, seed: int = 1, **options: Any) -> Match:
    game = games.find(key)
    match = Match(game, players, game.card.resolve(players, options), chance=Seeded(seed))
    match.settle()
    return match


def positions(match: Match, seed: int = 1, turns: int = TURNS) -> Iterator[tuple[Match, int]]:
    """The match at each turn of random play, with the seat that is about to act."""
    luck = random.Random(seed)
    for _ in range(turns):
        if match.over:
            return
        seat = luck.choice(match.acting)
        yield match, seat
        match.play(seat, match.random_turn(seat, luck))


def finish(match: Match, seed: int = 1) -> Match:
    luck = random.Random(seed)
    while not match.over:
        seat = luck.choice(match.acting)
        match.play(seat, match.random_turn(seat, luck))
    return match


def rule_ids(card: Card, lang: str = "en") -> list[str]:
    """The ids of the paragraphs of the rules, in their order."""
    return rules_text.rule_ids(card.rules_text(lang))


def viewers(game: Game, state: AnyState) -> range:
    return range(-1, int(state.players))  # spectators too
