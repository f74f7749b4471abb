"""The client and the bundle, as far as they are installed; and what a browser must keep of them."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

import spieltisch

PACKAGE = Path(spieltisch.__file__).parent
STATIC = PACKAGE / "static"  # the client, built by Vite
BUNDLE = PACKAGE / "bundle"  # Pyodide, our modules, kernels: made by `make bundle`
LISTING = "bundle.json"
SEEN_ONCE = {"ahead.json", "index.html", ".stamp", "sw.js"}  # not kept by name

# What others' file servers should say of our files; most do by themselves.
TYPES = {
    ".pack": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
}


def is_there(bundle: Path = BUNDLE) -> bool:
    return (bundle / LISTING).is_file()


def client_files(static: Path = STATIC) -> list[dict[str, Any]]:
    """What the browser keeps of the client, with sizes as they travel."""
    found = []
    for path in sorted(static.rglob("*")):
        if not path.is_file() or path.suffix == ".gz" or path.name in SEEN_ONCE:
            continue
        twin = path.with_name(f"{path.name}.gz")
        size = (twin if twin.is_file() else path).stat().st_size
        found.append({"path": path.relative_to(static).as_posix(), "size": size})
    return found


def told(static: Path = STATIC, bundle: Path = BUNDLE) -> dict[str, Any]:
    """`bundle.json` as browsers get it: the bundle's files, and those of this client."""
    found: dict[str, Any] = json.loads((bundle / LISTING).read_text("utf-8"))
    client = client_files(static)
    both = json.dumps([found["version"], client])
    return {**found, "version": hashlib.sha256(both.encode()).hexdigest()[:12], "client": client}


@functools.cache
def listing() -> str:
    return json.dumps(told())


def device_page(index: str, house: bool = False) -> str:
    """The client's page, told that its tables stand on this device; `house`: a server sent it."""
    mark = 'data-device="house"' if house else "data-device"
    return index.replace("<html ", f"<html {mark} ", 1)
