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
from collections.abc import Mapping
from typing import Any

import numpy as np

from spieltisch.core.patches import Patch
from spieltisch.core.record_fields import Fields, Rows, raw, span
from spieltisch.core.view_parts import whole
from spieltisch.games.re_move.notation import CARDS
from spieltisch.games.re_move.places import Places, places_in
from spieltisch.games.re_move.rules import (
    ENDED,
    LANDING,
    MOST,
    PLACING,
    SEATS,
    STATE,
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


FIELDS = Fields(
    STATE, "phase seat turns turn_limit sudden_win card moved origin middle bases figures"
)
DECK = span(STATE, "deck", "deck")
ROWS = Rows(STATE, "figures captured hand_size pile_size discarded_size played")
OWN = Rows(STATE, "hand pile discarded")


def view(state: ReMove) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: ReMove, seen: Mapping[str, Any]) -> Patch:
    you = int(state.viewer)
    return _own(you, *OWN.of[you](raw(state)))


# What stays as it is from one turn to the next is the same object: nobody looks for changes in it.
@functools.lru_cache(maxsize=4096)
def _own(you: int, hand: bytes, pile: bytes, discarded: bytes) -> Patch:
    cards = {"hand": _counts(hand), "pile": _counts(pile), "discarded": _counts(discarded)}
    return {"=": {"you": you, "cards": cards}}


def public(state: ReMove) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    record = raw(state)
    numbers = FIELDS.of(record)
    phase, seat, turns, turn_limit, sudden_win, card, moved, origin, middle = numbers[:9]
    bases, figures = numbers[9:]
    places, acting = places_in(record), int(to_act(state))
    moving = phase in (STEPPING, LANDING)
    scores = [int(score(state, seat)) for seat in range(SEATS)]
    names = places.names
    return {
        "you": None,
        "phase": PHASES[phase],
        "acting": [acting] if acting >= 0 else [],
        "turn_of": seat,
        "turns": turns,
        "turn_limit": turn_limit,
        "sudden_win": bool(sudden_win),
        "board": places.described,
        "card": CARDS[card] if moving else None,
        "left": int(left_to_move(state)),
        "moved": places.named(moved),
        "step": {"from": names[origin], "via": names[middle]} if phase == LANDING else None,
        "steps": _steps(state, places) if moving else [],
        "free": places.named(bases[acting] & ~figures[acting]) if phase == PLACING else [],
        "seats": [
            _seat(places, ROWS.of[each](record), int(in_target(state, each)))
            for each in range(SEATS)
        ],
        "cards": None,
        "deck": _counts(record[DECK]),
        "scores": scores,
        "ranks": [int(rank(state, seat)) for seat in range(SEATS)],
        "winners": [s for s in range(SEATS) if scores[s]] if phase == ENDED else [],
    }


@functools.lru_cache(maxsize=4096)
def _seat(places: Places, rows: tuple[bytes, ...], at_home: int) -> dict[str, Any]:
    """By the seat's rows of the record."""
    figures, captured, hand, pile, discarded, _ = ROWS.read(rows)
    return {
        "figures": places.named(figures),
        "at_home": at_home,
        "captured": captured,
        "hand": hand,
        "pile": pile,
        "discarded": discarded,
        "played": _counts(rows[-1]),
    }


@functools.lru_cache(maxsize=4096)
def _counts(cards: bytes) -> dict[str, int]:
    """Each a number of one byte; to be read only."""
    return {card: many for card, many in zip(CARDS, cards, strict=True) if many}


def _steps(state: ReMove, places: Places) -> list[list[str]]:
    actions = np.zeros(MOST, np.int64)
    steps = actions[: list_legal(state, actions)].tolist()
    return [[places.names[end] for end in places.ends[step]] for step in steps]
