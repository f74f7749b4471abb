"""What a contest shows: win rates, margins and Elo-like ratings, each with a 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch.simulation.arena import Outcome
from spieltisch.simulation.intervals import Figure, mean, share

Matrix = npt.NDArray[np.float64]
POINTS = 400.0 / np.log(10.0)  # Elo's scale: 400 points make ten to one
DRAWN = 0.5  # imagined drawn games of each pair, so that a clean sweep is not infinite
IMAGINED = 1  # deal won, and one lost, that the interval of a share adds (as Agresti and Coull do)
TAIL = 0.025  # on either side of an interval of 95 %
HALF = 0.5  # a deal won, and as much lost, that the intervals of ratings add for each pair
RESAMPLED = 300
ROUNDS = 200


def tally(outcomes: Sequence[Outcome], names: Sequence[str]) -> tuple[Matrix, list[int]]:
    """For each deal a matrix of how often one bot finished before another, ties by halves."""
    index = {name: i for i, name in enumerate(names)}
    deals = sorted({outcome.deal for outcome in outcomes})
    row = {deal: i for i, deal in enumerate(deals)}
    wins = np.zeros((len(deals), len(names), len(names)))
    for outcome in outcomes:
        for a, one in enumerate(outcome.seating):
            for b, other in enumerate(outcome.seating):
                if one != other:
                    before = (outcome.ranks[b] > outcome.ranks[a]) + (
                        outcome.ranks[b] == outcome.ranks[a]
                    ) / 2
                    wins[row[outcome.deal], index[one], index[other]] += before
    return wins, deals


def fit(wins: Matrix, drawn: float = DRAWN) -> Matrix:
    """Bradley and Terry's strengths as Elo points around 0, by minorisation (Hunter 2004)."""
    played = (wins + wins.T) > 0
    smoothed = wins + drawn * played
    games = smoothed + smoothed.T
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        share_of = games / (strength[:, None] + strength[None, :])
        new = smoothed.sum(axis=1) / np.maximum(share_of.sum(axis=1), 1e-12)
        new = np.where(new > 0, new, 1.0)
        new /= np.exp(np.log(new).mean())
        if np.abs(new - strength).max() < 1e-9:
            break
        strength = new
    points: Matrix = POINTS * np.log(strength)
    return points


def ratings(outcomes: Sequence[Outcome], names: Sequence[str]) -> list[tuple[Figure, str | None]]:
    """Elo-like points of each bot and the open end of its interval.

    Whole deals are weighed by chance (Rubin's Bayesian bootstrap), and for each pair half a deal
    won and half a deal lost are among them, which for one pair is Jeffreys' interval.
    """
    wins, _ = tally(outcomes, names)
    imagined = _imagined(wins)
    often = np.repeat([1.0, HALF], [len(wins), len(imagined)])
    weights = np.random.default_rng(0).gamma(often, size=(RESAMPLED, len(often)))
    drawn = np.tensordot(weights, np.concatenate([wins, imagined]), axes=1)
    low, high = np.quantile([fit(one, 0.0) for one in drawn], [TAIL, 1 - TAIL], axis=0)
    total = wins.sum(axis=0)
    return [
        (Figure(float(m), float(min(m, a)), float(max(m, b))), _open_end(total, bot))
        for bot, (m, a, b) in enumerate(zip(fit(total), low, high, strict=True))
    ]


def _open_end(wins: Matrix, bot: int) -> str | None:
    """Of a bot that never lost (or never won) only imagined games bound the points on that side."""
    unbeaten, winless = wins[:, bot].sum() == 0, wins[bot].sum() == 0
    return None if unbeaten == winless else "high" if unbeaten else "low"


def _imagined(wins: Matrix) -> Matrix:
    """Deals as large as the real ones, won altogether by one of a pair; so for both, of every pair.

    Where all real deals ended alike, weighing them alone would find no uncertainty at all.
    """
    games = wins + wins.transpose(0, 2, 1)
    size = games.sum(axis=0) / np.maximum((games > 0).sum(axis=0), 1)
    pairs = np.argwhere(size > 0)
    deals = np.zeros((len(pairs), *size.shape))
    for deal, (one, other) in zip(deals, pairs, strict=True):
        deal[one, other] = size[one, other]
    return deals


