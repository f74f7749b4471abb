"""A person without an account: devices, history, export, being forgotten."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from spieltisch import games
from spieltisch.people.forget import NAMELESS
from spieltisch.people.recovery_codes import digest
from spieltisch.server import limits
from tests.server.client import Client
from tests.server.database import query
from tests.server.playing import finished, play_out, shortest
from tests.server.processes import ServerProcess


async def test_a_face_and_a_colour_go_with_the_name(ada: Client, bo: Client, game: str) -> None:
    await ada.post("/api/me", {"name": "Ada"})
    first = await ada.get("/api/me/profile")
    assert first["face"]
    assert (first["devices"], first["code"], first["abandon"]) == (1, False, 30)
    changed = await ada.post("/api/me/profile", {"face": "owl", "colour": "blue", "abandon": 0})
    assert (changed["face"], changed["colour"], changed["abandon"]) == ("owl", "blue", 0)
    assert changed["name"] == "Ada"
    table = await ada.open(game, "me", "open", "open")
    await bo.post("/api/me/profile", {"name": "Bo", "face": "bear"})
    shown = await bo.post(f"/api/tables/{table['id']}/join", {})
    assert [seat["face"] for seat in shown["seats"]][:2] == ["owl", "bear"]
    wrong = await ada.http.post("/api/me/profile", json={"face": "dragon"})
    assert wrong.status_code == 422


async def test_a_code_makes_another_device_mine(
    server: ServerProcess, ada: Client, game: str
) -> None:
    table = await ada.open(game, "me", "open", "open")
    shown = await ada.post("/api/me/code")
    assert shown["link"].endswith(f"/me#{shown['code']}")
    me = await ada.get("/api/me/profile")
    ((kept,),) = query(server, "SELECT recovery FROM person WHERE id = :id", id=me["id"])
    assert kept == digest(shown["code"])
    assert shown["code"] not in json.dumps(me)
    async with Client(server.base, "") as phone:
        wrong = await phone.http.post("/api/me/recover", json={"code": "abcd-" * 4 + "abcd"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "me/code")
        assert not phone.http.cookies
        found = await phone.post(
            "/api/me/recover", {"code": shown["code"].upper().replace("-", " ")}
        )
        assert (found["id"], found["name"], found["devices"]) == (me["id"], "Ada", 2)
        mine = await phone.get("/api/me/tables")
        assert [one["id"] for one in mine["tables"]] == [table["id"]]
        again = await ada.post("/api/me/code")
        assert again["code"] != shown["code"]
        async with Client(server.base, "") as late:
            old = await late.http.post("/api/me/recover", json={"code": shown["code"]})
            assert old.status_code == 403
        await ada.post("/api/me/devices")
        assert (await phone.get("/api/me"))["id"] is None
    assert (await ada.get("/api/me/profile"))["devices"] == 2  # with the first key, which is void


async def test_what_a_guest_played_goes_along(server: ServerProcess, ada: Client) -> None:
    await ada.post("/api/me", {"name": "Ada"})
    code = (await ada.post("/api/me/code"))["code"]
    async with Client(server.base, "Somebody") as phone:
        over = await finished(phone)
        before = (await phone.get("/api/me"))["id"]
        assert (await phone.get("/api/me/history"))["matches"][0]["id"] == over
        await phone.post("/api/me/recover", {"code": code, "take_along": True})
        shown = (await phone.get("/api/me/history"))["matches"]
        assert [match["id"] for match in shown] == [over]
        assert any(seat["mine"] for seat in shown[0]["seats"])
    assert query(server, "SELECT id FROM person WHERE id = :id", id=before) == []
    assert [match["id"] for match in (await ada.get("/api/me/history"))["matches"]] == [over]


async def test_codes_are_tried_slowly(hasty: ServerProcess) -> None:
    async with Client(hasty.base) as client:
        tried = [
            (await client.http.post("/api/me/recover", json={"code": f"wrong-{n}"})).status_code
            for n in range(int(limits.RECOVERIES[1]) + 3)
        ]
    assert tried[0] == 403
    assert tried[-1] == 429


async def test_history_shows_what_is_going_on_and_what_is_over(ada: Client, game: str) -> None:
    over = await finished(ada)
    going = await ada.started(game, "me", *["random"] * 2)
    shown = await ada.get("/api/me/history")
    first, second = shown["matches"]
    assert (first["id"], first["status"], first["alone"]) == (going, "playing", True)
    assert first["score"] is None
    assert all(seat["score"] is None for seat in first["seats"])
    assert (second["id"], second["status"], second["game"]) == (over, "over", shortest())
    mine = next(seat for seat in second["seats"] if seat["mine"])
    assert (second["score"], second["rank"]) == (mine["score"], mine["rank"])
    assert second["at"] >= second["began"]
    assert not shown["more"]
    replay = await ada.get(f"/api/tables/{over}/replay")
    assert replay["result"]["scores"][mine["seat"]] == second["score"]


async def play_all(client: Client, table: str, seat: int = 0) -> None:
    """Every turn by oneself, the first that there is."""
    async with client.sit(table) as talk:
        acting, over = talk.snapshot["acting"], False
        while not over:
            if seat in acting:
                assert (await talk.play_first(seat))["kind"] == "ack"
            event = await talk.event()
            acting, over = event["acting"], event["result"] is not None


async def test_own_turns_against_a_known_bot_are_rated(
    server: ServerProcess, ada: Client, game: str
) -> None:
    bots = ["easy"] * (games.card(game).players[0] - 1 or 1)
    helped = await finished(ada, game, *bots)  # a bot plays for me
    assert (await ada.get("/api/me/statistics"))["ratings"] == []
    children = await ada.started(game, "me", *bots, rated=False)
    assert not (await ada.get(f"/api/tables/{children}"))["rated"]
    await play_all(ada, children)
    assert (await ada.get("/api/me/statistics"))["ratings"] == []
    counts = await ada.started(game, "me", *bots)
    await play_all(ada, counts)
    (shown,) = (await ada.get("/api/me/statistics"))["ratings"]
    assert (shown["game"], shown["matches"], shown["people"]) == (game, 1, 0)
    points = shown["points"]
    assert points["low"] < points["mean"] < points["high"]
    assert shown["bots"][0]["level"] == "random"
    rows = query(server, "SELECT match, rated FROM played ORDER BY began")
    mine = {row.match: bool(row.rated) for row in rows}
    assert (mine[helped], mine[children], mine[counts]) == (True, False, True)
    await ada.post(f"/api/me/matches/{counts}/hide")  # out of sight, not undone
    assert (await ada.get("/api/me/statistics"))["ratings"] == [shown]


async def test_a_hint_is_written_down_and_the_match_counts_for_nobody(
    server: ServerProcess, ada: Client, game: str
) -> None:
    bots = ["easy"] * (games.card(game).players[0] - 1 or 1)
    table = await ada.started(game, "me", *bots)
    async with ada.sit(table) as talk:
        while 0 not in talk.snapshot["acting"]:
            talk.snapshot = await talk.event()
        for _ in range(2):
            assert (await talk.ask("hint", seat=0))["kind"] == "hint"
        assert (await talk.event("help"))["seat"] == 0
    await play_all(ada, table)
    noted = query(server, "SELECT body FROM event WHERE match = :id", id=table)
    assert sum(json.loads(row.body)["what"] == "help" for row in noted) == 1
    assert (await ada.get("/api/me/statistics"))["ratings"] == []


async def test_a_finished_match_of_mine_alone_can_be_deleted(
    server: ServerProcess, ada: Client, bo: Client, game: str
) -> None:
    over = await finished(ada)
    await bo.post("/api/me", {"name": "Bo"})
    refused = await bo.http.post(f"/api/me/matches/{over}/delete", json={})
    assert refused.json()["code"] == "seat/not-yours"
    going = await ada.started(game, "me", *["random"] * 2)
    refused = await ada.http.post(f"/api/me/matches/{going}/delete", json={})
    assert refused.json()["code"] == "table/not-over"
    left = await ada.post(f"/api/me/matches/{over}/delete")
    assert [match["id"] for match in left["matches"]] == [going]
    assert (await ada.http.get(f"/api/tables/{over}")).status_code == 404
    for each in ("event", "seat", "outcome", "played"):
        assert query(server, f"SELECT * FROM {each} WHERE match = :id", id=over) == []


async def test_only_matches_of_ones_own_are_hidden(
    server: ServerProcess, ada: Client, bo: Client, game: str
) -> None:
    """Else whoever thinks of ids fills the database."""
    going = await ada.started(game, "me", *["random"] * 2)
    await bo.post("/api/me", {"name": "Bo"})
    for id_ in (going, "thoughtof23456"):
        await bo.post(f"/api/me/matches/{id_}/hide")
        assert query(server, "SELECT * FROM hidden WHERE match = :id", id=id_) == []
    for _ in range(2):
        await ada.post(f"/api/me/matches/{going}/hide")
    assert len(query(server, "SELECT * FROM hidden WHERE match = :id", id=going)) == 1


async def test_matches_can_be_hidden_and_ended(ada: Client, bo: Client, game: str) -> None:
    going = await ada.started(game, "me", *["random"] * 2)
    hidden = await ada.post(f"/api/me/matches/{going}/hide")
    assert hidden["matches"] == []
    shown = await ada.post(f"/api/me/matches/{going}/show")
    assert [match["id"] for match in shown["matches"]] == [going]
    refused = await bo.http.post(f"/api/me/matches/{going}/end", json={})
    assert refused.status_code == 401
    await bo.post("/api/me", {"name": "Bo"})
    refused = await bo.http.post(f"/api/me/matches/{going}/end", json={})
    assert refused.json()["code"] == "seat/not-yours"
    ended = await ada.post(f"/api/me/matches/{going}/end")
    assert ended["matches"] == []
    assert (await ada.get(f"/api/tables/{going}"))["status"] == "closed"
    async with ada.sit(going) as talk:
        answer = await talk.ask("turn", seat=0, text="x")
        assert answer["code"] == "table/closed"
    table = await ada.open(game, "me", "open", "random")
    await bo.post(f"/api/tables/{table['id']}/join", {})
    refused = await ada.http.post(f"/api/me/matches/{table['id']}/end", json={})
    assert refused.json()["code"] == "table/not-alone"


async def test_statistics_are_those_of_my_matches(ada: Client) -> None:
    for _ in range(2):
        await finished(ada)
    found = await ada.get("/api/me/statistics")
    assert (found["count"], found["streak"], len(found["days"])) == (2, 1, 1)
    (group,) = found["games"]
    assert (group["game"], group["count"]) == (shortest(), 2)
    history = (await ada.get("/api/me/history"))["matches"]
    assert group["best"] == max(match["score"] for match in history)
    assert group["mean"]["low"] <= group["mean"]["mean"] <= group["mean"]["high"]
    if group["alone"]:
        assert len(group["scores"]) == 2
        assert [grade["least"] is None for grade in group["scale"]][-1:] == [True]


async def test_an_export_holds_all_and_gives_no_secret_away(
    server: ServerProcess, ada: Client, bo: Client, game: str
) -> None:
    over = await finished(ada)
    table = await ada.open(game, "me", "open", "random")
    await bo.post(f"/api/tables/{table['id']}/join", {"name": "Bo"})
    await ada.post(f"/api/tables/{table['id']}/start")
    async with ada.sit(table["id"]) as talk:
        await talk.ask("chat", text="Guten Abend")
    code = (await ada.post("/api/me/code"))["code"]
    answer = await ada.http.get("/api/me/export")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    told = json.loads(archive.read("me.json"))
    assert told["person"]["name"] == "Ada"
    assert {row["match"] for row in told["matches"]} == {over, table["id"]}
    assert [line["text"] for line in told["chat"]] == ["Guten Abend"]
    records = {
        name: archive.read(name).decode() for name in archive.namelist() if "records/" in name
    }
    assert len(records) == 2
    going = next(text for name, text in records.items() if table["id"] in name)
    assert json.loads(going.splitlines()[0])["veiled"]
    everything = b"".join(archive.read(name) for name in archive.namelist()).decode()
    ((seed,),) = query(server, "SELECT seed FROM match WHERE id = :id", id=table["id"])
    tokens = [row[0] for row in query(server, "SELECT token FROM person")]
    for secret in (seed, digest(code), *tokens):
        assert secret not in everything


async def test_who_is_forgotten_leaves_a_nameless_seat(
    server: ServerProcess, ada: Client, bo: Client, game: str
) -> None:
    alone = await finished(ada)
    table = await ada.open(game, "me", "open", "random")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    await ada.post(f"{path}/start")
    me = (await ada.get("/api/me"))["id"]
    async with ada.sit(table["id"]) as talk:
        await talk.ask("chat", text="mein Geheimnis")
    assert await ada.post("/api/me/forget") == {"forgotten": True}
    assert (await ada.get("/api/me"))["id"] is None
    assert (await bo.http.get(f"/api/tables/{alone}")).status_code == 404
    shown = await bo.get(path)
    assert (shown["seats"][0]["name"], shown["seats"][0]["warm"]) == (NAMELESS, True)
    await play_out(bo, table["id"], 1)
    record = (await bo.http.get(f"{path}/record")).text
    assert json.loads(record.splitlines()[0])["names"][0] == NAMELESS
    assert (await bo.get(f"{path}/fairness"))["ok"]
    left: list[Any] = []
    for name in ("event", "outcome", "seat", "person", "attempt", "hidden", "device", "deal"):
        left += query(server, f"SELECT * FROM {name}")
    assert me not in str(left)
    assert "mein Geheimnis" not in str(left)
    (line,) = [m for m in (await bo.get("/api/me/history"))["matches"] if m["id"] == table["id"]]
    assert [seat["name"] for seat in line["seats"]][:2] == [NAMELESS, "Bo"]
