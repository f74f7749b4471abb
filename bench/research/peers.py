"""The same measurement of the peers, in their own environment (see run.py)."""

from __future__ import annotations

import json
import os
import random
import sys
import warnings
from collections.abc import Callable
from typing import Any

from measure import Steps, best_rate, count_decisions, random_states

os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
warnings.simplefilter("ignore")


COUNTED = 60  # games played from Python to count decisions


def pgx_steps(name: str, envs: int) -> Steps:
    """A compiled loop of random legal steps with automatic reset, as Pgx recommends."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: Any, _: Any) -> Any:
        state, key = carry
        key, draw, luck = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(draw, logits, axis=-1)
        state = step(state, action, jax.random.split(luck, envs))
        return (state, key), state.observation.sum()

    @jax.jit
    def run(carry: Any) -> Any:
        return jax.lax.scan(turn, carry, None, length=20)

    held = [(jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), envs)), jax.random.PRNGKey(1))]

    def steps(many: int) -> int:
        for _ in range(many):
            held[0], total = run(held[0])
            total.block_until_ready()
        return many * envs * 20

    return steps


def spiel_python(name: str) -> Steps:
    import pyspiel

    return random_states(pyspiel.load_game(name))


def spiel_cpp(name: str) -> Steps:
    """Random games inside C++; how many decisions one has is counted from Python first."""
    import pyspiel

    game = pyspiel.load_game(name)
    decisions = sum(count_decisions(game, seed) for seed in range(COUNTED))
    players = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in players]

    def steps(many: int) -> int:
        for seed in range(10 * many):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 10 * many * decisions // COUNTED

    return steps


def zoo(name: str) -> Steps:
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").raw_env()
    luck = np.random.default_rng(1)
    env.reset(seed=1)

    def steps(many: int) -> int:
        for _ in range(many):
            if not env.agents:
                env.reset()
            seen, _, terminated, truncated, _ = env.last()
            dead = terminated or truncated
            env.step(None if dead else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
        return many

    return steps


def rlcard_steps(name: str) -> Steps:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    held = [env.reset()[0]]

    def steps(many: int) -> int:
        state = held[0]
        for _ in range(many):
            if env.is_over():
                state, _ = env.reset()
            state, _ = env.step(random.choice(list(state["legal_actions"])))
        held[0] = state
        return many

    return steps


PEERS: list[tuple[str, str, Callable[[], Steps]]] = [
    *(
        (f"Pgx, batch of {envs}", name, lambda name=name, envs=envs: pgx_steps(name, envs))
        for name in ("connect_four", "leduc_holdem", "backgammon", "2048")
        for envs in (1024, 4096, 16384)
    ),
    *(
        ("OpenSpiel from Python", name, lambda name=name: spiel_python(name))
        for name in ("connect_four", "leduc_poker", "backgammon", "yacht")
    ),
    *(
        ("OpenSpiel C++ rollouts", name, lambda name=name: spiel_cpp(name))
        for name in ("connect_four", "leduc_poker", "backgammon")
    ),
    *(
        ("PettingZoo classic raw_env", name, lambda name=name: zoo(name))
        for name in ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4")
    ),
    *(
        ("RLCard", name, lambda name=name: rlcard_steps(name))
        for name in ("leduc-holdem", "uno", "gin-rummy")
    ),
]


def main() -> None:
    wanted = tuple(sys.argv[1:]) or ("",)  # what the rows to measure begin with
    for what, name, make in PEERS:
        if not f"{what.split()[0].rstrip(',')} {name}".startswith(wanted):
            continue
        try:
            row: dict[str, Any] = {"steps_per_second": best_rate(make())}
        except Exception as error:  # a peer that does not run here is reported, not hidden
            row = {"failed": type(error).__name__}
            print(error, file=sys.stderr)
        print(json.dumps({"peer": what, "game": name, **row}), flush=True)


if __name__ == "__main__":
    main()
