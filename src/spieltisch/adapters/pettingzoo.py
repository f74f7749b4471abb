"""PettingZoo: every seat is an agent, in turn (AEC).

    from spieltisch.adapters import pettingzoo

    env = pettingzoo.env(KEY, players=3)            # checked by PettingZoo's wrappers
    env = pettingzoo.raw_env(KEY, players=3)        # the fast one

Where choices are made at the same time, the seats are asked one after another, and what was chosen
before is hidden. So the parallel interface does not apply to any game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.adapters import render
from spieltisch.adapters.extras import missing
from spieltisch.adapters.tables import Table, version
from spieltisch.core.state import OVER

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from spieltisch.adapters.spaces import masked_space
except ImportError as error:
    raise missing("pettingzoo", error) from None

ILLEGAL_REWARD = -1.0  # of the wrapped environment; the fast one raises ValueError


def env(game: str, **settings: Any) -> Any:
    """The environment as PettingZoo recommends it: order and actions are checked."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), ILLEGAL_REWARD)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name for it
    """One game, one small decision at a time. Settings: players, rewards, options of the game."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        rewards: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, players, rewards=rewards, render_mode=render_mode, **options)
        super().__init__()
        self.table = Table(game, players, rewards=rewards, options=options)
        card = self.table.card
        self.metadata = {
            "name": f"{card.folder}_v{version(card)}",
            "render_modes": list(render.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {
            agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: masked_space(self.table) for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.table.reseed(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[self.table.begin()]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; only the one that is to act has legal actions."""
        table = self.table
        if agent == self.agent_selection and table.seat >= 0:
            return {"observation": table.observation, "action_mask": table.mask}
        return {
            "observation": table.look(self._seats[agent]),
            "action_mask": np.zeros(table.actions, np.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.table.move(action)  # type: ignore[arg-type]  # None only when dead
        self._cumulative_rewards[agent] = 0.0
        if seat == OVER:
            paid = self.table.rewards.tolist()
            for n, other in enumerate(self.possible_agents):
                self.rewards[other] = paid[n]
                self.terminations[other] = True
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open; PettingZoo wants it said."""

    def render(self) -> Any:
        """The table as the agent to act may see it."""
        seat = self._seats.get(self.agent_selection, 0)
        return render.picture(self.table.game, self.table.state(), seat, self.render_mode)
