"""The server's own key for Web Push (VAPID, RFC 8292): made at the first start, kept for good.

Browsers bind a subscription to this key; with another one every subscription is dead.
"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from spieltisch.core.errors import BadOption

FILE = "vapid.pem"
CURVE = ec.SECP256R1()


def encode(data: bytes) -> str:
    """Base64 for addresses, without padding, as Web Push writes everything."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError where it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


@dataclass(frozen=True)
class ServerKey:
    private: ec.EllipticCurvePrivateKey

    @property
    def public(self) -> str:
        """What browsers are told when they subscribe."""
        return encode(point(self.private.public_key()))

    def sign(self, said: bytes) -> bytes:
        """ES256 as JSON Web Tokens write it: both numbers, 32 bytes each."""
        r, s = decode_dss_signature(self.private.sign(said, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def pem(self) -> str:
        return self.private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode()


def fresh() -> ServerKey:
    return ServerKey(ec.generate_private_key(CURVE))


def read(pem: str) -> ServerKey:
    """ValueError where it is no key of this kind."""
    found = serialization.load_pem_private_key(pem.encode(), None)
    if not isinstance(found, ec.EllipticCurvePrivateKey) or found.curve.name != CURVE.name:
        raise ValueError("not a P-256 key")
    return ServerKey(found)


def kept_in(folder: Path) -> ServerKey:
    """The key in the data folder, which only its owner may read."""
    path = folder / FILE
    if not path.exists():
        _write(path, fresh().pem())
    path.chmod(0o600)  # a copy from elsewhere may be open to others
    try:
        return read(path.read_text())
    except ValueError:
        raise BadOption(
            f"{path} ist kein Schlüssel für Web Push. Lösche die Datei: dann entsteht ein neuer, "
            "und alle Geräte melden sich neu an.",
            f"{path} is no key for Web Push; delete the file to have a new one made, for which "
            "all devices will subscribe again",
        ) from None


def _write(path: Path, pem: str) -> None:
    """Whole or not at all, and never over one that another process has just made."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(partial, path)
    except FileExistsError:
        pass
    finally:
        partial.unlink()
