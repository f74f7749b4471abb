"""What a seat may see, as JSON data. In this game all see the same; only `you` differs.

Keys of a view:

- you: the viewer's seat, or null for a spectator; players; acting: the seats that may choose now
- phase: "first", "start", "track" or "roll" (chance), "move", "take", "settle", "finish" or "over"
- turn: whose turn it is, null during the set-up; roll: the number rolled, or null before it
- sections: 6, or 5 on the short track
- track: the tiles that still lie there, in order: tile (its number), kind ("cactus", "number" or
  "animal"), value (null for an animal), section (from 1; a cactus tile lies before it), figures
- start, goal: figures there. A figure is {seat, figure}: 0 and "a", …
- moves: while a figure is to be chosen: {turn: "a" or "a*", figure, to: a tile's number or "goal"}
- due: numbers of the tiles of which one must be taken now
- nine: names of the tiles of a nine that is half named
- seats: per seat figures ({figure, at: "start", a tile's number or "goal"}), front, banked, aside
  (tiles: name as the notation calls it, "s" or a number as text; kind; value), cacti (how many it
  collected), score (as if the game ended now), home (all figures in the goal), rank (null before
  the end)
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch.core.patches import Patch
from spieltisch.core.reading import Fields
from spieltisch.core.showing import whole
from spieltisch.games.alle_neune.notation import LETTERS, name
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    BEFORE,
    CACTI,
    ENDED,
    FIGURES,
    GOAL,
    MOST,
    MOVE,
    ROLL,
    SEATS,
    STATE,
    AlleNeune,
    cacti,
    hide,
    list_legal,
    next_figure,
    rank,
    score,
    step_from,
    to_act,
)

PHASES = ("first", "start", "track", "roll", "move", "take", "settle", "finish", "over")


FIELDS = Fields(
    STATE,
    "players phase seat roll sections each values firsts figures track due nine front banked aside",
)
FIGURE = [
    [{"seat": seat, "figure": letter} for letter in LETTERS] for seat in range(SEATS)
]  # to be read only, like all that is kept


def view(state: AlleNeune) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: AlleNeune, seen: Mapping[str, Any]) -> Patch:
    return OWN[int(state.viewer)]


OWN: list[Patch] = [{"=": {"you": seat}} for seat in range(SEATS)]


def public(state: AlleNeune) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    numbers = FIELDS(state)
    players, phase, seat, roll, sections, each, values, firsts, figures = numbers[:9]
    track, due, nine, front, banked, aside = numbers[9:]
    acting = int(to_act(state))
    standing = _standing(figures[:players], each)
    return {
        "you": None,
        "players": players,
        "acting": [acting] if acting >= 0 else [],
        "phase": PHASES[phase],
        "turn": seat if ROLL <= phase < ENDED else None,
        "roll": roll or None,
        "sections": sections,
        "track": _track(track, values, standing),
        "start": standing.get(BEFORE, []),
        "goal": standing.get(GOAL, []),
        "moves": _moves(state, figures[seat], roll) if phase == MOVE else [],
        "due": tiles(due),
        "nine": [name(tile) for tile in tiles(nine)],
        "seats": [
            _seat(
                figures[n][:each],
                _lying(front[n], firsts[n], values),
                _lying(banked[n], firsts[n], values),
                _lying(aside[n], firsts[n], values),
                int(cacti(state, n)),
                int(score(state, n)),
                int(rank(state, n)) if phase == ENDED else None,
            )
            for n in range(players)
        ],
    }


def tiles(some: int) -> list[int]:
    """The tiles of a set in ascending order."""
    members, found = int(some), []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return found


def place_name(place: int) -> int | str:
    return {BEFORE: "start", GOAL: "goal"}.get(place, place)


def _standing(figures: Sequence[Sequence[int]], each: int) -> dict[int, list[dict[str, Any]]]:
    """The figures by their places."""
    found: dict[int, list[dict[str, Any]]] = {}
    for seat, places in enumerate(figures):
        for figure in range(each):
            found.setdefault(places[figure], []).append(FIGURE[seat][figure])
    return found


def _track(
    track: int, values: tuple[int, ...], standing: Mapping[int, list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    empty, places = _empty(track, values)
    found = empty.copy()
    for tile, figures in standing.items():
        if tile in places:
            found[places[tile]] = {**found[places[tile]], "figures": figures}
    return found


@functools.lru_cache(maxsize=1024)  # a track stays as it is until a tile is taken
def _empty(track: int, values: tuple[int, ...]) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """The tiles as if nobody stood there, and at which place of the list each is."""
    lying = tiles(track)
    return [_tile(tile, values[tile]) for tile in lying], {tile: n for n, tile in enumerate(lying)}


def _kind(tile: int, value: int) -> dict[str, Any]:
    if value == 0:
        return {"kind": "animal", "value": None}
    return {"kind": "cactus" if CACTI >> tile & 1 else "number", "value": value}


@functools.lru_cache(maxsize=1024)
def _tile(tile: int, value: int) -> dict[str, Any]:
    """A tile on which nobody stands; to be read only."""
    return {"tile": tile, **_kind(tile, value), "section": (tile - 1) // 8 + 1, "figures": []}


def _moves(state: AlleNeune, places: Sequence[int], roll: int) -> list[dict[str, Any]]:
    actions = np.zeros(MOST, np.int64)
    found = []
    for action in actions[: list_legal(state, actions)].tolist():
        letter, place = LETTERS[action % FIGURES], places[action % FIGURES]
        if action < ADVANCE:
            turn, target = letter, step_from(state, place, roll)
        else:
            turn, target = f"{letter}*", next_figure(state, place)
        found.append({"turn": turn, "figure": letter, "to": place_name(int(target))})
    return found


def _lying(some: int, first: int, values: tuple[int, ...]) -> list[dict[str, Any]]:
    """`first`: what the seat's own tile 0 is worth."""
    if not some:
        return NONE
    return [LYING[tile][values[tile] if tile else first] for tile in tiles(some)]


@functools.lru_cache(maxsize=1024)  # of two seats, one stays as it is from one turn to the next
def _places(places: tuple[int, ...]) -> tuple[list[dict[str, Any]], bool]:
    """Where figures are, and whether all are home."""
    found = [
        {"figure": letter, "at": place_name(place)}
        for letter, place in zip(LETTERS, places, strict=False)
    ]
    return found, all(place == GOAL for place in places)


def _seat(
    places: tuple[int, ...],
    front: list[dict[str, Any]],
    banked: list[dict[str, Any]],
    aside: list[dict[str, Any]],
    cacti: int,
    score: int,
    rank: int | None,
) -> dict[str, Any]:
    figures, home = _places(places)
    return {
        "figures": figures,
        "front": front,
        "banked": banked,
        "aside": aside,
        "cacti": cacti,
        "score": score,
        "home": home,
        "rank": rank,
    }


# By number and value, the tiles that lie before somebody
LYING = [
    [{"name": name(tile), **_kind(tile, value)} for value in range(10)] for tile in range(GOAL)
]
NONE: list[dict[str, Any]] = []
