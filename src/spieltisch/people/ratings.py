"""How strong somebody plays a game: points, and how sure they are. Pure functions of a history.

Bradley and Terry's model with a Gaussian prior: 400 points make ten to one. Bots stand in the same
calculation with their measured duels, so that points mean something: `medium` has 1500 in every
game. Nothing is kept; points are made anew from the matches that count.

A match counts if its table was opened to be rated (not at children's tables) and was played to its
end, with luck of its own: not a deal that others have too, no first game, no moment tried again. A
seat counts if its one person made every turn without a hint or a bot that played for them. Who
takes a turn back has learnt nothing by it, so that does not matter.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch import games
from spieltisch.bots.tuning import tuning
from spieltisch.core.card import RANDOM_START
from spieltisch.simulation.intervals import Figure, Z
from spieltisch.simulation.ratings import POINTS, TAIL
from spieltisch.tables.match_summaries import Finished, Place

ANCHOR, MIDDLE = "medium", 1500.0
SPREAD = 500.0  # of people of whom nothing is known: from `easy` to `hard` anything is likely
BOTS_SPREAD = 1000.0  # of bots: hardly anything is supposed of them
FIXED = 0.01  # the anchor does not move
IMAGINED = 0.5  # games won, and as many lost, of a pair of bots: a clean sweep is not infinite
LATEST = 200  # matches of a game that count: who has learnt is stronger than they were
PEOPLE = 400  # whose strengths are found out together
ROUNDS, NEAR = 50, 1e-7
REACH, STEPS = 2500.0, 1001  # how far from the most likely points belief is weighed
BOT = "bot:"  # before a level: people's ids have no colon

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Duel:
    """What two did against each other: the share of the first, and how many games that is worth."""

    one: str
    other: str
    share: float
    weight: float


@dataclass(frozen=True)
class Strengths:
    duels: Sequence[Duel]
    names: Mapping[str, int]
    points: Floats
    covariance: Floats

    def of(self, name: str) -> Figure:
        """The most likely points, and where 95 % of the belief lies.

        Who has won everything may be far stronger, but hardly weaker: so the two sides are
        weighed one by one, the others standing where they are, and what is unsure about the others
        is added.
        """
        at = self.names[name]
        middle = float(self.points[at])
        grid = middle + np.linspace(-REACH, REACH, STEPS)
        belief = -((grid - MIDDLE) ** 2) / (2 * spread_of(name) ** 2)
        bend = spread_of(name) ** -2
        for duel in self.duels:
            if name in (duel.one, duel.other):
                mine, other = (1, duel.other) if duel.one == name else (-1, duel.one)
                share = duel.share if mine == 1 else 1 - duel.share
                gap = (grid - self.points[self.names[other]]) / POINTS
                belief -= duel.weight * (np.logaddexp(0, -gap) + (1 - share) * gap)
                hoped = expected(middle - float(self.points[self.names[other]]))
                bend += duel.weight * hoped * (1 - hoped) / POINTS**2
        sums = np.cumsum(np.exp(belief - belief.max()))
        low, high = np.interp([TAIL, 1 - TAIL], sums / sums[-1], grid)
        others = Z * Z * max(0.0, float(self.covariance[at, at]) - 1 / bend)
        sides = [float(np.sqrt((middle - end) ** 2 + others)) for end in (low, high)]
        return Figure(middle, middle - sides[0], middle + sides[1])

    def share(self, one: str, other: str) -> Figure:
        """How often one finishes before the other."""
        a, b = self.names[one], self.names[other]
        spread = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        gap, half = float(self.points[a] - self.points[b]), Z * float(np.sqrt(max(spread, 0.0)))
        return Figure(expected(gap), expected(gap - half), expected(gap + half))


def expected(gap: float) -> float:
    """The share of whoever is so many points stronger.

    >>> round(expected(400.0), 3), expected(0.0)
    (0.909, 0.5)
    """
    return float(1 / (1 + np.exp(-gap / POINTS)))


def fit(duels: Sequence[Duel]) -> Strengths:
    """The most likely points, by Newton's steps, and the spread around them (Laplace)."""
    names = {
        name: n for n, name in enumerate(sorted({d.one for d in duels} | {d.other for d in duels}))
    }
    one = np.array([names[duel.one] for duel in duels], np.int64)
    other = np.array([names[duel.other] for duel in duels], np.int64)
    share = np.array([duel.share for duel in duels])
    weight = np.array([duel.weight for duel in duels])
    precision = np.array([spread_of(name) ** -2 for name in names])
    points = np.full(len(names), MIDDLE)
    for _ in range(ROUNDS):
        slope, curve = _derivatives(points, one, other, share, weight, precision)
        step = np.linalg.solve(curve, slope)
        points = points + np.clip(step, -POINTS, POINTS)  # no leaps: far out the curve is flat
        if float(np.abs(step).max()) < NEAR:
            break
    _, curve = _derivatives(points, one, other, share, weight, precision)
    spread: Floats = np.linalg.inv(curve).astype(np.float64)
    return Strengths(duels, names, points, spread)


