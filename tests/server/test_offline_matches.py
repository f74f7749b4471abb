"""Matches that were played without a server, handed in as records: shown, marked, never proved."""

from __future__ import annotations

import json
from typing import Any

import pytest

from spieltisch import api, games
from spieltisch.bots import base
from spieltisch.core.randomness import generator
from spieltisch.server.http.me_models import Played, Statistics
from spieltisch.server.http.responses import Replay, TableShown
from spieltisch.tables.offline_matches import MARK
from tests.server.client import Client, Json

ONE = next(iter(games.cards()))


def match_of(key: str, players: int, level: str = "random", **header: Any) -> str:
    """The record of a whole match, as a device writes it."""
    names = ["Ada", *(f"Bot {n}" for n in range(1, players))]
    match, luck = api.game(key).match(players, seed=7, names=names), generator(7)
    while not match.over:
        seat = match.acting[0]
        position = base.Position(match.game, match.hidden(seat), seat, luck)
        match.play(seat, base.turn_of(base.find(level), position))
    levels = [None, *["easy"] * (players - 1)]
    said = {"offline": True, "levels": levels, "mine": [0], "began": 1000, "ended": 2000}
    match.header = {**said, **header}
    return match.record()


async def hand_over(client: Client, text: str, status: int = 201) -> Json:
    body = {"record": text, "name": client.name}
    found: Json = await client.post("/api/tables/handed", body, status)
    return found


@pytest.mark.parametrize("key", list(games.cards()))
async def test_a_match_is_handed_in_looked_at_and_marked(ada: Client, key: str) -> None:
    players = games.card(key).players[-1]
    text = match_of(key, players)
    table = await hand_over(ada, text)
    TableShown.model_validate(table)
    assert (table["status"], table["offline"], table["handed"]) == ("over", True, True)
    assert table["you"]["seats"] == [0]
    assert [seat["kind"] for seat in table["seats"]] == ["person", *["bot"] * (players - 1)]
    replay = await ada.get(f"/api/tables/{table['id']}/replay")
    Replay.model_validate(replay)
    assert replay["offline"] is True
    assert len(replay["log"]) == len(text.splitlines()) - 2
    views = await ada.get(f"/api/tables/{table['id']}/replay/views?from=0&to=2&seat=0")
    assert len(views["views"]) == 3
    record = (await ada.http.get(f"/api/tables/{table['id']}/record")).text
    assert record.splitlines()[1:] == text.splitlines()[1:]
    async with ada.sit(table["id"]) as talk:
        assert talk.snapshot["result"]["scores"] == replay["result"]["scores"]


async def test_it_stands_in_my_history_with_its_own_times(server: Any) -> None:
    async with Client(server.base, "Ada") as ada:
        table = await hand_over(ada, match_of(ONE, 2))
        told = await ada.get("/api/me/history")
        Played.model_validate(told)
        [match] = told["matches"]
        assert (match["id"], match["offline"]) == (table["id"], True)
        assert (match["began"], match["at"]) == (1000, 2000)
        figures = await ada.get("/api/me/statistics")
        Statistics.model_validate(figures)
        assert figures["count"] == 1


async def test_the_same_match_handed_in_twice_is_the_same_table(ada: Client, bo: Client) -> None:
    text = match_of(ONE, 2, name="unknown keys are left out")
    first = await hand_over(ada, text)
    assert (await hand_over(ada, text))["id"] == first["id"]
    assert first["id"].startswith(MARK)
    theirs = await hand_over(bo, text)
    assert theirs["id"] != first["id"]
    record = (await ada.http.get(f"/api/tables/{first['id']}/record")).text
    assert "unknown keys" not in record


