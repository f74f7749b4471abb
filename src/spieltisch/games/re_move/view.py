"""What a seat may see, from a hidden record. A thing reaches a player only by being named here.

Places are names like "B0.1", cards "move", "remove", "outside", "inside", "joker". Keys of a view:

- you: the viewer's seat, or null for a spectator
- phase: "first", "draw", "choose", "step", "land", "place" or "over"
- acting: the seat to act in a list, empty for chance and at the end; turn_of: the seat whose
  turn it is
- turns: turns that are over; turn_limit; sudden_win
- board: places (id, zone, owner, xy) and lines (pairs of ids), as in a board file
- card: the movement card being carried out, else null; left: figures that must still move;
  moved: places of figures that have; step: {"from", "via"} of a figure between two steps, else null
- steps: for the acting seat in "step" and "land", the legal next steps as [from, to]
- free: in "place", the free places of the acting seat's base
- seats: for each seat its figures, at_home (figures in the target), captured (waiting to be
  placed), hand, pile and discarded (numbers of cards), played (cards and their numbers)
- cards: the viewer's own hand, pile and discarded, as cards and numbers; null for a spectator
- deck: cards and their numbers in every deck
- scores and ranks: if the game ended now; winners: the seats that won, when it is over
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from spieltisch.core.state import SPECTATOR, copied
from spieltisch.games.re_move.boards import MOST_LINES
from spieltisch.games.re_move.notation import CARDS, named, names
from spieltisch.games.re_move.rules import (
    ENDED,
    LANDING,
    MOST,
    PLACING,
    SEATS,
    STATE,
    STEP,
    STEPPING,
    ReMove,
    hide,
    in_target,
    left_to_move,
    list_legal,
    rank,
    score,
    to_act,
)

PHASES = ("first", "draw", "choose", "step", "land", "place", "over")


def view(state: ReMove) -> dict[str, Any]:
    you, public = int(state.viewer), copied(state)
    hide(public, SPECTATOR)
    seen = _public(public.tobytes())
    return {**seen, "you": you, "cards": _cards(state, you)} if you >= 0 else dict(seen)


@functools.lru_cache(maxsize=8)  # all viewers of a moment are served one after the other
def _public(record: bytes) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    state = np.frombuffer(bytearray(record), STATE)[0]
    acting = int(to_act(state))
    known, phase = names(state), int(state.phase)
    moving = phase in (STEPPING, LANDING)
    scores = [int(score(state, seat)) for seat in range(SEATS)]
    return {
        "you": None,
        "phase": PHASES[phase],
        "acting": [acting] if acting >= 0 else [],
        "turn_of": int(state.seat),
        "turns": int(state.turns),
        "turn_limit": int(state.turn_limit),
        "sudden_win": bool(state.sudden_win),
        "board": _board(state, known),
        "card": CARDS[int(state.card)] if moving else None,
        "left": int(left_to_move(state)),
        "moved": named(known, int(state.moved)),
        "step": {"from": known[state.origin], "via": known[state.middle]}
        if phase == LANDING
        else None,
        "steps": _steps(state) if moving else [],
        "free": named(known, int(state.bases[acting]) & ~int(state.figures[acting]))
        if phase == PLACING
        else [],
        "seats": _seats(state, known),
        "cards": None,
        "deck": _counts(state.deck),
        "scores": scores,
        "ranks": [int(rank(state, seat)) for seat in range(SEATS)],
        "winners": [s for s in range(SEATS) if scores[s]] if phase == ENDED else [],
    }


def _seats(state: ReMove, known: tuple[str, ...]) -> list[dict[str, Any]]:
    """Every seat; each field of the record is read once, for that is slow."""
    figures, captured, played = state.figures.tolist(), state.captured.tolist(), state.played
    hands, piles = state.hand_size.tolist(), state.pile_size.tolist()
    discarded = state.discarded_size.tolist()
    return [
        {
            "figures": named(known, figures[seat]),
            "at_home": int(in_target(state, seat)),
            "captured": captured[seat],
            "hand": hands[seat],
            "pile": piles[seat],
            "discarded": discarded[seat],
            "played": _counts(played[seat]),
        }
        for seat in range(SEATS)
    ]


def _cards(state: ReMove, seat: int) -> dict[str, Any]:
    return {
        "hand": _counts(state.hand[seat]),
        "pile": _counts(state.pile[seat]),
        "discarded": _counts(state.discarded[seat]),
    }


def _counts(cards: Any) -> dict[str, int]:
    return {card: many for card, many in zip(CARDS, cards.tolist(), strict=True) if many}


def _steps(state: ReMove) -> list[list[str]]:
    actions = np.zeros(MOST, np.int64)
    known, steps = names(state), []
    for action in actions[: list_legal(state, actions)]:
        start, slot = divmod(int(action) - STEP, MOST_LINES)
        steps.append([known[start], known[state.line[start, slot]]])
    return steps


def _board(state: ReMove, known: tuple[str, ...]) -> dict[str, Any]:
    fields = (state.ring, state.bases, state.target, state.line, state.xy)
    return _describe(known, tuple(Numbers(field) for field in fields))


class Numbers:
    """An array as the key of a cache: compared by its bytes, read only when it is not found."""

    def __init__(self, array: Any) -> None:
        self.array, self.bytes = array, array.tobytes()

    def __hash__(self) -> int:
        return hash(self.bytes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self.bytes == other.bytes


@functools.lru_cache(maxsize=16)
def _describe(known: tuple[str, ...], fields: tuple[Numbers, ...]) -> dict[str, Any]:
    """A board as data; the same object for the same board, to be read only."""
    rings, bases, targets, lines, xy = (field.array.tolist() for field in fields)
    rings.reverse()
    places = []
    for number, name in enumerate(known):
        zone, owner = "field", None
        for label, sets in (("base", bases), ("target", targets)):
            for seat, area in enumerate(sets):
                if area >> number & 1:
                    zone, owner = label, seat
        for label, ring in zip(("inner", "outer"), rings, strict=True):
            if ring >> number & 1:
                zone = label
        places.append(
            {"id": name, "zone": zone, "owner": owner, "xy": [at / 1000 for at in xy[number]]}
        )
    pairs = [
        [name, known[end]]
        for number, name in enumerate(known)
        for end in lines[number]
        if end > number
    ]
    return {"places": places, "lines": pairs}
