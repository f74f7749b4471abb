"""Whatever is sent, the answer is a code and a sentence, or a close with a reason."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from spieltisch import games
from spieltisch.core.card import Card, Option
from spieltisch.server import limits
from spieltisch.tables.messages import read
from spieltisch.tables.problems import Problem
from tests.server.client import Client, Talk
from tests.server.database import query
from tests.server.processes import ServerProcess


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its rate limits on."""
    process = ServerProcess(tmp_path_factory.mktemp("strict"), limits="on").start()
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


async def test_too_many_requests_are_told_to_wait(strict: ServerProcess) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", strict.port)
    request = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
    writer.write(request * 600 + request.replace(b"Host", b"Connection: close\r\nHost"))
    text = (await _read_all(reader)).decode()
    writer.close()
    await writer.wait_closed()
    assert text.count("HTTP/1.1 200") >= 100
    assert text.count("HTTP/1.1 429") >= 20
    assert "retry-after: 1" in text
    assert '"code":"rate/limited"' in text
    async with Client(strict.base) as client:
        assert (await client.http.get("/healthz")).status_code == 200


async def _read_all(reader: asyncio.StreamReader) -> bytes:
    found = b""
    while part := await reader.read(1 << 16):
        found += part
    return found


async def test_ten_thousand_messages_end_the_connection_not_the_server(
    strict: ServerProcess, game: str
) -> None:
    async with Client(strict.base) as client:
        id_ = await _some_table(client, game)
        async with client.sit(id_) as talk:
            with pytest.raises(ConnectionClosed) as closed:
                await _flood(talk)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        assert (await client.http.get("/healthz")).json()["ok"]


async def test_connecting_again_gives_no_new_allowance(strict: ServerProcess, game: str) -> None:
    """Of all connections of one address, some are answered and the others told to wait."""
    rate, at_once = limits.MESSAGES_TOGETHER
    async with Client(strict.base) as client:
        id_ = await _some_table(client, game)
        began = time.monotonic()
        found = await asyncio.gather(*(_ask_much(client, id_) for _ in range(60)))
        took = time.monotonic() - began
        answered = sum(pongs for pongs, _ in found)
        assert at_once / 2 < answered <= at_once + rate * took
        assert {code for _, code in found} == {1000, 4429}
        await asyncio.sleep(2)
        assert await _ask_much(client, id_) == (50, 1000)


async def _ask_much(client: Client, table: str) -> tuple[int, int]:
    """How many of fifty messages of one connection are answered, and the code that ends it."""
    address = client.base.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    async with connect(address, max_size=None) as socket:
        talk = Talk(socket)
        with contextlib.suppress(ConnectionClosed):
            await talk.send(kind="hello")
            for n in range(50):
                await talk.send(kind="ping", id=str(n))
        with contextlib.suppress(ConnectionClosed):
            await talk.next("pong", id="49")
            return 50, 1000
        assert not talk.received or '"code":"rate/limited"' in talk.received[-1]
        return sum('"kind":"pong"' in text for text in talk.received), socket.close_code or 0


async def _flood(talk: Talk) -> None:
    for n in range(10_000):
        await talk.send(kind="ping", id=str(n))
    await _read_on(talk)


async def _read_on(talk: Talk) -> None:
    while True:
        await talk.read()


async def _some_table(client: Client, game: str) -> str:
    for _ in range(100):
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = await client.http.post("/api/tables", json=body)
        if answer.status_code == 201:
            return str(answer.json()["id"])
        await asyncio.sleep(0.5)
    raise AssertionError("no table")


async def test_too_many_new_tables_are_refused(strict: ServerProcess, game: str) -> None:
    async with Client(strict.base) as client:
        await _some_table(client, game)
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        codes = [(await client.http.post("/api/tables", json=body)).status_code for _ in range(80)]
        assert 429 in codes
        assert set(codes) <= {201, 429}


async def test_a_page_of_another_site_is_refused(ada: Client, game: str) -> None:
    foreign = {"Origin": "https://evil.example"}
    answer = await ada.http.post("/api/me", json={"name": "Eve"}, headers=foreign)
    assert answer.status_code == 403
    assert answer.json()["code"] == "origin/foreign"
    id_ = await ada.started(game, "me", "greedy")
    address = ada.base.replace("http", "ws", 1) + f"/api/tables/{id_}/socket"
    async with connect(address, additional_headers={**ada.cookie(), **foreign}) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
    own = {"Origin": ada.base}
    async with connect(address, additional_headers={**ada.cookie(), **own}) as socket:
        await socket.send('{"kind": "hello"}')
        assert json.loads(await socket.recv())["kind"] == "snapshot"


