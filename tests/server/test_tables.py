"""Opening, joining, leaving, starting, handing over, playing again."""

from __future__ import annotations

import contextlib
import re

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from spieltisch import games
from spieltisch.tables import personas
from tests.server.client import Client, Talk
from tests.server.processes import ServerProcess


async def test_whoever_opens_a_table_is_a_guest_at_once(ada: Client, game: str) -> None:
    assert (await ada.get("/api/me"))["id"] is None
    table = await ada.open(game, "me", "greedy")
    assert (await ada.get("/api/me"))["name"] == "Ada"
    assert table["you"] == {"seats": [0], "host": True}
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert re.fullmatch("[0-9a-f]{64}", table["commitment"])


async def test_the_name_that_somebody_types_now_counts(ada: Client, bo: Client, game: str) -> None:
    """Whoever has played before as a guest is called what they type at the next table."""
    await bo.post("/api/me", {"name": "Guest"})
    table = await ada.open(game, "me", "open")
    joined = await bo.post(f"/api/tables/{table['id']}/join", {"name": "Bo", "nonce": "b0"})
    assert joined["seats"][1]["name"] == "Bo"
    assert (await bo.open(game, "me", "greedy", name="Bob"))["seats"][0]["name"] == "Bob"
    own = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]}
    assert (await bo.post("/api/tables", own, 201))["seats"][0]["name"] == "Bob"  # typed nothing


async def test_bots_are_persons(ada: Client, game: str) -> None:
    table = await ada.open(game, "me", "greedy")
    me, bot = table["seats"]
    assert me["face"] in personas.PEOPLE  # what this person was given at the first visit
    assert me["about"] is None
    assert bot["name"] == "Theo"
    assert (bot["face"] == "frog") is (me["face"] != "frog")  # people keep what is theirs
    assert bot["about"]["de"].startswith("gierig · ")
    assert bot["about"]["en"].startswith("greedy · ")


async def test_the_cookie_is_kept_from_scripts(ada: Client) -> None:
    answer = await ada.http.post("/api/me", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert (await ada.post("/api/me", {"name": "Ida"}))["name"] == "Ida"


async def test_the_cookie_is_secure_behind_tls(server: ServerProcess) -> None:
    async with Client(server.base) as client:
        client.http.headers["X-Forwarded-Proto"] = "https"
        answer = await client.http.post("/api/me", json={"name": "Ada"})
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]


async def test_friends_sit_down_and_start(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "open", public=True)
    path = f"/api/tables/{table['id']}"
    lobby = await bo.get("/api/tables")
    assert table["id"] in [found["id"] for found in lobby["tables"]]
    await ada.post(f"{path}/start", status=409)
    joined = await bo.post(f"{path}/join", {"name": "Ada", "nonce": "b0"})
    assert joined["you"]["seats"] == [1]
    assert joined["seats"][1]["name"] == "Ada 2"  # no two of the same name
    assert (await bo.post(f"{path}/start", status=403))["code"] == "seat/not-host"
    begun = await ada.post(f"{path}/start", {"nonce": "ada0"})
    assert begun["status"] == "playing"
    assert begun["nonces"] == ["ada0", "b0"]
    assert begun["commitment"] == table["commitment"]
    mine = (await bo.get("/api/me/tables"))["tables"]
    assert mine[0]["id"] == table["id"]
    assert "your_turn" in mine[0]


async def test_a_private_table_is_not_in_the_lobby(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "open")
    lobby = await bo.get("/api/tables")
    assert table["id"] not in [found["id"] for found in lobby["tables"]]
    assert (await bo.get(f"/api/tables/{table['id']}"))["status"] == "open"


async def test_a_full_table_says_so(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "greedy")
    answer = await bo.post(f"/api/tables/{table['id']}/join", {}, 409)
    assert answer["code"] == "table/full"


async def test_a_table_that_everybody_left_says_so(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "open")
    await ada.post(f"/api/tables/{table['id']}/leave")
    answer = await bo.post(f"/api/tables/{table['id']}/join", {"name": "Bo"}, 409)
    assert answer["code"] == "table/closed"


async def test_the_host_gives_seats_to_bots_and_takes_them_away(
    ada: Client, bo: Client, game: str
) -> None:
    table = await ada.open(game, "me", "open")
    path = f"/api/tables/{table['id']}/seats/1"
    assert (await bo.post("/api/me", {"name": "Bo"}))["name"] == "Bo"
    assert (await bo.post(f"{path}/bot", {"level": "greedy"}, 403))["code"] == "seat/not-host"
    assert (await ada.post(f"{path}/bot", {"level": "os:system"}, 422))["code"] == "bot/unknown"
    assert (await ada.post(f"{path}/bot", {"level": "greedy"}))["seats"][1]["kind"] == "bot"
    assert (await ada.post(f"{path}/open"))["seats"][1]["kind"] == "open"


