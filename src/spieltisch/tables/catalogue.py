"""What can be played, and by which rules: as every client sees it, whoever carries the answer."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core import game_files
from spieltisch.core.card import Card, Option
from spieltisch.core.errors import UnknownGame
from spieltisch.matches.examples import Example, load
from spieltisch.tables import personas
from spieltisch.tables.levels import stand_in
from spieltisch.tables.problems import Problem

Progress = Callable[[str], dict[str, Any]]  # how far a game is from being playable
READY: dict[str, Any] = {"ready": True}


def listed(progress: Progress) -> dict[str, Any]:
    """All games and bots."""
    cards = [{**_card(card), **progress(key)} for key, card in games.cards().items()]
    bots = [
        {"name": name, "label": level.label.json(), "person": personas.usual(name)}
        for name, level in base.BOTS.items()
    ]
    return {"games": cards, "bots": bots, "default_bot": stand_in()}


def _card(card: Card) -> dict[str, Any]:
    return {
        "key": card.key,
        "name": card.name,
        "pitch": card.pitch.json(),
        "players": {"least": card.players[0], "most": card.players[-1]},
        "minutes": card.minutes,
        "prefix": card.prefix,
        "hides": card.hides,
        "options": [_option(option) for option in card.all_options()],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "label": option.label.json(),
        "default": option.default,
        "values": list(option.values),
        "least": option.least,
        "most": option.most,
    }


def rules(key: str, lang: str, progress: Progress = lambda key: READY) -> dict[str, Any]:
    """Paragraphs, and positions that show what they say, as soon as the game can be asked."""
    try:
        card = games.card(key)
    except UnknownGame as error:
        raise Problem.of(error) from None
    paragraphs = [part.json() for part in card.rules(lang)]
    shown = [example.json(lang) for example in shown_by(key)] if progress(key)["ready"] else []
    return {"game": key, "lang": lang, "paragraphs": paragraphs, "examples": shown}


@functools.cache
def shown_by(key: str) -> list[Example]:
    _, found = load(game_files.examples(games.card(key)), games.find)
    return found
