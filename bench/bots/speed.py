"""Simulations per second on one core, and OpenSpiel's ISMCTS on gin rummy in the same run.

python bench/bots/speed.py [GAME…] [--seconds 1] [--json FILE]

CPU time of the thread is measured, so that others on the machine do not count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from spieltisch import api, games
from spieltisch.bots.base import Position
from spieltisch.bots.levels import SearchBot, Thinker
from spieltisch.bots.turn_contest import TurnContest
from spieltisch.core.randomness import generator

ENDLESS = 1e9
VARIANTS: dict[str, dict[str, float] | None] = {
    "rollouts at random to the end": {"cut_off": ENDLESS, "rollout_random": 1.0},
    "rollouts at random, cut off after 20 decisions": {"cut_off": 20.0, "rollout_random": 1.0},
    "guided rollouts to the end": {"cut_off": ENDLESS, "rollout_random": 0.03},
    "as master plays": None,
}
REPEATS = 3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(games.cards()))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--json")
    args = parser.parse_args()
    rows = []
    for key in args.games:
        card = games.card(key)
        for name, settings in VARIANTS.items():
            rate = ours(key, max(2, card.players[0]), settings, args.seconds)
            rows.append({"game": key, "variant": name, "simulations_per_second": rate})
            print(f"{key:12s} {name:50s} {rate:>10,.0f}", flush=True)
    rows.append(gin_rummy(args.seconds))
    print(f"OpenSpiel ISMCTS on gin rummy, C++: {rows[-1]['simulations_per_second']:,.0f}")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


def ours(key: str, players: int, settings: dict[str, float] | None, seconds: float) -> float:
    """From the opening, the median of some searches that each begin anew."""
    if players not in games.card(key).players:
        players = games.card(key).players[0]
    match = api.game(key).match(players, seed=3)
    seat = match.acting[0]
    position = Position(match.game, match.hidden(seat), seat, generator(1))
    competes = settings is None and SearchBot().competes(position)
    search: Callable[..., Thinker | TurnContest] = TurnContest if competes else Thinker
    search(position, settings).run(2)
    return statistics.median(
        rate(search(position, settings).run, seconds / REPEATS) for _ in range(REPEATS)
    )


def rate(run: Callable[[int], Any], seconds: float) -> float:
    many, spent = 0, 0.0
    while spent < seconds:
        started = time.thread_time()
        run(100)
        spent += time.thread_time() - started
        many += 100
    return many / spent


def gin_rummy(seconds: float) -> dict[str, Any]:
    """OpenSpiel's C++ bot with random rollouts, from the first decision after the deal."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    state = game.new_initial_state()
    luck = generator(1)
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(luck[0] + state.move_number()) % len(outcomes)][0])
    many = 200
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.ISMCTSBot(
        7,
        evaluator,
        2.0,
        many,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    bot.step(state)
    played, spent = 0, 0.0
    while spent < seconds:
        started = time.thread_time()
        bot.step(state)
        spent += time.thread_time() - started
        played += many
    return {
        "game": "gin_rummy (OpenSpiel)",
        "variant": "C++ ISMCTSBot, random rollouts",
        "simulations_per_second": played / spent,
    }


if __name__ == "__main__":
    main()
