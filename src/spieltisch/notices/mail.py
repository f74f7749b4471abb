"""E-mail by the host's own server, with the standard library in a thread."""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import unquote, urlsplit

from spieltisch.core.errors import BadOption

TIMEOUT = 15.0  # seconds for each step of a conversation
LOCAL = {"127.0.0.1", "::1", "localhost"}
LENGTH = 254
ADDRESS = re.compile(
    r"[^\s@<>()\[\]\\,;:\"]{1,64}@(?=[^@]{1,253}$)[^\W_]([\w-]*[^\W_])?(\.[^\W_]([\w-]*[^\W_])?)+"
)


class Failed(Exception):
    """The mail server did not take it. `final`: nor will it take it later."""

    def __init__(self, reason: str, final: bool = False) -> None:
        super().__init__(reason)
        self.final = final


@dataclass(frozen=True)
class Server:
    host: str
    port: int
    secure: bool  # TLS from the first byte
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""

    @property
    def here(self) -> bool:
        return self.host in LOCAL


def read_server(url: str, sender: str) -> Server | None:
    """`smtp://user:password@host:587` or `smtps://…`; None where the host sends no mail."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    if parts.scheme not in {"smtp", "smtps"} or not host:
        raise BadOption(
            "SPIELTISCH_MAIL ist eine Adresse wie smtp://name:passwort@mail.example.org:587 "
            "(oder smtps://…).",
            "SPIELTISCH_MAIL is an address such as smtp://name:password@mail.example.org:587 "
            "(or smtps://…)",
        )
    if not is_address(sender):
        raise BadOption(
            "SPIELTISCH_MAIL_FROM fehlt oder ist keine E-Mail-Adresse: von wem kommt die Post?",
            "SPIELTISCH_MAIL_FROM is missing or no e-mail address: who sends the mail?",
        )
    secure = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(host, port or (465 if secure else 587), secure, user, password, sender)


def is_address(text: str) -> bool:
    """Whether mail can go there; the code that is sent there says whether it does.

    >>> is_address("ada@example.org"), is_address("ada@localhost"), is_address("a b@example.org")
    (True, False, False)
    >>> is_address("ada@example.org\\nBcc: all@example.org")
    False
    """
    return len(text) <= LENGTH and text.isascii() and ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class Letter:
    to: str
    id: str  # the same for every attempt: mail servers and programs drop a second one
    subject: str
    text: str
    html: str
    stop: str = ""  # where one request stops all further letters
    at: int = 0


def compose(letter: Letter, server: Server) -> EmailMessage:
    mail = EmailMessage()
    user, _, domain = server.sender.partition("@")
    mail["From"] = Address("Spieltisch", user, domain)
    mail["To"] = letter.to
    mail["Subject"] = " ".join(letter.subject.split())
    mail["Date"] = format_datetime(datetime.fromtimestamp(letter.at / 1000, UTC))
    mail["Message-ID"] = f"<{letter.id}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        mail["List-Unsubscribe"] = f"<{letter.stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(letter.text)
    if letter.html:
        mail.add_alternative(letter.html, subtype="html")
    return mail


def send(letter: Letter, server: Server, authorities: ssl.SSLContext | None = None) -> None:
    """Hands one letter over; takes as long as a server lets it, so call it in a thread."""
    context = authorities or ssl.create_default_context()
    try:
        with _connect(server, context) as smtp:
            if not server.secure:
                smtp.ehlo()
                if smtp.has_extn("starttls"):
                    smtp.starttls(context=context)
                elif server.user and not server.here:
                    raise Failed("the mail server offers no TLS, so it gets no password")
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(compose(letter, server))
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise Failed("the recipient was refused", all(code >= 500 for code in codes)) from None
    except smtplib.SMTPException as error:
        raise Failed(type(error).__name__) from None
    except (OSError, ssl.SSLError) as error:
        raise Failed(str(error) or type(error).__name__) from None


def _connect(server: Server, context: ssl.SSLContext) -> smtplib.SMTP:
    if server.secure:
        return smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
