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
from spieltisch.core.record_fields import Fields, Rows, members, raw, span
from spieltisch.core.view_parts import whole
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


FIELDS = Fields(STATE, "players phase seat roll sections each figures track due nine")
VALUES = span(STATE, "values", "values")
ROWS = Rows(STATE, "figures firsts front banked aside")


def view(state: AlleNeune) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: AlleNeune, seen: Mapping[str, Any]) -> Patch:
    return OWN[int(state.viewer)]


OWN: list[Patch] = [{"=": {"you": seat}} for seat in range(SEATS)]


def public(state: AlleNeune) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    record = raw(state)
    players, phase, seat, roll, sections, each, figures, track, due, nine = FIELDS.of(record)
    values, acting = record[VALUES], int(to_act(state))
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
        "start": _group(standing.get(BEFORE, ())),
        "goal": _group(standing.get(GOAL, ())),
        "moves": _moves(state, figures[seat], roll) if phase == MOVE else [],
        "due": members(due),
        "nine": [name(tile) for tile in members(nine)],
        "seats": [
            _seat(
                ROWS.of[n](record),
                each,
                values,
                int(cacti(state, n)),
                int(score(state, n)),
                int(rank(state, n)) if phase == ENDED else None,
            )
            for n in range(players)
        ],
    }


def place_name(place: int) -> int | str:
    return {BEFORE: "start", GOAL: "goal"}.get(place, place)


Group = tuple[tuple[int, int], ...]  # figures on one place: seats and numbers


def _standing(figures: Sequence[Sequence[int]], each: int) -> dict[int, Group]:
    """The figures by their places."""
    found: dict[int, Group] = {}
    for seat, places in enumerate(figures):
        for figure in range(each):
            place = places[figure]
            found[place] = (*found.get(place, ()), (seat, figure))
    return found


# What stays as it is from one turn to the next is the same object: nobody looks for changes in it.
@functools.lru_cache(maxsize=4096)
def _group(figures: Group) -> list[dict[str, Any]]:
    return [{"seat": seat, "figure": LETTERS[figure]} for seat, figure in figures]


def _track(track: int, values: bytes, standing: Mapping[int, Group]) -> list[dict[str, Any]]:
    found = _lying_there(track, values).copy()
    for tile, figures in standing.items():
        if track >> tile & 1:
            before = (track & (1 << tile) - 1).bit_count()
            found[before] = _tile(tile, values[tile], figures)
    return found


@functools.lru_cache(maxsize=1024)  # a track stays as it is until a tile is taken
def _lying_there(track: int, values: bytes) -> list[dict[str, Any]]:
    """The tiles as if nobody stood there."""
    laid = _laid(values)
    return [laid[tile] for tile in members(track)]


@functools.lru_cache(maxsize=256)
def _laid(values: bytes) -> list[dict[str, Any]]:
    """All tiles of a match, by number."""
    return [_tile(tile, value) for tile, value in enumerate(values)]


def _kind(tile: int, value: int) -> dict[str, Any]:
    if value == 0:
        return {"kind": "animal", "value": None}
    return {"kind": "cactus" if CACTI >> tile & 1 else "number", "value": value}


@functools.lru_cache(maxsize=4096)
def _tile(tile: int, value: int, figures: Group = ()) -> dict[str, Any]:
    """A tile with those who stand on it; to be read only."""
    section = (tile - 1) // 8 + 1
    return {"tile": tile, **_kind(tile, value), "section": section, "figures": _group(figures)}


def _moves(state: AlleNeune, places: Sequence[int], roll: int) -> list[dict[str, Any]]:
    actions = np.zeros(MOST, np.int64)
    found = []
    for action in actions[: list_legal(state, actions)].tolist():
        letter, place = LETTERS[action % FIGURES], places[action % FIGURES]
        if action < ADVANCE:
            turn, target = letter, step_from(state, place, roll)
        else:
            turn, target = f"{letter}*", next_figure(state, place)
        found.append(_move(turn, letter, int(target)))
    return found


@functools.cache  # there are few
def _move(turn: str, letter: str, target: int) -> dict[str, Any]:
    return {"turn": turn, "figure": letter, "to": place_name(target)}


@functools.cache
def _figure(letter: str, place: int) -> dict[str, Any]:
    return {"figure": letter, "at": place_name(place)}


@functools.lru_cache(maxsize=4096)
def _lying(some: int, first: int, values: bytes) -> list[dict[str, Any]]:
    """`first`: what the seat's own tile 0 is worth."""
    return [LYING[tile][values[tile] if tile else first] for tile in members(some)]


@functools.lru_cache(maxsize=4096)  # of two seats, one stays as it is from one turn to the next
def _seat(
    rows: tuple[bytes, ...], each: int, values: bytes, cacti: int, score: int, rank: int | None
) -> dict[str, Any]:
    """By the seat's rows of the record; to be read only."""
    places, first, *sets = ROWS.read(rows)
    front, banked, aside = (_lying(some, first, values) for some in sets)
    here = list(zip(LETTERS, places[:each], strict=False))
    return {
        "figures": [_figure(letter, place) for letter, place in here],
        "front": front,
        "banked": banked,
        "aside": aside,
        "cacti": cacti,
        "score": score,
        "home": all(place == GOAL for _, place in here),
        "rank": rank,
    }


# By number and value, the tiles that lie before somebody
LYING = [
    [{"name": name(tile), **_kind(tile, value)} for value in range(10)] for tile in range(GOAL)
]
