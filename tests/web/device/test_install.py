"""As an app: Chromium's own checks of whether it would offer to install the site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from tests.web.device.conftest import DESK, PHONE, SLOW
from tests.web.device.plain_files import PlainFiles
from tests.web.driver import violations

pytestmark = [pytest.mark.timeout(900), pytest.mark.xdist_group("away")]


@pytest.mark.parametrize("look", [DESK, PHONE], ids=["desk", "phone"])
def test_chromium_would_install_the_site(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    host: PlainFiles,
    tmp_path: Path,
    look: dict[str, Any],
) -> None:
    """In a profile of its own: nothing is installed from a private window."""
    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args, **look)
    try:
        page = context.new_page()
        page.goto(f"{host.url}#/offline")
        expect(page.get_by_test_id("kept")).to_be_visible(timeout=SLOW)
        assert violations(page) == []
        session = context.new_cdp_session(page)
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        told = session.send("Page.getAppManifest")
        assert told["errors"] == []
        manifest = json.loads(told["data"])
        assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
        assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
        for icon in manifest["icons"]:
            assert page.request.get(f"{host.url}{icon['src']}").ok
    finally:
        context.close()
