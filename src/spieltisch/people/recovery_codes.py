"""Recovery codes: the one thing by which somebody is themselves on another device.

A code is shown once. The database knows its SHA-256, which is enough for 100 random bits: nobody
can try them out, so a slow hash would only slow the server down.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"  # nothing that one mixes up when reading it out
GROUPS, LETTERS = 5, 4


def fresh() -> str:
    """A new code, in groups that can be copied by hand."""
    return "-".join(
        "".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS)
    )


def normal(code: str) -> str:
    """A code as somebody typed it: capitals, spaces and dashes make no difference.

    >>> normal(" ABCD-efgh 2345-jkmn-pqrs ")
    'abcdefgh2345jkmnpqrs'
    """
    return "".join(letter for letter in code.lower() if letter.isalnum())


def digest(code: str) -> str:
    """What the database keeps."""
    return hashlib.sha256(f"recovery:{normal(code)}".encode()).hexdigest()


def fits(code: str, kept: str | None) -> bool:
    """In the same time, however much of it is right."""
    return kept is not None and hmac.compare_digest(digest(code), kept)
