"""Bots that sit at tables: they think in threads, from hidden records, a few at a time."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from spieltisch.bots import base
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Body, Done, Refused

if TYPE_CHECKING:
    from spieltisch.tables.room import Room

PREFERRED = ("medium", "greedy")  # who keeps seats warm
ADVISERS = ("hard", "medium", "greedy")  # who gives hints
LABELS = {
    "random": ("Zufall", "Random"),
    "greedy": ("Gierig", "Greedy"),
    "easy": ("Leicht", "Easy"),
    "medium": ("Mittel", "Medium"),
    "hard": ("Schwer", "Hard"),
    "master": ("Meister", "Master"),
}
RETRY = 1.0  # seconds after a bot failed

log = logging.getLogger("spieltisch.bots")


def label(level: str) -> dict[str, str]:
    de, en = LABELS.get(level, (level.capitalize(), level.capitalize()))
    return {"de": de, "en": en}


def check_level(level: str) -> str:
    """Only the installed ones: anybody's `module:Class` is not for strangers to name."""
    if level not in base.BOTS:
        raise Problem("bot/unknown", ", ".join(base.BOTS))
    return level


class Bots:
    def __init__(self, threads: int, pause: float) -> None:
        self.pause = pause
        count = threads or max(1, (os.cpu_count() or 2) - 1)
        self.threads = ThreadPoolExecutor(count, thread_name_prefix="bot")

    @property
    def default(self) -> str:
        return next((name for name in PREFERRED if name in base.BOTS), base.DEFAULT)

    async def act(self, room: Room, seat: int, delay: float) -> None:
        """Lets the bot at `seat` choose, and plays what it chose if the table is still the same."""
        await asyncio.sleep(max(self.pause, delay))
        try:
            await self._act(room, seat)
        except (Refused, Problem) as error:
            told = {"table": room.table.id, "seat": seat, "reason": str(error)}
            log.warning("a bot's turn was refused", extra=told)
            await asyncio.sleep(RETRY)
        except Exception:
            log.exception("a bot failed", extra={"table": room.table.id, "seat": seat})
            await asyncio.sleep(RETRY)

    async def _act(self, room: Room, seat: int) -> None:
        table = room.table
        if room.stale:
            await room.catch_up()
        async with room.lock:
            if not _waits_for_bot(room, seat):
                return
            match, lines, level = (
                table.running(),
                len(table.running().lines),
                table.seats[seat].level,
            )
            state, game = match.hidden(seat), match.game
        text = await self.choose(game, state, seat, level or self.default)
        id_ = f"bot-{secrets.token_hex(8)}"

        def plan() -> Body | Done | None:
            if not _waits_for_bot(room, seat) or len(table.running().lines) != lines:
                return None  # somebody sat down again, or took back: think anew
            return table.plan_turn(None, seat, id_, text)

        await room.submit(plan)

    async def choose(self, game: Game, state: AnyState, seat: int, level: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, _choose, game, state, seat, level)

    async def hint(self, game: Game, state: AnyState, seat: int) -> str:
        level = next((name for name in ADVISERS if name in base.BOTS), base.DEFAULT)
        return await self.choose(game, state, seat, level)

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def _waits_for_bot(room: Room, seat: int) -> bool:
    return seat in room.table.acting and room.table.seats[seat].by_bot


def _choose(game: Game, state: AnyState, seat: int, level: str) -> str:
    position = base.Position(game, state, seat, generator(secrets.randbits(62)))
    answer = base.find(level).choose(position)
    if isinstance(answer, str):
        return answer
    return game.notation.show_turn(state, list(answer))
