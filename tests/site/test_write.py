"""A site of plain files: whole, relative, and never over something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spieltisch.cli import main
from spieltisch.site import files, write


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client and a small bundle in place of the real ones."""
    static, bundle = tmp_path / "static", tmp_path / "bundle"
    (static / "assets").mkdir(parents=True)
    bundle.mkdir()
    page = '<html lang="de"><script src="./assets/index-1.js"></script></html>'
    (static / "index.html").write_text(page)
    (static / "assets" / "index-1.js").write_text("1" * 100)
    (static / "assets" / "index-1.js.gz").write_text("small")
    (static / "sw.js").write_text("")
    (bundle / "kernels-a-1.pack").write_text("kernels")
    listed = {"kernels/a": {"path": "kernels-a-1.pack", "size": 7}}
    (bundle / "bundle.json").write_text(json.dumps({"version": "1", "files": listed}))
    monkeypatch.setattr(files, "STATIC", static)
    monkeypatch.setattr(files, "BUNDLE", bundle)
    monkeypatch.setattr(files.is_there, "__defaults__", (bundle,))
    monkeypatch.setattr(files.client_files, "__defaults__", (static,))
    monkeypatch.setattr(files, "listing", lambda: json.dumps(files.told(static, bundle)))
    return tmp_path


def test_the_site_has_the_client_and_the_bundle(installed: Path) -> None:
    out = installed / "site"
    written = {path.relative_to(out).as_posix() for path in write.write(out)}
    assert {"index.html", "sw.js", "assets/index-1.js", "bundle/kernels-a-1.pack"} <= written
    assert not any(name.endswith(".gz") for name in written)
    assert "<html data-device " in (out / "index.html").read_text()
    told = json.loads((out / "bundle" / "bundle.json").read_text())
    assert told["client"] == [{"path": "assets/index-1.js", "size": 5}]


def test_an_older_site_is_replaced_and_anything_else_left_alone(installed: Path) -> None:
    out = installed / "site"
    write.write(out)
    (out / "assets" / "index-0.js").write_text("old")
    write.write(out)
    assert not (out / "assets" / "index-0.js").exists()
    (installed / "photos").mkdir()
    (installed / "photos" / "cat.png").write_text("")
    with pytest.raises(write.NoSite):
        write.write(installed / "photos")
    assert [path.name for path in (installed / "photos").iterdir()] == ["cat.png"]


@pytest.mark.parametrize("lacking", ["static", "bundle"])
def test_what_is_lacking_is_said(
    installed: Path, lacking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (installed / lacking).rglob("*.*"):
        path.unlink()
    assert main(["site", str(installed / "site")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("spieltisch: The pa")
    assert "Traceback" not in told
    assert not (installed / "site").exists()
