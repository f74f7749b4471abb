"""What all environments share: tables of one game as arrays that the kernels work on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch import games
from spieltisch.adapters import kernels
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.card import Card
from spieltisch.core.errors import BadOption
from spieltisch.core.game import Game
from spieltisch.core.play import GREEDY, RANDOM
from spieltisch.core.state import OVER, AnyState

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]
Rewards = npt.NDArray[np.float32]

REWARDS = {"victory": kernels.VICTORY, "score": kernels.MARGIN}
SEEDS = 1 << 62  # seeds are taken modulo this


def usual_players(card: Card) -> int:
    """Two, or as near to two as the game allows."""
    return min(max(2, card.players[0]), card.players[-1])


def version(card: Card) -> int:
    """The `-v0` of environment ids: raised only when the rules behave differently."""
    return card.version - 1


# Levels that play inside a step of many tables, and the kernel's name for them.
COMPILED = {"random": RANDOM, "easy": kernels.SOFT, "medium": kernels.SOFT, "greedy": GREEDY}


def policy(card: Card, bot: str) -> tuple[int, float]:
    """The compiled policy of a bot, and its warmth."""
    if bot not in COMPILED:
        good = ", ".join(COMPILED)
        raise BadOption(
            f"{bot!r} kann hier nicht mitspielen; möglich: {good}",
            f"{bot!r} cannot play here; possible: {good}",
        )
    return COMPILED[bot], getattr(tuning_of(card), bot, 1.0)


def is_compiled(bot: str) -> bool:
    return bot in COMPILED


def reward_kind(name: str | None, players: int) -> int:
    """Victory by default; alone there is nobody to defeat, so the score counts."""
    if name is None:
        return kernels.VICTORY if players > 1 else kernels.MARGIN
    if name not in REWARDS:
        good = ", ".join(REWARDS)
        raise BadOption(
            f"Belohnungen können nicht {name!r} sein; möglich: {good}",
            f"rewards cannot be {name!r}; possible: {good}",
        )
    return REWARDS[name]


class Tables:
    """`count` tables of one game in the arrays of `kernels`.

    Without opponents the caller decides for all seats. With them it decides for one, `seat`, or
    (None) for another one in each episode; the opponents sit clockwise from there.
    """

    def __init__(
        self,
        key: str,
        count: int,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        rewards: str | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: Game = games.find(key)
        self.card = self.game.card
        self.players = usual_players(self.card) if players is None else players
        complete = self.card.resolve(self.players, dict(options or {}))
        rules = self.game.rules
        self.actions, self.size = rules.ACTIONS, int(self.game.observe.OBSERVATION)
        self.own = np.zeros(2, rules.STATE)
        self.own[kernels.START] = self.game.new(self.players, complete)
        self.tables = np.zeros(count, rules.STATE)
        self.book = np.zeros((count, kernels.LEGAL + rules.MOST), np.int64)
        self.book[:, kernels.NUMBER] = np.arange(count)
        self.legal = self.book[:, kernels.LEGAL :]
        self.warmth = np.ones(self.players + rules.MOST, np.float64)  # with scratch memory
        self.against = opponents is not None
        self.rewarded = 1 if self.against else self.players
        self._plan(opponents, seat, reward_kind(rewards, self.players), seed)

    def _plan(
        self, opponents: str | Sequence[str] | None, seat: int | None, kind: int, seed: int
    ) -> None:
        self.plan = np.full(kernels.POLICIES + self.players, kernels.CALLER, np.int64)
        self.plan[kernels.SEED] = seed % SEEDS
        self.plan[kernels.REWARD] = kind
        learner = 0
        if opponents is not None:
            for place, bot in enumerate(self._others(opponents), 1):
                self.plan[kernels.POLICIES + place], self.warmth[place] = policy(self.card, bot)
            learner = kernels.ROTATING if seat is None else self._checked(seat)
        self.plan[kernels.FIXED] = learner
        self.book[:, kernels.LEARNER] = max(learner, 0)

    def _others(self, opponents: str | Sequence[str]) -> list[str]:
        others = self.players - 1
        if isinstance(opponents, str):
            return [opponents] * others
        if len(opponents) != others:
            raise BadOption(
                f"{len(opponents)} Gegner für {others} Plätze: nenne einen oder {others}",
                f"{len(opponents)} opponents for {others} seats: name one, or {others}",
            )
        return list(opponents)

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise BadOption(
                f"Es gibt die Plätze 0 bis {self.players - 1}, nicht {seat}",
                f"there are seats 0 to {self.players - 1}, not {seat}",
            )
        return seat

    def state(self, table: int = 0) -> AnyState:
        """The full record of a table; agents must never be shown it."""
        return self.tables[table]

    def reseed(self, seed: int) -> None:
        """From the next beginning on, everything happens as it always does with this seed."""
        self.plan[kernels.SEED] = seed % SEEDS
        self.book[:, kernels.EPISODE] = 0


class Table(Tables):
    """A single table, for environments that are stepped one at a time; it stays where it ended.

    After each call `observation` and `mask` are fresh arrays: those of the seat to act, or, when
    the game is over, the learner's, with nothing legal.
    """

    def __init__(self, key: str, players: int | None = None, **settings: Any) -> None:
        super().__init__(key, 1, players, **settings)
        self._action = np.zeros(1, np.int64)
        self._seats = np.full(1, OVER, np.int64)
        self.rewards: Rewards = np.zeros(self.rewarded, np.float32)
        self.observation: Observation = np.zeros(self.size, np.float32)
        self.mask: Mask = np.zeros(self.actions, np.int8)
        self.seat = OVER
        self._before: tuple[Any, ...] = (
            self.tables,
            self.own,
            self.book,
            self.plan,
            self.warmth,
            self._action,
        )
        self._after = (self._seats, self.rewards, np.zeros(1, np.bool_))

    @property
    def learner(self) -> int:
        return int(self.book[0, kernels.LEARNER])

    def begin(self) -> int:
        """Begins the next episode; returns the seat that is asked first."""
        return self._run(kernels.BEGINNING)

    def move(self, action: int) -> int:
        """Plays a decision of `seat`; returns the seat that is asked next, or OVER.

        An illegal one is a ValueError, and nothing happens.
        """
        self._action[0] = action
        return self._run(kernels.STAYING)

    def _run(self, mode: int) -> int:
        seen = np.empty(self.size, np.float32)
        mask = np.empty(self.actions, np.int8)
        arguments: tuple[Any, ...] = (*self._before, seen, mask, *self._after, mode)
        if kernels.step(*arguments) != kernels.FINE:
            raise ValueError(refusal(self, 0, int(self._action[0])))
        self.observation, self.mask = seen, mask
        self.seat = seat = self._seats.item()
        return seat

    def look(self, seat: int) -> Observation:
        """What any seat may know now."""
        observation = np.empty(self.size, np.float32)
        kernels.look(self.tables[0], seat, self.own, observation)
        return observation


def refusal(tables: Tables, table: int, action: int) -> str:
    """Why an action is refused, with those that are possible."""
    legal = tables.legal[table, : tables.book[table, kernels.MANY]].tolist()
    if not legal:
        return f"action {action} is not legal: the game is over, call reset()"
    shown = ", ".join(map(str, legal[:20])) + (" …" if len(legal) > 20 else "")
    return f"action {action} is not legal at table {table}; legal are {shown}"
