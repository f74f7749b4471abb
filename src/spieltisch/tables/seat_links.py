"""Seat links: a key that opens somebody's seat on another device."""

from __future__ import annotations

import hashlib
import hmac

from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.table_state import TableState


def key_of(table: TableState, seat: int, secret: str) -> str:
    """Valid until somebody else sits down there, whatever number the seat gets."""
    place = table.seats[seat]
    once = seat if place.once is None else place.once
    said = f"{table.id}:{once}:{place.sat}"
    digest = hmac.new(secret.encode(), said.encode(), hashlib.sha256).hexdigest()
    return f"{once}-{digest[:40]}"


def plan_claim(table: TableState, person: str, key: str, secret: str) -> Body | None:
    for seat, place in enumerate(table.seats):
        if place.kind == "person" and hmac.compare_digest(
            key_of(table, seat, secret).encode(), key.encode()
        ):
            if person in place.holders:
                return None
            return {"what": "claim", "seats": [seat], "person": person}
    raise Problem("seat/key")