def victories(outcomes: Sequence[Outcome], name: str) -> Figure:
    """The share of its games that a bot wins; a shared victory counts in part."""
    sitting = [o for o in outcomes if name in o.seating]
    return _share(
        sitting, lambda o: [o.victory(s) for s, bot in enumerate(o.seating) if bot == name]
    )


def _share(outcomes: Sequence[Outcome], hits: Callable[[Outcome], list[float]]) -> Figure:
    """A share and Wilson's interval, for as many games as these are worth.

    The games of one deal may resemble each other, and so do the seats of one game. If the deals
    spread like single games, there are only as many as deals; at most there are as many as games.
    Imagined deals stand for what few real ones cannot tell.
    """
    by_deal: dict[int, list[float]] = {}
    for outcome in outcomes:
        by_deal.setdefault(outcome.deal, []).extend(hits(outcome))
    every = [hit for row in by_deal.values() for hit in row]
    imagined = [1.0, 0.0] * IMAGINED
    deals = np.array([sum(row) / len(row) for row in by_deal.values()] + imagined)
    middle = float(deals.mean())
    worth = len(deals) * middle * (1 - middle) / float(deals.var()) - len(imagined)
    n = min(float(len(outcomes)), worth)
    return share(n * sum(every) / len(every), n)


def margins(outcomes: Sequence[Outcome], name: str, other: str | None = None) -> Figure:
    """Points ahead of the other bots at the table (or of `other`), on average over deals."""
    by_deal: dict[int, list[float]] = {}
    for outcome in outcomes:
        for seat, sitting in enumerate(outcome.seating):
            against = [
                outcome.scores[s]
                for s, bot in enumerate(outcome.seating)
                if bot != name and (other is None or bot == other)
            ]
            if sitting == name and against:
                ahead = outcome.scores[seat] - sum(against) / len(against)
                by_deal.setdefault(outcome.deal, []).append(ahead)
    return mean([sum(row) / len(row) for row in by_deal.values()] or [0.0])


def summarise(outcomes: Sequence[Outcome], bots: Sequence[str]) -> list[dict[str, Any]]:
    """A row per bot, the strongest first."""
    names = list(dict.fromkeys(bots))
    seen = {name for outcome in outcomes for name in outcome.seating}
    names = [name for name in names if name in seen]
    if not names:
        return []
    rows = [
        {
            "bot": name,
            "games": sum(name in outcome.seating for outcome in outcomes),
            "rating": rating.json(),
            "open": open_end,
            "wins": victories(outcomes, name).json(),
            "margin": margins(outcomes, name).json(),
            "against": {other: _duel(outcomes, name, other) for other in names if other != name},
        }
        for name, (rating, open_end) in zip(names, ratings(outcomes, names), strict=True)
    ]
    return sorted(rows, key=lambda row: -row["rating"]["mean"])


def _duel(outcomes: Sequence[Outcome], one: str, other: str) -> dict[str, Any]:
    """How often one finishes before the other when both sit at the table, ties by halves."""
    together = [o for o in outcomes if one in o.seating and other in o.seating]
    if not together:
        return {"games": 0}
    return {
        "games": len(together),
        "before": _share(together, lambda o: _before(o, one, other)).json(),
        "margin": margins(together, one, other).json(),
    }


def _before(outcome: Outcome, one: str, other: str) -> list[float]:
    """For each pair of seats whether the first finished before the second, ties by halves."""
    ranks = outcome.ranks
    return [
        (ranks[b] > ranks[a]) + (ranks[b] == ranks[a]) / 2 for a, b in _pairs(outcome, one, other)
    ]


def _pairs(outcome: Outcome, one: str, other: str) -> list[tuple[int, int]]:
    seats = range(len(outcome.seating))
    return [
        (a, b)
        for a in seats
        for b in seats
        if (outcome.seating[a], outcome.seating[b]) == (one, other)
    ]
