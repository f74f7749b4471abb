"""Teaches the networks of `outlook` by games against themselves.

python -m spieltisch.games.noch_mal.training.fit_outlook --players 2 --games 200000

Every seat takes, of the turns that look best at first sight, the one after which (and after what
the others seem to answer) its network sees it most likely to win, or alone with most points; a few
turns are drawn blindly. After the game every position before a roll is moved towards a mixture of
the result and what the network said of the positions after it (TD(lambda)), each weight by its own
pace (AdaGrad). At first greedy bots play, so that there is something to learn from. Writes
`outlook.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from spieltisch import games
from spieltisch.games.noch_mal.knowledge.outlook import (
    FILE,
    MOST,
    SCALE,
    TRAITS,
    UNITS,
    Network,
    load,
)
from spieltisch.games.noch_mal.rules import STATE, score
from spieltisch.games.noch_mal.sheets.sheet import printed
from spieltisch.games.noch_mal.training.selfplay import LONGEST, Diary, Style, aim, learn, play
from spieltisch.games.noch_mal.training.turns import room

CHUNK = 1000  # games between two looks at how it goes
SAVED = 10_000  # games between two times that the file is written
LATER = 1000.0  # pace of a network that has learnt before, so that it does not forget that at once


def fresh(players: int, seed: int) -> Network:
    """A network that says nothing yet, and knows no symmetry that it could not leave."""
    luck = np.random.default_rng(seed)
    own, other = luck.normal(0.0, 0.1, (2, TRAITS, UNITS)).astype(np.float32)
    return Network(
        np.zeros(TRAITS, np.float32),
        own,
        other if players > 1 else other[:0],
        np.zeros(UNITS, np.float32),
        luck.normal(0.0, 0.05, UNITS).astype(np.float32),
    )


class School:
    """Plays lesson after lesson with one network, on the printed sheets."""

    def __init__(self, players: int, net: Network, pace: float, default: float, seed: int) -> None:
        game = games.find("noch-mal")
        self.players, self.net = players, net
        self.pace = Network(*(np.full_like(part, pace) for part in net))
        self.openings = np.zeros(len(printed()), STATE)
        for i, name in enumerate(printed()):
            self.openings[i] = game.new(players, game.card.resolve(players, {"sheet": name}))
        self.luck = np.random.default_rng(seed)
        self.default, self.turns, self.games = default, room(), 0
        self.diary = Diary(
            np.zeros((LONGEST, 2, MOST), np.int64),
            np.ones((LONGEST, 2, MOST), np.float32),
            np.zeros((LONGEST, 2), np.int64),
            np.zeros(LONGEST),
        )

    def opening(self) -> int:
        """The default sheet in a share of the games, else any."""
        if self.luck.random() < self.default:
            return 0
        return int(self.luck.integers(0, len(self.openings)))

    def lesson(self, many: int, style: Style) -> tuple[float, float]:
        """The mean points of a seat, and how far off the network was."""
        states, points, off, positions = np.zeros(2, STATE), 0.0, 0.0, 0
        for _ in range(many):
            states[0] = self.openings[self.opening()]
            two = self.players > 1
            pair = self.luck.permutation(self.players)[:2] if two else np.zeros(2, np.int64)
            one, other = int(pair[0]), int(pair[1])
            tools = self.turns, one, other, self.games, self.net, style, self.diary
            n = int(play(states, *tools))
            end = states.view(STATE)[0]
            off += float(
                learn(self.diary, n, aim(end, one, other), two, self.net, self.pace, style)
            )
            points, positions = points + float(score(end, one)), positions + n
            self.games += 1
        return points / many, off / max(positions, 1)


def write(which: int, net: Network, command: str, path: Path) -> None:
    """One network is written anew, as whole thousandths."""
    data = json.loads(path.read_text("utf-8")) if path.exists() else {}
    networks = data.get("networks", [{}, {}])
    networks[which] = {
        part: np.rint(weights.reshape(-1) * SCALE).astype(int).tolist()
        for part, weights in zip(Network._fields, net, strict=True)
    }
    lines = ",\n".join(json.dumps(one) for one in networks)
    told = json.dumps([*(one for one in data.get("command", []) if one != command), command])
    path.write_text(f'{{"command": {told},\n"networks": [\n{lines}]}}\n', "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--top", type=int, default=10, help="turns that are judged")
    parser.add_argument("--blind", type=float, default=0.05, help="share of turns that are drawn")
    parser.add_argument("--kept", type=float, default=0.8, help="lambda")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--default", type=float, default=0.7, help="games on the default sheet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="forget the present network")
    parser.add_argument("--out", type=Path, default=FILE)
    return parser.parse_args(given)


def main(given: list[str]) -> None:
    args = arguments(given)
    which = 0 if args.players == 1 else 1
    net = fresh(args.players, args.seed) if args.anew else load(args.out)[which]
    school = School(args.players, net, 0.02 if args.anew else LATER, args.default, args.seed)
    told = [part for part in given if part not in ("--out", str(args.out))]
    command = " ".join(["python -m spieltisch.games.noch_mal.training.fit_outlook", *told])
    for done in np.arange(0.0, 1.0, CHUNK / args.games):
        greedy = max(0.1, 1.0 - school.games / 10_000) if args.anew else 0.1
        rate = args.rate * min(1.0, max(0.05, 2.0 - 2.0 * done))
        style = Style(args.seed, args.top, args.blind, greedy, args.kept, rate)
        points, off = school.lesson(CHUNK, style)
        print(f"{school.games} games: {points:.2f} points, off by {off:.4f}", flush=True)
        if school.games % SAVED == 0:
            write(which, net, command, args.out)
    write(which, net, command, args.out)


if __name__ == "__main__":
    main(sys.argv[1:])
