"""Plays any game by pressing what its board offers; knows the marks of the contract, and no game.

What can be chosen has `data-choice`, whole turns have the test id `confirm` (`confirm-ask` asks
once more), and the table says how many lines have been played and whether a turn is on its way.
"""

from __future__ import annotations

import random
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

STATE = """() => {
  const at = document.querySelector('[data-testid=table]');
  const ask = document.querySelector('[data-testid=ask]');
  return at && {
    over: !!document.querySelector('[data-testid=result]'),
    lines: Number(at.dataset.lines),
    busy: at.dataset.busy === 'true',
    mine: ask?.dataset.mine === 'true',
    choices: document.querySelectorAll('[data-testid=board] [data-choice]').length,
    offers: document.querySelectorAll('[data-testid^=confirm]').length,
  };
}"""
READY = f"""() => {{
  const s = ({STATE})();
  return s && (s.over || (s.mine && !s.busy && s.choices + s.offers > 0));
}}"""
PLAYED = """lines => {
  const at = document.querySelector('[data-testid=table]');
  return at.dataset.busy === 'false'
    && (Number(at.dataset.lines) !== lines
      || document.querySelector('[data-testid=ask]')?.dataset.mine !== 'true');
}"""
WAIT = 60_000


def open_table(
    page: Page, address: str, game: str, seats: list[dict[str, Any]], **more: Any
) -> str:
    """Opens a table as the page's own guest, starts it if nobody is missing, and goes there."""
    if not page.url.startswith(address):
        page.goto(address)
    body = {"game": game, "seats": seats, "name": "Ada", **more}
    table: str = page.evaluate(
        """async ({ body, start }) => {
          const headers = { 'Content-Type': 'application/json' };
          const post = async (path, body) =>
            (await fetch(path, { method: 'POST', body: JSON.stringify(body), headers })).json();
          const table = await post('/api/tables', body);
          if (start) await post(`/api/tables/${table.id}/start`, { nonce: '5eed' });
          return table.id;
        }""",
        {"body": body, "start": all(seat["kind"] != "open" for seat in seats)},
    )
    page.goto(f"{address}/table/{table}")
    return table


def against_bots(page: Page, address: str, game: str, bots: int = 1, **more: Any) -> str:
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "greedy"} for _ in range(bots))]
    return open_table(page, address, game, seats, **more)


def wait_ready(page: Page) -> dict[str, Any]:
    """Until it is this page's turn, or the match is over."""
    page.wait_for_function(READY, timeout=WAIT)
    state: dict[str, Any] = page.evaluate(STATE)
    return state


def choices(page: Page) -> Locator:
    return page.locator("[data-testid=board] [data-choice]")


def compose(page: Page, rng: random.Random) -> None:
    """Chooses until a whole turn is offered, and starts over when that leads nowhere."""
    for step in range(120):
        offers = page.locator("[data-testid=confirm], [data-testid=confirm-ask]").count()
        open_ = page.locator("[data-testid=board] [data-choice]:not([aria-pressed=true])")
        if offers and (rng.random() < 0.6 or open_.count() == 0):
            return
        if open_.count() == 0 or step % 12 == 11:
            page.get_by_test_id("clear").click()
        else:
            open_.nth(rng.randrange(open_.count())).dispatch_event("click")
        page.wait_for_function(
            f"() => {{ const s = ({STATE})(); return s.choices + s.offers > 0; }}"
        )
    raise AssertionError("so many choices and no whole turn")


def confirm(page: Page, rng: random.Random | None = None) -> None:
    """Presses one of the whole turns on offer and waits until it has been played."""
    lines = int(page.get_by_test_id("table").get_attribute("data-lines") or 0)
    offers = page.locator("[data-testid=confirm], [data-testid=confirm-ask]")
    at = rng.randrange(offers.count()) if rng else 0
    asks = offers.nth(at).get_attribute("data-testid") == "confirm-ask"
    offers.nth(at).click()
    if asks:
        page.get_by_test_id("confirm").click()
    page.wait_for_function(PLAYED, arg=lines, timeout=WAIT)


def play_turn(page: Page, rng: random.Random) -> None:
    compose(page, rng)
    confirm(page, rng)


def play_on(page: Page, seed: int = 1, turns: int = 400) -> None:
    """Plays until the match is over."""
    rng = random.Random(seed)
    for _ in range(turns):
        if wait_ready(page)["over"]:
            return
        play_turn(page, rng)
    raise AssertionError(f"not over after {turns} turns")


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {node['target']} {node['html'][:120]}" for v in found for node in v["nodes"]
    ]
