"""How far are losses from those of a search ten times as long, and does a second judge agree?

python -m bench.review.losses GAME MATCHES

Matches of medium bots are reviewed; of every turn with a choice the loss is compared with that of a
judge with ten times as many futures and fresh luck. The second judge plays its rollouts on to the
end of the game instead of cutting them off; it should agree on the sign of every shown loss.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace

import spieltisch
from bench.review.kept import PLAYERS, Row, go_on, share
from spieltisch.bots.base import find, play_seats
from spieltisch.bots.search import CUT_OFF
from spieltisch.core.randomness import generator
from spieltisch.review.choices import Judge, Verdict
from spieltisch.review.moments import moments
from spieltisch.review.reviewer import Reviewer, depth_of, fitting
from spieltisch.review.sampling import Sampler

LONGER = 10
COMPARED = 10  # turns of a match
WITHIN = 0.03
TO_THE_END = 9999.0
OTHER_LUCK = 1 << 30


def compare(key: str, seed: int) -> Iterator[Row]:
    players = PLAYERS.get(key, 2)
    match = spieltisch.game(key).match(players=players, seed=seed)
    play_seats(match, {seat: find("medium") for seat in range(players)}, generator(seed))
    found = moments(match)
    work = Reviewer(found, range(players), fitting(found), match.names)
    for _ in work.judge_turns():  # its books are not needed here
        pass
    depth = depth_of(match)
    longer = Judge(match.game, players, Sampler(match.game, players), depth.times(LONGER))
    second = Sampler(match.game, players)
    second.work.settings[CUT_OFF] = TO_THE_END
    verdicts = list(work.verdicts.values())
    shown = {one.n for seat in range(players) for one in work.shown_losses(seat)}
    for one in random.Random(seed).sample(verdicts, min(COMPARED, len(verdicts))):
        yield {"seed": seed, "n": one.n, "loss": _loss(one), "long": _loss(_again(longer, one))}
    for one in verdicts:
        if one.n in shown and one.best is not None:
            lines = [one.best, one.played]
            asked = second.ask(one.before, one.seat, lines, depth.measure * depth.again, OTHER_LUCK)
            yield {"seed": seed, "n": one.n, "sign": bool(asked.gap(0, 1).mean > 0)}


def _loss(one: Verdict | None) -> float:
    return round(max(0.0, one.loss.mean), 4) if one is not None else 0.0


def _again(longer: Judge, one: Verdict) -> Verdict | None:
    asked = replace(one, n=one.n + OTHER_LUCK)
    return longer.judge(asked.n, asked.seat, asked.before, asked.played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int)
    args = parser.parse_args()
    name = f"losses-{args.game}"
    rows = go_on(name, args.matches, lambda seed: compare(args.game, seed), name)
    near = [abs(row["loss"] - row["long"]) <= WITHIN for row in rows if "long" in row]
    signs = [row["sign"] for row in rows if "sign" in row]
    print(f"{name}: within {WITHIN}: {share(sum(near), len(near))}", flush=True)
    print(f"{name}: sign confirmed: {share(sum(signs), len(signs))}", flush=True)


if __name__ == "__main__":
    main()