async def test_nothing_is_proved_replayed_for_a_prize_or_played_again(ada: Client) -> None:
    """Even where the record brings a seed that fits: it may have been chosen afterwards."""
    table = await hand_over(ada, match_of(ONE, 2, seed="00" * 32, commitment="11" * 32))
    record = (await ada.http.get(f"/api/tables/{table['id']}/record")).text
    head = json.loads(record.splitlines()[0])
    assert not {"seed", "commitment", "nonces"} & set(head)
    told = await ada.get(f"/api/tables/{table['id']}/fairness", 404)
    assert told["code"] == "device/unproven"
    told = await ada.post("/api/deals", {"match": table["id"]}, 409)
    assert told["code"] == "table/handed"
    told = await ada.post(f"/api/tables/{table['id']}/rematch", {}, 409)
    assert told["code"] == "table/handed"


async def test_it_can_be_reviewed_and_played_on_from(ada: Client) -> None:
    table = await hand_over(ada, match_of(ONE, 2))
    told = await ada.post(f"/api/tables/{table['id']}/review")
    assert told["state"] in {"waiting", "working", "done"}
    tried = await ada.post(f"/api/tables/{table['id']}/try", {"n": 0, "seat": 0}, 201)
    assert (tried["offline"], tried["tried"]["table"]) == (False, table["id"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "record/none"),
        ("[1]", "record/none"),
        ("x", "record/none"),
        ('{"spieltisch": 1, "game": "nothing"}', "game/unknown"),
        (f'{{"spieltisch": 1, "game": "{ONE}", "players": 99}}', "record"),
        (f'{{"spieltisch": 1, "game": "{ONE}", "players": 2}}\n{{"turn', "record/cut"),
        (f'{{"spieltisch": 1, "game": "{ONE}", "players": 2}}\n[1]', "record/cut"),
    ],
)
async def test_what_is_no_record_is_refused(ada: Client, text: str, code: str) -> None:
    answer = await ada.http.post("/api/tables/handed", json={"record": text})
    assert 400 <= answer.status_code < 500
    told = answer.json()
    assert told["code"].startswith(code.split("/")[0]), told
    assert told["de"]
    assert told["en"]


async def test_a_match_that_the_rules_refuse_or_that_is_not_over_is_refused(ada: Client) -> None:
    lines = match_of(ONE, 2).splitlines()
    result = json.loads(lines[-1])
    result["result"]["scores"][0] += 1
    for bad in (lines[:-1], [*lines[:-1], json.dumps(result)], [lines[0], *lines[2:]]):
        told = await hand_over(ada, "\n".join(bad), 409)
        assert told["code"].startswith("record"), told


@pytest.mark.parametrize("field", ["names", "game", "turn", "more"])
async def test_half_characters_in_a_record_are_refused(ada: Client, field: str) -> None:
    """JSON in JSON: what is read a second time is checked a second time."""
    lines = [json.loads(line) for line in match_of(ONE, 2).splitlines()]
    at = next(n for n, line in enumerate(lines) if field in line) if field != "more" else 1
    lines[at][field] = ["\ud800", "Bo"] if field == "names" else "\ud800"
    record = "\n".join(map(json.dumps, lines))
    answer = await ada.http.post("/api/tables/handed", json={"record": record})
    assert answer.status_code == 422
    assert answer.json()["code"] == ("record/none" if at == 0 else "record/cut")


async def test_names_in_a_record_are_made_harmless(ada: Client) -> None:
    text = match_of(ONE, 2)
    head, rest = text.split("\n", 1)
    told = json.loads(head)
    told |= {"names": ["\u202eadA\u200b" + "x" * 99, "\u202eadA" + "x" * 99], "levels": "?"}
    told |= {"mine": [7], "began": -1, "ended": 2**60}
    table = await hand_over(ada, json.dumps(told) + "\n" + rest)
    names = [seat["name"] for seat in table["seats"]]
    assert len(set(names)) == 2
    assert all("\u202e" not in name and len(name) <= 30 for name in names)
    assert table["you"]["seats"] == [0]
    assert table["created"] > 1_000_000


async def test_a_record_that_is_too_long_is_refused(ada: Client) -> None:
    answer = await ada.http.post("/api/tables/handed", json={"record": "x" * 300_000})
    assert answer.status_code == 413
    answer = await ada.http.post("/api/me", json={"name": "x" * 70_000})
    assert answer.status_code == 413
