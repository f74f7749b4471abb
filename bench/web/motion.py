"""Long tasks and layout work while matches are watched and played, by Chromium's own trace.

    python -m bench.web.motion http://127.0.0.1:8000 [game …]

Opens a table of every game with full motion on a phone's screen, six times slowed down, plays some
turns and prints for each game the longest tasks, while it opened and while it was played (wall time
as the page felt it, and CPU time of the thread, which other work on the machine leaves alone), and
how many frames were drawn against how often anything was laid out anew. A turn lays out the
board a few times, when its state changes; pieces on their way must not. Then some turns at full
speed tell which properties are animated (only `transform`, `opacity` and what paints without a
layout may be).

Needs a running server and a Chromium ($CHROMIUM).
"""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import sys
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.web.boards import GAMES
from tests.web.driver import NEXT, compose, confirm, fewest_bots, open_table, wait_ready

SLOWER = 6
TURNS = 4
MOST_MS = 200
# What changes neither the place nor the size of anything else.
WITHOUT_LAYOUT = {
    "transform",
    "opacity",
    "scale",
    "rotate",
    "translate",
    "strokeDashoffset",
    "boxShadow",
    "backgroundColor",
    "backgroundPositionX",
    "backgroundPositionY",
    "borderColor",
    "color",
    "filter",
    "visibility",
    "zIndex",
}
SAMPLE = """() => {
  const META = new Set(['offset', 'computedOffset', 'easing', 'composite']);
  window.animated = {};
  const seen = new WeakSet();
  const look = () => {
    for (const one of document.getAnimations()) {
      if (seen.has(one) || !one.effect?.getKeyframes) continue;
      seen.add(one);
      const names = new Set(one.effect.getKeyframes().flatMap(Object.keys));
      for (const name of names)
        if (!META.has(name)) window.animated[name] = (window.animated[name] ?? 0) + 1;
    }
    requestAnimationFrame(look);
  };
  look();
}"""
CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel")


def main(address: str, wanted: list[str]) -> int:
    late = False
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or "google-chrome"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for game in wanted or GAMES:
            context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB")
            kept = json.dumps(
                {"lang": "en", "theme": "light", "motion": "full", "name": "Ada", "sound": False}
            )
            context.add_init_script(
                f"localStorage.setItem('spieltisch.settings', {json.dumps(kept)})"
            )
            late = measure(context.new_page(), address, game) or late
            context.close()
        browser.close()
    return int(late)


def measure(page: Page, address: str, game: str) -> bool:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{address}/settings")
    trace = Trace(session)
    bots = [{"kind": "bot", "level": "greedy"}] * fewest_bots(game)
    open_table(page, address, game, [{"kind": "me"}, *bots])
    wait_ready(page)
    opened = tasks(trace.stop())
    rng = random.Random(5)
    trace = Trace(session)
    for _ in range(TURNS):
        if wait_ready(page)["over"]:
            break
        compose(page, rng)
        page.evaluate(NEXT, confirm(page, rng))
    page.wait_for_timeout(1500)
    events = trace.stop()
    played = tasks(events)
    frames, layouts = drawn(events)
    print(
        f"{game}: opening {longest(opened)}; {TURNS} turns {longest(played)};"
        f" {frames} frames with {layouts} layouts",
        flush=True,
    )
    return max(cpu for _, cpu in opened + played) > MOST_MS or not animated(
        page, session, game, rng
    )


def animated(page: Page, session: CDPSession, game: str, rng: random.Random) -> bool:
    """Whether nothing is animated that needs layouts."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.evaluate(SAMPLE)
    for _ in range(TURNS):
        if wait_ready(page)["over"]:
            break
        compose(page, rng)
        page.evaluate(NEXT, confirm(page, rng))
    found: dict[str, int] = page.evaluate("window.animated")
    told = ", ".join(f"{name} {many}" for name, many in sorted(found.items()))
    bad = sorted(set(found) - WITHOUT_LAYOUT)
    print(
        f"{game}: animated: {told}" + (f"; WITH LAYOUTS: {', '.join(bad)}" if bad else ""),
        flush=True,
    )
    return not bad


def longest(found: list[tuple[float, float]]) -> str:
    wall, cpu = max(one for one, _ in found), max(one for _, one in found)
    over = sum(one > MOST_MS for one, _ in found)
    return f"longest task {wall:.0f} ms ({cpu:.0f} ms of CPU), {over} over {MOST_MS} ms"


class Trace:
    """What Chromium's threads do from now on."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        session.send(
            "Tracing.start",
            {
                "traceConfig": {"includedCategories": list(CATEGORIES)},
                "transferMode": "ReturnAsStream",
            },
        )

    def stop(self) -> list[dict[str, Any]]:
        done: list[str] = []
        self.session.once("Tracing.tracingComplete", lambda told: done.append(told["stream"]))
        self.session.send("Tracing.end")
        while not done:
            self.session.send("Browser.getVersion")  # lets the event come in
        text = b""
        while True:
            part = self.session.send("IO.read", {"handle": done[0], "size": 4_000_000})
            data = part["data"]
            text += base64.b64decode(data) if part.get("base64Encoded") else data.encode()
            if part["eof"]:
                break
        self.session.send("IO.close", {"handle": done[0]})
        events: list[dict[str, Any]] = json.loads(text)["traceEvents"]
        return events


def main_thread(events: list[dict[str, Any]]) -> tuple[int, int]:
    """The one that lays out and runs scripts: of several pages the busiest."""
    count: dict[tuple[int, int], int] = {}
    for event in events:
        if event["name"] in ("Layout", "UpdateLayoutTree"):
            count[event["pid"], event["tid"]] = count.get((event["pid"], event["tid"]), 0) + 1
    return max(count, key=lambda one: count[one])


def tasks(events: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """Wall and CPU milliseconds of every task of the page's main thread."""
    main = main_thread(events)
    return [
        (event["dur"] / 1000, event.get("tdur", event["dur"]) / 1000)
        for event in events
        if event["ph"] == "X"
        and (event["pid"], event["tid"]) == main
        and event["name"].endswith("RunTask")
    ] or [(0.0, 0.0)]


def drawn(events: list[dict[str, Any]]) -> tuple[int, int]:
    """Frames that were drawn, and layouts that found something to do."""
    main = main_thread(events)
    frames = sum(
        e["name"] == "Paint" or e["name"] == "Commit"
        for e in events
        if (e["pid"], e["tid"]) == main
    )
    begun = [
        event
        for event in events
        if event["name"] == "Layout"
        and event["ph"] in "XB"
        and (event["pid"], event["tid"]) == main
    ]
    layouts = sum(event["args"].get("beginData", {}).get("dirtyObjects", 1) > 0 for event in begun)
    return frames, layouts


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/"), sys.argv[2:]))
