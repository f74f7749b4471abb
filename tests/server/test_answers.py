"""What answers carry and say, asked of a server inside this process."""

from __future__ import annotations

import pytest

from spieltisch.server.settings import Settings
from tests.server.conftest import Asking

pytestmark = pytest.mark.server


@pytest.mark.parametrize(("url", "secure"), [("https://play.example", True), ("http://x", False)])
async def test_an_address_with_tls_makes_cookies_secure(
    asking: Asking, url: str, secure: bool
) -> None:
    client = await asking(Settings(url=url))
    answer = await client.post("/api/me", json={"name": "Ada"})
    assert ("Secure" in answer.headers["set-cookie"]) == secure
    assert ("strict-transport-security" in answer.headers) == secure
