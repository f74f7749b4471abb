"""What answers carry and say, asked of a server inside this process."""

from __future__ import annotations

import pytest

from spieltisch.server.settings import Settings
from spieltisch.tables.messages import read
from spieltisch.tables.problems import Problem
from spieltisch.tables.validation import OTHER
from tests.server.conftest import Asking


@pytest.mark.parametrize(("url", "secure"), [("https://play.example", True), ("http://x", False)])
async def test_an_address_with_tls_makes_cookies_secure(
    asking: Asking, url: str, secure: bool
) -> None:
    client = await asking(Settings(url=url))
    answer = await client.post("/api/me", json={"name": "Ada"})
    assert ("Secure" in answer.headers["set-cookie"]) == secure
    assert ("strict-transport-security" in answer.headers) == secure


JSON = {"content-type": "application/json"}
TABLE = {"game": "x", "seats": [{"kind": "me"}]}
BAD: list[tuple[str, object, str, str]] = [
    ("/api/me", {}, "name fehlt.", "name is missing."),
    ("/api/me", [], "muss ein Objekt sein.", "must be an object."),
    ("/api/me", {"name": 5}, "name muss ein Text sein.", "name must be a text."),
    ("/api/me", {"name": "x" * 99}, "höchstens 24 Zeichen", "at most 24 characters"),
    ("/api/me", {"name": ""}, "mindestens 1 Zeichen", "at least 1 characters"),
    ("/api/me", {"name": "\x00\u202e"}, "hier nicht erlaubt", "not allowed here"),
    ("/api/tables", TABLE | {"options": {"a": 10**30}}, "hier nicht erlaubt", "not allowed"),
    ("/api/me", {"name": "A", "secret": 1}, "unbekanntes Feld", "an unknown field"),
    ("/api/tables", TABLE | {"seats": []}, "mindestens 1 Einträge", "at least 1 entries"),
    ("/api/tables", TABLE | {"seats": 5}, "muss eine Liste sein", "must be a list"),
    ("/api/tables", TABLE | {"seats": [{"kind": "secret"}]}, "eins von", "one of 'me', 'local'"),
    ("/api/tables", TABLE | {"seats": [{}]}, "seats.0 braucht 'kind'", "seats.0 needs 'kind'"),
    ("/api/tables", TABLE | {"public": "secret"}, "true oder false", "true or false"),
    ("/api/tables", TABLE | {"clock": {"kind": "slow", "days": 99}}, "höchstens 30", "at most 30"),
    ("/api/tables", TABLE | {"clock": {"kind": "live", "seconds": 1}}, "mindestens 10", "least 10"),
    ("/api/tables/a/join", {"seat": 1.5}, "ganze Zahl", "whole number"),
    ("/api/tables/A!/join", {}, "nicht erlaubt", "not allowed"),
]


@pytest.mark.parametrize(("path", "body", "de", "en"), BAD)
async def test_what_was_wrong_is_told_in_both_languages_and_not_repeated(
    asking: Asking, path: str, body: object, de: str, en: str
) -> None:
    client = await asking(Settings())
    answer = await client.post(path, json=body)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "input/invalid")
    assert told["de"].startswith("Das habe ich nicht verstanden: ")
    assert de in told["de"]
    assert en in told["en"]
    assert "secret" not in answer.text
    english = {" must ", " should ", " is ", " has ", "Input", " the ", " or "}
    assert not any(word in told["de"] for word in english)


async def test_broken_json_and_wrong_queries_are_told_in_both_languages(asking: Asking) -> None:
    client = await asking(Settings())
    told = (await client.post("/api/me", content=b"{secret", headers=JSON)).json()
    assert told["de"].endswith("Die Nachricht ist kein gültiges JSON.")
    assert told["en"].endswith("the message is not valid JSON.")
    told = (await client.get("/api/games/x/rules?lang=secret")).json()
    assert told["de"].endswith("lang muss eins von diesen sein: 'de', 'en'.")


def test_no_kind_of_fault_is_told_in_the_words_of_a_library() -> None:
    """All that our own declarations can find wrong has a sentence of ours."""
    for text in (
        "",
        "5",
        "[]",
        "{}",
        '{"kind": "dance"}',
        '{"kind": "turn"}',
        '{"kind": "look", "id": 5, "seat": 99, "x": 1}',
        '{"kind": "legal", "id": "", "seat": "1", "texts": [5]}',
        '{"kind": "choices", "id": "x", "seat": 0, "begun": 7}',
    ):
        with pytest.raises(Problem) as found:
            read(text)
        for part, vague in zip(found.value.said, OTHER, strict=True):
            assert part.endswith(".")
            assert vague not in part
