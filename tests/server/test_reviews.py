"""Reviews, playing on from a moment, and practice, asked for as a browser does."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch import games
from spieltisch.server.http.responses import TableShown
from spieltisch.server.http.review_models import Judgement, ReviewState, TaskList
from tests.server.client import Client, Json

every_game = pytest.mark.parametrize("key", list(games.cards()))


async def played(client: Client, key: str) -> str:
    """A whole match: a bot keeps my seat warm."""
    players = next(number for number in games.card(key).players if number > 1)
    table = await client.started(key, "me", *["greedy"] * (players - 1))
    async with client.sit(table) as talk:
        await client.post(f"/api/tables/{table}/seats/0/bot", {"level": "greedy"})
        while (await talk.event())["result"] is None:
            pass
    return table


async def reviewed(client: Client, table: str) -> Json:
    found = await client.post(f"/api/tables/{table}/review")
    shares = [found["progress"]]
    while found["state"] != "done":
        assert found["state"] in {"waiting", "working"}
        assert found["review"] is None
        await asyncio.sleep(0.2)
        found = await client.get(f"/api/tables/{table}/review")
        shares.append(found["progress"])
    assert shares == sorted(shares)
    ReviewState.model_validate(found)
    review: Json = found["review"]
    return review


async def test_a_match_is_reviewed_once_and_for_all(ada: Client, bo: Client, game: str) -> None:
    """Also for somebody who only watched."""
    table = await played(ada, game)
    assert (await bo.get(f"/api/tables/{table}/review"))["state"] == "none"
    review = await reviewed(bo, table)
    replay = await ada.get(f"/api/tables/{table}/replay")
    assert len(review["events"]) == len(replay["log"])
    again = await ada.post(f"/api/tables/{table}/review")
    assert (again["state"], again["review"]) == ("done", review)


async def test_nothing_is_reviewed_before_the_end(ada: Client, game: str) -> None:
    table = await ada.started(game, "me", "greedy")
    for asked in (ada.get, ada.post):
        found = await asked(f"/api/tables/{table}/review", status=409)
        assert found["code"] == "table/not-over"
    for path, body in (("try", {"n": 0, "seat": 0}), ("judge", {"n": 1, "text": "x"})):
        found = await ada.post(f"/api/tables/{table}/{path}", body, 409)
        assert found["code"] == "table/not-over"


@every_game
async def test_one_can_play_on_from_any_moment(ada: Client, bo: Client, key: str) -> None:
    table = await played(ada, key)
    replay = await ada.get(f"/api/tables/{table}/replay")
    for n in (0, len(replay["log"]) // 2):
        seat = replay["players"] - 1
        tried = await bo.post(f"/api/tables/{table}/try", {"n": n, "seat": seat, "name": "Bo"}, 201)
        TableShown.model_validate(tried)
        assert tried["tried"]["table"] == table
        assert tried["tried"]["seat"] == seat
        assert 0 <= tried["tried"]["n"] <= n
        assert tried["you"]["seats"] == [seat]
        kinds = [each["kind"] for each in tried["seats"]]
        assert kinds == ["bot"] * seat + ["person"]
        at = tried["tried"]["n"]
        path = f"/api/tables/{table}/replay/views?seat={seat}&from={at}&to={at}"
        async with bo.sit(tried["id"]) as talk:
            assert talk.snapshot["table"]["status"] == "playing"
            if not talk.snapshot["log"]:  # nobody has played yet: the same board as then
                then = (await bo.get(path))["views"][0]["view"]
                assert talk.snapshot["view"] == then


async def test_a_tried_match_is_played_to_its_end(ada: Client, game: str) -> None:
    table = await played(ada, game)
    body = {"n": 30, "seat": 0, "level": "greedy"}
    tried = (await ada.post(f"/api/tables/{table}/try", body, 201))["id"]
    async with ada.sit(tried) as talk:
        await ada.post(f"/api/tables/{tried}/seats/0/bot", {"level": "greedy"})
        while (await talk.event())["result"] is None:
            pass
    assert (await ada.get(f"/api/tables/{tried}/fairness"))["ok"] is True
    assert await ada.get(f"/api/tables/{tried}/replay")
    assert await ada.post(f"/api/tables/{tried}/review")


async def test_practice_judges_an_answer(ada: Client, game: str) -> None:
    table = await played(ada, game)
    review = await reviewed(ada, table)
    tasks = await ada.get(f"/api/me/practice?game={game}")
    TaskList.model_validate(tasks)
    mine = [point for point in review["turning_points"] if point["kind"] == "choice"]
    mine = [point for point in mine if point["seat"] == 0]
    assert [task["n"] for task in tasks["tasks"]] == [point["n"] for point in mine]
    turn = next(event for event in review["events"] if event["loss"] is not None)
    line = (await ada.get(f"/api/tables/{table}/replay"))["log"][turn["n"] - 1]
    body = {"n": turn["n"], "text": line["text"]}
    found = await ada.post(f"/api/tables/{table}/judge", body)
    Judgement.model_validate(found)
    assert found["text"] == line["text"]
    assert (found["grade"] == "best") == (found["best"] == found["text"])
    refused = await ada.post(f"/api/tables/{table}/judge", {**body, "text": "castle"}, 409)
    assert refused["de"] != refused["en"]
