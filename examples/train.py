"""Train a small agent on the batch environment, and play against it.

    python examples/train.py alle-neune                 # a few minutes, then it meets `easy`
    spieltisch play alle-neune --seats you,examples.train:Trained

The agent judges what a decision leads to: it tries each one on the record that its seat may see,
observes the result, and takes the one of the highest value. The value is linear in the observation
and is fitted by least squares to how games ended, those played lately counting most; at first it
decides blindly, later nearly always as it thinks best. NumPy is all it needs.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

import spieltisch.vector
from spieltisch.bots.base import Position, StepBot
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState, copied
from spieltisch.simulation.intervals import Figure, share

Floats = npt.NDArray[np.float32]

FADING = 0.97  # what a round of games counts in the next one
RIDGE = 20.0  # keeps weights small that little is known about
CURIOSITY = 0.05  # blind decisions, in the end


class Agent:
    """The value of a position: linear in its observation."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def value(self, seen: Floats) -> Floats:
        found: Floats = seen @ self.weights
        return found

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, weights=self.weights)

    @staticmethod
    def load(path: Path) -> Agent:
        with np.load(path) as file:
            return Agent(file["weights"])


def outlook(game: Game, hidden: AnyState, legal: list[int]) -> Floats:
    """What the seat would observe after each of its decisions; a last 1 is the constant term."""
    seen = np.ones((len(legal), game.observe.OBSERVATION + 1), np.float32)
    for row, decision in zip(seen, legal, strict=True):
        after = copied(hidden)
        game.rules.apply(after, decision)
        game.observe.observe(after, row[:-1])
    return seen


class Experience:
    """All games so far, as the sums that least squares need."""

    def __init__(self, size: int) -> None:
        self.square = np.zeros((size, size))
        self.sums = np.zeros(size)

    def add(self, games: list[tuple[Floats, float]]) -> None:
        self.square *= FADING
        self.sums *= FADING
        for seen, result in games:
            self.square += seen.T @ seen
            self.sums += seen.sum(axis=0) * result

    def fit(self) -> Agent:
        ridge = RIDGE * np.eye(len(self.sums))
        return Agent(np.linalg.solve(self.square + ridge, self.sums).astype(np.float32))


def play_round(
    env: spieltisch.vector.Batch, agent: Agent, curiosity: float, luck: np.random.Generator
) -> list[tuple[Floats, float]]:
    """One game at every table: what the agent saw after each decision, and the game's result."""
    now = env.reset()
    rows: list[list[Floats]] = [[] for _ in range(env.envs)]
    results = np.full(env.envs, np.nan)
    while np.isnan(results).any():
        actions = np.array([np.flatnonzero(mask)[0] for mask in now.masks])
        for table in np.flatnonzero(np.isnan(results)).tolist():
            legal = np.flatnonzero(now.masks[table]).tolist()
            hidden = env.game.hidden(env.tables[table], int(now.seats[table]))
            seen = outlook(env.game, hidden, legal)
            chosen = int(agent.value(seen).argmax())
            if luck.random() < curiosity:
                chosen = int(luck.integers(len(legal)))
            actions[table] = legal[chosen]
            rows[table].append(seen[chosen])
        now = env.step(actions)
        ended = now.terminations & np.isnan(results)
        results[ended] = now.rewards[ended]
    return [(np.array(seen), float(result)) for seen, result in zip(rows, results, strict=True)]


def train(
    key: str,
    seconds: float,
    *,
    opponents: str = "easy",
    envs: int = 64,
    seed: int = 0,
    tell: Callable[[str], object] = print,
) -> Agent:
    """Plays against `opponents` for so long; the result is the points ahead of them."""
    env = spieltisch.vector.make(key, envs=envs, opponents=opponents, rewards="score", seed=seed)
    experience, luck = Experience(env.size + 1), np.random.default_rng(seed)
    agent, curiosity, played, started = experience.fit(), 1.0, 0, time.monotonic()
    while played == 0 or time.monotonic() - started < seconds:
        games = play_round(env, agent, curiosity, luck)
        experience.add(games)
        agent = experience.fit()
        played += len(games)
        ahead = np.mean([result for _, result in games])
        spent = time.monotonic() - started
        tell(
            f"{spent:4.0f} s {played:6d} games, blind {curiosity:4.0%}: {ahead:+6.1f} points ahead"
        )
        curiosity = max(CURIOSITY, 0.6 * curiosity)
    return agent


def meet(agent: Agent, key: str, opponents: str, games: int, seed: int = 1) -> Figure:
    """The agent's share of victories in so many games, the seats changing."""
    env = spieltisch.vector.make(key, envs=games, opponents=opponents, seed=seed)
    played = play_round(env, agent, 0.0, np.random.default_rng(seed))
    return share(sum(result for _, result in played), games)


class Trained(StepBot):
    """The agent as a bot: `--seats you,examples.train:Trained`."""

    def __init__(self) -> None:
        self.agents: dict[str, Agent] = {}

    def step(self, position: Position, state: AnyState) -> int:
        game = position.game
        if game.key not in self.agents:
            self.agents[game.key] = Agent.load(kept(game.key))
        legal = game.legal(state)
        return legal[int(self.agents[game.key].value(outlook(game, state, legal)).argmax())]


def kept(key: str) -> Path:
    """Where the agent of a game is kept between training and playing."""
    return Path(os.environ.get("TRAINED", "out")) / f"trained-{key}.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent, and see whom it beats.")
    parser.add_argument("game", help="for example alle-neune")
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
