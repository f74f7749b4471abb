"""Bots that think in a worker of their own: they are handed a hidden record and answer a turn."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from spieltisch.core.game import Game
from spieltisch.device.loaded_games import GamesAtHand
from spieltisch.matches.match import Match
from spieltisch.matches.record import Reader
from spieltisch.review.advice import Advice
from spieltisch.review.reviewer import Reviewer, reviewer_of
from spieltisch.tables.bots import Asked, Bots, Chosen, advise, choose
from spieltisch.tables.reviews import Reviews, Shelf, UnderWay, review_slice
from spieltisch.tables.rooms import Rooms
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


class FarReviews(Reviews):
    """Has matches reviewed by the other worker, a slice at a time: bots think in between."""

    def __init__(self, shelf: Shelf, rooms: Rooms, device: Any) -> None:
        super().__init__(shelf, rooms.bots.thinking, rooms.spawn)
        self.device = device

    async def _work(self, table: str, match: Match, who: str, state: UnderWay) -> dict[str, Any]:
        start = None if match.start is None else match.start.tobytes().hex()
        told = {"review": table, "game": match.game.key, "record": match.record(), "start": start}
        while True:
            answer = json.loads(await self.device.think(json.dumps(told)))
            state.begun, state.progress = True, answer["progress"]
            if answer["said"] is not None:
                said: dict[str, Any] = answer["said"]
                return said
            told = {"review": table, "game": match.game.key}


class Thinker:
    def __init__(self, device: Any) -> None:
        self.games = GamesAtHand(device)
        self.reviews: dict[str, tuple[Reviewer, Iterator[float]]] = {}

    async def think(self, text: str) -> str:
        told = json.loads(text)
        game = await self.games.find(told["game"])
        if "review" in told:
            return json.dumps(self._review(game, told))
        state = np.frombuffer(bytearray.fromhex(told["state"]), game.rules.STATE)[0]
        asked = Asked(game, state, told["seat"], told["level"], "", "", lambda: True)
        found: Any
        if told["advice"] is not None:
            begun, n = told["advice"]
            found = advise(asked, begun, n, Limit())
        else:
            found = choose(asked, Limit())
        return pickle.dumps(found).hex()

    def _review(self, game: Game, told: dict[str, Any]) -> dict[str, Any]:
        """A slice of a review; what it says, when it is done."""
        table = told["review"]
        if "record" in told:
            work = reviewer_of(_match(game, told["record"], told["start"]))
            self.reviews[table] = work, work.steps()
        work, steps = self.reviews[table]
        progress = review_slice(steps, Limit())
        if progress < 1.0:
            return {"progress": progress, "said": None}
        del self.reviews[table]
        return {"progress": 1.0, "said": work.result().json()}


def _match(game: Game, text: str, start: str | None) -> Match:
    state = None if start is None else np.frombuffer(bytearray.fromhex(start), game.rules.STATE)[0]
    return Reader(text, lambda key: game, None, state).match


def start() -> Thinker:
    return Thinker(import_module("spieltisch_device"))
