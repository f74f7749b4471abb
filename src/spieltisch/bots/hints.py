"""Advice to a seat, from its own knowledge only: the best turns and what they promise."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

import numpy as np

from spieltisch.bots.base import Position
from spieltisch.bots.levels import Line, SearchBot, Thinker
from spieltisch.bots.turn_contest import Tried
from spieltisch.core.errors import BadOption
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.matches.match import Match

LOOKED_AT = 400  # beginnings of turns, at most
FEW = 64  # simulations, for a turn without an alternative


@dataclass(frozen=True)
class Hint:
    turn: str
    chance: float  # of victory, 0 … 1 (alone: how good the result would be)
    weight: float  # share of the thinking that went into this turn


@dataclass(frozen=True)
class _Begun:
    node: int
    state: AnyState
    decisions: tuple[int, ...]
    line: Line


def advise(
    match: Match, seat: int, many: int, seconds: float, simulations: int | None, seed: int
) -> list[Hint]:
    """What `Match.hint` answers."""
    if simulations is not None and simulations < 1:
        raise BadOption(
            f"Ein Hinweis braucht mindestens eine Simulation, nicht {simulations}",
            f"a hint takes at least one simulation, not {simulations}",
        )
    if simulations is None and not 0 < seconds < math.inf:
        raise BadOption(
            f"Ein Hinweis braucht Zeit: mehr als 0 Sekunden, nicht {seconds}",
            f"a hint takes time: more than 0 seconds, not {seconds}",
        )
    if seat not in match.acting:
        return []
    position = Position(match.game, match.hidden(seat), seat, generator(seed))
    return hints(position, SearchBot(simulations=simulations, seconds=seconds), many)


def hints(position: Position, bot: SearchBot, many: int) -> list[Hint]:
    """At most `many` turns, the best first: what the bot itself would think of them."""
    if bot.competes(position):
        found, tries = _by_contest(position, bot)
    else:
        found, tries = _by_tree(position, bot, many)
    show = position.game.notation.show_turn
    return [
        Hint(show(position.state, turn.decisions), turn.chance, turn.visits / max(tries, 1))
        for turn in found[:many]
    ]


def _by_contest(position: Position, bot: SearchBot) -> tuple[list[Tried], int]:
    contest = bot.compete(position)
    if not contest.behind:  # there is no choice, but a chance
        contest.run(FEW)
    found = contest.ranking()
    return found, sum(turn.visits for turn in found)


def _by_tree(position: Position, bot: SearchBot, many: int) -> tuple[list[Tried], int]:
    thinker = Thinker(position, bot.changed(position))
    bot.budget(position).spend(thinker, 1.0)
    found = [
        Tried(list(begun.decisions), begun.line.visits, begun.line.chance)
        for begun in _complete(thinker, many)
    ]
    return found, thinker.visits()


def _complete(thinker: Thinker, many: int) -> list[_Begun]:
    """The turns that were tried most: the most promising beginning is always the next to go on."""
    nothing = Line(0, thinker.visits(), 1.0, thinker.chance())
    waiting = [(0, 0, _Begun(thinker.root, thinker.state.copy(), (), nothing))]
    found: list[_Begun] = []
    for number in range(1, LOOKED_AT):
        if not waiting or len(found) == many:
            break
        begun = heapq.heappop(waiting)[2]
        if begun.decisions and not thinker.game.rules.midway(begun.state):
            found.append(begun)
            continue
        for place, after in enumerate(_following(thinker, begun)):
            heapq.heappush(waiting, (-after.line.visits, 1000 * number + place, after))
    return found


def _following(thinker: Thinker, begun: _Begun) -> list[_Begun]:
    legal = thinker.game.legal(begun.state)
    lines = [line for line in thinker.lines(begun.node) if line.visits > 0]
    if len(legal) == 1:
        return [_after(thinker, begun, legal[0], begun.node, begun.line)]
    if not lines:  # nobody has thought so far: the game's own preference completes the turn
        actions = np.array(legal, np.int64)
        values = np.zeros(len(legal), np.float64)
        thinker.game.evaluate.prefer(begun.state, actions, len(legal), values)
        return [_after(thinker, begun, legal[int(values.argmax())], begun.node, begun.line)]
    return [
        _after(thinker, begun, line.action, thinker.child(line.action, begun.node), line)
        for line in lines
    ]


def _after(thinker: Thinker, begun: _Begun, action: int, node: int, line: Line) -> _Begun:
    state = begun.state.copy()
    thinker.game.rules.apply(state, action)
    return _Begun(node, state, (*begun.decisions, action), line)
