"""What we change in uvicorn is there to be changed; and the app also runs without our changes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from spieltisch.server.http.bounded import BoundedHttp
from spieltisch.server.socket.bounded import BoundedSocket, Frames
from spieltisch.server.socket.raw_frames import Wire
from tests.server.client import Client
from tests.server.processes import ServerProcess

OURS = {  # what is new in our classes; all else must take the place of something
    "__module__", "__doc__", "__qualname__", "__annotations__", "__init__", "__static_attributes__",
    "__firstlineno__", "give_up", "stage", "received", "head", "fault", "upgraded", "completed",
    "deadline", "stalled", "late", "going_on", "fragments", "control", "put",
    "hear", "listen",
}  # fmt: skip


@pytest.mark.parametrize(
    ("own", "base"),
    [
        (BoundedHttp, HttpToolsProtocol),
        (BoundedSocket, WebSocketsSansIOProtocol),
        (Wire, WebSocketsSansIOProtocol),
        (Frames, ServerProtocol),
    ],
)
def test_what_is_overridden_exists(own: type, base: type) -> None:
    names = {name for name in vars(own) if name not in OURS and not name.startswith("_")}
    assert {name for name in names if not hasattr(base, name)} == set()


@pytest.fixture
def plain(folder: Path) -> Iterator[ServerProcess]:
    """The app as any ASGI server would run it, without limits on frames and without a short way."""
    server = ServerProcess(folder)
    code = (
        "import uvicorn; uvicorn.run('spieltisch.server.app:create', factory=True, "
        f"port={server.port}, log_config=None, access_log=False)"
    )
    with open(server.log, "ab") as log:
        server.process = subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, **server.settings},
            stdout=log,
            stderr=log,
        )
    server.wait_open()
    yield server
    server.end()


async def test_a_turn_is_played_on_a_plain_server(plain: ServerProcess, game: str) -> None:
    plain.wait_ready(game)
    async with Client(plain.base) as client:
        table = await client.started(game, "me", "greedy")
        async with client.sit(table) as talk:
            while 0 not in talk.snapshot["acting"]:
                talk.snapshot = await talk.event()
            assert (await talk.play_first(0))["kind"] == "ack"