async def test_the_host_begins_with_those_who_sit(ada: Client, bo: Client, game: str) -> None:
    """Open seats go; whoever sat behind them has another number, and the same seat and link."""
    smallest = games.card(game).players.start
    table = await ada.open(game, "me", *["open"] * smallest)
    path = f"/api/tables/{table['id']}"
    for seat in range(1, smallest - 1):
        await ada.post(f"{path}/seats/{seat}/bot", {"level": "greedy"})
    assert (await bo.post(f"{path}/shrink", {}, 401))["code"] == "me/unknown"
    last = smallest  # an open seat lies between
    await bo.post(f"{path}/join", {"name": "Bo", "seat": last, "nonce": "b0"})
    link = await bo.get(f"{path}/seats/{last}/link")
    assert (await bo.post(f"{path}/shrink", {}, 403))["code"] == "seat/not-host"
    async with ada.sit(table["id"]) as told, bo.sit(table["id"]) as talk:
        await talk.send(kind="look", id="l", seat=last)
        await talk.next("look")
        await talk.send(kind="chat", id="c", text="Hallo")
        smaller = await ada.post(f"{path}/shrink")
        while (event := await told.next("event"))["what"] != "shrink":
            pass
        assert len(event["table"]["seats"]) == smaller["players"] == smallest
        assert [seat["seat"] for seat in smaller["seats"]] == list(range(smallest))
        assert smaller["seats"][-1]["name"] == "Bo"
        assert (await ada.post(f"{path}/shrink"))["n"] == smaller["n"]  # nothing is left to take
        await ada.post(f"{path}/start", {"nonce": "ada0"})
        while (event := await talk.next("event"))["what"] != "start":
            pass
        assert event["looking"] == smallest - 1
    assert (await bo.get(path))["you"]["seats"] == [smallest - 1]
    async with bo.sit(table["id"]) as talk:
        assert [line["seat"] for line in talk.snapshot["chat"]] == [smallest - 1]
    async with Client(ada.base) as phone:
        held = await phone.post(f"{path}/claim", {"key": link["key"]})
        assert held["you"]["seats"] == [smallest - 1]
    assert (await ada.post(f"{path}/shrink", {}, 409))["code"] == "table/started"


SEVERAL = sorted(key for key, card in games.cards().items() if card.players.start > 1)


@pytest.mark.parametrize("key", SEVERAL)
async def test_too_few_do_not_begin(ada: Client, key: str) -> None:
    smallest = games.card(key).players.start
    table = await ada.open(key, "me", *["open"] * (smallest - 1))
    answer = await ada.post(f"/api/tables/{table['id']}/shrink", {}, 422)
    assert str(smallest) in answer["en"]


async def test_leaving_before_the_start_opens_the_seat(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "open")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    left = await ada.post(f"{path}/leave")
    assert left["seats"][0]["kind"] == "open"
    assert (await bo.get(path))["you"]["host"]
    assert (await bo.post(f"{path}/leave"))["status"] == "closed"


async def test_who_leaves_a_match_is_waited_for_and_may_stay(
    ada: Client, bo: Client, game: str
) -> None:
    table = await ada.open(game, "me", "open")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    await ada.post(f"{path}/start")
    left = await bo.post(f"{path}/leave")
    seat = left["seats"][1]
    assert seat["kind"] == "person"
    assert seat["name"] == "Bo"
    assert not seat["warm"]
    assert seat["left"]
    assert left["updated"] < seat["grace"]
    seat = (await bo.post(f"{path}/seats/1/back"))["seats"][1]
    assert not seat["left"]
    assert seat["grace"] is None
    assert (await ada.post(f"{path}/seats/1/back", status=403))["code"] == "seat/not-yours"


