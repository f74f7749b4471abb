"""Our search against OpenSpiel's own, playing through the adapter at equal thinking time.

    python -m bench.bots.openspiel GAME [--seconds 0.1] [--games 20] [--players N] [--option NAME=N]

OpenSpiel plays by its Python ISMCTS, with our resampler, or where nothing is hidden by its Python
MCTS; both with random rollouts, as they come. Our bot has `--seconds` for a turn, OpenSpiel's as
much for each small decision of one. Seats rotate. Prints the share of decided games that ours
won, with its 95 % interval, and the time that both really took.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from spieltisch import games
from spieltisch.adapters import openspiel
from spieltisch.adapters.tables import usual_players
from spieltisch.bots import base
from spieltisch.core.randomness import generator
from spieltisch.simulation.intervals import share

EXPLORATION = 2.0  # their usual constant


class Theirs:
    """OpenSpiel's search; its number of simulations follows the clock."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.seconds, self.spent, self.decisions = seconds, 0.0, 0
        self.simulations = 2.0
        luck = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, luck)
        hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if hides:
            self.bot = ismcts.ISMCTSBot(game, rollouts, EXPLORATION, 2, random_state=luck)
            self.bot.set_resampler(lambda s, player: s.resample_from_infostate(player, luck.rand))
        else:
            self.bot = mcts.MCTSBot(game, EXPLORATION, 2, rollouts, random_state=luck)
        self.limit = "_max_simulations" if hides else "max_simulations"

    def step(self, state: Any) -> int:
        setattr(self.bot, self.limit, max(2, int(self.simulations)))
        started = time.perf_counter()
        action = int(self.bot.step(state))
        spent = time.perf_counter() - started
        if len(state.legal_actions()) > 1:
            self.spent += spent
            self.decisions += 1
            factor = min(2.0, max(0.5, self.seconds / spent))
            self.simulations = max(2.0, self.simulations * factor)
        return action


class Ours:
    """Our search, asked for whole turns."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.bot, self.luck = base.find(f"search:{seconds}s"), generator(seed)
        self.spent, self.turns = 0.0, 0

    def turn(self, state: Any) -> list[int]:
        memory, seat = state.recorded, state.current_player()
        hidden = memory.game.hidden(memory.state, seat)
        started = time.perf_counter()
        turn = self.bot.choose(base.Position(memory.game, hidden, seat, self.luck))
        self.spent += time.perf_counter() - started
        self.turns += 1
        return memory.game.notation.read_turn(hidden, turn) if isinstance(turn, str) else list(turn)


def play(game: Any, ours: Ours, theirs: Theirs, seat: int, luck: Any) -> float:
    """One game with ours at `seat`; returns its share of the victory."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=weights)))
        elif state.current_player() == seat:
            for decision in ours.turn(state):
                state.apply_action(decision)
        else:
            state.apply_action(theirs.step(state))
    return float(state.returns()[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games.cards()))
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], help="of the game, NAME=NUMBER")
    args = parser.parse_args()
    card = games.card(args.game)
    players = args.players or usual_players(card)
    given = ",".join([f"players={players}", *args.option])
    game = pyspiel.load_game(f"{openspiel.short_name(card)}({given})")
    ours, theirs = Ours(args.seconds, 1), Theirs(game, args.seconds, 1)
    luck, results = np.random.default_rng(1), []
    for n in range(args.games):
        results.append(play(game, ours, theirs, n % players, luck))
        print(f"game {n + 1}, ours at seat {n % players}: {results[-1]:g}", flush=True)
    decided = [result for result in results if result in (0.0, 1.0)]
    won = share(sum(decided), max(1, len(decided))).percent()
    print(f"{args.game}, {players} players: ours won {won} of {len(decided)} decided games")
    turn, decision = ours.spent / max(1, ours.turns), theirs.spent / max(1, theirs.decisions)
    print(f"ours {turn:.3f} s a turn; theirs {decision:.3f} s a decision")


if __name__ == "__main__":
    main()
