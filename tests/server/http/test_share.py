"""Pictures of results and previews of links, with nothing private in them."""

from __future__ import annotations

import io
import re
from types import SimpleNamespace
from typing import cast

from PIL import Image, ImageStat

from spieltisch import games
from spieltisch.server.http.routes_share import MONTHS, result
from spieltisch.tables.table import Table
from tests.server.client import Client
from tests.server.playing import finished, shortest


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', page))


async def picture(client: Client, path: str) -> Image.Image:
    answer = await client.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text
    found = Image.open(io.BytesIO(answer.content))
    assert found.size == (1200, 630)
    return found


async def test_every_game_draws_the_end_of_a_match_in_both_themes(ada: Client, bo: Client) -> None:
    for game in games.cards():
        table = await finished(ada, game)
        path = f"/api/tables/{table}/picture.png"
        light = await picture(ada, f"{path}?lang=de")
        dark = await picture(ada, f"{path}?theme=dark")
        assert light.getpixel((5, 5)) != dark.getpixel((5, 5))
        stranger = await picture(bo, path)  # without a name
        box = (780, 470, 1200, 630)
        assert stranger.crop(box).tobytes() != light.crop(box).tobytes()
        spread = ImageStat.Stat(stranger.crop(box).convert("L")).stddev[0]
        assert spread < ImageStat.Stat(light.crop(box).convert("L")).stddev[0]  # only the table


def test_alone_nobody_wins_and_the_points_are_told_even_below_zero() -> None:
    game = games.find(shortest())
    match = SimpleNamespace(game=game, scores=[-12], ranks=[1], players=1)
    shown = result(
        cast(Table, SimpleNamespace(match=match, deal=None, faces=lambda: ["fox", "owl"])),
        0,
        "de",
        "Jule",
    )
    assert (shown.score, shown.unit, shown.note) == ("−12", "Punkte", "")
    several = SimpleNamespace(game=game, scores=[1, 0], ranks=[1, 2], players=2)
    shown = result(
        cast(Table, SimpleNamespace(match=several, deal=None, faces=lambda: ["fox", "owl"])),
        1,
        "en",
        "Jule",
    )
    assert (shown.score, shown.unit) == ("Lost", "")


async def test_what_is_not_over_or_not_to_be_seen_has_no_picture(
    ada: Client, bo: Client, game: str
) -> None:
    going = await ada.started(game, "me", "random", "random")
    assert (await ada.http.get(f"/api/tables/{going}/picture.png")).status_code == 409
    hidden = await finished(ada, None, spectators=False)
    assert (await bo.http.get(f"/api/tables/{hidden}/picture.png")).status_code == 403
    page = (await bo.http.get(f"/replay/{hidden}")).text
    assert tags(page) == {}


async def test_links_say_what_they_lead_to_and_name_nobody(ada: Client, bo: Client) -> None:
    table = await finished(ada)
    card = games.card(shortest())
    for path in (f"/replay/{table}", f"/day?game={card.key}"):
        for lang in ("de", "en"):
            answer = await bo.http.get(path, headers={"accept-language": lang})
            found = tags(answer.text)
            assert found["title"].startswith(card.name), path
            assert "Ada" not in answer.text
            assert (await bo.http.get(found["image"])).headers["content-type"] == "image/png"
    day = await bo.http.get("/day/2026-11-17", headers={"accept-language": "de"})
    assert "17. November" in tags(day.text)["title"]
    made = await ada.post("/api/deals", {"match": table}, 201)
    told = tags((await bo.http.get(f"/deal/{made['id']}")).text)
    assert told["title"].startswith(card.name)
    assert tags((await bo.http.get("/")).text) == {}
    wrong = await bo.http.get("/api/preview.png?game=nothing")
    assert wrong.status_code == 404
    assert all(len(months.split()) == 12 for months in MONTHS.values())
