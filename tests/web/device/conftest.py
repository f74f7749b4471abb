"""A site of plain files, and browsers that have kept everything of it and then lost the net."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.web.device.plain_files import PlainFiles, written

SLOW = 180_000  # ms; Python starts twice in the browser, beside other tests

DESK: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", "accept_downloads": True}
PHONE: dict[str, Any] = {
    "locale": "de-DE",
    "reduced_motion": "reduce",
    "color_scheme": "dark",
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return written((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "plain")


@pytest.fixture
def host(folder: Path) -> Iterator[PlainFiles]:
    found = PlainFiles(folder)
    yield found
    found.stop()


@pytest.fixture
def desk(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(**DESK)
    yield context
    context.close()


def keep(page: Page, host: PlainFiles) -> None:
    """One visit, until everything is kept; then the net is gone."""
    page.goto(f"{host.url}#/offline")
    expect(page.get_by_test_id("kept")).to_be_visible(timeout=SLOW)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    host.stop()
    page.context.set_offline(True)


def lost(browser: Browser, folder: Path, **look: Any) -> Iterator[tuple[Page, PlainFiles]]:
    """A page that has kept everything, and whose server is gone; without errors in its scripts."""
    host, context = PlainFiles(folder), browser.new_context(**look)
    page, faults = context.new_page(), list[str]()

    def note(error: Error) -> None:
        faults.append(str(error))

    page.on("pageerror", note)
    keep(page, host)
    yield page, host
    context.close()
    assert faults == []


@pytest.fixture(scope="module")
def away(browser: Browser, folder: Path) -> Iterator[tuple[Page, PlainFiles]]:
    yield from lost(browser, folder, **DESK)


@pytest.fixture(scope="module")
def phone(browser: Browser, folder: Path) -> Iterator[tuple[Page, PlainFiles]]:
    yield from lost(browser, folder, **PHONE)
