"""By which names a server may be called, and whom its limits count together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.server.http.hosts import is_known
from spieltisch.server.settings import Settings
from tests.server.client import Client
from tests.server.processes import ServerProcess
from tests.server.raw import closing_code, upgrade

OURS = ["localhost", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7", "a.localhost", ""]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example"])
async def test_a_name_that_somebody_else_lets_point_here_is_refused(
    ada: Client, server: ServerProcess, game: str, host: str
) -> None:
    for path in ("/", "/api/me", "/metrics"):
        answer = await ada.http.get(path, headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (403, "host/unknown")
    table = await ada.open(game, "me", "open")
    with upgrade(server, table["id"], host) as peer:
        assert closing_code(peer) == 4403


@pytest.mark.parametrize("host", OURS)
async def test_addresses_and_names_of_this_machine_are_known(ada: Client, host: str) -> None:
    assert (await ada.http.get("/api/me", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    ("settings", "known"),
    [
        (Settings(url="https://Play.Example"), {"play.example"}),
        (Settings(host="box"), {"box"}),
        (Settings(hosts="a.example, b.example"), {"a.example", "b.example"}),
        (Settings(hosts="*"), {"play.example", "box", "a.example", "b.example", "evil.example"}),
        (Settings(lan=True, url="http://192.168.0.7:8000"), set()),
    ],
)
def test_further_names_can_be_set(settings: Settings, known: set[str]) -> None:
    names = {"play.example", "box", "a.example", "b.example", "evil.example"}
    assert {name for name in names if is_known(name, settings)} == known


@pytest.fixture
def proxied(folder: Path) -> Iterator[ServerProcess]:
    """Its limits are on, and it believes a proxy on this machine as to who is asking."""
    server = ServerProcess(folder, limits="on").start(wait=False).wait_open()
    yield server
    server.end()


async def test_a_network_of_ipv6_shares_its_limits(proxied: ServerProcess) -> None:
    """One home has 2⁶⁴ addresses."""
    async with Client(proxied.base) as client:

        async def ask(address: str) -> int:
            headers = {"X-Forwarded-For": address}
            body = {"name": "Ada"}
            return (await client.http.post("/api/agents", json=body, headers=headers)).status_code

        codes = [await ask(f"2001:db8:0:1::{n:x}") for n in range(1, 60)]
        assert (codes[0], codes[-1]) == (201, 429)
        assert await ask("2001:db8:0:2::1") == 201
        assert await ask("192.0.2.1") == 201