async def test_every_answer_carries_the_headers_of_caution(ada: Client) -> None:
    for path in ("/", "/api/me", "/api/docs", "/nothing", "/table/x"):
        headers = (await ada.http.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


HARD_TO_DIGEST = [
    r'"\ud800"',
    "NaN",
    "-Infinity",
    "1e999",
    "1" + "0" * 400,
    "1" + "0" * 5000,
    "[" * 900 + "]" * 900,
    r'{"\udfff": 1}',
]


@pytest.mark.parametrize("value", HARD_TO_DIGEST, ids=lambda value: value[:9])
async def test_values_that_nothing_can_be_done_with_are_refused(ada: Client, value: str) -> None:
    """As options, alone and deep inside of one, and as everything else that is text or number."""
    for key, card in games.cards().items():
        seats = json.dumps([{"kind": "me"}] + [{"kind": "open"}] * (card.players[0] - 1))
        new = f'{{"game": "{key}", "seats": {seats}'
        bodies = [f'{new}, "{name}": {value}}}' for name in ("clock", "name", "public", "options")]
        for option in card.all_options():
            bodies.append(f'{new}, "options": {{"{option.name}": {value}}}}}')
            for data in spoilt(card, option, value):
                bodies.append(f'{new}, "options": {{"{option.name}": {data}}}}}')
        for body in [*bodies, f'{{"game": {value}, "seats": {seats}}}']:
            await refused_in_words(ada, "/api/tables", body)
    for path in ("/api/me", "/api/agents"):
        await refused_in_words(ada, path, f'{{"name": {value}}}')


def spoilt(card: Card, option: Option, value: str) -> list[str]:
    """Data that comes with a game as a file, with this value here and there."""
    folder = Path(import_module(card.package).__file__ or "").parent
    files = [folder / f"{option.name}s" / f"{name}.json" for name in option.values]
    found = []
    for data in [json.dumps(json.loads(file.read_text())) for file in files if file.is_file()]:
        parts = [part.span() for part in re.finditer(r'"[^"]+"(?=[,}\]])|-?[0-9.]+(?=[,\]])', data)]
        some = parts[:: len(parts) // 12 + 1] + parts[-3:]
        found += [data[:start] + value + data[end:] for start, end in some]
    return found


async def refused_in_words(client: Client, path: str, body: str) -> None:
    headers = {"content-type": "application/json"}
    answer = await client.http.post(path, content=body, headers=headers)
    assert answer.status_code == 422, (body, answer.text)
    assert answer.json()["de"]


async def test_a_message_that_is_not_understood_is_answered_by_its_id(
    ada: Client, game: str
) -> None:
    table = await ada.open(game, "me", "open")
    async with ada.sit(table["id"]) as talk:
        for id_, told in (("d1", "d1"), (5, None), ("", None), ("x" * 65, None)):
            await talk.send(kind="dance", id=id_)
            error = await talk.next("error")
            assert (error["id"], error["code"]) == (told, "input/invalid")


async def test_what_people_write_for_each_other_is_one_plain_line(ada: Client, game: str) -> None:
    odd = "\0A\u202ed\x1ba\u2066\x9f"
    assert (await ada.post("/api/me", {"name": odd}))["name"] == "Ada"
    table = await ada.open(game, "me", f"local:{odd}", "open")
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ada 2", None]
    async with ada.sit(table["id"]) as talk:
        assert (await talk.ask("chat", text=f"Hello\n\t{odd}"))["text"] == "Hello  Ada"
        assert (await talk.event("chat"))["chat"]["text"] == "Hello  Ada"
        error = await talk.ask("chat", text="\u202e\0\u200d")
        assert error["code"] == "input/invalid"
    for empty in ("\0\0", "\u202e", " \u200b "):
        assert (await ada.post("/api/me", {"name": empty}, 422))["code"] == "input/invalid"


async def test_head_is_answered_like_get(ada: Client) -> None:
    for path in ("/", "/healthz", "/api/me", "/api/agents", "/nothing"):
        head, get = await ada.http.head(path), await ada.http.get(path)
        assert (head.status_code, head.text) == (get.status_code, "")
        for name in ("content-type", "content-length", "content-security-policy"):
            assert head.headers[name] == get.headers[name]


async def test_a_database_that_refuses_is_named_as_the_reason(
    ada: Client, server: ServerProcess, game: str
) -> None:
    table = await ada.open(game, "me", "open")
    address = server.base.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
    query(server, "ALTER TABLE person RENAME TO lost")
    try:
        answer = await ada.post("/api/me", {"name": "Ida"}, 503)
        async with connect(address, additional_headers={"Cookie": "spieltisch=x"}) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
    finally:
        query(server, "ALTER TABLE lost RENAME TO person")
    assert answer["code"] == "server/store"
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "server/store")
    assert (await ada.post("/api/me", {"name": "Ida"}))["name"] == "Ida"


async def test_sizes_are_limited(ada: Client, game: str) -> None:
    answer = await ada.http.post("/api/me", content=b"x" * 70_000)
    assert answer.status_code == 413
    assert answer.json()["code"] == "input/too-big"

    async def endless() -> Any:
        for _ in range(100):
            yield b"y" * 1000

    answer = await ada.http.post("/api/me", content=endless())
    assert answer.status_code == 413
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as talk:
        await talk.send(kind="chat", id="c", text="z" * 20_000)
        with pytest.raises(ConnectionClosed) as closed:
            await _read_on(talk)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    "path", ["x" * 300, "a/" * 3000, "assets/" + "x" * 300, "table/" + "x" * 300]
)
async def test_names_that_no_file_can_have_are_no_fault(ada: Client, path: str) -> None:
    """The system refuses to look for them at all."""
    answer = await ada.http.get(f"/{path}")
    assert answer.status_code == (200 if path.startswith("table/") else 404)


