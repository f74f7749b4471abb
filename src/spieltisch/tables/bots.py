"""Bots that sit at tables, and those who give advice: which there are, and how they are asked."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from spieltisch.bots import base
from spieltisch.bots.levels import SearchBot
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.review.advice import Advice, Adviser
from spieltisch.tables.levels import stand_in
from spieltisch.tables.table import Table
from spieltisch.tables.thinking import Limit, Thinking


def thinking_seed(table: Table, seat: int) -> int | None:
    """At tables that share their luck bots share theirs too: the same play brings the same answers.
    Counted by the seat's own turns, since those made at the same time arrive in any order."""
    if table.deal is None or table.match is None:
        return None
    turn = sum(line.kind == "turn" and line.seat == seat for line in table.match.lines)
    return derived(table.seed, seat, turn)


def derived(seed: str, seat: int, turn: int) -> int:
    """The luck of a bot in its own thinking, secret like the seed.

    >>> derived("00" * 32, 1, 0) == derived("00" * 32, 1, 0) != derived("00" * 32, 1, 1)
    True
    """
    digest = hmac.digest(bytes.fromhex(seed), f"bot:{seat}:{turn}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> 2


class Bots:
    """Chooses turns, from hidden records, when it is their table's turn to think."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking

    @property
    def default(self) -> str:
        return stand_in()

    async def choose(self, asked: Asked) -> Chosen:
        found, limit = await self.thinking.think(
            asked.who, asked.table, asked.urgent, partial(choose, asked)
        )
        return Chosen(found, limit.seconds if limit.shortened else None)

    async def advise(self, asked: Asked, begun: Sequence[int] = (), n: int = 0) -> Advice:
        """What a seat should do, beside what it has `begun`; the same advice at the same event."""

        work = partial(advise, asked, begun, n)
        return (await self.thinking.think(asked.who, asked.table, lambda: True, work))[0]


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
    seed: int | None = None  # where the same play must bring the same answer

    def position(self) -> base.Position:
        luck = generator(secrets.randbits(62) if self.seed is None else self.seed)
        return base.Position(self.game, self.state, self.seat, luck)


@dataclass(frozen=True)
class Chosen:
    text: str
    hurried: float | None  # seconds that it had, if less than usual


def choose(asked: Asked, limit: Limit) -> str:
    bot = base.find(asked.level)
    if isinstance(bot, SearchBot) and asked.seed is None:  # else it thinks by count, to its end
        bot.cancelled, bot.seconds = limit.cancelled, min(bot.seconds, limit.seconds)
    return base.turn_of(bot, asked.position())


def advise(asked: Asked, begun: Sequence[int], n: int, limit: Limit) -> Advice:
    return Adviser(asked.game, asked.state, asked.seat, limit.seconds).advise(begun, n)
