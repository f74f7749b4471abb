"""Web Push by the book: the example of RFC 8291, and keys that only their owner can read."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from spieltisch.core.errors import BadOption
from spieltisch.notices import push, push_keys
from spieltisch.notices.push_keys import CURVE, decode, encode
from tests.notices.receivers import Browser


def test_the_example_of_rfc_8291() -> None:
    """Section 5 and appendix A."""
    to = push.Subscription(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    number = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sender = ec.derive_private_key(number, CURVE)
    text = b"When I grow up, I want to be a watermelon"
    found = push.encrypt(text, to, sender, decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encode(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
        "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qulcy4a-fN"
    )


def test_every_message_is_encrypted_anew_and_has_room_for_all_that_fits() -> None:
    browser = Browser("https://push.example.net/1")
    said = browser.subscription()
    to = push.Subscription(said["endpoint"], **said["keys"])
    text = b'"' + b"a" * (push.MOST - 2) + b'"'
    one, other = push.encrypt(text, to), push.encrypt(text, to)
    assert one != other
    assert len(one) <= push.RECORD
    assert browser.decrypt(one) == browser.decrypt(other)
    with pytest.raises(ValueError, match="at most"):
        push.encrypt(text + b" ", to)


@pytest.mark.parametrize(("p256dh", "auth"), [("AAAA", "A" * 22), ("", "AA"), ("ä", "A!AA")])
def test_what_no_browser_made_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        push.Subscription("https://push.example.net/1", p256dh, auth).check()


def test_the_key_is_made_once_and_private(folder: Path) -> None:
    first = push_keys.kept_in(folder)
    path = folder / push_keys.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert push_keys.kept_in(folder).public == first.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("no key")
    with pytest.raises(BadOption, match="no key for Web Push"):
        push_keys.kept_in(folder)
