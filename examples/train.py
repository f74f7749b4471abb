"""Train a small agent on the batch environment, and play against it.

    python examples/train.py no-return                  # a few minutes, then it meets `easy`
    spieltisch play no-return --seats you,examples.train:Trained

The agent is linear: a preference for each decision, read off the observation, with a softmax over
the legal ones. It learns by policy gradient (REINFORCE) with a baseline: it plays against the bots
that it wants to pass, and does more often what brought more points ahead of them than expected.
NumPy is all it needs.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import spieltisch.vector
from spieltisch.bots.base import Position, StepBot
from spieltisch.core.state import AnyState
from spieltisch.simulation.figures import Figure, share

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


class Agent:
    """Preferences that are linear in the observation; one column for each decision."""

    def __init__(self, size: int, actions: int) -> None:
        self.weights: Floats = np.zeros((size + 1, actions), np.float32)

    def probabilities(self, seen: Floats, masks: npt.NDArray[np.int8]) -> Floats:
        preferences = seen @ self.weights[:-1] + self.weights[-1]
        preferences[masks == 0] = -np.inf
        preferences -= preferences.max(axis=1, keepdims=True)
        chances = np.exp(preferences)
        found: Floats = chances / chances.sum(axis=1, keepdims=True)
        return found

    def choose(
        self, seen: Floats, masks: npt.NDArray[np.int8], luck: np.random.Generator
    ) -> tuple[Ints, Floats]:
        """A decision for each row, drawn by its probability; and the probabilities."""
        chances = self.probabilities(seen, masks)
        drawn = luck.random((len(chances), 1), np.float32)
        chosen = (chances.cumsum(axis=1) < drawn * 0.999999).sum(axis=1)
        return np.minimum(chosen, chances.shape[1] - 1), chances

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, weights=self.weights)

    @staticmethod
    def load(path: Path) -> Agent:
        with np.load(path) as file:
            weights = file["weights"]
        agent = Agent(len(weights) - 1, weights.shape[1])
        agent.weights = weights
        return agent


class Adam:
    """Steps of about the same length in each direction, whatever the size of the gradient."""

    def __init__(self, shape: tuple[int, ...], rate: float) -> None:
        self.rate, self.steps = rate, 0
        self.mean, self.square = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def step(self, gradient: Floats) -> Floats:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        moved: Floats = self.rate * mean / (np.sqrt(square) + 1e-8)
        return moved


class Games(NamedTuple):
    """What the learner saw and did in one game at each table, decision by decision."""

    seen: Floats
    chosen: Ints
    chances: Floats
    results: Floats  # of the game that the decision belongs to


def play_games(env: spieltisch.vector.Batch, agent: Agent, luck: np.random.Generator) -> Games:
    """One game at every table; what happens at a table after its game is left out."""
    now = env.reset()
    playing = np.ones(env.envs, bool)
    results = np.zeros(env.envs, np.float32)
    rows: list[tuple[Any, ...]] = []
    while playing.any():
        chosen, chances = agent.choose(now.observations, now.masks, luck)
        at = np.flatnonzero(playing)
        rows.append((at, now.observations[at], chosen[at], chances[at]))
        now = env.step(chosen)
        ended = playing & now.terminations
        results[ended] = now.rewards[ended]
        playing &= ~now.terminations
    tables, seen, decisions, chances = (
        np.concatenate(column) for column in zip(*rows, strict=True)
    )
    return Games(seen, decisions, chances, results[tables])


class Baseline:
    """What usually comes out of a position: a linear guess, so that only surprises teach."""

    def __init__(self, size: int) -> None:
        self.square = np.eye(size + 1, dtype=np.float64)
        self.sums = np.zeros(size + 1, np.float64)
        self.weights = np.zeros(size + 1, np.float64)

    def surprise(self, games: Games) -> Floats:
        seen = np.hstack([games.seen, np.ones((len(games.seen), 1), np.float32)])
        found = games.results - seen @ self.weights.astype(np.float32)
        self.square = 0.9 * self.square + seen.T @ seen  # the past fades: the agent changes
        self.sums = 0.9 * self.sums + seen.T @ games.results
        self.weights = np.linalg.solve(self.square + 10.0 * np.eye(len(self.sums)), self.sums)
        surprising: Floats = (found / (found.std() + 1e-6)).astype(np.float32)
        return surprising


def gradient(games: Games, surprise: Floats) -> Floats:
    """Towards what was decided, as far as it went better than expected."""
    wish = -games.chances
    wish[np.arange(len(wish)), games.chosen] += 1.0
    wish *= surprise[:, None] / len(wish)
    found: Floats = np.vstack([games.seen.T @ wish, wish.sum(axis=0, keepdims=True)])
    return found


def train(
    key: str,
    seconds: float,
    *,
    opponents: str = "easy",
    envs: int = 128,
    rate: float = 0.02,
    seed: int = 0,
    tell: Callable[[str], object] = print,
) -> Agent:
    """Plays against `opponents` for so long, and follows what led to points ahead of them."""
    env = spieltisch.vector.make(key, envs=envs, opponents=opponents, rewards="score", seed=seed)
    agent, baseline = Agent(env.size, env.actions), Baseline(env.size)
    adam = Adam(agent.weights.shape, rate)
    luck = np.random.default_rng(seed)
    started, rounds, ahead = time.monotonic(), 0, 0.0
    while rounds == 0 or time.monotonic() - started < seconds:
        games = play_games(env, agent, luck)
        agent.weights += adam.step(gradient(games, baseline.surprise(games)))
        rounds += 1
        ahead += (float(games.results.mean()) - ahead) / min(rounds, 20)
        if rounds % 20 == 0:
            spent = time.monotonic() - started
            tell(f"{spent:4.0f} s  {rounds * envs:6d} games  {ahead:+.1f} points ahead")
    return agent


def meet(agent: Agent, key: str, opponents: str, games: int, seed: int = 1) -> Figure:
    """The agent's share of victories in so many games, the seats changing."""
    env = spieltisch.vector.make(key, envs=games, opponents=opponents, seed=seed)
    played = play_games(env, agent, np.random.default_rng(seed))
    return share(float(played.results[:games].sum()), games)  # the first decision of each game


class Trained(StepBot):
    """The agent as a bot: `--seats you,examples.train:Trained`."""

    def __init__(self) -> None:
        self.agents: dict[str, Agent] = {}

    def step(self, position: Position, state: AnyState) -> int:
        game = position.game
        if game.key not in self.agents:
            self.agents[game.key] = Agent.load(kept(game.key))
        seen = np.zeros((1, game.observe.OBSERVATION), np.float32)
        game.observe.observe(state, seen[0])
        masks = np.zeros((1, game.rules.ACTIONS), np.int8)
        masks[0, game.legal(state)] = 1
        return int(self.agents[game.key].probabilities(seen, masks)[0].argmax())


def kept(key: str) -> Path:
    """Where the agent of a game is kept between training and playing."""
    return Path(os.environ.get("TRAINED", "out")) / f"trained-{key}.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent, and see whom it beats.")
    parser.add_argument("game", help="for example no-return")
    parser.add_argument("--seconds", type=float, default=180.0, help="default 180")
    parser.add_argument("--against", default="easy", help="random, easy (default), medium, greedy")
    args = parser.parse_args()
    agent = train(args.game, args.seconds, opponents=args.against)
    agent.save(kept(args.game))
    for bot in ("random", "easy", "medium", "greedy"):
        print(f"against {bot:7} {meet(agent, args.game, bot, 1000).percent()}")
    print(f"play: spieltisch play {args.game} --seats you,examples.train:Trained")


if __name__ == "__main__":
    main()
