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
from typing import Any

import numpy as np

from spieltisch.core.state import SPECTATOR, copied
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
    STATE,
    AlleNeune,
    cacti,
    list_legal,
    next_figure,
    rank,
    score,
    step_from,
    to_act,
)

PHASES = ("first", "start", "track", "roll", "move", "take", "settle", "finish", "over")


def view(state: AlleNeune) -> dict[str, Any]:
    you, public = int(state.viewer), copied(state)
    public.viewer = SPECTATOR
    return {**_public(public.tobytes()), "you": you if you >= 0 else None}


@functools.lru_cache(maxsize=8)  # all viewers of a moment are served one after the other
def _public(record: bytes) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    state = np.frombuffer(bytearray(record), STATE)[0]
    phase = int(state.phase)
    seat = int(to_act(state))
    standing = _standing(state)
    values = state.values.tolist()
    return {
        "you": None,
        "players": int(state.players),
        "acting": [seat] if seat >= 0 else [],
        "phase": PHASES[phase],
        "turn": int(state.seat) if ROLL <= phase < ENDED else None,
        "roll": int(state.roll) or None,
        "sections": int(state.sections),
        "track": [
            {**_tile(tile, values[tile]), "figures": standing[tile]}
            if tile in standing
            else _tile(tile, values[tile])
            for tile in tiles(state.track)
        ],
        "start": standing.get(BEFORE, []),
        "goal": standing.get(GOAL, []),
        "moves": _moves(state) if phase == MOVE else [],
        "due": tiles(state.due),
        "nine": [name(tile) for tile in tiles(state.nine)],
        "seats": _seats(state, values),
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


def _standing(state: AlleNeune) -> dict[int, list[dict[str, Any]]]:
    """The figures by their places; the record is read once, for that is slow."""
    found: dict[int, list[dict[str, Any]]] = {}
    for seat, places in enumerate(state.figures[: int(state.players)].tolist()):
        for figure, place in enumerate(places[: int(state.each)]):
            found.setdefault(place, []).append({"seat": seat, "figure": LETTERS[figure]})
    return found


def _kind(tile: int, value: int) -> dict[str, Any]:
    if value == 0:
        return {"kind": "animal", "value": None}
    return {"kind": "cactus" if CACTI >> tile & 1 else "number", "value": value}


@functools.lru_cache(maxsize=1024)
def _tile(tile: int, value: int) -> dict[str, Any]:
    """A tile on which nobody stands; to be read only."""
    return {"tile": tile, **_kind(tile, value), "section": (tile - 1) // 8 + 1, "figures": []}


def _moves(state: AlleNeune) -> list[dict[str, Any]]:
    actions = np.zeros(MOST, np.int64)
    found = []
    for action in actions[: list_legal(state, actions)]:
        letter = LETTERS[int(action) % FIGURES]
        place = int(state.figures[state.seat, int(action) % FIGURES])
        if action < ADVANCE:
            turn, target = letter, step_from(state, place, int(state.roll))
        else:
            turn, target = f"{letter}*", next_figure(state, place)
        found.append({"turn": turn, "figure": letter, "to": place_name(int(target))})
    return found


@functools.lru_cache(maxsize=1024)
def _lying(some: int, values: tuple[int, ...]) -> list[dict[str, Any]]:
    return [{"name": name(tile), **_kind(tile, values[tile])} for tile in tiles(some)]


def _seats(state: AlleNeune, values: list[int]) -> list[dict[str, Any]]:
    """Every seat; each field of the record is read once, for that is slow."""
    figures, each, ended = state.figures.tolist(), int(state.each), state.phase == ENDED
    front, banked, aside = state.front.tolist(), state.banked.tolist(), state.aside.tolist()
    found = []
    for seat, first in enumerate(state.firsts.tolist()[: int(state.players)]):
        own, places = (first, *values[1:]), figures[seat][:each]
        found.append(
            {
                "figures": [
                    {"figure": letter, "at": place_name(place)}
                    for letter, place in zip(LETTERS, places, strict=False)
                ],
                "front": _lying(front[seat], own),
                "banked": _lying(banked[seat], own),
                "aside": _lying(aside[seat], own),
                "cacti": int(cacti(state, seat)),
                "score": int(score(state, seat)),
                "home": all(place == GOAL for place in places),
                "rank": int(rank(state, seat)) if ended else None,
            }
        )
    return found
