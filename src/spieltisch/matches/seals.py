"""Seals in the header of a record: which nonces were fixed before anybody could read them.

`seals` has one text per seat, the SHA-256 of its nonce or "" (a bot, or a device that handed in
none); `unsealed` lists the seats of people whose nonce was given in the clear or not opened.
Records without these keys are older than seals, and promise nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from spieltisch.core.errors import RecordError, Refusal

HEX = set("0123456789abcdef")


def seal(nonce: str) -> str:
    """What a seat hands in before its nonce: the SHA-256 of the nonce's digits, in hex.

    >>> seal("5eed")[:16]
    '253e2c69fc07d2cf'
    """
    return hashlib.sha256(nonce.encode()).hexdigest()


def check(head: Mapping[str, Any], players: int) -> None:
    """Raises REC-5 unless every nonce fits its seal or is said to be unsealed."""
    if "seals" not in head and "unsealed" not in head:
        return
    seals, nonces = head.get("seals"), head.get("nonces")
    unsealed = head.get("unsealed", [])
    if not _texts(seals, players) or not all(_is_seal(text) for text in seals or []):
        raise _error("seals muss ein Siegel je Platz sein.", "seals must be one seal per seat")
    if not _texts(nonces, players) or not _seats(unsealed, players):
        raise _error(
            "Zu seals gehören nonces (ein Text je Platz) und unsealed (Plätze).",
            "seals need nonces (one text per seat) and unsealed (seats)",
        )
    for seat, (text, nonce) in enumerate(zip(seals or [], nonces or [], strict=True)):
        _check_seat(seat, text, nonce, seat in unsealed)


def _check_seat(seat: int, text: str, nonce: str, unsealed: bool) -> None:
    if text and nonce and seal(nonce) != text:
        raise _error(
            f"Der Wert von Platz {seat} passt nicht zu seinem Siegel.",
            f"the nonce of seat {seat} does not match its seal",
        )
    if unsealed == bool(text and nonce) and (text or nonce):
        raise _error(
            f"unsealed sagt von Platz {seat} nicht die Wahrheit.",
            f"unsealed is wrong about seat {seat}",
        )


def sealed(head: Mapping[str, Any]) -> tuple[list[int], list[int]] | None:
    """The seats of a checked header that were sealed and opened, and the unsealed ones.

    >>> sealed({"seals": ["ab", "", ""], "unsealed": [1]})
    ([0], [1])
    """
    if "seals" not in head:
        return None
    unsealed = list(head.get("unsealed", []))
    return [n for n, text in enumerate(head["seals"]) if text and n not in unsealed], unsealed


def _texts(found: Any, players: int) -> bool:
    right = isinstance(found, list) and len(found) == players
    return right and all(isinstance(text, str) for text in found)


def _is_seal(text: str) -> bool:
    return text == "" or (len(text) == 64 and set(text) <= HEX)


def _seats(found: Any, players: int) -> bool:
    right = isinstance(found, list) and all(type(seat) is int for seat in found)
    return right and set(found) <= set(range(players))


def _error(de: str, en: str) -> RecordError:
    return RecordError(0, Refusal("REC-5", de, en))
