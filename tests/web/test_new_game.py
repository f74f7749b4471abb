"""A game as the tool lays it out: built, served, and played to its end in a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.processes import ServerProcess
from tests.tools.test_new_game import NAME, ROOT, laid_out
from tests.web.driver import against_bots, play_on, violations, wait_ready


@pytest.mark.long
def test_a_new_game_is_played_in_the_browser(
    tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = laid_out(tmp_path)
    shutil.copy(ROOT / "package-lock.json", tmp_path)
    shutil.copytree(ROOT / "node_modules", tmp_path / "node_modules", copy_function=os.link)
    path = f"{environment['PATH']}{os.pathsep}{os.environ['PATH']}"
    built = ["run", "--silent", "build", "--", "--outDir", str(tmp_path / "src/spieltisch/static")]
    for command in (["run", "check"], ["run", "test", "--", "src/spieltisch/games"], built):
        subprocess.run(["npm", *command], cwd=tmp_path, env={"PATH": path}, check=True)
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    data = tmp_path / "data"
    data.mkdir()
    server = ServerProcess(data).start(wait=False)
    try:
        server.wait_ready(NAME)
        against_bots(page, server.base, NAME, bots=1)
        wait_ready(page)
        assert violations(page) == []
        assert play_on(page) > 0
    finally:
        assert server.stop() == 0
