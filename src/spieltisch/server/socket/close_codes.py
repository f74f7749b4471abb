"""How a connection ends, and whether it makes sense to come back: one table for server and client.

`tools/wire_types.py` writes it into the browser client. What *passes* does so by itself: whoever
waits, or connects again, gets what they asked for. All else is final.
"""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.tables.problems import KNOWN, STATUS

GOING_AWAY, FAULT, RESTART, LATER = 1001, 1011, 1012, 1013  # RFC 6455 and its registry
INVALID, NOBODY, FORBIDDEN, UNKNOWN = 4400, 4401, 4403, 4404
SILENT, SLOW, HASTY = 4408, 4409, 4429
PASSING_STATUS = {408, 429, 503}
NO_HELLO, TOO_SLOW, SIGNED_OUT = "no hello", "too slow", "me/signed-out"


@dataclass(frozen=True)
class Ending:
    code: int  # by which the connection is closed
    passes: bool


# The close codes of reasons; others have the one of their HTTP status.
CODES = {
    "game/compiling": LATER,
    "server/store": RESTART,
    "server/stopping": RESTART,
    "server/error": FAULT,
}
OF_STATUS = {401: NOBODY, 403: FORBIDDEN, 404: UNKNOWN, 408: SILENT, 429: HASTY}


def _ending(reason: str, status: int) -> Ending:
    code = CODES.get(reason) or OF_STATUS.get(status, INVALID)
    return Ending(code, status in PASSING_STATUS)


ENDINGS: dict[str, Ending] = {
    **{reason: _ending(reason, status) for reason, (status, *_) in KNOWN.items()},
    **{reason: _ending(reason, status) for reason, status in STATUS.items()},
    NO_HELLO: Ending(SILENT, True),
    TOO_SLOW: Ending(SLOW, True),
}


def code_of(reason: str) -> int:
    return ENDINGS[reason].code if reason in ENDINGS else INVALID