async def test_foreign_cookies_and_other_peoples_seats(ada: Client, bo: Client, game: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    answer = await bo.http.get("/api/me", headers={"Cookie": "spieltisch=made-up"})
    assert answer.json()["id"] is None
    await bo.post("/api/me", {"name": "Eve"})
    for path in ("seats/0/back", "leave", "rematch", "start"):
        assert (await bo.post(f"/api/tables/{id_}/{path}", status=403))["code"].startswith("seat/")
    async with bo.sit(id_) as talk:
        for kind in ("turns", "choices", "hint", "undo", "look"):
            assert (await talk.ask(kind, seat=0))["code"] == "seat/not-yours"
        assert (await talk.ask("turn", seat=9, text="x"))["code"] == "seat/not-yours"


@pytest.mark.parametrize("table", ["nosuchtable1", "no%00table", "%ED%A0%80"])
async def test_a_connection_to_no_table_is_closed_with_the_reason(ada: Client, table: str) -> None:
    address = ada.base.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    async with connect(address) as socket:
        assert json.loads(await socket.recv())["code"] == "table/unknown"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize("first", ["", "{", "[]", '{"kind": "ping", "id": "1"}', "null"])
async def test_whoever_does_not_say_hello_is_told_so(ada: Client, game: str, first: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    address = ada.base.replace("http", "ws", 1) + f"/api/tables/{id_}/socket"
    async with connect(address) as socket:
        await socket.send(first)
        assert json.loads(await socket.recv())["code"] == "input/invalid"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400


LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
JSON = LEAF | st.lists(LEAF, max_size=4) | st.dictionaries(st.text(max_size=8), LEAF, max_size=4)
KINDS = st.sampled_from(
    [
        "hello",
        "look",
        "turn",
        "why",
        "legal",
        "choices",
        "turns",
        "undo",
        "hint",
        "chat",
        "ping",
        "dance",
    ]
)
FIELDS = {"id": JSON, "seat": JSON, "text": JSON, "begun": JSON, "limit": JSON, "after": JSON}
NEARLY = st.fixed_dictionaries(
    {"kind": KINDS, "id": st.text(min_size=1, max_size=5)},
    optional={
        "seat": st.integers(-1, 3),
        "text": st.text(max_size=30),
        "begun": st.lists(st.integers(0, 200), max_size=4),
    },
)
ODD = st.fixed_dictionaries({"kind": KINDS}, optional=FIELDS)
RAW = st.text(max_size=60) | JSON.map(json.dumps) | NEARLY.map(json.dumps) | ODD.map(json.dumps)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(RAW, min_size=15, max_size=15))
def test_no_message_finds_a_fault(server: ServerProcess, game: str, texts: list[str]) -> None:
    asyncio.run(_bombard(server, game, texts))


async def _bombard(server: ServerProcess, game: str, texts: list[str]) -> None:
    async with Client(server.base) as client:
        id_ = await client.started(game, "me", "greedy")
        async with client.sit(id_) as talk:
            for text in texts:
                await talk.socket.send(text)
            await talk.send(kind="ping", id="the end")
            while True:
                message = await talk.read()
                if message["kind"] == "pong" and message["id"] == "the end":
                    break
                assert message.get("code") != "server/error", (message, texts)
                if message["kind"] in {"error", "refused"}:
                    assert message["de"]
                    assert message["en"]


@given(RAW)
@settings(max_examples=100)
def test_the_reader_of_messages_only_ever_refuses(text: str) -> None:
    try:
        message = read(text)
    except Problem:
        return
    assert message.kind in json.loads(text)["kind"]
