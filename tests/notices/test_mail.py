"""Mail by real servers: with STARTTLS, with TLS from the start, with passwords, and refusing."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from spieltisch.notices.mail import Failed, Letter, Server, send
from tests.notices.receivers import Postbox, text_of
from tests.server.processes import free_port

LETTER = Letter("bo@example.org", "id1", "It is your turn", "Ada has played.\n", "<p>Ada</p>", "")
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"  # a second address that is not "this machine" to us


@dataclass
class Trust:
    served: ssl.SSLContext
    known: ssl.SSLContext  # to which the certificate is one of a good authority


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    folder = tmp_path_factory.mktemp("trust")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.IPAddress(ipaddress.ip_address(one)) for one in (HERE, ELSEWHERE)]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    kept = Path(folder, "both.pem")
    kept.write_bytes(
        pem
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(kept)
    return Trust(served, ssl.create_default_context(cadata=pem.decode()))


class Door:
    """Lets one user in, and notes who tried."""

    def __init__(self) -> None:
        self.tried: list[tuple[bytes, bytes]] = []

    def __call__(
        self, server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        self.tried.append((data.login, data.password))
        good = (data.login, data.password) == (b"host", b"s3cret")
        return AuthResult(success=good, handled=good)


@contextlib.contextmanager
def serving(box: Postbox, port: int, host: str = HERE, **more: Any) -> Iterator[None]:
    controller = Controller(box, hostname=host, port=port, **more)
    controller.start()
    try:
        yield
    finally:
        controller.stop()


def server(port: int, host: str = HERE, **more: Any) -> Server:
    told = {"secure": False, "user": "host", "password": "s3cret", **more}
    return Server(host, port, sender="table@example.org", **told)


def starttls(trust: Trust, door: Door) -> dict[str, Any]:
    needed = {"require_starttls": True, "auth_required": True, "auth_require_tls": True}
    return {"tls_context": trust.served, "authenticator": door, **needed}


def test_by_starttls_with_a_password(trust: Trust) -> None:
    box, door, port = Postbox(), Door(), free_port()
    with serving(box, port, **starttls(trust, door)):
        send(LETTER, server(port), trust.known)
    assert door.tried == [(b"host", b"s3cret")]
    (mail,) = box.mails
    assert (mail["To"], mail["Subject"]) == ("bo@example.org", "It is your turn")
    assert text_of(mail).replace("\r\n", "\n") == "Ada has played.\n"


def test_with_tls_from_the_first_byte(trust: Trust) -> None:
    box, port = Postbox(), free_port()
    with serving(box, port, ssl_context=trust.served):
        send(LETTER, server(port, secure=True, user="", password=""), trust.known)
    assert len(box.mails) == 1


def test_a_wrong_password_is_tried_again_later(trust: Trust) -> None:
    """The host may mend it, so the way to somebody is not dropped."""
    box, door, port = Postbox(), Door(), free_port()
    with serving(box, port, **starttls(trust, door)), pytest.raises(Failed) as failed:
        send(LETTER, server(port, password="wrong"), trust.known)
    assert not failed.value.final
    assert not box.mails


def test_nobody_unknown_gets_the_password(trust: Trust) -> None:
    """A certificate of no known authority."""
    box, door, port = Postbox(), Door(), free_port()
    with serving(box, port, **starttls(trust, door)), pytest.raises(Failed) as failed:
        send(LETTER, server(port), ssl.create_default_context())
    assert not failed.value.final
    assert door.tried == []


def test_without_tls_a_password_leaves_this_machine_nowhere() -> None:
    box, door, port = Postbox(), Door(), free_port()
    open_door = {"authenticator": door, "auth_require_tls": False}
    with serving(box, port, ELSEWHERE, **open_door), pytest.raises(Failed, match="no TLS"):
        send(LETTER, server(port, ELSEWHERE))
    assert door.tried == []


@pytest.mark.parametrize(("said", "final"), [("550 unknown", True), ("450 later", False)])
def test_a_refused_recipient_is_gone_only_for_good(said: str, final: bool) -> None:
    box, port = Postbox(), free_port()
    box.refusing = said
    with serving(box, port), pytest.raises(Failed) as failed:
        send(LETTER, server(port, user="", password=""))
    assert failed.value.final is final


def test_nobody_there() -> None:
    with pytest.raises(Failed) as failed:
        send(replace(LETTER, id="id2"), server(free_port()))
    assert not failed.value.final
