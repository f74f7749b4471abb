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

from typing import Any

import numpy as np

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
    AlleNeune,
    cacti,
    is_home,
    list_legal,
    next_figure,
    rank,
    score,
    step_from,
    to_act,
    worth,
)
from spieltisch.games.alle_neune.sets import bit

PHASES = ("first", "start", "track", "roll", "move", "take", "settle", "finish", "over")


def view(state: AlleNeune) -> dict[str, Any]:
    phase = int(state.phase)
    seat = int(to_act(state))
    return {
        "you": int(state.viewer) if state.viewer >= 0 else None,
        "players": int(state.players),
        "acting": [seat] if seat >= 0 else [],
        "phase": PHASES[phase],
        "turn": int(state.seat) if ROLL <= phase < ENDED else None,
        "roll": int(state.roll) or None,
        "sections": int(state.sections),
        "track": [_on_track(state, tile) for tile in tiles(state.track)],
        "start": _standing(state, BEFORE),
        "goal": _standing(state, GOAL),
        "moves": _moves(state) if phase == MOVE else [],
        "due": tiles(state.due),
        "nine": [name(tile) for tile in tiles(state.nine)],
        "seats": [_seat(state, seat) for seat in range(int(state.players))],
    }


def tiles(some: int) -> list[int]:
    """The tiles of a set in ascending order."""
    return [tile for tile in range(GOAL) if int(some) & bit(tile)]


def place_name(place: int) -> int | str:
    return {BEFORE: "start", GOAL: "goal"}.get(place, place)


def _standing(state: AlleNeune, place: int) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "figure": LETTERS[figure]}
        for seat in range(int(state.players))
        for figure in range(int(state.each))
        if state.figures[seat, figure] == place
    ]


def _kind(tile: int, value: int) -> dict[str, Any]:
    if value == 0:
        return {"kind": "animal", "value": None}
    return {"kind": "cactus" if bit(tile) & CACTI else "number", "value": value}


def _on_track(state: AlleNeune, tile: int) -> dict[str, Any]:
    return {
        "tile": tile,
        **_kind(tile, int(state.values[tile])),
        "section": (tile - 1) // 8 + 1,
        "figures": _standing(state, tile),
    }


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


def _seat(state: AlleNeune, seat: int) -> dict[str, Any]:
    def lying(some: int) -> list[dict[str, Any]]:
        return [{"name": name(t), **_kind(t, int(worth(state, seat, t)))} for t in tiles(some)]

    return {
        "figures": [
            {"figure": LETTERS[figure], "at": place_name(int(state.figures[seat, figure]))}
            for figure in range(int(state.each))
        ],
        "front": lying(state.front[seat]),
        "banked": lying(state.banked[seat]),
        "aside": lying(state.aside[seat]),
        "cacti": int(cacti(state, seat)),
        "score": int(score(state, seat)),
        "home": bool(is_home(state, seat)),
        "rank": int(rank(state, seat)) if state.phase == ENDED else None,
    }
