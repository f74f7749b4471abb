"""How much a short search loses against a long one: finds settings with few games.

python bench/bots/regret.py GAME PLAYERS POSITIONS SIMULATIONS SETTINGS…

Positions come from games of greedy bots. A long search says what each first decision is worth; each
SETTINGS (like cut_off=40/exploration=2, or "usual") then decides several times by SIMULATIONS, and
what its decisions are worth less than the best is its regret, in percent of a victory.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from spieltisch import api
from spieltisch.bots.base import Position, choose_turn, find
from spieltisch.bots.levels import Thinker
from spieltisch.core.randomness import generator

LONG = 15_000
TRUSTED = 300  # visits of the long search
REPEATS = 6


def positions(key: str, players: int, many: int) -> list[Position]:
    """One position of each of `many` games, early and late ones alike."""
    found: list[Position] = []
    luck = np.random.default_rng(5)
    seed = 0
    while len(found) < many:
        seed += 1
        match = api.game(key).match(players, seed=seed)
        wait = int(luck.integers(0, 50))
        while not match.over and wait:
            for seat in match.acting:
                match.play(seat, choose_turn(match, seat, find("greedy"), generator(seed)))
            wait -= 1
        if not match.over:
            seat = match.acting[0]
            hidden = match.hidden(seat)
            if len(match.game.legal(hidden)) > 1:
                found.append(Position(match.game, hidden, seat, generator(seed)))
    return found


def worth(position: Position, truth: dict[str, float]) -> dict[int, float]:
    thinker = Thinker(position, truth)
    thinker.run(LONG)
    return {line.action: line.chance for line in thinker.lines() if line.visits >= TRUSTED}


def main() -> None:
    key, players, many, simulations = sys.argv[1], *map(int, sys.argv[2:5])
    variants = [read(text) for text in sys.argv[5:]]
    places = positions(key, players, many)
    started = time.process_time()
    truths = [worth(position, variants[0]) for position in places]
    print(f"long searches: {time.process_time() - started:.0f} s", flush=True)
    for text, settings in zip(sys.argv[5:], variants, strict=True):
        lost, started = [], time.process_time()
        for position, truth in zip(places, truths, strict=True):
            for seed in range(REPEATS):
                again = Position(position.game, position.state, position.seat, generator(seed))
                thinker = Thinker(again, settings)
                thinker.run(simulations)
                best = max(truth.values())
                lost.append(best - truth.get(thinker.lines()[0].action, min(truth.values())))
        rate = simulations * len(lost) / (time.process_time() - started)
        error = np.std(lost) / np.sqrt(len(lost))
        print(
            f"{text:70s} {100 * np.mean(lost):6.2f} ± {196 * error:.2f}  {rate:,.0f}/s", flush=True
        )


def read(text: str) -> dict[str, float]:
    if text == "usual":
        return {}
    return {name: float(number) for name, number in (pair.split("=") for pair in text.split("/"))}


if __name__ == "__main__":
    main()
