"""`spieltisch site DIR`: a folder of plain files that any file server can hold."""

from __future__ import annotations

import shutil
from pathlib import Path

from spieltisch.core.errors import Refusal, SpieltischError
from spieltisch.site import files

MARK = "spieltisch-site.txt"
ABOUT = """Spieltisch as plain files. Any file server can hold this folder, under any address.
Files ending in .pack are compressed data (application/octet-stream, sent as they are);
spieltisch.webmanifest is application/manifest+json. Names in assets/ and bundle/ change with their
content and may be cached for ever; index.html, sw.js and bundle/bundle.json must not be.
Licences of what is inside: see the project's docs/licences.md.
"""


NO_CLIENT = (
    "Die Seiten für den Browser sind in dieser Installation nicht gebaut.",
    "The pages for the browser are not built in this installation.",
)
NO_BUNDLE = (
    "Der Teil für das Spielen ohne Server fehlt in dieser Installation. Ein fertiges Paket (Wheel) "
    "bringt ihn mit; aus einem Klon baut ihn „make site“.",
    "The part for playing without a server is missing in this installation. A finished package "
    "(wheel) brings it along; from a clone, “make site” builds it.",
)
OCCUPIED = (
    "In {} liegt schon etwas anderes; nimm einen leeren oder neuen Ordner.",
    "There is something else in {}; choose an empty or a new folder.",
)


class NoSite(SpieltischError):
    """The site cannot be written; the sentence says why."""

    code = "site"

    def __init__(self, de: str, en: str) -> None:
        super().__init__(Refusal("REC-1", de, en))


def write(folder: Path) -> list[Path]:
    """Writes the site; a folder with anything else in it is left alone."""
    if not (files.STATIC / "index.html").is_file():
        raise NoSite(*NO_CLIENT)
    if not files.is_there():
        raise NoSite(*NO_BUNDLE)
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise NoSite(*(text.format(folder) for text in OCCUPIED))
    _clear(folder)
    leave = shutil.ignore_patterns("ahead.json", ".stamp", "*.gz")
    shutil.copytree(files.STATIC, folder, dirs_exist_ok=True, ignore=leave)
    shutil.copytree(files.BUNDLE, folder / "bundle", dirs_exist_ok=True)
    page = (files.STATIC / "index.html").read_text("utf-8")
    (folder / "index.html").write_text(files.device_page(page), encoding="utf-8")
    (folder / "bundle" / files.LISTING).write_text(files.listing(), encoding="utf-8")
    (folder / MARK).write_text(ABOUT, encoding="utf-8")
    (folder / ".nojekyll").touch()  # some hosts leave out files otherwise
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _clear(folder: Path) -> None:
    """Files of an older version would never be asked for again."""
    for name in ("assets", "bundle"):
        shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
