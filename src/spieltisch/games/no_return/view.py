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
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from spieltisch.core.patches import Patch
from spieltisch.core.record_fields import Fields, Rows, members, raw, span
from spieltisch.core.state import Ints
from spieltisch.core.view_parts import whole
from spieltisch.games.no_return.counters import IN_WORD, VALUES, WORDS, total
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


FIELDS = Fields(
    STATE, "players stage actor seat start open_piles given drawing owed bag_count exchanged"
)
PAID = span(STATE, "paid", "paid")
ROWS = Rows(STATE, "phase held exchanged display pile")
OWN = Rows(STATE, "hand facedown pile")


def view(state: NoReturn) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: NoReturn, seen: Mapping[str, Any]) -> Patch:
    """What only the viewer sees of the own seat."""
    you = int(state.viewer)
    return _own(you, *OWN.of[you](raw(state)), int(score(state, you)))


# Most seats and sets stay as they are from one turn to the next: they are described once, and as
# the same object nobody looks for changes in them.
@functools.lru_cache(maxsize=4096)
def _own(you: int, hand: bytes, facedown: bytes, pile: bytes, score: int) -> Patch:
    mine = {
        "hand": _counters(hand),
        "gone": _counters(facedown),
        "pile": _worth(pile),
        "score": score,
    }
    return {"=": {"you": you}, ">": {"seats": {">": {str(you): {"=": mine}}}}}


def public(state: NoReturn) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    record = raw(state)
    players, at, actor, seat, start, open_piles, *numbers = FIELDS.of(record)
    given, drawing, owed, bag, exchanged = numbers
    stage = STAGES.get(at, "turn")
    acting = [actor] if actor >= 0 else []
    down, over = sum(exchanged), stage == "over"
    shown = bool(open_piles) or over
    return {
        "you": None,
        "players": players,
        "start": None if stage == "first" else start,
        "stage": stage,
        "seat": None if stage in ("first", "over") else seat,
        "acting": acting,
        "moved": MOVED.get(at) if acting else None,
        "given": given,
        "owed": max(owed, 0),
        "drawing": drawing,
        "bag": bag,
        "last_round": stage == "turn" and bag == 0,
        "lid": {"paid": _counters(record[PAID]), "facedown": 0 if stage == "opening" else down},
        "aside": down if stage == "opening" else 0,
        "open_piles": bool(open_piles),
        "seats": [
            _seat(
                ROWS.of[n](record),
                int(score(state, n)) if shown else None,
                int(rank(state, n)) if over else None,
            )
            for n in range(players)
        ],
    }


@functools.lru_cache(maxsize=4096)
def _seat(rows: tuple[bytes, ...], score: int | None, rank: int | None) -> dict[str, Any]:
    """By the seat's rows of the record; `score`: where piles are shown."""
    phase, held, exchanged, *_ = ROWS.read(rows)
    display, pile = rows[-2:]
    return {
        "phase": phase,
        "held": held,
        "hand": None,
        "facedown": exchanged,
        "gone": None,
        "columns": _columns(display),
        "minus": _worth(display),
        "cleared": len(_counters(pile)),
        "pile": _worth(pile) if score is not None else None,
        "score": score,
        "rank": rank,
    }


def counters(held: Ints) -> list[str]:
    """The counters of a set, by colour and then value; to be read only."""
    return _counters(held.tobytes())


def _words(some: bytes) -> Ints:
    """A set, from its bytes in a record."""
    return np.array(struct.unpack(f"<{WORDS}q", some))


@functools.lru_cache(maxsize=4096)
def _kinds(some: bytes) -> list[int]:
    """The kinds in a set, ascending, both counters of a pair."""
    words = enumerate(struct.unpack(f"<{WORDS}q", some))
    return [word * IN_WORD + bit // 2 for word, bits in words for bit in members(bits)]


@functools.lru_cache(maxsize=4096)
def _counters(some: bytes) -> list[str]:
    return [COUNTER[kind] for kind in _kinds(some)]


@functools.lru_cache(maxsize=4096)
def _worth(some: bytes) -> int:
    return int(total(_words(some)))


@functools.lru_cache(maxsize=4096)
def _columns(some: bytes) -> dict[str, list[int]]:
    """The values in each column, from the top (high) to the bottom (low)."""
    laid: dict[str, list[int]] = {letter: [] for letter in LETTERS}
    for kind in reversed(_kinds(some)):
        laid[LETTERS[kind // VALUES]].append(kind % VALUES + 1)
    return laid