def _derivatives(
    points: Floats,
    one: npt.NDArray[np.int64],
    other: npt.NDArray[np.int64],
    share: Floats,
    weight: Floats,
    precision: Floats,
) -> tuple[Floats, Floats]:
    """Of the logarithm of the posterior: the slope, and the curvature with its sign changed."""
    hoped = 1 / (1 + np.exp(-(points[one] - points[other]) / POINTS))
    pull = weight * (share - hoped) / POINTS
    bend = weight * hoped * (1 - hoped) / POINTS**2
    slope = precision * (MIDDLE - points)
    curve = np.diag(precision)
    np.add.at(slope, one, pull)
    np.add.at(slope, other, -pull)
    for a, b, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
        np.add.at(curve, (a, b), sign * bend)
    return slope, curve


def spread_of(name: str) -> float:
    if not name.startswith(BOT):
        return SPREAD
    return FIXED if name == BOT + ANCHOR else BOTS_SPREAD


# What is known of bots


@functools.cache
def measured(package: str) -> tuple[Duel, ...]:
    """The duels that a game's `bots.toml` tells; those of one against two are brought to one."""
    found = []
    for one, other, share, count, rivals in tuning(package).strength:
        won = (share * count + IMAGINED) / (count + 2 * IMAGINED)
        odds = rivals * won / (1 - won)  # who wins a third against two is as strong as each of them
        found.append(Duel(BOT + one, BOT + other, odds / (1 + odds), count))
    return tuple(found)


def known_bots(package: str) -> set[str]:
    return {name for duel in measured(package) for name in (duel.one, duel.other)}


# What matches tell


def duels_of(match: Finished, bots: set[str]) -> list[Duel]:
    """Every pair of a table; of k players the pairs count as much as k - 1 games, since they are
    not independent. Pairs of bots are none of ours."""
    if not match.rated:
        return []
    players = [(name, place) for place in match.places if (name := player(match, place, bots))]
    if len({name for name, _ in players if not name.startswith(BOT)}) < sum(
        not name.startswith(BOT) for name, _ in players
    ):
        return []  # somebody held two seats
    weight = 2 / match.players
    return [
        Duel(one, other, _share(mine, theirs), weight)
        for n, (one, mine) in enumerate(players)
        for other, theirs in players[n + 1 :]
        if not (one.startswith(BOT) and other.startswith(BOT))
    ]


def player(match: Finished, place: Place, bots: set[str]) -> str | None:
    """Who this was, as far as it counts: a bot, where it was measured with these rules."""
    if place.rank is None or place.helped or len(place.people) > 1:
        return None
    if place.people:
        return next(iter(place.people))
    usual = set(match.options) <= {RANDOM_START.name}
    name = f"{BOT}{place.level}"
    return name if usual and name in bots else None


def _share(mine: Place, theirs: Place) -> float:
    assert mine.rank is not None
    assert theirs.rank is not None
    return (mine.rank < theirs.rank) + (mine.rank == theirs.rank) / 2


def counting(person: str, matches: Iterable[Finished], bots: set[str]) -> list[Finished]:
    """The latest matches in which somebody met others, the latest first."""
    met = [m for m in matches if any(person in (d.one, d.other) for d in duels_of(m, bots))]
    return sorted(met, key=lambda match: (-match.ended, match.match))[:LATEST]


def near(
    person: str, own: Iterable[Finished], around: Iterable[Finished], bots: set[str]
) -> list[Duel]:
    """The duels of so many people, whom somebody met first: the work grows with the cube of their
    number, and anybody can be met by as many guests as they like."""
    known, found = {person}, []
    matches = {match.match: match for match in (*own, *around)}
    for duel in (duel for match in matches.values() for duel in duels_of(match, bots)):
        fresh = {duel.one, duel.other} - bots - known
        if len(known) + len(fresh) <= PEOPLE:
            known |= fresh
            found.append(duel)
    return found


def rate(person: str, game: str, mine: Sequence[Finished], around: Iterable[Finished]) -> Any:
    """Somebody's points in a game, from their matches and those of whom they met; None where
    nothing counts."""
    package = games.card(game).package
    bots = known_bots(package)
    own = counting(person, mine, bots)
    if not own:
        return None
    found, me = fit([*measured(package), *near(person, own, around, bots)]), person
    levels = sorted(bots, key=lambda name: float(found.points[found.names[name]]))
    return {
        "game": game,
        "matches": len(own),
        "people": len({p for m in own for place in m.places for p in place.people} - {me}),
        "points": found.of(me).json(),
        "bots": [
            {
                "level": name.removeprefix(BOT),
                "points": found.of(name).json(),
                "share": found.share(me, name).json(),
            }
            for name in levels
        ],
    }
