"""What `server/faces.py` draws is what a browser draws."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat
from playwright.sync_api import Page

from spieltisch.server import faces
from spieltisch.site.files import STATIC

FILES = sorted((Path(__file__).parents[2] / "web" / "src" / "faces").glob("*.svg"))
SIZE = 96
TWICE = 4


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_face_on_a_picture_is_the_one_that_the_client_shows(page: Page, file: Path) -> None:
    page.goto("about:blank")
    page.set_viewport_size({"width": SIZE, "height": SIZE})
    page.set_content(f"<style>body,svg{{margin:0;display:block}}</style>{file.read_text('utf-8')}")
    theirs = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    ours = Image.new("RGB", (SIZE * TWICE, SIZE * TWICE), "white")
    assert faces.draw(ImageDraw.Draw(ours), file.stem, 0, 0, SIZE * TWICE)
    ours = ours.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    apart = ImageStat.Stat(ImageChops.difference(ours, theirs)).mean
    assert max(apart) < 4, apart  # of 255; Pillow's edges are half a pixel wider


def test_who_has_no_such_face_has_none() -> None:
    canvas = ImageDraw.Draw(Image.new("RGB", (8, 8)))
    assert not faces.draw(canvas, "", 0, 0, 8)
    assert not faces.draw(canvas, "../fox", 0, 0, 8)
    assert {file.stem for file in FILES} == {
        file.stem.partition("-")[0] for file in (STATIC / "assets").glob("*.svg")
    } - {"grain", "wood"}