async def test_a_seat_link_opens_the_seat_on_another_device(
    ada: Client, bo: Client, server: ServerProcess, game: str
) -> None:
    id_ = await ada.started(game, "me", "greedy")
    link = await ada.get(f"/api/tables/{id_}/seats/0/link")
    assert link["link"].endswith(f"/table/{id_}?key={link['key']}")
    async with Client(server.base) as phone:
        wrong = link["key"][:-1] + ("0" if link["key"][-1] != "0" else "1")
        answer = await phone.post(f"/api/tables/{id_}/claim", {"key": wrong}, 403)
        assert answer["code"] == "seat/key"
        claimed = await phone.post(f"/api/tables/{id_}/claim", {"key": link["key"]})
        assert claimed["you"]["seats"] == [0]
        async with phone.sit(id_) as talk:
            assert talk.snapshot["looking"] == 0
    await bo.post("/api/me", {"name": "Bo"})
    assert (await bo.get(f"/api/tables/{id_}/seats/0/link", 403))["code"] == "seat/not-yours"
    code = await ada.http.get(f"/api/tables/{id_}/qr.svg")
    assert code.text.startswith("<svg")
    assert code.headers["content-type"] == "image/svg+xml"


async def test_only_players_see_a_table_without_spectators(
    ada: Client, bo: Client, game: str
) -> None:
    id_ = await ada.started(game, "me", "greedy", spectators=False)
    assert (await bo.get(f"/api/tables/{id_}", 403))["code"] == "table/no-spectators"
    assert (await bo.get(f"/api/tables/{id_}/record", 403))["code"] == "table/no-spectators"


async def test_whoever_waits_at_a_table_without_spectators_is_shown_out_at_the_start(
    ada: Client, bo: Client, server: ServerProcess, game: str
) -> None:
    table = await ada.open(game, "me", "greedy", spectators=False)
    await bo.post("/api/me", {"name": "Bo"})
    address = server.base.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
    async with ada.sit(table["id"]) as playing, bo.sit(table["id"]) as waiting:
        async with connect(address) as silent:  # says hello too late
            assert (await waiting.ask("chat", text="May I watch?"))["kind"] == "ack"
            await ada.post(f"/api/tables/{table['id']}/start")
            await silent.send('{"kind": "hello"}')
            assert await last_words(Talk(silent)) == ["table/no-spectators"]
        with contextlib.suppress(ConnectionClosed):
            await waiting.send(kind="chat", id="late", text="I am still here")
        assert await last_words(waiting) == ["table/no-spectators"]
        assert not any('"what":"start"' in text for text in waiting.received)
        assert (await playing.event("start"))["view"]
    async with ada.sit(table["id"]) as playing:
        assert [said["text"] for said in playing.snapshot["chat"]] == ["May I watch?"]


async def test_whoever_gets_up_sees_no_more_than_a_stranger(
    ada: Client, bo: Client, game: str
) -> None:
    table = await ada.open(game, "me", "open", spectators=False)
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    async with bo.sit(table["id"]) as left:
        await bo.post(f"{path}/leave")
        assert (await left.event("leave"))["table"]["you"]["seats"] == []
        await ada.post(f"{path}/seats/1/bot", {"level": "greedy"})
        await ada.post(f"{path}/start")
        assert await last_words(left) == ["table/no-spectators"]


async def last_words(talk: Talk) -> list[str]:
    """The errors that are told until the server closes, which is for want of a right."""
    with pytest.raises(ConnectionClosed) as closed:
        await talk.next("nothing of this kind")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    assert not any(message.get("view") for message in talk.waiting)
    return [message["code"] for message in talk.waiting if message["kind"] == "error"]


@pytest.mark.parametrize("key", list(games.cards()))
async def test_options_are_what_a_form_needs(ada: Client, key: str) -> None:
    found = await ada.get("/api/games")
    card = next(game for game in found["games"] if game["key"] == key)
    assert card["ready"]
    assert card["progress"] == 1.0
    assert {option["name"] for option in card["options"]} == {
        option.name for option in games.card(key).all_options()
    }
    few = card["players"]["least"]
    seats = ["me"] + ["greedy"] * (few - 1)
    table = await ada.open(key, *seats, options={"random_start": True})
    assert table["options"] == {"random_start": True}
    bad = await ada.post(
        "/api/tables",
        {
            "game": key,
            "seats": [{"kind": "me"}] * 1 + [{"kind": "open"}] * (few - 1),
            "options": {"x": 1},
        },
        422,
    )
    assert bad["code"] == "option/bad"
    assert "random_start" in bad["en"]


@pytest.mark.parametrize("key", list(games.cards()))
async def test_rules_open_at_a_paragraph(ada: Client, key: str) -> None:
    for lang in ("de", "en"):
        told = await ada.get(f"/api/games/{key}/rules?lang={lang}")
        ids = [part["id"] for part in told["paragraphs"] if part["kind"] == "rule"]
        assert f"{games.card(key).prefix}-1" in ids
