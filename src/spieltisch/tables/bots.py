"""Bots that sit at tables, and those who give advice: which there are, and how they are asked."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from spieltisch.bots import base
from spieltisch.bots.levels import SearchBot
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.tables.problems import Problem
from spieltisch.tables.thinking import Limit, Thinking

PREFERRED = ("medium", "greedy")  # who stands in for people
ADVISERS = ("hard", "medium", "greedy")  # who gives hints


def stand_in() -> str:
    """The level of the bot that plays on for whoever is away."""
    return next((name for name in PREFERRED if name in base.BOTS), base.DEFAULT)


def check_level(level: str) -> str:
    """Only the installed ones: anybody's `module:Class` is not for strangers to name."""
    if level not in base.BOTS:
        raise Problem("bot/unknown", ", ".join(base.BOTS))
    return level


class Bots:
    """Chooses turns, from hidden records, when it is their table's turn to think."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking

    @property
    def default(self) -> str:
        return stand_in()

    async def choose(self, asked: Asked) -> Chosen:
        found, limit = await self.thinking.think(
            asked.who, asked.table, asked.urgent, partial(_choose, asked)
        )
        return Chosen(found, limit.seconds if limit.shortened else None)

    async def hint(self, asked: Asked) -> str:
        level = next((name for name in ADVISERS if name in base.BOTS), base.DEFAULT)
        return (await self.choose(replace(asked, level=level))).text


@dataclass(frozen=True)
class Asked:
    """What a bot is to think about, on whose account, and whether somebody waits for it."""

    game: Game
    state: AnyState  # hidden
    seat: int
    level: str
    who: str
    table: str
    urgent: Callable[[], bool]


@dataclass(frozen=True)
class Chosen:
    text: str
    hurried: float | None  # seconds that it had, if less than usual


def _choose(asked: Asked, limit: Limit) -> str:
    position = base.Position(asked.game, asked.state, asked.seat, generator(secrets.randbits(62)))
    bot = base.find(asked.level)
    if isinstance(bot, SearchBot):
        bot.cancelled, bot.seconds = limit.cancelled, min(bot.seconds, limit.seconds)
    answer = bot.choose(position)
    if isinstance(answer, str):
        return answer
    return asked.game.notation.show_turn(asked.state, list(answer))
