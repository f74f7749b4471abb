"""What a bot is: it gets a position, made of what its seat may know, and answers with a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Protocol

import numpy as np

from spieltisch.bots import external
from spieltisch.bots.position import Position as Position
from spieltisch.core.errors import Refusal, TurnError, UnknownBot
from spieltisch.core.language import Both
from spieltisch.core.play import GREEDY, RANDOM, best
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.match import Match


class Bot(Protocol):
    """Anyone's bot: a class with this one method.

    The answer is a turn in the game's notation, or its small decisions.
    """

    def choose(self, position: Position) -> str | Sequence[int]: ...


class StepBot:
    """A bot that makes one small decision after the other."""

    policy = RANDOM

    def choose(self, position: Position) -> list[int]:
        decisions: list[int] = []
        state = copied(position.state)
        while not decisions or position.game.rules.midway(state):
            decisions.append(self.step(position, state))
            position.game.rules.apply(state, decisions[-1])
        return decisions

    def step(self, position: Position, state: AnyState) -> int:
        legal = position.game.legal(state)
        return legal[int(below(position.random, len(legal)))]


class RandomBot(StepBot):
    """Any legal decision, each as likely as the other."""


class GreedyBot(StepBot):
    """The decision that looks best to the game's own evaluation, without looking ahead."""

    policy = GREEDY

    def step(self, position: Position, state: AnyState) -> int:
        actions = position.game.buffer()
        n = int(position.game.rules.list_legal(state, actions))
        values = np.zeros(len(actions), np.float64)
        position.game.evaluate.prefer(state, actions, n, values)
        return int(actions[int(best(values, n, position.random))])


def _level(name: str) -> Bot:
    bot: Bot = import_module("spieltisch.bots.levels").level(name)
    return bot


@dataclass(frozen=True)
class Level:
    """A bot that everybody can choose by its name."""

    label: Both  # in a list of levels
    manner: Both  # after somebody's name: "Ottilie, medium"
    make: Callable[[], Bot]


BOTS = {  # the one list of them, from the weakest to the strongest
    "random": Level(
        Both("Zufall", "Random"), Both("würfelt seine Züge", "plays at random"), RandomBot
    ),
    "easy": Level(Both("Leicht", "Easy"), Both("leicht", "easy"), partial(_level, "easy")),
    "medium": Level(Both("Mittel", "Medium"), Both("mittel", "medium"), partial(_level, "medium")),
    "greedy": Level(Both("Gierig", "Greedy"), Both("gierig", "greedy"), GreedyBot),
    "hard": Level(Both("Schwer", "Hard"), Both("schwer", "hard"), partial(_level, "hard")),
    "master": Level(
        Both("Meister", "Master"), Both("meisterhaft", "master"), partial(_level, "master")
    ),
}
DEFAULT = "greedy"


def is_bot(name: str) -> bool:
    """Whether this is how a bot is called, rather than a person."""
    return name in BOTS or ":" in name


def find(name: str) -> Bot:
    """The bot of that name, or of anyone's class given as `module:Class`."""
    if name in BOTS:
        return BOTS[name].make()
    searching: Bot | None = import_module("spieltisch.bots.levels").measured(name)
    if searching is not None:
        return searching
    if ":" in name and not name.startswith("search:"):
        return external.load(name)
    known = ", ".join(BOTS)
    raise UnknownBot(
        Refusal(
            "REC-1",
            f"Es gibt keinen Bot {name!r}; es gibt {known}, search:N (Simulationen), "
            "search:Ns (Sekunden), oder einen eigenen als modul:Klasse",
            f"there is no bot {name!r}; there are {known}, search:N (simulations), "
            "search:Ns (seconds), or your own as module:Class",
        )
    )


def policy(name: str) -> int | None:
    """The compiled policy that plays like this bot, if there is one."""
    return {"random": RANDOM, "greedy": GREEDY}.get(name)


def choose_turn(match: Match, seat: int, bot: Bot, random: Random) -> str:
    """The bot's turn as text, from what `seat` may know."""
    return turn_of(bot, Position(match.game, match.hidden(seat), seat, random))


def turn_of(bot: Bot, position: Position) -> str:
    """What the bot plays here, as text."""
    answer = bot.choose(position)
    if isinstance(answer, str):
        return answer
    return position.game.notation.show_turn(position.state, list(answer))


def play_seats(match: Match, bots: Mapping[int, Bot], random: Random) -> None:
    """Lets the bots play until a seat without one is to act, or the match is over."""
    while waiting := [seat for seat in match.acting if seat in bots]:
        for seat in waiting:
            play_turn(match, seat, bots[seat], random)


def play_turn(match: Match, seat: int, bot: Bot, random: Random) -> None:
    """Lets a bot play one turn; BotFailed says which bot could not, where, and why."""
    try:
        match.play(seat, choose_turn(match, seat, bot, random))
    except external.BotFailed as error:
        raise _placed(error, match, seat) from None
    except TurnError as error:
        name = getattr(bot, "name", type(bot).__name__)
        raise _placed(external.illegal(name, error.refusal), match, seat) from None


def _placed(error: external.BotFailed, match: Match, seat: int) -> external.BotFailed:
    turn = 1 + sum(line.kind == "turn" for line in match.lines)
    return error.at(f"Platz {seat}, Zug {turn}: ", f"seat {seat}, turn {turn}: ")
