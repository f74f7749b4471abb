"""What a server offers to browsers that play without it: its page, the bundle, and who may what."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import httpx
import pytest

from spieltisch.server.http import pages
from spieltisch.server.settings import Settings
from spieltisch.site import files
from tests.server.conftest import Asking

PAGE = (
    '<html lang="de"><head></head><body><script src="./assets/index-1.js"></script></body></html>'
)
EVAL = "wasm-unsafe-eval"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client and a small bundle in place of the real ones."""
    static, bundle = tmp_path / "static", tmp_path / "bundle"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "ahead.json").write_text("{}")
    (static / "sw.js").write_text("// service worker")
    (static / "spieltisch.webmanifest").write_text('{"name": "Spieltisch"}')
    for name in ("index-1.js", "worker-1.js"):
        (static / "assets" / name).write_text("1;")
        (static / "assets" / f"{name}.gz").write_bytes(gzip.compress(b"1;"))
    bundle.mkdir()
    (bundle / "kernels-a-1.pack").write_bytes(gzip.compress(b"kernels"))
    listed = {"kernels/a": {"path": "kernels-a-1.pack", "size": 27}}
    (bundle / "bundle.json").write_text(json.dumps({"version": "1", "files": listed}))
    monkeypatch.setattr(files, "STATIC", static)
    monkeypatch.setattr(pages, "STATIC", static)
    monkeypatch.setattr(files, "BUNDLE", bundle)
    monkeypatch.setattr(files.is_there, "__defaults__", (bundle,))
    monkeypatch.setattr(files, "listing", lambda: json.dumps(files.told(static, bundle)))
    return tmp_path


@pytest.fixture
async def http(installed: Path, asking: Asking) -> httpx.AsyncClient:
    return await asking(Settings())


async def test_the_page_knows_that_its_tables_stand_here_and_that_a_server_sent_it(
    http: httpx.AsyncClient,
) -> None:
    found = await http.get("/device/")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("text/html")
    assert found.headers["cache-control"] == "no-cache"
    assert '<html data-device="house" ' in found.text
    assert 'src="/assets/index-1.js"' in found.text
    assert "data-device" not in (await http.get("/offline")).text
    moved = await http.get("/device")
    assert (moved.status_code, moved.headers["location"]) == (307, "/device/")


async def test_packs_are_sent_as_they_are_and_kept_for_ever(http: httpx.AsyncClient) -> None:
    found = await http.get("/bundle/kernels-a-1.pack", headers={"accept-encoding": "gzip"})
    assert found.status_code == 200
    assert found.headers["content-type"] == "application/octet-stream"
    assert "content-encoding" not in found.headers  # the client itself unpacks them
    assert gzip.decompress(found.content) == b"kernels"
    assert "immutable" in found.headers["cache-control"]


async def test_the_list_is_asked_for_each_time_and_names_the_client_too(
    http: httpx.AsyncClient, installed: Path
) -> None:
    found = await http.get("/bundle/bundle.json")
    assert found.headers["content-type"] == "application/json"
    assert found.headers["cache-control"] == "no-cache"
    told = found.json()
    assert [one["path"] for one in told["client"]] == [
        "assets/index-1.js",
        "assets/worker-1.js",
        "spieltisch.webmanifest",
    ]
    (installed / "static" / "assets" / "index-1.js").write_text("changed, and longer")
    (installed / "static" / "assets" / "index-1.js.gz").unlink()
    assert (await http.get("/bundle/bundle.json")).json()["version"] != told["version"]


@pytest.mark.parametrize("name", ["nothing.pack", "../static/index.html", "%2e%2e/bundle.json", ""])
async def test_nothing_else_comes_out_of_the_bundle(http: httpx.AsyncClient, name: str) -> None:
    found = await http.get(f"/bundle/{name}")
    assert found.status_code == 404
    assert found.json()["code"] == "input/unknown"


async def test_only_the_worker_may_compile_webassembly(http: httpx.AsyncClient) -> None:
    worker = await http.get("/assets/worker-1.js", headers={"accept-encoding": "gzip"})
    assert EVAL in worker.headers["content-security-policy"]
    assert "'unsafe-eval'" not in worker.headers["content-security-policy"]
    assert worker.headers["content-encoding"] == "gzip"
    assert worker.headers["content-type"].startswith("text/javascript")
    for path in (
        "/",
        "/device/",
        "/offline",
        "/sw.js",
        "/assets/index-1.js",
        "/bundle/bundle.json",
    ):
        found = await http.get(path)
        assert found.status_code == 200, path
        assert EVAL not in found.headers["content-security-policy"], path


async def test_the_service_worker_and_the_manifest_have_their_types(
    http: httpx.AsyncClient,
) -> None:
    worker = await http.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    manifest = await http.get("/spieltisch.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")


async def test_a_server_without_the_bundle_says_so(
    http: httpx.AsyncClient, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.is_there, "__defaults__", (installed / "nowhere",))
    for name in ("bundle.json", "kernels-a-1.pack"):
        found = await http.get(f"/bundle/{name}")
        assert (found.status_code, found.json()["code"]) == (404, "device/missing")
    assert (await http.get("/offline")).status_code == 200  # its page says it, too
