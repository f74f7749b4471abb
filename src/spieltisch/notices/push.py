"""Web Push: a message encrypted for one browser (RFC 8291, 8188), signed by us (RFC 8292).

Written here and not taken from pywebpush, which brings two HTTP libraries along and would resolve
addresses by itself: ours must be checked first (`outbound`).
"""

from __future__ import annotations

import json
import os
import struct
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from spieltisch.notices.push_keys import CURVE, ServerKey, decode, encode, point

RECORD = 4096  # bytes; push services take at least as much
MOST = RECORD - 86 - 17  # bytes of text: head of the record, tag and delimiter
VALID = 12 * 60 * 60  # seconds of a signature; services refuse more than a day
AUTH, POINT = 16, 65  # bytes


@dataclass(frozen=True)
class Subscription:
    """What a browser hands out: where to send, its public key, and a shared secret."""

    endpoint: str
    p256dh: str
    auth: str

    def check(self) -> None:
        """ValueError where a browser could not have made this."""
        if len(decode(self.auth)) != AUTH:
            raise ValueError("auth")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(self.p256dh))


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes,
    to: Subscription,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """One record of `aes128gcm`; sender and salt are new for every message."""
    if len(text) > MOST:
        raise ValueError(f"{len(text)} bytes, at most {MOST} fit")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs, ours = decode(to.p256dh), point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive(shared, decode(to.auth), b"WebPush: info\x00" + theirs + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + struct.pack(">IB", RECORD, POINT) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def authorization(endpoint: str, key: ServerKey, contact: str, now: int) -> str:
    """Who we are, for this push service only."""
    where = urlsplit(endpoint)
    claims = {
        "aud": f"{where.scheme}://{where.netloc}",
        "exp": now // 1000 + VALID,
        "sub": contact,
    }
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    said = ".".join(encode(json.dumps(part).encode()) for part in parts)
    return f"vapid t={said}.{encode(key.sign(said.encode()))}, k={key.public}"


def headers(
    to: Subscription, key: ServerKey, contact: str, topic: str, now: int, lasting: int
) -> dict[str, str]:
    """`topic`: a message that was not delivered yet is replaced by one with the same topic."""
    return {
        "authorization": authorization(to.endpoint, key, contact, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(lasting),
        "topic": topic,
        "urgency": "normal",
    }
