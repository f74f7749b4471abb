"""Gymnasium: one learner against bots.

    import gymnasium
    import spieltisch.adapters.gymnasium            # registers spieltisch/KEY-v0 for every game

    env = gymnasium.make("spieltisch/KEY-v0", players=3, opponents="greedy")

The legal actions are in `info["action_mask"]`, and `env.unwrapped.action_masks()` gives them to
libraries that ask for it. Gymnasium promises that every action can be stepped; so an illegal one is
a defeat: the episode ends with ILLEGAL_REWARD and `info["illegal"]`. With `illegal="error"` it is a
ValueError instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.adapters import kernels, render
from spieltisch.adapters.extras import missing
from spieltisch.adapters.tables import Mask, Observation, Table, is_compiled, version
from spieltisch.bots import base
from spieltisch.core.randomness import generator
from spieltisch.core.state import OVER

try:
    import gymnasium
    from gymnasium import spaces

    from spieltisch.adapters.spaces import vector_space
except ImportError as error:
    raise missing("gymnasium", error) from None

ILLEGAL_REWARD = -1.0


class Env(gymnasium.Env[Any, Any]):
    """A seat at a table with bots. `seat=None`: another seat in each episode.

    Opponents are names of bots as everywhere, also `hard`, `search:200` or `module:Class`.
    """

    metadata = {"render_modes": list(render.MODES), "render_fps": 2}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = 0,
        rewards: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        names = [opponents] if isinstance(opponents, str) else list(opponents)
        compiled = all(is_compiled(name) for name in names)
        inside = opponents if compiled else ["random"] * len(names)  # `Thinkers` act for them
        if not compiled and isinstance(opponents, str):
            inside = "random"
        self.table = Table(
            game, players, opponents=inside, seat=seat, rewards=rewards, options=options
        )
        self._thinkers = None if compiled else Thinkers(self.table, names)
        if illegal not in ("lose", "error"):
            raise ValueError(f"illegal actions can 'lose' or be an 'error', not {illegal!r}")
        self._refusing = illegal == "error"
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.table.actions)
        self.observation_space = vector_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.table.reseed(seed)
        self.table.begin()
        if self._thinkers is not None:
            self._thinkers.begin()
        return self.table.observation, self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self.table
        try:
            seat = table.move(int(action))
        except ValueError:
            if self._refusing or table.seat == OVER:
                raise
            return self._defeat()
        if self._thinkers is not None:
            seat = self._thinkers.answer(seat)
        if self.render_mode == "human":
            self.render()
        if seat == OVER:
            return table.observation, float(table.rewards[0]), True, False, self._info()
        return table.observation, 0.0, False, False, {"action_mask": table.mask, "seat": seat}

    def _defeat(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info = {**self._info(), "action_mask": self.table.mask.copy(), "illegal": True}
        self.table.seat = OVER
        return self.table.observation.copy(), ILLEGAL_REWARD, True, False, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask, "seat": self.table.learner}

    def action_masks(self) -> Mask:
        """The legal actions, as libraries with maskable policies ask for them."""
        return self.table.mask

    def render(self) -> Any:
        """The table as the learner may see it."""
        table = self.table
        return render.picture(table.game, table.state(), table.learner, self.render_mode)


class Thinkers:
    """Opponents that are not compiled: they are asked for whole turns."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self.table = table
        self.bots = [base.find(names[n % len(names)]) for n in range(table.players - 1)]
        table.plan[kernels.POLICIES :] = kernels.CALLER

    def begin(self) -> int:
        seed, episode = self.table.plan[kernels.SEED], self.table.book[0, kernels.EPISODE]
        self.luck = generator(int(seed), 2 * int(episode) + 1)
        return self.answer(self.table.seat)

    def answer(self, seat: int) -> int:
        """Plays on until the learner is to act; returns that seat, or OVER."""
        table, game = self.table, self.table.game
        while seat not in (OVER, table.learner):
            hidden = game.hidden(table.state(), seat)
            bot = self.bots[(seat - table.learner) % table.players - 1]
            turn = bot.choose(base.Position(game, hidden, seat, self.luck))
            if isinstance(turn, str):
                turn = game.notation.read_turn(hidden, turn)
            for decision in turn:
                seat = table.move(decision)
        return seat


def register() -> None:
    """Makes every installed game known to `gymnasium.make`."""
    for key, card in games.cards().items():
        gymnasium.register(
            f"spieltisch/{key}-v{version(card)}",
            "spieltisch.adapters.gymnasium:Env",
            kwargs={"game": key},
        )


register()
