"""Why a turn is better than another one: a fact that speaks for it, and that playing on confirms.

A game names facts about what a turn leads to (`games/<game>/reasons.py`). One of them is said only
if it favours the better turn, if the difference between the two turns is no accident, and if the
other turns that were tried bear it out: those for which it is as true as for the better turn win
more often than those for which it is no truer than for the worse one; and if nothing speaks as
strongly for the worse turn: five points for an animal are no reason to leave a nine, and a tile
more is none where one is laid aside for it. Else the plain consequence.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spieltisch.core.game import Game
from spieltisch.core.language import Both
from spieltisch.core.reason import Fact, Facts
from spieltisch.core.state import AnyState
from spieltisch.review import sentences
from spieltisch.review.choices import Tried, Verdict, after

SLACK = 1e-9


def reason(game: Game, verdict: Verdict) -> Both | None:
    """Why the best turn is better than the played one; None: no fact tells."""
    if verdict.best is None or not verdict.loss.is_sure():
        return None
    return compare(game, verdict.before, verdict.best, verdict.played, verdict.tried)


def explain(game: Game, verdict: Verdict, alone: bool) -> Both:
    """The same, or what playing on showed; in points only where the game's people count some."""
    counts = getattr(game.reasons, "POINTS", True)
    points = verdict.points if counts else sentences.NOTHING
    return reason(game, verdict) or sentences.consequence(verdict.loss, points, alone)


def praise(game: Game, verdict: Verdict) -> Both | None:
    """Why the played turn is better than the next one."""
    if verdict.second is None or not verdict.ahead.is_sure():
        return None
    return compare(game, verdict.before, verdict.played, verdict.second, verdict.tried)


def compare(
    game: Game,
    before: AnyState,
    better: Sequence[int],
    worse: Sequence[int],
    tried: Sequence[Tried],
) -> Both | None:
    """The fact that differs most and that the tried turns confirm, as a sentence."""
    reasons = game.reasons
    if reasons is None:
        return None
    good, bad = (reasons.facts(before, line, after(game, before, line)) for line in (better, worse))
    others = [
        (reasons.facts(before, one.line, after(game, before, one.line)), one.chance)
        for one in tried
    ]
    gains = {name: good[name].worth - bad[name].worth for name in good if name in bad}
    against = -min(gains.values(), default=0.0)
    for name in sorted(gains, key=lambda name: -gains[name]):
        if gains[name] <= max(0.0, against) + SLACK:
            return None
        if confirmed(name, good[name], bad[name], others):
            said = reasons.why(name, good[name], bad[name])
            if said is not None:
                return said
    return None


def confirmed(name: str, better: Fact, worse: Fact, tried: Sequence[tuple[Facts, float]]) -> bool:
    """Whether turns of which the fact is as true as of the better one win more often."""
    worths = np.array([facts[name].worth for facts, _ in tried])
    chances = np.array([chance for _, chance in tried])
    high = chances[worths >= better.worth - SLACK]
    low = chances[worths <= worse.worth + SLACK]
    return bool(len(high) and len(low) and high.mean() > low.mean())
