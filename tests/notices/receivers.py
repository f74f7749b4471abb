"""The other ends, as real as they get here: a browser's push service, a webhook, a mail server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from spieltisch.notices.push_keys import CURVE, decode, encode, point


@dataclass
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Answers every POST with `status`, and keeps it."""

    status: int = 201
    slow: float = 0.0  # seconds until it answers
    posted: list[Posted] = field(default_factory=list)
    base: str = ""

    @contextlib.contextmanager
    def running(self) -> Iterator[Receiver]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.posted.append(Posted(self.path, headers, self.rfile.read(length)))
                until = time.monotonic() + outer.slow
                while outer.slow and time.monotonic() < until:  # or as soon as it need not wait
                    time.sleep(0.02)
                self.send_response(outer.status)
                self.send_header("location", "http://127.0.0.1:9/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def handle(self) -> None:
                with contextlib.suppress(ConnectionError):  # a killed server does not wait
                    super().handle()

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing on the terminal."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self.base = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield self
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


class Browser:
    """Subscribes as a browser does, and decrypts what its push service got (RFC 8291, 8188)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": encode(point(self.private.public_key())), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def decrypt(self, body: bytes) -> Any:
        salt, (_size, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, secret = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        mine = point(self.private.public_key())
        info = b"WebPush: info\x00" + mine + sender
        key = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        cek = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(key)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(key)
        text = AESGCM(cek).decrypt(nonce, secret, None)
        assert text.endswith(b"\x02")  # the last record
        return json.loads(text[:-1])


def check_vapid(posted: Posted, public: str, origin: str) -> dict[str, Any]:
    """What a push service checks before it takes a message; the claims."""
    scheme, _, said = posted.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in said.split(","))
    assert parts["k"] == public
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(public))
    key.verify(both, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decode(signed.partition(".")[2]))
    assert claims["aud"] == origin
    return claims


class Postbox:
    """A mail server that keeps what it takes; `refusing` says what it answers instead."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusing = ""
        self.slow = 0.0  # seconds until it says that it has taken a letter

    async def handle_RCPT(  # noqa: N802 - so aiosmtpd calls it
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.refusing:
            return self.refusing
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        until = time.monotonic() + self.slow
        while self.slow and time.monotonic() < until:
            await asyncio.sleep(0.02)
        return "250 OK"

    @contextlib.contextmanager
    def running(self, port: int) -> Iterator[Postbox]:
        controller = Controller(self, hostname="127.0.0.1", port=port)
        controller.start()
        try:
            yield self
        finally:
            controller.stop()


def text_of(mail: EmailMessage) -> str:
    found = mail.get_body(("plain",))
    assert found is not None
    return str(found.get_content())
