"""The built browser client, the page of the API, health and figures."""

from __future__ import annotations

import html
import json
import mimetypes
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse

from spieltisch.server import health
from spieltisch.server.context import Here
from spieltisch.server.http import routes_share as share
from spieltisch.server.http.identity import language
from spieltisch.site import files as site
from spieltisch.site.files import STATIC
from spieltisch.tables.problems import Problem

FOREVER = "public, max-age=31536000, immutable"  # the name of such a file changes with its content
PAGES = (
    *("table", "tv", "replay", "rules", "new", "settings", "offline"),
    *("me", "history", "day", "deal", "cup", "stop", "review", "practice"),
)
DEVICE = "device"  # the page whose tables stand in the browser itself
# The worker alone may compile WebAssembly, and run the scripts that it has unpacked.
WORKERS_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self' blob:"
)
AHEAD = {
    ".js": '<link rel="modulepreload" crossorigin href="/{}">',
    ".css": '<link rel="preload" as="style" crossorigin href="/{}">',
}
# What pages ask for at once; {} is what follows in their own path.
GAMES = "/api/games"
ASKING = {
    **dict.fromkeys(("home", "table", "new"), (GAMES,)),
    "day": (GAMES, "/api/days{}"),
    "deal": (GAMES, "/api/deals{}"),
    "cup": (GAMES, "/api/cups{}"),
    "history": (GAMES, "/api/me/history"),
    "me": ("/api/me",),
}
ASKED_AHEAD = '<link rel="preload" as="fetch" crossorigin href="{}">'
REST = re.compile("[0-9a-z-]{0,48}")
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Spieltisch</title>
<body><h1>Spieltisch</h1><p>The server is running; the browser client has not been built into this
installation. Programs can use the <a href="/api/docs">API</a>.</p></body></html>"""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(here: Here) -> JSONResponse:
    checks = await here.health.checks()
    told = health.told(checks, sorted(here.rooms.ready), here.rooms.stopping)
    return JSONResponse(told, 200 if told["ok"] else 503)


@router.get("/metrics")
async def metrics(here: Here) -> Response:
    return Response(here.rooms.metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/api/docs")
async def api_page(request: Request) -> HTMLResponse:
    return HTMLResponse(render_api(request.app.openapi()))


def render_api(schema: dict[str, Any]) -> str:
    """A plain page: nothing is loaded from anywhere."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Spieltisch API</title><body>",
        "<h1>Spieltisch API</h1><p>The same as <a href=/api/openapi.json>OpenAPI</a>; messages of",
        " the WebSocket are described in docs/protocol.md.</p>",
    ]
    for path, methods in schema["paths"].items():
        for method, described in methods.items():
            title = f"{method.upper()} {path}"
            parts.append(f"<h2><code>{html.escape(title)}</code></h2>")
            parts.append(f"<p>{html.escape(described.get('summary', ''))}</p>")
            body = described.get("requestBody")
            if body:
                parts.append(f"<pre>{html.escape(json.dumps(body, indent=1))}</pre>")
            parts.append(_render_answers(described["responses"]))
    shapes = json.dumps(schema.get("components", {}), indent=1)
    parts.append(f"<h2>Shapes</h2><pre>{html.escape(shapes)}</pre></body></html>")
    return "".join(parts)


def _render_answers(answers: dict[str, Any]) -> str:
    lines = []
    for status, answer in sorted(answers.items()):
        schemas = [content["schema"] for content in answer.get("content", {}).values()]
        shape = "".join(schema.get("$ref", "").rpartition("/")[2] for schema in schemas)
        lines.append(f"{status} {shape}: {answer['description']}")
    return f"<pre>{html.escape(chr(10).join(lines))}</pre>"


def add_client(app: FastAPI) -> None:
    """Files of the client by their path; its own pages all open the same index."""

    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str, request: Request, here: Here) -> Response:
        file = _inside(STATIC, path)
        if file is not None:
            packs = "gzip" in request.headers.get("accept-encoding", "")
            return _sent(file, _caching(path), packs)
        if path.startswith("bundle/"):
            return _bundled(path.partition("/")[2])
        if path.split("/")[0] == DEVICE:
            return _device(path)
        if path == "" or path.split("/")[0] in PAGES:
            room = here.rooms.rooms.get(path.partition("/")[2])
            page = render_page(path, room.table.game if room else "", language(request))
            base = here.rooms.base or str(request.base_url).rstrip("/")
            told = await share.head(here, path, dict(request.query_params), language(request), base)
            page = page.replace("</head>", told + "</head>", 1)
            return HTMLResponse(page, headers={"cache-control": "no-cache"})
        if _reads(request) and path.split("/")[0] not in ("api", "assets"):
            return HTMLResponse(render_page("nowhere", ""), 404)  # the client says so
        raise Problem("input/unknown")


def render_page(path: str, game: str, lang: str = "") -> str:
    """The one page of the client, naming what it will ask for, so that all comes at once.

    `ahead.json` is written when the client is built.
    """
    index, file = STATIC / "index.html", STATIC / "ahead.json"
    if not index.is_file() or not file.is_file():
        return MISSING
    page = index.read_text("utf-8").replace('="./', '="/')  # built for any folder; here is the root
    known: dict[str, list[str]] = json.loads(file.read_text("utf-8"))
    name = path.split("/")[0] or "home"
    wanted = (name, f"board/{game}", f"texts/{lang}")
    files = dict.fromkeys(one for each in wanted for one in known.get(each, []))
    links = [AHEAD[Path(one).suffix].format(one) for one in files]
    rest = path.partition("/")[2]
    if REST.fullmatch(rest):
        links += [
            ASKED_AHEAD.format(one.format(f"/{rest}" if rest else ""))
            for one in ASKING.get(name, ())
        ]
    return page.replace("</head>", "".join(links) + "</head>", 1)


def _bundled(name: str) -> Response:
    """A file with which browsers are their own servers; not every installation brings them."""
    if not site.is_there():
        raise Problem("device/missing")
    if name == site.LISTING:
        headers = {"cache-control": "no-cache"}
        return Response(site.listing(), media_type="application/json", headers=headers)
    file = _inside(site.BUNDLE, name)
    if "/" in name or file is None:
        raise Problem("input/unknown")
    headers = {"cache-control": FOREVER}
    return FileResponse(file, headers=headers, media_type="application/octet-stream")


def _device(path: str) -> Response:
    if path == DEVICE:
        return RedirectResponse(f"/{DEVICE}/")  # what stands behind '#' comes along
    page = site.device_page(render_page(DEVICE, ""), house=True)
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def _reads(request: Request) -> bool:
    """Whether somebody with a browser asks, who sees a page rather than data."""
    return "text/html" in request.headers.get("accept", "")


def _sent(file: Path, caching: str, packs: bool) -> FileResponse:
    """The file, or its twin that was compressed when the client was built."""
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if file.name.startswith("worker-"):
        headers["content-security-policy"] = WORKERS_POLICY
    twin = file.with_name(f"{file.name}.gz")
    if not packs or not twin.is_file():
        return FileResponse(file, headers=headers)
    headers["content-encoding"] = "gzip"
    return FileResponse(twin, headers=headers, media_type=mimetypes.guess_type(file.name)[0])


def _inside(folder: Path, path: str) -> Path | None:
    if not path or not folder.is_dir():
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # longer than names of files can be, or with a zero byte
        return None


def _caching(path: str) -> str:
    return FOREVER if path.startswith("assets/") else "no-cache"
