"""Bots that think in a worker of their own: they are handed a hidden record and answer a turn."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from spieltisch.device.loaded_games import GamesAtHand
from spieltisch.review.advice import Advice
from spieltisch.tables.bots import Asked, Bots, Chosen, advise, choose
from spieltisch.tables.thinking import Limit


def question(asked: Asked, advice: tuple[Sequence[int], int] | None = None) -> str:
    """All that a bot may know, as a text that can go from worker to worker."""
    told = {"game": asked.game.key, "state": asked.state.tobytes().hex(), "seat": asked.seat}
    return json.dumps({**told, "level": asked.level, "advice": advice})


class FarBots(Bots):
    """Asks the other worker, where nobody else waits: so each has all of its time."""

    def __init__(self, bots: Bots, device: Any) -> None:
        super().__init__(bots.thinking)
        self.device = device

    async def _ask(self, text: str) -> Any:
        answer: str = await self.device.think(text)
        return pickle.loads(bytes.fromhex(answer))  # from our own worker

    async def choose(self, asked: Asked) -> Chosen:
        return Chosen(await self._ask(question(asked)), None)

    async def advise(self, asked: Asked, begun: Sequence[int] = (), n: int = 0) -> Advice:
        found: Advice = await self._ask(question(asked, (list(begun), n)))
        return found


class Thinker:
    def __init__(self, device: Any) -> None:
        self.games = GamesAtHand(device)

    async def think(self, text: str) -> str:
        told = json.loads(text)
        game = await self.games.find(told["game"])
        state = np.frombuffer(bytearray.fromhex(told["state"]), game.rules.STATE)[0]
        asked = Asked(game, state, told["seat"], told["level"], "", "", lambda: True)
        found: Any
        if told["advice"] is not None:
            begun, n = told["advice"]
            found = advise(asked, begun, n, Limit())
        else:
            found = choose(asked, Limit())
        return pickle.dumps(found).hex()


def start() -> Thinker:
    return Thinker(import_module("spieltisch_device"))
