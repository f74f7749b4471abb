"""Figures that people like about what they have played; pure functions of a history."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from spieltisch import games
from spieltisch.simulation import intervals
from spieltisch.tables.match_summaries import Finished, Place, Split

OPPONENTS = 12  # shown
SHOWN = 62  # days on which something was played


@dataclass(frozen=True)
class Played:
    """One match as one of its people sees it."""

    match: Finished
    place: Place

    @property
    def others(self) -> list[Place]:
        return [place for place in self.match.places if place.seat != self.place.seat]

    @property
    def alone(self) -> bool:
        return self.match.players == 1

    @property
    def won(self) -> bool:
        """The best rank, shared or not; alone there is nobody to beat."""
        return not self.alone and self.place.rank == 1


def seen_by(person: str, history: Iterable[Finished]) -> list[Played]:
    """The oldest first; of several seats of mine at one table the best one counts."""
    found = []
    for match in history:
        mine = [place for place in match.mine(person) if place.rank is not None]
        if mine:
            found.append(Played(match, min(mine, key=lambda place: place.rank or 0)))
    return sorted(found, key=lambda played: (played.match.ended, played.match.match))


def day_of(at: int, zone: tzinfo = UTC) -> date:
    return datetime.fromtimestamp(at / 1000, zone).date()


def days(played: Sequence[Played], zone: tzinfo = UTC) -> list[dict[str, Any]]:
    """On which days something was played, the oldest first."""
    by_day: dict[date, list[Played]] = defaultdict(list)
    for one in played:
        by_day[day_of(one.match.ended, zone)].append(one)
    return [
        {"at": day.isoformat(), "played": len(some), "won": sum(one.won for one in some)}
        for day, some in sorted(by_day.items())
    ]


def day_streak(played_on: Iterable[date], today: date) -> int:
    """Days in a row up to today; today itself may still come.

    >>> day_streak([date(2026, 11, 14), date(2026, 11, 15), date(2026, 11, 16)], date(2026, 11, 17))
    3
    >>> day_streak([date(2026, 11, 14)], date(2026, 11, 17))
    0
    """
    known = set(played_on)
    at = today if today in known else today - timedelta(days=1)
    length = 0
    while at in known:
        length, at = length + 1, at - timedelta(days=1)
    return length


def runs(hits: Iterable[bool]) -> tuple[int, int]:
    """The last run of hits, and the longest.

    >>> runs([True, True, False, True])
    (1, 2)
    """
    now = longest = 0
    for hit in hits:
        now = now + 1 if hit else 0
        longest = max(longest, now)
    return now, longest


def per_game(played: Sequence[Played]) -> list[dict[str, Any]]:
    """Best, mean and streak of each game and variant, alone and with others; the usual first."""
    groups: dict[tuple[str, str, bool], list[Played]] = defaultdict(list)
    for one in played:
        groups[one.match.game, json.dumps(one.match.options, sort_keys=True), one.alone].append(one)
    order = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {"game": game, "options": json.loads(options), "alone": alone, **_figures(some)}
        for (game, options, alone), some in order
    ]


def _figures(played: Sequence[Played]) -> dict[str, Any]:
    scores = [one.place.score for one in played if one.place.score is not None]
    streak, longest = runs(one.won for one in played)
    return {
        "count": len(played),
        "won": sum(one.won for one in played),
        "best": max(scores, default=None),
        "mean": intervals.mean(scores).json() if scores else None,
        "streak": streak,
        "longest": longest,
        "scores": scores if played[0].alone else [],
    }


def opponents(played: Sequence[Played]) -> list[dict[str, Any]]:
    """Against whom I win: whoever I met most often first. People are told apart by who they are,
    bots by name and level."""
    tally: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    shown: dict[tuple[str, ...], Place] = {}
    for one in played:
        mine = one.place.rank or 0
        for other in one.others:
            key = tuple(sorted(other.people)) or (other.name, other.level or "")
            shown[key] = other
            theirs = other.rank or 0
            tally[key][0 if mine < theirs else 1 if mine > theirs else 2] += 1
    order = sorted(tally, key=lambda key: (-sum(tally[key]), shown[key].name))
    return [
        {
            "name": shown[key].name,
            "face": shown[key].face,
            "bot": not shown[key].people,
            **dict(zip(("won", "lost", "tied"), tally[key], strict=True)),
        }
        for key in order[:OPPONENTS]
    ]


def luck(played: Sequence[Played], reviewed: Mapping[str, Split]) -> list[dict[str, Any]]:
    """How I spend my luck: the means of luck and skill of my reviewed matches, game by game."""
    by_game: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for one in played:
        both = reviewed.get(one.match.match, {}).get(one.place.seat)
        if both is not None:
            by_game[one.match.game].append(both)
    return [
        {
            "game": game,
            "count": len(some),
            "luck": intervals.mean([one for one, _ in some]).json(),
            "skill": intervals.mean([one for _, one in some]).json(),
        }
        for game, some in sorted(by_game.items())
    ]


def told(
    person: str,
    history: Iterable[Finished],
    reviewed: Mapping[str, Split],
    at: int,
    zone: tzinfo = UTC,
) -> dict[str, Any]:
    """All of it, as it stands at a moment."""
    mine = seen_by(person, history)
    on = days(mine, zone)
    return {
        "count": len(mine),
        "won": sum(one.won for one in mine),
        "days": on[-SHOWN:],
        "streak": day_streak((date.fromisoformat(one["at"]) for one in on), day_of(at, zone)),
        "games": [{**one, "scale": scale(one)} for one in per_game(mine)],
        "opponents": opponents(mine),
        "luck": luck(mine, reviewed),
    }


def scale(group: dict[str, Any]) -> Sequence[dict[str, Any]]:
    """How the game itself rates a result alone."""
    if not group["alone"] or group["game"] not in games.cards():
        return []
    rows = games.find(group["game"]).scale
    return [{"least": at, "stars": stars, "label": said.json()} for at, stars, said in rows]
