"""What a seat may see, from a hidden record. A thing reaches a player only by being named here.

Counters are texts like "r11". Keys of a view:

- you: the viewer's seat, or null for a spectator; players; start (null until it is drawn)
- stage: "first", "deal", "opening", "turn" or "over"; seat: whose turn or draw it is, else null
- acting: the seats that may choose now: [seat], or [] while it draws
- moved: what it has done so far: "announced", "swap", "lay", "clear", "pay" or null
- given: counters given up so far in this turn; owed: what is still to be paid for clearing
- drawing: counters that seat has yet to draw
- bag: counters left in it; last_round: whether the bag is empty and the round is being finished
- lid: {paid: counters face up, facedown: how many lie face down}
- aside: how many counters were laid aside, during the opening
- open_piles: whether point piles show their totals
- seats, one per seat:
  - phase: 1 or 2; held: hand size; hand: counters, or null
  - facedown: how many it has put face down; gone: these counters, or null
  - columns: {"r": [11, 9, 9], …}, values from the top (high) to the bottom (low)
  - minus: worth of the display; cleared: counters in its pile; pile: its total, or null
  - score: if the game ended now, or null; rank: at the end, else null
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from spieltisch.core.state import SPECTATOR, Ints, copied
from spieltisch.games.no_return.counters import VALUES, kinds_in, total
from spieltisch.games.no_return.notation import COUNTER, LETTERS
from spieltisch.games.no_return.rules import (
    ANNOUNCED,
    ASIDE,
    CLEARING,
    DEAL,
    ENDED,
    FIRST,
    LAYING,
    OPENING,
    PAYING,
    STATE,
    SWAPPING,
    NoReturn,
    hide,
    rank,
    score,
)

STAGES = {FIRST: "first", DEAL: "deal", OPENING: "opening", ASIDE: "opening", ENDED: "over"}
MOVED = {
    ANNOUNCED: "announced",
    ASIDE: "swap",
    SWAPPING: "swap",
    LAYING: "lay",
    CLEARING: "clear",
    PAYING: "pay",
}


def view(state: NoReturn) -> dict[str, Any]:
    you, public = int(state.viewer), copied(state)
    hide(public, SPECTATOR)
    seen = _public(public.tobytes())
    if you < 0:
        return dict(seen)
    seats = list(seen["seats"])
    seats[you] = {**seats[you], **_own(state, you)}
    return {**seen, "you": you, "seats": seats}


@functools.lru_cache(maxsize=8)  # all viewers of a moment are served one after the other
def _public(record: bytes) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    state = np.frombuffer(bytearray(record), STATE)[0]
    stage = STAGES.get(int(state.stage), "turn")
    acting = [int(state.actor)] if state.actor >= 0 else []
    down, bag = sum(state.exchanged.tolist()), int(state.bag_count)
    return {
        "you": None,
        "players": int(state.players),
        "start": None if stage == "first" else int(state.start),
        "stage": stage,
        "seat": None if stage in ("first", "over") else int(state.seat),
        "acting": acting,
        "moved": MOVED.get(int(state.stage)) if acting else None,
        "given": int(state.given),
        "owed": max(int(state.owed), 0),
        "drawing": int(state.drawing),
        "bag": bag,
        "last_round": stage == "turn" and bag == 0,
        "lid": {"paid": counters(state.paid), "facedown": 0 if stage == "opening" else down},
        "aside": down if stage == "opening" else 0,
        "open_piles": bool(state.open_piles),
        "seats": _seats(state, stage),
    }


def _own(state: NoReturn, seat: int) -> dict[str, Any]:
    """What only the viewer sees of the own seat."""
    return {
        "hand": counters(state.hand[seat]),
        "gone": counters(state.facedown[seat]),
        "pile": _worth(tuple(state.pile[seat].tolist())),
        "score": int(score(state, seat)),
    }


def _seats(state: NoReturn, stage: str) -> list[dict[str, Any]]:
    """Every seat; each field of the record is read once, for that is slow."""
    phases, held, exchanged = state.phase.tolist(), state.held.tolist(), state.exchanged.tolist()
    displays, piles = state.display.tolist(), state.pile.tolist()
    open_pile = bool(state.open_piles) or stage == "over"
    return [
        {
            "phase": phases[seat],
            "held": held[seat],
            "hand": None,
            "facedown": exchanged[seat],
            "gone": None,
            "columns": _columns(tuple(displays[seat])),
            "minus": _worth(tuple(displays[seat])),
            "cleared": len(_counters(tuple(piles[seat]))),
            "pile": _worth(tuple(piles[seat])) if open_pile else None,
            "score": int(score(state, seat)) if open_pile else None,
            "rank": int(rank(state, seat)) if stage == "over" else None,
        }
        for seat in range(int(state.players))
    ]


def counters(held: Ints) -> list[str]:
    """The counters of a set, by colour and then value; to be read only."""
    return _counters(tuple(held.tolist()))


# Most sets stay as they are from one turn to the next: they are described once.
@functools.lru_cache(maxsize=4096)
def _counters(words: tuple[int, ...]) -> list[str]:
    return [COUNTER[kind] for kind in kinds_in(np.array(words))]


@functools.lru_cache(maxsize=4096)
def _worth(words: tuple[int, ...]) -> int:
    return int(total(np.array(words)))


@functools.lru_cache(maxsize=4096)
def _columns(words: tuple[int, ...]) -> dict[str, list[int]]:
    """The values in each column, from the top (high) to the bottom (low)."""
    laid: dict[str, list[int]] = {letter: [] for letter in LETTERS}
    for kind in reversed(kinds_in(np.array(words))):
        laid[LETTERS[kind // VALUES]].append(kind % VALUES + 1)
    return laid
